//! Scores of links on the corpora: `RECTO_DATA=... cargo run -p recto-align --example links`.
//!
//! Settings are chosen on pairs whose SHA-256 of the id ends in an even byte; the other
//! half is for reports (`--report`). All pairs are aligned together, without their links.

#![allow(clippy::print_stdout)]

use recto_align::metrics::{Reference, Tally, is_ignored};
use recto_align::{Options, Pairs, methods};
use recto_math::{Run, Silent};
use recto_text::Language;
use serde_json::Value;
use sha2::{Digest, Sha256};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let data = std::env::var("RECTO_DATA")?;
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let report = arguments.iter().any(|one| one == "--report");
    let wanted: Vec<&String> = arguments
        .iter()
        .filter(|one| !one.starts_with("--"))
        .collect();
    for set in ["msr-rte2", "edinburgh", "stitched-rte2", "mtref"] {
        let text = std::fs::read_to_string(format!("{data}/alignment/{set}.jsonl"))?;
        let mut pairs = Pairs::new(Language::from_code("en").ok_or("English")?);
        let mut references = Vec::new();
        for line in text.lines() {
            let row: Value = serde_json::from_str(line)?;
            let document = side(&mut pairs, &row, "document");
            let summary = side(&mut pairs, &row, "summary");
            pairs.push(document, summary);
            let id = row["id"].as_str().unwrap_or_default();
            let is_odd = Sha256::digest(id).last().is_some_and(|byte| byte % 2 == 1);
            references.push((is_odd == report).then(|| reference(&row)));
        }
        for method in methods() {
            if !wanted.is_empty() && !wanted.iter().any(|name| *name == method.name) {
                continue;
            }
            let start = std::time::Instant::now();
            let found =
                (method.build)(&Options::default())?.align(&pairs, &Run::new(0, &Silent))?;
            let time = start.elapsed();
            let (mut all, mut content) = (Tally::default(), Tally::default());
            for ((alignment, pair), reference) in
                found.alignments.iter().zip(&pairs.pairs).zip(&references)
            {
                let Some(reference) = reference else { continue };
                if std::env::var("DUMP").is_ok() {
                    let l: Vec<_> = alignment
                        .links
                        .iter()
                        .map(|l| (l.document, l.summary, l.p))
                        .collect();
                    println!(
                        "{}",
                        serde_json::json!({"set": set, "d": pair.document.words.iter().map(|&w| pairs.vocabulary().term(w)).collect::<Vec<_>>(), "s": pair.summary.words.iter().map(|&w| pairs.vocabulary().term(w)).collect::<Vec<_>>(), "l": l, "sure": reference.sure.iter().collect::<Vec<_>>(), "poss": reference.possible.iter().collect::<Vec<_>>()})
                    );
                }
                let links = alignment
                    .links
                    .iter()
                    .map(|link| (link.document, link.summary))
                    .collect();
                all.add(Tally::of(&links, reference, |_| true));
                let word = |id| pairs.vocabulary().term(id);
                content.add(Tally::of(&links, reference, |(i, j)| {
                    !is_ignored(word(pair.document.words[i]))
                        && !is_ignored(word(pair.summary.words[j]))
                }));
            }
            let show = |tally: Tally| {
                let score = tally.score();
                let number = |value: Option<f64>| value.unwrap_or(f64::NAN);
                format!(
                    "{:.3} {:.3} {:.4}",
                    number(score.precision),
                    number(score.recall),
                    number(score.f)
                )
            };
            println!(
                "{set:14} {:10} {} | {}  {:.2} s {} iterations",
                method.name,
                show(all),
                show(content),
                time.as_secs_f64(),
                found.history.len()
            );
        }
    }
    Ok(())
}

fn side(pairs: &mut Pairs, row: &Value, key: &str) -> recto_align::Side {
    let words: Vec<&str> = row[key]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    let given = row
        .get(format!("{key}_sentences"))
        .and_then(Value::as_array);
    let starts = match given {
        Some(given) => given
            .iter()
            .filter_map(Value::as_u64)
            .map(|at| at as usize)
            .collect(),
        None => vec![0],
    };
    pairs.side(words, starts)
}

fn reference(row: &Value) -> Reference {
    let links = |key: &str| {
        let links = row[key].as_array().into_iter().flatten();
        links
            .filter_map(|link| Some((link[0].as_u64()? as usize, link[1].as_u64()? as usize)))
            .collect()
    };
    Reference {
        sure: links("sure"),
        possible: links("possible"),
    }
}

//! Accuracy of rule-based polarity on reviews of known opinion.
//!
//! `RECTO_DATA=path/to/corpora cargo run --release -p recto-classify --example polarity`
//! reads the review sets and lexicons of `dual` in that folder. A row is a set, a lexicon
//! and rules; its figures are the accuracy of the sign of the score, of the score cut at its
//! median and of the balance cut at its median, and the share of words known.

#![expect(clippy::print_stdout, reason = "a program")]
#![expect(clippy::disallowed_methods, reason = "a program that reads files")]

use flate2::read::GzDecoder;
use recto_classify::lexicon::Lexicon;
use recto_classify::polarity::{Rules, score};
use recto_math::{Run, Silent};
use recto_text::{Analysis, Analyzer, Document, Language, UnitKind, Units};
use std::error::Error;
use std::fs::{File, read_to_string};
use std::io::{BufRead, BufReader};
use std::path::Path;

const SETS: [&str; 4] = ["movies", "amazon_electronics", "amazon_books", "amazon_dvd"];

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::var("RECTO_DATA")?;
    let folder = Path::new(&folder).join("dual");
    let read = |name: &str| -> Result<Lexicon, Box<dyn Error>> {
        Ok(Lexicon::parse(&read_to_string(folder.join(name))?)?.0)
    };
    let lexicons = [
        ("built-in", Lexicon::english().clone()),
        ("huliu", read("lexicon_huliu.tsv")?),
        ("vader", read("lexicon_vader.tsv")?),
    ];
    let rules = [
        ("plain", Rules::Plain),
        ("negation", Rules::Negation),
        ("all", Rules::All),
    ];
    println!("set\tlexicon\trules\tsign\tmedian\tbalance\tknown");
    for set in SETS {
        let (documents, labels) = documents(&folder.join(format!("{set}.jsonl.gz")))?;
        let units = documents
            .iter()
            .map(analysed)
            .collect::<Result<Vec<_>, _>>()?;
        for (name, lexicon) in &lexicons {
            let coverage = lexicon.coverage(&units);
            let known = coverage.known_tokens as f64 / coverage.tokens as f64;
            for (rules_name, rules) in rules {
                let scores: Vec<_> = units
                    .iter()
                    .map(|units| score(units, lexicon, rules))
                    .collect();
                let values: Vec<f64> = scores.iter().map(|score| score.value).collect();
                let balances: Vec<f64> = scores.iter().map(|score| score.balance()).collect();
                let sign = accuracy(&values, &labels, 0.0);
                let cut = accuracy(&values, &labels, median(&values));
                let balance = accuracy(&balances, &labels, median(&balances));
                println!(
                    "{set}\t{name}\t{rules_name}\t{sign:.3}\t{cut:.3}\t{balance:.3}\t{known:.3}"
                );
            }
        }
    }
    Ok(())
}

/// The texts of a set, and which of them are positive.
fn documents(path: &Path) -> Result<(Vec<Document>, Vec<bool>), Box<dyn Error>> {
    let (mut documents, mut labels) = (Vec::new(), Vec::new());
    for line in BufReader::new(GzDecoder::new(File::open(path)?)).lines() {
        let row: serde_json::Value = serde_json::from_str(&line?)?;
        let field = |name: &str| row[name].as_str().unwrap_or_default().to_string();
        documents.push(Document::new(field("id"), field("text")));
        labels.push(field("label") == "pos");
    }
    Ok((documents, labels))
}

fn analysed(document: &Document) -> Result<Units<'_>, Box<dyn Error>> {
    let english = Language::from_code("en").ok_or("no English")?;
    let analyzer = Analyzer::new(Analysis::Sentiment, english);
    Ok(analyzer.units(document, UnitKind::LineSentence, &Run::new(0, &Silent))?)
}

fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted[sorted.len() / 2]
}

/// The share of documents that are positive where their value is above `cut`; a value at the
/// cut counts as half right.
fn accuracy(values: &[f64], labels: &[bool], cut: f64) -> f64 {
    let right = values.iter().zip(labels).map(|(&value, &is_positive)| {
        if value == cut {
            0.5
        } else {
            f64::from(u8::from((value > cut) == is_positive))
        }
    });
    right.sum::<f64>() / values.len() as f64
}

//! Scores of links on word-aligned corpora, and the built-in model.
//!
//! ```text
//! RECTO_DATA=… cargo run --release -p recto-align --example links -- [METHOD…] [--report] [--alone] [--paper] [--jump MODEL] [--wordnet DIR]
//! RECTO_DATA=… cargo run --release -p recto-align --example links -- --fit [--without SET] [--wordnet DIR]
//! ```
//!
//! Settings are chosen on pairs whose SHA-256 of the id ends in an even byte; `--report`
//! scores the others. All pairs of a set are aligned together, without their links, or with
//! `--alone` each by itself. `--fit` prints the built-in model: what EM learns from the words
//! of all sets, kept without words beyond the stop list.

#![allow(clippy::print_stdout)]

mod corpus;

use corpus::{Row, SETS};
use recto_align::metrics::Tally;
use recto_align::wordnet::FILES;
use recto_align::{Aligned, Jump, Method, Options, Pairs, WordNet, methods};
use recto_math::{Run, Silent};
use recto_text::Language;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

fn main() -> Outcome<()> {
    let data = std::env::var("RECTO_DATA")?;
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let has = |flag: &str| arguments.iter().any(|one| one == flag);
    let value = |flag: &str| arguments.iter().skip_while(|one| *one != flag).nth(1);
    let jump = value("--jump").map(|name| serde_json::from_value::<Jump>(json!(name)));
    let options = Options {
        paper: has("--paper"),
        jump: jump.transpose()?,
        wordnet: value("--wordnet")
            .map(|folder| wordnet(folder))
            .transpose()?,
        ..Options::default()
    };
    if has("--fit") {
        let left_out = value("--without").map_or("", String::as_str);
        println!("{}", fit(&data, left_out, &options)?);
        return Ok(());
    }
    for set in SETS {
        let rows = Row::read(&data, set)?;
        for method in methods() {
            let is_name = |one: &&String| methods().iter().any(|method| method.name == **one);
            let mut wanted = arguments.iter().filter(is_name).peekable();
            if wanted.peek().is_some() && !wanted.any(|name| *name == method.name) {
                continue;
            }
            let found = score(method, &options, &rows, has("--report"), has("--alone"))?;
            let [all, content] = found.map(shown);
            println!("{set:14} {:10} {all} | {content}", method.name);
        }
    }
    Ok(())
}

fn wordnet(folder: &str) -> Outcome<Arc<WordNet>> {
    let mut files = BTreeMap::new();
    for name in FILES {
        files.insert(
            name.to_owned(),
            std::fs::read(Path::new(folder).join(name))?,
        );
    }
    Ok(Arc::new(WordNet::new(files)?))
}

fn english() -> Outcome<&'static Language> {
    Ok(Language::from_code("en").ok_or("English is a language")?)
}

/// Links over all and over content words.
fn score(
    method: &Method,
    options: &Options,
    rows: &[Row],
    report: bool,
    alone: bool,
) -> Outcome<[Tally; 2]> {
    let mut tallies = [Tally::default(); 2];
    for group in rows.chunks(if alone { 1 } else { rows.len() }) {
        let mut pairs = Pairs::new(english()?);
        group.iter().for_each(|row| row.push(&mut pairs));
        let found = align(method, options, &pairs)?;
        let aligned = found.alignments.iter().zip(group).enumerate();
        for (at, (alignment, row)) in aligned.filter(|(_, (_, row))| row.is_reported() == report) {
            let own = row.tallies(&pairs, at, alignment);
            tallies
                .iter_mut()
                .zip(own)
                .for_each(|(sum, own)| sum.add(own));
        }
    }
    Ok(tallies)
}

fn align(method: &Method, options: &Options, pairs: &Pairs) -> Outcome<Aligned> {
    Ok((method.build)(options)?.align(pairs, &Run::new(0, &Silent))?)
}

fn shown(tally: Tally) -> String {
    let score = tally.score();
    let [p, r, f] = [score.precision, score.recall, score.f].map(|x| x.unwrap_or(f64::NAN));
    format!("P {p:.3} R {r:.3} F {f:.4}")
}

/// The built-in model without what one set says.
fn fit(data: &str, left_out: &str, options: &Options) -> Outcome<Value> {
    let mut pairs = Pairs::new(english()?);
    for set in SETS.into_iter().filter(|set| *set != left_out) {
        for row in Row::read(data, set)? {
            row.push(&mut pairs);
        }
    }
    let method = methods().iter().find(|method| method.name == "semi-hmm");
    let method = method.ok_or("a method")?;
    let mut jumps = Map::new();
    let mut whole = Value::Null;
    for jump in [
        Jump::Sentence,
        Jump::Relative,
        Jump::Gaussian,
        Jump::Laplace,
        Jump::Syntax,
        Jump::SyntaxLiteral,
    ] {
        let options = Options {
            jump: Some(jump),
            iterations: Some(10),
            ..options.clone()
        };
        let model = align(method, &options, &pairs)?.model.ok_or("a model")?;
        let bare = model.without_words(english()?);
        let model = serde_json::to_value(&bare)?;
        let name = serde_json::to_value(jump)?;
        let name = name.as_str().unwrap_or_default().to_owned();
        jumps.insert(name, model["jump"].clone());
        if jump == Jump::Sentence {
            whole = model;
        }
    }
    Ok(json!({"model": rounded(&whole), "jumps": rounded(&Value::Object(jumps))}))
}

/// Numbers to four significant digits.
fn rounded(value: &Value) -> Value {
    match value {
        Value::Number(number) => match number.as_f64().filter(|x| *x != 0.0 && !number.is_u64()) {
            Some(x) => format!("{x:.3e}")
                .parse()
                .map_or(value.clone(), |x: f64| json!(x)),
            None => value.clone(),
        },
        Value::Array(values) => values.iter().map(rounded).collect(),
        Value::Object(fields) => {
            let fields = fields
                .iter()
                .map(|(key, value)| (key.clone(), rounded(value)));
            Value::Object(fields.collect())
        }
        _ => value.clone(),
    }
}

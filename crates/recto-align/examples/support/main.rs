//! Support of sentences, for measurements: JSON lines in, JSON lines out.
//!
//!     cargo run -p recto-align --example support -- [METHOD] < ROWS
//!
//! A row is `{"document": TEXT, "sentences": [TEXT…]}`, each text a string or an array of
//! tokens; the answer an array of `{support, because, words, overlap}`, where `words` are
//! those that the reasons name, counted from the start of the sentence, and `overlap` are
//! baselines. Without a method no word is linked.

#![allow(clippy::print_stdout)]

mod overlap;

use overlap::Overlap;
use recto_align::support::{self, SentenceSupport};
use recto_align::{Alignment, Options, Pairs, Side, methods};
use recto_math::{Run, Silent};
use recto_text::{Analysis, Analyzer, Document, Language, UnitKind};
use serde_json::{Value, json};
use std::error::Error;
use std::io::BufRead as _;

fn main() -> Result<(), Box<dyn Error>> {
    let mut pairs = Pairs::new(Language::from_code("en").ok_or("English")?);
    for line in std::io::stdin().lock().lines() {
        let row: Value = serde_json::from_str(&line?)?;
        let document = document(&mut pairs, &row["document"])?;
        let sentences = row["sentences"].as_array().ok_or("no sentences")?;
        let summary = summary(&mut pairs, sentences)?;
        pairs.push(document, summary);
    }
    let alignments = match std::env::args().nth(1) {
        Some(name) => aligned(&pairs, &name)?,
        None => vec![Alignment::default(); pairs.pairs.len()],
    };
    for (pair, alignment) in alignments.iter().enumerate() {
        let sides = &pairs.pairs[pair];
        let stems = sides.document.words.iter().map(|&word| pairs.stem(word));
        let stems: Vec<_> = stems.collect();
        let overlap = Overlap::new(&pairs, &sides.document, &stems);
        let rows = support::sentences(&pairs, pair, alignment)
            .into_iter()
            .map(|one| {
                let overlap = overlap.of(&sides.summary, one.words.clone());
                row(one, overlap)
            });
        println!("{}", Value::from_iter(rows));
    }
    Ok(())
}

fn aligned(pairs: &Pairs, name: &str) -> Result<Vec<Alignment>, Box<dyn Error>> {
    let method = methods().iter().find(|method| method.name == name);
    let method = method.ok_or("no such method")?;
    let found = (method.build)(&Options::default())?.align(pairs, &Run::new(0, &Silent))?;
    Ok(found.alignments)
}

fn row(mut sentence: SentenceSupport, overlap: Value) -> Value {
    let because: Vec<String> = sentence.because.iter().map(ToString::to_string).collect();
    let start = sentence.words.start;
    let mut words = Vec::new();
    for reason in &mut sentence.because {
        for quote in reason.summary_quotes() {
            words.extend(quote.words.clone().map(|word| word - start));
        }
    }
    words.sort_unstable();
    words.dedup();
    json!({
        "support": sentence.support,
        "because": because,
        "words": words,
        "overlap": overlap,
    })
}

/// Words, and the first of each sentence.
type Words = (Vec<String>, Vec<usize>);

fn document(pairs: &mut Pairs, value: &Value) -> Result<Side, Box<dyn Error>> {
    let (words, starts) = words(value, pairs.language())?;
    Ok(pairs.side(words.iter().map(String::as_str), starts))
}

fn summary(pairs: &mut Pairs, sentences: &[Value]) -> Result<Side, Box<dyn Error>> {
    let (mut all, mut starts) = (Vec::new(), Vec::new());
    for sentence in sentences {
        starts.push(all.len());
        all.extend(words(sentence, pairs.language())?.0);
    }
    Ok(pairs.side(all.iter().map(String::as_str), starts))
}

fn words(value: &Value, language: &'static Language) -> Result<Words, Box<dyn Error>> {
    if let Value::Array(tokens) = value {
        let tokens = tokens
            .iter()
            .map(|token| token.as_str().unwrap_or_default());
        return Ok((tokens.map(str::to_owned).collect(), vec![0]));
    }
    let document = Document::new("text", value.as_str().ok_or("no text")?);
    let analyzer = Analyzer::new(Analysis::Align, language);
    let units = analyzer.units(&document, UnitKind::Sentence, &Run::new(0, &Silent))?;
    let (mut words, mut starts) = (Vec::new(), Vec::new());
    for unit in 0..units.len() {
        let tokens = units.tokens_of(unit);
        if !tokens.is_empty() {
            starts.push(words.len());
        }
        words.extend(
            tokens
                .iter()
                .map(|token| document.text[token.span().range()].to_owned()),
        );
    }
    Ok((words, starts))
}

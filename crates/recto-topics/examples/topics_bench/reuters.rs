//! Documents of JSON lines with labels, as the `topic` analysis counts them.

use crate::Outcome;
use recto_math::{Run, Silent};
use recto_text::{Analysis, Analyzer, Document, Language, UnitKind};
use recto_topics::{Corpus, CorpusBuilder, Filter, clusters, corpus, heldout};
use serde_json::Value;
use std::path::Path;

/// Documents that share a set of labels at least.
const LEAST: usize = 20;

/// The corpus and the set of labels of each document; only documents of frequent sets with
/// `by_set`.
pub(crate) fn read(
    file: &str,
    by_set: bool,
) -> Result<(Corpus, Vec<String>), Box<dyn std::error::Error>> {
    let text = std::fs::read_to_string(file)?;
    let rows: Vec<Value> = text
        .lines()
        .map(serde_json::from_str)
        .collect::<Result<_, _>>()?;
    let labels: Vec<Vec<String>> = rows
        .iter()
        .map(|row| serde_json::from_value(row["labels"].clone()))
        .collect::<Result<_, _>>()?;
    let sets = clusters::topic_sets(&labels, LEAST);
    let english = Language::from_code("en").ok_or("English is not known")?;
    let analyzer = Analyzer::new(Analysis::Topic, english);
    let run = Run::new(0, &Silent);
    let mut builder = CorpusBuilder::new();
    let mut classes = Vec::new();
    for (row, set) in rows.iter().zip(sets) {
        if by_set && set.is_none() {
            continue;
        }
        let document = Document::new("d", row["text"].as_str().ok_or("a row without text")?);
        let units = analyzer.units(&document, UnitKind::Paragraph, &run)?;
        builder.push(&units, &corpus::passages(&units, corpus::PASSAGE_WORDS));
        classes.push(set.unwrap_or_default());
    }
    Ok((builder.finish(&Filter::default())?, classes))
}

/// Writes the split of each seed: `term:count` pairs, a document a line.
pub(crate) fn export(file: &str, folder: &str, seeds: u64) -> Outcome {
    let (corpus, _) = read(file, false)?;
    for seed in 0..seeds {
        let split = heldout::split(&corpus, 0.1, seed)?;
        let folder = Path::new(folder).join(seed.to_string());
        std::fs::create_dir_all(&folder)?;
        let parts = [
            ("train.txt", &split.train),
            ("observed.txt", &split.observed),
            ("scored.txt", &split.scored),
        ];
        for (name, part) in parts {
            let mut lines = String::new();
            for row in part.documents().rows() {
                let pairs: Vec<String> = row.iter().map(|(w, n)| format!("{w}:{n}")).collect();
                lines.push_str(&pairs.join(" "));
                lines.push('\n');
            }
            std::fs::write(folder.join(name), lines)?;
        }
        std::fs::write(folder.join("terms.txt"), corpus.n_terms().to_string())?;
    }
    Ok(())
}

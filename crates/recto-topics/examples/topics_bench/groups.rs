//! Groups of labelled rows, the number unknown and told.

use crate::{Outcome, alone, cpu};
use recto_math::partition::{Overlap, number};
use recto_math::{Run, Silent};
use recto_text::{Analysis, Analyzer, Document, Language, UnitKind};
use recto_topics::corpus::{PASSAGE_WORDS, passages};
use recto_topics::groups::Grouper;
use recto_topics::{Corpus, CorpusBuilder, Filter};
use serde_json::{Value, json};

type Labelled = (Corpus, Vec<String>);

/// Prints one line: groups found, normalised mutual information with the labels, and the
/// candidates.
pub(crate) fn measure(seed: u64, file: &str) -> Outcome {
    let (corpus, classes) = read(file)?;
    let (_, told) = number(&classes);
    let nmi = |labels: &[Option<usize>]| {
        let both = labels.iter().zip(&classes);
        let both = both.filter_map(|(label, class)| Some(((*label)?, class)));
        let (labels, classes): (Vec<_>, Vec<_>) = both.unzip();
        Overlap::new(&labels, &classes).nmi()
    };
    let start = cpu();
    let grouper = alone(seed, |run| Grouper::new(&corpus, told, run))?;
    let free = alone(seed, |run| grouper.chosen(run))?;
    let seconds = cpu() - start;
    let known = alone(seed, |run| grouper.told(told, run))?;
    let line = json!({
        "file": file, "seed": seed, "documents": corpus.n_documents(), "classes": told,
        "words": corpus.n_tokens() / corpus.n_documents() as f64,
        "groups": free.n_clusters, "nmi": nmi(&free.labels), "nmi_told": nmi(&known.labels),
        "reason": free.reason, "cpu": seconds, "tried": free.candidates,
    });
    println!("{line}");
    Ok(())
}

/// Rows of JSON lines with a text and a label, in the language of the first hundred.
fn read(file: &str) -> Result<Labelled, Box<dyn std::error::Error>> {
    let text = std::fs::read_to_string(file)?;
    let rows: Vec<Value> = text
        .lines()
        .map(serde_json::from_str)
        .collect::<Result<_, _>>()?;
    let said = |row: &Value, key: &str| row[key].as_str().unwrap_or_default().to_string();
    let opening: Vec<String> = rows.iter().take(100).map(|row| said(row, "text")).collect();
    let language: &Language = Language::detect(&opening.join(" "));
    let analyzer = Analyzer::new(Analysis::Topic, language);
    let run = Run::new(0, &Silent);
    let mut builder = CorpusBuilder::new();
    for row in &rows {
        let document = Document::new("d", said(row, "text"));
        let units = analyzer.units(&document, UnitKind::Paragraph, &run)?;
        builder.push(&units, &passages(&units, PASSAGE_WORDS));
    }
    let classes = rows.iter().map(|row| said(row, "label")).collect();
    Ok((builder.finish(&Filter::default())?, classes))
}

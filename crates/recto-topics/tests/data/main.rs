//! Figures on real corpora, from the folder that `RECTO_DATA` names.
//!
//! Few seeds, so that continuous integration can afford it; the whole protocol is
//! bench/topics/run.py.

#![expect(clippy::print_stdout, reason = "figures are printed")]

mod clusters;
mod perplexity;

use recto_math::{Run, Silent};
use recto_text::{Analysis, Analyzer, Document, Language, UnitKind};
use recto_topics::clusters::topic_sets;
use recto_topics::corpus::{PASSAGE_WORDS, passages};
use recto_topics::{Corpus, CorpusBuilder, Filter, Options, TopicModel, methods};
use serde_json::Value;
use std::path::Path;

recto_testing::data_tests! {
    on "topics": [
        clusters::the_default_finds_topic_sets_again,
        perplexity::the_topic_analysis_gives_about_the_figures_of_the_spec,
        perplexity::topics_foresee_words_better_than_peers_did_and_a_cache_better_still,
    ],
}

/// The Reuters documents and the label set of each; only those of the 28 frequent sets with
/// `by_set`.
fn reuters(corpora: &Path, by_set: bool) -> (Corpus, Vec<String>) {
    let path = corpora.join("reuters_multi.jsonl");
    let text = std::fs::read_to_string(path).expect("a corpus");
    let rows: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let labels: Vec<Vec<String>> = rows
        .iter()
        .map(|row| serde_json::from_value(row["labels"].clone()).expect("labels"))
        .collect();
    let english = Language::from_code("en").expect("known");
    let analyzer = Analyzer::new(Analysis::Topic, english);
    let run = Run::new(0, &Silent);
    let mut builder = CorpusBuilder::new();
    let mut classes = Vec::new();
    for (row, set) in rows.iter().zip(topic_sets(&labels, 20)) {
        if by_set && set.is_none() {
            continue;
        }
        let document = Document::new("d", row["text"].as_str().expect("text"));
        let units = analyzer.units(&document, UnitKind::Paragraph, &run);
        let units = units.expect("nobody cancels");
        builder.push(&units, &passages(&units, PASSAGE_WORDS));
        classes.push(set.unwrap_or_default());
    }
    (builder.finish(&Filter::default()).expect("terms"), classes)
}

fn model(name: &str, options: &Options) -> Box<dyn TopicModel> {
    let row = methods().iter().find(|row| row.name == name);
    (row.expect("a row").build)(options).expect("good options")
}

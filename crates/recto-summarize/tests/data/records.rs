//! The records of a set, ready to be summarised and scored.

use recto_math::{Run, Silent};
use recto_summarize::rouge::{self, Alphabet, Cut, Measure, Rules, Scorer};
use recto_summarize::{Pool, PoolBuilder, Summary};
use recto_text::source::{self, SourceOptions};
use recto_text::{Analysis, Analyzer, Document, Language, UnitKind};
use serde_json::Value;
use sha1::{Digest, Sha1};
use std::path::Path;

/// Sets for summaries of everything, with their budgets in words.
pub(crate) const GENERIC: [(&str, usize); 6] = [
    ("opinosis", 25),
    ("reviews-amazon", 50),
    ("reviews-yelp", 50),
    ("vi-news", 180),
    ("en-multinews", 200),
    ("en-timelines", 150),
];

const ASKED: [(&str, usize); 3] = [("en-updates", 100), ("en-qmsum", 60), ("en-quotesum", 40)];

/// Which records.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Half {
    Tune,
    Report,
    Both,
}

impl Half {
    pub(crate) fn holds(self, record: &Record) -> bool {
        match self {
            Self::Tune => !record.reported,
            Self::Report => record.reported,
            Self::Both => true,
        }
    }
}

/// One pile and what people wrote about it.
pub(crate) struct Record {
    pub(crate) id: String,
    pub(crate) words: usize,
    pub(crate) pool: Pool,
    documents: Vec<Document>,
    references: Vec<String>,
    reported: bool,
    scorer: Scorer,
}

/// The records of a set; with `asked`, one for each query, and `since` is known.
pub(crate) fn records(corpora: &Path, set: &str, asked: bool) -> Vec<Record> {
    let sets = GENERIC.iter().chain(&ASKED);
    let words = sets
        .clone()
        .find(|(name, _)| *name == set)
        .expect("a set")
        .1;
    let path = corpora.join(format!("{set}.jsonl"));
    let text = std::fs::read_to_string(&path).expect("a set");
    let run = Run::new(0, &Silent);
    let named = [path.display().to_string()];
    let pile = source::read(&named, &SourceOptions::default(), &run).expect("nobody cancels");
    let mut found = Vec::new();
    for (line, set) in text.lines().zip(&pile.sets) {
        let row: Value = serde_json::from_str(line).expect("JSON");
        let documents = &pile.documents[set.documents.clone()];
        let queries: Vec<Value> = match row.get("queries") {
            Some(Value::Array(queries)) if asked => queries.clone(),
            _ => vec![row.clone()],
        };
        for (i, asking) in queries.iter().enumerate() {
            let query = set.queries.get(i).filter(|_| asked).map(String::as_str);
            let since: &[Document] = if asked { &set.since } else { &[] };
            found.push(Record {
                id: set.id.clone(),
                words,
                pool: pool(documents, since, query, &run),
                documents: documents.to_vec(),
                references: strings(&asking["references"]),
                reported: is_reported(&row, &set.id),
                scorer: scorer(words, row["lang"] == "en", corpora),
            });
        }
    }
    found
}

fn strings(value: &Value) -> Vec<String> {
    let all = value.as_array().expect("a list").iter();
    all.map(|text| text.as_str().expect("text").to_string())
        .collect()
}

fn is_reported(row: &Value, id: &str) -> bool {
    let key = row["event"].as_str().unwrap_or(id);
    let hash = Sha1::digest(format!("half{key}").as_bytes());
    hash[19] % 2 == 1
}

fn scorer(words: usize, english: bool, folder: &Path) -> Scorer {
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).expect("a word list");
    let rules = Rules::parse(
        &read("wordnet20-exceptions.tsv"),
        &read("smart-stopwords.txt"),
    );
    let options = rouge::Options {
        stem: english,
        cut: Some(Cut::Words(words)),
        alphabet: if english {
            Alphabet::Ascii
        } else {
            Alphabet::Unicode
        },
        ..rouge::Options::default()
    };
    let measures = ["1", "2", "SU4"].map(|name| name.parse::<Measure>().expect("a measure"));
    Scorer::new(measures.to_vec(), options, rules).expect("good options")
}

fn pool(documents: &[Document], since: &[Document], query: Option<&str>, run: &Run<'_>) -> Pool {
    let texts: Vec<&str> = documents
        .iter()
        .map(|document| document.text.as_str())
        .collect();
    let language = Language::detect(&texts.join("\n"));
    let analyzer = Analyzer::new(Analysis::Summary, language);
    let units = |document| {
        let units = analyzer.units(document, UnitKind::Sentence, run);
        units.expect("nobody cancels")
    };
    let mut builder = PoolBuilder::new();
    documents
        .iter()
        .for_each(|document| builder.push(&units(document), &document.headings));
    if !since.is_empty() {
        builder.next_group();
        since
            .iter()
            .for_each(|document| builder.push(&units(document), &[]));
    }
    if let Some(query) = query {
        let query = Document::new("query", query);
        let asked = units(&query);
        let terms = asked.tokens.iter().filter_map(|token| token.term());
        builder.ask(terms.map(|term| asked.vocabulary.term(term)));
    }
    builder.finish()
}

impl Record {
    /// The summary in the order of choice, a sentence a line.
    pub(crate) fn text_of(&self, summary: &Summary) -> String {
        let line = |row: usize| {
            let place = self.pool.sentences()[row].place;
            let text = &self.documents[place.document].text[place.span.range()];
            text.split_whitespace().collect::<Vec<_>>().join(" ")
        };
        let lines: Vec<String> = summary.rows().into_iter().map(line).collect();
        lines.join("\n")
    }
}

/// Recall of each measure.
pub(crate) fn scores(record: &Record, text: &str) -> [f64; 3] {
    let scores = record.scorer.score(text, &record.references);
    [scores[0].recall, scores[1].recall, scores[2].recall]
}

pub(crate) fn mean(rows: &[[f64; 3]]) -> [f64; 3] {
    let n = rows.len().max(1) as f64;
    [0, 1, 2].map(|i| rows.iter().map(|row| row[i]).sum::<f64>() / n)
}

//! The records of a set, ready to be summarised and scored.

use recto::source::{self, SourceOptions};
use recto::{Pile, Run, Silent};
use recto_summarize::rouge::{self, Alphabet, Cut, Measure, Rules, Scorer};
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

/// A set as it is read, and its records.
pub(crate) struct Records {
    pub(crate) pile: Pile,
    /// The budget of each summary.
    pub(crate) words: usize,
    /// Whether each record is asked its query and told what is known.
    pub(crate) asked: bool,
    pub(crate) all: Vec<Record>,
}

/// What people wrote about one pile, or in answer to one question about it.
pub(crate) struct Record {
    /// The id of its summary.
    pub(crate) id: String,
    references: Vec<String>,
    reported: bool,
    scorer: Scorer,
}

/// The records of a set; with `asked`, one for each query, and `since` is known.
pub(crate) fn records(corpora: &Path, set: &str, asked: bool) -> Records {
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
    let mut all = Vec::new();
    for (line, set) in text.lines().zip(&pile.sets) {
        let row: Value = serde_json::from_str(line).expect("JSON");
        let queries: Vec<Value> = match row.get("queries") {
            Some(Value::Array(queries)) if asked => queries.clone(),
            _ => vec![row.clone()],
        };
        for (i, asking) in queries.iter().enumerate() {
            let id = if queries.len() > 1 {
                format!("{}/{}", set.id, i + 1)
            } else {
                set.id.clone()
            };
            all.push(Record {
                id,
                references: strings(&asking["references"]),
                reported: is_reported(&row, &set.id),
                scorer: scorer(words, row["lang"] == "en", corpora),
            });
        }
    }
    Records {
        pile,
        words,
        asked,
        all,
    }
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

/// Recall of each measure.
pub(crate) fn scores(record: &Record, text: &str) -> [f64; 3] {
    let scores = record.scorer.score(text, &record.references);
    [scores[0].recall, scores[1].recall, scores[2].recall]
}

pub(crate) fn mean(rows: &[[f64; 3]]) -> [f64; 3] {
    let n = rows.len().max(1) as f64;
    [0, 1, 2].map(|i| rows.iter().map(|row| row[i]).sum::<f64>() / n)
}

//! Piles of documents with the summaries that people wrote: a file `*.jsonl` a set, a
//! record a row.

use super::View;
use crate::files::{Files, digest, entries, of_task};
use crate::warning;
use crate::{ReplicateError, Task};
use recto::summarize::Reader;
use recto_math::{Cancelled, Notice, Run};
use recto_summarize::rouge::{self, Alphabet, Cut, Measure, Rules, Scorer};
use recto_summarize::{Pool, PoolBuilder, SummarizeError};
use recto_text::source::{self, Format};
use recto_text::{Document, Failure, Limits, SourceOptions, UnitKind, Warning, one_line};
use serde::Deserialize;
use std::path::{Path, PathBuf};

const WANTED: &str = "a set is one of the files of docs/replicate.md, such as opinosis.jsonl or \
                      en-multinews.jsonl, with rows of id, documents and references";

/// Sets for summaries of everything, with their budgets in words.
pub(crate) const GENERIC: [(&str, usize); 6] = [
    ("opinosis", 25),
    ("reviews-amazon", 50),
    ("reviews-yelp", 50),
    ("vi-news", 180),
    ("en-multinews", 200),
    ("en-timelines", 150),
];

/// The word lists of ROUGE-1.5.5.
const EXCEPTIONS: &str = "wordnet20-exceptions.tsv";
const STOPS: &str = "smart-stopwords.txt";

/// The folder of the sets, and the rules by which they are scored.
pub(crate) struct Corpora {
    pub(crate) folder: PathBuf,
    rules: Rules,
}

/// A set of records.
pub(crate) struct Set {
    pub(crate) name: &'static str,
    pub(crate) words: usize,
    pub(crate) files: Files,
    pub(crate) records: Vec<Record>,
}

/// A pile, what is asked of it, and what people answered.
pub(crate) struct Record {
    /// The event, which several records may share, or the id.
    pub(crate) key: String,
    english: bool,
    documents: Vec<Document>,
    since: Vec<Document>,
    query: Option<String>,
    pub(crate) references: Vec<String>,
}

#[derive(Deserialize)]
struct Row {
    #[serde(default)]
    lang: Option<String>,
    #[serde(default)]
    event: Option<String>,
    #[serde(default)]
    references: Vec<String>,
    #[serde(default)]
    queries: Vec<Question>,
}

#[derive(Deserialize)]
struct Question {
    references: Vec<String>,
}

/// The text of a list of words.
fn list_of(path: &Path) -> Result<String, Notice> {
    let bytes = source::contents(path, Limits::default().file)?;
    String::from_utf8(bytes).map_err(|_| "not UTF-8".into())
}

impl Corpora {
    /// The sets may stand in a folder `summarization` among those of other tasks.
    pub(crate) fn open(data: &Path, warnings: &mut Vec<Warning>) -> Result<Self, ReplicateError> {
        let folder = of_task(data, Task::Summarization);
        entries(&folder)?;
        let mut list = |name: &str, without: &str| {
            list_of(&folder.join(name)).unwrap_or_else(|notice| {
                let message = format!("{}; {without}", notice.message);
                warnings.push(Warning::in_file(name, message));
                String::new()
            })
        };
        let exceptions = list(EXCEPTIONS, "scores are those of the plain stemmer");
        // ROUGE leaves stop words out with -s only, which nothing here asks for.
        let stops = list_of(&folder.join(STOPS)).unwrap_or_default();
        Ok(Self {
            rules: Rules::parse(&exceptions, &stops),
            folder,
        })
    }

    /// The error of a folder without any set.
    pub(crate) fn nothing(&self) -> ReplicateError {
        ReplicateError::NoSets {
            folder: self.folder.display().to_string(),
            wanted: WANTED,
        }
    }

    /// The records of a set, if it is there; a warning says that it is not. With `asked`,
    /// one for each question of a record.
    pub(crate) fn set(
        &self,
        (name, words): (&'static str, usize),
        asked: bool,
        warnings: &mut Vec<Warning>,
        failed: &mut Vec<Failure>,
        run: &Run<'_>,
    ) -> Result<Option<Set>, Cancelled> {
        let path = self.folder.join(format!("{name}.jsonl"));
        if !path.is_file() {
            let missing = warning(format!("the set {name} is missing and left out"));
            if !warnings.contains(&missing) {
                warnings.push(missing);
            }
            return Ok(None);
        }
        let options = SourceOptions {
            format: Some(Format::Text),
            keep_all: true,
            ..SourceOptions::default()
        };
        let pile = source::read(&[path.to_string_lossy().into_owned()], &options, run)?;
        failed.extend(pile.failed);
        let mut records = Vec::new();
        for file in &pile.documents {
            for (i, line) in file.text.lines().enumerate() {
                match rows(line, asked) {
                    Ok(found) => records.extend(found),
                    Err(problem) => {
                        let message = format!("line {}: {problem}", i + 1);
                        let failure = Failure::new(&file.file, message);
                        // A set may be read for two tasks.
                        if !failed.contains(&failure) {
                            failed.push(failure);
                        }
                    }
                }
            }
        }
        let files = digest(&pile.documents);
        let is_empty = records.is_empty();
        if is_empty {
            warnings.push(warning(format!("the set {name} has no record")));
        }
        Ok((!is_empty).then_some(Set {
            name,
            words,
            files,
            records,
        }))
    }

    /// The scorer of records cut at so many words.
    pub(crate) fn scorer(&self, words: usize, english: bool) -> Result<Scorer, SummarizeError> {
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
        let measures = vec![
            Measure::N(1),
            Measure::N(2),
            Measure::L,
            Measure::SU(Some(4)),
        ];
        Scorer::new(measures, options, self.rules.clone())
    }
}

/// The records of a line: one, or one for each question.
fn rows(line: &str, asked: bool) -> Result<Vec<Record>, String> {
    let row: Row = serde_json::from_str(line)
        .map_err(|error| format!("{error}; a row has id, documents and references"))?;
    let options = SourceOptions {
        format: Some(Format::Jsonl),
        keep_all: true,
        ..SourceOptions::default()
    };
    let pile = source::read_bytes("row", line.into(), &options);
    let (Some(set), true) = (pile.sets.first(), pile.failed.is_empty()) else {
        let message = pile.failed.first().map(|failure| failure.message.clone());
        return Err(message.unwrap_or_else(|| "no documents".into()));
    };
    let record = |query: Option<String>, references: Vec<String>| Record {
        key: row.event.clone().unwrap_or_else(|| set.id.clone()),
        english: row.lang.as_deref().unwrap_or("en") == "en",
        documents: pile.documents[set.documents.clone()].to_vec(),
        since: set.since.clone(),
        query,
        references,
    };
    let records: Vec<Record> = if asked && !row.queries.is_empty() {
        let pairs = set.queries.iter().zip(&row.queries);
        pairs
            .map(|(query, row)| record(Some(query.clone()), row.references.clone()))
            .collect()
    } else {
        vec![record(set.queries.first().cloned(), row.references.clone())]
    };
    if records.iter().any(|record| record.references.is_empty()) {
        Err("no references".into())
    } else {
        Ok(records)
    }
}

impl Record {
    /// Whether its text is scored as English.
    pub(crate) fn is_english(&self) -> bool {
        self.english
    }

    /// The sentences of the pile, with what is asked or known where the view has it; for
    /// systems as published without recto's filters.
    pub(crate) fn pool(&self, view: View, paper: bool, run: &Run<'_>) -> Result<Pool, Cancelled> {
        let mut reader = Reader::new(
            self.documents.iter(),
            None,
            UnitKind::Sentence,
            &Limits::default(),
        );
        let mut builder = PoolBuilder::new();
        if paper {
            builder = builder.as_published();
        }
        reader.push(&mut builder, self.documents.iter(), run)?;
        if view == View::Since && !self.since.is_empty() {
            builder.next_group();
            reader.push(&mut builder, self.since.iter(), run)?;
        }
        if let Some(query) = self.query.as_deref().filter(|_| view == View::Query) {
            reader.ask(&mut builder, query, run)?;
        }
        Ok(builder.finish())
    }

    /// The text of a row of the pool's first group, on one line.
    pub(crate) fn line(&self, pool: &Pool, row: usize) -> String {
        let place = pool.sentences()[row].place;
        let text = &self.documents[place.document].text[place.span.range()];
        one_line(text)
    }
}

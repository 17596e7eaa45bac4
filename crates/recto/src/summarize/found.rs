//! What a summary is to a reader: sentences with their places, and what they stand for.

use crate::calendar::{self, Day};
use recto_summarize::pool::Place;
use recto_summarize::{Chosen, Pool};
use recto_text::{Document, Language};
use serde::Serialize;

/// In which order sentences are told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Order {
    /// By date where every document has one, then by document and position.
    #[default]
    Text,
    /// As they were chosen.
    Choice,
}

/// The command's own keys: one summary, or one for each row of a set.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Found {
    /// Of a pile.
    One(Summarized),
    /// Of the rows of a set.
    Set {
        /// One for each row that could be summarised.
        summaries: Vec<NamedSummary>,
    },
}

impl Found {
    pub(super) fn of(mut summaries: Vec<NamedSummary>, is_set: bool) -> Self {
        match is_set {
            true => Self::Set { summaries },
            false => Self::One(
                summaries
                    .pop()
                    .map(|named| named.summary)
                    .unwrap_or_default(),
            ),
        }
    }

    /// Whether there was nothing to summarise.
    pub fn is_empty(&self) -> bool {
        match self {
            Self::One(summary) => summary.candidates == 0,
            Self::Set { summaries } => summaries.is_empty(),
        }
    }
}

/// The summary of a row.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct NamedSummary {
    /// The row's id; with the number of the query behind, where there are several.
    pub id: String,
    /// Its summary.
    #[serde(flatten)]
    pub summary: Summarized,
}

/// A summary.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Summarized {
    /// The sentences, one a line.
    pub summary: String,
    /// The language that it was read in.
    pub language: &'static str,
    /// Its words.
    pub words: usize,
    /// Sentences that could have been chosen.
    pub candidates: usize,
    /// The part of them that the chosen ones stand for, themselves among them.
    pub coverage: f64,
    /// The chosen sentences, in the order of the summary.
    pub sentences: Vec<SummarySentence>,
}

/// A chosen sentence.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SummarySentence {
    /// The id of its document.
    pub document: String,
    /// Its first byte.
    pub start: usize,
    /// One past its last byte.
    pub end: usize,
    /// The text of these bytes.
    pub text: String,
    /// What the method chose it for.
    pub score: f64,
    /// Which choice it was, from 1.
    pub rank: usize,
    /// Where else the same is said in the same or almost the same words.
    pub copies: Vec<(String, usize, usize)>,
    /// Sentences that it stands for: document, first byte, one past the last.
    pub covers: Vec<(String, usize, usize)>,
}

impl SummarySentence {
    /// The text on one line.
    pub(crate) fn line(&self) -> String {
        one_line(&self.text)
    }
}

/// A text with runs of blanks as one blank.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Turns rows of a pool into sentences with places; `documents` are those of the pool, in
/// the order of their numbers.
pub(crate) struct Book<'a> {
    pub(crate) pool: &'a Pool,
    pub(crate) documents: Vec<&'a Document>,
    pub(crate) language: &'static Language,
}

impl Book<'_> {
    fn at(&self, place: Place) -> (String, usize, usize) {
        let id = self.documents[place.document].id.clone();
        (id, place.span.start, place.span.end)
    }

    fn sentence(&self, rank: usize, chosen: &Chosen) -> SummarySentence {
        let sentence = &self.pool.sentences()[chosen.sentence];
        let (document, start, end) = self.at(sentence.place);
        let is_copy = |row: &usize| self.pool.are_near(chosen.sentence, *row);
        let (same, like): (Vec<usize>, Vec<usize>) =
            chosen.covers.iter().partition(|row| is_copy(row));
        let others = sentence.copies.iter().map(|&place| self.at(place));
        SummarySentence {
            text: self.documents[sentence.place.document].text[start..end].to_string(),
            document,
            start,
            end,
            score: chosen.score,
            rank: rank + 1,
            copies: others.chain(self.places(&same)).collect(),
            covers: self.places(&like).collect(),
        }
    }

    /// Where rows stand, their copies too.
    fn places(&self, rows: &[usize]) -> impl Iterator<Item = (String, usize, usize)> {
        let sentences = rows.iter().map(|&row| &self.pool.sentences()[row]);
        let places = sentences.flat_map(|sentence| {
            let copies = sentence.copies.iter().copied();
            [sentence.place].into_iter().chain(copies)
        });
        places
            .map(|place| self.at(place))
            .collect::<Vec<_>>()
            .into_iter()
    }

    /// The summary of a group.
    pub(crate) fn summarized(&self, chosen: &[Chosen], group: usize, order: Order) -> Summarized {
        let rows = self.pool.group(group);
        let mut told: Vec<(usize, &Chosen)> = chosen.iter().enumerate().collect();
        if order == Order::Text {
            let dates = dates(&self.documents);
            told.sort_by_key(|(_, chosen)| {
                let place = self.pool.sentences()[chosen.sentence].place;
                (
                    dates[place.document].clone(),
                    place.document,
                    place.position,
                )
            });
        }
        let sentences: Vec<SummarySentence> = told
            .into_iter()
            .map(|(rank, chosen)| self.sentence(rank, chosen))
            .collect();
        let lines: Vec<String> = sentences.iter().map(SummarySentence::line).collect();
        let covered: usize = chosen.iter().map(|chosen| chosen.covers.len() + 1).sum();
        let summary = lines.join("\n");
        Summarized {
            language: self.language.code,
            words: summary.split_whitespace().count(),
            summary,
            candidates: rows.len(),
            coverage: covered as f64 / rows.len().max(1) as f64,
            sentences,
        }
    }
}

/// The time of each document, to sort by, where all have one; nothing otherwise.
fn dates(documents: &[&Document]) -> Vec<Option<(Day, String)>> {
    let date = |document: &&Document| {
        let time = document.time.as_deref()?;
        Some((calendar::day(time)?, time.to_string()))
    };
    let dates: Vec<Option<(Day, String)>> = documents.iter().map(date).collect();
    match dates.iter().all(Option::is_some) {
        true => dates,
        false => vec![None; documents.len()],
    }
}

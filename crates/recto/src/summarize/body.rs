//! What `summarize` answers: the keys of the contract.

use crate::offsets::{self, Offsets, TextOf, VisitOffset};
use recto_text::one_line;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// In which order sentences are told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Order {
    /// By date where every document has one, then by document and position.
    #[default]
    Text,
    /// As they were chosen.
    Choice,
}

/// The command's own keys: one summary, or one for each row of a set.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Body {
    /// Of a pile.
    One(Summarized),
    /// Of the rows of a set.
    Set {
        /// One for each row that could be summarised.
        summaries: Vec<NamedSummary>,
    },
}

impl Body {
    pub(super) fn of(mut summaries: Vec<NamedSummary>, is_set: bool) -> Self {
        if is_set {
            Self::Set { summaries }
        } else {
            Self::One(
                summaries
                    .pop()
                    .map(|named| named.summary)
                    .unwrap_or_default(),
            )
        }
    }

    /// The first summary; `None` if there is none.
    pub fn first(&self) -> Option<&Summarized> {
        match self {
            Self::One(summary) => Some(summary),
            Self::Set { summaries } => summaries.first().map(|named| &named.summary),
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
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct NamedSummary {
    /// The row's id; with the number of the query behind, where there are several.
    pub id: String,
    /// Its summary.
    #[serde(flatten)]
    pub summary: Summarized,
}

/// A summary.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Summarized {
    /// The sentences, one a line.
    pub summary: String,
    /// The language that it was read in.
    pub language: String,
    /// Its words.
    pub words: usize,
    /// Sentences that could have been chosen, each copy counted.
    pub candidates: usize,
    /// The part of them that the chosen ones stand for, 0 to 1: themselves, their copies
    /// and what they cover.
    pub coverage: f64,
    /// The chosen sentences, in the order of the summary.
    pub sentences: Vec<SummarySentence>,
}

/// A chosen sentence.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SummarySentence {
    /// The id of its document.
    pub document: String,
    /// Its first byte.
    pub start: usize,
    /// One past its last byte.
    pub end: usize,
    /// The text of these bytes.
    pub text: String,
    /// Where it begins, if the document has named places, such as `page 3`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// Who says it, in a transcript.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub speaker: Option<String>,
    /// What the method chose it for.
    pub score: f64,
    /// Which choice it was, from 1.
    pub rank: usize,
    /// Where else the same is said in the same words; case, punctuation and British or
    /// American spelling may differ.
    pub copies: Vec<(String, usize, usize)>,
    /// Sentences that it stands for: document, first byte, one past the last.
    pub covers: Vec<(String, usize, usize)>,
    /// Pairs of adjacent words that it is the first to bring and that others use too, with
    /// their weights: the heaviest, those without a stop word first. Only `auto` counts pairs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub phrases: Vec<(String, f64)>,
}

impl SummarySentence {
    /// The text on one line.
    pub(crate) fn line(&self) -> String {
        one_line(&self.text)
    }
}

impl Offsets for SummarySentence {
    fn each_offset(&mut self, visit: &mut VisitOffset<'_>) {
        let text = TextOf::Document(&self.document);
        offsets::range(visit, text, [&mut self.start, &mut self.end]);
        for (document, start, end) in self.copies.iter_mut().chain(&mut self.covers) {
            offsets::range(visit, TextOf::Document(document), [start, end]);
        }
    }
}

impl Offsets for Body {
    fn each_offset(&mut self, visit: &mut VisitOffset<'_>) {
        let summaries: Vec<&mut Summarized> = match self {
            Self::One(summary) => vec![summary],
            Self::Set { summaries } => summaries.iter_mut().map(|one| &mut one.summary).collect(),
        };
        for sentence in summaries.into_iter().flat_map(|one| &mut one.sentences) {
            sentence.each_offset(visit);
        }
    }
}

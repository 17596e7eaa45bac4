//! What `align` answers: the keys of the contract.

use crate::offsets::{self, Offsets, TextOf, VisitOffset};
use recto_align::{Evidence, Model};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Pairs and their links.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct Body {
    /// The pairs, in the order given.
    pub pairs: Vec<AlignedPair>,
    /// What was learned, to be saved; never in the JSON.
    #[serde(skip)]
    pub model: Option<Model>,
}

/// The links of a document and its summary.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct AlignedPair {
    /// Its id: that of the row, or of the summary.
    pub id: String,
    /// The code of the language that both were read in.
    pub language: String,
    /// The documents that are the source, with their tokens.
    pub documents: Vec<PairDocument>,
    /// Where the tokens stand.
    pub tokens: Tokens,
    /// What supports what, ascending by summary token.
    pub links: Vec<AlignedLink>,
    /// Tokens of the summary without a link, or that only stand in another's place,
    /// ascending.
    pub unsupported: Vec<usize>,
    /// The best candidate of tokens without a link, as far as the method knows one.
    pub rejected: Vec<RejectedLink>,
    /// How well the source supports the summary, 0 to 1: the mean over its sentences; null
    /// if no sentence has a figure.
    pub support: Option<f64>,
    /// The sentences of the summary.
    pub sentences: Vec<SupportedSentence>,
    /// The sentences of the source.
    pub document_sentences: Vec<SourceSentence>,
    /// The sentences of the source that were looked at, as indices; null if all were.
    pub extract: Option<Vec<usize>>,
    /// The log-likelihood of the summary; null where the method has none.
    pub log_likelihood: Option<f64>,
}

/// A document of a source.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct PairDocument {
    /// Its id.
    pub id: String,
    /// Its tokens among those of the source: the first, and one past the last.
    pub tokens: [usize; 2],
}

/// Tokens as bytes, each from its first to one past its last.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct Tokens {
    /// Of the source; offsets refer to the text of the document that holds the token.
    pub document: Vec<[usize; 2]>,
    /// Of the summary.
    pub summary: Vec<[usize; 2]>,
}

/// Neighbouring tokens of the summary that come from neighbouring tokens of the source.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AlignedLink {
    /// Tokens of the summary: the first, and one past the last.
    pub summary: [usize; 2],
    /// Tokens of the source.
    pub document: [usize; 2],
    /// The probability of the least certain token, 0 to 1; 1 where the method has none.
    pub p: f64,
    /// Why they are linked; of several tokens, the weakest reason. What only stands in
    /// another's place counts as unsupported.
    pub by: Evidence,
}

impl AlignedLink {
    /// Whether the source supports the tokens of the summary.
    pub fn is_support(&self) -> bool {
        self.by < Evidence::Place
    }

    /// The pairs of single tokens that it stands for, of the source and of the summary:
    /// both sides are equally long.
    pub(super) fn words(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let ([start, end], [from, to]) = (self.document, self.summary);
        (start..end).zip(from..to)
    }
}

/// A link that was not certain enough.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct RejectedLink {
    /// The token of the summary.
    pub summary: usize,
    /// The token of the source that came nearest.
    pub document: usize,
    /// Its probability, 0 to 1.
    pub p: f64,
}

/// A sentence of the summary and how well the source supports it.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct SupportedSentence {
    /// First byte in the text of the summary.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
    /// Its tokens: the first, and one past the last.
    pub tokens: [usize; 2],
    /// How well the source supports it, 0 to 1; null if that cannot be said.
    pub support: Option<f64>,
    /// What speaks against it, in words.
    pub because: Vec<String>,
    /// Where it begins, if the summary has named places, such as `page 3`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
}

/// A sentence of the source.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct SourceSentence {
    /// Index of its document among those of the pair.
    pub document: usize,
    /// First byte in the text of that document.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
    /// Its tokens: the first, and one past the last.
    pub tokens: [usize; 2],
    /// Where it begins, if the document has named places, such as `page 3`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
}

impl Offsets for Body {
    fn each_offset(&mut self, visit: &mut VisitOffset<'_>) {
        self.pairs
            .iter_mut()
            .for_each(|pair| pair.each_offset(visit));
    }
}

impl Offsets for AlignedPair {
    fn each_offset(&mut self, visit: &mut VisitOffset<'_>) {
        for document in &self.documents {
            let [first, end] = document.tokens;
            let tokens = self.tokens.document.get_mut(first..end);
            for token in tokens.into_iter().flatten() {
                offsets::range(visit, TextOf::Document(&document.id), token.each_mut());
            }
        }
        for sentence in &mut self.document_sentences {
            if let Some(document) = self.documents.get(sentence.document) {
                let text = TextOf::Document(&document.id);
                offsets::range(visit, text, [&mut sentence.start, &mut sentence.end]);
            }
        }
        let Some(source) = self.documents.first() else {
            return;
        };
        let summary = TextOf::SummaryOf(&source.id);
        for token in &mut self.tokens.summary {
            offsets::range(visit, summary, token.each_mut());
        }
        for sentence in &mut self.sentences {
            offsets::range(visit, summary, [&mut sentence.start, &mut sentence.end]);
        }
    }
}

//! The constituents of a document: nested spans that a jump skips.
//!
//! They come from parses that a user gives ([`trees`], in the brackets of the Penn Treebank),
//! laid over the words of a document by [`cover`]; else from a chunker that knows the closed
//! classes of English (`chunks`). Jumps need little of them: which spans are often skipped
//! as one.

mod chunks;
mod cover;
mod tag;
mod tree;

pub(crate) use chunks::chunks;
pub use cover::{Mismatch, cover};
pub use tree::{BadTree, Tree, trees};

use recto_text::TermId;

/// A span of words with a label.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Constituent {
    /// Its label, numbered by [`Pairs`](crate::Pairs).
    pub label: TermId,
    /// The first word, from 0.
    pub first: usize,
    /// The last word, which belongs to it.
    pub last: usize,
}

/// The label of a whole sentence.
pub(crate) const SENTENCE: &str = "S";

/// The labels that the chunker gives, `S` first.
pub(crate) const LABELS: [&str; 21] = [
    SENTENCE, "CL", "NP", "PP", "VP", "DT", "IN", "PRP", "MD", "AUX", "CC", "TO", "WP", "RB", "CD",
    "JJ", "NN", "NNP", "VB", ",", ".",
];

//! How well the source supports each sentence of a summary.

use recto_align::{Alignment, Pairs};

/// A figure for a sentence, and what speaks against it.
pub(super) struct Support {
    pub(super) support: Option<f64>,
    pub(super) because: Vec<String>,
}

/// One figure for each sentence of the summary of a pair.
pub(super) fn sentences(pairs: &Pairs, pair: usize, _alignment: &Alignment) -> Vec<Support> {
    let sentences = pairs.pairs[pair].summary.sentences.iter();
    let unknown = |_| Support {
        support: None,
        because: Vec::new(),
    };
    sentences.map(unknown).collect()
}

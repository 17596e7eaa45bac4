//! The result of a summariser.

use recto_math::Notice;
use serde_json::{Map, Value};

/// Chosen sentences with their scores and what they cover.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Summary {
    /// Chosen sentences in the order of choice.
    pub chosen: Vec<Chosen>,
    /// Objective of the method after each step; empty for methods without one.
    pub trace: Vec<f64>,
    /// Warnings for the user.
    pub warnings: Vec<Notice>,
    /// Parameters that the pile or the question decided, by name; null where one was not
    /// used. They stand over the method's own account of its parameters.
    pub decided: Map<String, Value>,
}

/// A chosen sentence.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Chosen {
    /// Row of the sentence in the pool.
    pub sentence: usize,
    /// Score by which the method chose it; its scale depends on the method.
    pub score: f64,
    /// Rows of the pool that it covers, without itself; increasing.
    pub covers: Vec<usize>,
    /// Pairs of adjacent words that it is the first to bring, the heaviest of them with
    /// their weights; empty for methods that do not count pairs.
    pub phrases: Vec<(String, f64)>,
}

impl Summary {
    /// Rows of the chosen sentences, in the order of choice.
    pub fn rows(&self) -> Vec<usize> {
        self.chosen.iter().map(|chosen| chosen.sentence).collect()
    }

    /// Takes chosen sentences out of what others stand for, so that each is counted once.
    pub(crate) fn speak_for_themselves(&mut self) {
        let mut rows = self.rows();
        rows.sort_unstable();
        for chosen in &mut self.chosen {
            let is_other = |row: &usize| rows.binary_search(row).is_err();
            chosen.covers.retain(is_other);
        }
    }
}

//! What a method answers.

use recto_math::Notice;
use serde_json::{Map, Value};

/// Sentences that were chosen, and why.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Summary {
    /// The chosen sentences, in the order of choice.
    pub chosen: Vec<Chosen>,
    /// The method's objective, step by step.
    pub trace: Vec<f64>,
    /// What the user should know.
    pub warnings: Vec<Notice>,
    /// Parameters that the pile or the question decided, by name; null where one was not
    /// used. They stand over the method's own account of its parameters.
    pub decided: Map<String, Value>,
}

/// A sentence that was chosen.
#[derive(Debug, Clone, PartialEq)]
pub struct Chosen {
    /// Its row of the pool.
    pub sentence: usize,
    /// What the method chose it for.
    pub score: f64,
    /// Rows of the pool that it stands for, itself left out; increasing.
    pub covers: Vec<usize>,
}

impl Summary {
    /// The rows of the pool that were chosen, in the order of choice.
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

//! The result of a summariser.

use recto_math::Notice;

/// Chosen sentences with their scores and what they cover.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Summary {
    /// Chosen sentences in the order of choice.
    pub chosen: Vec<Chosen>,
    /// Objective of the method after each step; empty for methods without one.
    pub trace: Vec<f64>,
    /// Warnings for the user.
    pub warnings: Vec<Notice>,
}

/// A chosen sentence.
#[derive(Debug, Clone, PartialEq)]
pub struct Chosen {
    /// Row of the sentence in the pool.
    pub sentence: usize,
    /// Score by which the method chose it; its scale depends on the method.
    pub score: f64,
    /// Rows of the pool that it covers, without itself; increasing.
    pub covers: Vec<usize>,
}

impl Summary {
    /// Rows of the chosen sentences, in the order of choice.
    pub fn rows(&self) -> Vec<usize> {
        self.chosen.iter().map(|chosen| chosen.sentence).collect()
    }
}

//! Order of sentences from fitted topics.
//!
//! The paper takes the most probable sentence of each topic and says nothing of order,
//! ties or a budget that is not yet filled. Here topics come by their weight
//! `pi_k = sum_d gamma_dk`, and round `r` takes the sentence of rank `r` of each; ties go
//! to the first sentence.

use super::params::Select;
use crate::pool::Pool;
use crate::select_within_budget::ranked;
use crate::topics::{heaviest_first, in_turn};
use recto_math::similarity::{cosine_of, norm};
use recto_math::{CsrMatrix, DenseMatrix};

/// What is known of topics when sentences are chosen.
pub(crate) struct Topics<'a> {
    /// Base models by topics: how probable each is.
    pub(crate) sentences: &'a DenseMatrix,
    /// Words by topics.
    pub(crate) words: &'a DenseMatrix,
    /// How much of the pile each topic is.
    pub(crate) weights: &'a [f64],
    /// The words of each base model.
    pub(crate) base: &'a CsrMatrix,
}

impl Topics<'_> {
    /// The rows of the pool among `rows` in the order of choice, each score multiplied by
    /// `factor(row)`. The first base model is the first row of the pool.
    ///
    /// BSTM sec. 3.2: the sentence with the highest probability in each topic.
    pub(crate) fn order(
        &self,
        rows: &[usize],
        select: Select,
        factor: impl Fn(usize) -> f64,
    ) -> Vec<(usize, f64)> {
        let topics = heaviest_first(self.weights);
        let lists = |score: &dyn Fn(usize, usize) -> f64| {
            let list = |&k: &usize| ranked(rows, |row| score(row, k) * factor(row));
            in_turn(&topics.iter().map(list).collect::<Vec<_>>())
        };
        match select {
            Select::Topic => lists(&|row, k| self.sentences[(row, k)]),
            Select::TopicCosine => {
                let cosines = self.cosines();
                lists(&|row, k| cosines[(row, k)])
            }
            Select::Mix => {
                let total: f64 = self.weights.iter().sum::<f64>().max(1e-300);
                let mixed = |row: usize| {
                    let p = recto_math::dense::dot(self.sentences.row(row), self.weights);
                    p / total * factor(row)
                };
                ranked(rows, mixed)
            }
        }
    }

    /// The cosine of each base model with the words of each topic.
    fn cosines(&self) -> DenseMatrix {
        let squares = recto_math::factor::gram(self.words);
        let mut products = recto_math::factor::times(self.base, self.words);
        for s in 0..products.n_rows() {
            let length = norm(self.base.row(s));
            for (k, product) in products.row_mut(s).iter_mut().enumerate() {
                *product = cosine_of(*product, length * squares[(k, k)].sqrt());
            }
        }
        products
    }
}

/// The exponent of the position weight where nothing was asked.
const POSITION_WEIGHT: f64 = 0.5;

/// The exponent of the position weight: what was asked, or 0.5 for two documents and more.
pub(crate) fn exponent(asked: Option<f64>, n_documents: usize) -> f64 {
    let rule = if n_documents > 1 {
        POSITION_WEIGHT
    } else {
        0.0
    };
    asked.unwrap_or(rule)
}

/// `(1 + position)^-exponent` of a row of the pool.
pub(crate) fn position_weight(pool: &Pool, row: usize, exponent: f64) -> f64 {
    let position = pool.sentences()[row].place.position as f64;
    (1.0 + position).powf(-exponent)
}

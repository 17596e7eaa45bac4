//! Which words made a class, and whether a document is neutral or mixed.
//!
//! Scores of linear models are sums over words: the contribution of word i to the lead of
//! the first class a over the second b is `(w_ia - w_ib) x_i`, and contributions and bias add
//! up to the lead exactly. For factors, whose scores are no sums, the contributions are
//! those of the least-squares projection, and [`Explanation::is_exact`] is false.

use crate::Model;
use crate::arithmetic::argmax;
use recto_math::{DenseMatrix, SparseRow};
use serde::Serialize;

/// Share of the evidence below which the difference of both sides counts as mixed. On four
/// sets of reviews half labelled, 54 % of the mixed documents were classified right and 88 %
/// of the clear ones.
const MIXED: f64 = 0.1;

/// Share of the median evidence of the fitted documents below which a document is neutral.
pub(crate) const NEUTRAL: f64 = 0.25;

/// How clearly a document belongs to its class.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Leaning {
    /// One side outweighs the other.
    Clear,
    /// There are words on both sides, which nearly balance.
    Mixed,
    /// There are hardly any words that speak for a class.
    Neutral,
}

/// A word and its contribution.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Contribution {
    /// Id of the term.
    pub term: u32,
    /// What it adds to the lead of the class over the runner-up; negative if it speaks
    /// against it.
    pub weight: f64,
}

/// Why a document has its class.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Explanation {
    /// The class with the largest score.
    pub class: usize,
    /// The class with the second largest score.
    pub against: usize,
    /// Words that speak for the class, strongest first.
    pub toward: Vec<Contribution>,
    /// Words that speak for the other, strongest first.
    pub away: Vec<Contribution>,
    /// Lead of the class before any word.
    pub bias: f64,
    /// How clearly it belongs to its class.
    pub leaning: Leaning,
    /// Whether contributions and bias add up to the lead exactly.
    pub is_exact: bool,
}

impl Explanation {
    /// Sum of contributions and bias: the lead of the class.
    pub fn lead(&self) -> f64 {
        let all = self.toward.iter().chain(&self.away);
        all.map(|word| word.weight).sum::<f64>() + self.bias
    }

    fn evidence(&self) -> f64 {
        self.toward
            .iter()
            .chain(&self.away)
            .map(|word| word.weight.abs())
            .sum()
    }
}

/// Explains documents of one model; made once for many documents.
pub struct Explainer<'m> {
    model: &'m Model,
    weights: Vec<DenseMatrix>,
}

impl Model {
    /// An explainer of this model's predictions.
    pub fn explainer(&self) -> Explainer<'_> {
        Explainer {
            model: self,
            weights: self
                .parts
                .iter()
                .map(|part| part.linear_weights())
                .collect(),
        }
    }
}

impl Explainer<'_> {
    /// Why a document with these counts has its class.
    pub fn explain(&self, counts: SparseRow<'_>) -> Explanation {
        let mut found = self.contributions(counts);
        let evidence = found.evidence();
        found.leaning = if evidence < self.model.neutral_evidence || evidence == 0.0 {
            Leaning::Neutral
        } else if found.lead().abs() < MIXED * evidence {
            Leaning::Mixed
        } else {
            Leaning::Clear
        };
        found
    }

    /// Sum of all contributions of a document, either way.
    pub(crate) fn evidence(&self, counts: SparseRow<'_>) -> f64 {
        self.contributions(counts).evidence()
    }

    fn contributions(&self, counts: SparseRow<'_>) -> Explanation {
        let model = self.model;
        let rows: Vec<Vec<(u32, f64)>> = model
            .parts
            .iter()
            .map(|part| part.weighting.row(counts))
            .collect();
        let mut scores = model.biases();
        for (row, weights) in rows.iter().zip(&self.weights) {
            for &(term, x) in row {
                recto_math::dense::axpy(x, weights.row(term as usize), &mut scores);
            }
        }
        let class = argmax(&scores);
        let second = |best: Option<usize>, k: usize| match best {
            Some(best) if scores[best] >= scores[k] => Some(best),
            _ => Some(k),
        };
        let others = (0..scores.len()).filter(|&k| k != class);
        let against = others.fold(None, second).unwrap_or(class);
        let lead = |at: usize| -> f64 {
            let of_part = |(row, weights): (&Vec<(u32, f64)>, &DenseMatrix)| {
                let (term, x) = row[at];
                let own = weights.row(term as usize);
                x * (own[class] - own[against])
            };
            rows.iter().zip(&self.weights).map(of_part).sum()
        };
        let words = counts
            .columns
            .iter()
            .enumerate()
            .map(|(at, &term)| Contribution {
                term,
                weight: lead(at),
            });
        let (mut toward, mut away): (Vec<_>, Vec<_>) = words
            .filter(|word| word.weight != 0.0)
            .partition(|word| word.weight > 0.0);
        toward.sort_by(|a, b| b.weight.total_cmp(&a.weight).then(a.term.cmp(&b.term)));
        away.sort_by(|a, b| a.weight.total_cmp(&b.weight).then(a.term.cmp(&b.term)));
        let biases = model.biases();
        Explanation {
            class,
            against,
            toward,
            away,
            bias: biases[class] - biases[against],
            leaning: Leaning::Clear,
            is_exact: model.is_linear(),
        }
    }
}

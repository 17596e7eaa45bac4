//! Three coverages in one objective, maximised by lazy greedy selection.
//!
//! ```text
//! F_j = sum_i w_i max(0, s_j A_ij - cur_i)      similar sentences
//! B_j = weight of the new word pairs of j       U_j = weight of its new words
//! q_j = (F_j / f0 + b B_j / b0 + U_j / u0) / (n_j^r (1 + p_j)^c)
//! ```
//!
//! `b` is 1, `A` are cosines, `cur_i` how far sentence i is covered (the largest `s_k A_ik` of a
//! chosen k), and `f0`, `b0`, `u0` the largest values of the first step. The numerator is
//! monotone and submodular and the divisor does not change, so an outdated `q` is an upper
//! bound and lazy selection is exact.
//!
//! No cosine is kept. What a candidate covers alone, `sum_i w_i A_ij`, is its product with
//! the weighted sum of all vectors; what of it is covered already is summed over the lists
//! of its terms when it is asked for, and before that its word pairs and words are brought
//! up to date, which often settles that it is not the best.

use super::Room;
use super::concepts::Concepts;
use crate::sample::evenly;
use recto_math::CsrMatrix;
use std::collections::BinaryHeap;

/// What is to be maximised. Candidates are numbered from 0.
pub(super) struct Objective<'a> {
    pub(super) similar: Similar<'a>,
    pub(super) pairs: Concepts,
    pub(super) words: Concepts,
    /// How much word pairs count beside similar sentences and words.
    pub(super) pair_weight: f64,
    /// What `q` is divided by, for each candidate.
    pub(super) divisors: Vec<f64>,
}

/// Coverage by similar sentences.
pub(super) struct Similar<'a> {
    /// Unit vectors of the rows of the pool.
    vectors: &'a CsrMatrix,
    /// The row of each candidate.
    rows: &'a [usize],
    /// For each term the sentences to be covered that have it, with their values.
    lists: CsrMatrix,
    /// `w_i` of each sentence to be covered.
    weights: Vec<f64>,
    /// `s_j` of each candidate, 0 to 1.
    pub(super) appeal: Vec<f64>,
    /// `s_j sum_i w_i A_ij`, the gain of each candidate while nothing is covered.
    pub(super) alone: Vec<f64>,
    /// How far each sentence is covered.
    state: Vec<f64>,
    /// Cosines of the candidate that is looked at; all 0 in between.
    cosines: Vec<f64>,
    met: Vec<u32>,
}

impl<'a> Similar<'a> {
    /// Coverage of the candidates by each other, of `most` of them if they are more;
    /// `weights` are those of all, and `relevance` is the power of what a candidate covers
    /// alone in its appeal.
    pub(super) fn new(
        vectors: &'a CsrMatrix,
        rows: &'a [usize],
        weights: &[f64],
        relevance: f64,
        most: usize,
    ) -> Self {
        let worth = weighted_cosines(vectors, rows, rows, weights);
        let largest = worth.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
        let appeal = worth.iter().map(|worth| (worth / largest).powf(relevance));
        let appeal: Vec<f64> = appeal.collect();
        let sample = evenly(rows.len(), most);
        let share = rows.len() as f64 / sample.len().max(1) as f64;
        let weights: Vec<f64> = sample.iter().map(|&at| share * weights[at]).collect();
        let ground: Vec<usize> = sample.iter().map(|&at| rows[at]).collect();
        let worth = weighted_cosines(vectors, rows, &ground, &weights);
        let alone = appeal.iter().zip(&worth);
        Self {
            vectors,
            rows,
            alone: alone.map(|(appeal, worth)| appeal * worth).collect(),
            appeal,
            lists: vectors.select_rows(ground).transpose(),
            state: vec![0.0; weights.len()],
            cosines: vec![0.0; weights.len()],
            met: Vec::new(),
            weights,
        }
    }

    /// Calls `f` with each sentence that shares a term with the candidate: how far it is
    /// covered, its weight, and how far the candidate covers it.
    fn reach(&mut self, candidate: usize, mut f: impl FnMut(&mut f64, f64, f64)) {
        for (term, weight) in self.vectors.row(self.rows[candidate]).iter() {
            for (other, value) in self.lists.row(term as usize).iter() {
                let cosine = &mut self.cosines[other as usize];
                if *cosine == 0.0 {
                    self.met.push(other);
                }
                *cosine += weight * value;
            }
        }
        let appeal = self.appeal[candidate];
        for other in self.met.drain(..) {
            let other = other as usize;
            let value = appeal * std::mem::take(&mut self.cosines[other]);
            f(&mut self.state[other], self.weights[other], value);
        }
    }

    /// What the candidate adds to what is covered.
    fn gain(&mut self, candidate: usize) -> f64 {
        let mut covered = 0.0;
        self.reach(candidate, |state, weight, value| {
            covered += weight * value.min(*state);
        });
        // Rounding may leave less than nothing.
        (self.alone[candidate] - covered).max(0.0)
    }

    fn take(&mut self, candidate: usize) {
        self.reach(candidate, |state, _, value| *state = state.max(value));
    }
}

/// `sum_i w_i A_ij` for each of `rows`, over `others` with their weights.
fn weighted_cosines(
    vectors: &CsrMatrix,
    rows: &[usize],
    others: &[usize],
    weights: &[f64],
) -> Vec<f64> {
    let mut sum = vec![0.0; vectors.n_columns()];
    for (&row, weight) in others.iter().zip(weights) {
        let terms = vectors.row(row).iter();
        terms.for_each(|(term, value)| sum[term as usize] += weight * value);
    }
    let product = |&row: &usize| {
        let terms = vectors.row(row).iter();
        terms.map(|(term, value)| value * sum[term as usize]).sum()
    };
    rows.iter().map(product).collect()
}

/// A chosen candidate.
pub(super) struct Pick {
    pub(super) candidate: usize,
    /// `q` when it was chosen.
    pub(super) score: f64,
    /// Word pairs that it is the first to bring.
    pub(super) brings: Vec<u32>,
}

/// A candidate with a `q` that may be out of date, ordered by it, ties by the lowest
/// candidate.
#[derive(PartialEq)]
struct Stale {
    q: f64,
    candidate: usize,
    round: usize,
}

impl Eq for Stale {}

impl Ord for Stale {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        let by_q = self.q.total_cmp(&other.q);
        by_q.then(other.candidate.cmp(&self.candidate))
    }
}

impl PartialOrd for Stale {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// The selection under way.
struct Selection<'o, 'a> {
    objective: &'o mut Objective<'a>,
    /// Largest values of the first step: similar sentences, pairs, words. A part whose
    /// largest value is 0 is left out.
    scales: [f64; 3],
    pairs_covered: Vec<bool>,
    words_covered: Vec<bool>,
    /// The last known gain of each candidate in similar sentences.
    similar: Vec<f64>,
}

impl<'a> Objective<'a> {
    /// Repeatedly takes the candidate of the largest `q` for which there is room, until none
    /// is left or none adds anything.
    pub(super) fn greedy(&mut self, candidates: &[usize], room: &mut Room<'_>) -> Vec<Pick> {
        let mut selection = Selection::new(self, candidates);
        let stale = |&candidate: &usize| Stale {
            q: selection.q(candidate),
            candidate,
            round: 0,
        };
        let mut heap: BinaryHeap<Stale> = candidates.iter().map(stale).collect();
        let mut picks: Vec<Pick> = Vec::new();
        while let Some(top) = heap.pop().filter(|top| top.q > 0.0) {
            let (candidate, round) = (top.candidate, picks.len());
            // A budget only shrinks: what it does not hold is not worth bringing up to date.
            if !room.affords(candidate) {
                continue;
            }
            if top.round < round {
                let bound = Stale {
                    q: selection.q(candidate),
                    ..top
                };
                if heap.peek().is_some_and(|next| *next > bound) {
                    heap.push(bound);
                    continue;
                }
                selection.refresh(candidate);
                let q = selection.q(candidate);
                heap.push(Stale {
                    q,
                    candidate,
                    round,
                });
            } else if room.takes(candidate) {
                picks.push(Pick {
                    candidate,
                    score: top.q,
                    brings: selection.take(candidate),
                });
            }
        }
        picks
    }
}

impl<'o, 'a> Selection<'o, 'a> {
    fn new(objective: &'o mut Objective<'a>, candidates: &[usize]) -> Self {
        let pairs_covered = vec![false; objective.pairs.weights.len()];
        let words_covered = vec![false; objective.words.weights.len()];
        let most = |gain: &dyn Fn(usize) -> f64| {
            let gains = candidates.iter().map(|&candidate| gain(candidate));
            gains.fold(0.0, f64::max)
        };
        let similar = objective.similar.alone.clone();
        let scales = [
            most(&|candidate| similar[candidate]),
            most(&|candidate| objective.pairs.gain(candidate, &pairs_covered))
                / objective.pair_weight,
            most(&|candidate| objective.words.gain(candidate, &words_covered)),
        ];
        Self {
            objective,
            scales,
            pairs_covered,
            words_covered,
            similar,
        }
    }

    /// `q` of a candidate, with the last known gain in similar sentences.
    fn q(&self, candidate: usize) -> f64 {
        let parts = [
            self.similar[candidate],
            self.objective.pairs.gain(candidate, &self.pairs_covered),
            self.objective.words.gain(candidate, &self.words_covered),
        ];
        let scaled = parts.iter().zip(&self.scales);
        let scaled = scaled.filter(|(_, scale)| **scale > 0.0);
        let sum: f64 = scaled.map(|(part, scale)| part / scale).sum();
        sum / self.objective.divisors[candidate]
    }

    fn refresh(&mut self, candidate: usize) {
        self.similar[candidate] = self.objective.similar.gain(candidate);
    }

    /// Chooses a candidate; returns the word pairs that are new with it.
    fn take(&mut self, candidate: usize) -> Vec<u32> {
        self.objective.similar.take(candidate);
        for &word in self.objective.words.of(candidate) {
            self.words_covered[word as usize] = true;
        }
        let pairs = self.objective.pairs.of(candidate).iter().copied();
        let is_new = |pair: &u32| !std::mem::replace(&mut self.pairs_covered[*pair as usize], true);
        pairs.filter(is_new).collect()
    }
}

//! Facility location objective and its lazy greedy maximisation.
//!
//! ```text
//! F(S) = sum_i w_i max(0, max_{j in S} s_j (A_ij - k_i))
//! ```
//!
//! `A` are cosines with 1 on the diagonal, `w_i` is the weight of sentence i as one to be
//! covered, `k_i` how far it is covered at the start, and `s_j` the prior of j as a
//! candidate. `F` is monotone and submodular: gains never rise. An outdated gain is
//! therefore an upper bound, and a candidate whose gain is current and still on top of the
//! heap is the best of all, without recomputing the others (Minoux's lazy greedy). In the
//! published form `s_j` multiplies the gain instead ([`PriorPlace::OnGain`]). That is not a
//! function of the set, so only the greedy algorithm defines its result; gains never rise
//! there either, so laziness is still exact.

use recto_math::CsrMatrix;
use std::collections::BinaryHeap;

/// What the prior of a candidate multiplies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PriorPlace {
    /// The coverage: a candidate with a lower prior covers less.
    InObjective,
    /// The gain only: it covers as much, but is chosen later.
    OnGain,
}

/// The facility location problem of one group. Rows are numbered from 0 within the group.
pub(crate) struct Coverage<'a> {
    /// Cosines between rows, without the diagonal.
    pub(crate) similar: &'a CsrMatrix,
    /// Weight of each row as one to be covered, from 0.
    pub(crate) weights: &'a [f64],
    /// How far each row is covered at the start, from 0 to 1.
    pub(crate) known: &'a [f64],
    /// Prior of each row as a candidate, from 0.
    pub(crate) priors: &'a [f64],
    /// What the prior multiplies.
    pub(crate) prior_place: PriorPlace,
}

/// A candidate with a gain that may be out of date: a heap entry, ordered by gain, ties by
/// the lowest row.
#[derive(PartialEq)]
struct Stale {
    gain: f64,
    row: usize,
    round: usize,
}

impl Eq for Stale {}

impl Ord for Stale {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        let by_gain = self.gain.total_cmp(&other.gain);
        by_gain.then(other.row.cmp(&self.row))
    }
}

impl PartialOrd for Stale {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Coverage<'_> {
    /// Number of rows.
    pub(crate) fn len(&self) -> usize {
        self.weights.len()
    }

    /// How far `row` covers itself and each row similar to it.
    fn covered_by(&self, row: usize) -> impl Iterator<Item = (usize, f64)> {
        let scale = match self.prior_place {
            PriorPlace::InObjective => self.priors[row],
            PriorPlace::OnGain => 1.0,
        };
        let others = self.similar.row(row).iter();
        let all = others.map(|(other, cosine)| (other as usize, cosine));
        let value = move |(other, cosine): (usize, f64)| {
            (other, scale * (cosine - self.known[other]).max(0.0))
        };
        all.chain([(row, 1.0)]).map(value)
    }

    /// Gain of choosing `row` when rows are covered as far as `state`.
    pub(crate) fn gain(&self, state: &[f64], row: usize) -> f64 {
        let added = self
            .covered_by(row)
            .map(|(other, value)| self.weights[other] * (value - state[other]).max(0.0));
        let factor = match self.prior_place {
            PriorPlace::InObjective => 1.0,
            PriorPlace::OnGain => self.priors[row],
        };
        factor * added.sum::<f64>()
    }

    /// Updates `state` for the choice of `row`.
    pub(crate) fn take(&self, state: &mut [f64], row: usize) {
        for (other, value) in self.covered_by(row) {
            state[other] = state[other].max(value);
        }
    }

    /// How far each row is covered by `chosen`.
    pub(crate) fn state(&self, chosen: &[usize]) -> Vec<f64> {
        let mut state = vec![0.0; self.len()];
        for &row in chosen {
            self.take(&mut state, row);
        }
        state
    }

    /// Lazy greedy: repeatedly adds the candidate with the largest gain that `afford`
    /// accepts to `chosen`, and returns the gains. A candidate that is refused is never
    /// offered again, because a budget only shrinks.
    pub(crate) fn greedy(
        &self,
        candidates: &[usize],
        chosen: &mut Vec<usize>,
        mut afford: impl FnMut(usize) -> bool,
    ) -> Vec<f64> {
        let mut state = self.state(chosen);
        let stale = |&row: &usize| Stale {
            gain: self.gain(&state, row),
            row,
            round: 0,
        };
        let left = candidates.iter().filter(|row| !chosen.contains(row));
        let mut heap: BinaryHeap<Stale> = left.map(stale).collect();
        let mut gains = Vec::new();
        while let Some(top) = heap.pop() {
            // The gain is from an earlier round: update it and let the heap decide again.
            if top.round < gains.len() {
                let gain = self.gain(&state, top.row);
                let round = gains.len();
                heap.push(Stale { gain, round, ..top });
                continue;
            }
            if !afford(top.row) {
                continue;
            }
            self.take(&mut state, top.row);
            chosen.push(top.row);
            gains.push(top.gain);
        }
        gains
    }
}

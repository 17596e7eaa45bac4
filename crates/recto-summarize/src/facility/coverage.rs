//! Facility location: how well chosen sentences stand for all others.
//!
//! ```text
//! F(S) = sum_i w_i max(0, max_{j in S} s_j (A_ij - k_i))
//! ```
//!
//! `A` holds cosines with 1 on the diagonal, `w` weights of what wants to be covered, `k`
//! how far it is covered from the start, `s` how welcome a candidate is. `F` is monotone
//! and submodular: a gain can only fall, so a heap of stale gains finds the same sentences
//! as all gains computed anew. The published form lets `s_j` multiply the gain instead
//! ([`Welcome::OnGain`]), which is no function of the set: it has a greedy answer only.

use recto_math::CsrMatrix;
use std::collections::BinaryHeap;

/// Where the factor of a candidate stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Welcome {
    /// In the objective: what it covers, it covers less well.
    InValue,
    /// On the gain alone.
    OnGain,
}

/// What is to be covered, and by what.
pub(crate) struct Coverage<'a> {
    /// Cosines of the rows of a group, numbered from 0, without the diagonal.
    pub(crate) similar: &'a CsrMatrix,
    /// Weight of each row.
    pub(crate) weights: &'a [f64],
    /// How far each row is covered from the start.
    pub(crate) known: &'a [f64],
    /// How welcome each row is as a candidate.
    pub(crate) welcome: &'a [f64],
    /// Where that factor stands.
    pub(crate) place: Welcome,
}

/// A gain that may be out of date; the greatest first, then the lowest row.
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
    /// How many rows.
    pub(crate) fn len(&self) -> usize {
        self.weights.len()
    }

    /// What `row` covers of itself and of each row like it.
    fn covered_by(&self, row: usize) -> impl Iterator<Item = (usize, f64)> {
        let scale = match self.place {
            Welcome::InValue => self.welcome[row],
            Welcome::OnGain => 1.0,
        };
        let others = self.similar.row(row).iter();
        let all = others.map(|(other, cosine)| (other as usize, cosine));
        let value = move |(other, cosine): (usize, f64)| {
            (other, scale * (cosine - self.known[other]).max(0.0))
        };
        all.chain([(row, 1.0)]).map(value)
    }

    /// What choosing `row` would add where `state` holds.
    pub(crate) fn gain(&self, state: &[f64], row: usize) -> f64 {
        let added = self
            .covered_by(row)
            .map(|(other, value)| self.weights[other] * (value - state[other]).max(0.0));
        let factor = match self.place {
            Welcome::InValue => 1.0,
            Welcome::OnGain => self.welcome[row],
        };
        factor * added.sum::<f64>()
    }

    /// Chooses `row`.
    pub(crate) fn take(&self, state: &mut [f64], row: usize) {
        for (other, value) in self.covered_by(row) {
            state[other] = state[other].max(value);
        }
    }

    /// How far everything is covered by `chosen`.
    pub(crate) fn state(&self, chosen: &[usize]) -> Vec<f64> {
        let mut state = vec![0.0; self.len()];
        for &row in chosen {
            self.take(&mut state, row);
        }
        state
    }

    /// Adds to `chosen` the candidate of greatest gain, again and again, as long as
    /// `afford` lets one in; returns the gains. What is refused once is refused for good.
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

//! Scores of the boundaries themselves: exact, with tolerance, and boundary similarity.
//!
//! All functions here take bounds that [`check_bounds`](super::check_bounds) accepts and look at
//! the inner ones. Two segmentations without any boundary agree: their scores are 1.

use super::inner;

/// Precision, recall and their harmonic mean.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Agreement {
    /// Share of the hypothesis' boundaries that are right; 0 when it has none but should.
    pub precision: f64,
    /// Share of the reference's boundaries that were found; 0 when it has none but should not
    /// have been cut.
    pub recall: f64,
    /// Harmonic mean of both, 0 when both are.
    pub f1: f64,
}

/// Precision, recall and F1 of boundaries at exactly the same place.
pub fn exact(reference: &[usize], hypothesis: &[usize]) -> Agreement {
    within(reference, hypothesis, 0)
}

/// Precision, recall and F1 where a boundary counts as right within `tolerance` units.
///
/// Boundaries are matched one to one, nearest first: all at distance 0, then all at distance 1,
/// and so on; at equal distance from left to right, and the left neighbour before the right.
/// Time grows with `tolerance` times the number of boundaries.
pub fn within(reference: &[usize], hypothesis: &[usize], tolerance: usize) -> Agreement {
    let (reference, hypothesis) = (inner(reference), inner(hypothesis));
    let mut free = Free {
        reference: reference.to_vec(),
        hypothesis: hypothesis.to_vec(),
    };
    // No two boundaries are farther apart than the last of them all.
    let farthest = reference
        .last()
        .max(hypothesis.last())
        .copied()
        .unwrap_or(0);
    let matched = (0..=tolerance.min(farthest))
        .map(|distance| free.match_at(distance))
        .sum();
    Agreement::of(matched, reference.len(), hypothesis.len())
}

impl Agreement {
    fn of(matched: usize, n_reference: usize, n_hypothesis: usize) -> Self {
        if n_reference == 0 && n_hypothesis == 0 {
            return Self {
                precision: 1.0,
                recall: 1.0,
                f1: 1.0,
            };
        }
        let share = |of: usize| {
            if of == 0 {
                0.0
            } else {
                matched as f64 / of as f64
            }
        };
        let f1 = 2.0 * matched as f64 / (n_reference + n_hypothesis) as f64;
        Self {
            precision: share(n_hypothesis),
            recall: share(n_reference),
            f1,
        }
    }
}

/// Boundaries that have no partner yet, each list in order.
struct Free {
    reference: Vec<usize>,
    hypothesis: Vec<usize>,
}

impl Free {
    /// Matches all that lie exactly `distance` apart, removes them and returns their number.
    ///
    /// Linear: both candidates of a reference boundary move right as it does.
    fn match_at(&mut self, distance: usize) -> usize {
        let mut taken = vec![false; self.hypothesis.len()];
        let mut cursor = [0; 2];
        let before = self.reference.len();
        let hypothesis = &self.hypothesis;
        self.reference.retain(|&boundary| {
            let places = [
                boundary.checked_sub(distance),
                boundary.checked_add(distance),
            ];
            !places.into_iter().zip(&mut cursor).any(|(place, at)| {
                let Some(place) = place else { return false };
                while hypothesis.get(*at).is_some_and(|&h| h < place) {
                    *at += 1;
                }
                let found = hypothesis.get(*at) == Some(&place) && !taken[*at];
                if found {
                    taken[*at] = true;
                }
                found
            })
        });
        let mut index = 0;
        self.hypothesis.retain(|_| {
            index += 1;
            !taken[index - 1]
        });
        before - self.reference.len()
    }
}

/// Boundary similarity B with transpositions of neighbouring positions (`n_t = 2`).
///
/// Fournier13 sec. 3: `B = 1 - (|A| + sum of w(t)) / (|A| + |T| + |M|)`, where `M` are the
/// boundaries in both, `T` the pairs one unit apart, `A` all that remain, and `w(t) = 1/2`, the
/// offset divided by `n_t`. 1 is perfect, 0 means nothing in common. Symmetric in its arguments.
pub fn similarity(reference: &[usize], hypothesis: &[usize]) -> f64 {
    let (matches, single) = split(inner(reference), inner(hypothesis));
    let transposed = transpositions(&single);
    let added = single.len() - 2 * transposed;
    let pairs = added + transposed + matches;
    if pairs == 0 {
        return 1.0;
    }
    1.0 - (added as f64 + 0.5 * transposed as f64) / pairs as f64
}

/// Number of common boundaries, and the others in order with the side that has them.
fn split(reference: &[usize], hypothesis: &[usize]) -> (usize, Vec<(usize, bool)>) {
    let mut all: Vec<(usize, bool)> = Vec::with_capacity(reference.len() + hypothesis.len());
    all.extend(reference.iter().map(|&b| (b, false)));
    all.extend(hypothesis.iter().map(|&b| (b, true)));
    all.sort_by_key(|&(boundary, _)| boundary);
    let (mut matches, mut single) = (0, Vec::new());
    for group in all.chunk_by(|left, right| left.0 == right.0) {
        match group {
            [one] => single.push(*one),
            _ => matches += 1,
        }
    }
    (matches, single)
}

/// Pairs one unit apart and of different sides, taken greedily from the left, which on a line
/// of alternating neighbours finds as many as possible.
fn transpositions(single: &[(usize, bool)]) -> usize {
    let (mut count, mut index) = (0, 0);
    while let Some([left, right]) = single.get(index..).and_then(|rest| rest.first_chunk()) {
        let pair = right.0 - left.0 == 1 && right.1 != left.1;
        count += usize::from(pair);
        index += if pair { 2 } else { 1 };
    }
    count
}

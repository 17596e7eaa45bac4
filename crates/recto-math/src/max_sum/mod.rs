//! Affinity propagation for segmentation: damped max-sum message passing that selects
//! segment centres.
//!
//! A binary variable `c(i, j)` means that unit `j` is the centre of unit `i`. Every row has
//! exactly one 1; column `j` is empty, or one contiguous run of ones that contains row `j`.
//! Messages are passed between the variables and these two kinds of factor until the set of
//! centres no longer changes.
//!
//! | symbol | meaning | name in code | shape |
//! |---|---|---|---|
//! | s(i, j) | similarity of i to centre j; on the diagonal the preference | `similarity`, `preference` | band |
//! | rho(i, j) | responsibility: evidence of i that j is its centre | `responsibility` | band |
//! | alpha(i, j) | availability: evidence of j that i is in its segment | `availability` | band |
//! | lambda | damping | `damping` | scalar |
//!
//! One iteration is one pass over the columns: responsibilities of a column from the best
//! and second best of `s + alpha` in each row as the last pass left them, then its
//! availabilities by two scans, then its share of the next row statistics. O(N * H) time
//! and memory. Column blocks run in parallel with statistics of their own; taking maxima
//! does not round, so the merged result has the same bits for any number of threads.
//!
//! The objective need not rise and the set of centres can oscillate for ever, hence the
//! limit on iterations.
//!
//! # Departures
//! - Algorithm 1 of the paper prints the responsibility with its signs exchanged; its
//!   equation 8 is right and is what is computed.
//! - The nested maxima and minima over starts and ends are folded into running scans;
//!   `recurrences_equal_enumeration` shows that they are the same.
//! - A row with no other centre in reach sends 0 instead of infinity, which would break
//!   the damping.
//!
//! # References
//! Anna Kazantseva and Stan Szpakowicz, 2011, Linear Text Segmentation Using Affinity
//! Propagation. EMNLP, section 4.

#[cfg(test)]
mod tests;

use crate::band::{Band, Columns};
use crate::{Cancelled, Run};
use rayon::prelude::*;

/// Damping and stopping rule.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Schedule {
    /// Share of the old message that is kept, from 0 to below 1.
    pub damping: f64,
    /// The messages have converged after this many iterations without a change of centres.
    pub convergence: usize,
    /// Maximum number of iterations.
    pub max_iterations: usize,
}

/// Centres that message passing selected.
#[derive(Debug, Clone, PartialEq)]
pub struct Selected {
    /// Units that are centres, increasing; never empty.
    pub exemplars: Vec<usize>,
    /// By unit: the unit that its messages name as its centre, the strongest of several.
    /// With loops in the graph there may be none, or one that is no centre itself.
    ///
    /// APS alg. 1: line 8.
    pub named: Vec<Option<usize>>,
    /// Whether the messages converged within the maximum number of iterations.
    pub converged: bool,
    /// Number of iterations.
    pub iterations: usize,
}

/// Passes messages until they converge.
///
/// # Errors
/// [`Cancelled`] if the observer asks to stop.
pub fn run(
    similarity: &Band,
    preference: &[f64],
    schedule: Schedule,
    run: &Run<'_>,
) -> Result<Selected, Cancelled> {
    let mut messages = Messages::new(similarity, preference);
    let mut exemplars = Vec::new();
    let (mut unchanged, mut iterations) = (0, 0);
    while iterations < schedule.max_iterations && unchanged < schedule.convergence {
        run.report(
            "passing messages",
            iterations as u64,
            Some(schedule.max_iterations as u64),
        )?;
        messages.iterate(schedule.damping);
        iterations += 1;
        let found = messages.exemplars();
        let same = found == exemplars && !found.is_empty();
        unchanged = if same { unchanged + 1 } else { 0 };
        exemplars = found;
    }
    if exemplars.is_empty() {
        exemplars.extend(messages.strongest());
    }
    Ok(Selected {
        named: messages.named(),
        exemplars,
        converged: unchanged >= schedule.convergence,
        iterations,
    })
}

/// Messages of all pairs in a band.
#[derive(Debug)]
pub struct Messages<'s> {
    similarity: &'s Band,
    preference: &'s [f64],
    responsibility: Vec<f64>,
    availability: Vec<f64>,
    best: Vec<Best>,
}

/// The largest `s + alpha` of a row, its column, and the second largest.
#[derive(Debug, Clone, Copy)]
struct Best {
    first: f64,
    column: u32,
    second: f64,
}

impl Best {
    const NONE: Best = Best {
        first: f64::NEG_INFINITY,
        column: u32::MAX,
        second: f64::NEG_INFINITY,
    };

    fn fold(&mut self, value: f64, column: u32) {
        if value > self.first {
            self.second = self.first;
            (self.first, self.column) = (value, column);
        } else if value > self.second {
            self.second = value;
        }
    }

    /// The largest value over the other columns.
    fn besides(&self, column: u32) -> f64 {
        let other = if self.column == column {
            self.second
        } else {
            self.first
        };
        if other == f64::NEG_INFINITY {
            0.0
        } else {
            other
        }
    }
}

/// Number of columns in a parallel task.
const BLOCK: usize = 256;

impl<'s> Messages<'s> {
    /// Messages that are all 0.
    ///
    /// # Panics
    /// If there is not one preference for each unit.
    pub fn new(similarity: &'s Band, preference: &'s [f64]) -> Self {
        let n = similarity.n_units();
        assert_eq!(preference.len(), n, "one preference for each unit");
        let n_slots = n * similarity.width();
        let mut best = vec![Best::NONE; n];
        for (j, &own) in preference.iter().enumerate() {
            for i in similarity.rows(j) {
                let s = if i == j { own } else { similarity.get(i, j) };
                best[i].fold(s, j as u32);
            }
        }
        Self {
            similarity,
            preference,
            responsibility: vec![0.0; n_slots],
            availability: vec![0.0; n_slots],
            best,
        }
    }

    /// One iteration: all responsibilities, then all availabilities, both damped by
    /// APS eq. 19.
    pub fn iterate(&mut self, damping: f64) {
        let width = self.similarity.width();
        let (similarity, preference, best) = (self.similarity, self.preference, &self.best);
        let blocks = self
            .responsibility
            .par_chunks_mut(BLOCK * width)
            .zip(self.availability.par_chunks_mut(BLOCK * width))
            .enumerate();
        let work = |(block, (responsibility, availability)): (usize, (&mut [f64], &mut [f64]))| {
            let mut pass = Pass {
                similarity,
                preference,
                best,
                damping,
                first_row: (block * BLOCK).saturating_sub(similarity.half_width()),
                next: vec![Best::NONE; (BLOCK + 2 * similarity.half_width()).min(best.len())],
                scratch: vec![0.0; width],
            };
            let columns = responsibility
                .chunks_exact_mut(width)
                .zip(availability.chunks_exact_mut(width));
            for (at, (r, a)) in columns.enumerate() {
                pass.column(block * BLOCK + at, r, a);
            }
            (pass.first_row, pass.next)
        };
        let parts: Vec<(usize, Vec<Best>)> = blocks.map(work).collect();
        self.best = merge(parts, self.best.len());
    }

    /// Units whose belief of being their own centre is above 0, increasing.
    pub fn exemplars(&self) -> Vec<usize> {
        let n = self.similarity.n_units();
        (0..n).filter(|&j| self.belief(j) > 0.0).collect()
    }

    /// By unit `i`: the `j` with the largest `rho(i, j) + alpha(i, j)` above 0, the first of
    /// equals.
    fn named(&self) -> Vec<Option<usize>> {
        let n = self.similarity.n_units();
        let mut best = vec![(0.0, None); n];
        for j in 0..n {
            for i in self.similarity.rows(j) {
                let (rho, alpha) = self.pair(i, j);
                if rho + alpha > best[i].0 {
                    best[i] = (rho + alpha, Some(j));
                }
            }
        }
        best.into_iter().map(|(_, centre)| centre).collect()
    }

    /// The unit with the largest belief of being a centre; ties go to the first.
    fn strongest(&self) -> Option<usize> {
        let n = self.similarity.n_units();
        (0..n).max_by(|&a, &b| self.belief(a).total_cmp(&self.belief(b)).then(b.cmp(&a)))
    }

    /// `rho(j, j) + alpha(j, j)`.
    fn belief(&self, j: usize) -> f64 {
        let at = j * self.similarity.width() + self.similarity.half_width();
        self.responsibility[at] + self.availability[at]
    }

    /// `(rho(i, j), alpha(i, j))` of a pair in the band.
    pub fn pair(&self, i: usize, j: usize) -> (f64, f64) {
        let at = j * self.similarity.width() + i + self.similarity.half_width() - j;
        (self.responsibility[at], self.availability[at])
    }
}

/// Merges the statistics of blocks into those of all rows, in the order of blocks.
fn merge(parts: Vec<(usize, Vec<Best>)>, n: usize) -> Vec<Best> {
    let mut all = vec![Best::NONE; n];
    for (first_row, part) in parts {
        for (best, new) in all[first_row..].iter_mut().zip(part) {
            best.fold(new.first, new.column);
            best.fold(new.second, u32::MAX);
        }
    }
    all
}

/// One block's share of an iteration.
struct Pass<'a> {
    similarity: &'a Band,
    preference: &'a [f64],
    best: &'a [Best],
    damping: f64,
    first_row: usize,
    next: Vec<Best>,
    scratch: Vec<f64>,
}

impl Pass<'_> {
    /// APS eq. 8: `rho = s - max over the row's other columns of (s + alpha)`.
    fn column(&mut self, j: usize, r: &mut [f64], a: &mut [f64]) {
        let (h, column) = (self.similarity.half_width(), j as u32);
        let rows = self.similarity.rows(j);
        let slots = rows.start + h - j..rows.end + h - j;
        let (keep, take) = (self.damping, 1.0 - self.damping);
        let s = &self.similarity.slots(j)[slots.clone()];
        let (r, a) = (&mut r[slots.clone()], &mut a[slots]);
        let centre = j - rows.start;
        let best = &self.best[rows.clone()];
        for (k, ((r, &s), best)) in r.iter_mut().zip(s).zip(best).enumerate() {
            let s = if k == centre { self.preference[j] } else { s };
            *r = keep * *r + take * (s - best.besides(column));
        }
        let alpha = &mut self.scratch[..r.len()];
        availabilities(r, centre, alpha);
        let first = rows.start - self.first_row;
        let next = &mut self.next[first..first + r.len()];
        let cells = a.iter_mut().zip(alpha.iter()).zip(s).zip(next);
        for (k, (((a, &alpha), &s), next)) in cells.enumerate() {
            *a = keep * *a + take * alpha;
            let s = if k == centre { self.preference[j] } else { s };
            next.fold(s + *a, column);
        }
    }
}

/// Availabilities of one column.
///
/// APS eq. 14: for the centre, the best extension to the left plus the best to the right.
/// APS alg. 1: for a row left of the centre, the best extension beyond it plus what it
/// costs to fill the gap up to the centre, never more than 0; the mirror image for a row
/// right of it.
///
/// With `r` the responsibilities of the column, `L(i)` the best run that ends at `i - 1`
/// and `Q(i)` the best that starts at `i + 1`, both at least 0 and summed in one scan.
///
/// # Panics
/// If the slices differ in length or the centre is outside.
pub fn availabilities(r: &[f64], centre: usize, alpha: &mut [f64]) {
    assert_eq!(r.len(), alpha.len(), "one availability for each row");
    let mut left = 0.0f64;
    for i in 0..centre {
        alpha[i] = left;
        left = (left + r[i]).max(0.0);
    }
    let mut right = 0.0f64;
    for i in (centre + 1..r.len()).rev() {
        alpha[i] = right;
        right = (right + r[i]).max(0.0);
    }
    alpha[centre] = left + right;
    let mut bridge = right;
    for i in (0..centre).rev() {
        bridge = (r[i + 1] + bridge).min(0.0);
        alpha[i] += bridge;
    }
    let mut bridge = left;
    for i in centre + 1..r.len() {
        bridge = (r[i - 1] + bridge).min(0.0);
        alpha[i] += bridge;
    }
}

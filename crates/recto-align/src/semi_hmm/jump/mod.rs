//! Jumps: where in the document the next phrase starts, given where the last one ended.
//!
//! Positions count words from 1; 0 is before the document. A jump has the distance
//! `start - end`: 1 is the next word, 0 repeats the last one. The table of probabilities is
//! not normalised for the positions that a document has, so that EM is exact and its
//! objective never falls.
//!
//! | jump | probability of start i after end e | cost of a row |
//! |---|---|---|
//! | `relative` | a table over distances, exact up to [`WINDOW`], then buckets that double | O(n + starts) |
//! | `sentence` | the table within a sentence; leaving it is one event, however far | O(starts x sentence) |
//! | `syntax` | the constituents that lie between | O(sentences + starts x sentence) |
//! | `gaussian`, `laplace` | two parameters over distances | O(starts x ends) |

mod distance;
mod sentence;
mod shape;
mod syntax;

pub(crate) use distance::{Buckets, Distances};
pub(crate) use sentence::{SentenceCounts, SentenceLaw, Sentences};
pub(crate) use shape::Shaped;
pub(crate) use syntax::{Skips, SyntaxCounts, SyntaxLaw};

use super::inference::Row;
use super::parameters::Jumps;

/// Distances up to this have a probability of their own.
pub(crate) const WINDOW: usize = 20;

/// The jumps of one document.
pub(crate) trait Moves {
    /// Jumps to the source of this summary word come next, for jumps that depend on it.
    fn turn_to(&mut self, _word: usize) {}

    /// Probability of a phrase that starts at `start` after one that ended at `end`.
    fn jump(&self, start: u32, end: u32) -> f64;

    /// Probability of ending after the phrase that ends at `end`.
    fn end(&self, end: u32) -> f64;

    /// For each start the sum over the row of its value times the jump. `starts` ascend.
    fn arrive(&mut self, from: &Row, starts: &[u32], out: &mut [f64]) {
        for (&start, out) in starts.iter().zip(out) {
            let jumps = from.ends.iter().zip(&from.values);
            *out = jumps
                .map(|(&end, value)| value * self.jump(start, end))
                .sum();
        }
    }

    /// For each end the sum over starts of the jump times the value of the start. Both
    /// ascend.
    fn leave(&mut self, starts: &[u32], values: &[f64], ends: &[u32], out: &mut [f64]) {
        for (&end, out) in ends.iter().zip(out) {
            let jumps = starts.iter().zip(values);
            *out = jumps
                .map(|(&start, value)| value * self.jump(start, end))
                .sum();
        }
    }

    /// Counts the jumps from a row to starts: value times jump times value.
    fn count(&mut self, from: &Row, starts: &[u32], values: &[f64]);

    /// Counts the jump to the end of the document.
    fn count_end(&mut self, end: u32, value: f64);

    /// Adds what was counted.
    fn report(self, jumps: &mut Jumps);
}

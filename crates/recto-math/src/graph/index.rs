//! Inverted index for similarity search: finds the rows whose inner product with a query
//! row is above a threshold (all-pairs search with prefix filtering).
//!
//! All rows order their columns alike, rare columns first. The tail of a row is its longest
//! run of last columns that cannot reach the threshold on their own: by the Cauchy-Schwarz
//! inequality, the product over the columns from `c` on is at most the norm of either row
//! over these columns times the largest norm of all rows. Hence
//!
//! - a row is not entered into the lists of its tail, and
//! - a query does not read the lists of its own tail,
//!
//! and no pair is lost. Both rows order columns alike, so the shared columns that are
//! skipped all lie in the longer of the two tails, and a pair that shares no others has a
//! product at or below the threshold. Frequent words have low weights and come last; their
//! lists would take most of the time, and are hardly ever read.
//!
//! The products of candidates are completed by the columns that were skipped. Whichever
//! row of a pair is the query, the products are summed in the order of columns, so that
//! both directions have the same bits.
//!
//! # References
//! Compare Bayardo, Ma and Srikant 2007, Scaling up all pairs similarity search.

use crate::csr::{CsrBuilder, CsrMatrix, SparseRow};
use crate::similarity::norm;

/// Bounds are raised by this share, so that rounding cannot lose a pair.
const SLACK: f64 = 1e-6;

/// Weights up to this are dropped. A product of two larger ones cannot underflow to 0, and
/// [`Index::meet`] takes a sum of 0 to mean that a row was not met yet.
const LEAST: f64 = 1e-150;

/// Number of norms that are kept of each row: over the last column, the last 2, 4, ... A
/// norm for each column would be a tighter bound, but these are read at random for every
/// candidate and must stay small.
const SPANS: usize = 16;

/// An inverted index over rows with non-negative weights.
pub(super) struct Index {
    /// The rows with columns renumbered by frequency, zeros dropped.
    rows: CsrMatrix,
    /// Posting lists: for each column the rows entered under it, increasing, with weights.
    lists: CsrMatrix,
    /// Number of values of each row before its tail.
    heads: Vec<u32>,
    /// Norms of each row over its last columns.
    ends: Vec<Ends>,
    /// New index of each column of the input.
    places: Vec<u32>,
    /// Largest norm of a row or query.
    longest: f64,
    threshold: f64,
}

/// Norms of a row over its last columns.
#[derive(Clone, Copy)]
struct Ends {
    /// Norm over the last `2^s` columns, in steps of the largest norm / 255, rounded up so
    /// that it stays an upper bound. One byte each, because they are read at random for
    /// every candidate.
    lengths: [u8; SPANS],
    /// The smallest `s` such that the last `2^s` columns contain the tail.
    tail: u8,
}

/// A query row.
struct Asked<'a> {
    row: SparseRow<'a>,
    /// First column of its tail; lists from here on are not read.
    close: u32,
    ends: Ends,
}

/// Buffers of one thread. Sums and weights are all 0 between queries, and each query clears
/// only what it touched: clearing all would cost as much as the query.
pub(super) struct Scratch {
    /// Partial product of the query with each row.
    sums: Vec<f64>,
    /// Weights of the query, by column.
    weights: Vec<f64>,
    /// Candidates: rows that share a column with the query. Only a prefix is valid.
    met: Vec<u32>,
    /// Result: rows above the threshold, increasing, with their products.
    pub(super) found: Vec<(u32, f64)>,
}

impl Index {
    /// An index for queries by rows of the matrix itself.
    pub(super) fn new(matrix: &CsrMatrix, threshold: f64) -> Self {
        Self::among(matrix, threshold, 0.0)
    }

    /// An index for queries by other rows too; no norm of theirs is above `asked`.
    pub(super) fn among(matrix: &CsrMatrix, threshold: f64, asked: f64) -> Self {
        let places = places(matrix);
        let rows = renumbered(matrix, &places);
        let longest = rows.rows().map(norm).fold(asked, f64::max);
        let mut index = Self {
            rows,
            lists: CsrBuilder::new(0).finish(),
            heads: Vec::new(),
            ends: Vec::new(),
            places,
            longest,
            threshold,
        };
        index.enter();
        index
    }

    /// Enters each row into the lists of the columns before its tail.
    fn enter(&mut self) {
        let mut heads = CsrBuilder::new(self.rows.n_columns());
        for row in self.rows.rows() {
            let head = self.cut(row);
            self.heads.push(head as u32);
            self.ends.push(self.ends_of(row, head));
            let kept: Vec<(u32, f64)> = row.iter().take(head).collect();
            heads.push_sorted(&kept);
        }
        self.lists = heads.finish().transpose();
    }

    /// Number of values of a row before its tail.
    fn cut(&self, row: SparseRow<'_>) -> usize {
        let (mut head, mut square) = (row.values.len(), 0.0);
        while head > 0 {
            square += row.values[head - 1] * row.values[head - 1];
            if square.sqrt() * self.longest * (1.0 + SLACK) > self.threshold {
                break;
            }
            head -= 1;
        }
        head
    }

    fn ends_of(&self, row: SparseRow<'_>, head: usize) -> Ends {
        let mut squares = [0.0; SPANS];
        for (column, weight) in row.iter() {
            let span = self.span(column);
            squares[span..]
                .iter_mut()
                .for_each(|square| *square += weight * weight);
        }
        Ends {
            lengths: squares.map(|square| (square.sqrt() / self.step()).ceil() as u8),
            tail: row
                .columns
                .get(head)
                .map_or(0, |&column| self.span(column) as u8),
        }
    }

    /// Step of the quantised norms. The slack keeps the largest norm at or below 255 steps
    /// in spite of rounding.
    fn step(&self) -> f64 {
        self.longest.max(LEAST) * (1.0 + SLACK) / 255.0
    }

    /// The smallest `s` such that a column is among the last `2^s`; the last span contains
    /// all columns.
    fn span(&self, column: u32) -> usize {
        let behind = self.rows.n_columns() as u32 - column;
        (behind.next_power_of_two().trailing_zeros() as usize).min(SPANS - 1)
    }

    pub(super) fn scratch(&self) -> Scratch {
        Scratch {
            sums: vec![0.0; self.rows.n_rows()],
            weights: vec![0.0; self.rows.n_columns()],
            // One more than there are rows: `meet` writes before it knows whether it keeps.
            met: vec![0; self.rows.n_rows() + 1],
            found: Vec::new(),
        }
    }

    /// Finds the rows before `limit` whose product with row `i` is above the threshold.
    pub(super) fn ask_own(&self, i: usize, limit: usize, scratch: &mut Scratch) {
        self.ask(&self.asked(self.rows.row(i)), limit, scratch);
    }

    /// Finds the rows whose product with a row of another matrix is above the threshold.
    pub(super) fn ask_foreign(&self, row: SparseRow<'_>, scratch: &mut Scratch) {
        let mut builder = CsrBuilder::new(self.rows.n_columns());
        builder.push_weights(placed(row, &self.places));
        let row = builder.finish();
        self.ask(&self.asked(row.row(0)), self.rows.n_rows(), scratch);
    }

    fn asked<'a>(&self, row: SparseRow<'a>) -> Asked<'a> {
        let head = self.cut(row);
        Asked {
            row,
            close: row.columns.get(head).copied().unwrap_or(u32::MAX),
            ends: self.ends_of(row, head),
        }
    }

    fn ask(&self, asked: &Asked<'_>, limit: usize, scratch: &mut Scratch) {
        for (column, weight) in asked.row.iter() {
            scratch.weights[column as usize] = weight;
        }
        let met = self.meet(asked, limit as u32, scratch);
        scratch.found.clear();
        for &other in &scratch.met[..met] {
            let sum = std::mem::take(&mut scratch.sums[other as usize]);
            if !self.may_pass(asked, other as usize, sum) {
                continue;
            }
            let product = self.complete(asked, other as usize, sum, &scratch.weights);
            if product > self.threshold {
                scratch.found.push((other, product));
            }
        }
        scratch.found.sort_unstable_by_key(|&(other, _)| other);
        for &column in asked.row.columns {
            scratch.weights[column as usize] = 0.0;
        }
    }

    /// Accumulates products over the lists before the query's tail; returns the number of
    /// candidates. All weights are positive, so a sum is 0 exactly before its first
    /// addition.
    fn meet(&self, asked: &Asked<'_>, limit: u32, scratch: &mut Scratch) -> usize {
        let mut met = 0;
        let lists = asked
            .row
            .iter()
            .take_while(|&(column, _)| column < asked.close);
        for (column, weight) in lists {
            let list = self.lists.row(column as usize);
            let end = list.columns.partition_point(|&other| other < limit);
            for (&other, value) in list.columns[..end].iter().zip(&list.values[..end]) {
                let sum = &mut scratch.sums[other as usize];
                // Written always and kept if new: a branch in this innermost loop would
                // often be mispredicted.
                scratch.met[met] = other;
                met += usize::from(*sum == 0.0);
                *sum += weight * value;
            }
        }
        met
    }

    /// Whether the skipped columns can lift a partial product above the threshold. They lie
    /// in the tail of the candidate or of the query, hence in the larger of their spans, and
    /// the norms over it bound their product. Most candidates are rejected here, without
    /// reading their rows.
    fn may_pass(&self, asked: &Asked<'_>, other: usize, sum: f64) -> bool {
        let ends = &self.ends[other];
        let span = usize::from(ends.tail.max(asked.ends.tail));
        let rest = u32::from(ends.lengths[span]) * u32::from(asked.ends.lengths[span]);
        sum + f64::from(rest) * self.step() * self.step() > self.threshold
    }

    /// Completes a product by the columns that `meet` skipped: the candidate's tail, and
    /// those of its head that lie in the query's tail.
    fn complete(&self, asked: &Asked<'_>, other: usize, met: f64, weights: &[f64]) -> f64 {
        let row = self.rows.row(other);
        let mut from = self.heads[other] as usize;
        while from > 0 && row.columns[from - 1] >= asked.close {
            from -= 1;
        }
        let rest = row.columns[from..].iter().zip(&row.values[from..]);
        rest.fold(met, |sum, (&column, value)| {
            sum + weights[column as usize] * value
        })
    }
}

/// New index of each column: by increasing number of values, ties by old index.
fn places(matrix: &CsrMatrix) -> Vec<u32> {
    let counts = matrix.column_counts();
    let mut order: Vec<u32> = (0..matrix.n_columns() as u32).collect();
    order.sort_by_key(|&column| (counts[column as usize], column));
    let mut places = vec![0; order.len()];
    for (place, column) in order.into_iter().enumerate() {
        places[column as usize] = place as u32;
    }
    places
}

/// The values of a row with renumbered columns, small weights dropped.
fn placed(row: SparseRow<'_>, places: &[u32]) -> impl Iterator<Item = (u32, f64)> {
    row.iter()
        .filter(|&(_, weight)| weight > LEAST)
        .map(|(column, weight)| (places[column as usize], weight))
}

fn renumbered(matrix: &CsrMatrix, places: &[u32]) -> CsrMatrix {
    let mut builder = CsrBuilder::new(matrix.n_columns());
    for row in matrix.rows() {
        builder.push_weights(placed(row, places));
    }
    builder.finish()
}

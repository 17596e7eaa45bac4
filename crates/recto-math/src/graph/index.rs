//! An inverted index that finds the rows whose product with a row is above a threshold.
//!
//! Columns are put in one order for all rows, those of few values first. The columns of a
//! row at the end of this order, as long as they together cannot reach the threshold, are
//! its tail. By the inequality of Cauchy and Schwarz a product over columns behind place
//! `c` is at most the length of either row behind `c` times the longest row. Hence
//!
//! - a row is not entered under the columns of its tail, and
//! - a row that asks does not look under the columns of its own tail,
//!
//! and both together lose nothing: the order is the same for both, so the shared columns
//! that are passed over lie in the longer of the two tails, whose product is not above the
//! threshold. Words that are everywhere weigh little and are the last in this order; their
//! lists, which hold most of the work, are hardly ever read.
//!
//! What was met is completed by the columns that were not looked at. Either way round, the
//! products of a pair are summed in the order of the columns: both directions have the
//! same bits.

use crate::csr::{CsrBuilder, CsrMatrix, SparseRow};
use crate::similarity::norm;

/// Bounds are raised by this share, so that rounding cannot lose a pair.
const SLACK: f64 = 1e-6;

/// Smaller weights count as 0, so that no product of two does.
const LEAST: f64 = 1e-150;

/// Lengths that are kept of each row: over the last column, the last 2, the last 4, ...
const SPANS: usize = 16;

/// Rows that can be asked for those alike; weights must not be negative.
pub(super) struct Index {
    /// The rows with columns renumbered in the common order, zeros left out.
    rows: CsrMatrix,
    /// Per column the rows that are entered under it, increasing, and their weights.
    lists: CsrMatrix,
    /// How many values of each row stand before its tail.
    heads: Vec<u32>,
    /// For each row its length over the last `2^s` columns, and the least `s` whose
    /// columns hold its tail.
    ends: Vec<Ends>,
    /// The new number of each column.
    places: Vec<u32>,
    longest: f64,
    threshold: f64,
}

/// How long a row is over the last columns.
#[derive(Clone, Copy)]
struct Ends {
    /// In steps of the longest row / 255, rounded up: small, because they are looked up
    /// for every row that is met.
    lengths: [u8; SPANS],
    tail: u8,
}

/// A row that is asked about.
struct Asked<'a> {
    row: SparseRow<'a>,
    /// The place from which on no list is read: where its tail begins.
    close: u32,
    ends: Ends,
}

/// What one thread needs to ask.
pub(super) struct Scratch {
    sums: Vec<f64>,
    /// The weights of the row that asks, by column.
    weights: Vec<f64>,
    /// Rows that share a column with it; only the first ones count.
    met: Vec<u32>,
    /// What was found: rows, increasing, with their products.
    pub(super) found: Vec<(u32, f64)>,
}

impl Index {
    /// An index for rows of the matrix itself.
    pub(super) fn new(matrix: &CsrMatrix, threshold: f64) -> Self {
        Self::among(matrix, threshold, 0.0)
    }

    /// An index for rows of other matrices too, none of them longer than `asked`.
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

    /// Enters each row under the columns before its tail.
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

    /// How many values of a row stand before its tail.
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

    /// What lengths are counted in; the slack keeps the longest row below 255 steps and
    /// every bound above what it bounds.
    fn step(&self) -> f64 {
        self.longest.max(LEAST) * (1.0 + SLACK) / 255.0
    }

    /// The least `s` such that a column is among the last `2^s`; the last span holds all.
    fn span(&self, column: u32) -> usize {
        let behind = self.rows.n_columns() as u32 - column;
        (behind.next_power_of_two().trailing_zeros() as usize).min(SPANS - 1)
    }

    pub(super) fn scratch(&self) -> Scratch {
        Scratch {
            sums: vec![0.0; self.rows.n_rows()],
            weights: vec![0.0; self.rows.n_columns()],
            met: vec![0; self.rows.n_rows() + 1],
            found: Vec::new(),
        }
    }

    /// Finds the rows below `limit` whose product with row `i` is above the threshold.
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

    /// Sums over the lists of the columns before the tail; how many rows were met.
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
                // Written in any case and kept if new: there is no branch to guess.
                scratch.met[met] = other;
                met += usize::from(*sum == 0.0);
                *sum += weight * value;
            }
        }
        met
    }

    /// Whether what was not summed can lift a sum above the threshold: it lies in the tail
    /// of the row that was met or in that of the row that asks, hence in the larger of
    /// their spans.
    fn may_pass(&self, asked: &Asked<'_>, other: usize, sum: f64) -> bool {
        let ends = &self.ends[other];
        let span = usize::from(ends.tail.max(asked.ends.tail));
        let rest = u32::from(ends.lengths[span]) * u32::from(asked.ends.lengths[span]);
        sum + f64::from(rest) * self.step() * self.step() > self.threshold
    }

    /// Adds the columns that `meet` left out.
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

/// The place of each column when those with the fewest values come first.
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

/// The values of a row at the places of their columns.
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

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
const SLACK: f64 = 1e-9;

/// Rows that can be asked for those alike; weights must not be negative.
pub(super) struct Index {
    /// The rows with columns renumbered in the common order, zeros left out.
    rows: CsrMatrix,
    /// Per column the rows that are entered under it, increasing, and their weights.
    lists: CsrMatrix,
    /// How many values of each row stand before its tail.
    heads: Vec<u32>,
    /// The length of each tail.
    tails: Vec<f64>,
    /// The new number of each column.
    places: Vec<u32>,
    longest: f64,
    threshold: f64,
}

/// A row that is asked about: its weights by place, and where its tail begins.
pub(super) struct Asked<'a> {
    row: SparseRow<'a>,
    /// The place from which on no list is read.
    close: u32,
    length: f64,
}

/// What one thread needs to ask.
pub(super) struct Scratch {
    sums: Vec<f64>,
    weights: Vec<f64>,
    met: Vec<u32>,
    /// What was found: rows, increasing.
    pub(super) rows: Vec<u32>,
    /// The product with each of these rows.
    pub(super) products: Vec<f64>,
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
            tails: Vec::new(),
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
            let (head, tail) = self.cut(row);
            self.heads.push(head as u32);
            self.tails.push(tail);
            let kept: Vec<(u32, f64)> = row.iter().take(head).collect();
            heads.push_sorted(&kept);
        }
        self.lists = heads.finish().transpose();
    }

    /// How many values stand before the tail of a row, and the length of the tail.
    fn cut(&self, row: SparseRow<'_>) -> (usize, f64) {
        let (mut head, mut square) = (row.values.len(), 0.0);
        while head > 0 {
            let next = square + row.values[head - 1] * row.values[head - 1];
            if next.sqrt() * self.longest * (1.0 + SLACK) > self.threshold {
                break;
            }
            (head, square) = (head - 1, next);
        }
        (head, square.sqrt())
    }

    pub(super) fn scratch(&self) -> Scratch {
        Scratch {
            sums: vec![0.0; self.rows.n_rows()],
            weights: vec![0.0; self.rows.n_columns()],
            met: Vec::new(),
            rows: Vec::new(),
            products: Vec::new(),
        }
    }

    /// Finds the rows below `limit` whose product with row `i` is above the threshold.
    pub(super) fn ask_own(&self, i: usize, limit: usize, scratch: &mut Scratch) {
        let row = self.rows.row(i);
        self.ask(&self.asked(row), limit, scratch);
    }

    /// Finds the rows whose product with a row of another matrix is above the threshold.
    pub(super) fn ask_foreign(&self, row: SparseRow<'_>, scratch: &mut Scratch) {
        let mut builder = CsrBuilder::new(self.rows.n_columns());
        let values = row.iter().filter(|&(_, weight)| weight > 0.0);
        builder.push_weights(values.map(|(column, w)| (self.places[column as usize], w)));
        let row = builder.finish();
        self.ask(&self.asked(row.row(0)), self.rows.n_rows(), scratch);
    }

    fn asked<'a>(&self, row: SparseRow<'a>) -> Asked<'a> {
        let (head, _) = self.cut(row);
        Asked {
            row,
            close: row.columns.get(head).copied().unwrap_or(u32::MAX),
            length: norm(row),
        }
    }

    fn ask(&self, asked: &Asked<'_>, limit: usize, scratch: &mut Scratch) {
        self.meet(asked, limit, scratch);
        for (column, weight) in asked.row.iter() {
            scratch.weights[column as usize] = weight;
        }
        scratch.rows.clear();
        scratch.met.retain(|&other| {
            let sum = &mut scratch.sums[other as usize];
            let kept = self.may_pass(asked, other as usize, *sum);
            if !kept {
                *sum = 0.0;
            }
            kept
        });
        scratch.met.sort_unstable();
        scratch.met.dedup();
        scratch.products.clear();
        for &other in &scratch.met {
            let met = std::mem::take(&mut scratch.sums[other as usize]);
            let product = self.complete(asked, other as usize, met, &scratch.weights);
            if product > self.threshold {
                scratch.rows.push(other);
                scratch.products.push(product);
            }
        }
        for &column in asked.row.columns {
            scratch.weights[column as usize] = 0.0;
        }
    }

    /// Sums over the lists of the columns before the tail.
    fn meet(&self, asked: &Asked<'_>, limit: usize, scratch: &mut Scratch) {
        scratch.met.clear();
        let limit = limit as u32;
        for (column, weight) in asked.row.iter() {
            if column >= asked.close {
                break;
            }
            let list = self.lists.row(column as usize);
            let end = list.columns.partition_point(|&other| other < limit);
            for (&other, value) in list.columns[..end].iter().zip(&list.values[..end]) {
                let sum = &mut scratch.sums[other as usize];
                if *sum == 0.0 {
                    scratch.met.push(other);
                }
                *sum += weight * value;
            }
        }
    }

    /// Whether what was not summed can lift a sum above the threshold: it lies in the tail
    /// of the row that was met, or in that of the row that asks.
    fn may_pass(&self, asked: &Asked<'_>, other: usize, sum: f64) -> bool {
        let rest = (self.tails[other] * asked.length).max(match asked.close {
            u32::MAX => 0.0,
            _ => self.threshold,
        });
        sum + rest * (1.0 + SLACK) > self.threshold
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

fn renumbered(matrix: &CsrMatrix, places: &[u32]) -> CsrMatrix {
    let mut builder = CsrBuilder::new(matrix.n_columns());
    for row in matrix.rows() {
        let values = row.iter().filter(|&(_, weight)| weight > 0.0);
        builder.push_weights(values.map(|(column, weight)| (places[column as usize], weight)));
    }
    builder.finish()
}

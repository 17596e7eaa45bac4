//! Sparse matrices in compressed sparse row (CSR) format.
//!
//! Row `i` holds its column ids, increasing, in `columns[starts[i]..starts[i+1]]`
//! and its values beside them. The 3 x 4 matrix
//!
//! ```text
//! 1 0 2 0
//! 0 0 0 0        starts 0 2 2 3   columns 0 2 1   values 1 2 5
//! 0 5 0 0
//! ```
//!
//! is stored as shown.

use serde::Serialize;
use std::ops::Range;

/// A sparse matrix of `f64` in CSR format with `u32` column ids.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CsrMatrix {
    n_columns: usize,
    starts: Vec<usize>,
    columns: Vec<u32>,
    values: Vec<f64>,
}

/// One row of a [`CsrMatrix`]: increasing columns and their values.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SparseRow<'a> {
    /// Column ids, strictly increasing.
    pub columns: &'a [u32],
    /// Value in each of these columns.
    pub values: &'a [f64],
}

impl<'a> SparseRow<'a> {
    /// Pairs of column and value.
    pub fn iter(self) -> impl ExactSizeIterator<Item = (u32, f64)> + 'a {
        self.columns
            .iter()
            .copied()
            .zip(self.values.iter().copied())
    }

    /// The sum of the values.
    pub fn sum(self) -> f64 {
        self.values.iter().sum()
    }
}

impl CsrMatrix {
    /// A matrix from its arrays; the columns of each row must increase.
    pub(crate) fn from_parts(
        n_columns: usize,
        starts: Vec<usize>,
        columns: Vec<u32>,
        values: Vec<f64>,
    ) -> Self {
        debug_assert_eq!(starts.last().copied(), Some(columns.len()));
        Self {
            n_columns,
            starts,
            columns,
            values,
        }
    }

    /// Number of rows, empty ones included.
    pub fn n_rows(&self) -> usize {
        self.starts.len() - 1
    }

    /// Number of columns; column ids are below it.
    pub fn n_columns(&self) -> usize {
        self.n_columns
    }

    /// Number of stored values, zeros included.
    pub fn nnz(&self) -> usize {
        self.values.len()
    }

    /// Row `i`.
    ///
    /// # Panics
    /// If there is no such row.
    pub fn row(&self, i: usize) -> SparseRow<'_> {
        let range = self.starts[i]..self.starts[i + 1];
        SparseRow {
            columns: &self.columns[range.clone()],
            values: &self.values[range],
        }
    }

    /// All rows in order.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = SparseRow<'_>> {
        (0..self.n_rows()).map(|i| self.row(i))
    }

    /// The rows of a range, renumbered from 0.
    ///
    /// # Panics
    /// If the range is beyond the last row.
    pub fn part(&self, rows: Range<usize>) -> Self {
        let entries = self.starts[rows.start]..self.starts[rows.end];
        let starts = self.starts[rows.start..=rows.end].iter();
        Self {
            n_columns: self.n_columns,
            starts: starts.map(|start| start - entries.start).collect(),
            columns: self.columns[entries.clone()].to_vec(),
            values: self.values[entries].to_vec(),
        }
    }

    /// Number of rows with a value in each column (document frequencies).
    pub fn column_counts(&self) -> Vec<u32> {
        let mut counts = vec![0; self.n_columns];
        for &column in &self.columns {
            counts[column as usize] += 1;
        }
        counts
    }

    /// The sum of each column.
    pub fn column_sums(&self) -> Vec<f64> {
        let mut sums = vec![0.0; self.n_columns];
        for (&column, value) in self.columns.iter().zip(&self.values) {
            sums[column as usize] += value;
        }
        sums
    }

    /// The given rows, in the order given.
    ///
    /// # Panics
    /// If there is no such row.
    pub fn select_rows(&self, rows: impl IntoIterator<Item = usize>) -> Self {
        let mut selected = CsrBuilder::new(self.n_columns).finish();
        for i in rows {
            let row = self.row(i);
            selected.columns.extend_from_slice(row.columns);
            selected.values.extend_from_slice(row.values);
            selected.starts.push(selected.columns.len());
        }
        selected
    }

    /// The same pattern with each value replaced by `f(row, column, value)`.
    pub fn map(&self, mut f: impl FnMut(usize, u32, f64) -> f64) -> Self {
        let mut mapped = self.clone();
        for row in 0..self.n_rows() {
            for at in self.starts[row]..self.starts[row + 1] {
                mapped.values[at] = f(row, self.columns[at], self.values[at]);
            }
        }
        mapped
    }

    /// The transposed matrix, by counting sort: O(rows + columns + values).
    pub fn transpose(&self) -> Self {
        let mut starts = vec![0; self.n_columns + 1];
        for &column in &self.columns {
            starts[column as usize + 1] += 1;
        }
        for i in 0..self.n_columns {
            starts[i + 1] += starts[i];
        }
        let mut next = starts.clone();
        let mut columns = vec![0; self.nnz()];
        let mut values = vec![0.0; self.nnz()];
        for (i, row) in self.rows().enumerate() {
            for (column, value) in row.iter() {
                let at = &mut next[column as usize];
                columns[*at] = u32::try_from(i).expect("rows are counted by u32 ids");
                values[*at] = value;
                *at += 1;
            }
        }
        Self {
            n_columns: self.n_rows(),
            starts,
            columns,
            values,
        }
    }
}

/// Builds a [`CsrMatrix`] row by row from ids in any order; repeated ids add up.
///
/// ```
/// use recto_math::CsrBuilder;
/// let mut builder = CsrBuilder::new(4);
/// builder.push_counts([2, 0, 2]);
/// builder.push_counts([]);
/// let counts = builder.finish();
/// assert_eq!(counts.row(0).columns, [0, 2]);
/// assert_eq!(counts.row(0).values, [1.0, 2.0]);
/// assert_eq!(counts.n_rows(), 2);
/// ```
#[derive(Debug)]
pub struct CsrBuilder {
    matrix: CsrMatrix,
    ids: Vec<u32>,
}

impl CsrBuilder {
    /// A builder of rows with ids below `n_columns`.
    pub fn new(n_columns: usize) -> Self {
        let matrix = CsrMatrix {
            n_columns,
            starts: vec![0],
            columns: Vec::new(),
            values: Vec::new(),
        };
        Self {
            matrix,
            ids: Vec::new(),
        }
    }

    /// Adds a row that counts the given ids.
    ///
    /// # Panics
    /// If an id is not below the number of columns.
    pub fn push_counts(&mut self, ids: impl IntoIterator<Item = u32>) {
        self.ids.clear();
        self.ids.extend(ids);
        self.ids.sort_unstable();
        for run in self.ids.chunk_by(|a, b| a == b) {
            assert!((run[0] as usize) < self.matrix.n_columns, "id out of range");
            self.matrix.columns.push(run[0]);
            self.matrix.values.push(run.len() as f64);
        }
        self.matrix.starts.push(self.matrix.columns.len());
    }

    /// Adds a row of ids with weights, in any order; weights of the same id add up in
    /// the order given.
    ///
    /// # Panics
    /// If an id is not below the number of columns.
    pub fn push_weights(&mut self, weights: impl IntoIterator<Item = (u32, f64)>) {
        let mut row: Vec<(u32, f64)> = weights.into_iter().collect();
        row.sort_by_key(|&(id, _)| id);
        for run in row.chunk_by(|a, b| a.0 == b.0) {
            let id = run[0].0;
            assert!((id as usize) < self.matrix.n_columns, "id out of range");
            self.matrix.columns.push(id);
            self.matrix.values.push(run.iter().map(|&(_, w)| w).sum());
        }
        self.matrix.starts.push(self.matrix.columns.len());
    }

    /// Adds a row of weights whose ids increase.
    ///
    /// # Panics
    /// If an id is not below the number of columns.
    pub fn push_sorted(&mut self, row: &[(u32, f64)]) {
        debug_assert!(row.windows(2).all(|pair| pair[0].0 < pair[1].0));
        let in_range = row
            .last()
            .is_none_or(|last| (last.0 as usize) < self.matrix.n_columns);
        assert!(in_range, "id out of range");
        self.matrix.columns.extend(row.iter().map(|&(id, _)| id));
        self.matrix
            .values
            .extend(row.iter().map(|&(_, weight)| weight));
        self.matrix.starts.push(self.matrix.columns.len());
    }

    /// The matrix of all rows added, without room for more.
    pub fn finish(self) -> CsrMatrix {
        let mut matrix = self.matrix;
        matrix.starts.shrink_to_fit();
        matrix.columns.shrink_to_fit();
        matrix.values.shrink_to_fit();
        matrix
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn matrix(rows: &[Vec<u32>], n_columns: usize) -> CsrMatrix {
        let mut builder = CsrBuilder::new(n_columns);
        for row in rows {
            builder.push_counts(row.iter().copied());
        }
        builder.finish()
    }

    #[test]
    fn frequencies_and_sums_of_a_small_matrix() {
        let m = matrix(&[vec![0, 0, 2], vec![], vec![2]], 3);
        assert_eq!(m.column_counts(), [1, 0, 2]);
        assert_eq!(m.column_sums(), [2.0, 0.0, 2.0]);
        assert_eq!(m.nnz(), 3);
        assert_eq!(m.select_rows([2, 0]), matrix(&[vec![2], vec![0, 0, 2]], 3));
    }

    proptest! {
        #[test]
        fn transposing_twice_gives_the_matrix_back(
            rows in prop::collection::vec(prop::collection::vec(0u32..9, 0..12), 0..12)
        ) {
            let m = matrix(&rows, 9);
            prop_assert_eq!(m.transpose().transpose(), m);
        }

        #[test]
        fn rows_are_sorted_and_count_their_ids(ids in prop::collection::vec(0u32..9, 0..30)) {
            let m = matrix(std::slice::from_ref(&ids), 9);
            prop_assert!(m.row(0).columns.is_sorted());
            for (column, value) in m.row(0).iter() {
                let naive = ids.iter().filter(|&&id| id == column).count();
                prop_assert_eq!(value, naive as f64);
            }
            prop_assert_eq!(m.row(0).sum(), ids.len() as f64);
        }
    }
}

//! A dense table of numbers, row by row: topics of documents, words of topics.
//!
//! Topics are always the columns, so that every inner loop runs over neighbouring numbers.

use serde::{Deserialize, Serialize};

/// A dense table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Default)]
pub struct Table {
    width: usize,
    values: Vec<f64>,
}

impl Table {
    /// A table of `rows` rows and `width` columns, all `value`.
    pub fn filled(rows: usize, width: usize, value: f64) -> Self {
        Self {
            width,
            values: vec![value; rows * width],
        }
    }

    /// A table of the given values, row by row.
    ///
    /// # Panics
    /// If the values do not fill whole rows.
    pub fn from_values(width: usize, values: Vec<f64>) -> Self {
        assert_eq!(values.len() % width.max(1), 0, "whole rows");
        Self { width, values }
    }

    /// The rows of all tables, one table after the other.
    ///
    /// # Panics
    /// If the widths differ.
    pub fn stacked(tables: impl IntoIterator<Item = Self>) -> Self {
        let mut tables = tables.into_iter();
        let mut all = tables.next().unwrap_or_default();
        for table in tables {
            assert_eq!(all.width, table.width, "widths differ");
            all.values.extend(table.values);
        }
        all
    }

    /// How many columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// How many rows.
    pub fn n_rows(&self) -> usize {
        self.values.len() / self.width.max(1)
    }

    /// Row `i`.
    ///
    /// # Panics
    /// If there is no such row.
    pub fn row(&self, i: usize) -> &[f64] {
        &self.values[i * self.width..][..self.width]
    }

    /// Row `i`, to be changed.
    ///
    /// # Panics
    /// If there is no such row.
    pub fn row_mut(&mut self, i: usize) -> &mut [f64] {
        &mut self.values[i * self.width..][..self.width]
    }

    /// All rows.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = &[f64]> {
        self.values.chunks_exact(self.width.max(1))
    }

    /// All rows, to be changed.
    pub fn rows_mut(&mut self) -> impl ExactSizeIterator<Item = &mut [f64]> {
        self.values.chunks_exact_mut(self.width.max(1))
    }

    /// All values, row by row.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// All values, to be changed.
    pub fn values_mut(&mut self) -> &mut [f64] {
        &mut self.values
    }

    /// The sum of each column.
    pub fn column_sums(&self) -> Vec<f64> {
        let mut sums = vec![0.0; self.width];
        for row in self.rows() {
            add_to(&mut sums, row);
        }
        sums
    }

    /// Each row divided by its sum; uniform where that is 0.
    pub fn normalize_rows(&mut self) {
        self.rows_mut().for_each(normalize);
    }

    /// Each column divided by its sum; uniform where that is 0.
    pub fn normalize_columns(&mut self) {
        let sums = self.column_sums();
        let even = 1.0 / self.n_rows() as f64;
        for row in self.rows_mut() {
            for (x, &sum) in row.iter_mut().zip(&sums) {
                *x = if sum > 0.0 { *x / sum } else { even };
            }
        }
    }
}

/// Adds one vector to another.
pub(crate) fn add_to(sums: &mut [f64], row: &[f64]) {
    sums.iter_mut().zip(row).for_each(|(sum, x)| *sum += x);
}

/// Divides by the sum; uniform where that is 0.
pub(crate) fn normalize(row: &mut [f64]) {
    let sum: f64 = row.iter().sum();
    let even = 1.0 / row.len() as f64;
    for x in row {
        *x = if sum > 0.0 { *x / sum } else { even };
    }
}

const LANES: usize = 4;

/// The inner product, in four lanes that a processor adds side by side.
#[inline(always)]
pub(crate) fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut lanes = [0.0; LANES];
    let (a_parts, a_rest) = a.as_chunks::<LANES>();
    let (b_parts, b_rest) = b.as_chunks::<LANES>();
    for (a, b) in a_parts.iter().zip(b_parts) {
        for lane in 0..LANES {
            lanes[lane] += a[lane] * b[lane];
        }
    }
    let mut rest = 0.0;
    for (a, b) in a_rest.iter().zip(b_rest) {
        rest += a * b;
    }
    (lanes[0] + lanes[1]) + (lanes[2] + lanes[3]) + rest
}

/// `a += f * x` and `b += f * y` in one pass.
#[inline(always)]
pub(crate) fn add_both(a: &mut [f64], x: &[f64], b: &mut [f64], y: &[f64], f: f64) {
    let n = a.len();
    let (x, b, y) = (&x[..n], &mut b[..n], &y[..n]);
    for z in 0..n {
        a[z] += f * x[z];
        b[z] += f * y[z];
    }
}

/// A sum of logarithms that takes few logarithms: factors are multiplied as long as the
/// product is far from underflow. Values below 1e-300 count as 1e-300.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LnSum {
    sum: f64,
    product: f64,
}

/// Products are let down to here; a factor above [`LnSum::SMALL`] keeps them above 0.
const LOW: f64 = 1e-140;

impl LnSum {
    const SMALL: f64 = 1e-20;

    pub(crate) fn new() -> Self {
        Self {
            sum: 0.0,
            product: 1.0,
        }
    }

    /// Adds `n ln x` for a count `n`.
    #[inline(always)]
    pub(crate) fn add(&mut self, x: f64, n: f64) {
        if x > Self::SMALL && x < 1e20 && (n == 1.0 || n == 2.0 || n == 3.0) {
            self.product *= match n {
                1.0 => x,
                2.0 => x * x,
                _ => x * x * x,
            };
            if self.product < LOW || self.product > 1e140 {
                self.flush();
            }
        } else {
            self.sum += n * x.max(1e-300).ln();
        }
    }

    fn flush(&mut self) {
        self.sum += self.product.ln();
        self.product = 1.0;
    }

    pub(crate) fn total(mut self) -> f64 {
        self.flush();
        self.sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_of_logarithms_are_those_of_the_logarithms() {
        let values = [0.3, 1e-18, 0.0, 1e-310, 0.9, 1e-5, 0.2, 7.0];
        let (mut fast, mut plain) = (LnSum::new(), 0.0);
        for round in 0..200 {
            for (i, &x) in values.iter().enumerate() {
                let n = 1.0 + ((round + i) % 5) as f64;
                fast.add(x, n);
                plain += n * f64::max(x, 1e-300).ln();
            }
        }
        assert!((fast.total() - plain).abs() < 1e-9 * plain.abs());
    }

    #[test]
    fn rows_and_columns_without_mass_become_uniform() {
        let mut table = Table::from_values(2, vec![0.0, 0.0, 1.0, 3.0]);
        let mut columns = table.clone();
        table.normalize_rows();
        assert_eq!(table.values(), [0.5, 0.5, 0.25, 0.75]);
        columns.normalize_columns();
        assert_eq!(columns.values(), [0.0, 0.0, 1.0, 1.0]);
        let mut none = Table::filled(2, 1, 0.0);
        none.normalize_columns();
        assert_eq!(none.values(), [0.5, 0.5]);
    }

    #[test]
    fn the_inner_product_takes_every_number() {
        for n in 0..11 {
            let x: Vec<f64> = (0..n).map(f64::from).collect();
            let plain: f64 = x.iter().map(|x| x * x).sum();
            assert_eq!(dot(&x, &x), plain);
        }
    }
}

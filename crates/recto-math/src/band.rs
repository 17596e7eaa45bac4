//! Banded similarity matrices of the units of a text.
//!
//! Only units at most `H` apart have a similarity. Column `c` holds `S(i, c)` for the rows
//! `i` with `|i - c| <= H`; a solver reads the columns in order and drops them, so that the
//! matrix need not be stored. With `N` units and `H = 1`:
//!
//! ```text
//! x x . .      column 0: rows 0..2
//! x x x .      column 1: rows 0..3
//! . x x x      column 2: rows 1..4
//! . . x x      column 3: rows 2..4
//! ```
//!
//! | type | columns are | memory |
//! |---|---|---|
//! | [`Cosines`] | computed on demand, in parallel blocks | O(N + values of the vectors) |
//! | [`Pairs`] | scattered from a list of pairs | O(N + pairs) |
//! | [`Band`] | stored, `2H + 1` slots each | O(N * H) |
//!
//! Each column is computed by one thread and columns are visited in order, so that the
//! result does not depend on the number of threads.

use crate::similarity::{cosine_of, norm};
use crate::{Cancelled, CsrMatrix, Run};
use rayon::prelude::*;
use std::ops::Range;

/// Order in which columns are visited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// From column 0.
    Forward,
    /// From the last column.
    Backward,
}

/// A banded matrix that can be read column by column.
pub trait Columns: Sync {
    /// Number of units: rows and columns of the matrix.
    fn n_units(&self) -> usize;

    /// Largest distance of two units that have a similarity.
    fn half_width(&self) -> usize;

    /// Calls `visit` for every column with its index and its values, in the order of
    /// [`Columns::rows`].
    ///
    /// # Errors
    /// [`Cancelled`] if the observer asks to stop.
    fn visit(
        &self,
        order: Order,
        run: &Run<'_>,
        visit: &mut dyn FnMut(usize, &[f64]),
    ) -> Result<(), Cancelled>;

    /// Rows of a column that lie in the band.
    fn rows(&self, column: usize) -> Range<usize> {
        let (n, h) = (self.n_units(), self.half_width());
        column.saturating_sub(h)..n.min(column.saturating_add(h).saturating_add(1))
    }

    /// Number of values of the stored band, padding included.
    fn n_slots(&self) -> usize {
        let width = 2 * self.half_width().min(self.n_units()) + 1;
        self.n_units().saturating_mul(width)
    }
}

/// Number of columns that are computed in parallel before the first is visited.
const BLOCK: usize = 64;

/// Computes columns in parallel, a block at a time, and visits them in order.
fn visit_made<S: Send>(
    columns: &impl Columns,
    (order, run): (Order, &Run<'_>),
    scratch: impl Fn() -> S + Sync + Send,
    make: impl Fn(usize, &mut Vec<f64>, &mut S) + Sync + Send,
    visit: &mut dyn FnMut(usize, &[f64]),
) -> Result<(), Cancelled> {
    let n = columns.n_units();
    let mut made: Vec<Vec<f64>> = vec![Vec::new(); BLOCK.min(n)];
    for first in (0..n).step_by(BLOCK) {
        run.report("comparing", first as u64, Some(n as u64))?;
        let size = BLOCK.min(n - first);
        let number = |i: usize| match order {
            Order::Forward => first + i,
            Order::Backward => n - 1 - (first + i),
        };
        let fill = |scratch: &mut S, (i, column): (usize, &mut Vec<f64>)| {
            column.clear();
            column.resize(columns.rows(number(i)).len(), 0.0);
            make(number(i), column, scratch);
        };
        let block = made[..size].par_iter_mut().enumerate();
        block.for_each_init(&scratch, fill);
        for (i, column) in made[..size].iter().enumerate() {
            visit(number(i), column);
        }
    }
    Ok(())
}

/// Cosines between the rows of a sparse matrix.
#[derive(Debug)]
pub struct Cosines<'m> {
    vectors: &'m CsrMatrix,
    norms: Vec<f64>,
    half_width: usize,
}

impl<'m> Cosines<'m> {
    /// Cosines of rows at most `half_width` apart.
    pub fn new(vectors: &'m CsrMatrix, half_width: usize) -> Self {
        Self {
            vectors,
            norms: vectors.rows().map(norm).collect(),
            half_width: half_width.min(vectors.n_rows().saturating_sub(1)),
        }
    }

    /// Writes vector `c` into a dense buffer once, so that each neighbour costs only its own
    /// non-zeros.
    fn column(&self, c: usize, column: &mut [f64], dense: &mut [f64]) {
        let own = self.vectors.row(c);
        for (term, value) in own.iter() {
            dense[term as usize] = value;
        }
        for (i, cosine) in self.rows(c).zip(column) {
            let other = self.vectors.row(i).iter();
            let dot = other.map(|(term, value)| value * dense[term as usize]);
            *cosine = cosine_of(dot.sum(), self.norms[i] * self.norms[c]);
        }
        for &term in own.columns {
            dense[term as usize] = 0.0;
        }
    }
}

impl Columns for Cosines<'_> {
    fn n_units(&self) -> usize {
        self.vectors.n_rows()
    }

    fn half_width(&self) -> usize {
        self.half_width
    }

    fn visit(
        &self,
        order: Order,
        run: &Run<'_>,
        visit: &mut dyn FnMut(usize, &[f64]),
    ) -> Result<(), Cancelled> {
        let dense = || vec![0.0; self.vectors.n_columns()];
        let make = |c, column: &mut Vec<f64>, dense: &mut Vec<f64>| self.column(c, column, dense);
        visit_made(self, (order, run), dense, make, visit)
    }
}

/// Similarities from a list of pairs; all other pairs have similarity 0.
#[derive(Debug)]
pub struct Pairs<'m> {
    by_column: &'m CsrMatrix,
    half_width: usize,
}

impl<'m> Pairs<'m> {
    /// Row `c` of `by_column` holds column `c`; values outside the band are ignored.
    pub fn new(by_column: &'m CsrMatrix, half_width: usize) -> Self {
        let half_width = half_width.min(by_column.n_rows().saturating_sub(1));
        Self {
            by_column,
            half_width,
        }
    }
}

impl Columns for Pairs<'_> {
    fn n_units(&self) -> usize {
        self.by_column.n_rows()
    }

    fn half_width(&self) -> usize {
        self.half_width
    }

    fn visit(
        &self,
        order: Order,
        run: &Run<'_>,
        visit: &mut dyn FnMut(usize, &[f64]),
    ) -> Result<(), Cancelled> {
        let make = |c: usize, column: &mut Vec<f64>, (): &mut ()| {
            let rows = self.rows(c);
            for (i, value) in self.by_column.row(c).iter() {
                if rows.contains(&(i as usize)) {
                    column[i as usize - rows.start] = value;
                }
            }
        };
        visit_made(self, (order, run), || (), make, visit)
    }
}

/// A stored band: column `c` takes the slots from `c * (2H + 1)` on, row `c - H` first.
/// Slots before row 0 and after the last row are padding and hold 0.
#[derive(Debug, Clone, PartialEq)]
pub struct Band {
    n_units: usize,
    half_width: usize,
    slots: Vec<f64>,
}

impl Band {
    /// Reads and stores every column.
    ///
    /// # Errors
    /// [`Cancelled`] if the observer asks to stop.
    pub fn store(columns: &dyn Columns, run: &Run<'_>) -> Result<Self, Cancelled> {
        let mut band = Self {
            n_units: columns.n_units(),
            half_width: columns.half_width(),
            slots: vec![0.0; columns.n_units() * (2 * columns.half_width() + 1)],
        };
        columns.visit(Order::Forward, run, &mut |c, column| {
            let slots = band.filled(c);
            band.slots[slots].copy_from_slice(column);
        })?;
        Ok(band)
    }

    /// Number of slots in a column, `2H + 1`.
    pub fn width(&self) -> usize {
        2 * self.half_width + 1
    }

    /// All slots of a column; slot `H` is the diagonal.
    pub fn slots(&self, column: usize) -> &[f64] {
        &self.slots[column * self.width()..(column + 1) * self.width()]
    }

    /// `S(row, column)`; 0 outside the band.
    pub fn get(&self, row: usize, column: usize) -> f64 {
        let slot = (row + self.half_width).checked_sub(column);
        let slot = slot.filter(|&slot| slot < self.width());
        slot.map_or(0.0, |slot| self.slots(column)[slot])
    }

    /// Slots of a column that are not padding.
    fn filled(&self, column: usize) -> Range<usize> {
        let rows = self.rows(column);
        let first = column * self.width() + (rows.start + self.half_width - column);
        first..first + rows.len()
    }
}

impl Columns for Band {
    fn n_units(&self) -> usize {
        self.n_units
    }

    fn half_width(&self) -> usize {
        self.half_width
    }

    fn visit(
        &self,
        order: Order,
        run: &Run<'_>,
        visit: &mut dyn FnMut(usize, &[f64]),
    ) -> Result<(), Cancelled> {
        for at in 0..self.n_units {
            if at % 4096 == 0 {
                run.report("comparing", at as u64, Some(self.n_units as u64))?;
            }
            let c = match order {
                Order::Forward => at,
                Order::Backward => self.n_units - 1 - at,
            };
            visit(c, &self.slots[self.filled(c)]);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::similarity::cosine;
    use crate::{CsrBuilder, Silent};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_form_of_the_band_holds_the_same_cosines(
            units in prop::collection::vec(prop::collection::vec(0u32..6, 0..5), 1..150), h in 0usize..12
        ) {
            let mut builder = CsrBuilder::new(6);
            units.iter().for_each(|unit| builder.push_counts(unit.iter().copied()));
            let vectors = builder.finish();
            let run = Run::new(0, &Silent);
            let cosines = Cosines::new(&vectors, h);
            let band = Band::store(&cosines, &run).unwrap();
            let mut pairs = CsrBuilder::new(units.len());
            for c in 0..units.len() {
                let column = (0..units.len()).map(|i| (i as u32, cosine(vectors.row(i), vectors.row(c))));
                pairs.push_weights(column);
            }
            let pairs = pairs.finish();
            let pairs = Pairs::new(&pairs, h);
            for columns in [&cosines as &dyn Columns, &band, &pairs] {
                for order in [Order::Forward, Order::Backward] {
                    let mut seen = Vec::new();
                    columns.visit(order, &run, &mut |c, column| {
                        seen.push(c);
                        for (i, &value) in columns.rows(c).zip(column) {
                            let expected = cosine(vectors.row(i), vectors.row(c));
                            assert!((value - expected).abs() < 1e-12);
                            assert_eq!(band.get(i, c), cosines_value(&band, i, c));
                        }
                    }).unwrap();
                    if order == Order::Backward { seen.reverse(); }
                    prop_assert!(seen.into_iter().eq(0..units.len()));
                }
            }
            prop_assert_eq!(band.get(0, units.len() + h), 0.0);
        }
    }

    fn cosines_value(band: &Band, i: usize, c: usize) -> f64 {
        band.slots(c)[i + band.half_width - c]
    }
}

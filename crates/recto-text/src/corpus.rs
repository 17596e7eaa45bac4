//! Counts: how often each term stands in each unit.

use crate::analysis::Units;
use recto_math::{CsrBuilder, CsrMatrix};

/// Sparse counts of terms; rows are units or groups of units.
#[derive(Debug, Clone, PartialEq)]
pub struct Corpus {
    /// Row by row, how often each term occurs.
    pub counts: CsrMatrix,
}

impl Corpus {
    /// A row for each unit.
    pub fn of_units(units: &Units<'_>) -> Self {
        let ends: Vec<usize> = (1..=units.len()).collect();
        Self::of_segments(units, &ends)
    }

    /// A row for each run of units that ends at one of `bounds` (exclusive ends,
    /// increasing).
    ///
    /// # Panics
    /// If a bound is beyond the last unit.
    pub fn of_segments(units: &Units<'_>, bounds: &[usize]) -> Self {
        let mut builder = CsrBuilder::new(units.vocabulary.len());
        let mut start = 0;
        for &end in bounds {
            let tokens = &units.tokens[units.token_range(start, end)];
            builder.push_counts(tokens.iter().filter_map(|t| t.term()).map(|term| term.0));
            start = end;
        }
        Self {
            counts: builder.finish(),
        }
    }
}

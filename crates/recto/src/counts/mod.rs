//! Models over counts that the caller made, documents by words.
//!
//! The capabilities count the words of texts themselves. A program that has counts already
//! (of another tokeniser, or of no words at all) fits the same models here, with the same
//! requests. Words are known by their columns.

mod classes;
#[cfg(test)]
mod tests;
mod topics;

pub use classes::{CountLabels, class_probabilities, fit_classes};
pub use topics::{fit_topics, group_documents, perplexity, topic_shares, topic_words};

use crate::Error;
use recto_math::{CsrBuilder, CsrMatrix};

/// Counts of documents by words, none below 0.
#[derive(Debug, Clone, PartialEq)]
pub struct Counts(CsrMatrix);

impl Counts {
    /// Counts in compressed rows: row `i` has the columns and values of places `starts[i]` to
    /// `starts[i + 1]`. Zeros are left out, columns that are named twice in a row add up.
    ///
    /// ```
    /// use recto::counts::Counts;
    /// let counts = Counts::new(3, &[0, 2, 3], &[0, 2, 1], &[1.0, 4.0, 2.0])?;
    /// assert_eq!(counts.n_documents(), 2);
    /// assert!(Counts::new(3, &[0, 1], &[5], &[1.0]).is_err());
    /// # Ok::<(), recto::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Input`] for places or columns that are not there, and for values that are no
    /// counts.
    pub fn new(
        n_columns: usize,
        starts: &[usize],
        columns: &[usize],
        values: &[f64],
    ) -> Result<Self, Error> {
        let is_sound = starts.first() == Some(&0)
            && starts.is_sorted()
            && starts.last() == Some(&columns.len())
            && columns.len() == values.len()
            && u32::try_from(n_columns).is_ok();
        if !is_sound || columns.iter().any(|&column| column >= n_columns) {
            return Err(Error::input(
                "the counts are not a matrix in compressed rows",
            ));
        }
        if values.iter().any(|value| *value < 0.0) {
            return Err(Error::input("Negative values in data: counts start at 0"));
        }
        if values.iter().any(|value| !value.is_finite()) {
            return Err(Error::input("a count is not a finite number"));
        }
        let mut builder = CsrBuilder::new(n_columns);
        for place in starts.windows(2) {
            let cells = columns[place[0]..place[1]]
                .iter()
                .zip(&values[place[0]..place[1]]);
            let filled = cells.filter(|(_, value)| **value > 0.0);
            builder.push_weights(filled.map(|(&column, &value)| (column as u32, value)));
        }
        Ok(Self(builder.finish()))
    }

    /// Number of documents.
    pub fn n_documents(&self) -> usize {
        self.0.n_rows()
    }

    /// Number of words.
    pub fn n_words(&self) -> usize {
        self.0.n_columns()
    }
}

/// Names of columns: their numbers.
fn names(n_columns: usize) -> Vec<String> {
    (0..n_columns).map(|column| column.to_string()).collect()
}

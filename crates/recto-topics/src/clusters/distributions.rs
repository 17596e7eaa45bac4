//! The distributions of documents that clustering compares: of one fit, or of several side
//! by side.
//!
//! Several fits of a large collection would take several times the memory of one. Two things
//! keep them small. The fit that the topics of documents come from is not stored again. Of
//! the others only documents that are merged keep their exact numbers; the rest of a large
//! collection joins the nearest cluster, for which `f32` is enough.

use super::sample;
use crate::Corpus;

/// Distributions of documents, one or several fits side by side.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Distributions {
    n_documents: usize,
    /// Documents that are merged, increasing.
    sample: Vec<usize>,
    /// The topics of each fit; `None` for the fit whose topics are those of the documents.
    fits: Vec<Option<Stored>>,
}

/// Topics of all documents in one fit.
#[derive(Debug, Clone, PartialEq)]
struct Stored {
    n_topics: usize,
    /// Documents of the sample, in their order.
    exact: Vec<f64>,
    /// All others, in their order.
    rounded: Vec<f32>,
}

impl Distributions {
    /// Distributions of `n_fits` fits of a corpus, each of which is that of the documents
    /// until it is stored; `seed` is that of the sample of documents that are merged.
    pub(crate) fn new(corpus: &Corpus, n_fits: usize, seed: u64) -> Self {
        Self::with_sample(corpus.n_documents(), sample(corpus, seed), n_fits)
    }

    fn with_sample(n_documents: usize, sample: Vec<usize>, n_fits: usize) -> Self {
        Self {
            n_documents,
            sample,
            fits: vec![None; n_fits],
        }
    }

    /// Stores the topics of all documents in a fit: a row of `n_topics` for each.
    pub(crate) fn store<'r>(
        &mut self,
        fit: usize,
        n_topics: usize,
        topics: impl Iterator<Item = &'r [f64]>,
    ) {
        let n_others = self.n_documents - self.sample.len();
        let mut stored = Stored {
            n_topics,
            exact: Vec::with_capacity(self.sample.len() * n_topics),
            rounded: Vec::with_capacity(n_others * n_topics),
        };
        for (document, row) in topics.enumerate() {
            if self.sample.binary_search(&document).is_ok() {
                stored.exact.extend(row);
            } else {
                stored.rounded.extend(row.iter().map(|&p| p as f32));
            }
        }
        self.fits[fit] = Some(stored);
    }

    /// Whether there are none: they were dropped, or never made.
    pub fn is_empty(&self) -> bool {
        self.fits.is_empty()
    }

    /// Number of fits.
    pub(super) fn n_fits(&self) -> usize {
        self.fits.len()
    }

    /// Documents that are merged, increasing.
    pub(super) fn sample(&self) -> &[usize] {
        &self.sample
    }

    /// The distribution of a document, whose topics are `own`: each fit has an equal share.
    pub(crate) fn row(&self, document: usize, own: &[f64]) -> Vec<f64> {
        let share = self.fits.len() as f64;
        let place = self.sample.binary_search(&document);
        let mut row = Vec::with_capacity(self.fits.len() * own.len());
        for fit in &self.fits {
            match (fit, place) {
                (None, _) => row.extend(own.iter().map(|p| p / share)),
                (Some(fit), Ok(at)) => {
                    let exact = &fit.exact[at * fit.n_topics..][..fit.n_topics];
                    row.extend(exact.iter().map(|p| p / share));
                }
                (Some(fit), Err(before)) => {
                    let at = (document - before) * fit.n_topics;
                    let rounded = &fit.rounded[at..][..fit.n_topics];
                    row.extend(rounded.iter().map(|&p| f64::from(p) / share));
                }
            }
        }
        row
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use recto_math::DenseMatrix;

    #[test]
    fn documents_that_are_merged_are_exact_and_others_are_rounded() {
        let third = 1.0 / 3.0;
        let topics = DenseMatrix::from_values(2, vec![0.2, 0.8, third, 1.0 - third, 0.1, 0.9]);
        let mut found = Distributions::with_sample(3, vec![1], 2);
        found.store(1, 2, topics.rows());
        let own = [0.25, 0.75];
        let exact = [0.125, 0.375, third / 2.0, (1.0 - third) / 2.0];
        assert_eq!(found.row(1, &own), exact);
        for (document, expected) in [(0, [0.1, 0.4]), (2, [0.05, 0.45])] {
            let row = found.row(document, &own);
            assert_eq!(row[..2], exact[..2]);
            for (p, expected) in row[2..].iter().zip(expected) {
                assert!((p - expected).abs() < 1e-7 && *p != expected, "{row:?}");
            }
        }
    }

    #[test]
    fn a_fit_that_is_not_stored_is_that_of_the_documents() {
        let found = Distributions::with_sample(8, Vec::new(), 1);
        assert_eq!(found.row(7, &[0.3, 0.7]), [0.3, 0.7]);
    }
}

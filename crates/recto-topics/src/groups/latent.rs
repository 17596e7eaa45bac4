//! Coordinates of documents by latent semantic analysis, shrunk by what chance gives.
//!
//! Weights are `(1 + ln tf)(1 + ln((1 + n) / (1 + df)))`, rows of unit length; a truncated
//! SVD gives the leading directions. Each direction is scaled by `sqrt(1 - (s0 / s)^2)`,
//! where `s` is its singular value and `s0` that of the same rank in shuffled documents
//! ([`super::chance`]): what is no stronger than in shuffled text is noise and counts
//! nothing. Short documents have few directions that are more; with all fifty of them the
//! neighbours of a short document are neighbours by chance.

use crate::Corpus;
use rayon::prelude::*;
use recto_math::factor::{randomized, times};
use recto_math::{CsrBuilder, CsrMatrix, DenseMatrix, Run, dense};

/// Directions that are kept at most.
const DIRECTIONS: usize = 50;

/// From this many documents on, words in more than half of them weigh nothing.
const COMMON_FROM: usize = 20;

/// The first direction is never shrunk to nothing, so that every document has a place.
const LEAST_FACTOR: f64 = 1e-3;

/// Weights of terms, from their frequencies in all documents.
pub(super) struct Weights {
    /// Factor of each term; 0 for a term that is too common.
    idf: Vec<f64>,
}

impl Weights {
    /// Weights over the documents of a corpus that have terms; with `drop_common` those in
    /// more than half of them weigh nothing.
    pub(super) fn new(corpus: &Corpus, filled: &[usize], drop_common: bool) -> Self {
        let mut frequency = vec![0usize; corpus.n_terms()];
        for &document in filled {
            for (term, _) in counts(corpus, document) {
                frequency[term as usize] += 1;
            }
        }
        let n = filled.len();
        let most = if drop_common && n >= COMMON_FROM {
            n / 2
        } else {
            n
        };
        let weight = |&df: &usize| {
            if df <= most {
                ((1.0 + n as f64) / (1.0 + df as f64)).ln() + 1.0
            } else {
                0.0
            }
        };
        Self {
            idf: frequency.iter().map(weight).collect(),
        }
    }

    /// Weighted counts, of unit length; empty if all terms weigh nothing.
    fn weigh(&self, mut counts: Vec<(u32, f64)>) -> Vec<(u32, f64)> {
        for (term, value) in &mut counts {
            *value = (1.0 + value.ln()) * self.idf[*term as usize];
        }
        counts.retain(|&(_, value)| value > 0.0);
        let length = counts.iter().map(|(_, x)| x * x).sum::<f64>().sqrt();
        counts.iter_mut().for_each(|(_, x)| *x /= length);
        counts
    }

    /// The weights of a document's terms.
    pub(super) fn of(&self, corpus: &Corpus, document: usize) -> Vec<(u32, f64)> {
        self.weigh(counts(corpus, document))
    }

    /// The weights of rows of counts.
    pub(super) fn matrix(&self, rows: impl Iterator<Item = Vec<(u32, f64)>>) -> CsrMatrix {
        let mut builder = CsrBuilder::new(self.idf.len());
        rows.for_each(|row| builder.push_sorted(&self.weigh(row)));
        builder.finish()
    }
}

/// The counts of a document's terms, by term.
pub(super) fn counts(corpus: &Corpus, document: usize) -> Vec<(u32, f64)> {
    let segments = corpus.segments_of(document);
    let mut row: Vec<(u32, f64)> = segments
        .flat_map(|segment| corpus.segments().row(segment).iter())
        .collect();
    row.sort_by_key(|&(term, _)| term);
    row.dedup_by(|next, kept| {
        let is_same = next.0 == kept.0;
        if is_same {
            kept.1 += next.1;
        }
        is_same
    });
    row
}

/// A projection of weighted rows onto directions.
pub(super) struct Latent {
    /// Terms by directions, scaled.
    projection: DenseMatrix,
    excess: Excess,
}

impl Latent {
    /// The directions of weighted rows; `noise` are the singular values of as many shuffled
    /// rows.
    ///
    /// # Errors
    /// [`recto_math::Cancelled`] if the observer asks to stop.
    pub(super) fn new(
        rows: &CsrMatrix,
        noise: &[f64],
        run: &Run<'_>,
    ) -> Result<Self, recto_math::Cancelled> {
        let mut found = randomized::truncated(rows, directions(rows), run)?;
        for (i, factor) in factors(&found.values, noise).into_iter().enumerate() {
            found.right.row_mut(i).iter_mut().for_each(|x| *x *= factor);
        }
        Ok(Self {
            projection: found.right.transpose(),
            excess: Excess::new(&found.values, noise),
        })
    }

    /// How much stronger the directions are than those of noise.
    pub(super) fn excess(&self) -> Excess {
        self.excess
    }

    /// Number of directions.
    pub(super) fn n_directions(&self) -> usize {
        self.projection.n_columns()
    }

    /// The place of a weighted row: of unit length, or 0 if no direction has its terms.
    pub(super) fn place(&self, row: &[(u32, f64)]) -> Vec<f64> {
        let mut place = vec![0.0; self.n_directions()];
        for &(term, weight) in row {
            dense::axpy(weight, self.projection.row(term as usize), &mut place);
        }
        to_unit(&mut place);
        place
    }

    /// The places of all rows.
    pub(super) fn places(&self, rows: &CsrMatrix) -> DenseMatrix {
        let mut places = times(rows, &self.projection);
        if places.n_columns() > 0 {
            let width = places.n_columns();
            places.values_mut().par_chunks_mut(width).for_each(to_unit);
        }
        places
    }
}

/// `sqrt(1 - (s0 / s)^2)` for each singular value `s` and that of noise.
fn factors(values: &[f64], noise: &[f64]) -> Vec<f64> {
    let factor = |(i, value): (usize, &f64)| {
        let by_chance = noise.get(i).copied().unwrap_or(0.0) / value;
        let least = if i == 0 { LEAST_FACTOR } else { 0.0 };
        (1.0 - by_chance * by_chance).max(0.0).sqrt().max(least)
    };
    values.iter().enumerate().map(factor).collect()
}

/// Directions that [`Excess`] looks at.
const LEADING: usize = 10;

/// How much stronger directions are than those of noise; 1 if they are noise.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Excess {
    /// Ratio of the first direction.
    first: f64,
    /// Mean ratio of the leading ones.
    mean: f64,
}

impl Excess {
    /// Ratios of singular values to those of noise. The first of all is left out: it is the
    /// mean of all rows, and as strong in noise.
    fn new(values: &[f64], noise: &[f64]) -> Self {
        let ratios = values.iter().zip(noise).skip(1).take(LEADING);
        let ratios: Vec<f64> = ratios.map(|(s, s0)| s / s0).collect();
        Self {
            first: ratios.first().copied().unwrap_or(1.0),
            mean: ratios.iter().sum::<f64>() / ratios.len().max(1) as f64,
        }
    }

    /// Whether one direction is clearly stronger than noise, or several are a little. The
    /// ratios of shuffled documents to others shuffled were at most 1.10 and 1.06.
    pub(super) fn stands_out(self) -> bool {
        self.first >= 1.12 || self.mean >= 1.06
    }
}

/// How many directions rows can have.
pub(super) fn directions(rows: &CsrMatrix) -> usize {
    let rank = rows.n_rows().min(rows.n_columns());
    DIRECTIONS.min(rank.saturating_sub(1)).max(1)
}

/// Scales a vector to unit length; one that is all but 0 becomes 0.
pub(super) fn to_unit(vector: &mut [f64]) {
    let length = dense::norm(vector);
    let factor = if length > 1e-12 { 1.0 / length } else { 0.0 };
    vector.iter_mut().for_each(|x| *x *= factor);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CorpusBuilder, Filter};

    fn corpus(texts: &[&str]) -> Corpus {
        let mut builder = CorpusBuilder::new();
        texts.iter().for_each(|text| {
            // Two segments, so that counts of a document are sums.
            let (one, other) = text.split_once('|').unwrap_or((text, ""));
            builder.push_terms([one.split_whitespace(), other.split_whitespace()]);
        });
        builder.finish(&Filter::default()).expect("words")
    }

    #[test]
    fn weights_are_those_worked_out_by_hand() {
        let corpus = corpus(&["oil oil|oil well", "oil wheat"]);
        let weights = Weights::new(&corpus, &[0, 1], true);
        // n = 2: oil is in both, ln(3/3) + 1 = 1; the others ln(3/2) + 1. Three times oil
        // weighs 1 + ln 3.
        let (oil, other) = (1.0 + 3f64.ln(), 1.0 + 1.5f64.ln());
        let length = (oil * oil + other * other).sqrt();
        let row = weights.of(&corpus, 0);
        let values: Vec<f64> = row.iter().map(|(_, x)| *x).collect();
        assert_eq!(row.len(), 2);
        assert!((values[0] - oil / length).abs() < 1e-12);
        assert!((values[1] - other / length).abs() < 1e-12);
    }

    #[test]
    fn words_of_most_documents_weigh_nothing_from_twenty_documents_on() {
        let texts: Vec<String> = (0..20)
            .map(|i| format!("common {}", ["alpha", "beta", "gamma", "delta"][i % 4]))
            .collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let corpus = corpus(&texts);
        let all: Vec<usize> = (0..20).collect();
        let weights = Weights::new(&corpus, &all, true);
        assert_eq!(weights.of(&corpus, 0).len(), 1);
        assert_eq!(Weights::new(&corpus, &all, false).of(&corpus, 0).len(), 2);
    }

    #[test]
    fn directions_that_noise_has_too_count_nothing() {
        assert_eq!(factors(&[5.0, 4.0, 2.0], &[3.0, 4.0, 2.5]), [0.8, 0.0, 0.0]);
        assert_eq!(factors(&[5.0], &[6.0]), [LEAST_FACTOR]);
        assert_eq!(factors(&[2.0], &[]), [1.0]);
        let clear = Excess::new(&[9.0, 3.0, 4.0], &[1.0, 2.0, 4.0]);
        assert_eq!((clear.first, clear.mean), (1.5, 1.25));
        assert!(clear.stands_out());
        assert!(!Excess::new(&[9.0, 2.1, 4.0], &[1.0, 2.0, 4.0]).stands_out());
        assert!(!Excess::new(&[9.0], &[1.0]).stands_out());
    }

    #[test]
    fn a_row_alone_has_the_place_that_it_has_among_others() {
        let corpus = corpus(&["oil well rig", "oil rig", "wheat crop mill", "wheat mill"]);
        let weights = Weights::new(&corpus, &[0, 1, 2, 3], true);
        let rows = weights.matrix((0..4).map(|d| counts(&corpus, d)));
        let run = Run::new(0, &recto_math::Silent);
        let latent = Latent::new(&rows, &[], &run).expect("nobody cancels");
        let places = latent.places(&rows);
        for document in 0..4 {
            let alone = latent.place(&weights.of(&corpus, document));
            for (x, y) in alone.iter().zip(places.row(document)) {
                assert!((x - y).abs() < 1e-12);
            }
            assert!((dense::norm(&alone) - 1.0).abs() < 1e-12);
        }
        assert!(dense::dot(places.row(0), places.row(1)) > 0.9);
        assert!(dense::dot(places.row(0), places.row(2)).abs() < 0.5);
        assert_eq!(latent.place(&[]), vec![0.0; latent.n_directions()]);
    }
}

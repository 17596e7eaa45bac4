//! AK (Akiva and Koppel): clusters fixed-size chunks, then classifies each sentence.
//!
//! A baseline for BayesAD, as BayesAD's paper states it. Chunks are compared by which of
//! the 500 most widespread words they have, clustered, and the inner chunks of each
//! cluster train a classifier; the sentences it is surest of keep its label, the others
//! take that of the nearest such sentence.
//!
//! Steps as in `Ak::labels`. Time O(c^2 · words of a chunk) for c chunks and
//! O(core words · K) a step of the classifier; memory O(c^2). Ties go to the earlier
//! chunk or sentence.
//!
//! # Departures
//! The classifier has no bias: it is trained on chunks and applied to sentences, which are
//! some 15 times shorter, so that a free bias would decide alone (measured with four
//! authors: .434 with one, as good as one author for all, .588 without). Ties in the last
//! step go to the earlier sentence instead of to chance.
//!
//! # References
//! Navot Akiva and Moshe Koppel, 2013, A generic unsupervised method for decomposing
//! multi-author documents; Chris Giannella, 2015, for the changes.

mod core;

use crate::groups::Grouping;
use crate::result::{Authorship, MoreThanOne};
use crate::text::{Text, spread};
use crate::{AuthorsError, Decomposer, Options, TOO_SHORT, check_units, evidence, is_too_short};
use recto_math::cluster::affinity::binary_cosine;
use recto_math::cluster::kmeans;
use recto_math::logistic::{self, Logistic};
use recto_math::{BadParameter, CsrBuilder, CsrMatrix, Run};
use recto_text::Units;
use serde_json::{Value, json};
use std::cmp::Reverse;

pub(crate) const USES: &[&str] = &["authors"];

/// Number of words that chunks are compared by.
const WORDS: usize = 500;

/// Minimum count of a word to be a feature of the classifier.
const MIN_COUNT: u32 = 5;

/// The share of sentences that keep the classifier's label: one in this many.
const KEPT: usize = 4;

/// The parameters of the method.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Params {
    /// Sentences in a chunk; more only where the chunks would be too many to compare.
    pub segment_size: usize,
    /// Whether all chunks train the classifier, not only the inner ones.
    pub train_all: bool,
    /// The largest number of authors that is looked at, at most half of the chunks; `None`
    /// for all numbers below that of the chunks, as published.
    pub k_max: Option<usize>,
    /// Restarts of k-means.
    pub kmeans_restarts: usize,
}

impl Default for Params {
    fn default() -> Self {
        Self {
            segment_size: 15,
            train_all: false,
            k_max: Some(recto_math::cluster::spectral::K_MAX),
            kmeans_restarts: 10,
        }
    }
}

impl Params {
    /// As in BayesAD's paper, which caps no number of authors and runs k-means once.
    pub fn paper() -> Self {
        Self {
            k_max: None,
            kmeans_restarts: 1,
            ..Self::default()
        }
    }

    /// Names the first parameter that is out of its range.
    ///
    /// # Errors
    /// [`AuthorsError::Parameter`].
    pub fn check(&self) -> Result<(), AuthorsError> {
        for (name, value) in [
            ("segment_size", self.segment_size),
            ("kmeans_restarts", self.kmeans_restarts),
        ] {
            if value == 0 {
                return Err(BadParameter::new(name, value, "at least 1").into());
            }
        }
        if let Some(k_max) = self.k_max.filter(|&k_max| k_max < 2) {
            return Err(BadParameter::new("k_max", k_max, "at least 2").into());
        }
        Ok(())
    }
}

pub(crate) fn build(options: &Options) -> Result<Box<dyn Decomposer>, AuthorsError> {
    options.check()?;
    let params = if options.paper {
        Params::paper()
    } else {
        Params::default()
    };
    Ok(Box::new(Ak::new(params, options.authors)?))
}

/// The method with its parameters.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ak {
    params: Params,
    authors: Option<usize>,
}

impl Ak {
    /// With a number of authors, or `None` to have it chosen.
    ///
    /// # Errors
    /// [`AuthorsError::Parameter`].
    pub fn new(params: Params, authors: Option<usize>) -> Result<Self, AuthorsError> {
        params.check()?;
        Ok(Self { params, authors })
    }

    /// AkivaKoppel13 def. Decomposition: the label of each unit.
    fn labels(&self, text: &Text, run: &Run<'_>) -> Result<Vec<usize>, AuthorsError> {
        let bounds = self.bounds(text.len());
        let words = widespread(text, &bounds);
        let affinity = binary_cosine(&text.counts(&words, bounds.iter().copied()));
        let grouping = self.grouping();
        let Some((points, k)) = grouping.points(&affinity, self.authors, run)? else {
            return Ok(vec![0; text.len()]);
        };
        let clusters = kmeans::solve(&points, k, grouping.restarts, run.seed);
        let inner = if self.params.train_all {
            (0..bounds.len()).collect()
        } else {
            core::chunks(&points, &clusters)
        };
        run.report("training", 0, None)?;
        Ok(classify(text, &bounds, &inner, &clusters.labels, k))
    }

    fn grouping(&self) -> Grouping {
        Grouping {
            k_max: self.params.k_max,
            restarts: self.params.kmeans_restarts,
            ..Grouping::default()
        }
    }

    /// The ends of the chunks; smaller ones if more authors are asked for.
    fn bounds(&self, n: usize) -> Vec<usize> {
        let mut size = self.params.segment_size.max(n.div_ceil(MAX_CHUNKS));
        if let Some(asked) = self.authors.filter(|&asked| n.div_ceil(size) < asked) {
            size = (n / (3 * asked)).max(1);
        }
        (1..=n.div_ceil(size)).map(|i| (i * size).min(n)).collect()
    }
}

/// Chunks above which an affinity would take too much memory.
const MAX_CHUNKS: usize = 4000;

impl Decomposer for Ak {
    fn decompose(&self, units: &Units<'_>, run: &Run<'_>) -> Result<Authorship, AuthorsError> {
        check_units(units, self.authors)?;
        run.report("comparing chunks", 0, Some(units.len() as u64))?;
        let too_short = is_too_short(units);
        let text = Text::of(units, false);
        let labels = if too_short && self.authors.is_none() {
            vec![0; units.len()]
        } else {
            self.labels(&text, run)?
        };
        let mut found = Authorship::from_labels(&labels);
        let n_chunks = self.bounds(units.len()).len();
        let warning = self.grouping().warning(n_chunks, self.authors);
        found.warnings.extend(warning);
        if !too_short {
            found.evidence = evidence::evidence(&text, &found.labels, found.count, units.language);
        } else {
            found.warnings.push(TOO_SHORT.into());
        }
        if self.authors.is_some() {
            found.more_than_one_author = MoreThanOne::Assumed;
        }
        Ok(found)
    }

    fn parameters(&self) -> Value {
        json!({
            "authors": self.authors,
            "segment_size": self.params.segment_size,
            "train_all": self.params.train_all,
            "k_max": self.params.k_max,
            "kmeans_restarts": self.params.kmeans_restarts,
        })
    }
}

/// The words found in most chunks; ties by first appearance.
fn widespread(text: &Text, bounds: &[usize]) -> Vec<u32> {
    let all: Vec<u32> = (0..).take(text.terms.len()).collect();
    let counts = text.counts(&all, bounds.iter().copied()).column_counts();
    let mut words = all;
    words.sort_by_key(|&word| (Reverse(counts[word as usize]), word));
    words.truncate(WORDS);
    words
}

/// Trains on chunks, keeps the surest sentences, and lets the others copy the nearest.
fn classify(
    text: &Text,
    bounds: &[usize],
    inner: &[usize],
    labels: &[usize],
    k: usize,
) -> Vec<usize> {
    let words = text.frequent(usize::MAX, MIN_COUNT);
    if words.is_empty() {
        return spread(labels, bounds);
    }
    let chunks = text.counts(&words, bounds.iter().copied());
    let classes: Vec<usize> = inner.iter().map(|&chunk| labels[chunk]).collect();
    let params = logistic::Params::default();
    let model = Logistic::fit(&select(&chunks, inner), &classes, k, &params);
    let score = |unit: recto_math::SparseRow<'_>| {
        let p = model.probabilities(unit);
        let best = (1..k).fold(0, |best, i| if p[i] > p[best] { i } else { best });
        (best, p[best])
    };
    let scored: Vec<(usize, f64)> = text.unit_counts(&words).rows().map(score).collect();
    let mut order: Vec<usize> = (0..scored.len()).collect();
    order.sort_by(|&a, &b| scored[b].1.total_cmp(&scored[a].1).then(a.cmp(&b)));
    order.truncate((scored.len() / KEPT).max(1));
    order.sort_unstable();
    let label = |unit: usize| scored[nearest(&order, unit)].0;
    (0..scored.len()).map(label).collect()
}

fn select(rows: &CsrMatrix, kept: &[usize]) -> CsrMatrix {
    let mut selected = CsrBuilder::new(rows.n_columns());
    kept.iter()
        .for_each(|&row| selected.push_weights(rows.row(row).iter()));
    selected.finish()
}

/// The member of a sorted list that is nearest to `unit`, the earlier of equals.
fn nearest(sorted: &[usize], unit: usize) -> usize {
    let after = sorted.partition_point(|&kept| kept < unit);
    match (after.checked_sub(1).map(|at| sorted[at]), sorted.get(after)) {
        (Some(before), Some(&next)) if unit - before <= next - unit => before,
        (_, Some(&next)) => next,
        (Some(before), None) => before,
        (None, None) => unit,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use recto_math::Silent;
    use recto_math::partition::number;
    use recto_testing::golden;

    #[test]
    fn labels_equal_the_golden_ones_from_chunks_to_sentences() {
        let golden = golden!("ak");
        let text = Text::of_words(&golden.at("sentences").read::<Vec<Vec<String>>>());
        let params = Params {
            segment_size: golden.at("segment_size").count(),
            ..Params::paper()
        };
        let ak = Ak::new(params, Some(2)).expect("in range");
        let found = ak.labels(&text, &Run::new(0, &Silent)).expect("labels");
        let wanted = golden.at("labels").counts();
        assert_eq!(number(&found).0, number(&wanted).0);
    }

    #[test]
    fn the_nearest_is_the_earlier_of_equals() {
        assert_eq!(nearest(&[2, 6], 4), 2);
        assert_eq!(nearest(&[2, 6], 5), 6);
        assert_eq!(nearest(&[2, 6], 0), 2);
        assert_eq!(nearest(&[2, 6], 6), 6);
        assert_eq!(nearest(&[2, 6], 9), 6);
    }

    #[test]
    fn chunks_have_the_size_asked_for_unless_authors_need_more() {
        let of = |authors| Ak::new(Params::default(), authors).expect("in range");
        assert_eq!(of(None).bounds(40), [15, 30, 40]);
        assert_eq!(of(Some(5)).bounds(40).len(), 20);
        assert_eq!(of(Some(3)).bounds(3), [1, 2, 3]);
        assert!(
            Params {
                segment_size: 0,
                ..Params::default()
            }
            .check()
            .is_err()
        );
    }
}

//! Stability of topics: fits that are matched topic by topic.

use crate::{Corpus, DenseMatrix, TopicModel, TopicsError};
use recto_math::{Run, assign, similarity};

/// Stability of a method's topics on a corpus: `n_fits` fits with other seeds than the
/// run's, compared by [`stability`].
///
/// # Errors
/// [`TopicsError`] as for the fits.
pub fn stability_of(
    model: &dyn TopicModel,
    corpus: &Corpus,
    n_fits: u64,
    run: &Run<'_>,
) -> Result<f64, TopicsError> {
    let mut words = Vec::new();
    for fit in 0..n_fits {
        let own = Run {
            seed: run.seed.wrapping_add(fit + 1),
            ..*run
        };
        words.push(model.fit(corpus, &own)?.model.words);
    }
    Ok(stability(&words.iter().collect::<Vec<_>>()))
}

/// Mean agreement of topics over all pairs of fits, from 0 to 1.
///
/// `fits` are word distributions, terms by topics. Topics of two fits are matched one to
/// one so that their agreement, 1 minus the Hellinger distance, is largest.
pub fn stability(fits: &[&DenseMatrix]) -> f64 {
    let (mut sum, mut pairs) = (0.0, 0.0);
    for (i, a) in fits.iter().enumerate() {
        for b in &fits[i + 1..] {
            let (a, b) = (columns(a), columns(b));
            let agreement = |x: usize, y: usize| 1.0 - similarity::hellinger(&a[x], &b[y]);
            let partners = assign::maximum(a.len(), b.len(), agreement);
            for (x, partner) in partners.iter().enumerate() {
                sum += partner.map_or(0.0, |y| agreement(x, y));
                pairs += 1.0;
            }
        }
    }
    if pairs > 0.0 { sum / pairs } else { 1.0 }
}

/// The word distribution of each topic as a row: `words` transposed.
pub(crate) fn columns(words: &DenseMatrix) -> Vec<Vec<f64>> {
    let column = |z: usize| words.rows().map(|row| row[z]).collect();
    (0..words.n_columns()).map(column).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fits_with_the_same_topics_in_another_order_are_stable() {
        let a = DenseMatrix::from_values(2, vec![0.9, 0.0, 0.1, 0.2, 0.0, 0.8]);
        let b = DenseMatrix::from_values(2, vec![0.0, 0.9, 0.2, 0.1, 0.8, 0.0]);
        assert!(stability(&[&a, &b]) > 1.0 - 1e-7);
        assert_eq!(stability(&[&a]), 1.0);
        let other = DenseMatrix::from_values(2, vec![0.3, 0.3, 0.4, 0.4, 0.3, 0.3]);
        assert!(stability(&[&a, &other]) < 0.8);
    }
}

//! Inner loop of the E step, the same for every model: distributes one row of counts over
//! the topics.
//!
//! Almost all time of a fit is spent here, most of it waiting for memory (rows of `phi`):
//! explicit AVX2 code was tried and gained at most 10 %.

use crate::arithmetic::{LnSum, add_both, dot};
use recto_math::SparseRow;

/// Word cache of a row: its weight λ and its probability of each count.
pub(crate) type Cached<'a> = Option<(f64, &'a [f64])>;

/// Inputs and accumulators of [`share_out`].
pub(crate) struct Sharing<'a> {
    /// The weight of each topic in the row.
    pub(crate) mix: &'a [f64],
    /// Word distributions, terms by topics.
    pub(crate) phi: &'a [f64],
    /// Accumulates `Σ_w n φ_zw / p(w)` for each topic.
    pub(crate) gain: &'a mut [f64],
    /// Accumulates `n mix_z / p(w)`, terms by topics. The factor φ is the same for all rows,
    /// so the M step multiplies it in once.
    pub(crate) words: &'a mut [f64],
    /// Accumulates `Σ n ln p(w)`.
    pub(crate) likelihood: &'a mut LnSum,
}

/// Distributes the counts of a row over topics and cache by their posterior probability.
/// Returns the expected number of tokens from the cache.
pub(crate) fn share_out(row: SparseRow<'_>, cached: Cached<'_>, sharing: &mut Sharing<'_>) -> f64 {
    let n_topics = sharing.mix.len();
    let mut tokens = 0.0;
    for (i, (w, n)) in row.iter().enumerate() {
        let at = w as usize * n_topics;
        let phi = &sharing.phi[at..at + n_topics];
        let mut p = dot(sharing.mix, phi);
        let mut share = n;
        if let Some((lambda, psi)) = cached {
            let own = lambda * psi[i];
            p = own + (1.0 - lambda) * p;
            tokens += n * own / p.max(1e-300);
            share *= 1.0 - lambda;
        }
        sharing.likelihood.add(p, n);
        let words = &mut sharing.words[at..at + n_topics];
        add_both(sharing.gain, phi, words, sharing.mix, share / p.max(1e-300));
    }
    tokens
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_shared_out_as_worked_out_by_hand() {
        // Two topics, one word three times: p = .5 * .2 + .5 * .6 = .4; with a cache of
        // weight .5 and probability .8 p = .4 + .2 = .6, and the cache takes two thirds.
        let row = SparseRow {
            columns: &[1],
            values: &[3.0],
        };
        let (mut gain, mut words) = ([0.0; 2], [0.0; 4]);
        let mut likelihood = LnSum::new();
        let mut sharing = Sharing {
            mix: &[0.5, 0.5],
            phi: &[0.8, 0.4, 0.2, 0.6],
            gain: &mut gain,
            words: &mut words,
            likelihood: &mut likelihood,
        };
        let taken = share_out(row, Some((0.5, &[0.8])), &mut sharing);
        assert!((taken - 2.0).abs() < 1e-12);
        assert!((likelihood.total() - 3.0 * 0.6f64.ln()).abs() < 1e-12);
        assert!((gain[0] - 0.5).abs() < 1e-12 && (gain[1] - 1.5).abs() < 1e-12);
        assert_eq!(words[..2], [0.0, 0.0]);
        assert!((words[2] - 1.25).abs() < 1e-12 && (words[3] - 1.25).abs() < 1e-12);
    }
}

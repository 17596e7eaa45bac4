//! Dirichlet priors that maximise the bound, by Minka's fixed-point iteration, which never
//! lowers it.

use recto_math::special::{digamma, inverse_digamma};

/// Fixed-point iterations for each update of the priors. A few suffice, because the next
/// update starts from their result.
const ROUNDS: usize = 3;

/// Priors are clamped to this range: α of a topic that no document has would go to 0.
const RANGE: (f64, f64) = (1e-4, 1e3);

/// Minka00 eq. 9: ψ(α_z) = ψ(Σ α) + mean E[ln θ_z].
pub(super) fn topics(alpha: &mut [f64], mean_ln: &[f64]) {
    for _ in 0..ROUNDS {
        let whole = digamma(alpha.iter().sum());
        for (a, mean) in alpha.iter_mut().zip(mean_ln) {
            *a = inverse_digamma(whole + mean).clamp(RANGE.0, RANGE.1);
        }
    }
}

/// The same for a symmetric prior over `n_terms` terms.
pub(super) fn words(beta: f64, n_terms: usize, mean_ln: f64) -> f64 {
    let mut beta = beta;
    for _ in 0..ROUNDS {
        let whole = digamma(beta * n_terms as f64);
        beta = inverse_digamma(whole + mean_ln).clamp(RANGE.0, RANGE.1);
    }
    beta
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fixed_point_finds_the_prior_of_its_own_expectations() {
        let truth = [0.3, 1.7, 0.05];
        let whole = digamma(truth.iter().sum());
        let means: Vec<f64> = truth.iter().map(|&a| digamma(a) - whole).collect();
        let mut alpha = [1.0; 3];
        for _ in 0..400 {
            topics(&mut alpha, &means);
        }
        for (found, truth) in alpha.iter().zip(truth) {
            assert!((found - truth).abs() < 1e-6, "{found} for {truth}");
        }
    }
}

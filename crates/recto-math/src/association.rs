//! How far two counts differ: the log-likelihood ratio of a word in two collections.

/// Signed log-likelihood ratio of a word that is in `k1` of `n1` texts and in `k2` of `n2`
/// others: positive if it is more frequent in the first. Above 10.83 chance gives it in one
/// of a thousand cases.
///
/// Dunning93 def. LogLikelihoodRatio: the statistic −2 log λ of two binomials.
///
/// ```
/// use recto_math::association::signed_g2;
/// assert!(signed_g2(8.0, 10.0, 12.0, 90.0) > 10.83);
/// assert!(signed_g2(2.0, 10.0, 18.0, 90.0).abs() < 1e-9);
/// ```
pub fn signed_g2(k1: f64, n1: f64, k2: f64, n2: f64) -> f64 {
    let part = |cells: &[f64]| {
        let total: f64 = cells.iter().sum();
        let positive = cells.iter().filter(|x| **x > 0.0);
        positive.map(|x| x * (x / total).ln()).sum::<f64>()
    };
    let (a, b, c, d) = (k1, n1 - k1, k2, n2 - k2);
    let value = 2.0 * (part(&[a, b, c, d]) - part(&[a + b, c + d]) - part(&[a + c, b + d]));
    if k1 / n1.max(1.0) > k2 / n2.max(1.0) {
        value
    } else {
        -value
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_ratio_is_that_of_the_table_of_counts() {
        // Cells 8, 2, 12, 78; expected 2, 8, 18, 72.
        let by_hand = 8.0 * 4f64.ln()
            + 2.0 * 0.25f64.ln()
            + 12.0 * (2f64 / 3.0).ln()
            + 78.0 * (13f64 / 12.0).ln();
        let found = signed_g2(8.0, 10.0, 12.0, 90.0);
        assert!((found - 2.0 * by_hand).abs() < 1e-9, "{found}");
    }

    proptest! {
        #[test]
        fn a_ratio_changes_its_sign_with_the_sides(k1 in 0u32..20, more1 in 1u32..50, k2 in 0u32..20, more2 in 1u32..50) {
            let (k1, k2) = (f64::from(k1), f64::from(k2));
            let (n1, n2) = (k1 + f64::from(more1), k2 + f64::from(more2));
            let (a, b) = (signed_g2(k1, n1, k2, n2), signed_g2(k2, n2, k1, n1));
            prop_assert!(a.is_finite() && (a + b).abs() < 1e-9);
        }
    }
}

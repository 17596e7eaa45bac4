//! Special functions: log-gamma, digamma, trigamma and inverse digamma.
//!
//! Arguments are shifted above 8 by the recurrences; there the asymptotic series are exact
//! to the last digits. The factors of the recurrence are multiplied first, so that it takes
//! a single logarithm.

/// Arguments above this go to the asymptotic series directly.
const HIGH: f64 = 8.0;

/// ln Γ(x) for x above 0.
///
/// ```
/// assert!((recto_math::special::ln_gamma(5.0) - 24f64.ln()).abs() < 1e-12);
/// ```
pub fn ln_gamma(x: f64) -> f64 {
    let (mut x, mut product) = (x, 1.0);
    while x < HIGH {
        product *= x;
        x += 1.0;
    }
    let inverse = 1.0 / x;
    let square = inverse * inverse;
    let series = inverse
        * (1.0 / 12.0
            - square
                * (1.0 / 360.0
                    - square * (1.0 / 1260.0 - square * (1.0 / 1680.0 - square * (1.0 / 1188.0)))));
    // A product of 1 is the common case of large arguments and needs no logarithm.
    let moved = if product == 1.0 { 0.0 } else { product.ln() };
    (x - 0.5) * x.ln() - x + HALF_LN_TAU + series - moved
}

/// Digamma: the derivative of ln Γ at x above 0.
///
/// ```
/// let euler = 0.577_215_664_901_532_9;
/// assert!((recto_math::special::digamma(1.0) + euler).abs() < 1e-12);
/// ```
pub fn digamma(x: f64) -> f64 {
    let (x, moved) = shifted(x);
    x.ln() - asymptotic(x) - moved
}

/// exp(digamma(x)) for x from 0, where it is 0; the weight exp E[ln θ] of variational
/// inference.
pub fn exp_digamma(x: f64) -> f64 {
    if x >= HIGH {
        // exp(ψ(h + 1/2)) = h + 1/(24 h) - 37/(5760 h³) + 10313/(2903040 h⁵) - …, which
        // needs neither logarithm nor exponential.
        let h = x - 0.5;
        let inverse = 1.0 / h;
        let square = inverse * inverse;
        return h + inverse
            * (1.0 / 24.0
                - square
                    * (37.0 / 5760.0
                        - square
                            * (10_313.0 / 2_903_040.0
                                - square * (5_509_121.0 / 1_393_459_200.0))));
    }
    let (x, moved) = shifted(x);
    x * (-asymptotic(x) - moved).exp()
}

/// ln Γ, digamma and exp(digamma) of one argument. Variational inference needs all three,
/// and they share most of their work.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GammaTerms {
    /// ln Γ(x).
    pub ln_gamma: f64,
    /// digamma(x).
    pub digamma: f64,
    /// exp(digamma(x)).
    pub exp_digamma: f64,
}

/// All of [`GammaTerms`] at x above 0.
///
/// ```
/// use recto_math::special::{digamma, gamma_terms};
/// assert!((gamma_terms(0.3).digamma - digamma(0.3)).abs() < 1e-12);
/// ```
pub fn gamma_terms(x: f64) -> GammaTerms {
    // The product of the recurrence and its derivative: their quotient is the sum of
    // reciprocals, for one division.
    let (mut high, mut product, mut derivative) = (x, 1.0, 0.0);
    while high < HIGH {
        derivative = derivative * high + product;
        product *= high;
        high += 1.0;
    }
    let is_moved = high != x;
    let ln = high.ln();
    let inverse = 1.0 / high;
    let square = inverse * inverse;
    let series = inverse
        * (1.0 / 12.0
            - square
                * (1.0 / 360.0
                    - square * (1.0 / 1260.0 - square * (1.0 / 1680.0 - square / 1188.0))));
    let gap = 0.5 * inverse
        + square
            * (1.0 / 12.0
                - square
                    * (1.0 / 120.0
                        - square * (1.0 / 252.0 - square * (1.0 / 240.0 - square / 132.0))));
    let stirling = (high - 0.5) * ln - high + HALF_LN_TAU + series;
    let (ln_gamma, moved) = if is_moved {
        (stirling - product.ln(), derivative / product)
    } else {
        (stirling, 0.0)
    };
    GammaTerms {
        ln_gamma,
        digamma: ln - gap - moved,
        exp_digamma: high * (-gap - moved).exp(),
    }
}

/// ln √(2π).
const HALF_LN_TAU: f64 = 0.918_938_533_204_672_8;

/// x shifted above [`HIGH`], and the correction of digamma for the shift.
fn shifted(mut x: f64) -> (f64, f64) {
    let mut moved = 0.0;
    while x < HIGH {
        moved += 1.0 / x;
        x += 1.0;
    }
    (x, moved)
}

/// ln x - digamma(x) for large x.
fn asymptotic(x: f64) -> f64 {
    let inverse = 1.0 / x;
    let square = inverse * inverse;
    0.5 * inverse
        + square
            * (1.0 / 12.0
                - square
                    * (1.0 / 120.0
                        - square * (1.0 / 252.0 - square * (1.0 / 240.0 - square * (1.0 / 132.0)))))
}

/// Trigamma: the second derivative of ln Γ at x above 0.
pub fn trigamma(mut x: f64) -> f64 {
    let mut moved = 0.0;
    while x < HIGH {
        moved += 1.0 / (x * x);
        x += 1.0;
    }
    let inverse = 1.0 / x;
    let square = inverse * inverse;
    moved
        + inverse
            * (1.0
                + 0.5 * inverse
                + square
                    * (1.0 / 6.0
                        - square * (1.0 / 30.0 - square * (1.0 / 42.0 - square * (1.0 / 30.0)))))
}

/// Inverse digamma: the x above 0 with digamma(x) = y, by Newton's method from Minka's
/// start.
///
/// Minka00 sec. C: the inverse of digamma.
pub fn inverse_digamma(y: f64) -> f64 {
    let mut x = if y >= -2.22 {
        y.exp() + 0.5
    } else {
        -1.0 / (y + 0.577_215_664_901_532_9)
    };
    for _ in 0..6 {
        x -= (digamma(x) - y) / trigamma(x);
    }
    x
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use statrs::function::gamma;

    proptest! {
        #[test]
        fn values_are_those_of_another_implementation(exponent in -4.0f64..5.0) {
            let x = 10f64.powf(exponent);
            let close = |a: f64, b: f64| (a - b).abs() <= 1e-10 * (1.0 + b.abs());
            prop_assert!(close(ln_gamma(x), gamma::ln_gamma(x)));
            prop_assert!(close(digamma(x), gamma::digamma(x)));
            let exact = gamma::digamma(x).exp();
            prop_assert!((exp_digamma(x) - exact).abs() <= 1e-8 * exact + 1e-280, "{} {}", exp_digamma(x), exact);
            let terms = gamma_terms(x);
            prop_assert!(close(terms.ln_gamma, ln_gamma(x)) && close(terms.digamma, digamma(x)));
            prop_assert!((terms.exp_digamma - exact).abs() <= 1e-8 * exact + 1e-280);
            prop_assert!((inverse_digamma(digamma(x)) - x).abs() <= 1e-8 * x);
        }
    }

    #[test]
    fn nothing_has_no_weight() {
        assert_eq!(exp_digamma(0.0), 0.0);
    }
}

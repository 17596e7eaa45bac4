//! Similarities and distances of vectors: cosine, Hellinger.

use crate::csr::SparseRow;

/// Inner product of two sparse rows, by merging their columns.
pub fn dot(a: SparseRow<'_>, b: SparseRow<'_>) -> f64 {
    let (mut i, mut j, mut sum) = (0, 0, 0.0);
    while i < a.columns.len() && j < b.columns.len() {
        match a.columns[i].cmp(&b.columns[j]) {
            std::cmp::Ordering::Less => i += 1,
            std::cmp::Ordering::Greater => j += 1,
            std::cmp::Ordering::Equal => {
                sum += a.values[i] * b.values[j];
                i += 1;
                j += 1;
            }
        }
    }
    sum
}

/// Euclidean norm of a sparse row.
pub fn norm(row: SparseRow<'_>) -> f64 {
    row.values.iter().map(|x| x * x).sum::<f64>().sqrt()
}

/// Cosine similarity of two sparse rows; 0 if either is zero.
///
/// ```
/// use recto_math::{CsrBuilder, similarity::cosine};
/// let mut builder = CsrBuilder::new(2);
/// builder.push_counts([0]);
/// builder.push_counts([0, 1]);
/// let m = builder.finish();
/// assert!((cosine(m.row(0), m.row(1)) - 0.5f64.sqrt()).abs() < 1e-12);
/// ```
pub fn cosine(a: SparseRow<'_>, b: SparseRow<'_>) -> f64 {
    cosine_of(dot(a, b), norm(a) * norm(b))
}

/// Cosine similarity from the inner product and the product of the norms: 0 if a norm is
/// 0, and at most 1 in spite of rounding.
pub fn cosine_of(dot: f64, norms: f64) -> f64 {
    if norms > 0.0 {
        (dot / norms).clamp(-1.0, 1.0)
    } else {
        0.0
    }
}

/// Hellinger distance of two distributions, from 0 to 1.
///
/// ```
/// let d = recto_math::similarity::hellinger(&[0.5, 0.5, 0.0], &[0.25, 0.25, 0.5]);
/// assert!((d - 0.5411961001461969).abs() < 1e-12);
/// ```
pub fn hellinger(p: &[f64], q: &[f64]) -> f64 {
    let affinity: f64 = p.iter().zip(q).map(|(p, q)| (p * q).sqrt()).sum();
    (1.0 - affinity).max(0.0).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::csr::CsrBuilder;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn cosine_is_symmetric_bounded_and_one_with_itself(
            a in prop::collection::vec(0u32..6, 0..12), b in prop::collection::vec(0u32..6, 0..12)
        ) {
            let mut builder = CsrBuilder::new(6);
            builder.push_counts(a.iter().copied());
            builder.push_counts(b.iter().copied());
            let m = builder.finish();
            let s = cosine(m.row(0), m.row(1));
            prop_assert_eq!(s, cosine(m.row(1), m.row(0)));
            prop_assert!((0.0..=1.0).contains(&s));
            let own = cosine(m.row(0), m.row(0));
            prop_assert!((own - f64::from(u8::from(!a.is_empty()))).abs() < 1e-12);
        }
    }
}

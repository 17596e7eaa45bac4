//! Even samples: what a large pile is judged by where all pairs would take too long.

use recto_math::Notice;

/// Sentences of a group above which a similarity graph is that of an even sample.
pub(crate) const SAMPLED: usize = 20_000;

/// See [`least_cosine`].
const FAR: f64 = 0.3;

/// Indices of an even sample of `n` things: all of them if they are at most `most`.
pub(crate) fn evenly(n: usize, most: usize) -> Vec<usize> {
    let taken = n.min(most);
    (0..taken).map(|i| i * n / taken).collect()
}

/// An even sample of rows, at most [`SAMPLED`] of them.
pub(crate) fn of_rows(rows: &[usize]) -> Vec<usize> {
    let kept = evenly(rows.len(), SAMPLED);
    kept.into_iter().map(|at| rows[at]).collect()
}

/// Cosine above which the nearest of `others` sentences is looked for, for each of `n`: 0
/// where all cosines can be had. Pairs below it share little and count as unlike.
pub(crate) fn least_cosine(n: usize, others: usize) -> f64 {
    if n.saturating_mul(others) > SAMPLED * SAMPLED {
        FAR
    } else {
        0.0
    }
}

/// What to say where [`least_cosine`] is above 0.
pub(crate) fn far_notice(n: usize, others: usize) -> Option<Notice> {
    (least_cosine(n, others) > 0.0).then(|| {
        format!(
            "{n} sentences were compared with {others} others: a cosine below {FAR} counted as none"
        )
        .into()
    })
}

/// What to say of a sample; nothing if it is the whole.
pub(crate) fn notice(n: usize, taken: usize, what: &str) -> Option<Notice> {
    (taken < n).then(|| format!("{what} on an even sample of {taken} of {n} sentences").into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_is_even_and_a_small_pile_its_own() {
        assert_eq!(evenly(4, 9), [0, 1, 2, 3]);
        assert_eq!(evenly(10, 4), [0, 2, 5, 7]);
        assert_eq!(evenly(0, 4), [0; 0]);
        assert!(notice(4, 4, "similarity was counted").is_none());
        assert!(notice(10, 4, "similarity was counted").is_some());
        assert_eq!(least_cosine(SAMPLED, SAMPLED), 0.0);
        assert!(least_cosine(SAMPLED, SAMPLED + 1) > 0.0);
        assert!(far_notice(SAMPLED, SAMPLED).is_none());
        assert!(far_notice(SAMPLED, SAMPLED + 1).is_some());
    }
}

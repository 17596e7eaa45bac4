//! Characteristic words of a group: log-odds ratio with an informative Dirichlet prior
//! (Monroe, Colaresi & Quinn 2008, section 3.5.1).
//!
//! ```text
//! d_w = ln (y_w + a_w) / (n + a - y_w - a_w) - the same of all other groups
//! z_w = d_w / sqrt(1 / (y_w + a_w) + 1 / (y'_w + a_w))
//! ```
//!
//! `y` are the counts of the group, `y'` those of the others, and the prior `a` is the word
//! distribution of all documents with the weight of a tenth of their words, so that rare
//! words need several occurrences to stand out.

use crate::pool::Pool;

/// Weight of the prior, as a share of all words.
const PRIOR: f64 = 0.1;

/// The `n` words of a group with the largest `z`, and their `z`; only words that the group
/// uses more than the others.
///
/// ```
/// use recto_summarize::{PoolBuilder, compare::telling_words};
/// let mut builder = PoolBuilder::new();
/// builder.push_terms([(&["boat", "quay"][..], 5), (&["boat", "town"][..], 5)]);
/// builder.next_group();
/// builder.push_terms([(&["oven", "town"][..], 5)]);
/// let pool = builder.finish();
/// assert_eq!(pool.spelling(telling_words(&pool, 0, 5)[0].0), "boat");
/// ```
pub fn telling_words(pool: &Pool, group: usize, n: usize) -> Vec<(usize, f64)> {
    let all = pool.counts().column_sums();
    let mut own = vec![0.0; all.len()];
    for row in pool.group(group) {
        for (term, count) in pool.row(row).iter() {
            own[term as usize] += count;
        }
    }
    let (n_all, n_own): (f64, f64) = (all.iter().sum(), own.iter().sum());
    let odds = |count: f64, total: f64, prior: f64| {
        let count = count + prior;
        (count / (total + PRIOR * n_all - count).max(f64::MIN_POSITIVE)).ln()
    };
    let score = |term: usize| {
        let (prior, other) = (PRIOR * all[term], all[term] - own[term]);
        let difference = odds(own[term], n_own, prior) - odds(other, n_all - n_own, prior);
        difference / (1.0 / (own[term] + prior) + 1.0 / (other + prior)).sqrt()
    };
    let present = (0..all.len()).filter(|&term| own[term] > 0.0);
    let mut scored: Vec<(usize, f64)> = present.map(|term| (term, score(term))).collect();
    scored.retain(|(_, z)| z.is_finite() && *z > 0.0);
    scored.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    scored.truncate(n);
    scored
}

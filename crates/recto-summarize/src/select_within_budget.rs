//! Summaries from rankings: selection within the budget, and the sentences that each covers.

use crate::budget::{Budget, Purse};
use crate::pool::{Pool, Standing};
use crate::summary::{Chosen, Summary};
use recto_math::CsrMatrix;
use recto_math::similarity::dot;

/// Rows of a group that may be chosen: sentences of at least five words, or shorter ones if
/// there are no others, or any.
pub(crate) fn choosable(pool: &Pool, group: usize) -> Vec<usize> {
    choosable_among(pool, &pool.group(group).collect::<Vec<_>>())
}

/// Rows among `rows` that may be chosen, by the rule of [`choosable`].
pub(crate) fn choosable_among(pool: &Pool, rows: &[usize]) -> Vec<usize> {
    let with = |standing: Standing| -> Vec<usize> {
        let rows = rows.iter().copied();
        rows.filter(|&row| pool.sentences()[row].standing == standing)
            .collect()
    };
    let standings = [Standing::Choosable, Standing::Short, Standing::Boilerplate];
    let found = standings.into_iter().map(with);
    found
        .into_iter()
        .find(|rows| !rows.is_empty())
        .unwrap_or_default()
}

/// Takes rows in the order of `ranking` within the budget, and skips those whose cosine
/// with a chosen one is above `cut`.
pub(crate) fn select(
    pool: &Pool,
    vectors: &CsrMatrix,
    ranking: impl IntoIterator<Item = (usize, f64)>,
    cut: Option<f64>,
    budget: Budget,
) -> Vec<Chosen> {
    let mut purse = Purse::new(budget);
    let mut chosen: Vec<Chosen> = Vec::new();
    for (row, score) in ranking {
        if purse.is_empty() {
            break;
        }
        let sentence = &pool.sentences()[row];
        let repeats = |cut: f64| {
            let alike = |taken: &Chosen| dot(vectors.row(row), vectors.row(taken.sentence));
            chosen.iter().any(|taken| alike(taken) > cut)
        };
        if !purse.affords(sentence) || cut.is_some_and(repeats) {
            continue;
        }
        purse.pay(sentence);
        chosen.push(Chosen {
            sentence: row,
            score,
            ..Chosen::default()
        });
    }
    chosen
}

/// Cosine above which a chosen sentence covers another.
pub(crate) const COVERS: f64 = 0.12;

/// Assigns each row of the group to the most similar chosen sentence, if their cosine is
/// above [`COVERS`].
pub(crate) fn attribute(pool: &Pool, vectors: &CsrMatrix, group: usize, chosen: &mut [Chosen]) {
    assign(vectors, pool.group(group), COVERS, chosen);
}

/// Assigns each of `rows` to the most similar chosen sentence, the first among equals, if
/// their cosine is above `least`. Goes through the terms that a row shares with chosen
/// sentences, not through all pairs.
pub(crate) fn assign(
    vectors: &CsrMatrix,
    rows: impl Iterator<Item = usize>,
    least: f64,
    chosen: &mut [Chosen],
) {
    let mut taken: Vec<usize> = chosen.iter().map(|taken| taken.sentence).collect();
    let lists = vectors.select_rows(taken.iter().copied()).transpose();
    taken.sort_unstable();
    let mut cosines = vec![0.0; chosen.len()];
    let mut met: Vec<u32> = Vec::new();
    for row in rows.filter(|row| taken.binary_search(row).is_err()) {
        for (term, weight) in vectors.row(row).iter() {
            for (at, value) in lists.row(term as usize).iter() {
                if cosines[at as usize] == 0.0 {
                    met.push(at);
                }
                cosines[at as usize] += weight * value;
            }
        }
        met.sort_unstable();
        let mut best: Option<(u32, f64)> = None;
        for at in met.drain(..) {
            let alike = std::mem::take(&mut cosines[at as usize]);
            if alike > best.map_or(least, |(_, best)| best) {
                best = Some((at, alike));
            }
        }
        if let Some((at, _)) = best {
            chosen[at as usize].covers.push(row);
        }
    }
}

/// Rows by decreasing score; ties by index.
pub(crate) fn ranked(rows: &[usize], score: impl Fn(usize) -> f64) -> Vec<(usize, f64)> {
    let mut ranking: Vec<(usize, f64)> = rows.iter().map(|&row| (row, score(row))).collect();
    ranking.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    ranking
}

impl Summary {
    /// Summary from a ranking, with the sentences that each chosen one covers.
    pub(crate) fn of_ranking(
        pool: &Pool,
        vectors: &CsrMatrix,
        ranking: impl IntoIterator<Item = (usize, f64)>,
        cut: Option<f64>,
        budget: Budget,
    ) -> Self {
        let mut chosen = select(pool, vectors, ranking, cut, budget);
        attribute(pool, vectors, 0, &mut chosen);
        Self {
            chosen,
            ..Self::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PoolBuilder;
    use crate::vectors;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn rows_go_to_the_chosen_sentence_with_the_largest_cosine(
            rows in proptest::collection::vec(proptest::collection::vec(0u8..9, 3..7), 4..20),
            least in 0.0f64..0.6,
        ) {
            let spelled = |row: &Vec<u8>| row.iter().map(|w| format!("w{w}")).collect::<Vec<_>>();
            let rows: Vec<Vec<String>> = rows.iter().map(spelled).collect();
            let mut builder = PoolBuilder::new();
            builder.push_terms(rows.iter().map(|row| (&row[..], 6)));
            let pool = builder.finish();
            let vectors = vectors::tf_isf(&pool);
            let taken = [2, 0];
            let mut chosen = taken.map(|sentence| Chosen { sentence, ..Chosen::default() });
            prop_assume!(pool.group(0).len() > 2);
            assign(&vectors, pool.group(0), least, &mut chosen);
            for row in pool.group(0).filter(|row| !taken.contains(row)) {
                let [a, b] = taken.map(|other| dot(vectors.row(row), vectors.row(other)));
                let expected = if a.max(b) <= least {
                    [false, false]
                } else {
                    [a >= b, b > a]
                };
                let found = [0, 1].map(|at: usize| chosen[at].covers.contains(&row));
                prop_assert_eq!(found, expected);
            }
        }
    }
}

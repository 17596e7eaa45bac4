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
            covers: Vec::new(),
        });
    }
    chosen
}

/// Cosine above which a chosen sentence covers another.
pub(crate) const COVERS: f64 = 0.12;

/// Assigns each row of the group to the most similar chosen sentence, if their cosine is
/// above [`COVERS`].
pub(crate) fn attribute(pool: &Pool, vectors: &CsrMatrix, group: usize, chosen: &mut [Chosen]) {
    for row in pool.group(group) {
        if chosen.iter().any(|taken| taken.sentence == row) {
            continue;
        }
        let mut best: Option<(usize, f64)> = None;
        for (at, taken) in chosen.iter().enumerate() {
            let alike = dot(vectors.row(row), vectors.row(taken.sentence));
            if alike > best.map_or(COVERS, |(_, best)| best) {
                best = Some((at, alike));
            }
        }
        if let Some((at, _)) = best {
            chosen[at].covers.push(row);
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

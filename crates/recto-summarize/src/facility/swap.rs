//! Exchanges: a summary that keeps its budget is often improved by giving one sentence up.
//!
//! The greedy answer fills what is left of the budget with whatever is short enough. Here
//! each chosen sentence is tried against the best that would fit in its place, the room
//! that is left is filled anew, and the best such exchange is made, until none gains more
//! than a little. Only the most valuable candidates take part, so that the cost does not
//! grow with the pile.

use super::coverage::Coverage;
use crate::budget::{Budget, Purse};
use crate::pool::Sentence;

/// Candidates that take part.
const SHORT_LIST: usize = 256;

/// Sentences that are tried in the place of another.
const TRIED: usize = 5;

/// Exchanges at most.
const ROUNDS: usize = 8;

/// Relative gain that an exchange is worth.
const WORTH: f64 = 0.002;

/// A summary and its value.
struct Best {
    chosen: Vec<usize>,
    value: f64,
}

/// Improves `chosen`; rows are those of `coverage`, which `sentences` belong to.
pub(super) fn improve(
    coverage: &Coverage<'_>,
    candidates: &[usize],
    sentences: &[Sentence],
    budget: Budget,
    chosen: Vec<usize>,
) -> Vec<usize> {
    let list = short_list(coverage, candidates);
    let value = coverage.total(&coverage.state(&chosen));
    let mut best = Best { chosen, value };
    for _ in 0..ROUNDS {
        match exchange(coverage, &list, sentences, budget, &best) {
            Some(better) => best = better,
            None => break,
        }
    }
    best.chosen
}

/// The candidates that are worth most alone, in the order of the text.
fn short_list(coverage: &Coverage<'_>, candidates: &[usize]) -> Vec<usize> {
    if candidates.len() <= SHORT_LIST {
        return candidates.to_vec();
    }
    let nothing = vec![0.0; coverage.len()];
    let ranked = crate::fill::ranked(candidates, |row| coverage.gain(&nothing, row));
    let mut list: Vec<usize> = ranked
        .iter()
        .take(SHORT_LIST)
        .map(|&(row, _)| row)
        .collect();
    list.sort_unstable();
    list
}

/// The best exchange of one sentence, if one is worth it.
fn exchange(
    coverage: &Coverage<'_>,
    list: &[usize],
    sentences: &[Sentence],
    budget: Budget,
    before: &Best,
) -> Option<Best> {
    let mut best: Option<Best> = None;
    for out in 0..before.chosen.len() {
        let mut rest = before.chosen.clone();
        rest.remove(out);
        let mut purse = Purse::new(budget);
        rest.iter().for_each(|&row| purse.pay(&sentences[row]));
        let state = coverage.state(&rest);
        let fits = |row: &&usize| !before.chosen.contains(row) && purse.affords(&sentences[**row]);
        let open: Vec<usize> = list.iter().filter(fits).copied().collect();
        let ranked = crate::fill::ranked(&open, |row| coverage.gain(&state, row));
        for &(row, _) in ranked.iter().take(TRIED) {
            let with = filled(coverage, list, sentences, purse, &rest, row);
            let least = best
                .as_ref()
                .map_or((1.0 + WORTH) * before.value, |best| best.value);
            if with.value > least {
                best = Some(with);
            }
        }
    }
    best
}

/// `rest` and `row`, and whatever fits beside them.
fn filled(
    coverage: &Coverage<'_>,
    list: &[usize],
    sentences: &[Sentence],
    mut purse: Purse,
    rest: &[usize],
    row: usize,
) -> Best {
    let mut chosen = rest.to_vec();
    chosen.push(row);
    purse.pay(&sentences[row]);
    coverage.greedy(list, &mut chosen, |row| purse.buys(&sentences[row]));
    let value = coverage.total(&coverage.state(&chosen));
    Best { chosen, value }
}

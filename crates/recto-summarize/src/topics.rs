//! Selection by topics or clusters: their number, and turns between them.

use crate::SummarizeError;
use crate::budget::Budget;
use crate::pool::Pool;
use recto_math::Notice;
use recto_math::em::Fit;
use recto_math::em::Stop;
use serde::Serialize;

/// Bytes that the numbers of a fit may take.
const LIMIT: usize = 4 << 30;

/// How many topics to fit: [`wanted`], unless their numbers would not fit into memory.
pub(crate) fn how_many(
    pool: &Pool,
    budget: Budget,
    asked: Option<usize>,
    warnings: &mut Vec<Notice>,
) -> Result<usize, SummarizeError> {
    let topics = wanted(pool, budget, asked, warnings);
    check_memory(topics, pool.group(0).len(), pool.terms().len())?;
    Ok(topics)
}

/// Refuses a fit with a number for each topic and each sentence or term, twice over, that
/// would take too much memory.
fn check_memory(topics: usize, sentences: usize, terms: usize) -> Result<(), SummarizeError> {
    let numbers = topics.saturating_mul(sentences.saturating_add(terms));
    let needed = numbers.saturating_mul(2 * 8);
    if needed <= LIMIT {
        return Ok(());
    }
    Err(SummarizeError::TooManyTopics {
        topics,
        sentences,
        mebibytes: needed.div_ceil(1 << 20),
        limit: LIMIT >> 20,
    })
}

/// Number of topics: as given, else as many as sentences fill the budget, at least two. At
/// most one per candidate; a given number above that is lowered with a warning.
pub(crate) fn wanted(
    pool: &Pool,
    budget: Budget,
    asked: Option<usize>,
    warnings: &mut Vec<Notice>,
) -> usize {
    let sentences = &pool.sentences()[pool.group(0)];
    let n = sentences.len().max(1);
    let Some(asked) = asked else {
        let costs: usize = sentences.iter().map(|sentence| budget.cost(sentence)).sum();
        let mean = (costs as f64 / n as f64).max(1.0);
        let fills = (budget.total() as f64 / mean).round() as usize;
        return fills.max(2).min(n);
    };
    if asked > n {
        warnings.push(
            format!("using {n} topics instead of {asked}: there are only {n} sentences").into(),
        );
    }
    asked.min(n)
}

/// Interleaves the lists: the first of each, then the second of each, and so on; repeated
/// rows are dropped.
pub(crate) fn in_turn(lists: &[Vec<(usize, f64)>]) -> Vec<(usize, f64)> {
    let most = lists.iter().map(Vec::len).max().unwrap_or(0);
    let end = lists.iter().flatten().map(|&(row, _)| row + 1).max();
    let mut is_taken = vec![false; end.unwrap_or(0)];
    let mut order = Vec::new();
    for round in 0..most {
        for &(row, score) in lists.iter().filter_map(|list| list.get(round)) {
            if !std::mem::replace(&mut is_taken[row], true) {
                order.push((row, score));
            }
        }
    }
    order
}

/// Interleaves the lists by turns: each list contributes its next row that was not taken
/// yet, until all are empty.
pub(crate) fn best_in_turn(lists: &[Vec<(usize, f64)>]) -> Vec<(usize, f64)> {
    let end = lists.iter().flatten().map(|&(row, _)| row + 1).max();
    let mut is_taken = vec![false; end.unwrap_or(0)];
    let mut left: Vec<_> = lists.iter().map(|list| list.iter()).collect();
    let mut order = Vec::new();
    loop {
        let before = order.len();
        for list in &mut left {
            if let Some(&(row, score)) = list.find(|&&(row, _)| !is_taken[row]) {
                is_taken[row] = true;
                order.push((row, score));
            }
        }
        if order.len() == before {
            return order;
        }
    }
}

/// Members of each cluster among `rows`. Clusters are ordered by decreasing size over all
/// points; clusters without such members are dropped.
pub(crate) fn largest_first(labels: &[usize], k: usize, rows: &[usize]) -> Vec<Vec<usize>> {
    let mut sizes = vec![0.0; k];
    labels.iter().for_each(|&label| sizes[label] += 1.0);
    let mut members = vec![Vec::new(); k];
    rows.iter().for_each(|&row| members[labels[row]].push(row));
    let order = heaviest_first(&sizes).into_iter();
    order
        .map(|cluster| std::mem::take(&mut members[cluster]))
        .filter(|members| !members.is_empty())
        .collect()
}

/// Indices of `weights` by decreasing weight; ties by index.
pub(crate) fn heaviest_first(weights: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..weights.len()).collect();
    order.sort_by(|&a, &b| weights[b].total_cmp(&weights[a]).then(a.cmp(&b)));
    order
}

/// Checks that the objective of a fit is finite throughout.
pub(crate) fn finite<P>(method: &'static str, fit: Fit<P>) -> Result<Fit<P>, SummarizeError> {
    match fit.history.iter().position(|x| !x.is_finite()) {
        Some(iteration) => Err(SummarizeError::NotFinite { method, iteration }),
        None => Ok(fit),
    }
}

/// Parameters of a fit.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct FitParams {
    pub(crate) topics: Option<usize>,
    pub(crate) iterations: usize,
    pub(crate) tolerance: f64,
}

impl FitParams {
    /// The stopping rule of the fit.
    pub(crate) fn stop(&self) -> Stop {
        Stop {
            iterations: self.iterations,
            tolerance: self.tolerance,
        }
    }

    pub(crate) fn new(
        options: &crate::Options,
        iterations: usize,
        tolerance: f64,
    ) -> Result<Self, SummarizeError> {
        check(options)?;
        Ok(Self {
            topics: options.topics,
            iterations: options.iterations.unwrap_or(iterations),
            tolerance: options.tolerance.unwrap_or(tolerance),
        })
    }
}

/// Checks the options of a fit.
pub(crate) fn check(options: &crate::Options) -> Result<(), SummarizeError> {
    if options.topics == Some(0) {
        return Err(SummarizeError::parameter("topics", 0, "at least 1"));
    }
    if options.iterations == Some(0) {
        return Err(SummarizeError::parameter("iterations", 0, "at least 1"));
    }
    if let Some(tolerance) = options.tolerance.filter(|t| !(0.0..1.0).contains(t)) {
        return Err(SummarizeError::parameter(
            "tolerance",
            tolerance,
            "from 0 to below 1",
        ));
    }
    if let Some(alpha) = options.alpha.filter(|a| !(a.is_finite() && *a > 0.0)) {
        return Err(SummarizeError::parameter(
            "alpha",
            alpha,
            "a finite number above 0",
        ));
    }
    let position = options.position_weight;
    if let Some(weight) = position.filter(|w| !(w.is_finite() && *w >= 0.0)) {
        return Err(SummarizeError::parameter(
            "position_weight",
            weight,
            "a finite number from 0",
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_would_fill_the_memory_are_refused() {
        assert_eq!(check_memory(1000, 100_000, 50_000), Ok(()));
        let error = check_memory(100_000, 150_000, 800).expect_err("230 GB");
        let told = Notice::from(&error).to_string();
        assert!(
            told.starts_with("100000 topics of 150000 sentences need about"),
            "{told}"
        );
        assert!(
            told.ends_with("lower `topics` or use `method` = auto"),
            "{told}"
        );
        assert!(check_memory(usize::MAX, usize::MAX, 1).is_err());
    }

    #[test]
    fn lists_give_by_rank_or_by_what_is_left() {
        let list = |rows: [usize; 3]| rows.map(|row| (row, 1.0)).to_vec();
        let lists = [list([2, 0, 1]), list([2, 1, 0])];
        let rows = |order: Vec<(usize, f64)>| -> Vec<usize> {
            order.into_iter().map(|(row, _)| row).collect()
        };
        assert_eq!(rows(in_turn(&lists)), [2, 0, 1]);
        assert_eq!(rows(best_in_turn(&lists)), [2, 1, 0]);
        assert!(in_turn(&[]).is_empty() && best_in_turn(&[]).is_empty());
    }

    #[test]
    fn clusters_come_by_size_and_the_first_of_equals_first() {
        let labels = [2, 0, 1, 1, 0, 3];
        assert_eq!(
            largest_first(&labels, 4, &[0, 1, 2, 4]),
            [vec![1, 4], vec![2], vec![0]]
        );
    }
}

//! Choosing by topics or clusters: how many there are, and how sentences are taken from
//! them in turn.

use crate::SummarizeError;
use crate::budget::Budget;
use crate::pool::Pool;
use recto_math::em::Fit;

/// As many topics as sentences fill the budget, at least two; at most one a candidate.
/// What was asked for is kept where there are enough candidates; a warning tells if not.
pub(crate) fn how_many(
    pool: &Pool,
    budget: Budget,
    asked: Option<usize>,
    warnings: &mut Vec<String>,
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
        warnings.push(format!(
            "{asked} topics were asked for, but there are {n} sentences: {n} topics"
        ));
    }
    asked.min(n)
}

/// Takes the first of each list, then the second of each, and so on; what another list
/// brought before is left out.
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

/// The indices of `weights` in falling order, the first of equals first.
pub(crate) fn heaviest_first(weights: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..weights.len()).collect();
    order.sort_by(|&a, &b| weights[b].total_cmp(&weights[a]).then(a.cmp(&b)));
    order
}

/// The fit, if every objective is a number.
pub(crate) fn finite<P>(method: &'static str, fit: Fit<P>) -> Result<Fit<P>, SummarizeError> {
    match fit.history.iter().position(|x| !x.is_finite()) {
        Some(iteration) => Err(SummarizeError::NotFinite { method, iteration }),
        None => Ok(fit),
    }
}

/// Checks what a caller asked of a fit.
pub(crate) fn check(options: &crate::Options) -> Result<(), SummarizeError> {
    if options.topics == Some(0) {
        return Err(SummarizeError::parameter("topics", 0, "1 or more"));
    }
    if options.iterations == Some(0) {
        return Err(SummarizeError::parameter("iterations", 0, "1 or more"));
    }
    if let Some(tolerance) = options.tolerance.filter(|t| !(0.0..1.0).contains(t)) {
        return Err(SummarizeError::parameter(
            "tolerance",
            tolerance,
            "from 0 up to 1",
        ));
    }
    if let Some(alpha) = options.alpha.filter(|a| !(a.is_finite() && *a > 0.0)) {
        return Err(SummarizeError::parameter("alpha", alpha, "above 0"));
    }
    let position = options.position_weight;
    if let Some(weight) = position.filter(|w| !(w.is_finite() && *w >= 0.0)) {
        return Err(SummarizeError::parameter(
            "position-weight",
            weight,
            "0 or more",
        ));
    }
    Ok(())
}

//! ROUGE-2 against the threshold of the graph, and the threshold chosen as in the paper: in
//! five parts, each under the threshold that is best on the others.

use super::{CrossValidated, Form, Task, ThresholdPoint, ThresholdSet};
use crate::summaries::{Corpora, Figures, Set, System, View, Work, mean, part_of};
use recto_math::Cancelled;
use recto_math::sample::{Better, difference, intervals};
use recto_text::Warning;

/// From the least to the greatest of the paper's figure, with what tables call them.
const THRESHOLDS: [(f64, &str); 8] = [
    (0.04, "0.04"),
    (0.08, "0.08"),
    (0.10, "0.10"),
    (0.12, "0.12"),
    (0.14, "0.14"),
    (0.17, "0.17"),
    (0.20, "0.20"),
    (0.26, "0.26"),
];

/// recto's.
const USUAL: &str = "0.12";

/// Parts of the cross-validation, as in the paper.
const PARTS: u64 = 5;

/// Resamples of a point's interval.
const RESAMPLES: usize = 2000;

type Scores = [f64; 4];

/// A set under each threshold; `None` where a system failed.
pub(super) fn of(
    work: &Work<'_>,
    corpora: &Corpora,
    set: &Set,
    (task, form): (Task, Form),
    warnings: &mut Vec<Warning>,
) -> Result<Option<ThresholdSet>, Cancelled> {
    let view = match task {
        Task::Generic => View::Documents,
        Task::Query => View::Query,
    };
    let systems: Vec<System> = THRESHOLDS
        .iter()
        .map(|&(threshold, name)| {
            let mut system = System::named(name, "mds", view);
            system.options.threshold = Some(threshold);
            system.options.paper = form == Form::Paper;
            system
        })
        .chain([System::new("lead", view)])
        .collect();
    let figures = work.figures(corpora, set, &systems, warnings)?;
    let points = points(&figures, work.run.seed);
    let lead = figures.of("lead");
    Ok(points.zip(lead).map(|(points, lead)| ThresholdSet {
        set: set.name,
        task,
        form,
        points,
        lead: mean(&lead).rouge_2,
        chosen: cross_validated(&figures, set, work.run.seed),
    }))
}

/// ROUGE-2 under each threshold, all on the same resamples; `None` where a system failed.
fn points(figures: &Figures, seed: u64) -> Option<Vec<ThresholdPoint>> {
    let second = |&(_, name): &(f64, &str)| -> Option<Vec<f64>> {
        let scores = figures.of(name)?;
        Some(scores.iter().map(|scores| scores[1]).collect())
    };
    let columns: Vec<Vec<f64>> = THRESHOLDS.iter().map(second).collect::<Option<_>>()?;
    let intervals = intervals(&columns, RESAMPLES, seed);
    let rows = THRESHOLDS.iter().zip(&columns).zip(intervals);
    let points = rows.map(|((&(threshold, _), column), interval)| ThresholdPoint {
        threshold,
        rouge_2: column.iter().sum::<f64>() / column.len() as f64,
        interval,
    });
    Some(points.collect())
}

/// `None` where all records are in one part.
fn cross_validated(figures: &Figures, set: &Set, seed: u64) -> Option<CrossValidated> {
    let parts: Vec<u64> = set
        .records
        .iter()
        .map(|record| part_of(record, "fold", PARTS))
        .collect();
    let scores: Option<Vec<(f64, Vec<Scores>)>> = THRESHOLDS
        .iter()
        .map(|&(threshold, name)| Some((threshold, figures.of(name)?)))
        .collect();
    let (thresholds, held_out) = validated(&scores?, &parts)?;
    let fixed = figures.of(USUAL)?;
    let gains = held_out.iter().zip(&fixed);
    let gains: Vec<f64> = gains.map(|(ours, fixed)| ours[1] - fixed[1]).collect();
    Some(CrossValidated {
        thresholds,
        held_out: mean(&held_out),
        fixed: mean(&fixed),
        difference: difference(&gains, Better::Higher, seed, 0)?,
    })
}

/// For each part the threshold with the best ROUGE-2 on the others, and each record's
/// scores under that of its part.
fn validated(scores: &[(f64, Vec<Scores>)], parts: &[u64]) -> Option<(Vec<f64>, Vec<Scores>)> {
    let mut held_out = vec![[0.0; 4]; parts.len()];
    let mut thresholds = Vec::new();
    for part in 0..PARTS {
        let is_other = |i: &usize| parts[*i] != part;
        let others: Vec<usize> = (0..parts.len()).filter(is_other).collect();
        if others.len() == parts.len() {
            continue;
        }
        let worth = |scores: &[Scores]| others.iter().map(|&i| scores[i][1]).sum::<f64>();
        let best = scores
            .iter()
            .filter(|_| !others.is_empty())
            .map(|(threshold, scores)| (worth(scores), threshold, scores))
            .reduce(|best, next| if next.0 > best.0 { next } else { best })?;
        thresholds.push(*best.1);
        let own = (0..parts.len()).filter(|i| !is_other(i));
        own.for_each(|i| held_out[i] = best.2[i]);
    }
    Some((thresholds, held_out))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_scored_under_the_threshold_that_the_others_choose() {
        let of = |values: [f64; 3]| values.map(|x| [0.0, x, 0.0, 0.0]).to_vec();
        // Records 0 and 1 are for the first, record 2 alone for the second.
        let scores = [(0.1, of([0.9, 0.8, 0.1])), (0.2, of([0.2, 0.1, 0.9]))];
        let (thresholds, held_out) = validated(&scores, &[0, 0, 3]).unwrap();
        assert_eq!(thresholds, [0.2, 0.1]);
        let second: Vec<f64> = held_out.iter().map(|scores| scores[1]).collect();
        assert_eq!(second, [0.2, 0.1, 0.1]);
        assert!(validated(&scores, &[4, 4, 4]).is_none());
    }
}

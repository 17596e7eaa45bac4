//! Means with intervals over splits, and leads of one strategy over another.

use super::plan::Row;
use super::{Experiment, Kind, Lead, StrategyRow};
use recto_classify::active::simulate::{Asked, Simulation};
use recto_math::sample::estimate;

/// Costs whose mean accuracy sums a curve up.
const FROM_TO: std::ops::RangeInclusive<f64> = 50.0..=400.0;

/// Parts of the budget whose questions are counted.
const PARTS: usize = 8;

/// Costs of the points of a curve.
pub(super) fn costs(row: &Row) -> Vec<f64> {
    let plan = &row.simulation;
    let points = (plan.budget / plan.every).floor() as usize;
    (0..=points).map(|at| at as f64 * plan.every).collect()
}

impl StrategyRow {
    /// The curve of a strategy from the splits that it was played on.
    pub(super) fn new(strategy: String, played: &[Simulation]) -> Self {
        let points = played.first().map_or(0, |one| one.curve.len());
        let by_split: Vec<Vec<f64>> = played
            .iter()
            .map(|one| one.curve.iter().map(|point| point.accuracy).collect())
            .collect();
        let at = |point: usize| -> Vec<f64> { by_split.iter().map(|one| one[point]).collect() };
        let means: Vec<f64> = played.iter().map(mean_accuracy).collect();
        let share = |kind: Asked| {
            let of = |one: &Simulation| one.asked.iter().filter(|asked| **asked == kind).count();
            played.iter().map(of).sum::<usize>() as f64 / played.len().max(1) as f64
        };
        Self {
            strategy,
            accuracy: (0..points).map(|point| estimate(&at(point))).collect(),
            mean: estimate(&means),
            asked: [Asked::Document, Asked::Word, Asked::Unknown].map(share),
            sequence: sequence(played),
            by_split,
        }
    }
}

fn mean_accuracy(one: &Simulation) -> f64 {
    let points = one
        .curve
        .iter()
        .filter(|point| FROM_TO.contains(&point.cost));
    let values: Vec<f64> = points.map(|point| point.accuracy).collect();
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

/// Share of the questions about documents in each part of the questions, mean over splits.
fn sequence(played: &[Simulation]) -> Vec<f64> {
    let of_part = |part: usize| {
        let share = |one: &Simulation| {
            let n = one.asked.len();
            let asked = &one.asked[part * n / PARTS..(part + 1) * n / PARTS];
            let documents = asked.iter().filter(|asked| **asked == Asked::Document);
            documents.count() as f64 / asked.len().max(1) as f64
        };
        played.iter().map(share).sum::<f64>() / played.len().max(1) as f64
    };
    (0..PARTS).map(of_part).collect()
}

/// Pairs that are compared: each strategy of a kind with the others of a kind.
const PAIRS: [(Kind, &str, Kind); 6] = [
    (Kind::Factorisation, "ere", Kind::Factorisation),
    (Kind::Factorisation, "ere", Kind::Graph),
    (Kind::Graph, "ere", Kind::Graph),
    (Kind::Model, "auto", Kind::Model),
    (Kind::FromNothing, "auto", Kind::FromNothing),
    (Kind::FromLexicon, "auto", Kind::FromLexicon),
];

/// Leads on the same splits, as far as both were measured.
pub(super) fn leads(experiments: &[Experiment]) -> Vec<Lead> {
    let of = |kind: Kind| experiments.iter().filter(move |one| one.kind == kind);
    let mut leads = Vec::new();
    for (kind, strategy, over_kind) in PAIRS {
        for experiment in of(kind) {
            let own = experiment.rows.iter().find(|row| row.strategy == strategy);
            let Some(own) = own else { continue };
            for other in of(over_kind).flat_map(|one| &one.rows) {
                if (kind, strategy) != (over_kind, other.strategy.as_str()) {
                    let found = lead(experiment, own, other);
                    leads.extend(found.map(|(lead, behind_at)| Lead {
                        kind,
                        strategy: strategy.into(),
                        over_kind,
                        over: other.strategy.clone(),
                        lead,
                        behind_at,
                    }));
                }
            }
        }
    }
    leads
}

/// The difference of the means, and the costs at which the strategy is behind.
fn lead(
    experiment: &Experiment,
    own: &StrategyRow,
    other: &StrategyRow,
) -> Option<(recto_math::sample::Estimate, Vec<f64>)> {
    let costs = &experiment.costs;
    let differences = |points: &[usize]| -> Vec<f64> {
        let pairs = own.by_split.iter().zip(&other.by_split);
        let of_split = |(own, other): (&Vec<f64>, &Vec<f64>)| {
            let sum: f64 = points.iter().map(|&at| own[at] - other[at]).sum();
            sum / points.len().max(1) as f64
        };
        pairs.map(of_split).collect()
    };
    let middle: Vec<usize> = (0..costs.len())
        .filter(|&at| FROM_TO.contains(&costs[at]))
        .collect();
    let is_behind = |at: &usize| {
        let found = estimate(&differences(&[*at]));
        let interval = found.and_then(|found| found.interval);
        interval.is_some_and(|[_, high]| high < 0.0)
    };
    let behind = (0..costs.len()).filter(is_behind).map(|at| costs[at]);
    Some((estimate(&differences(&middle))?, behind.collect()))
}

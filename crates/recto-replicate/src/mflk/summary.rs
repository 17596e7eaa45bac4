//! Means with intervals over seeds, and leads of one system over another, seed by seed.

use super::{Experiment, Kind, Lead};
use recto_math::sample::{Estimate, estimate};

/// The mean of a figure; `None` for what was not measured.
pub(super) fn mean(values: &[f64]) -> Option<Estimate> {
    estimate(values)
}

/// Pairs that the paper compares, and recto's own systems against the best simple one.
const PAIRS: [(Kind, &str, &str); 14] = [
    (Kind::Lexicon, "MFLK paper", "centroid"),
    (Kind::Lexicon, "MFLK paper, root", "centroid"),
    (Kind::Lexicon, "MFLK", "centroid"),
    (Kind::Lexicon, "auto", "MFLK"),
    (Kind::Labels, "SSMFLK paper", "consistency"),
    (Kind::Labels, "SSMFLK paper", "harmonic"),
    (Kind::Labels, "SSMFLK paper", "Green"),
    (Kind::Labels, "SSMFLK paper", "SVM"),
    (Kind::Labels, "SSMFLK", "SVM"),
    (Kind::Labels, "auto", "SVM"),
    (Kind::Labels, "auto", "logistic"),
    (Kind::Core, "paper, S0", "paper, no S0"),
    (Kind::Core, "tri, S0", "tri, no S0"),
    (Kind::Core, "auto", "logistic"),
];

/// Leads at the first and the last step of each experiment that was measured.
pub(super) fn leads(experiments: &[Experiment]) -> Vec<Lead> {
    let mut leads = Vec::new();
    for (kind, system, over) in PAIRS {
        let Some(experiment) = experiments.iter().find(|one| one.kind == kind) else {
            continue;
        };
        // Steps of the first kind are lexicons, of which the first is that of all others.
        let last = experiment.steps.len().saturating_sub(1);
        let steps = if kind == Kind::Lexicon || last == 0 {
            vec![0]
        } else {
            vec![0, last]
        };
        let at = |step| lead(experiment, step, system, over);
        leads.extend(steps.into_iter().filter_map(at));
    }
    leads
}

fn lead(
    experiment: &Experiment,
    step: usize,
    system: &'static str,
    over: &'static str,
) -> Option<Lead> {
    let values = |name: &str| {
        let row = experiment.rows.iter().find(|row| row.system == name)?;
        row.by_seed.get(step)
    };
    let pairs = values(system)?.iter().zip(values(over)?);
    let differences: Vec<f64> = pairs.map(|(own, other)| own - other).collect();
    Some(Lead {
        kind: experiment.kind,
        step: experiment.steps[step].clone(),
        system,
        over,
        lead: estimate(&differences)?,
    })
}

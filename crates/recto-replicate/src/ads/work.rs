//! Strategies played through, split by split.

use super::plan::{Plan, Row, plans};
use super::{Experiment, SplitRow, StrategyRow, summary};
use crate::two_classes::Set;
use crate::warning;
use rayon::prelude::*;
use recto_classify::ClassifyError;
use recto_classify::active::simulate::{Plan as Simulated, Simulation, Split, Start, simulate};
use recto_math::{Cancelled, QuietObserver, Run};
use recto_text::Warning;
use std::sync::atomic::{AtomicU64, Ordering};

/// The work on all sets, with one count of what is done.
pub(super) struct Work<'w> {
    splits: usize,
    run: &'w Run<'w>,
    done: AtomicU64,
    total: u64,
}

impl<'w> Work<'w> {
    pub(super) fn new(sets: &[Set], splits: usize, run: &'w Run<'w>) -> Self {
        let rows = sets.iter().flat_map(plans).map(|plan| plan.rows.len());
        Self {
            splits,
            run,
            done: AtomicU64::new(0),
            total: (rows.sum::<usize>() * splits) as u64,
        }
    }

    /// The splits of a set: the same for all strategies.
    pub(super) fn splits(&self, set: &Set) -> Vec<SplitRow> {
        let truth: Vec<Option<usize>> = set.truth.iter().map(|&class| Some(class)).collect();
        let one = |split: usize| {
            let mut plan = Simulated::default();
            plan.settings.seed = self.run.seed.wrapping_add(split as u64);
            let split = Split::new(&truth, &plan);
            let mut kept_back = vec![b'0'; truth.len()];
            split.kept_back.iter().for_each(|&j| kept_back[j] = b'1');
            let n = match plan.start {
                Start::Both { documents, .. } => documents,
                Start::Nothing => 0,
            };
            SplitRow {
                kept_back: kept_back.into_iter().map(char::from).collect(),
                start: split.askable.into_iter().take(n).collect(),
            }
        };
        (0..self.splits).map(one).collect()
    }

    pub(super) fn measured(
        &self,
        set: &Set,
        plan: &Plan,
        warnings: &mut Vec<Warning>,
    ) -> Result<Experiment, Cancelled> {
        let truth: Vec<Option<usize>> = set.truth.iter().map(|&class| Some(class)).collect();
        let plays = (0..plan.rows.len() * self.splits).into_par_iter();
        let played = plays.map(|play| {
            let (row, split) = (&plan.rows[play / self.splits], play % self.splits);
            self.played(set, &truth, plan, row, split)
        });
        let played: Vec<Result<Simulation, ClassifyError>> =
            played.collect::<Result<_, Cancelled>>()?;
        let mut rows = Vec::with_capacity(plan.rows.len());
        for (row, played) in plan.rows.iter().zip(played.chunks(self.splits)) {
            match played.iter().cloned().collect::<Result<Vec<_>, _>>() {
                Ok(played) => rows.push(StrategyRow::new(row.name.clone(), &played)),
                Err(error) => {
                    let (set, name) = (&set.name, &row.name);
                    warnings.push(warning(format!("{set}, {name} is left out: {error}")));
                }
            }
        }
        Ok(Experiment {
            kind: plan.kind,
            costs: plan.rows.first().map_or_else(Vec::new, summary::costs),
            rows,
        })
    }

    fn played(
        &self,
        set: &Set,
        truth: &[Option<usize>],
        plan: &Plan,
        row: &Row,
        split: usize,
    ) -> Result<Result<Simulation, ClassifyError>, Cancelled> {
        let done = self.done.fetch_add(1, Ordering::Relaxed);
        self.run.report("replicating", done, Some(self.total))?;
        let muted = QuietObserver(self.run.observer);
        let inner = self.run.observed_by(&muted);
        let mut simulation = row.simulation.clone();
        simulation.settings.seed = self.run.seed.wrapping_add(split as u64);
        match simulate(&set.corpus, truth, &plan.known, &simulation, &inner) {
            Err(ClassifyError::Cancelled(cancelled)) => Err(cancelled),
            other => Ok(other),
        }
    }
}

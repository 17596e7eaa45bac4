//! Affinity propagation for segmentation (APS): Anna Kazantseva and Stan Szpakowicz, 2011,
//! Linear Text Segmentation Using Affinity Propagation. EMNLP, section 6.
//!
//! Every figure stands beside those of trivial answers, of other methods and of the paper,
//! with a digest of the files that it was measured on. Parameters of the paper's method
//! are chosen on the development files of a set, as the paper does; sets without such
//! files get recto's own rule.

mod centres;
mod corpora;
mod headings;
mod netsim;
mod page;
mod summary;
mod systems;
#[cfg(test)]
mod tests;

use crate::{
    Field, Files, Outcome, ReplicateError, Replication, Request, SetFormat, Task, Uses, warning,
};
use corpora::{Set, Text};
use netsim::{MAX_UNITS, Setting, Solver, choose, similarities, try_all};
use rayon::prelude::*;
use recto_math::sample::Difference;
use recto_math::{Cancelled, QuietObserver, Run};
use recto_report::Report;
use recto_segment::metrics::Scores;
use recto_text::{Failure, Warning};
use serde::Serialize;
use serde_json::{Value, json};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use summary::summary;
use systems::{Measured, PAPER_SETS, Settings, measure, units};

pub use netsim::Grid;

/// The set whose headings are hidden unless the caller says otherwise: they give its
/// boundaries away.
pub(crate) const HIDDEN: &str = "fiction";

/// Result of the replication.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Replicated {
    /// The sets, in the order of their names, those of the paper first.
    pub sets: Vec<ReplicatedSet>,
    /// Sets of the paper that are not there.
    pub missing: Vec<&'static str>,
    /// What development files chose from.
    pub grid: Grid,
}

/// Whether headings are evidence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Headings {
    /// As they are, as in the paper.
    Visible,
    /// Each replaced by the same words.
    Hidden,
}

/// Results on one set of texts.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ReplicatedSet {
    /// Name of the set's folder.
    pub name: String,
    /// Whether headings are hidden.
    pub headings: Headings,
    /// The files that were measured.
    #[serde(flatten)]
    pub test: Files,
    /// The files that parameters were chosen on.
    pub development: Files,
    /// Mean scores of each method.
    pub rows: Vec<Row>,
    /// `auto` against the best of the paper's three systems as built here.
    pub comparison: Option<Compared>,
    /// `aps` against each of the two systems that the paper compares it with, as published.
    pub aps_comparisons: Vec<Compared>,
    /// How far messages stay from the optimum.
    pub net: Option<Net>,
    /// How well centres stand for their segments.
    pub centers: Vec<Centers>,
}

/// Mean scores of a method on a set.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Row {
    /// Its name, and whether it was told the number of segments.
    pub method: &'static str,
    /// Parameters of the method.
    pub parameters: Value,
    /// Number of files that the method could segment.
    pub documents: usize,
    /// Means over those files; `None` if there is none.
    pub scores: Option<Scores>,
    /// The WindowDiff that the paper prints.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub published: Option<f64>,
}

/// A paired comparison in WindowDiff, one method less the other.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Compared {
    /// Name of the method that it is compared with.
    pub with: &'static str,
    /// The difference, with its interval and the one-tailed paired t-test.
    pub windowdiff: Difference,
}

/// Messages and the exact solver on the same problems.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Net {
    /// Mean net similarity that messages reach.
    pub aps: f64,
    /// Mean of the greatest there is.
    pub optimum: f64,
    /// Mean gap of message passing to the exact optimum.
    pub gap: f64,
    /// Share of files on which they miss nothing.
    pub equal: f64,
}

/// Shares of a segment's different terms, means over segments of at least two units.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Centers {
    /// Name of the method that made the segments.
    pub method: &'static str,
    /// Number of segments.
    pub segments: usize,
    /// What the centre holds.
    pub center: f64,
    /// What a random unit of the segment holds.
    pub random: f64,
}

/// The replication of this paper.
#[derive(Debug, Clone, Copy)]
pub struct Aps;

impl Replication for Aps {
    type Body = Replicated;

    const KEY: &'static str = "APS";
    const ABOUT: &'static str = "Text segmentation by affinity propagation";
    const CITATION: &'static str =
        "Kazantseva and Szpakowicz, 2011, Linear Text Segmentation Using Affinity Propagation";
    const READING: &'static str =
        "WindowDiff and Pk are errors and reward silence: read them beside none and even.";
    const MISSING: &'static [&'static str] = &[];
    const TASK: Task = Task::Segmentation;
    const FORMAT: SetFormat = SetFormat::Folder;
    const USES: &'static [Uses] = &[Uses {
        field: Field::HideHeadings,
        default: HIDDEN,
    }];

    fn measure(request: &Request, run: &Run<'_>) -> Result<Outcome<Replicated>, ReplicateError> {
        replicate(request, Grid::default(), run)
    }

    fn show(body: &Replicated, report: &mut Report) {
        page::show(body, report);
    }
}

/// The experiment with what development files choose from.
fn replicate(
    request: &Request,
    grid: Grid,
    run: &Run<'_>,
) -> Result<Outcome<Replicated>, ReplicateError> {
    let (mut failed, mut warnings) = (Vec::new(), Vec::new());
    let usual = || vec![HIDDEN.to_string()];
    let hide_headings = request.hide_headings.clone().unwrap_or_else(usual);
    let sets = read(&request.data, &hide_headings, &mut failed, run)?;
    let is_there = |name: &&str| sets.iter().any(|set| set.name == **name);
    let missing: Vec<&str> = PAPER_SETS
        .into_iter()
        .filter(|name| !is_there(name))
        .collect();
    warnings.extend(missing.iter().map(|name| missing_warning(name)));
    let work = Work::new(&sets, &grid, run);
    let mut done = Vec::with_capacity(sets.len());
    for set in &sets {
        done.push(work.set(set, &mut warnings)?);
    }
    Ok(Outcome {
        parameters: vec![("hide_headings", json!(hide_headings))],
        warnings,
        failed,
        body: Replicated {
            sets: done,
            missing,
            grid,
        },
    })
}

fn missing_warning(name: &str) -> Warning {
    warning(format!(
        "the set {name} of the paper is missing: there is no folder {name} with texts"
    ))
}

/// All sets, those of the paper first, each followed by itself with headings hidden where
/// that was asked for.
fn read(
    data: &Path,
    hide_headings: &[String],
    failed: &mut Vec<Failure>,
    run: &Run<'_>,
) -> Result<Vec<Set>, ReplicateError> {
    let mut folders = corpora::folders(data)?;
    folders.sort_by_key(|(name, _)| !PAPER_SETS.contains(&name.as_str()));
    let mut sets = Vec::new();
    for folder in &folders {
        let set = corpora::read(folder, failed, run)?;
        let hidden = hide_headings.contains(&set.name);
        let hidden = hidden.then(|| set.with_headings_hidden());
        sets.push(set);
        sets.extend(hidden);
    }
    Ok(sets)
}

/// The work on all sets, with one count of what is done.
struct Work<'w> {
    grid: &'w Grid,
    run: &'w Run<'w>,
    done: AtomicU64,
    total: u64,
}

impl<'w> Work<'w> {
    fn new(sets: &[Set], grid: &'w Grid, run: &'w Run<'w>) -> Self {
        let solvers = [Solver::Exact, Solver::Aps, Solver::MinCut];
        let trials: usize = solvers.map(|s| similarities(s, grid).len()).iter().sum();
        let parts = |set: &Set| set.test.len() + trials * set.development.len();
        Self {
            grid,
            run,
            done: AtomicU64::new(0),
            total: sets.iter().map(parts).sum::<usize>() as u64,
        }
    }

    fn step(&self) -> Result<(), Cancelled> {
        let done = self.done.fetch_add(1, Ordering::Relaxed);
        self.run.report("replicating", done, Some(self.total))
    }

    fn set(&self, set: &Set, warnings: &mut Vec<Warning>) -> Result<ReplicatedSet, Cancelled> {
        let settings = Settings {
            exact: self.tune(&set.development, Solver::Exact)?,
            aps: self.tune(&set.development, Solver::Aps)?,
            mincut: self.tune(&set.development, Solver::MinCut)?,
        };
        let measured = self.measure(&set.test, &settings)?;
        Ok(summary(set, &settings, &measured, self.run.seed, warnings))
    }

    /// The best setting on the development files.
    fn tune(&self, texts: &[Text], solver: Solver) -> Result<Setting, Cancelled> {
        let (muted, trial) = (QuietObserver(self.run.observer), (solver, self.grid));
        let inner = self.run.observed_by(&muted);
        let fits = |text: &&Text| text.bounds.last() <= Some(&MAX_UNITS);
        let tried = texts.par_iter().filter(fits).map(|text| {
            let all = similarities(solver, self.grid);
            let by_similarity = all.par_iter().map(|similarity| {
                self.step()?;
                let units = units(text, &inner)?;
                try_all(&units, &text.bounds, similarity, trial, &inner)
            });
            let tried: Vec<Vec<f64>> = by_similarity.collect::<Result<_, Cancelled>>()?;
            Ok(tried.concat())
        });
        let tried: Vec<Vec<f64>> = tried.collect::<Result<_, Cancelled>>()?;
        Ok(choose(solver, self.grid, &tried))
    }

    fn measure(&self, texts: &[Text], settings: &Settings) -> Result<Vec<Measured>, Cancelled> {
        let muted = QuietObserver(self.run.observer);
        let inner = self.run.observed_by(&muted);
        let measured = texts.par_iter().enumerate().map(|(index, text)| {
            self.step()?;
            measure(text, index as u64, settings, &inner)
        });
        measured.collect()
    }
}

//! Affinity propagation, the exact solver and the minimum cut on the same similarities, and
//! the paper's choice of their parameters on development files.

use recto_math::band::{Band, Columns, Cosines};
use recto_math::max_sum::{self, Schedule};
use recto_math::seq::{Lane, Lengths, solve};
use recto_math::{Cancelled, Run};
use recto_segment::aps::{self, Decode, decode};
use recto_segment::exact::solve::{Centred, free};
use recto_segment::exact::{self, local_similarity};
use recto_segment::metrics;
use recto_segment::mincut::Graph;
use recto_segment::similarity::{Direction, Idf, Params};
use recto_text::Units;
use serde::Serialize;

/// Texts with more units get no result: their similarities and messages would not fit.
pub(super) const MAX_UNITS: usize = 50_000;

/// Which solver.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Solver {
    Exact,
    Aps,
    /// Minimum cut with exponential weights, as its authors' program has it.
    MinCut,
}

/// The settings that development files choose from.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Grid {
    /// How units are compared.
    pub similarity: Vec<Params>,
    /// What a centre brings.
    pub preference: Vec<f64>,
    /// How much of a message stays (aps).
    pub damping: Vec<f64>,
    /// Units at most between two that are compared (aps, mincut).
    pub window: Vec<usize>,
}

impl Default for Grid {
    /// Both forms of idf, a narrow and a wide smoothing with its decay, the paper's
    /// direction for the first and its literal setting among them. Dampings below 0.9
    /// swing on whole documents and are left out.
    fn default() -> Self {
        let paper = Params::paper();
        let wide = Params {
            neighbours: 5,
            decay: 0.3,
            direction: Direction::Symmetric,
            ..paper
        };
        let units = |params| Params {
            idf: Idf::Units,
            ..params
        };
        Self {
            similarity: vec![paper, Params::default(), wide, units(wide)],
            preference: vec![-1.0, -2.0, -3.0, -4.5, -6.5, -9.0, -12.5, -17.0, -25.0],
            damping: vec![0.9, 0.95],
            window: vec![50, paper.window],
        }
    }
}

/// One setting of a solver.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub(super) struct Setting {
    #[serde(flatten)]
    pub(super) similarity: Params,
    /// `None` takes the rule of [`exact`], which needs no development files.
    pub(super) preference: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) damping: Option<f64>,
    /// Mean WindowDiff on the development files.
    pub(super) development_windowdiff: Option<f64>,
}

impl Setting {
    /// What is taken without development files.
    fn untuned(solver: Solver) -> Self {
        Self {
            similarity: Params::default(),
            preference: None,
            damping: (solver == Solver::Aps).then(|| aps::Params::default().damping),
            development_windowdiff: None,
        }
    }
}

/// The similarities of a text's units, kept for several settings of the solvers.
pub(super) struct Similarities(Band);

impl Similarities {
    pub(super) fn new(
        units: &Units<'_>,
        params: &Params,
        run: &Run<'_>,
    ) -> Result<Self, Cancelled> {
        let vectors = params.vectors(units);
        let window = params.window.min(units.len().saturating_sub(1));
        Ok(Self(Band::store(&Cosines::new(&vectors, window), run)?))
    }

    /// The segmentation of a solver at a setting; minimum cut takes `k` segments.
    pub(super) fn solve(
        &self,
        solver: Solver,
        setting: &Setting,
        k: usize,
        run: &Run<'_>,
    ) -> Result<Centred, Cancelled> {
        match solver {
            Solver::Exact => free(&self.0, &self.preference(setting, run)?, 0.0, run),
            Solver::Aps => {
                let preference = self.preference(setting, run)?;
                self.propagate(&preference, setting.damping, run)
            }
            Solver::MinCut => self.cut(k, run),
        }
    }

    /// The minimum cut into `k` segments, or as many as there are units.
    fn cut(&self, k: usize, run: &Run<'_>) -> Result<Centred, Cancelled> {
        let k = k.clamp(1, self.0.n_units());
        let graph = Graph::new(&self.0, true);
        let found = solve(&graph, &Lane::counted(k), Lengths::ANY, run)?;
        Ok(Centred {
            bounds: found.bounds(k).unwrap_or_else(|| vec![self.0.n_units()]),
            centers: Vec::new(),
            net: found.objective(k),
        })
    }

    fn preference(&self, setting: &Setting, run: &Run<'_>) -> Result<Vec<f64>, Cancelled> {
        let n = self.0.n_units();
        let value = match setting.preference {
            Some(value) => value,
            None => {
                // Only a stop ends it early.
                let near = local_similarity(&self.0, run).map_err(|_| Cancelled)?;
                -exact::Params::default().scale * (n as f64).ln() * near
            }
        };
        Ok(vec![value; n])
    }

    fn propagate(
        &self,
        preference: &[f64],
        damping: Option<f64>,
        run: &Run<'_>,
    ) -> Result<Centred, Cancelled> {
        let params = aps::Params::default();
        let schedule = Schedule {
            damping: damping.unwrap_or(params.damping),
            convergence: params.convergence,
            max_iterations: params.max_iterations,
        };
        let settled = max_sum::run(&self.0, preference, schedule, run)?;
        let found = decode(&self.0, preference, &settled, Decode::Messages);
        Ok(Centred {
            bounds: found.bounds,
            centers: found.centers.unwrap_or_default(),
            net: found.net.unwrap_or_default(),
        })
    }
}

/// WindowDiff of every setting of a solver with one way of comparing units.
pub(super) fn try_all(
    units: &Units<'_>,
    reference: &[usize],
    similarity: &Params,
    (solver, grid): (Solver, &Grid),
    run: &Run<'_>,
) -> Result<Vec<f64>, Cancelled> {
    let similarities = Similarities::new(units, similarity, run)?;
    let mut tried = Vec::new();
    for setting in settings(solver, grid).filter(|setting| setting.similarity == *similarity) {
        let found = similarities.solve(solver, &setting, reference.len(), run)?;
        let scores = metrics::score(reference, &found.bounds, units.len(), None);
        // Bounds of a solver always segment the units that it was given.
        tried.push(scores.map_or(1.0, |scores| scores.windowdiff));
    }
    Ok(tried)
}

/// The ways of comparing units that a solver chooses from. The exact solver has no window of
/// its own to choose: it is compared with the messages at theirs.
pub(super) fn similarities(solver: Solver, grid: &Grid) -> Vec<Params> {
    let with_window = |params: &Params| {
        let params = *params;
        let windows = grid.window.iter();
        windows.map(move |&window| Params { window, ..params })
    };
    match solver {
        Solver::Exact => grid.similarity.clone(),
        Solver::Aps | Solver::MinCut => grid.similarity.iter().flat_map(with_window).collect(),
    }
}

/// Every setting of a solver, ordered by similarity.
pub(super) fn settings(solver: Solver, grid: &Grid) -> impl Iterator<Item = Setting> {
    let damping: Vec<Option<f64>> = match solver {
        Solver::Exact | Solver::MinCut => vec![None],
        Solver::Aps => grid.damping.iter().copied().map(Some).collect(),
    };
    let preference: Vec<Option<f64>> = match solver {
        Solver::MinCut => vec![None],
        Solver::Exact | Solver::Aps => grid.preference.iter().copied().map(Some).collect(),
    };
    similarities(solver, grid)
        .into_iter()
        .flat_map(move |similarity| {
            let damping = damping.clone();
            preference.clone().into_iter().flat_map(move |preference| {
                let of = move |damping| Setting {
                    similarity,
                    preference,
                    damping,
                    development_windowdiff: None,
                };
                damping.clone().into_iter().map(of)
            })
        })
}

/// The setting with the least mean over the development files; the first of equals. `tried`
/// has for each file the values of all settings in order.
pub(super) fn choose(solver: Solver, grid: &Grid, tried: &[Vec<f64>]) -> Setting {
    if tried.is_empty() {
        return Setting::untuned(solver);
    }
    let means = settings(solver, grid).enumerate().map(|(i, setting)| {
        let sum: f64 = tried.iter().map(|file| file[i]).sum();
        Setting {
            development_windowdiff: Some(sum / tried.len() as f64),
            ..setting
        }
    });
    let value = |setting: &Setting| setting.development_windowdiff.unwrap_or(f64::INFINITY);
    means
        .reduce(|best, next| {
            if value(&next) < value(&best) {
                next
            } else {
                best
            }
        })
        .unwrap_or_else(|| Setting::untuned(solver))
}

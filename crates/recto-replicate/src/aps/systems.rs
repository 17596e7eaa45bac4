//! The compared systems, run on one text.

use super::centres::{Described, described};
use super::corpora::Text;
use super::netsim::{MAX_UNITS, Setting, Similarities, Solver};
use recto_math::{Cancelled, Run};
use recto_segment::bayes::Theta;
use recto_segment::exact::solve::Centred;
use recto_segment::metrics::{self, Scores};
use recto_segment::{Options, SegmentError, methods};
use recto_text::{Analysis, Analyzer, Language, UnitKind, Units};
use serde_json::{Value, json};

/// A row of the table.
pub(super) struct System {
    pub(super) label: &'static str,
    kind: Kind,
    /// WindowDiff that the paper prints for ai, clinical and fiction.
    pub(super) published: Option<[f64; 3]>,
}

enum Kind {
    Baseline(fn(&metrics::Baselines) -> Scores),
    Method {
        name: &'static str,
        /// Whether it is given the number of segments of the reference.
        is_told: bool,
        /// Whether the prior of words is estimated from the text.
        is_estimated: bool,
    },
    Solver(Solver),
}

const fn method(label: &'static str, name: &'static str, is_told: bool) -> System {
    System {
        label,
        kind: Kind::Method {
            name,
            is_told,
            is_estimated: false,
        },
        published: None,
    }
}

/// The sets of the paper, in the order of [`System::published`].
pub(super) const PAPER_SETS: [&str; 3] = ["ai", "clinical", "fiction"];

/// Every row.
pub(super) const SYSTEMS: [System; 13] = [
    System {
        label: "none",
        kind: Kind::Baseline(|baselines| baselines.none),
        published: None,
    },
    System {
        label: "even (reference K)",
        kind: Kind::Baseline(|baselines| baselines.even),
        published: None,
    },
    method("texttiling", "texttiling", false),
    method("c99", "c99", false),
    System {
        label: "mincut, published (reference K)",
        kind: Kind::Solver(Solver::MinCut),
        published: Some([0.437, 0.382, 0.381]),
    },
    method("mincut (reference K)", "mincut", true),
    System {
        label: "bayes, published (reference K)",
        kind: Kind::Method {
            name: "bayes",
            is_told: true,
            is_estimated: true,
        },
        published: Some([0.443, 0.353, 0.377]),
    },
    method("bayes (reference K)", "bayes", true),
    method("bayes (free)", "bayes", false),
    System {
        label: "exact",
        kind: Kind::Solver(Solver::Exact),
        published: None,
    },
    System {
        label: "aps",
        kind: Kind::Solver(Solver::Aps),
        published: Some([0.404, 0.371, 0.350]),
    },
    method("auto", "auto", false),
    method("auto (reference K)", "auto", true),
];

/// The settings of the solvers for a set.
pub(super) struct Settings {
    pub(super) exact: Setting,
    pub(super) aps: Setting,
    pub(super) mincut: Setting,
}

impl System {
    /// What the row was made with.
    pub(super) fn parameters(&self, settings: &Settings) -> Value {
        match self.kind {
            Kind::Baseline(_) => json!({}),
            Kind::Solver(Solver::Exact) => json!(settings.exact),
            Kind::Solver(Solver::Aps) => json!(settings.aps),
            Kind::Solver(Solver::MinCut) => json!(settings.mincut),
            Kind::Method {
                name,
                is_told,
                is_estimated,
            } => {
                let mut parameters = row(name)
                    .and_then(|row| (row.build)(&options(None, is_estimated)).ok())
                    .map_or(Value::Null, |segmenter| segmenter.parameters());
                if let (Value::Object(own), true) = (&mut parameters, is_told) {
                    own.insert("segments".into(), json!("reference"));
                }
                parameters
            }
        }
    }
}

/// The options of a method: a number of segments, and whether theta is estimated.
fn options(k: Option<usize>, is_estimated: bool) -> Options {
    Options {
        segments: k.and_then(|k| k.to_string().parse().ok()),
        theta: is_estimated.then_some(Theta::Auto),
        ..Options::default()
    }
}

fn row(name: &str) -> Option<&'static recto_segment::Method> {
    methods().iter().find(|row| row.name == name)
}

/// What was found on one text.
pub(super) struct Measured {
    /// The scores of each system, or why it has none.
    pub(super) scores: Vec<Result<Scores, String>>,
    /// Net similarity of the messages' result and of the best one, at the messages'
    /// setting.
    pub(super) net: Option<[f64; 2]>,
    /// How well centres stand for their segments: exact, messages.
    pub(super) centres: [Described; 2],
}

impl Measured {
    fn unusable(message: &str) -> Self {
        Self {
            scores: SYSTEMS.iter().map(|_| Err(message.to_string())).collect(),
            net: None,
            centres: [Described::default(); 2],
        }
    }
}

/// A text's units, a line each.
pub(super) fn units<'t>(text: &'t Text, run: &Run<'_>) -> Result<Units<'t>, Cancelled> {
    let language = Language::detect(&text.document.text);
    Analyzer::new(Analysis::Segment, language).units(&text.document, UnitKind::Line, run)
}

/// Runs every system on a text.
pub(super) fn measure(
    text: &Text,
    index: u64,
    settings: &Settings,
    run: &Run<'_>,
) -> Result<Measured, Cancelled> {
    let units = units(text, run)?;
    let n = text.bounds.last().copied().unwrap_or(0);
    if units.len() != n {
        let found = units.len();
        let message = format!("{found} units were read where the reference has {n}");
        return Ok(Measured::unusable(&message));
    }
    let Ok(baselines) = metrics::baselines(&text.bounds, n, None) else {
        return Ok(Measured::unusable(
            "the reference does not segment the text",
        ));
    };
    let centred = if n <= MAX_UNITS {
        Some((
            solve(&units, Solver::Exact, &settings.exact, run)?,
            solve(&units, Solver::Aps, &settings.aps, run)?,
            Similarities::new(&units, &settings.mincut.similarity, run)?.solve(
                Solver::MinCut,
                &settings.mincut,
                text.bounds.len(),
                run,
            )?,
        ))
    } else {
        None
    };
    let found = |solver| match (&centred, solver) {
        (None, _) => Err(format!("{n} units are too many: the limit is {MAX_UNITS}")),
        (Some(((exact, _), _, _)), Solver::Exact) => Ok(exact),
        (Some((_, (aps, _), _)), Solver::Aps) => Ok(aps),
        (Some((_, _, cut)), Solver::MinCut) => Ok(cut),
    };
    let score = |bounds: &[usize]| {
        metrics::score(&text.bounds, bounds, n, None).map_err(|error| error.to_string())
    };
    let mut scores = Vec::with_capacity(SYSTEMS.len());
    for system in &SYSTEMS {
        scores.push(match system.kind {
            Kind::Baseline(of) => Ok(of(&baselines)),
            Kind::Solver(solver) => found(solver).and_then(|found| score(&found.bounds)),
            Kind::Method {
                name,
                is_told,
                is_estimated,
            } => {
                let k = is_told.then_some(text.bounds.len());
                let found = segment(&units, name, &options(k, is_estimated), run)?;
                found.and_then(|bounds| score(&bounds))
            }
        });
    }
    Ok(Measured {
        scores,
        net: centred.as_ref().map(|(_, (aps, best), _)| [aps.net, *best]),
        centres: [Solver::Exact, Solver::Aps].map(|solver| {
            found(solver).map_or(Described::default(), |found| {
                described(&units, found, run.seed, index)
            })
        }),
    })
}

/// The result of a solver, and the best net similarity at its setting.
fn solve(
    units: &Units<'_>,
    solver: Solver,
    setting: &Setting,
    run: &Run<'_>,
) -> Result<(Centred, f64), Cancelled> {
    let similarities = Similarities::new(units, &setting.similarity, run)?;
    let best = similarities.solve(Solver::Exact, setting, 0, run)?;
    match solver {
        Solver::Exact => Ok((best.clone(), best.net)),
        _ => Ok((similarities.solve(solver, setting, 0, run)?, best.net)),
    }
}

fn segment(
    units: &Units<'_>,
    name: &str,
    options: &Options,
    run: &Run<'_>,
) -> Result<Result<Vec<usize>, String>, Cancelled> {
    let Some(method) = row(name) else {
        return Ok(Err(format!("the method {name} is not built in")));
    };
    let found = (method.build)(options).and_then(|segmenter| segmenter.segment(units, run));
    match found {
        Ok(found) => Ok(Ok(found.bounds)),
        Err(SegmentError::Cancelled(cancelled)) => Err(cancelled),
        Err(error) => Ok(Err(error.to_string())),
    }
}

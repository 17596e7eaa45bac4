//! The systems of the paper's comparisons, and those that stand beside.

use super::given::Trial;
use recto_classify::metrics::Confusion;
use recto_classify::tri::{Constraint, Rule};
use recto_classify::{ClassifyError, Options, methods};
use recto_math::Run;

/// A method with its options.
#[derive(Clone, Copy)]
pub(super) struct System {
    /// Short, for tables.
    pub(super) name: &'static str,
    method: &'static str,
    /// Whether it is built as published.
    is_paper: bool,
    constraint: Option<Constraint>,
    /// The rule of updates and the number of iterations, if not those of the method.
    updates: Option<(Rule, usize)>,
    /// Whether its clusters are given the classes that fit best, as the paper does for what
    /// has no labels.
    is_matched: bool,
    /// Whether one seed at the first step must do, because a fit takes seconds.
    pub(super) is_slow: bool,
}

const fn plain(name: &'static str, method: &'static str) -> System {
    System {
        name,
        method,
        is_paper: false,
        constraint: None,
        updates: None,
        is_matched: false,
        is_slow: false,
    }
}

const fn paper(name: &'static str, method: &'static str) -> System {
    System {
        is_paper: true,
        ..plain(name, method)
    }
}

const fn matched(name: &'static str, method: &'static str) -> System {
    System {
        is_matched: true,
        ..plain(name, method)
    }
}

const fn core(system: System, constraint: Constraint) -> System {
    System {
        constraint: Some(constraint),
        ..system
    }
}

/// MFLK as published, with the square root of the work that its rule is derived from (Ding et
/// al. 2006). The rule is damped by the root, so that it needs more iterations.
const ROOTED: System = System {
    updates: Some((Rule::PaperASqrt, 400)),
    ..paper("MFLK paper, root", "mflk")
};

/// Nothing known but a lexicon.
pub(super) const UNLABELLED: &[System] = &[
    matched("k-means", "kmeans"),
    matched("TNMF", "tnmf"),
    matched("ITCC", "itcc"),
    matched("ECC", "ecc"),
    plain("centroid", "centroid"),
    paper("MFLK paper", "mflk"),
    ROOTED,
    plain("MFLK", "mflk"),
    plain("vote", "vote"),
    plain("distil", "distil"),
    plain("auto", "auto"),
];

/// Those of them that depend on the lexicon.
pub(super) const LEXICAL: &[System] = &[
    plain("centroid", "centroid"),
    paper("MFLK paper", "mflk"),
    ROOTED,
    plain("MFLK", "mflk"),
    plain("vote", "vote"),
    plain("distil", "distil"),
    plain("auto", "auto"),
];

/// A lexicon and labelled documents.
pub(super) const LABELLED: &[System] = &[
    plain("consistency", "consistency"),
    plain("harmonic", "harmonic"),
    System {
        is_slow: true,
        ..plain("Green", "green")
    },
    plain("SVM", "svm"),
    paper("SSMFLK paper", "ssmflk"),
    plain("SSMFLK", "ssmflk"),
    plain("logistic", "logistic"),
    plain("distil", "distil"),
    plain("auto", "auto"),
];

/// A few of each kind, for vocabularies of many sizes.
pub(super) const FEW: &[System] = &[
    paper("MFLK paper", "mflk"),
    plain("MFLK", "mflk"),
    paper("SSMFLK paper", "ssmflk"),
    plain("SSMFLK", "ssmflk"),
    plain("SVM", "svm"),
    plain("distil", "distil"),
];

/// The factorisation with and without the target of its core, and what stands beside.
pub(super) const CORE: &[System] = &[
    core(paper("paper, no S0", "tri"), Constraint::Off),
    core(paper("paper, S0", "tri"), Constraint::Balanced),
    core(plain("tri, no S0", "tri"), Constraint::Off),
    plain("tri, S0", "tri"),
    plain("SVM", "svm"),
    plain("logistic", "logistic"),
    plain("GRADS", "grads"),
    plain("nbem", "nbem"),
    plain("distil", "distil"),
    plain("auto", "auto"),
];

impl System {
    /// Whether the table of methods has it.
    pub(super) fn is_built(&self) -> bool {
        methods().iter().any(|row| row.name == self.method)
    }

    /// Its accuracy on the documents that are asked for; `None` if it is not built or there
    /// are none.
    pub(super) fn accuracy(
        &self,
        trial: &Trial<'_>,
        run: &Run<'_>,
    ) -> Result<Option<f64>, ClassifyError> {
        let Some(row) = methods().iter().find(|row| row.name == self.method) else {
            return Ok(None);
        };
        let options = Options {
            constraint: self.constraint,
            rule: self.updates.map(|(rule, _)| rule),
            iterations: self.updates.map(|(_, iterations)| iterations),
            uncalibrated: true,
            paper: self.is_paper,
            ..Options::default()
        };
        let fitted = (row.build)(&options)?.fit(&trial.corpus, &trial.known, run)?;
        let asked = |of: &[usize]| trial.asked.iter().map(|&j| of[j]).collect::<Vec<_>>();
        let found = Confusion::new(&asked(trial.truth), &asked(&fitted.classes), 2);
        let accuracy = found.accuracy();
        // With two classes the other way round is the only other matching.
        Ok(accuracy.map(|right| {
            if self.is_matched {
                right.max(1.0 - right)
            } else {
                right
            }
        }))
    }
}

//! The tri-factorisation as a method of the table.

use super::{Budget, Params};
use crate::corpus::{Norm, Scheme};
use crate::distil::factorise;
use crate::engine::{Engine, Input, Solution};
use crate::fitter::Fitter;
use crate::model::Part;
use crate::{Classifier, ClassifyError, Options, Supervision};
use recto_math::Run;
use serde_json::json;

/// Names of the options that the rows of this module use.
pub(crate) const USES: &[&str] = &[
    "alpha",
    "beta",
    "gamma",
    "iterations",
    "rule",
    "start",
    "constraint",
    "weighting",
    "balanced",
    "threshold",
    "paper",
];

/// A fit of the tri-factorisation.
pub(crate) struct Tri {
    pub(crate) params: Params,
    pub(crate) scheme: Scheme,
    pub(crate) norm: Norm,
    /// Whether labelled documents are left aside (MFLK).
    pub(crate) words_only: bool,
    /// Whether scores are cut so that classes have their known shares.
    pub(crate) cuts_to_shares: bool,
}

impl Default for Tri {
    /// The best measured.
    fn default() -> Self {
        Self {
            params: Params::default(),
            scheme: Scheme::default(),
            norm: Norm::default(),
            words_only: false,
            cuts_to_shares: true,
        }
    }
}

impl Engine for Tri {
    fn solve(
        &self,
        input: &Input<'_>,
        known: &Supervision,
        run: &Run<'_>,
    ) -> Result<Solution, ClassifyError> {
        let view = input.view(self.scheme, self.norm);
        let shares = known.class_shares();
        let blind = self.words_only.then(|| known.without(&all_of(known)));
        let seen = blind.as_ref().unwrap_or(known);
        if self.words_only && known.words.is_empty() {
            return Err(ClassifyError::NeedsWords { method: "mflk" });
        }
        let factors = factorise(&view, seen, shares.as_deref(), self.params, run)?;
        let mut scores = factors.document_posteriors();
        scores
            .values_mut()
            .iter_mut()
            .for_each(|p| *p = p.max(1e-12).ln());
        let mut warnings = Vec::new();
        if self.params.iterations == Budget::Converge {
            warnings.push("iterating until convergence usually lowers the accuracy".into());
        }
        let mut solution = Solution {
            scores,
            parts: vec![Part::factors(view.weighting.clone(), &factors)],
            guess_weight: 0.0,
            words: Some(factors.word_posteriors()),
            history: factors.history,
            warnings,
        };
        if let Some(shares) = shares.filter(|_| self.cuts_to_shares) {
            solution.cut(input, known, &shares);
        }
        Ok(solution)
    }

    fn learns_from_documents(&self) -> bool {
        !self.words_only
    }
}

fn all_of(known: &Supervision) -> Vec<usize> {
    (0..known.documents.len()).collect()
}

/// MFLK: labelled words only, no target of the core.
pub(crate) fn build_mflk(options: &Options) -> Result<Box<dyn Classifier>, ClassifyError> {
    built(
        "mflk",
        options,
        true,
        Params::mflk_paper(),
        super::Constraint::Off,
    )
}

/// SSMFLK: labelled words and documents, no target of the core.
pub(crate) fn build_ssmflk(options: &Options) -> Result<Box<dyn Classifier>, ClassifyError> {
    built(
        "ssmflk",
        options,
        false,
        Params::mflk_paper(),
        super::Constraint::Off,
    )
}

/// The class-aligned form of ADS: labelled words and documents, and a target of the core.
pub(crate) fn build_tri(options: &Options) -> Result<Box<dyn Classifier>, ClassifyError> {
    built(
        "tri",
        options,
        false,
        Params::ads_paper(),
        super::Constraint::Closed,
    )
}

fn built(
    name: &'static str,
    options: &Options,
    words_only: bool,
    paper: Params,
    constraint: super::Constraint,
) -> Result<Box<dyn Classifier>, ClassifyError> {
    let base = Params {
        constraint,
        ..Params::default()
    };
    let params = with_options(if options.paper { paper } else { base }, options);
    params.check()?;
    // MFLK has normalised term frequencies, ADS presence as it stands.
    let (scheme, norm) = match (options.paper, name) {
        (true, "tri") => (Scheme::Binary, Norm::None),
        (true, _) => (Scheme::Tf, Norm::L1),
        (false, _) => (Scheme::default(), Norm::default()),
    };
    let scheme = options.weighting.unwrap_or(scheme);
    let engine = Tri {
        params,
        scheme,
        norm,
        words_only,
        cuts_to_shares: !options.paper,
    };
    let mut parameters = json!(params);
    parameters["weighting"] = json!(scheme);
    parameters["norm"] = json!(norm);
    Fitter::boxed(name, engine, parameters, options)
}

/// Parameters with what the options set.
pub(crate) fn with_options(mut params: Params, options: &Options) -> Params {
    params.alpha = options.alpha.unwrap_or(params.alpha);
    params.beta = options.beta.unwrap_or(params.beta);
    params.gamma = options.gamma.unwrap_or(params.gamma);
    params.rule = options.rule.unwrap_or(params.rule);
    params.start = options.start.unwrap_or(params.start);
    params.constraint = options.constraint.unwrap_or(params.constraint);
    params.iterations = match options.iterations {
        Some(0) => Budget::Converge,
        Some(n) => Budget::Fixed(n),
        None => params.iterations,
    };
    params
}

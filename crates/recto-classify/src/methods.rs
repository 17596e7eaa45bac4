//! The table of methods.

use crate::auto::{AGREEMENT, Auto, CHOICE_LABELS, WEIGHT};
use crate::baselines::{cocluster, graph, linear, vote};
use crate::distil::{self, Distil};
use crate::fitter::Fitter;
use crate::ge::{self, GeneralizedExpectation};
use crate::nbem::{self, NaiveBayesEm};
use crate::tri::method::{self as tri, with_options};
use crate::{Classifier, ClassifyError, Options, rules};
use serde_json::json;

/// A row of the table of methods.
pub type Method = recto_math::Method<Options, dyn Classifier, ClassifyError>;

/// All classifiers, the recommended one first.
pub const fn methods() -> &'static [Method] {
    &METHODS
}

type Built = Result<Box<dyn Classifier>, ClassifyError>;

fn distil_params(options: &Options) -> Result<distil::Params, ClassifyError> {
    let base = distil::Params::default();
    let params = distil::Params {
        share: options.share.unwrap_or(base.share),
        pseudo_weight: options.pseudo_weight.unwrap_or(base.pseudo_weight),
        c: options.c.unwrap_or(base.c),
        rounds: options.rounds.unwrap_or(base.rounds),
        tri: with_options(base.tri, options),
        ..base
    };
    params.check()?;
    Ok(params)
}

fn build_distil(options: &Options) -> Built {
    let params = distil_params(options)?;
    Fitter::boxed("distil", Distil(params), json!(params), options)
}

fn build_nbem(options: &Options) -> Built {
    let mut params = nbem::Params::default();
    params.rounds = options.rounds.unwrap_or(params.rounds);
    Fitter::boxed("nbem", NaiveBayesEm(params), json!(params), options)
}

fn build_ge(options: &Options) -> Built {
    let mut params = ge::Params::default();
    params.steps = options.iterations.unwrap_or(params.steps);
    Fitter::boxed("ge", GeneralizedExpectation(params), json!(params), options)
}

fn build_auto(options: &Options) -> Built {
    let engine = Auto {
        head: distil_params(options)?,
        bayes: nbem::Params::default(),
    };
    let parameters = json!({
        "head": engine.head,
        "bayes": engine.bayes,
        "agreement": AGREEMENT,
        "weight": WEIGHT,
        "choice_labels": CHOICE_LABELS,
    });
    Fitter::boxed("auto", engine, parameters, options)
}

static METHODS: [Method; 22] = [
    Method {
        name: "auto",
        summary: "recommended: distil, with nbem where both agree or labels say so",
        paper: None,
        uses: &["share", "pseudo_weight", "c", "balanced", "threshold"],
        build: build_auto,
    },
    Method {
        name: "distil",
        summary: "logistic regression on labels and sure guesses of the tri-factorisation",
        paper: None,
        uses: &[
            "share",
            "pseudo_weight",
            "c",
            "rounds",
            "iterations",
            "alpha",
            "beta",
            "balanced",
            "threshold",
        ],
        build: build_distil,
    },
    Method {
        name: "rules",
        summary: "praise and blame read in each text by itself: lexicon, negation, contrast",
        paper: None,
        uses: &["balanced", "threshold"],
        build: rules::build,
    },
    Method {
        name: "tri",
        summary: "tri-factorisation of documents and words with aligned classes",
        paper: Some("ADS"),
        uses: tri::USES,
        build: tri::build_tri,
    },
    Method {
        name: "mflk",
        summary: "tri-factorisation from labelled words alone",
        paper: Some("MFLK"),
        uses: tri::USES,
        build: tri::build_mflk,
    },
    Method {
        name: "ssmflk",
        summary: "tri-factorisation from labelled words and documents",
        paper: Some("MFLK"),
        uses: tri::USES,
        build: tri::build_ssmflk,
    },
    Method {
        name: "nbem",
        summary: "naive Bayes with labelled words, by EM over unlabelled documents",
        paper: None,
        uses: &["rounds", "balanced", "threshold"],
        build: build_nbem,
    },
    Method {
        name: "ge",
        summary: "logistic regression whose mean predictions agree with labelled words",
        paper: None,
        uses: &["iterations", "balanced", "threshold"],
        build: build_ge,
    },
    Method {
        name: "logistic",
        summary: "logistic regression on labelled documents and words (baseline)",
        paper: None,
        uses: &["c", "pseudo_weight", "balanced", "threshold"],
        build: linear::build_logistic,
    },
    Method {
        name: "svm",
        summary: "linear support vector machine on labelled documents (baseline)",
        paper: None,
        uses: &["c", "balanced", "threshold"],
        build: linear::build_svm,
    },
    Method {
        name: "nb",
        summary: "multinomial naive Bayes on labelled documents (baseline)",
        paper: None,
        uses: &["balanced", "threshold"],
        build: linear::build_nb,
    },
    Method {
        name: "grads",
        summary: "least squares on the graph of documents and words (baseline)",
        paper: None,
        uses: &["balanced", "threshold"],
        build: graph::build_grads,
    },
    Method {
        name: "consistency",
        summary: "local and global consistency on the graph of documents (baseline)",
        paper: None,
        uses: &["neighbours", "balanced", "threshold"],
        build: graph::build_consistency,
    },
    Method {
        name: "harmonic",
        summary: "harmonic functions with class mass normalisation (baseline)",
        paper: None,
        uses: &["neighbours", "balanced", "threshold"],
        build: graph::build_harmonic,
    },
    Method {
        name: "green",
        summary: "Green's function of the graph of documents (baseline)",
        paper: None,
        uses: &["neighbours", "balanced", "threshold"],
        build: graph::build_green,
    },
    Method {
        name: "centroid",
        summary: "k-means on the votes of labelled words (baseline)",
        paper: None,
        uses: &["balanced", "threshold"],
        build: cocluster::build_centroid,
    },
    Method {
        name: "kmeans",
        summary: "k-means clusters named by the labels (baseline)",
        paper: None,
        uses: &["balanced", "threshold"],
        build: cocluster::build_kmeans,
    },
    Method {
        name: "tnmf",
        summary: "tri-factorisation without labels, clusters named by the labels (baseline)",
        paper: None,
        uses: &["balanced", "threshold"],
        build: cocluster::build_tnmf,
    },
    Method {
        name: "itcc",
        summary: "information-theoretic co-clustering, named by the labels (baseline)",
        paper: None,
        uses: &["word_clusters", "balanced", "threshold"],
        build: cocluster::build_itcc,
    },
    Method {
        name: "ecc",
        summary: "squared-residue co-clustering, named by the labels (baseline)",
        paper: None,
        uses: &["word_clusters", "balanced", "threshold"],
        build: cocluster::build_ecc,
    },
    Method {
        name: "vote",
        summary: "labelled words of each class counted (baseline)",
        paper: None,
        uses: &["balanced", "threshold"],
        build: vote::build_vote,
    },
    Method {
        name: "majority",
        summary: "the most frequent class for every document (baseline)",
        paper: None,
        uses: &["threshold"],
        build: vote::build_majority,
    },
];

//! What is measured on a set: experiments with their strategies.

use super::Kind;
use crate::two_classes::Set;
use recto_classify::Supervision;
use recto_classify::active::simulate::{Plan as Simulation, Start};
use recto_classify::active::{Learner, Settings, Strategy};
use recto_classify::lexicon::Lexicon;

/// Price at which the paper's curves end, and those of recto's model.
const BUDGETS: [f64; 2] = [800.0, 400.0];

/// Strategies with the tri-factorisation on pairs of subjects.
const FACTORISATION: [&str; 13] = [
    "ere",
    "ere-local",
    "elg",
    "interleave:0.2",
    "interleave:0.4",
    "interleave:0.6",
    "interleave:0.8",
    "interleave-ere:0.2",
    "interleave-ere:0.4",
    "interleave-ere:0.6",
    "interleave-ere:0.8",
    "uncertainty",
    "random",
];

/// Those on reviews, where the paper compares with GRADS only.
const ON_REVIEWS: [&str; 3] = ["ere", "interleave:0.5", "uncertainty"];

/// Strategies with GRADS on pairs of subjects, and on reviews.
const GRAPH: [&str; 2] = ["ere", "interleave:0.5"];
const GRAPH_ON_REVIEWS: [&str; 4] = [
    "interleave:0.2",
    "interleave:0.4",
    "interleave:0.6",
    "interleave:0.8",
];

/// Strategies with recto's model.
const MODEL: [&str; 5] = ["auto", "uncertainty", "ere", "interleave:0.5", "random"];

/// The same from other starts.
const FROM: [&str; 2] = ["auto", "uncertainty"];

/// Prices of a word beside 1.
const PRICES: [f64; 3] = [1.0, 2.5, 5.0];

/// An experiment to be measured.
pub(super) struct Plan {
    pub(super) kind: Kind,
    pub(super) rows: Vec<Row>,
    pub(super) known: Supervision,
}

/// A strategy to be played through.
pub(super) struct Row {
    pub(super) name: String,
    pub(super) simulation: Simulation,
}

/// The experiments of a set.
pub(super) fn plans(set: &Set) -> Vec<Plan> {
    let nothing = Supervision::new(set.classes.clone(), set.truth.len());
    let of = |kind: Kind, strategies: &[&str]| Plan {
        kind,
        rows: strategies.iter().map(|name| row(kind, name)).collect(),
        known: nothing.clone(),
    };
    let prices = Plan {
        rows: PRICES.map(priced).into(),
        ..of(Kind::Prices, &[])
    };
    let Some(positive) = set.positive() else {
        return vec![
            of(Kind::Factorisation, &FACTORISATION),
            of(Kind::Graph, &GRAPH),
            of(Kind::Model, &MODEL),
            of(Kind::FromNothing, &FROM),
            prices,
        ];
    };
    vec![
        of(Kind::Factorisation, &ON_REVIEWS),
        of(Kind::Graph, &GRAPH_ON_REVIEWS),
        of(Kind::Model, &MODEL),
        of(Kind::FromNothing, &FROM),
        Plan {
            known: with_lexicon(set, positive),
            ..of(Kind::FromLexicon, &FROM)
        },
        prices,
    ]
}

fn row(kind: Kind, name: &str) -> Row {
    let strategy: Strategy = name.parse().expect("names of this file are strategies");
    let learner = match kind {
        Kind::Factorisation => Learner::Tri,
        Kind::Graph => Learner::Grads,
        _ => Learner::Head,
    };
    let settings = Settings {
        strategy,
        learner,
        // As it is used, auto spends one document in five on estimating its accuracy; what it
        // is compared with does not.
        random_every: if strategy == Strategy::Auto { 5 } else { 0 },
        ..Settings::default()
    };
    let simulation = Simulation {
        settings,
        start: match kind {
            Kind::FromNothing | Kind::FromLexicon => Start::Nothing,
            _ => Simulation::default().start,
        },
        budget: BUDGETS[usize::from(learner == Learner::Head)],
        ..Simulation::default()
    };
    Row {
        name: name.into(),
        simulation,
    }
}

fn priced(word_cost: f64) -> Row {
    let mut row = row(Kind::Prices, "auto");
    row.name = format!("auto, a word at {word_cost}");
    row.simulation.settings.word_cost = word_cost;
    row
}

/// The words of the lexicon that recto brings.
fn with_lexicon(set: &Set, positive: usize) -> Supervision {
    let mut known = Supervision::new(set.classes.clone(), set.truth.len());
    for (word, weight) in Lexicon::english().words() {
        if let Some(id) = set.corpus.id(word) {
            let class = if weight > 0.0 { positive } else { 1 - positive };
            known.label_word(id, class);
        }
    }
    known
}

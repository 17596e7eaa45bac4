//! The systems of each of the paper's tables, and which of them are compared.

use super::published;
use crate::summaries::{Pair, System, View};

/// The paper's form.
const PAPER: &str = "mds (paper)";

/// The same with weights, as the paper calls it where something is asked.
const WEIGHTED: &str = "mwds (paper)";

/// Summaries of everything.
pub(super) fn generic() -> Vec<System> {
    let plain = |method| System::new(method, View::Documents);
    let paper = |name, method| System::paper(name, method, View::Documents);
    vec![
        plain("random"),
        plain("lead"),
        plain("centroid"),
        plain("lexrank"),
        paper("bstm (paper)", "bstm"),
        plain("max-degree"),
        paper(PAPER, "mds"),
        plain("mds"),
        plain("mmr"),
        plain("auto"),
    ]
}

/// Answers to questions.
pub(super) fn query() -> Vec<System> {
    let asked = |method| System::new(method, View::Query);
    vec![
        asked("random"),
        asked("lead"),
        System::named("auto, query ignored", "auto", View::Documents),
        asked("snmf"),
        asked("tmr"),
        asked("mmr"),
        System::paper(WEIGHTED, "mds", View::Query),
        asked("mds"),
        asked("auto"),
    ]
}

/// What is new since earlier documents.
pub(super) fn update() -> Vec<System> {
    let known = |method| System::new(method, View::Since);
    vec![
        known("random"),
        known("lead"),
        System::named("auto, since ignored", "auto", View::Documents),
        System::named("mds, since ignored", "mds", View::Documents),
        System::paper(WEIGHTED, "mds", View::Since),
        known("mds"),
        known("mmr"),
        known("auto"),
    ]
}

fn printed(system: &'static str, over: &'static str, collections: &[&str]) -> Pair {
    Pair {
        published: published::lead(system, over, collections),
        ..Pair::new(system, over)
    }
}

pub(super) fn generic_pairs() -> Vec<Pair> {
    let theirs = ["centroid", "lexrank", "bstm (paper)"];
    let theirs = theirs
        .map(|over| printed(PAPER, over, &["DUC04"]))
        .into_iter();
    let mds = ["random", "lexrank", "max-degree"].map(|over| Pair::new("mds", over));
    let auto = ["lead", "lexrank", "mds", "mmr"].map(|over| Pair::new("auto", over));
    theirs.chain(mds).chain(auto).collect()
}

pub(super) fn query_pairs() -> Vec<Pair> {
    let theirs = ["snmf", "tmr"];
    let theirs = theirs.map(|over| printed(WEIGHTED, over, &published::QUESTIONS));
    let ours = [Pair::new("mds", WEIGHTED), Pair::new("auto", "mds")];
    theirs.into_iter().chain(ours).collect()
}

pub(super) fn update_pairs() -> Vec<Pair> {
    vec![
        Pair::new(WEIGHTED, "mds, since ignored"),
        Pair::new("mds", WEIGHTED),
        Pair::new("auto", WEIGHTED),
        Pair::new("auto", "mmr"),
    ]
}

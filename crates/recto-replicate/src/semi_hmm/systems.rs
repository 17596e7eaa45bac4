//! The systems of the paper's table, and those that stand beside.

use super::corpora::{Links, Set, all};
use super::{Scores, SystemRow};
use crate::{ReplicateError, warning};
use recto_align::metrics::{Reference, Tally, WordLink, is_ignored};
use recto_align::{AlignError, Direction, Jump, Options, methods};
use recto_math::{QuietObserver, Run};
use recto_text::Warning;
use rustc_hash::FxHashSet;

/// A system and its parameters.
pub(super) struct System {
    pub(super) name: &'static str,
    /// What the paper calls it.
    called: Option<&'static str>,
    /// The method of recto; none for what is not built.
    method: Option<&'static str>,
    direction: Option<Direction>,
    cutoff: Option<usize>,
    jump: Option<Jump>,
    paper: bool,
    /// Whether its links are described beside those of people.
    pub(super) is_described: bool,
}

const NONE: System = System {
    name: "",
    called: None,
    method: None,
    direction: None,
    cutoff: None,
    jump: None,
    paper: false,
    is_described: false,
};

const fn hmm(name: &'static str, called: Option<&'static str>, direction: Direction) -> System {
    System {
        name,
        called,
        method: Some("hmm"),
        direction: Some(direction),
        ..NONE
    }
}

const fn missing(name: &'static str) -> System {
    System {
        name,
        called: Some(name),
        ..NONE
    }
}

const fn cut_paste(name: &'static str, called: Option<&'static str>, cutoff: usize) -> System {
    System {
        name,
        called,
        method: Some("cut-paste"),
        cutoff: Some(cutoff),
        ..NONE
    }
}

const fn literal(name: &'static str, called: Option<&'static str>, jump: Jump) -> System {
    System {
        name,
        called,
        method: Some("semi-hmm"),
        jump: Some(jump),
        paper: true,
        ..NONE
    }
}

const fn plain(name: &'static str, method: &'static str) -> System {
    System {
        name,
        method: Some(method),
        ..NONE
    }
}

/// The rows of the paper in its order, then others.
pub(super) const SYSTEMS: &[System] = &[
    hmm("HMM Sum=Src", Some("HMM Sum=Src"), Direction::Reverse),
    missing("Model 4 Sum=Src"),
    hmm("HMM Doc=Src", Some("HMM Doc=Src"), Direction::Forward),
    missing("Model 4 Doc=Src"),
    cut_paste("Cut and Paste, runs of 2", Some("Cut & Paste"), 2),
    System {
        is_described: true,
        ..literal(
            "semi-HMM relative",
            Some("semi-HMM relative"),
            Jump::Relative,
        )
    },
    literal(
        "semi-HMM Gaussian",
        Some("semi-HMM Gaussian"),
        Jump::Gaussian,
    ),
    literal("semi-HMM syntax", Some("semi-HMM syntax"), Jump::Syntax),
    literal("semi-HMM syntax without stop", None, Jump::SyntaxLiteral),
    plain("identity", "identity"),
    plain("stem", "stem"),
    plain("IBM 1 Doc=Src", "ibm1"),
    hmm("HMM intersection", None, Direction::Intersection),
    cut_paste("Cut and Paste, all words", None, 1),
    System {
        is_described: true,
        ..plain("semi-hmm of recto", "semi-hmm")
    },
];

impl System {
    /// The links that it finds; `None` if it is not built or refuses the set.
    pub(super) fn links(
        &self,
        set: &Set,
        warnings: &mut Vec<Warning>,
        run: &Run<'_>,
    ) -> Result<Option<Links>, ReplicateError> {
        let row = methods().iter().find(|row| Some(row.name) == self.method);
        let Some(row) = row else {
            return Ok(None);
        };
        run.report("replicating", 0, None)?;
        let options = Options {
            direction: self.direction,
            cutoff: self.cutoff,
            jump: self.jump,
            paper: self.paper,
            ..Options::default()
        };
        let muted = QuietObserver(run.observer);
        let inner = run.observed_by(&muted);
        let aligned = (row.build)(&options).and_then(|method| method.align(&set.pairs, &inner));
        match aligned {
            Ok(aligned) => {
                let links = aligned.alignments.iter().map(|alignment| {
                    let links = alignment.links.iter();
                    links.map(|link| (link.document, link.summary)).collect()
                });
                Ok(Some(links.collect()))
            }
            Err(AlignError::Cancelled(cancelled)) => Err(cancelled.into()),
            Err(error) => {
                let (name, set) = (self.name, &set.name);
                warnings.push(warning(format!("{set}: {name} is left out: {error}")));
                Ok(None)
            }
        }
    }

    /// Its row where it has no figures.
    pub(super) fn not_measured(&self) -> SystemRow {
        SystemRow {
            system: self.name,
            called: self.called,
            all: None,
            content: None,
            reported_f: None,
            oracle: None,
        }
    }

    /// Its row.
    pub(super) fn row(&self, set: &Set, found: &Links) -> SystemRow {
        let [all, content] = scores(set, found, |_| true);
        let [reported, _] = scores(set, found, |pair| set.gold[pair].is_reported);
        SystemRow {
            all: Some(all),
            content: Some(content),
            reported_f: reported.f,
            oracle: Some(scores(set, &without_nulls(set, found), |_| true)),
            ..self.not_measured()
        }
    }
}

/// Links without those of summary words that people left without one.
fn without_nulls(set: &Set, found: &Links) -> Links {
    let pairs = found.iter().zip(set.people());
    let kept = pairs.map(|(links, people)| {
        let linked: FxHashSet<usize> = people.iter().map(|link| link.1).collect();
        let links = links.iter().copied();
        links.filter(|link| linked.contains(&link.1)).collect()
    });
    kept.collect()
}

fn scores(set: &Set, found: &Links, is_in: impl Fn(usize) -> bool) -> [Scores; 2] {
    let references = set.gold.iter().map(|gold| &gold.reference);
    tallied(set, found, references, is_in)
}

/// Scores over all and over content words of the pairs that are in.
fn tallied<'r>(
    set: &Set,
    found: &Links,
    references: impl Iterator<Item = &'r Reference>,
    is_in: impl Fn(usize) -> bool,
) -> [Scores; 2] {
    let mut tallies = [Tally::default(); 2];
    for (pair, (links, reference)) in found.iter().zip(references).enumerate() {
        if is_in(pair) {
            tallies[0].add(Tally::of(links, reference, |_| true));
            tallies[1].add(Tally::of(links, reference, |link| {
                is_content(set, pair, link)
            }));
        }
    }
    tallies.map(|tally| {
        let score = tally.score();
        Scores {
            precision: score.precision,
            recall: score.recall,
            f: score.f,
        }
    })
}

/// Whether both words of a link count as content.
pub(super) fn is_content(set: &Set, pair: usize, (i, j): WordLink) -> bool {
    let words = &set.pairs.pairs[pair];
    let ignored = |word| is_ignored(set.pairs.vocabulary().term(word));
    !ignored(words.document.words[i]) && !ignored(words.summary.words[j])
}

/// Each of two people held against the other, where a set has both.
pub(super) fn people(set: &Set) -> Vec<SystemRow> {
    let both: Option<Vec<&[Reference; 2]>> = set
        .gold
        .iter()
        .map(|gold| gold.annotators.as_ref())
        .collect();
    let Some(both) = both else {
        return Vec::new();
    };
    let row = |name, one: usize, other: usize| {
        let links: Links = both.iter().map(|two| all(&two[one])).collect();
        let references = both.iter().map(|two| &two[other]);
        let [all, content] = tallied(set, &links, references, |_| true);
        SystemRow {
            system: name,
            called: Some(name),
            all: Some(all),
            content: Some(content),
            reported_f: None,
            oracle: None,
        }
    };
    vec![row("Human 1 vs 2", 0, 1), row("Human 2 vs 1", 1, 0)]
}

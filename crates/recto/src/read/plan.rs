//! Which parts are worth running on a pile, and which fit into a budget of time: as they are,
//! or on every n-th document.
//!
//! Decided from what the pile is and how large it is, never from elapsed time: the same pile
//! gives the same plan on any machine.

use super::body::{DocumentFacts, Facts, LeftOut, PileKind};
use super::opinion;
use super::request::{Part, Request};
use crate::{Reading, forecast};
use recto_math::{Cancelled, Run};
use recto_report::Number;
use serde_json::Map;

/// Documents from which a pile has topics: with fewer, each would be a topic of its own.
const TOPIC_DOCUMENTS: usize = 20;

/// Words from which a document is worth an outline.
pub(super) const OUTLINE_WORDS: usize = 500;

/// Words from which the styles within a document are compared: below about 60 sentences
/// groups are mostly chance.
const STYLE_WORDS: usize = 1200;

/// Folders that can be told apart on a page.
const FOLDERS: std::ops::RangeInclusive<usize> = 2..=8;

/// Words that each of them must have.
const FOLDER_WORDS: usize = 200;

/// Parts in the order in which they are given time: what says most of a pile first.
const BY_WORTH: [Part; 8] = [
    Part::Summarize,
    Part::Align,
    Part::Events,
    Part::Topics,
    Part::Segment,
    Part::Classify,
    Part::Compare,
    Part::Authors,
];

/// Parts that say of some documents what they would say of all.
const FROM_SOME: [Part; 5] = [
    Part::Summarize,
    Part::Topics,
    Part::Segment,
    Part::Classify,
    Part::Authors,
];

/// Documents that a sample has at least; one of fewer says little of the rest.
const SAMPLE: usize = 200;

/// A part to run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Planned {
    pub(super) part: Part,
    /// Every n-th document is read; 1 for all.
    pub(super) every: usize,
}

/// The parts to run, in the order of the page, and the others with the reason.
pub(super) struct Plan {
    pub(super) run: Vec<Planned>,
    pub(super) left_out: Vec<LeftOut>,
    /// Seconds on one core that the parts take, as far as they were measured.
    seconds: f64,
}

impl Plan {
    pub(super) fn of(
        reading: &Reading<'_>,
        facts: &Facts,
        request: &Request,
        run: &Run<'_>,
    ) -> Result<Self, Cancelled> {
        let mut plan = Self {
            run: Vec::new(),
            left_out: Vec::new(),
            seconds: 0.0,
        };
        let documents = reading.documents().iter().zip(&facts.documents);
        let told = documents.filter(|(_, one)| facts.kind.tells_of(one));
        let sizes: Vec<usize> = told.map(|(document, _)| document.text.len()).collect();
        for part in BY_WORTH {
            if !request.only.is_empty() && !request.only.contains(&part) {
                continue;
            }
            let reason = if request.skip.contains(&part) {
                Some("skipped, as asked".into())
            } else if let Some(reason) = impossible(part, reading, facts) {
                Some(reason)
            } else if request.only.is_empty() {
                unsuitable(part, reading, facts, run)?
            } else {
                None
            };
            let fitting = match reason {
                Some(reason) => Err(reason),
                None => plan.fit(part, &sizes, request.budget),
            };
            match fitting {
                Err(reason) => plan.left_out.push(LeftOut { part, reason }),
                Ok(every) => plan.run.push(Planned { part, every }),
            }
        }
        plan.run.sort_unstable();
        plan.left_out.sort_by_key(|left| left.part);
        Ok(plan)
    }

    /// Takes the time of a part from the budget and says which documents it may read: every
    /// n-th. Otherwise why it does not fit.
    fn fit(&mut self, part: Part, sizes: &[usize], budget: Option<f64>) -> Result<usize, String> {
        let left = budget.unwrap_or(f64::INFINITY) - self.seconds;
        let most = if FROM_SOME.contains(&part) {
            (sizes.len() / SAMPLE).max(1)
        } else {
            1
        };
        let found = (1..=most).find(|&every| seconds(part, sizes, every) <= left);
        let Some(every) = found else {
            return Err(format!(
                "it would take about {} s of the {} s that are left of the budget",
                Number::Count.say(seconds(part, sizes, 1).ceil()),
                Number::Count.say(left.max(0.0).floor())
            ));
        };
        self.seconds += seconds(part, sizes, every);
        Ok(every)
    }
}

/// Seconds on one core that a part takes with every n-th document; 0 where it was not
/// measured.
fn seconds(part: Part, sizes: &[usize], every: usize) -> f64 {
    let bytes = sizes.iter().step_by(every).sum();
    let documents = sizes.len().div_ceil(every);
    let estimate = forecast::estimate(part.name(), &Map::new(), bytes, documents);
    estimate.map_or(0.0, |(seconds, _)| seconds)
}

/// Why a part cannot run at all.
fn impossible(part: Part, reading: &Reading<'_>, facts: &Facts) -> Option<String> {
    match part {
        Part::Align if reading.pile().pairs.is_empty() => {
            Some("no document comes with a summary".into())
        }
        Part::Compare if facts.folders.len() < 2 => {
            Some("the documents do not lie in several folders".into())
        }
        _ => None,
    }
}

/// Why a part is not worth running on this pile.
fn unsuitable(
    part: Part,
    reading: &Reading<'_>,
    facts: &Facts,
    run: &Run<'_>,
) -> Result<Option<String>, Cancelled> {
    let told = || {
        facts
            .documents
            .iter()
            .filter(|one| facts.kind.tells_of(one))
    };
    let n = told().count();
    let longest = told().map(|one| one.words).max();
    let longest = longest.unwrap_or_default();
    let reason = match part {
        Part::Summarize | Part::Align => None,
        Part::Topics => (n < TOPIC_DOCUMENTS)
            .then(|| format!("topics are looked for in {TOPIC_DOCUMENTS} documents or more")),
        Part::Compare => {
            let is_told = FOLDERS.contains(&facts.folders.len())
                && facts.folders.iter().all(|one| one.words >= FOLDER_WORDS);
            (!is_told).then(|| "the folders are too many or too small to be told apart".into())
        }
        Part::Segment => {
            (longest < OUTLINE_WORDS).then(|| format!("no document has {OUTLINE_WORDS} words"))
        }
        Part::Authors => {
            let is_read = |one: &&DocumentFacts| one.words >= STYLE_WORDS;
            let mut long = told().filter(is_read).peekable();
            let least = Number::Count.say(STYLE_WORDS as f64);
            match facts.kind {
                PileKind::Pairs => Some("summaries and documents have styles of their own".into()),
                _ if long.peek().is_none() => Some(format!(
                    "no document has {least} words, too few to compare styles"
                )),
                _ if long.all(|one| !one.speakers.is_empty()) => {
                    Some("who speaks is named in the text".into())
                }
                _ => None,
            }
        }
        Part::Classify => opinion::why_not(reading, facts, run)?,
        Part::Events => (!matches!(facts.kind, PileKind::Messages | PileKind::Mixed))
            .then(|| "the documents are no stream of short messages with times of day".into()),
    };
    Ok(reason)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan() -> Plan {
        Plan {
            run: Vec::new(),
            left_out: Vec::new(),
            seconds: 0.0,
        }
    }

    #[test]
    fn a_part_that_is_too_long_reads_a_sample_that_fits() {
        let sizes = vec![10_000; 10_000];
        let whole = seconds(Part::Topics, &sizes, 1);
        let mut plan = plan();
        let every = plan.fit(Part::Topics, &sizes, Some(whole / 3.5));
        assert_eq!(every, Ok(4));
        assert!(plan.seconds <= whole / 3.5);
        // What is left is too little for two hundred documents.
        let refused = plan.fit(Part::Authors, &sizes, Some(plan.seconds + 0.001));
        assert!(refused.is_err());
    }

    #[test]
    fn what_needs_all_documents_and_small_piles_are_not_sampled() {
        let sizes = vec![10_000; 10_000];
        let whole = seconds(Part::Compare, &sizes, 1);
        assert!(
            plan()
                .fit(Part::Compare, &sizes, Some(whole / 2.0))
                .is_err()
        );
        let few = &sizes[..300];
        let whole = seconds(Part::Topics, few, 1);
        assert!(plan().fit(Part::Topics, few, Some(whole / 2.0)).is_err());
        assert_eq!(plan().fit(Part::Topics, few, None), Ok(1));
    }
}

//! Which parts are worth running on a pile, and which fit into a budget of time.
//!
//! Decided from what the pile is and how large it is, never from elapsed time: the same pile
//! gives the same plan on any machine.

use super::body::{Facts, LeftOut, PileKind};
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

/// The parts to run, in the order of the page, and the others with the reason.
pub(super) struct Plan {
    pub(super) run: Vec<Part>,
    pub(super) left_out: Vec<LeftOut>,
    /// Seconds on one core that the parts take, as far as they were measured.
    pub(super) seconds: f64,
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
            let reason = reason.or_else(|| plan.too_long(part, reading, request.budget));
            match reason {
                Some(reason) => plan.left_out.push(LeftOut { part, reason }),
                None => plan.run.push(part),
            }
        }
        plan.run.sort_unstable();
        plan.left_out.sort_by_key(|left| left.part);
        Ok(plan)
    }

    /// Why a part does not fit into what is left of the budget; otherwise takes its time.
    fn too_long(
        &mut self,
        part: Part,
        reading: &Reading<'_>,
        budget: Option<f64>,
    ) -> Option<String> {
        let seconds = seconds(part, reading);
        if let Some(budget) = budget
            && self.seconds + seconds > budget
        {
            return Some(format!(
                "it would take about {} s of the budget of {} s",
                Number::Count.say((self.seconds + seconds).ceil()),
                Number::Count.say(budget)
            ));
        }
        self.seconds += seconds;
        None
    }
}

/// Seconds on one core that a part takes; 0 where it was not measured.
fn seconds(part: Part, reading: &Reading<'_>) -> f64 {
    let documents = reading.documents();
    let bytes = documents.iter().map(|document| document.text.len()).sum();
    let estimate = forecast::estimate(part.name(), &Map::new(), bytes, documents.len());
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
            .then(|| format!("topics need {TOPIC_DOCUMENTS} documents or more; there are {n}")),
        Part::Compare => {
            let is_told = FOLDERS.contains(&facts.folders.len())
                && facts.folders.iter().all(|one| one.words >= FOLDER_WORDS);
            (!is_told).then(|| "the folders are too many or too small to be told apart".into())
        }
        Part::Segment => {
            (longest < OUTLINE_WORDS).then(|| format!("no document has {OUTLINE_WORDS} words"))
        }
        Part::Authors => (longest < STYLE_WORDS || facts.kind == PileKind::Pairs).then(|| {
            let least = Number::Count.say(STYLE_WORDS as f64);
            format!("no document has {least} words, too few to compare styles")
        }),
        Part::Classify => opinion::why_not(reading, facts, run)?,
        Part::Events => (!matches!(facts.kind, PileKind::Messages | PileKind::Mixed))
            .then(|| "the documents are no stream of short messages with times of day".into()),
    };
    Ok(reason)
}

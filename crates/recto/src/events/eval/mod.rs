//! Timelines against references: recto's JSON, or JSON lines of events.
//!
//! Peaks are matched one to one with reference times. Dense references are matched by
//! chance, too: the F of as many random peaks stands beside each F, and what is left above
//! it. A reference of another tier than `core` need not be found, and a detection that
//! matches it counts neither way.

mod read;
mod score;
#[cfg(test)]
mod tests;

use crate::evaluate::{
    self, Evaluated, Evaluation, Intervals, Measure, Named, ScoredDocument, Scores, Sheet, Side,
    Sides,
};
use crate::field::{Field, Group};
use crate::{About, Answer, Attachments, Error};
use indexmap::IndexMap;
pub use read::{TimedEvent, Timeline, reference};
use recto_math::Run;
use recto_math::sample::Better::{Higher, Neither};
use score::{Judged, TOLERANCES};
use serde::Deserialize;
use serde_json::json;
use std::sync::{Arc, LazyLock};

static SHEET: LazyLock<Arc<Sheet>> = LazyLock::new(|| {
    let better = |key: String, said: String| Measure::score(key, said, Higher);
    let mut measures = Vec::new();
    for seconds in TOLERANCES {
        let key = |name: &str| format!("{name}_{seconds}");
        let said = |name: &str| format!("{name}, within {seconds} s");
        measures.push(better(key("precision"), said("Precision")));
        measures.push(better(key("recall"), said("Recall")));
        measures.push(better(key("f1"), said("F1")).short(format!("F1 {seconds} s")));
        let chance = Measure::score(key("chance"), said("F1 of random peaks"), Neither);
        measures.push(chance);
        let above = said("F1 above chance");
        measures.push(better(key("corrected"), above).short(format!("Above {seconds} s")));
    }
    let at = |name: &str| format!("{name}_{}", score::CONTENT);
    for (name, said) in [
        ("f1_all", "F1, all tiers"),
        ("precision_lenient", "Precision, several to one"),
        ("recall_lenient", "Recall, several to one"),
        ("f1_content", "F1, time and content"),
        ("f1_by_participant", "F1, each participant's own events"),
    ] {
        measures.push(better(
            at(name),
            format!("{said}, within {} s", score::CONTENT),
        ));
    }
    for (key, said) in [
        ("participant_precision", "Precision of participants"),
        ("participant_recall", "Recall of participants"),
        ("mention_precision", "Precision of names"),
        ("mention_recall", "Recall of names"),
    ] {
        measures.push(Measure::score(key, said, Higher));
    }
    measures.push(Measure::count("events", "Events found").short("Found"));
    let given = Measure::count("reference_events", "Core events of the reference");
    measures.push(given.given().short("True"));
    Arc::new(Sheet {
        task: "events",
        title: "Evaluation of a timeline",
        account: "A peak and a true event are matched one to one within so many seconds. Events \
                  of another tier than core count neither way, found or not. F1 above chance is \
                  0 for as many random peaks and 1 for a perfect timeline.",
        baselines: "random: the mean of 1,000 times as many peaks at random times.",
        documents: "F1 and what is left of it above chance.",
        measures,
    })
});

/// Scores timelines.
#[derive(Debug, Clone, Copy)]
pub struct EvaluateEvents;

/// The evaluation `events`.
pub static TIMELINE: EvaluateEvents = EvaluateEvents;

static ABOUT: About = About {
    name: "events",
    summary: "Score a timeline: precision, recall, F1 by time and content, above chance",
    examples: EXAMPLES,
    fields: FIELDS,
};

const EXAMPLES: &str =
    "  recto eval events match.subevents.jsonl match.json   rows of time, tier, what, participants
  recto eval events gold/ out/                         several streams, by the names of files
  recto eval events match.subevents.jsonl match.json --until 2022-11-20T18:00:00Z
                                                       only what happened until then
  recto eval events gold/ first/ second/               and is the second better?";

static FIELDS: &[Field] = &[
    Field::text(
        "from",
        "Score only what happened from this time on, such as 2025-03-10T20:00:00Z",
    )
    .called("TIME")
    .under(Group::Scoring),
    Field::text("until", "Score only what happened until this time")
        .called("TIME")
        .under(Group::Scoring),
];

/// How timelines are scored.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Scoring {
    /// What happened before is left out.
    pub from: Option<String>,
    /// What happened after is left out.
    pub until: Option<String>,
}

impl Scoring {
    /// The time that is scored, in seconds.
    fn window(&self) -> Result<(f64, f64), Error> {
        let end = |time: &Option<String>, open: f64| match time {
            Some(time) => read::seconds(time).map_err(Error::request),
            None => Ok(open),
        };
        Ok((
            end(&self.from, f64::NEG_INFINITY)?,
            end(&self.until, f64::INFINITY)?,
        ))
    }
}

impl Evaluation for EvaluateEvents {
    type Request = Scoring;
    const ABOUT: &'static About = &ABOUT;

    fn check(&self, request: &Scoring, _: &[&str]) -> Result<(), Error> {
        request.window().map(|_| ())
    }

    fn score(
        &self,
        sides: &Sides,
        request: &Scoring,
        _: &Attachments,
        run: &Run<'_>,
    ) -> Result<Answer<Evaluated>, Error> {
        let window = request.window()?;
        let parsed = |side: &Side| evaluate::parsed(side, read::parse);
        let references = parsed(&sides.reference)?;
        let mut warnings = Vec::new();
        let mut judged: Vec<Vec<Judged>> = Vec::new();
        for side in &sides.outputs {
            let found = parsed(side)?;
            let pairs = evaluate::pair(&references, found, &side.label, &mut warnings)?;
            let one = |(reference, output): &(&Named<Timeline>, Named<Timeline>)| {
                Judged::new(&reference.item, &output.item, window, run.seed)
            };
            judged.push(pairs.iter().map(one).collect());
        }
        let body = body(&references, &judged, run.seed).ok_or_else(|| {
            Error::input(format!("{}: no stream to score", sides.reference.label))
        })?;
        let parameters = vec![
            ("from", json!(request.from)),
            ("until", json!(request.until)),
        ];
        Ok(evaluate::answer(body, parameters, warnings, run.seed))
    }
}

fn body(references: &[Named<Timeline>], judged: &[Vec<Judged>], seed: u64) -> Option<Evaluated> {
    let scores = |judged: &[Judged]| -> Vec<Scores> {
        let one = |judged: &Judged| Scores::new(Arc::clone(&SHEET), judged.values());
        judged.iter().map(one).collect()
    };
    let each: Vec<Vec<Scores>> = judged.iter().map(|judged| scores(judged)).collect();
    let first = each.first()?;
    let random = judged.first()?.iter().map(Judged::at_random);
    let random: Vec<Scores> = random
        .map(|values| Scores::new(Arc::clone(&SHEET), values))
        .collect();
    let document = |(reference, scores): (&Named<Timeline>, &Scores)| ScoredDocument {
        id: reference.name(),
        scores: scores.clone(),
    };
    Some(Evaluated {
        sheet: Arc::clone(&SHEET),
        scores: Scores::mean(first)?,
        intervals: intervals(judged.first()?),
        baselines: IndexMap::from_iter([("random", Scores::mean(&random)?)]),
        documents: references.iter().zip(first).map(document).collect(),
        comparison: each
            .get(1)
            .map(|second| evaluate::compare(first, second, seed)),
        second: each.get(1).and_then(|second| Scores::mean(second)),
        tables: Vec::new(),
    })
}

/// Intervals over the references of the only stream; with several, each stream is one draw
/// of few, and nothing is claimed.
fn intervals(judged: &[Judged]) -> Option<Intervals> {
    let [only] = judged else { return None };
    let all = only.intervals().into_iter();
    Some(all.map(|(key, interval)| (key.into(), interval)).collect())
}

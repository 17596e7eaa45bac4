//! The scores of one stream.

use super::read::{TimedEvent, Timeline};
use recto_events::metrics::{self, Score, participants};
use std::collections::BTreeSet;

/// Seconds that a peak may be off; the last is twice the paper's window of two minutes if
/// that meant one minute either way.
pub(super) const TOLERANCES: [u32; 3] = [60, 90, 120];

/// The tolerance of scores that are given once only.
pub(super) const CONTENT: u32 = 120;

/// A timeline beside its reference.
pub(super) struct Judged {
    core: Vec<TimedEvent>,
    others: Vec<TimedEvent>,
    found: Vec<TimedEvent>,
    /// First and last moment that peaks may have.
    span: (f64, f64),
    by_name: Option<participants::ParticipantScores>,
    clusters: Clusters,
    seed: u64,
}

/// Names of participants on either side.
struct Clusters {
    reference: Vec<Vec<String>>,
    found: Vec<Vec<String>>,
}

impl Judged {
    pub(super) fn new(
        reference: &Timeline,
        output: &Timeline,
        window: (f64, f64),
        seed: u64,
    ) -> Self {
        let inside = |event: &&TimedEvent| (window.0..=window.1).contains(&event.time);
        let events = |told: &Timeline| -> Vec<TimedEvent> {
            told.events.iter().filter(inside).cloned().collect()
        };
        let (core, others) = events(reference)
            .into_iter()
            .partition(|event| event.is_core);
        let found = events(output);
        let both = || reference.events.iter().chain(&output.events);
        let least = both().map(|event| event.time).fold(f64::INFINITY, f64::min);
        let most = both()
            .map(|event| event.time)
            .fold(f64::NEG_INFINITY, f64::max);
        let (start, end) = output.span.or(reference.span).unwrap_or((least, most));
        let has_names = !reference.participants.is_empty();
        Self {
            core,
            others,
            found,
            span: (start.max(window.0), end.min(window.1)),
            by_name: has_names
                .then(|| participants::participants(&output.participants, &reference.participants)),
            clusters: Clusters {
                reference: reference.participants.clone(),
                found: output.participants.clone(),
            },
            seed,
        }
    }

    fn timed(&self, tolerance: u32) -> Score {
        let (found, core, others) = (times(&self.found), times(&self.core), times(&self.others));
        metrics::score_with_neutral(&found, &core, &others, f64::from(tolerance))
    }

    fn chance(&self, tolerance: u32) -> f64 {
        let (core, others) = (times(&self.core), times(&self.others));
        let n = self.found.len();
        metrics::chance(
            n,
            &core,
            &others,
            self.span,
            f64::from(tolerance),
            self.seed,
        )
    }

    /// Values in the order of the sheet; `None` where the reference does not tell.
    pub(super) fn values(&self) -> Vec<Option<f64>> {
        let mut values = Vec::new();
        for tolerance in TOLERANCES {
            let score = self.timed(tolerance);
            let chance = self.chance(tolerance);
            let above = metrics::corrected(score.f, chance);
            let all = [score.precision, score.recall, score.f, chance, above];
            values.extend(all.map(|value| self.if_any(value)));
        }
        let all: Vec<TimedEvent> = self.core.iter().chain(&self.others).cloned().collect();
        let (found, tolerance) = (times(&self.found), f64::from(CONTENT));
        let (precision, recall) = metrics::lenient(&found, &times(&all), tolerance);
        values.extend(
            [
                metrics::score(&found, &times(&all), tolerance).f,
                precision,
                recall,
                self.by_content(tolerance),
            ]
            .map(|value| self.if_any(value)),
        );
        values.push(self.by_participant(tolerance));
        let names = |of: fn(&participants::ParticipantScores) -> f64| self.by_name.as_ref().map(of);
        values.push(names(|scores| scores.participants.precision));
        values.push(names(|scores| scores.participants.recall));
        values.push(names(|scores| scores.names.precision));
        values.push(names(|scores| scores.names.recall));
        values.push(Some(self.found.len() as f64));
        values.push(Some(self.core.len() as f64));
        values
    }

    /// The values of as many peaks at random times, as far as they are known.
    pub(super) fn at_random(&self) -> Vec<Option<f64>> {
        let mut values = Vec::new();
        for tolerance in TOLERANCES {
            let chance = self.if_any(self.chance(tolerance));
            values.extend([None, None, chance, chance, chance.map(|_| 0.0)]);
        }
        values.resize(super::SHEET.measures.len(), None);
        let n = values.len();
        values[n - 2] = Some(self.found.len() as f64);
        values[n - 1] = Some(self.core.len() as f64);
        values
    }

    /// A score says nothing without a reference to find.
    fn if_any(&self, value: f64) -> Option<f64> {
        (!self.core.is_empty()).then_some(value)
    }

    /// Intervals of recall and F1 by the keys of their scores.
    pub(super) fn intervals(&self) -> Vec<(String, [f64; 2])> {
        let (found, core, others) = (times(&self.found), times(&self.core), times(&self.others));
        let mut all = Vec::new();
        for tolerance in TOLERANCES {
            let seconds = f64::from(tolerance);
            let found = metrics::intervals(&found, &core, &others, seconds, self.seed);
            if let Some((recall, f)) = found {
                all.push((format!("recall_{tolerance}"), recall));
                all.push((format!("f1_{tolerance}"), f));
            }
        }
        all
    }

    /// F1 of what is matched in time and has a participant or a word in common; events of
    /// another tier count neither way here too.
    fn by_content(&self, tolerance: f64) -> f64 {
        let agrees = |d: usize, r: usize| {
            let (found, core) = (&self.found[d], &self.core[r]);
            let is_near = (found.time - core.time).abs() <= tolerance;
            is_near && (share_names(found, core) || share(&found.words, &core.words))
        };
        let matched = metrics::score_by(self.found.len(), self.core.len(), agrees).n_matched;
        let all = self.timed(CONTENT).n_detected + self.core.len();
        2.0 * matched as f64 / all.max(1) as f64
    }

    /// F1 over the events of each participant of the reference: one that is about two
    /// participants counts twice; `None` where no event has a participant.
    fn by_participant(&self, tolerance: f64) -> Option<f64> {
        let mut total = (0, 0, 0);
        for names in self.participants() {
            let own = |events: &[TimedEvent]| -> Vec<f64> {
                let about = events.iter().filter(|event| share(&event.names, &names));
                about.map(|event| event.time).collect()
            };
            let score = metrics::score(&own(&self.found), &own(&self.core), tolerance);
            total.0 += score.n_matched;
            total.1 += score.n_detected;
            total.2 += score.n_reference;
        }
        let (matched, detected, reference) = total;
        let all = (detected + reference) as f64;
        (reference > 0).then(|| 2.0 * matched as f64 / all)
    }

    /// The names of each participant of the reference; where it lists none, those of its
    /// events, each with what the output calls the same.
    fn participants(&self) -> Vec<Vec<String>> {
        if !self.clusters.reference.is_empty() {
            return self.clusters.reference.clone();
        }
        let named: BTreeSet<&String> = self.core.iter().flat_map(|event| &event.names).collect();
        let with_same = |name: &String| {
            let same = self
                .clusters
                .found
                .iter()
                .find(|names| names.contains(name));
            same.cloned().unwrap_or_else(|| vec![name.clone()])
        };
        named.into_iter().map(with_same).collect()
    }
}

fn times(events: &[TimedEvent]) -> Vec<f64> {
    events.iter().map(|event| event.time).collect()
}

fn share(a: &[String], b: &[String]) -> bool {
    a.iter().any(|one| b.contains(one))
}

/// Whether two events are about the same: a name in common, also as a word of a longer one.
fn share_names(a: &TimedEvent, b: &TimedEvent) -> bool {
    let has = |names: &[String], wanted: &String| {
        names
            .iter()
            .any(|name| name == wanted || name.split(' ').any(|word| word == wanted))
    };
    a.names.iter().any(|name| has(&b.names, name)) || b.names.iter().any(|name| has(&a.names, name))
}

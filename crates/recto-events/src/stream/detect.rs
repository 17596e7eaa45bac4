//! The incremental detector over a file.

use super::{ChangeKind, LiveEvent, StreamDetector};
use crate::corpus::in_time;
use crate::engine::Engine;
use crate::{Detector, EventsError, Message, Options, Participant, SubEvent, Timeline};
use recto_math::Run;
use serde_json::{Value, json};

/// Feeds a file to a [`StreamDetector`] in order of time and returns the final sub-events.
pub(crate) struct StreamEngine {
    /// For the participants and volumes of the whole file.
    pub(crate) engine: Engine,
    pub(crate) options: Options,
}

impl Detector for StreamEngine {
    fn detect(&self, messages: &[Message<'_>], run: &Run<'_>) -> Result<Timeline, EventsError> {
        let mut timeline = self.engine.without_events(messages, run)?;
        let mut detector = StreamDetector::with(self.engine.params.clone(), &self.options);
        let order = in_time(messages, self.engine.params.bin)?;
        let ordered: Vec<Message<'_>> = order.iter().map(|&i| messages[i as usize]).collect();
        let mut changes = detector.push_batch(&ordered, run)?;
        changes.extend(detector.finish(run)?);
        let n_used = timeline.counts.used;
        let finals = changes.into_iter().filter(|c| c.kind == ChangeKind::Final);
        let events = finals.map(|change| {
            let event = change.event;
            sub_event(change.id, event, &order, &timeline.participants, n_used)
        });
        timeline.events = events.collect();
        timeline
            .events
            .sort_by(|a, b| a.peak.total_cmp(&b.peak).then_with(|| a.id.cmp(&b.id)));
        Ok(timeline)
    }

    fn parameters(&self) -> Value {
        let mut value = self.engine.parameters();
        if let Some(object) = value.as_object_mut() {
            object.insert("lateness".to_string(), json!(self.options.lateness));
        }
        value
    }
}

/// A final sub-event with indices of the file.
fn sub_event(
    id: String,
    event: LiveEvent,
    order: &[u32],
    participants: &[Participant],
    n_used: usize,
) -> SubEvent {
    let index = |number: u64| order[number as usize];
    let mut known: Vec<usize> = Vec::new();
    for names in &event.names {
        if let Some(place) = same(names, participants).filter(|place| !known.contains(place)) {
            known.push(place);
        }
    }
    SubEvent {
        id,
        start: event.start,
        peak: event.peak,
        end: event.end,
        mu: event.mu,
        sigma: event.sigma,
        participants: known,
        share: event.members.len() as f64 / n_used.max(1) as f64,
        members: event.members.into_iter().map(index).collect(),
        title: event.title,
        keywords: event.keywords,
        messages: event.messages.into_iter().map(|(n, _)| index(n)).collect(),
        importance: event.importance,
        log10_p: event.log10_p,
        word_score: event.word_score,
    }
}

/// The participant of the file that shares most names, the first of equals.
fn same(names: &[String], participants: &[Participant]) -> Option<usize> {
    let shared = |p: &Participant| {
        p.names
            .iter()
            .filter(|(name, _)| names.contains(name))
            .count()
    };
    let counts = participants.iter().map(shared).enumerate();
    let best = counts.max_by_key(|&(place, n)| (n, std::cmp::Reverse(place)))?;
    (best.1 > 0).then_some(best.0)
}

//! The messages of a reading, and the timeline of them as a body.

use super::body::{Body, Event, MessageCounts, Participant, Quoted, Volume};
use recto_events::{Message, SubEvent, Timeline};
use recto_text::time::{Zone, rfc3339};
use recto_text::{Document, Post};

/// Steps of the volume at most: as many as a wide screen has room for.
const MOST_STEPS: usize = 720;

/// Lanes of participants on a page.
pub(super) const LANES: usize = 12;

/// Documents that have a time, as messages.
pub(super) struct Stream<'d> {
    documents: Vec<(&'d Document, Post)>,
    without_time: usize,
}

impl<'d> Stream<'d> {
    /// The messages among documents: those that came as messages, and any other with a time
    /// that can be read.
    pub(super) fn of(documents: &'d [Document]) -> Self {
        let zone = Zone::default();
        let timed = |document: &'d Document| {
            let from_time = || {
                let moment = zone.read(document.time.as_deref()?)?;
                Some(Post {
                    micros: moment.micros,
                    ..Post::default()
                })
            };
            Some((document, document.post.or_else(from_time)?))
        };
        let found: Vec<(&Document, Post)> = documents.iter().filter_map(timed).collect();
        Self {
            without_time: documents.len() - found.len(),
            documents: found,
        }
    }

    pub(super) fn messages(&self) -> Vec<Message<'d>> {
        let message = |(document, post): &(&'d Document, Post)| Message {
            time: post.micros as f64 / 1e6,
            text: &document.text,
            user: post.user,
            language: post.language,
            is_repost: post.is_repost,
            is_reply: post.is_reply,
        };
        self.documents.iter().map(message).collect()
    }

    /// How many documents have no time that can be read.
    pub(super) fn without_time(&self) -> usize {
        self.without_time
    }

    pub(super) fn body(&self, timeline: &Timeline) -> Body {
        let ids = ids(timeline);
        let pooling = Pooling::of(timeline);
        let with_lane = with_lane(timeline);
        let participant = |(i, one): (usize, &recto_events::Participant)| Participant {
            id: ids[i].clone(),
            name: one.name.clone(),
            names: one.names.iter().map(|(name, _)| name.clone()).collect(),
            messages: one.messages,
            volume: with_lane[i].then(|| pooling.pooled(&one.volume)),
        };
        let events = timeline.events.iter().map(|event| self.event(event, &ids));
        let events: Vec<Event> = events.collect();
        Body {
            participants: timeline
                .participants
                .iter()
                .enumerate()
                .map(participant)
                .collect(),
            summary: super::summary::of(&events),
            events,
            counts: self.counts(timeline),
            volume: (!timeline.volume.counts.is_empty()).then(|| Volume {
                start: written(timeline.volume.start),
                step: pooling.step,
                counts: pooling.pooled(&timeline.volume.counts),
            }),
        }
    }

    fn event(&self, event: &SubEvent, ids: &[String]) -> Event {
        let mut quotes = event.messages.iter().map(|&at| self.quoted(at));
        let id = |&at: &u32| self.documents[at as usize].0.id.clone();
        Event {
            id: event.id.clone(),
            start: written(event.start),
            peak: written(event.peak),
            end: written(event.end),
            participants: event
                .participants
                .iter()
                .map(|&at| ids[at].clone())
                .collect(),
            title: event.title.clone(),
            message: quotes.next(),
            more: quotes.collect(),
            messages: event.members.len(),
            members: event.members.iter().map(id).collect(),
            importance: event.importance,
            share: event.share,
            keywords: event.keywords.clone(),
            log10_p: event.log10_p,
            word_score: event.word_score,
        }
    }

    fn quoted(&self, at: u32) -> Quoted {
        let (document, post) = &self.documents[at as usize];
        Quoted {
            id: document.id.clone(),
            text: document.text.clone(),
            time: rfc3339(post.micros),
        }
    }

    fn counts(&self, timeline: &Timeline) -> MessageCounts {
        let counts = &timeline.counts;
        MessageCounts {
            read: counts.read,
            used: counts.used,
            without_time: self.without_time,
            reposts: counts.reposts,
            duplicates: counts.duplicates,
            other_language: counts.other_language,
            with_links: counts.with_links,
            empty: counts.empty,
            late: counts.dropped_late,
            shortened: counts.shortened,
        }
    }
}

/// A time in seconds as text.
pub(super) fn written(seconds: f64) -> String {
    rfc3339((seconds * 1e6).round() as i64)
}

/// Names in small letters; a number behind those that others have too.
fn ids(timeline: &Timeline) -> Vec<String> {
    let mut ids: Vec<String> = Vec::new();
    for participant in &timeline.participants {
        let name = participant.name.to_lowercase();
        let numbered = (2..).map(|number| format!("{name} ({number})"));
        let mut names = std::iter::once(name.clone()).chain(numbered);
        let free = names.find(|name| !ids.contains(name));
        ids.push(free.unwrap_or(name));
    }
    ids
}

/// Which participants have a lane: the chief ones of the most important events first, then
/// those that come second in an event, and so on; last those with most messages.
fn with_lane(timeline: &Timeline) -> Vec<bool> {
    let mut has = vec![false; timeline.participants.len()];
    let mut events: Vec<&SubEvent> = timeline.events.iter().collect();
    events.sort_by(|a, b| b.importance.total_cmp(&a.importance));
    let longest = events.iter().map(|event| event.participants.len()).max();
    let ranks = 0..longest.unwrap_or(0);
    let named = ranks.flat_map(|rank| {
        let at = move |event: &&SubEvent| event.participants.get(rank).copied();
        events.iter().filter_map(at).collect::<Vec<_>>()
    });
    let mut left = LANES;
    for at in named.chain(0..timeline.participants.len()) {
        if left > 0 && !has[at] {
            has[at] = true;
            left -= 1;
        }
    }
    has
}

/// How bins are joined to steps.
struct Pooling {
    bins: usize,
    step: u32,
}

impl Pooling {
    fn of(timeline: &Timeline) -> Self {
        let volume = &timeline.volume;
        let bins = volume.counts.len().div_ceil(MOST_STEPS).max(1);
        Self {
            bins,
            step: ((volume.bin * bins as f64).round() as u32).max(1),
        }
    }

    fn pooled(&self, counts: &[u32]) -> Vec<u32> {
        let steps = counts.chunks(self.bins);
        steps.map(|step| step.iter().sum()).collect()
    }
}

//! The last half hour of a stream, and the search for sub-events in it.

use super::change::LiveEvent;
use crate::corpus::Reading;
use crate::engine::live::{self, Live};
use crate::engine::params::Params;
use crate::participants::{self, Participants};
use crate::{Counts, EventsError, GivenParticipant, Message, OwnedMessage, SubEvent};
use recto_math::Run;
use recto_text::Language;

/// Seconds that messages are kept.
const KEPT: f64 = 1800.0;
/// Seconds beyond them after which old messages are forgotten together.
const SLACK: f64 = 300.0;
/// Largest number of messages.
const MOST: usize = 2_000_000;
/// Seconds between two searches for participants.
const REFRESH: f64 = 60.0;

/// Messages that the language is told from.
const SAMPLE: usize = 200;

/// Messages of the last half hour.
pub(super) struct Window {
    /// `None` before the first message, which tells the language.
    reading: Option<Reading>,
    /// Number and text of each message.
    texts: Vec<(u64, String)>,
    participants: Participants,
    /// Time of the last search for participants.
    refreshed: f64,
    /// Messages at that time: later ones have no participants yet.
    n_known: usize,
    filter: crate::corpus::Filter,
    bin: f64,
    given: Vec<GivenParticipant>,
}

impl Window {
    pub(super) fn new(params: &Params, given: Vec<GivenParticipant>) -> Self {
        Self {
            reading: None,
            texts: Vec::new(),
            participants: Participants::default(),
            refreshed: f64::NEG_INFINITY,
            n_known: 0,
            filter: params.filter,
            bin: params.bin,
            given,
        }
    }

    /// Begins with the first messages, which tell the language.
    pub(super) fn open(&mut self, messages: &[(u64, OwnedMessage)]) {
        if self.reading.is_none() && !messages.is_empty() {
            let texts = messages.iter().map(|(_, message)| message.text.as_str());
            let sample: Vec<&str> = texts.take(SAMPLE).collect();
            let language = Language::detect(&sample.join("\n"));
            self.reading = Some(Reading::new(language, self.filter));
        }
    }

    /// Adds a message, unless it is left out; returns whether it was added.
    pub(super) fn push(
        &mut self,
        number: u64,
        message: &OwnedMessage,
        counts: &mut Counts,
    ) -> bool {
        let Some(reading) = &mut self.reading else {
            return false;
        };
        let place = reading.corpus.len() as u32;
        let is_used = reading.push(place, &message.as_message(), counts);
        if is_used {
            reading.corpus.origin = first_bin(&reading.corpus.times, self.bin);
            self.texts.push((number, message.text.clone()));
        }
        is_used
    }

    /// Whether all messages are older than half an hour.
    pub(super) fn is_over(&self, now: f64) -> bool {
        let last = self.reading.as_ref().and_then(|r| r.corpus.times.last());
        last.is_none_or(|&last| now - last > KEPT)
    }

    /// Forgets old messages, many at a time.
    pub(super) fn forget(&mut self, now: f64) {
        let Some(reading) = &mut self.reading else {
            return;
        };
        let times = &reading.corpus.times;
        let is_due = times.first().is_some_and(|&t| now - t > KEPT + SLACK) || times.len() > MOST;
        if is_due {
            let old = times.partition_point(|&time| now - time > KEPT);
            // Above the largest number a quarter goes, so that not every message counts anew.
            let old = old.max(times.len().saturating_sub(MOST / 4 * 3));
            reading.forget_first(old);
            reading.corpus.origin = first_bin(&reading.corpus.times, self.bin);
            self.texts.drain(..old);
            self.refreshed = f64::NEG_INFINITY;
        }
    }

    /// The sub-events of the last minutes; `None` if there was nothing to look for.
    pub(super) fn search(
        &mut self,
        now: f64,
        params: &Params,
        is_idle: bool,
        run: &Run<'_>,
    ) -> Result<Option<Vec<LiveEvent>>, EventsError> {
        self.refresh(now, params);
        let Some(reading) = &self.reading else {
            return Ok(None);
        };
        let live = Live {
            corpus: &reading.corpus,
            evidence: &reading.evidence,
            participants: &self.participants,
            params,
            now,
        };
        let Some(merged) = live.search(is_idle, run)? else {
            return Ok(None);
        };
        let messages = self.messages();
        let told = live::tell(&live, &messages, &merged);
        Ok(Some(told.into_iter().map(|e| self.shown(e)).collect()))
    }

    /// Finds participants anew, or adds the newest messages to those that are known.
    fn refresh(&mut self, now: f64, params: &Params) {
        let Some(reading) = &self.reading else {
            return;
        };
        if now - self.refreshed >= REFRESH {
            let settings = participants::Settings {
                rules: params.names,
                context: params.context,
                given: &self.given,
            };
            self.participants = participants::find(&reading.corpus, &reading.evidence, &settings);
            self.refreshed = now;
        } else {
            participants::extend(&mut self.participants, &reading.corpus, self.n_known);
        }
        self.n_known = reading.corpus.len();
    }

    /// Number of messages and of different words.
    #[cfg(test)]
    pub(super) fn size(&self) -> (usize, usize) {
        let corpus = self.reading.as_ref().map(|reading| &reading.corpus);
        corpus.map_or((0, 0), |corpus| (corpus.len(), corpus.n_words()))
    }

    fn messages(&self) -> Vec<Message<'_>> {
        let Some(reading) = &self.reading else {
            return Vec::new();
        };
        let corpus = &reading.corpus;
        let rows = self.texts.iter().enumerate();
        rows.map(|(place, (_, text))| Message {
            user: corpus.users[place],
            is_reply: corpus.replies[place],
            ..Message::new(corpus.times[place], text)
        })
        .collect()
    }

    /// A sub-event with numbers and texts of messages instead of places in the window.
    fn shown(&self, event: SubEvent) -> LiveEvent {
        let number = |&place: &u32| self.texts[place as usize].0;
        let mut members: Vec<u64> = event.members.iter().map(number).collect();
        members.sort_unstable();
        let found = |&p: &usize| &self.participants.found[p];
        let names = |p: &usize| {
            found(p)
                .names
                .iter()
                .map(|(name, _)| name.clone())
                .collect()
        };
        let chosen = event.messages.iter();
        LiveEvent {
            start: event.start,
            peak: event.peak,
            end: event.end,
            mu: event.mu,
            sigma: event.sigma,
            participants: event
                .participants
                .iter()
                .map(|p| found(p).name.clone())
                .collect(),
            names: event.participants.iter().map(names).collect(),
            members,
            title: event.title,
            keywords: event.keywords,
            messages: chosen
                .map(|place| self.texts[*place as usize].clone())
                .collect(),
            importance: event.importance,
            log10_p: event.log10_p,
            word_score: event.word_score,
        }
    }
}

/// Start of the bin of the first time. Bins are the same whichever message comes first.
fn first_bin(times: &[f64], bin: f64) -> f64 {
    times.first().map_or(0.0, |time| (time / bin).floor() * bin)
}

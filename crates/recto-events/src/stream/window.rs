//! The last half hour of a stream, and the search for sub-events in it.

use super::change::LiveEvent;
use super::pending::Arrival;
use crate::corpus::{Filter, Head, MessagesByWord, Prepared, Preparer, Reading, reorder};
use crate::engine::Merged;
use crate::engine::live::{self, Detail, Live};
use crate::engine::params::Params;
use crate::participants::{self, Participants};
use crate::{Counts, EventsError, GivenParticipant, Message, SubEvent};
use rayon::prelude::*;
use recto_math::Run;
use recto_text::Language;
use serde::{Deserialize, Serialize};

/// Seconds that messages are kept.
const KEPT: f64 = 1800.0;
/// Seconds beyond them after which old messages are forgotten together.
const SLACK: f64 = 300.0;
/// Largest number of messages.
const MOST: usize = 2_000_000;
/// Largest number of different words.
const MOST_WORDS: usize = 1_000_000;
/// Seconds between two searches for participants.
const REFRESH: f64 = 120.0;

/// Messages that the language is told from.
const SAMPLE: usize = 200;

/// Messages of the last half hour.
#[derive(Serialize, Deserialize)]
pub(super) struct Window {
    /// `None` before the first message, which tells the language.
    reading: Option<Reading>,
    /// Number and text of each message.
    numbers: Vec<u64>,
    texts: Vec<String>,
    participants: Participants,
    /// For the search, up to the last one.
    #[serde(skip)]
    by_word: MessagesByWord,
    /// Time of the last search for participants; `None` if they must be found anew.
    refreshed: Option<f64>,
    /// Messages that have their participants.
    n_known: usize,
    /// Messages that were forgotten before their time.
    n_forgotten: u64,
    #[serde(skip)]
    settings: Settings,
}

/// What a window is told from outside.
#[derive(Clone, Default)]
struct Settings {
    filter: Filter,
    bin: f64,
    given: Vec<GivenParticipant>,
    limits: Limits,
    /// `None` before the first message, which tells the language.
    preparer: Option<Preparer>,
}

/// How much a window holds.
#[derive(Clone, Copy)]
pub(super) struct Limits {
    pub(super) messages: usize,
    pub(super) words: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            messages: MOST,
            words: MOST_WORDS,
        }
    }
}

impl Window {
    pub(super) fn new(params: &Params, given: Vec<GivenParticipant>) -> Self {
        Self {
            reading: None,
            numbers: Vec::new(),
            texts: Vec::new(),
            participants: Participants::default(),
            by_word: MessagesByWord::default(),
            refreshed: None,
            n_known: 0,
            n_forgotten: 0,
            settings: Settings {
                filter: params.filter,
                bin: params.bin,
                given,
                limits: Limits::default(),
                preparer: None,
            },
        }
    }

    /// Begins with the first messages, which tell the language.
    pub(super) fn open<'a>(&mut self, arrivals: impl Iterator<Item = &'a Arrival>) {
        if self.reading.is_some() {
            return;
        }
        let texts = arrivals.map(|arrival| arrival.message.text.as_str());
        let mut sample = texts.take(SAMPLE).peekable();
        if sample.peek().is_some() {
            let language = Language::of_pile(sample);
            self.reading = Some(Reading::new(language));
            self.set_preparer();
        }
    }

    fn set_preparer(&mut self) {
        let language = self.reading.as_ref().and_then(|r| r.corpus.language);
        let filter = self.settings.filter;
        self.settings.preparer = language.map(|language| Preparer::new(language, filter));
    }

    /// Cuts messages into words; none while the language is not known.
    pub(super) fn prepare(&self, messages: &[Message<'_>]) -> Vec<Prepared> {
        let Some(preparer) = &self.settings.preparer else {
            return Vec::new();
        };
        let messages = messages.par_iter().with_min_len(64);
        messages
            .map_init(|| preparer.clone(), Preparer::prepare)
            .collect()
    }

    /// Adds a message at the end, unless it is left out; returns whether it was added.
    pub(super) fn push(&mut self, arrival: Arrival, counts: &mut Counts) -> bool {
        let (Some(reading), Some(preparer)) = (&mut self.reading, &mut self.settings.preparer)
        else {
            return false;
        };
        let message = arrival.message.as_message();
        let prepared = arrival.prepared;
        let prepared = prepared.unwrap_or_else(|| preparer.prepare(&message));
        let head = Head::of(&message, reading.corpus.len() as u32);
        let keeps_copies = self.settings.filter.keep_duplicates;
        let is_used = reading.push(head, &prepared, keeps_copies, counts);
        if is_used {
            self.numbers.push(arrival.number);
            self.texts.push(arrival.message.text);
            self.set_origin();
        }
        is_used
    }

    /// Puts late messages in their places, unless they are left out; returns their numbers.
    pub(super) fn insert(&mut self, mut late: Vec<Arrival>, counts: &mut Counts) -> Vec<u64> {
        late.sort_by(|a, b| {
            let by_time = a.message.time.total_cmp(&b.message.time);
            by_time.then(a.number.cmp(&b.number))
        });
        let in_order = self.numbers.len();
        for arrival in late {
            self.push(arrival, counts);
        }
        let added = self.numbers[in_order..].to_vec();
        let sorted = self.reading.as_mut().filter(|_| !added.is_empty());
        let sorted = sorted.and_then(|reading| reading.corpus.sort_late(added.len()));
        if let Some((first, order)) = sorted {
            reorder(&mut self.numbers, first, &order);
            reorder(&mut self.texts, first, &order);
            // Messages from there on have other places than participants know them by.
            participants::truncate(&mut self.participants, first);
            self.by_word.truncate(first);
            self.n_known = self.n_known.min(first);
        }
        self.set_origin();
        added
    }

    /// The first bin. Bins are the same whichever message comes first.
    fn set_origin(&mut self) {
        if let Some(reading) = &mut self.reading {
            let (first, bin) = (reading.corpus.times.first(), self.settings.bin);
            reading.corpus.origin = first.map_or(0.0, |time| (time / bin).floor() * bin);
        }
    }

    /// Whether a time is older than what is kept.
    pub(super) fn is_before(&self, time: f64, now: f64) -> bool {
        now - time > KEPT
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
        let Limits { messages, words } = self.settings.limits;
        let times = &reading.corpus.times;
        let is_old = times.first().is_some_and(|&t| now - t > KEPT + SLACK);
        let has_many_words = reading.corpus.n_words() > words;
        if !is_old && times.len() <= messages && !has_many_words {
            return;
        }
        let old = times.partition_point(|&time| now - time > KEPT);
        // Above the largest number a quarter goes, so that not every message counts anew.
        let most = if times.len() > messages {
            messages / 4 * 3
        } else {
            messages
        };
        let first = old.max(times.len().saturating_sub(most));
        self.n_forgotten += (first - old) as u64;
        reading.forget_first(first);
        if reading.corpus.n_words() > words {
            reading.forget_rare_words(words / 4 * 3);
        }
        self.numbers.drain(..first);
        self.texts.drain(..first);
        // Words and messages have other numbers than participants know them by.
        self.participants = Participants::default();
        self.by_word = MessagesByWord::default();
        (self.refreshed, self.n_known) = (None, 0);
        self.set_origin();
    }

    /// The sub-events of the last minutes; `None` if there was nothing to look for.
    pub(super) fn search(
        &mut self,
        now: f64,
        params: &Params,
        is_idle: bool,
        run: &Run<'_>,
    ) -> Result<Option<Vec<Merged>>, EventsError> {
        self.refresh(now, params);
        let live = self.live(now, params);
        live.map_or(Ok(None), |live| live.search(is_idle, run))
    }

    fn live<'w>(&'w self, now: f64, params: &'w Params) -> Option<Live<'w>> {
        let reading = self.reading.as_ref()?;
        Some(Live {
            corpus: &reading.corpus,
            evidence: &reading.evidence,
            participants: &self.participants,
            by_word: &self.by_word,
            params,
            now,
        })
    }

    /// A sub-event that a search found, as it is told.
    pub(super) fn tell(&self, event: &Merged, params: &Params, detail: Detail) -> LiveEvent {
        let live = self.live(event.peak, params);
        let live = live.expect("a sub-event was found in these messages");
        let text = |place: u32| self.texts[place as usize].as_str();
        self.shown(live::tell(&live, &text, event, detail))
    }

    /// Finds participants anew, or adds the newest messages to those that are known.
    fn refresh(&mut self, now: f64, params: &Params) {
        let Some(reading) = &self.reading else {
            return;
        };
        self.by_word.extend(&reading.corpus);
        if self
            .refreshed
            .is_none_or(|refreshed| now - refreshed >= REFRESH)
        {
            let settings = participants::Settings {
                rules: params.names,
                context: params.context,
                joining: params.joining,
                given: &self.settings.given,
            };
            self.participants = participants::find(&reading.corpus, &reading.evidence, &settings);
            self.refreshed = Some(now);
        } else {
            participants::extend(&mut self.participants, &reading.corpus, self.n_known);
        }
        self.n_known = reading.corpus.len();
    }

    #[cfg(test)]
    pub(super) fn set_limits(&mut self, limits: Limits) {
        self.settings.limits = limits;
    }

    /// Number of messages and of different words.
    #[cfg(test)]
    pub(super) fn size(&self) -> (usize, usize) {
        let corpus = self.reading.as_ref().map(|reading| &reading.corpus);
        corpus.map_or((0, 0), |corpus| (corpus.len(), corpus.n_words()))
    }

    /// A sub-event with numbers and texts of messages instead of places in the window.
    fn shown(&self, event: SubEvent) -> LiveEvent {
        let number = |&place: &u32| self.numbers[place as usize];
        let mut members: Vec<u64> = event.members.iter().map(number).collect();
        members.sort_unstable();
        let found = |&p: &usize| &self.participants.found[p];
        let names = |p: &usize| {
            let names = found(p).names.iter();
            names.map(|(name, _)| name.clone()).collect()
        };
        let participants = event.participants.iter();
        let chosen = event.messages.iter();
        LiveEvent {
            start: event.start,
            peak: event.peak,
            end: event.end,
            mu: event.mu,
            sigma: event.sigma,
            participants: participants.map(|p| found(p).name.clone()).collect(),
            names: event.participants.iter().map(names).collect(),
            members,
            title: event.title,
            keywords: event.keywords,
            messages: chosen
                .map(|place| (number(place), self.texts[*place as usize].clone()))
                .collect(),
            importance: event.importance,
            log10_p: event.log10_p,
            word_score: event.word_score,
        }
    }

    pub(super) fn numbers(&self) -> impl Iterator<Item = u64> {
        self.numbers.iter().copied()
    }

    pub(super) fn n_forgotten(&self) -> u64 {
        self.n_forgotten
    }

    /// Bytes held, about.
    pub(super) fn memory(&self) -> usize {
        let texts: usize = self.texts.iter().map(String::len).sum();
        let reading = self.reading.as_ref().map_or(0, Reading::memory);
        let searched = self.participants.memory() + self.by_word.memory();
        texts + self.texts.len() * size_of::<(u64, String)>() + reading + searched
    }

    /// Takes over the settings of a new window, after this one was read from bytes.
    ///
    /// # Errors
    /// Why it cannot be.
    pub(super) fn settle(&mut self, new: &Self) -> Result<(), &'static str> {
        self.settings = new.settings.clone();
        if let Some(fault) = self.reading.as_ref().and_then(Reading::fault) {
            return Err(fault);
        }
        let (n, n_words) = self.reading.as_ref().map_or((0, 0), |reading| {
            (reading.corpus.len(), reading.corpus.n_words())
        });
        let is_sound = self.numbers.len() == n
            && self.texts.len() == n
            && self.n_known <= n
            && self.refreshed.is_none_or(f64::is_finite)
            && self.participants.is_of(self.n_known, n_words);
        if !is_sound {
            return Err("messages and their participants do not agree");
        }
        if let Some(reading) = &mut self.reading {
            reading.corpus.number_messages();
        }
        self.set_preparer();
        self.set_origin();
        Ok(())
    }
}

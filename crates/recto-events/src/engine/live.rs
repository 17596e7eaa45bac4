//! The search of a file's engine, in the last minutes of a running stream.

use super::candidates::Search;
use super::join::{AFTER, BEFORE, Joiner};
use super::params::{Assign, Params};
use super::streams::{self, Stream};
use super::tell::Teller;
use super::{Candidate, Merged};
use crate::corpus::{Corpus, MessagesByWord};
use crate::mentions::Evidence;
use crate::mixture::QUICK_STOP;
use crate::participants::Participants;
use crate::{EventsError, SubEvent, significance};
use rayon::prelude::*;
use recto_math::Run;

/// Seconds back from now in which sub-events are looked for.
const RECENT: f64 = 420.0;
/// Seconds in which a spike may be that of a sub-event that is not decided on.
const OPEN: f64 = 150.0;
/// Seconds in which it cannot be decided on in this search or the next: what is fitted fully
/// for the first time when it is decided on may be taken for something else.
const YOUNG: f64 = 90.0;
/// Seconds in which it cannot be decided on in this search.
const UNDECIDED: f64 = 110.0;
/// Seconds in which a spike is new, so that it is worth a search.
const NEW: f64 = 120.0;
/// Seconds back from now whose messages the mixture is fitted to.
const FITTED: f64 = 900.0;
/// Minutes that the number of false alarms is for: a running stream has no length.
const NOMINAL_MINUTES: f64 = 120.0;
/// Bursting words that are searched for beside participants, counted for the threshold.
const NOMINAL_STREAMS: usize = 100;
/// Messages below which nothing is searched for.
const LEAST_MESSAGES: usize = 10;

/// The last half hour of a stream.
pub(crate) struct Live<'l> {
    pub(crate) corpus: &'l Corpus,
    pub(crate) evidence: &'l Evidence,
    pub(crate) participants: &'l Participants,
    pub(crate) by_word: &'l MessagesByWord,
    pub(crate) params: &'l Params,
    /// End of the last closed bin.
    pub(crate) now: f64,
}

impl Live<'_> {
    /// The sub-events with a recent peak; `None` if no stream has a spike that calls for a
    /// search. Without open sub-events (`is_idle`) only a new spike does.
    pub(crate) fn search(
        &self,
        is_idle: bool,
        run: &Run<'_>,
    ) -> Result<Option<Vec<Merged>>, EventsError> {
        let start = self.corpus.origin;
        if self.corpus.len() < LEAST_MESSAGES || self.now - start < 2.0 * self.params.bin {
            return Ok(None);
        }
        let n_streams = self.participants.found.len() + 1 + NOMINAL_STREAMS;
        let alarms = self.params.false_alarms.unwrap_or(1.0);
        let threshold = significance::threshold(NOMINAL_MINUTES * 60.0, n_streams, alarms);
        let search = Search {
            corpus: self.corpus,
            params: self.params,
            threshold: Some(threshold),
            span: (start, self.now),
            // Numbers of words grow with the stream: their order is as good as that of letters.
            ranks: Vec::new(),
        };
        let since = self.now - RECENT;
        let which = self.params.streams;
        let streams = streams::find(self.corpus, self.participants, self.by_word, which, since);
        if is_idle && !self.is_hot(&search, &streams) {
            return Ok(None);
        }
        let hot: Vec<(Stream<'_>, f64)> = streams
            .into_par_iter()
            .filter_map(|stream| {
                self.spike(&search, &stream, since)
                    .map(|peak| (stream, peak))
            })
            .collect();
        // What is young is fitted again before it is decided on.
        let mut quick_params = self.params.clone();
        quick_params.mixture.stop = QUICK_STOP;
        let quick = Search {
            params: &quick_params,
            ranks: Vec::new(),
            ..search
        };
        let assigns = self.assigns(&hot);
        let found: Result<Vec<Vec<Candidate>>, EventsError> = hot
            .par_iter()
            .zip(assigns)
            .map(|((stream, peak), assign)| {
                let is_young = self.now - peak < YOUNG;
                let search = if is_young { &quick } else { &search };
                search.stream(&self.recent(stream), assign, run)
            })
            .collect();
        let mut candidates = found?.concat();
        candidates.retain(|candidate| candidate.peak >= since);
        let joiner = Joiner {
            corpus: self.corpus,
            evidence: self.evidence,
            participants: self.participants,
            params: self.params,
            threshold: Some(threshold),
        };
        Ok(Some(joiner.join(&candidates)))
    }
}

impl Live<'_> {
    /// Whether a stream has a new spike.
    fn is_hot(&self, search: &Search<'_>, streams: &[Stream<'_>]) -> bool {
        let has_spike = |stream| self.spike(search, stream, self.now - NEW).is_some();
        streams.par_iter().any(has_spike)
    }

    /// The last spike of a stream that passes the test, if it is not before `since`.
    fn spike(&self, search: &Search<'_>, stream: &Stream<'_>, since: f64) -> Option<f64> {
        // Streams that are silent have none.
        let last = stream.messages.last();
        let last = last.filter(|&&last| self.corpus.times[last as usize] >= since);
        last.and_then(|_| search.last_spike(stream, since))
    }

    /// How messages are assigned in each stream with a spike. What is decided on already is
    /// looked at only to tell what is near from what is new. One moment makes many words
    /// burst: until it is decided on, a word whose messages are mostly those of streams
    /// before it needs no fit.
    fn assigns(&self, hot: &[(Stream<'_>, f64)]) -> Vec<Assign> {
        let mut is_fitted = vec![false; self.corpus.len()];
        let assign = |(stream, peak): &(Stream<'_>, f64)| {
            let near = self.near(stream, *peak);
            let n_fitted = near.iter().filter(|&&m| is_fitted[m as usize]).count();
            let is_open = self.now - peak < UNDECIDED && stream.participant.is_none();
            let is_known = is_open && 2 * n_fitted > near.len();
            if self.now - peak > OPEN || is_known {
                return Assign::Window;
            }
            near.iter().for_each(|&m| is_fitted[m as usize] = true);
            self.params.assign
        };
        hot.iter().map(assign).collect()
    }

    /// The messages of a stream around a spike.
    fn near<'s>(&self, stream: &'s Stream<'_>, peak: f64) -> &'s [u32] {
        let place = |limit: f64| {
            let is_before = |&m: &u32| self.corpus.times[m as usize] < limit;
            stream.messages.partition_point(is_before)
        };
        let start = place(peak - BEFORE);
        &stream.messages[start..place(peak + AFTER).max(start)]
    }

    /// The last messages of a stream, which the mixture is fitted to.
    fn recent<'s>(&self, stream: &'s Stream<'_>) -> Stream<'s> {
        let since = self.now - FITTED;
        let times = &self.corpus.times;
        let old = stream
            .messages
            .partition_point(|&m| times[m as usize] < since);
        Stream {
            participant: stream.participant,
            messages: stream.messages[old..].into(),
        }
    }
}

/// How much is told of a sub-event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Detail {
    /// Time, participants and members.
    Outline,
    /// The messages that tell it, too.
    Quoted,
    /// Title, keywords and chosen messages, too.
    Full,
}

/// A sub-event as it is shown; `text` tells the text of a message of the corpus.
pub(crate) fn tell<'t>(
    live: &'t Live<'t>,
    text: &'t (dyn Fn(u32) -> &'t str + Sync),
    event: &Merged,
    detail: Detail,
) -> SubEvent {
    let teller = Teller::new(
        live.corpus,
        live.evidence,
        live.participants,
        live.by_word,
        text,
        live.params,
    );
    match detail {
        Detail::Outline => teller.outline(event),
        Detail::Quoted => teller.quoted(event),
        Detail::Full => teller.tell(event),
    }
}

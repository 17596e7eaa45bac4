//! The search of a file's engine, in the last minutes of a running stream.

use super::candidates::{self, Search};
use super::join::Joiner;
use super::params::Params;
use super::streams::{self, Stream};
use super::tell::Teller;
use super::{Candidate, Merged};
use crate::corpus::Corpus;
use crate::mentions::Evidence;
use crate::participants::Participants;
use crate::{EventsError, SubEvent, significance};
use rayon::prelude::*;
use recto_math::Run;

/// Seconds back from now in which sub-events are looked for.
const RECENT: f64 = 420.0;
/// Seconds in which a spike is new, so that it is worth a search.
const NEW: f64 = 120.0;
/// Seconds back from now whose messages the mixture is fitted to.
const FITTED: f64 = 1200.0;
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
            ranks: Vec::new(),
        };
        let since = self.now - RECENT;
        let streams = streams::find(self.corpus, self.participants, self.params.streams, since);
        let hot: Vec<(Stream<'_>, f64)> = streams
            .into_par_iter()
            .filter(|stream| {
                // Streams that are silent have no recent spike.
                let last = stream.messages.last();
                last.is_some_and(|&last| self.corpus.times[last as usize] >= since)
            })
            .filter_map(|stream| search.last_spike(&stream).map(|peak| (stream, peak)))
            .filter(|(_, peak)| *peak >= since)
            .collect();
        let is_new = |(_, peak): &(Stream<'_>, f64)| self.now - peak <= NEW;
        if is_idle && !hot.iter().any(is_new) {
            return Ok(None);
        }
        let search = Search {
            ranks: candidates::ranks(self.corpus),
            ..search
        };
        let found: Result<Vec<Vec<Candidate>>, EventsError> = hot
            .par_iter()
            .map(|(stream, _)| search.stream(&self.recent(stream), run))
            .collect();
        let mut candidates = found?.concat();
        candidates.retain(|candidate| candidate.peak >= since);
        let joiner = Joiner {
            corpus: self.corpus,
            participants: self.participants,
            params: self.params,
            threshold: Some(threshold),
        };
        Ok(Some(joiner.join(&candidates)))
    }
}

impl Live<'_> {
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

/// The sub-events as they are shown; `text` tells the text of a message of the corpus.
pub(crate) fn tell<'t>(
    live: &'t Live<'t>,
    text: &'t (dyn Fn(u32) -> &'t str + Sync),
    merged: &[Merged],
) -> Vec<SubEvent> {
    let (corpus, evidence) = (live.corpus, live.evidence);
    let teller = Teller::new(corpus, evidence, live.participants, text, live.params);
    merged.iter().map(|event| teller.tell(event)).collect()
}

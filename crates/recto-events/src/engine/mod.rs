//! The path of all methods over a file: participants, candidates of each stream, tests,
//! merge, telling.

mod candidates;
pub(crate) mod params;
mod tell;

use crate::corpus::Corpus;
use crate::participants::{self, Found, MAX_PARTICIPANTS, Participants};
use crate::significance::{self, Test, messages_with_words};
use crate::{
    Detector, EventsError, GivenParticipant, Message, Participant, SubEvent, Timeline, Volume,
    merge, time,
};
use params::{Params, Streams};
use rayon::prelude::*;
use recto_math::{Notice, Remedy, Run};
use serde_json::{Value, json};

/// Messages below which nothing can be said.
const LEAST_MESSAGES: usize = 10;
/// Seconds within which a small sub-event is part of a large one.
const ABSORB_SECONDS: f64 = 120.0;
/// Share of the large one's messages below which it is, in one stream and in the event.
const ABSORB_IN_STREAM: f64 = 0.15;
const ABSORB_IN_EVENT: f64 = 0.10;

/// A detector over whole files.
pub(crate) struct Engine {
    pub(crate) method: &'static str,
    pub(crate) params: Params,
    pub(crate) given: Vec<GivenParticipant>,
}

/// A sub-event of one stream, not yet merged.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Candidate {
    /// The participant of the stream; `None` for streams of no participant.
    pub(crate) participant: Option<usize>,
    /// In seconds since 1970.
    pub(crate) peak: f64,
    /// Mean and deviation of its time; `None` without a mixture.
    pub(crate) place: Option<(f64, f64)>,
    /// Used messages in order.
    pub(crate) members: Vec<u32>,
    pub(crate) test: Option<Test>,
}

/// Sub-events of several streams that are one.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Merged {
    /// In seconds since 1970.
    pub(crate) peak: f64,
    pub(crate) place: Option<(f64, f64)>,
    /// Participants of its parts in order.
    pub(crate) participants: Vec<usize>,
    /// Used messages in order.
    pub(crate) members: Vec<u32>,
    pub(crate) ln_p: Option<f64>,
    pub(crate) word_score: Option<f64>,
}

impl Detector for Engine {
    fn detect(&self, messages: &[Message<'_>], run: &Run<'_>) -> Result<Timeline, EventsError> {
        let params = &self.params;
        let (corpus, evidence) = Corpus::read(messages, &params.filter, params.bin, run)?;
        let Some((start, end)) = corpus.span().filter(|_| corpus.len() >= LEAST_MESSAGES) else {
            return Ok(too_short(&corpus, params.bin));
        };
        if end - start < 2.0 * params.bin {
            return Ok(too_short(&corpus, params.bin));
        }
        let settings = participants::Settings {
            rules: params.names,
            context: params.context,
            given: &self.given,
        };
        run.report("finding participants", 0, None)?;
        let participants = participants::find(&corpus, &evidence, &settings);
        let candidates = self.candidates(&corpus, &participants, run)?;
        let merged = self.merge(&corpus, &participants, candidates);
        run.report("telling sub-events", 0, None)?;
        let teller = tell::Teller::new(&corpus, &evidence, &participants, messages, params);
        Ok(Timeline {
            events: merged.iter().map(|event| teller.tell(event)).collect(),
            volume: volume(&corpus, params.bin),
            warnings: warnings(&corpus, &participants),
            counts: corpus.counts,
            participants: shown(&corpus, participants, params.bin),
        })
    }

    fn parameters(&self) -> Value {
        let mut value = json!(self.params);
        if let Some(object) = value.as_object_mut() {
            object.insert("method".to_string(), json!(self.method));
            object.insert("participants".to_string(), json!(self.given));
        }
        value
    }
}

impl Engine {
    /// The candidates of all streams that pass their tests, stream by stream.
    fn candidates(
        &self,
        corpus: &Corpus,
        participants: &Participants,
        run: &Run<'_>,
    ) -> Result<Vec<Candidate>, EventsError> {
        let all: Vec<u32> = (0..corpus.len() as u32).collect();
        let streams = self.streams(participants, &all);
        let (start, end) = corpus.span().unwrap_or_default();
        let threshold = self
            .params
            .false_alarms
            .map(|alarms| significance::threshold(end - start, streams.len(), alarms));
        let search = candidates::Search {
            corpus,
            params: &self.params,
            threshold,
            span: (start, end),
            ranks: candidates::ranks(corpus),
        };
        let found: Result<Vec<Vec<Candidate>>, EventsError> = streams
            .par_iter()
            .map(|&(participant, messages)| search.stream(participant, messages, run))
            .collect();
        Ok(found?.concat())
    }

    /// The streams that are searched: participant and messages.
    fn streams<'p>(
        &self,
        participants: &'p Participants,
        all: &'p [u32],
    ) -> Vec<(Option<usize>, &'p [u32])> {
        let of = |found: &'p Found| found.messages.as_slice();
        let named = participants.found.iter().map(of);
        let named = named
            .enumerate()
            .map(|(index, messages)| (Some(index), messages));
        match self.params.streams {
            Streams::Whole => vec![(None, all)],
            Streams::Participants => named.collect(),
            Streams::All => named
                .chain([(None, participants.rest.as_slice())])
                .filter(|(_, messages)| !messages.is_empty())
                .collect(),
        }
    }

    fn merge(
        &self,
        corpus: &Corpus,
        participants: &Participants,
        candidates: Vec<Candidate>,
    ) -> Vec<Merged> {
        let all: Vec<usize> = (0..corpus.len()).collect();
        let mut with_word = vec![0; corpus.n_words()];
        for (word, count) in messages_with_words(corpus, all) {
            with_word[word as usize] = count;
        }
        let part = |candidate: &Candidate| {
            let members = candidate.members.iter().map(|&m| m as usize);
            let own = messages_with_words(corpus, members);
            let names: &[u32] = candidate
                .participant
                .map_or(&[], |p| &participants.found[p].words);
            let n = candidate.members.len();
            merge::Part {
                peak: candidate.peak,
                members: candidate.members.clone(),
                words: merge::burst_words(&own, n, &with_word, corpus.len(), names),
            }
        };
        let parts: Vec<merge::Part> = candidates.par_iter().map(part).collect();
        let groups = merge::groups(&parts, self.params.merge);
        let groups = groups.into_iter().map(|group| {
            let group: Vec<&Candidate> = group.into_iter().map(|i| &candidates[i]).collect();
            join(corpus, &group, self.params.bin)
        });
        let mut merged: Vec<Merged> = groups.collect();
        merged.sort_by(|a, b| a.peak.total_cmp(&b.peak).then(a.members.cmp(&b.members)));
        if self.params.false_alarms.is_some() {
            absorb_in_event(&mut merged);
        }
        merged
    }
}

/// One sub-event of its parts.
fn join(corpus: &Corpus, group: &[&Candidate], bin: f64) -> Merged {
    let mut members: Vec<u32> = group
        .iter()
        .flat_map(|c| c.members.iter().copied())
        .collect();
    members.sort_unstable();
    members.dedup();
    let mut participants: Vec<usize> = group.iter().filter_map(|c| c.participant).collect();
    participants.sort_unstable();
    participants.dedup();
    let start = corpus.times.first().copied().unwrap_or(0.0);
    let times = members.iter().map(|&m| corpus.times[m as usize] - start);
    let largest = group.iter().reduce(|a, b| {
        if b.members.len() > a.members.len() {
            b
        } else {
            a
        }
    });
    let tests = group.iter().filter_map(|c| c.test);
    Merged {
        peak: time::peak(times, bin, false).map_or(group[0].peak, |peak| start + peak),
        place: largest.and_then(|c| c.place),
        participants,
        members,
        ln_p: tests.clone().map(|test| test.ln_p).reduce(f64::min),
        word_score: tests.map(|test| test.word_score).reduce(f64::max),
    }
}

/// Drops candidates that are a small part of a large one nearby.
fn absorb_in_stream(candidates: &mut Vec<Candidate>) {
    let sizes: Vec<(f64, usize)> = candidates
        .iter()
        .map(|c| (c.peak, c.members.len()))
        .collect();
    candidates.retain(|candidate| {
        !sizes.iter().any(|&(peak, size)| {
            (peak - candidate.peak).abs() <= ABSORB_SECONDS
                && (candidate.members.len() as f64) < ABSORB_IN_STREAM * size as f64
        })
    });
}

/// Drops sub-events that are a small part of a large one nearby, unless they have a
/// participant of their own: somebody rarely named beside a large moment.
fn absorb_in_event(merged: &mut Vec<Merged>) {
    let all = merged.clone();
    merged.retain(|event| {
        let is_part = |other: &Merged| {
            (other.peak - event.peak).abs() <= ABSORB_SECONDS
                && (event.members.len() as f64) < ABSORB_IN_EVENT * other.members.len() as f64
                && event
                    .participants
                    .iter()
                    .all(|p| other.participants.contains(p))
        };
        !all.iter().any(is_part)
    });
}

/// The timeline of a stream without sub-events.
fn too_short(corpus: &Corpus, bin: f64) -> Timeline {
    let message = if corpus.counts.read > 0 && corpus.len() == 0 {
        "no message is left to use".to_string()
    } else {
        format!(
            "too short: {} messages in {:.0} seconds; no sub-event can be told from them",
            corpus.len(),
            corpus.span().map_or(0.0, |(start, end)| end - start)
        )
    };
    Timeline {
        counts: corpus.counts,
        volume: volume(corpus, bin),
        warnings: vec![message.into()],
        ..Timeline::default()
    }
}

fn n_bins(corpus: &Corpus, bin: f64) -> usize {
    corpus
        .span()
        .map_or(0, |(start, end)| time::bin_of(end - start, bin) + 1)
}

fn volume(corpus: &Corpus, bin: f64) -> Volume {
    let start = corpus.times.first().copied().unwrap_or(0.0);
    let times = corpus.times.iter().map(|time| time - start);
    Volume {
        start,
        bin,
        counts: time::counts(times, bin, n_bins(corpus, bin)),
    }
}

/// The participants as they are shown.
fn shown(corpus: &Corpus, participants: Participants, bin: f64) -> Vec<Participant> {
    let start = corpus.times.first().copied().unwrap_or(0.0);
    let n_bins = n_bins(corpus, bin);
    let shown = participants.found.into_iter().map(|found| {
        let times = found
            .messages
            .iter()
            .map(|&m| corpus.times[m as usize] - start);
        Participant {
            volume: time::counts(times, bin, n_bins),
            name: found.name,
            names: found.names,
            messages: found.messages.len(),
        }
    });
    shown.collect()
}

fn warnings(corpus: &Corpus, participants: &Participants) -> Vec<Notice> {
    let mut warnings: Vec<Notice> = Vec::new();
    if corpus.counts.bad_times > 0 {
        let n = corpus.counts.bad_times;
        warnings.push(format!("{n} messages have a time that is no number or far off").into());
    }
    if participants.found.is_empty() {
        let notice = Notice::from("no names were found: sub-events have no participants");
        warnings.push(notice.with(Remedy::Set(&["participants"])));
    }
    if participants.n_left_out > 0 {
        let n = participants.n_left_out;
        warnings.push(format!("{n} participants beyond {MAX_PARTICIPANTS} were left out").into());
    }
    for name in &participants.unseen {
        warnings.push(format!("no message names {name}").into());
    }
    warnings
}

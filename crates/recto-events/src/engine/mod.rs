//! The path of all methods over a file: participants, candidates of each stream, tests,
//! merge, telling.

mod candidates;
mod join;
pub(crate) mod live;
pub(crate) mod params;
mod slow;
mod streams;
mod tell;
mod title;

use crate::corpus::{Corpus, MessagesByWord};
use crate::mentions::Evidence;
use crate::participants::{self, MAX_PARTICIPANTS, Participants};
use crate::significance::{self, Test};
use crate::{
    Detector, EventsError, GivenParticipant, Message, Participant, Timeline, Volume, time,
};
use params::Params;
use rayon::prelude::*;
use recto_math::{Notice, Remedy, Run};
use serde_json::{Value, json};

/// Messages below which nothing can be said.
const LEAST_MESSAGES: usize = 10;

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
        if is_too_short(&corpus, params.bin) {
            return Ok(too_short(&corpus, params.bin));
        }
        let participants = self.participants(&corpus, &evidence, run)?;
        let by_word = MessagesByWord::of(&corpus);
        let mut merged = self.sub_events(&corpus, &evidence, &participants, &by_word, run)?;
        self.add_slow(&corpus, &evidence, &participants, &mut merged);
        run.report("telling sub-events", 0, None)?;
        let text = |index: u32| messages[index as usize].text;
        let teller = tell::Teller::new(&corpus, &evidence, &participants, &by_word, &text, params);
        let events = merged.iter().map(|event| teller.tell(event)).collect();
        Ok(Timeline {
            events,
            ..timeline(&corpus, participants, params.bin)
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
    /// The timeline of a file without its sub-events.
    pub(crate) fn without_events(
        &self,
        messages: &[Message<'_>],
        run: &Run<'_>,
    ) -> Result<Timeline, EventsError> {
        let params = &self.params;
        let (corpus, evidence) = Corpus::read(messages, &params.filter, params.bin, run)?;
        if is_too_short(&corpus, params.bin) {
            return Ok(too_short(&corpus, params.bin));
        }
        let participants = self.participants(&corpus, &evidence, run)?;
        Ok(timeline(&corpus, participants, params.bin))
    }

    fn participants(
        &self,
        corpus: &Corpus,
        evidence: &Evidence,
        run: &Run<'_>,
    ) -> Result<Participants, EventsError> {
        run.report("finding participants", 0, None)?;
        let settings = participants::Settings {
            rules: self.params.names,
            context: self.params.context,
            joining: self.params.joining,
            given: &self.given,
        };
        Ok(participants::find(corpus, evidence, &settings))
    }

    /// Adds moments without a rise of volume, if the method looks at words.
    fn add_slow(
        &self,
        corpus: &Corpus,
        evidence: &Evidence,
        participants: &Participants,
        merged: &mut Vec<Merged>,
    ) {
        let false_alarms = self.params.false_alarms;
        let wanted = false_alarms.filter(|_| self.params.streams == params::Streams::Words);
        if let Some(false_alarms) = wanted {
            let slow = slow::Slow {
                corpus,
                evidence,
                participants,
                bin: self.params.bin,
                false_alarms,
            };
            slow.add_to(merged);
        }
    }

    /// The sub-events of the event by peak.
    fn sub_events(
        &self,
        corpus: &Corpus,
        evidence: &Evidence,
        participants: &Participants,
        by_word: &MessagesByWord,
        run: &Run<'_>,
    ) -> Result<Vec<Merged>, EventsError> {
        let which = self.params.streams;
        let streams = streams::find(corpus, participants, by_word, which, f64::NEG_INFINITY);
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
            .map(|stream| search.stream(stream, self.params.assign, run))
            .collect();
        let joiner = join::Joiner {
            corpus,
            evidence,
            participants,
            params: &self.params,
            threshold,
        };
        Ok(joiner.join(&found?.concat()))
    }
}

/// Whether a stream is too short to tell a sub-event from what is usual.
fn is_too_short(corpus: &Corpus, bin: f64) -> bool {
    let seconds = corpus.span().map_or(0.0, |(start, end)| end - start);
    corpus.len() < LEAST_MESSAGES || seconds < 2.0 * bin
}

/// Everything but the sub-events.
fn timeline(corpus: &Corpus, participants: Participants, bin: f64) -> Timeline {
    Timeline {
        events: Vec::new(),
        counts: corpus.counts,
        volume: volume(corpus, bin),
        warnings: warnings(corpus, &participants),
        participants: shown(corpus, participants, bin),
    }
}

/// The timeline of a stream that is too short.
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
    let start = corpus.origin;
    let times = corpus.times.iter().map(|time| time - start);
    Volume {
        start,
        bin,
        counts: time::counts(times, bin, n_bins(corpus, bin)),
    }
}

/// The participants as they are shown.
fn shown(corpus: &Corpus, participants: Participants, bin: f64) -> Vec<Participant> {
    let start = corpus.origin;
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

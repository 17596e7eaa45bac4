//! The mixture of time and words that assigns messages to sub-events.
//!
//! PES sec. 3.2: a message belongs to a sub-event, which has a normal distribution of time and
//! a distribution of words, or to a background topic, whose time is uniform. The fit starts
//! from spikes of volume; after it, sub-events that are too wide become background, those
//! with the same words at the same time are joined, and the fit goes on until nothing
//! changes.
//!
//! | symbol | meaning | name in code |
//! |---|---|---|
//! | π_z | share of topic z | `log_share` |
//! | μ_z, σ_z | mean and deviation of time | `mu`, `sigma` |
//! | p_z(w) | probability of word w | `log_word` |
//! | r_dz | responsibility of topic z for message d | the state of a batch |
//!
//! The objective is the log-likelihood plus λ Σ_z Σ_w p(w) log p_z(w), p being the word
//! distribution of the whole stream; it never falls. An iteration takes O(words of all
//! messages × topics) and memory O(words of all messages + vocabulary × topics).
//!
//! # Departures
//! Means and variances are divided by the weight of their own topic (the printed sums over
//! all topics lower the objective). Words are smoothed towards the stream, as one unseen
//! word would exclude a message; deviations are at least one bin.

mod model;
mod readjust;
#[cfg(test)]
mod tests;

use crate::spike::Window;
use model::{Batch, Model, Topics};
use recto_math::em::{self, Start, Stop};
use recto_math::{Cancelled, Run};
use serde::{Deserialize, Serialize};

/// Messages of one batch of a fit.
const BATCH: usize = 8192;
/// Stopping rule of each fit.
const STOP: Stop = Stop {
    iterations: 100,
    tolerance: 1e-5,
};
/// The same in a running stream before a sub-event is decided on: the next search fits anew.
pub(crate) const QUICK_STOP: Stop = Stop {
    iterations: 5,
    tolerance: 1e-3,
};
/// Responsibility above which a message is a member of a sub-event.
const MEMBER: f64 = 0.7;
/// Weight of each background topic where no message is left for it.
const NO_MESSAGE: f64 = 1e-3;

/// What the first sub-event topics are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Init {
    /// Segments of three minutes with a spike.
    Segment,
    /// Windows of spikes.
    Window,
}

/// Parameters of the mixture.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub(crate) struct Params {
    pub(crate) init: Init,
    /// Number of background topics.
    pub(crate) background: usize,
    /// Smoothing of words, in words.
    pub(crate) lambda: f64,
    /// Least deviation of a sub-event in seconds.
    pub(crate) least_sigma: f64,
    /// Deviation above which a sub-event is background.
    pub(crate) most_sigma: f64,
    /// Seconds between two peaks within which sub-events may be joined.
    pub(crate) join_seconds: f64,
    /// Words among the first ten above which they are.
    pub(crate) join_words: usize,
    /// Whether a peak is the bin with most messages after smoothing over its neighbours.
    pub(crate) smooth: bool,
    /// Stopping rule of each fit.
    #[serde(skip)]
    pub(crate) stop: Stop,
}

impl Params {
    pub(crate) fn paper() -> Self {
        Self {
            init: Init::Segment,
            background: 4,
            lambda: 1.0,
            least_sigma: 10.0,
            most_sigma: 300.0,
            join_seconds: 120.0,
            join_words: 5,
            smooth: false,
            stop: STOP,
        }
    }
}

/// A stream of messages: times in seconds from the beginning, and words numbered in the
/// order of their letters.
pub(crate) struct Input<'i> {
    pub(crate) times: &'i [f64],
    /// Where the words of each message begin, and where the last one's end.
    pub(crate) starts: &'i [usize],
    pub(crate) words: &'i [u32],
    pub(crate) n_words: usize,
    /// Seconds from the beginning to the end of the event.
    pub(crate) duration: f64,
    /// Width of a bin in seconds.
    pub(crate) bin: f64,
}

/// A sub-event of one stream.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Topic {
    /// Middle of the bin with most of its messages, in seconds from the beginning.
    pub(crate) peak: f64,
    pub(crate) mu: f64,
    pub(crate) sigma: f64,
    /// Messages of the stream that belong to it, in order.
    pub(crate) members: Vec<u32>,
}

/// Fits the mixture from the windows of spikes and returns its sub-events by peak.
///
/// PES sec. 3.2: sub-event detection.
///
/// # Errors
/// [`Cancelled`] if the observer asks to stop.
pub(crate) fn fit(
    input: &Input<'_>,
    windows: &[Window],
    params: &Params,
    run: &Run<'_>,
) -> Result<Vec<Topic>, Cancelled> {
    let spans = spans(windows, input.bin, params.init);
    if spans.is_empty() || input.times.is_empty() {
        return Ok(Vec::new());
    }
    let mut state = readjust::State {
        responsibilities: first_responsibilities(input, &spans, params.background),
        n_events: spans.len(),
        n_topics: spans.len() + params.background,
    };
    // The last round is not re-adjusted, so that topics and responsibilities agree.
    for _ in 1..readjust::ROUNDS {
        let topics = converge(input, params, &mut state, run)?;
        if !readjust::readjust(input, params, &topics, &mut state) {
            return Ok(events(input, params, &topics, &state));
        }
        if state.n_events == 0 {
            return Ok(Vec::new());
        }
    }
    let topics = converge(input, params, &mut state, run)?;
    Ok(events(input, params, &topics, &state))
}

/// The spans of time that become topics, by their beginning.
fn spans(windows: &[Window], bin: f64, init: Init) -> Vec<(f64, f64)> {
    const SEGMENT: f64 = 180.0;
    let mut spans: Vec<(f64, f64)> = windows
        .iter()
        .map(|window| match init {
            Init::Window => (window.start as f64 * bin, (window.end + 1) as f64 * bin),
            Init::Segment => {
                let start = (window.peak as f64 * bin / SEGMENT).floor() * SEGMENT;
                (start, start + SEGMENT)
            }
        })
        .collect();
    spans.dedup();
    spans
}

/// Messages in a span belong to its topic; the others are dealt out to the background
/// topics, which would stay the same for ever if they began the same.
fn first_responsibilities(input: &Input<'_>, spans: &[(f64, f64)], background: usize) -> Vec<f64> {
    let (k, z) = (spans.len(), spans.len() + background);
    let mut all = vec![0.0; input.times.len() * z];
    let mut is_left = false;
    for (index, &time) in input.times.iter().enumerate() {
        let own = spans
            .iter()
            .position(|&(from, to)| (from..to).contains(&time));
        let topic = own.or_else(|| (background > 0).then(|| k + spread(index) % background));
        is_left |= own.is_none();
        all[index * z + topic.unwrap_or(0)] = 1.0;
    }
    if !is_left {
        for r in all.chunks_mut(z) {
            r[k..].fill(NO_MESSAGE);
            let sum: f64 = r.iter().sum();
            r.iter_mut().for_each(|r| *r /= sum);
        }
    }
    all
}

/// A number that looks like chance (multiplicative hashing).
fn spread(index: usize) -> usize {
    ((index as u64).wrapping_mul(2_654_435_761) >> 7) as usize
}

/// One fit to its end.
fn converge(
    input: &Input<'_>,
    params: &Params,
    state: &mut readjust::State,
    run: &Run<'_>,
) -> Result<Topics, Cancelled> {
    let model = Model {
        n_events: state.n_events,
        n_topics: state.n_topics,
        n_words: input.n_words,
        corpus: distribution(input),
        lambda: params.lambda,
        least_sigma: params.least_sigma,
        duration: input.duration.max(input.bin),
    };
    let (batches, states) = batches(input, state);
    let parameters = model.start(batches.iter().zip(&states));
    let start = Start { parameters, states };
    let fit = em::fit(
        &model,
        &batches,
        start,
        params.stop,
        "fitting sub-events",
        run,
    )?;
    debug_assert_eq!(fit.n_falls, 0, "the objective fell: {:?}", fit.history);
    state.responsibilities = fit.states.concat();
    Ok(fit.parameters)
}

fn batches(input: &Input<'_>, state: &readjust::State) -> (Vec<Batch>, Vec<Vec<f64>>) {
    let n = input.times.len();
    let batches = (0..n).step_by(BATCH).map(|first| {
        let last = (first + BATCH).min(n);
        let starts = &input.starts[first..=last];
        let (from, to) = (starts[0], starts[starts.len() - 1]);
        Batch {
            times: input.times[first..last].to_vec(),
            starts: starts.iter().map(|start| start - from).collect(),
            words: input.words[from..to].to_vec(),
        }
    });
    let states = state.responsibilities.chunks(BATCH * state.n_topics);
    (batches.collect(), states.map(<[f64]>::to_vec).collect())
}

/// The distribution of the words of the stream.
fn distribution(input: &Input<'_>) -> Vec<f64> {
    let mut counts = vec![1e-12; input.n_words];
    for &word in input.words {
        counts[word as usize] += 1.0;
    }
    let total: f64 = counts.iter().sum();
    counts.iter_mut().for_each(|count| *count /= total);
    counts
}

fn events(
    input: &Input<'_>,
    params: &Params,
    topics: &Topics,
    state: &readjust::State,
) -> Vec<Topic> {
    let best = state.best();
    let mut events: Vec<Topic> = (0..state.n_events)
        .filter_map(|topic| {
            let rows = state.responsibilities.chunks(state.n_topics).zip(0..);
            let members = rows.filter(|(r, _)| r[topic] > MEMBER).map(|(_, m)| m);
            Some(Topic {
                peak: readjust::peak(input, &best, topic, params.smooth)?,
                mu: topics.mu[topic],
                sigma: topics.sigma[topic],
                members: members.collect(),
            })
        })
        .collect();
    events.sort_by(|a, b| a.peak.total_cmp(&b.peak));
    events
}

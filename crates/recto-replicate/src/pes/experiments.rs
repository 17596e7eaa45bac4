//! The experiments: detection in streams, and what only a made stream can tell.

use super::corpora::Stream;
use super::{Made, ParticipantRow, ReplicatedStream, SummaryRow, SystemRow, TimedScore};
use crate::ReplicateError;
use recto::rouge::{Measure, Options as RougeOptions, Rules, Scorer};
use recto_events::metrics::{self, Score, participants};
use recto_events::synthetic::{self, Parameters, Synthetic};
use recto_events::{Context, EventsError, Message, Options, Profile, Timeline, methods};
use recto_math::Run;
use rustc_hash::FxHashSet;

/// Seconds that a peak may be off: the paper's "2-minute window" in both readings.
const TOLERANCES: [f64; 2] = [60.0, 120.0];

/// Seconds of a segment that is summed up.
const SEGMENT: f64 = 600.0;

/// A system: its name, what the paper calls it, the method and the profile.
struct System {
    name: &'static str,
    called: Option<&'static str>,
    method: &'static str,
    profile: Profile,
}

const SYSTEMS: [System; 5] = [
    System {
        name: "spikes of the whole stream",
        called: Some("Spike"),
        method: "spike",
        profile: Profile::Paper,
    },
    System {
        name: "spikes of participants",
        called: Some("Participant + Spike"),
        method: "participant-spike",
        profile: Profile::Paper,
    },
    System {
        name: "mixture",
        called: Some("Participant + MM"),
        method: "mixture",
        profile: Profile::Paper,
    },
    System {
        name: "recto",
        called: None,
        method: "auto",
        profile: Profile::Auto,
    },
    System {
        name: "recto, as a stream",
        called: None,
        method: "auto",
        profile: Profile::Stream,
    },
];

impl System {
    fn timeline(
        &self,
        name: &str,
        messages: &[Message<'_>],
        context: Context,
        run: &Run<'_>,
    ) -> Result<Timeline, ReplicateError> {
        let row = methods().iter().find(|row| row.name == self.method);
        let row = row.expect("a method of the table, as a test checks");
        let options = Options {
            profile: self.profile,
            context,
            ..Options::default()
        };
        let detector = (row.build)(&options).expect("default options are in range");
        detector.detect(messages, run).map_err(|error| match error {
            EventsError::Cancelled(cancelled) => cancelled.into(),
            other => ReplicateError::Set {
                set: name.to_string(),
                problem: format!("{other}; take it or its far-off messages out of the folder"),
            },
        })
    }
}

/// The systems on one stream.
pub(super) fn stream(stream: &Stream, run: &Run<'_>) -> Result<ReplicatedStream, ReplicateError> {
    let messages = stream.messages();
    let span = stream.span();
    let mut systems = Vec::new();
    for system in &SYSTEMS {
        let timeline = system.timeline(&stream.name, &messages, Context::Local, run)?;
        let peaks = peaks(&timeline, span);
        systems.push(row(
            system,
            &peaks,
            (&stream.core, &stream.others),
            span,
            run.seed,
        ));
    }
    Ok(ReplicatedStream {
        name: stream.name.clone(),
        files: stream.files.clone(),
        messages: messages.len(),
        core: stream.core.len(),
        others: stream.others.len(),
        systems,
    })
}

fn peaks(timeline: &Timeline, span: (f64, f64)) -> Vec<f64> {
    let peaks = timeline.events.iter().map(|event| event.peak);
    peaks
        .filter(|peak| (span.0..=span.1).contains(peak))
        .collect()
}

fn row(
    system: &System,
    peaks: &[f64],
    (core, others): (&[f64], &[f64]),
    span: (f64, f64),
    seed: u64,
) -> SystemRow {
    let at = |tolerance: f64| {
        let score = metrics::score_with_neutral(peaks, core, others, tolerance);
        let chance = metrics::chance(peaks.len(), core, others, span, tolerance, seed);
        TimedScore {
            chance: Some(chance),
            corrected: Some(metrics::corrected(score.f, chance)),
            ..timed(tolerance, &score)
        }
    };
    SystemRow {
        system: system.name,
        called: system.called,
        detected: peaks.len() as f64,
        scores: TOLERANCES.map(at).to_vec(),
    }
}

fn timed(tolerance: f64, score: &Score) -> TimedScore {
    TimedScore {
        tolerance,
        precision: score.precision,
        recall: score.recall,
        f: score.f,
        ..TimedScore::default()
    }
}

/// Means over made streams.
pub(super) fn made(seeds: usize, run: &Run<'_>) -> Result<Made, ReplicateError> {
    let streams: Vec<Synthetic> = (1..=seeds as u64)
        .map(|seed| synthetic::generate_with_sources(&Parameters::new(seed)))
        .collect();
    let mut made = Made {
        seeds,
        systems: Vec::new(),
        by_participant: Vec::new(),
        participants: Vec::new(),
        summaries: Vec::new(),
    };
    for system in &SYSTEMS {
        let mut rows = [Vec::new(), Vec::new()];
        let mut rouge = Vec::new();
        for stream in &streams {
            let messages = borrowed(stream);
            let timeline = system.timeline("made stream", &messages, Context::Local, run)?;
            let core: Vec<f64> = synthetic::sub_events()
                .iter()
                .map(|event| event.peak())
                .collect();
            let span = (0.0, Parameters::new(1).duration);
            let peaks = peaks(&timeline, span);
            rows[0].push(row(system, &peaks, (&core, &[]), span, run.seed));
            rows[1].push(by_participant(system, &timeline));
            rouge.push(summary(stream, &timeline));
        }
        let [whole, own] = rows;
        made.systems.push(mean(&whole));
        made.by_participant.push(mean(&own));
        let n = rouge.len() as f64;
        let [recall, precision, f] =
            [0, 1, 2].map(|at| rouge.iter().map(|one: &[f64; 3]| one[at]).sum::<f64>() / n);
        made.summaries.push(SummaryRow {
            system: system.name,
            called: system.called,
            recall,
            precision,
            f,
        });
    }
    for (name, context) in [
        ("segments of three minutes", Context::Local),
        ("the whole stream", Context::Global),
        ("not at all", Context::None),
    ] {
        made.participants
            .push(ablation(name, context, &streams, run)?);
    }
    Ok(made)
}

fn borrowed(stream: &Synthetic) -> Vec<Message<'_>> {
    stream
        .messages
        .iter()
        .map(|message| message.as_message())
        .collect()
}

/// Mean of the rows of one system.
fn mean(rows: &[SystemRow]) -> SystemRow {
    let n = rows.len() as f64;
    let over = |of: &dyn Fn(&SystemRow) -> f64| rows.iter().map(of).sum::<f64>() / n;
    let score = |at: usize| {
        let value = |of: fn(&TimedScore) -> f64| over(&|row| of(&row.scores[at]));
        let maybe = |of: fn(&TimedScore) -> Option<f64>| {
            let all: Option<Vec<f64>> = rows.iter().map(|row| of(&row.scores[at])).collect();
            all.map(|all| all.iter().sum::<f64>() / n)
        };
        TimedScore {
            tolerance: TOLERANCES[at],
            precision: value(|score| score.precision),
            recall: value(|score| score.recall),
            f: value(|score| score.f),
            chance: maybe(|score| score.chance),
            corrected: maybe(|score| score.corrected),
        }
    };
    SystemRow {
        detected: over(&|row| row.detected),
        scores: (0..TOLERANCES.len()).map(score).collect(),
        ..rows[0].clone()
    }
}

/// Each true participant's own sub-events against those of the participant found for it:
/// counts added up, as an event of two participants is to be found for both.
fn by_participant(system: &System, timeline: &Timeline) -> SystemRow {
    let mut detected = 0;
    let mut totals = [(0, 0, 0); TOLERANCES.len()];
    for (index, participant) in synthetic::participants().iter().enumerate() {
        let names: FxHashSet<String> = participant.names.iter().map(|n| n.to_lowercase()).collect();
        let is_same = |at: &usize| {
            let own = timeline.participants[*at].names.iter();
            own.filter(|(name, _)| names.contains(&name.to_lowercase()))
                .count()
                * 2
                > timeline.participants[*at].names.len()
        };
        let about = timeline
            .events
            .iter()
            .filter(|event| event.participants.iter().any(is_same));
        let peaks: Vec<f64> = about.map(|event| event.peak).collect();
        let wanted = synthetic::sub_events().iter();
        let wanted = wanted.filter(|event| event.participants.contains(&index));
        let wanted: Vec<f64> = wanted.map(|event| event.peak()).collect();
        detected += peaks.len();
        for (total, tolerance) in totals.iter_mut().zip(TOLERANCES) {
            let score = metrics::score(&peaks, &wanted, tolerance);
            total.0 += score.n_matched;
            total.1 += score.n_detected;
            total.2 += score.n_reference;
        }
    }
    let share = |part: usize, of: usize| part as f64 / of.max(1) as f64;
    let score =
        |(&(matched, found, wanted), tolerance): (&(usize, usize, usize), f64)| TimedScore {
            tolerance,
            precision: share(matched, found),
            recall: share(matched, wanted),
            f: share(2 * matched, found + wanted),
            ..TimedScore::default()
        };
    SystemRow {
        system: system.name,
        called: system.called,
        detected: detected as f64,
        scores: totals.iter().zip(TOLERANCES).map(score).collect(),
    }
}

/// Participants with one way of comparing the company of names.
fn ablation(
    name: &'static str,
    context: Context,
    streams: &[Synthetic],
    run: &Run<'_>,
) -> Result<ParticipantRow, ReplicateError> {
    let truth: Vec<Vec<String>> = synthetic::participants()
        .iter()
        .map(|one| one.names.iter().map(|name| name.to_lowercase()).collect())
        .collect();
    let mut sums = [0.0; 5];
    for stream in streams {
        let timeline = SYSTEMS[2].timeline("made stream", &borrowed(stream), context, run)?;
        let found: Vec<Vec<String>> = timeline
            .participants
            .iter()
            .map(|one| {
                one.names
                    .iter()
                    .map(|(name, _)| name.to_lowercase())
                    .collect()
            })
            .collect();
        let scores = participants::participants(&found, &truth);
        let values = [
            found.len() as f64,
            scores.participants.precision,
            scores.participants.recall,
            scores.names.precision,
            scores.names.recall,
        ];
        sums.iter_mut()
            .zip(values)
            .for_each(|(sum, value)| *sum += value);
    }
    let [
        found,
        participant_precision,
        participant_recall,
        mention_precision,
        mention_recall,
    ] = sums.map(|sum| sum / streams.len() as f64);
    Ok(ParticipantRow {
        context: name,
        found,
        participant_precision,
        participant_recall,
        mention_precision,
        mention_recall,
    })
}

/// Mean ROUGE-1 (recall, precision, F) over the segments in which something happened: the
/// messages chosen for the sub-events found there, against those that tell the true ones.
fn summary(stream: &Synthetic, timeline: &Timeline) -> [f64; 3] {
    let rules = Rules::default();
    let options = RougeOptions::default();
    let scorer = Scorer::new(vec![Measure::N(1)], options, rules).expect("a measure");
    let mut sums = [0.0; 3];
    let mut n = 0.0;
    let segments = (Parameters::new(1).duration / SEGMENT).ceil() as usize;
    for segment in 0..segments {
        let inside = |time: f64| (time / SEGMENT) as usize == segment;
        let (from, to) = (segment as f64 * SEGMENT, (segment + 1) as f64 * SEGMENT);
        let wanted = synthetic::reference_messages(stream, from, to);
        let text = |at: usize| stream.messages[at].text.as_str();
        let wanted: Vec<&str> = wanted.into_iter().map(text).collect();
        if wanted.is_empty() {
            continue;
        }
        let found = timeline.events.iter().filter(|event| inside(event.peak));
        let found = found.filter_map(|event| event.messages.first());
        let found: Vec<&str> = found
            .map(|&at| &*stream.messages[at as usize].text)
            .collect();
        let scores = scorer.score(&found.join("\n"), &[wanted.join("\n")]);
        let [score] = scores[..] else { continue };
        let values = [score.recall, score.precision, score.f];
        sums.iter_mut()
            .zip(values)
            .for_each(|(sum, value)| *sum += value);
        n += 1.0;
    }
    sums.map(|sum| if n > 0.0 { sum / n } else { 0.0 })
}

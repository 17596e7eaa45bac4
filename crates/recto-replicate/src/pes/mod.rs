//! Sub-events of streams (PES): Chao Shen, Fei Liu, Fuliang Weng and Tao Li, 2013, A
//! Participant-based Approach for Event Summarization Using Twitter Streams.
//!
//! The paper's tweets are not to be had. Its table of detected sub-events is repeated on
//! other streams and on a made one whose truth is known; its tables of participants and of
//! summaries need that truth and are repeated on the made stream alone.

mod corpora;
mod experiments;
mod page;
mod published;
#[cfg(test)]
mod tests;

pub use published::PublishedRow;

use crate::{
    Field, Files, Outcome, ReplicateError, Replication, Request, SetFormat, Task, Uses, warning,
};
use recto_math::Run;
use recto_report::Report;
use serde::Serialize;
use serde_json::json;

/// Seeds of the made stream, where nothing is said of them.
pub(crate) const SEEDS: usize = 3;

/// Result of the replication.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Replicated {
    /// What was found in each stream.
    pub streams: Vec<ReplicatedStream>,
    /// What was found in made streams: means over their seeds.
    pub made: Made,
    /// Figures that the paper reports.
    pub published: Vec<PublishedRow>,
    /// The paper's corpora, none of which is at hand.
    pub missing: Vec<&'static str>,
}

/// What was found in one stream.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ReplicatedStream {
    /// Its name.
    pub name: String,
    /// What it was measured on.
    pub files: Files,
    /// Number of messages.
    pub messages: usize,
    /// References to be found.
    pub core: usize,
    /// References that count neither way.
    pub others: usize,
    /// The systems of the paper's table, and recto's own.
    pub systems: Vec<SystemRow>,
}

/// What was found in made streams.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Made {
    /// Number of seeds.
    pub seeds: usize,
    /// Detection of sub-events.
    pub systems: Vec<SystemRow>,
    /// Detection of each participant's own sub-events.
    pub by_participant: Vec<SystemRow>,
    /// Participants, by how the company of names is compared.
    pub participants: Vec<ParticipantRow>,
    /// Summaries of segments of ten minutes.
    pub summaries: Vec<SummaryRow>,
}

/// The scores of a system.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SystemRow {
    /// Its name.
    pub system: &'static str,
    /// What the paper calls it, if it is in its table.
    pub called: Option<&'static str>,
    /// Mean number of detections.
    pub detected: f64,
    /// Scores by tolerance in seconds: 60 and 120.
    pub scores: Vec<TimedScore>,
}

/// Scores at one tolerance.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct TimedScore {
    /// Seconds that a peak may be off.
    pub tolerance: f64,
    /// Share of the detections that are right.
    pub precision: f64,
    /// Share of the references that were found.
    pub recall: f64,
    /// Their harmonic mean.
    pub f: f64,
    /// F of as many peaks at random times; `None` where it was not worked out.
    pub chance: Option<f64>,
    /// What is left of F above chance, 1 at most; `None` alike.
    pub corrected: Option<f64>,
}

/// How well participants were found.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ParticipantRow {
    /// Over which parts of the stream the company of two names is compared.
    pub context: &'static str,
    /// Mean number of participants found.
    pub found: f64,
    /// Share of those found that are right.
    pub participant_precision: f64,
    /// Share of the true ones that were found.
    pub participant_recall: f64,
    /// Share of the names found that are right.
    pub mention_precision: f64,
    /// Share of the true names that were found.
    pub mention_recall: f64,
}

/// ROUGE-1 of summaries.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SummaryRow {
    /// The system.
    pub system: &'static str,
    /// What the paper calls it, if it is in its table.
    pub called: Option<&'static str>,
    /// Recall.
    pub recall: f64,
    /// Precision.
    pub precision: f64,
    /// F.
    pub f: f64,
}

/// The replication of this paper.
#[derive(Debug, Clone, Copy)]
pub struct Pes;

impl Replication for Pes {
    type Body = Replicated;

    const KEY: &'static str = "PES";
    const ABOUT: &'static str = "Sub-events of a stream";
    const CITATION: &'static str = "Shen, Liu, Weng and Li, 2013, A Participant-based Approach \
        for Event Summarization Using Twitter Streams";
    const READING: &'static str = "Peaks are matched one to one with true events within so many \
        seconds; beside each F stands that of as many random peaks. The paper's figures are on \
        other streams: read orders, not digits.";
    const MISSING: &'static [&'static str] = &["NBA games of 2012", "WWDC 2012"];
    const TASK: Task = Task::Events;
    const FORMAT: SetFormat = SetFormat::JsonLines;
    const USES: &'static [Uses] = &[Uses {
        field: Field::Seeds,
        default: "3",
    }];

    fn measure(request: &Request, run: &Run<'_>) -> Result<Outcome<Replicated>, ReplicateError> {
        replicate(request, run)
    }

    fn show(body: &Replicated, report: &mut Report) {
        page::show(body, report);
    }
}

fn replicate(request: &Request, run: &Run<'_>) -> Result<Outcome<Replicated>, ReplicateError> {
    let seeds = request.seeds.unwrap_or(SEEDS).max(1);
    let mut failed = Vec::new();
    let streams = corpora::read(&request.data, &mut failed, run)?;
    let missing = |name: &&'static str| {
        warning(format!(
            "the paper's corpus is not at hand: {name}; others stand in"
        ))
    };
    let mut measured = Vec::with_capacity(streams.len());
    for stream in &streams {
        measured.push(experiments::stream(stream, run)?);
    }
    Ok(Outcome {
        parameters: vec![("seeds", json!(seeds))],
        warnings: Pes::MISSING.iter().map(missing).collect(),
        failed,
        body: Replicated {
            streams: measured,
            made: experiments::made(seeds, run)?,
            published: published::table(),
            missing: Pes::MISSING.to_vec(),
        },
    })
}

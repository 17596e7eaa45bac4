//! Participants against a reference, as sets of names.
//!
//! PES sec. 5.1: participant-level and mention-level precision and recall. A found
//! participant is correct if more than half of its names are in one reference participant,
//! its hit.

use super::Score;
use std::collections::BTreeSet;

/// Scores of participants and of their names.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
pub struct ParticipantScores {
    /// Correct participants among those found, different hits among the references.
    pub participants: Score,
    /// Names of the best participant of each hit that are in the hit.
    pub names: Score,
}

/// Scores found participants against reference ones.
///
/// PES sec. 5.1: precision and recall of participants and mentions.
///
/// Names are compared as they are: put
/// both in lower case first. Found participants come in order of size.
pub fn participants(found: &[Vec<String>], reference: &[Vec<String>]) -> ParticipantScores {
    let hits: Vec<Option<(usize, usize)>> = found.iter().map(|f| hit(f, reference)).collect();
    let correct = hits.iter().flatten().count();
    let different: BTreeSet<usize> = hits.iter().flatten().map(|&(hit, _)| hit).collect();
    let best = different.iter().map(|hit| {
        let shared = hits.iter().flatten().filter(|(h, _)| h == hit);
        shared.map(|&(_, shared)| shared).max().unwrap_or(0)
    });
    let n_names = |sets: &[Vec<String>]| sets.iter().map(Vec::len).sum::<usize>();
    let mut participants = Score::new(different.len(), found.len(), reference.len());
    // Several correct ones may share a hit: precision counts all of them.
    participants.precision = correct as f64 / found.len().max(1) as f64;
    participants.f = super::harmonic(participants.precision, participants.recall);
    ParticipantScores {
        participants,
        names: Score::new(best.sum(), n_names(found), n_names(reference)),
    }
}

/// The reference participant that holds more than half of the names, and how many it holds.
fn hit(names: &[String], reference: &[Vec<String>]) -> Option<(usize, usize)> {
    let shared = |r: &Vec<String>| names.iter().filter(|name| r.contains(name)).count();
    let counts = reference.iter().map(shared).enumerate();
    let mut most = counts.filter(|&(_, shared)| 2 * shared > names.len());
    most.next()
}

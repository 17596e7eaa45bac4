//! Sub-events of the event from the candidates of all streams.

use super::params::Params;
use super::{Candidate, Merged};
use crate::corpus::Corpus;
use crate::mentions::Evidence;
use crate::participants::Participants;
use crate::significance::{messages_with_words, stands_out};
use crate::{merge, time};
use rayon::prelude::*;

/// Seconds within which a small sub-event is part of a large one.
const ABSORB_SECONDS: f64 = 120.0;
/// Share of the large one's messages below which it is, in one stream and in the event.
const ABSORB_IN_STREAM: f64 = 0.15;
const ABSORB_IN_EVENT: f64 = 0.10;
/// Seconds within which two sub-events of the same leading participant are one.
const SAME_SECONDS: f64 = 30.0;
/// Seconds before and after a peak, and the share of all messages in them that a sub-event
/// must have: below it nobody would call it a moment of the event. On three real streams
/// everything from 0.07 to 0.10 keeps the same moments.
pub(super) const BEFORE: f64 = 20.0;
pub(super) const AFTER: f64 = 60.0;
pub(super) const PROMINENCE: f64 = 0.07;

pub(super) struct Joiner<'j> {
    pub(super) corpus: &'j Corpus,
    pub(super) evidence: &'j Evidence,
    pub(super) participants: &'j Participants,
    pub(super) params: &'j Params,
    /// Of the test; `None` keeps everything.
    pub(super) threshold: Option<f64>,
}

impl Joiner<'_> {
    /// The sub-events by peak.
    pub(super) fn join(&self, candidates: &[Candidate]) -> Vec<Merged> {
        let parts = self.parts(candidates);
        let groups = merge::groups(&parts, self.params.merge);
        let groups = groups.into_iter().map(|group| {
            let group: Vec<&Candidate> = group.into_iter().map(|i| &candidates[i]).collect();
            self.one_of(&group)
        });
        let mut merged: Vec<Merged> = groups.collect();
        merged.sort_by(|a, b| a.peak.total_cmp(&b.peak).then(a.members.cmp(&b.members)));
        if let Some(threshold) = self.threshold {
            merged = self.same_moment(merged);
            absorb_in_event(&mut merged);
            merged.retain(|event| self.is_told(event, threshold));
        }
        merged
    }

    /// What is compared of each candidate.
    fn parts(&self, candidates: &[Candidate]) -> Vec<merge::Part> {
        let corpus = self.corpus;
        let with_word = |word: u32| self.evidence.messages(word);
        let part = |candidate: &Candidate| {
            let members = candidate.members.iter().map(|&m| m as usize);
            let own = messages_with_words(corpus, members);
            let names: &[u32] = candidate
                .participant
                .map_or(&[], |p| &self.participants.found[p].words);
            let n = candidate.members.len();
            merge::Part {
                peak: candidate.peak,
                members: candidate.members.clone(),
                words: merge::burst_words(&own, n, with_word, corpus.len(), names),
            }
        };
        candidates.par_iter().map(part).collect()
    }

    /// One sub-event of its parts.
    fn one_of(&self, group: &[&Candidate]) -> Merged {
        let members = group.iter().flat_map(|c| c.members.iter().copied());
        let members = sorted(members.collect());
        let participants = sorted(group.iter().filter_map(|c| c.participant).collect());
        let largest = group.iter().reduce(|a, b| {
            if b.members.len() > a.members.len() {
                b
            } else {
                a
            }
        });
        let tests = group.iter().filter_map(|c| c.test);
        Merged {
            peak: self.peak(&members).unwrap_or(group[0].peak),
            place: largest.and_then(|c| c.place),
            participants,
            members,
            ln_p: tests.clone().map(|test| test.ln_p).reduce(f64::min),
            word_score: tests.map(|test| test.word_score).reduce(f64::max),
        }
    }

    /// The middle of the bin with most of these messages.
    fn peak(&self, members: &[u32]) -> Option<f64> {
        let start = self.corpus.origin;
        let times = members
            .iter()
            .map(|&m| self.corpus.times[m as usize] - start);
        time::peak(times, self.params.bin, false).map(|peak| start + peak)
    }

    /// Joins neighbours by time that are about the same participant within half a minute.
    fn same_moment(&self, merged: Vec<Merged>) -> Vec<Merged> {
        let mut joined: Vec<(Merged, Option<usize>)> = Vec::new();
        for event in merged {
            let leading = self.leading(&event);
            let near = joined.iter_mut().rev().find(|(other, other_leading)| {
                event.peak - other.peak <= SAME_SECONDS
                    && leading.is_some()
                    && *other_leading == leading
            });
            match near {
                Some((other, _)) => self.add(other, event),
                None => joined.push((event, leading)),
            }
        }
        joined.into_iter().map(|(event, _)| event).collect()
    }

    fn add(&self, to: &mut Merged, event: Merged) {
        if event.members.len() > to.members.len() {
            to.place = event.place;
        }
        to.members.extend(event.members);
        to.members = sorted(std::mem::take(&mut to.members));
        to.participants.extend(event.participants);
        to.participants = sorted(std::mem::take(&mut to.participants));
        to.peak = self.peak(&to.members).unwrap_or(to.peak);
        to.ln_p = [to.ln_p, event.ln_p].into_iter().flatten().reduce(f64::min);
        let scores = [to.word_score, event.word_score];
        to.word_score = scores.into_iter().flatten().reduce(f64::max);
    }

    /// The participant that most messages name; `None` if none is named by a fifth.
    fn leading(&self, event: &Merged) -> Option<usize> {
        let shares = self.participants.found.iter().enumerate();
        let shares = shares.map(|(p, found)| (merge::n_shared(&event.members, &found.messages), p));
        let (shared, leading) = shares.max_by_key(|&(n, p)| (n, std::cmp::Reverse(p)))?;
        (shared * 5 >= event.members.len()).then_some(leading)
    }

    /// Whether a sub-event stands out and is prominent enough to be told.
    fn is_told(&self, event: &Merged, threshold: f64) -> bool {
        let (from, to) = (event.peak - BEFORE, event.peak + AFTER);
        let is_near = |m: &&u32| (from..to).contains(&self.corpus.times[**m as usize]);
        let own = event.members.iter().filter(is_near).count() as f64;
        let all = self.corpus.between(from, to).len() as f64;
        let (ln_p, words) = (event.ln_p.unwrap_or(0.0), event.word_score.unwrap_or(0.0));
        own >= PROMINENCE * all && stands_out(ln_p, words, threshold)
    }
}

fn sorted<T: Ord>(mut items: Vec<T>) -> Vec<T> {
    items.sort_unstable();
    items.dedup();
    items
}

/// Drops candidates that are a small part of a large one nearby.
pub(super) fn absorb_in_stream(candidates: &mut Vec<Candidate>) {
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

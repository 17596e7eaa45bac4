//! The streams that are searched: which messages are looked at together.
//!
//! A moment that many people write about without naming anybody (the kick-off, half-time)
//! moves neither the volume of a participant nor, much, that of all messages; but it moves
//! the volume of its words. So messages with a bursting word are a stream too.

use super::params::Streams;
use crate::corpus::{Corpus, MessagesByWord};
use crate::participants::Participants;
use crate::significance::log_poisson_tail;
use crate::time;
use rayon::prelude::*;
use std::borrow::Cow;

/// Largest number of words whose messages are streams. On the streams at hand 50, 100 and
/// 200 gave the same sub-events.
const WORDS: usize = 100;
/// Messages that a word must occur in, and the share of all that it may.
const LEAST_MESSAGES: usize = 20;
/// Messages of the time that counts which a word must occur in.
const LEAST_RECENT: usize = 8;
const MOST_SHARE: f64 = 0.3;
/// Seconds of the bins in which bursts of words are looked for.
const MINUTE: f64 = 60.0;

/// Messages that are searched together.
#[derive(Debug, Clone)]
pub(super) struct Stream<'s> {
    /// Whose messages they are; `None` if nobody's.
    pub(super) participant: Option<usize>,
    /// In order of time.
    pub(super) messages: Cow<'s, [u32]>,
}

/// The streams of a corpus; words count only if they are frequent from `since` on.
pub(super) fn find<'s>(
    corpus: &Corpus,
    participants: &'s Participants,
    by_word: &'s MessagesByWord,
    which: Streams,
    since: f64,
) -> Vec<Stream<'s>> {
    let named = participants.found.iter().enumerate();
    let named = named.map(|(index, found)| Stream {
        participant: Some(index),
        messages: Cow::Borrowed(found.messages.as_slice()),
    });
    let nobody = |messages: Cow<'s, [u32]>| Stream {
        participant: None,
        messages,
    };
    let rest = || nobody(Cow::Borrowed(participants.rest.as_slice()));
    let words = || of_words(corpus, participants, by_word, since).into_iter();
    let mut streams: Vec<Stream<'s>> = match which {
        Streams::Whole => vec![nobody((0..corpus.len() as u32).collect())],
        Streams::Participants => named.collect(),
        Streams::Rest => named.chain([rest()]).collect(),
        Streams::Words => named.chain([rest()]).chain(words().map(nobody)).collect(),
    };
    streams.retain(|stream| !stream.messages.is_empty());
    streams
}

/// The messages with each of the words that burst most, names left out.
fn of_words<'s>(
    corpus: &Corpus,
    participants: &Participants,
    by_word: &'s MessagesByWord,
    since: f64,
) -> Vec<Cow<'s, [u32]>> {
    let mut is_name = vec![false; corpus.n_words()];
    let names = participants.found.iter().flat_map(|found| &found.words);
    names.for_each(|&word| is_name[word as usize] = true);
    let recent = corpus.between(since, f64::INFINITY).start as u32;
    let most = MOST_SHARE * corpus.len() as f64;
    let is_usable = |list: &[u32]| {
        list.len() >= LEAST_MESSAGES
            && list.len() as f64 <= most
            && list[list.len() - LEAST_RECENT] >= recent
    };
    let lists = by_word.lists().iter().zip(is_name).zip(0..);
    let usable: Vec<(&[u32], u32)> = lists
        .map(|((list, is_name), word)| (list.as_slice(), is_name, word))
        .filter(|(list, is_name, _)| !is_name && is_usable(list))
        .map(|(list, _, word)| (list, word))
        .collect();
    let scored = usable.into_par_iter().with_min_len(32);
    let scored = scored.map(|(list, word)| (burst(corpus, list), word, list));
    let mut bursts: Vec<(f64, u32, &[u32])> = scored.collect();
    bursts.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let bursts = bursts.into_iter().take(WORDS);
    bursts.map(|(_, _, list)| Cow::Borrowed(list)).collect()
}

/// Surprise at the fullest minute of a list of messages.
fn burst(corpus: &Corpus, messages: &[u32]) -> f64 {
    let (start, end) = corpus.span().unwrap_or_default();
    let n_bins = time::bin_of(end - start, MINUTE) + 1;
    let times = messages.iter().map(|&m| corpus.times[m as usize] - start);
    let fullest = time::counts(times, MINUTE, n_bins)
        .into_iter()
        .max()
        .unwrap_or(0);
    let rate = messages.len() as f64 / ((end - start) / MINUTE).ceil().max(1.0);
    -log_poisson_tail(fullest as usize, rate)
}

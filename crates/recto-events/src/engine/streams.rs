//! The streams that are searched: which messages are looked at together.
//!
//! A moment that many people write about without naming anybody (the kick-off, half-time)
//! moves neither the volume of a participant nor, much, that of all messages; but it moves
//! the volume of its words. So messages with a bursting word are a stream too.

use super::params::Streams;
use crate::corpus::Corpus;
use crate::participants::Participants;
use crate::significance::{log_poisson_tail, messages_with_words};
use crate::time;
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
    let words = || {
        of_words(corpus, participants, since)
            .into_iter()
            .map(Cow::Owned)
    };
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
fn of_words(corpus: &Corpus, participants: &Participants, since: f64) -> Vec<Vec<u32>> {
    let recent = corpus.between(since, f64::INFINITY);
    let mut is_wanted = vec![false; corpus.n_words()];
    for (word, count) in messages_with_words(corpus, recent) {
        is_wanted[word as usize] = count as usize >= LEAST_RECENT;
    }
    for found in &participants.found {
        found
            .words
            .iter()
            .for_each(|&word| is_wanted[word as usize] = false);
    }
    let mut messages: Vec<Vec<u32>> = vec![Vec::new(); corpus.n_words()];
    for message in 0..corpus.len() {
        for word in corpus
            .content(message)
            .filter(|&word| is_wanted[word as usize])
        {
            let list = &mut messages[word as usize];
            if list.last() != Some(&(message as u32)) {
                list.push(message as u32);
            }
        }
    }
    let most = MOST_SHARE * corpus.len() as f64;
    let is_usable = |list: &[u32]| list.len() >= LEAST_MESSAGES && list.len() as f64 <= most;
    let mut bursts: Vec<(f64, usize)> = messages
        .iter()
        .enumerate()
        .filter(|(_, list)| is_usable(list))
        .map(|(word, list)| (burst(corpus, list), word))
        .collect();
    bursts.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    bursts.truncate(WORDS);
    let mut words = bursts
        .into_iter()
        .map(|(_, word)| std::mem::take(&mut messages[word]));
    words.by_ref().collect()
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

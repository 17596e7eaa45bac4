//! Participants: names that name the same, and the messages with them.
//!
//! PES sec. 3.1: names are joined by single link where they are alike by their letters and
//! used in like company.
//!
//! # Departures
//! Single link, which is [`Joining::SingleLink`], joins two people over a name of both:
//! "james" joins "lebron james" and "james harden". With [`Joining::Unambiguous`], the
//! default, a name that is part of several longer ones which do not belong together goes to
//! the one in most similar company. A longer name that holds several shorter ones, such as
//! "qatar world cup", goes to one of them too, unless they are alternatives: people write a
//! name or a part of it, but rarely both in one message.

mod context;
mod lexical;
mod link;
#[cfg(test)]
mod tests;

pub(crate) use link::Joining;

use crate::corpus::Corpus;
use crate::lists::Lists;
use crate::mentions::{self, Evidence, Matcher, capitalized};
use crate::{Context, GivenParticipant};
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// Largest number of participants.
pub(crate) const MAX_PARTICIPANTS: usize = 256;
/// Share of the most frequent name's messages from which on a name of several words is
/// shown instead.
const FULL_NAME: f64 = 0.3;

/// Names as words.
type Sequences = Vec<Vec<u32>>;

/// A participant and its messages.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Found {
    /// The name to show.
    pub(crate) name: String,
    /// Names in normal form with the messages that each occurs in, most first.
    pub(crate) names: Vec<(String, usize)>,
    /// Words of its names.
    pub(crate) words: Vec<u32>,
    /// Its names as words.
    pub(crate) sequences: Vec<Vec<u32>>,
    /// Its messages in order.
    pub(crate) messages: Vec<u32>,
}

/// The participants of a stream.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct Participants {
    /// Those with most messages first.
    pub(crate) found: Vec<Found>,
    /// Messages without any participant, in order.
    pub(crate) rest: Vec<u32>,
    /// Participants beyond the largest number, which are left out.
    pub(crate) n_left_out: usize,
    /// Given participants that no message names.
    pub(crate) unseen: Vec<String>,
}

/// Where names come from and how they are joined.
pub(crate) struct Settings<'s> {
    pub(crate) rules: mentions::Rules,
    pub(crate) context: Context,
    pub(crate) joining: Joining,
    pub(crate) given: &'s [GivenParticipant],
}

/// Finds the participants of a stream.
///
/// PES sec. 3.1: participant detection.
pub(crate) fn find(corpus: &Corpus, evidence: &Evidence, settings: &Settings<'_>) -> Participants {
    let (mut names, has_case) = mentions::find(corpus, evidence, &settings.rules);
    let (given, unseen) = given_sequences(corpus, settings.given);
    names.retain(|name| !given.iter().any(|(_, rows)| rows.contains(&name.words)));
    let mut groups: Vec<(Option<String>, Sequences)> = given
        .into_iter()
        .map(|(name, sequences)| (Some(name), sequences))
        .collect();
    for group in link::groups(corpus, &names, settings.context, settings.joining) {
        let sequences = group.into_iter().map(|name| names[name].words.clone());
        groups.push((None, sequences.collect()));
    }
    let show = |words: &[u32]| shown(corpus, evidence, words, has_case);
    assemble(corpus, groups, unseen, show)
}

/// Adds the messages from `first` on to participants that are known.
pub(crate) fn extend(participants: &mut Participants, corpus: &Corpus, first: usize) {
    let names = participants.found.iter().zip(0..);
    let names = names.flat_map(|(found, p)| found.sequences.iter().map(move |s| (s.as_slice(), p)));
    let matcher = Matcher::new(names);
    for message in first..corpus.len() {
        let mut is_named = false;
        matcher.longest(corpus.words(message), |participant, _, _| {
            is_named = true;
            let messages = &mut participants.found[participant as usize].messages;
            if messages.last() != Some(&(message as u32)) {
                messages.push(message as u32);
            }
        });
        if !is_named {
            participants.rest.push(message as u32);
        }
    }
}

/// Forgets which messages from `first` on name whom.
pub(crate) fn truncate(participants: &mut Participants, first: usize) {
    let found = participants.found.iter_mut();
    let lists = found.map(|participant| &mut participant.messages);
    for list in lists.chain([&mut participants.rest]) {
        list.truncate(list.partition_point(|&message| (message as usize) < first));
    }
}

impl Participants {
    /// Whether all lists are those of a corpus of so many messages and words, as they are
    /// unless bytes were damaged.
    pub(crate) fn is_of(&self, n_messages: usize, n_words: usize) -> bool {
        let is_message = |&message: &u32| (message as usize) < n_messages;
        let is_list = |list: &[u32]| list.is_sorted() && list.iter().all(is_message);
        let is_word = |&word: &u32| (word as usize) < n_words;
        let is_sound = |found: &Found| {
            is_list(&found.messages)
                && found.words.iter().all(is_word)
                && found.sequences.iter().flatten().all(is_word)
        };
        self.found.len() <= MAX_PARTICIPANTS
            && is_list(&self.rest)
            && self.found.iter().all(is_sound)
    }

    /// Bytes held, about.
    pub(crate) fn memory(&self) -> usize {
        let lists = self.found.iter().map(|found| &found.messages);
        let n: usize = lists.chain([&self.rest]).map(Vec::len).sum();
        n * size_of::<u32>() + self.found.len() * 4 * size_of::<Found>()
    }
}

/// The names of the given participants as words, and the participants without any.
fn given_sequences(
    corpus: &Corpus,
    given: &[GivenParticipant],
) -> (Vec<(String, Sequences)>, Vec<String>) {
    let (mut known, mut unseen) = (Vec::new(), Vec::new());
    for participant in given {
        let names = std::iter::once(&participant.name).chain(&participant.names);
        let mut sequences: Vec<Vec<u32>> = names
            .filter_map(|name| mentions::words_of(corpus, name))
            .collect();
        sequences.sort();
        sequences.dedup();
        if sequences.is_empty() {
            unseen.push(participant.name.clone());
        } else {
            known.push((participant.name.clone(), sequences));
        }
    }
    (known, unseen)
}

/// Participants from groups of names, each with a name to show if the user gave one.
fn assemble(
    corpus: &Corpus,
    groups: Vec<(Option<String>, Sequences)>,
    unseen: Vec<String>,
    show: impl Fn(&[u32]) -> String,
) -> Participants {
    let (messages, counts) = occurrences(corpus, &groups);
    let mut found: Vec<Found> = groups
        .into_iter()
        .zip(messages)
        .zip(counts)
        .map(|(((given, sequences), messages), counts)| {
            participant(corpus, given, sequences, messages, &counts, &show)
        })
        .filter(|participant| !participant.messages.is_empty())
        .collect();
    found.sort_by(|a, b| {
        let size = |p: &Found| std::cmp::Reverse(p.messages.len());
        size(a).cmp(&size(b)).then_with(|| a.names.cmp(&b.names))
    });
    let n_left_out = found.len().saturating_sub(MAX_PARTICIPANTS);
    found.truncate(MAX_PARTICIPANTS);
    let mut is_named = vec![false; corpus.len()];
    for participant in &found {
        for &message in &participant.messages {
            is_named[message as usize] = true;
        }
    }
    let rest = (0..corpus.len() as u32).filter(|&message| !is_named[message as usize]);
    Participants {
        rest: rest.collect(),
        found,
        n_left_out,
        unseen,
    }
}

/// By group: its messages in order, and the messages with each of its names.
fn occurrences(
    corpus: &Corpus,
    groups: &[(Option<String>, Sequences)],
) -> (Vec<Vec<u32>>, Vec<Vec<usize>>) {
    let flat: Vec<(usize, usize)> = groups
        .iter()
        .enumerate()
        .flat_map(|(group, (_, names))| (0..names.len()).map(move |name| (group, name)))
        .collect();
    let sequence = |&(group, name): &(usize, usize)| groups[group].1[name].as_slice();
    let matcher = Matcher::new(flat.iter().map(sequence).zip(0..));
    let none = || {
        let counts: Vec<Vec<usize>> = groups.iter().map(|(_, n)| vec![0; n.len()]).collect();
        (Lists::new(groups.len()), counts)
    };
    let scan = |range: Range<usize>| {
        let (mut messages, mut counts) = none();
        for message in range {
            matcher.longest(corpus.words(message), |number, _, _| {
                let (group, name) = flat[number as usize];
                counts[group][name] += 1;
                messages.add(group as u32, message);
            });
        }
        (messages, counts)
    };
    let (mut messages, mut counts) = none();
    for (some, some_counts) in corpus.in_parts(scan) {
        messages.append(some);
        for (count, more) in counts.iter_mut().flatten().zip(some_counts.concat()) {
            *count += more;
        }
    }
    (messages.0, counts)
}

fn participant(
    corpus: &Corpus,
    given: Option<String>,
    sequences: Vec<Vec<u32>>,
    messages: Vec<u32>,
    counts: &[usize],
    show: impl Fn(&[u32]) -> String,
) -> Found {
    let text = |words: &[u32]| {
        let spellings: Vec<&str> = words.iter().map(|&word| corpus.spelling(word)).collect();
        spellings.join(" ")
    };
    let mut order: Vec<usize> = (0..sequences.len()).collect();
    order.sort_by_key(|&name| std::cmp::Reverse(counts[name]));
    let most = order.first().map_or(0, |&name| counts[name]) as f64;
    let name = given.unwrap_or_else(|| {
        let is_long =
            |&&name: &&usize| sequences[name].len() > 1 && counts[name] as f64 >= FULL_NAME * most;
        let long = order.iter().find(is_long);
        let plain = order
            .iter()
            .find(|&&name| !text(&sequences[name]).starts_with(['#', '@']));
        let best = long.or(plain).or(order.first());
        best.map_or_else(String::new, |&name| show(&sequences[name]))
    });
    let mut words: Vec<u32> = sequences.iter().flatten().copied().collect();
    words.sort_unstable();
    words.dedup();
    Found {
        name,
        names: order
            .iter()
            .map(|&name| (text(&sequences[name]), counts[name]))
            .collect(),
        words,
        sequences,
        messages,
    }
}

/// A name as it is mostly written; with capitals if it has several words, which were found
/// by them, or if the stream has no case.
fn shown(corpus: &Corpus, evidence: &Evidence, words: &[u32], has_case: bool) -> String {
    let word = |&word: &u32| {
        let form = corpus.spelling(word);
        let shown = if has_case {
            evidence.shown(word, form)
        } else {
            form.to_string()
        };
        if has_case && words.len() == 1 {
            shown
        } else {
            capitalized(&shown)
        }
    };
    words.iter().map(word).collect::<Vec<_>>().join(" ")
}

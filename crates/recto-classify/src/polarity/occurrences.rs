//! The words and phrases of a lexicon in a unit.

use super::Rules;
use super::clause::Words;
use super::context::Context;
use super::words::{DOWNTONERS, INTENSIFIERS};
use crate::lexicon::{Lexicon, NEGATED_PREFIX};

/// An entry of the lexicon in a unit.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Occurrence {
    /// The first word.
    pub(super) at: usize,
    /// How many words.
    pub(super) length: usize,
    pub(super) entry: String,
    pub(super) weight: f64,
    /// Whether the weight is that of the word under negation, so that none applies to it.
    pub(super) is_negated_entry: bool,
}

/// Finds phrases first, longest first, and single words outside them.
pub(super) fn find(context: &Context<'_, '_>) -> Vec<Occurrence> {
    let words = context.words;
    let mut found = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let occurrence = phrase_at(words, at, context.lexicon).or_else(|| word_at(context, at));
        at += occurrence.as_ref().map_or(1, |found| found.length);
        found.extend(occurrence.filter(|found| found.weight != 0.0));
    }
    found
}

fn phrase_at(words: &Words<'_>, at: usize, lexicon: &Lexicon) -> Option<Occurrence> {
    let is_there = |rest: &[String]| {
        let mut places = (at + 1..).zip(rest);
        places.all(|(i, word)| words.continues(i) && words.text(i) == word)
    };
    let phrases = lexicon.phrases_from(words.text(at)).iter();
    let phrase = phrases.into_iter().find(|phrase| is_there(&phrase.rest))?;
    Some(Occurrence {
        at,
        length: phrase.rest.len() + 1,
        entry: format!("{} {}", words.text(at), phrase.rest.join(" ")),
        weight: phrase.weight,
        is_negated_entry: false,
    })
}

fn word_at(context: &Context<'_, '_>, at: usize) -> Option<Occurrence> {
    let (words, lexicon) = (context.words, context.lexicon);
    let word = words.text(at);
    if context.rules == Rules::All && words.is_english && is_degree(words, at) {
        return None;
    }
    let negated = || {
        let entry = format!("{NEGATED_PREFIX}{word}");
        Some((lexicon.weight(&entry)?, entry, true))
    };
    let plain = || Some((lexicon.weight(word)?, word.to_string(), false));
    let found = context.negators[at].and_then(|_| negated());
    let (weight, entry, is_negated_entry) = found.or_else(plain).or_else(|| {
        let entry = shortened(word).find(|form| lexicon.weight(form).is_some())?;
        Some((lexicon.weight(&entry)?, entry, false))
    })?;
    Some(Occurrence {
        at,
        length: 1,
        entry,
        weight,
        is_negated_entry,
    })
}

/// Whether a word only says how much of the next one: `terribly good`, `pretty bad`.
fn is_degree(words: &Words<'_>, at: usize) -> bool {
    let word = words.text(at);
    let is_adverb = INTENSIFIERS.contains(&word) || DOWNTONERS.contains(&word);
    let next = words.words.get(at + 1);
    is_adverb
        && words.continues(at + 1)
        && next.is_some_and(|word| word.stop.is_none() || word.text == "well")
}

/// `goooood` with runs of three and more letters as two letters and as one.
fn shortened(word: &str) -> impl Iterator<Item = String> {
    let letters: Vec<char> = word.chars().collect();
    let is_long = letters
        .windows(3)
        .any(|run| run[0] == run[1] && run[1] == run[2]);
    let cut = move |most: usize| {
        let runs = letters.chunk_by(|a, b| a == b);
        runs.flat_map(|run| {
            let kept = if run.len() > 2 { most } else { run.len() };
            run[..kept].to_vec()
        })
        .collect::<String>()
    };
    [2, 1].into_iter().filter(move |_| is_long).map(cut)
}

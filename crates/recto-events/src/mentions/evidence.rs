//! Case evidence: which words are written with a capital where nothing asks for one.
//!
//! A single message says little, because many are written without capitals; what most
//! messages do with a word tells whether it is a name, and the word is then found in the
//! other messages too. All evidence are counts, so that a running stream takes back what a
//! message added when it forgets the message.

use super::marks::Marks;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

/// Longest phrase of capitalised words that may be a name.
pub(crate) const MAX_PHRASE: usize = 3;
/// A phrase in words, filled up with this.
const NONE: u32 = u32::MAX;
/// Share of capitalised words above which a message shouts, or is a headline.
const SHOUTING: f64 = 0.6;
/// Words from which on a message can shout.
const SHOUTING_WORDS: usize = 4;
/// Largest number of phrases: above it, those of a single message are dropped.
const MAX_PHRASES: usize = 500_000;

type Phrase = [u32; MAX_PHRASE];

/// How often words and phrases are written how.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Evidence {
    words: Vec<WordCounts>,
    /// Runs of capitalised words.
    #[serde(with = "crate::sorted")]
    phrases: FxHashMap<Phrase, u32>,
    /// Words that begin with a letter, and those that begin with a capital.
    n_letters: u64,
    n_capitals: u64,
}

/// How often one word is written how.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
struct WordCounts {
    /// Messages with it.
    messages: u32,
    /// Occurrences inside sentences of messages that do not shout, and those with a capital.
    inside: u32,
    inside_capital: u32,
    /// All occurrences, those with a capital, and those in capitals throughout.
    all: u32,
    capital: u32,
    upper: u32,
}

/// Whether a message comes or goes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    Add,
    Remove,
}

impl Step {
    fn apply(self, count: &mut u32) {
        *count = match self {
            Self::Add => count.saturating_add(1),
            Self::Remove => count.saturating_sub(1),
        };
    }

    fn apply_many(self, count: &mut u64, n: usize) {
        *count = match self {
            Self::Add => count.saturating_add(n as u64),
            Self::Remove => count.saturating_sub(n as u64),
        };
    }
}

impl Evidence {
    /// Counts a message; `words` are numbers below `n_words`.
    pub(crate) fn add(&mut self, words: &[u32], marks: &[Marks], n_words: usize) {
        self.words.resize(n_words, WordCounts::default());
        self.step(words, marks, Step::Add);
        if self.phrases.len() > MAX_PHRASES {
            self.phrases.retain(|_, count| *count > 1);
        }
    }

    /// Takes back what a message added.
    pub(crate) fn remove(&mut self, words: &[u32], marks: &[Marks]) {
        self.step(words, marks, Step::Remove);
    }

    fn step(&mut self, words: &[u32], marks: &[Marks], step: Step) {
        let n_with = |bits: u8| marks.iter().filter(|marks| marks.has(bits)).count();
        let (n_words, n_capitals) = (n_with(Marks::WORD), n_with(Marks::WORD | Marks::CAPITAL));
        step.apply_many(&mut self.n_letters, n_words);
        step.apply_many(&mut self.n_capitals, n_capitals);
        let shouts = n_words >= SHOUTING_WORDS && n_capitals as f64 > SHOUTING * n_words as f64;
        for (place, (&word, &marks)) in words.iter().zip(marks).enumerate() {
            let is_first = !words[..place].contains(&word);
            self.words[word as usize].step(marks, is_first, shouts, step);
        }
        if !shouts && n_capitals > 1 {
            self.step_phrases(words, marks, step);
        }
    }

    /// Counts the longest runs of two or three adjacent words with a capital.
    fn step_phrases(&mut self, words: &[u32], marks: &[Marks], step: Step) {
        let mut start = 0;
        for place in 0..=words.len() {
            let is_part =
                |place: usize| marks[place].has(Marks::WORD | Marks::CAPITAL | Marks::CONTENT);
            let goes_on = place < words.len()
                && is_part(place)
                && (place == start || marks[place].has(Marks::ADJACENT));
            if !goes_on {
                self.step_phrase(&words[start..place], step);
                let begins = place < words.len() && is_part(place);
                start = if begins { place } else { place + 1 };
            }
        }
    }

    fn step_phrase(&mut self, run: &[u32], step: Step) {
        if !(2..=MAX_PHRASE).contains(&run.len()) {
            return;
        }
        let mut phrase = [NONE; MAX_PHRASE];
        phrase[..run.len()].copy_from_slice(run);
        match step {
            Step::Add => *self.phrases.entry(phrase).or_insert(0) += 1,
            Step::Remove => {
                if let Some(count) = self.phrases.get_mut(&phrase) {
                    *count -= 1;
                    if *count == 0 {
                        self.phrases.remove(&phrase);
                    }
                }
            }
        }
    }

    /// Gives words other numbers; those whose new number is `None` are dropped. New numbers
    /// must be in the order of the old ones.
    pub(crate) fn renumber(&mut self, number: impl Fn(u32) -> Option<u32>) {
        let kept = (0..).zip(&self.words);
        let kept = kept.filter(|&(word, _)| number(word).is_some());
        self.words = kept.map(|(_, counts)| *counts).collect();
        let new_phrase = |phrase: Phrase| {
            let mut renumbered = [NONE; MAX_PHRASE];
            for (new, &old) in renumbered.iter_mut().zip(&phrase) {
                if old != NONE {
                    *new = number(old)?;
                }
            }
            Some(renumbered)
        };
        let phrases = std::mem::take(&mut self.phrases).into_iter();
        self.phrases = phrases
            .filter_map(|(phrase, count)| Some((new_phrase(phrase)?, count)))
            .collect();
    }

    /// Whether all counts are about `n_words` words, as they are unless bytes were damaged.
    pub(crate) fn is_of(&self, n_words: usize) -> bool {
        let is_word = |&word: &u32| word == NONE || (word as usize) < n_words;
        self.words.len() == n_words
            && self.phrases.iter().all(|(phrase, &count)| {
                count > 0 && phrase[1] != NONE && phrase.iter().all(is_word)
            })
    }

    /// Bytes held, about.
    pub(crate) fn memory(&self) -> usize {
        let phrase = size_of::<Phrase>() + size_of::<u32>() + 1;
        self.words.len() * size_of::<WordCounts>() + self.phrases.len() * phrase * 8 / 7
    }

    fn of(&self, word: u32) -> WordCounts {
        self.words.get(word as usize).copied().unwrap_or_default()
    }

    /// Number of messages with a word.
    pub(crate) fn messages(&self, word: u32) -> u32 {
        self.of(word).messages
    }

    /// Occurrences of a word inside sentences, and those with a capital.
    pub(crate) fn inside(&self, word: u32) -> (u32, u32) {
        let counts = self.of(word);
        (counts.inside, counts.inside_capital)
    }

    /// Share of the words that begin with a capital.
    pub(crate) fn capital_share(&self) -> f64 {
        self.n_capitals as f64 / self.n_letters.max(1) as f64
    }

    /// Phrases with their counts, in the order of their words.
    pub(crate) fn phrases(&self, least: u32) -> Vec<(Vec<u32>, u32)> {
        let frequent = self.phrases.iter().filter(|&(_, &count)| count >= least);
        let mut phrases: Vec<(Vec<u32>, u32)> = frequent
            .map(|(phrase, &count)| {
                let words = phrase.iter().copied().filter(|&word| word != NONE);
                (words.collect(), count)
            })
            .collect();
        phrases.sort_unstable();
        phrases
    }

    /// A word as it is mostly written inside a sentence.
    pub(crate) fn cased(&self, word: u32, form: &str) -> String {
        let counts = self.of(word);
        if counts.upper > counts.all / 2 {
            form.to_uppercase()
        } else if counts.inside_capital > counts.inside / 2 {
            capitalized(form)
        } else {
            form.to_string()
        }
    }

    /// A word as it is mostly written, at the beginning of a sentence or not.
    pub(crate) fn shown(&self, word: u32, form: &str) -> String {
        let counts = self.of(word);
        if counts.upper > counts.all / 2 {
            form.to_uppercase()
        } else if counts.capital > counts.all / 2 {
            capitalized(form)
        } else {
            form.to_string()
        }
    }
}

impl WordCounts {
    fn step(&mut self, marks: Marks, is_first: bool, shouts: bool, step: Step) {
        if is_first {
            step.apply(&mut self.messages);
        }
        step.apply(&mut self.all);
        if marks.has(Marks::CAPITAL) {
            step.apply(&mut self.capital);
        }
        if marks.has(Marks::UPPER) {
            step.apply(&mut self.upper);
        }
        if marks.has(Marks::WORD) && !shouts && !marks.has(Marks::INITIAL) {
            step.apply(&mut self.inside);
            if marks.has(Marks::CAPITAL) {
                step.apply(&mut self.inside_capital);
            }
        }
    }
}

/// A word with a capital as its first letter.
pub(crate) fn capitalized(word: &str) -> String {
    let mut letters = word.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

//! Case evidence: which words are written with a capital where nothing asks for one.
//!
//! A single message says little, because many are written without capitals; what most
//! messages do with a word tells whether it is a name, and the word is then found in the
//! other messages too.

use crate::corpus::Corpus;
use recto_text::message::MessageWord;
use rustc_hash::FxHashMap;

/// Longest phrase of capitalised words that may be a name.
pub(crate) const MAX_PHRASE: usize = 3;
/// A phrase in words, filled up with this.
const NONE: u32 = u32::MAX;
/// Share of capitalised words above which a message shouts, or is a headline.
const SHOUTING: f64 = 0.6;
/// Words from which on a message can shout.
const SHOUTING_WORDS: usize = 4;

/// How often words and phrases are written how.
#[derive(Debug, Clone, Default)]
pub(crate) struct Evidence {
    /// By word: messages with it.
    pub(crate) messages: Vec<u32>,
    /// By word: occurrences inside sentences of messages that do not shout.
    pub(crate) inside: Vec<u32>,
    /// By word: those that have a capital.
    pub(crate) capital: Vec<u32>,
    /// By word: occurrences, with a capital, and in capitals throughout, to show it.
    shown: Vec<[u32; 3]>,
    /// Runs of capitalised words.
    phrases: FxHashMap<[u32; MAX_PHRASE], u32>,
    /// Words that begin with a letter, and those that begin with a capital.
    n_letters: u64,
    n_capitals: u64,
    /// By word: the last message that it was counted in.
    last: Vec<u32>,
    n_messages: u32,
    /// By word of all messages: how it is written.
    marks: Vec<Marks>,
    /// The message that is being read.
    open: Vec<Seen>,
    end: usize,
}

/// A word of the message that is being read.
#[derive(Debug, Clone, Copy)]
struct Seen {
    word: u32,
    marks: Marks,
}

/// How a word is written.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Marks {
    kind: Kind,
    is_initial: bool,
    is_adjacent: bool,
    has_capital: bool,
    is_upper: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Word,
    Tag,
    Other,
}

impl Evidence {
    /// Begins a message.
    pub(crate) fn open(&mut self) {
        self.open.clear();
        self.end = 0;
    }

    /// Adds the next word of the message.
    pub(crate) fn word(&mut self, text: &str, word: MessageWord<'_>, term: u32) {
        // Pairs of characters overlap where a script has no blanks.
        let gap = text.get(self.end..word.span.start).unwrap_or_default();
        let surface = &text[word.span.range()];
        let first = surface.chars().next();
        let kind = match first {
            Some('#' | '@') => Kind::Tag,
            Some(c) if c.is_alphabetic() => Kind::Word,
            _ => Kind::Other,
        };
        let marks = Marks {
            kind,
            is_initial: self.open.is_empty() || gap.contains(ends_sentence),
            is_adjacent: gap.chars().all(char::is_whitespace),
            has_capital: first.is_some_and(char::is_uppercase),
            is_upper: is_upper(surface),
        };
        self.open.push(Seen { word: term, marks });
        self.end = word.span.end;
    }

    /// Counts the message that was read; `is_content` tells the words that carry meaning.
    pub(crate) fn close(&mut self, is_content: &[bool]) {
        self.n_messages += 1;
        self.grow(is_content.len());
        let open = std::mem::take(&mut self.open);
        let words = open.iter().filter(|seen| seen.marks.kind == Kind::Word);
        let n_words = words.clone().count();
        let n_capitals = words.filter(|seen| seen.marks.has_capital).count();
        self.n_letters += n_words as u64;
        self.n_capitals += n_capitals as u64;
        let shouts = n_words >= SHOUTING_WORDS && n_capitals as f64 > SHOUTING * n_words as f64;
        for seen in &open {
            self.count(seen, shouts);
        }
        if !shouts {
            self.count_phrases(&open, is_content);
        }
        self.marks.extend(open.iter().map(|seen| seen.marks));
        self.open = open;
    }

    /// The marks of all words but those of the first messages.
    pub(crate) fn take_marks(&mut self, n: usize, corpus: &Corpus) -> Vec<Marks> {
        let first = (0..n).map(|message| corpus.words(message).len()).sum();
        self.marks.split_off(first)
    }

    /// The evidence of a corpus, given the marks of its words.
    pub(crate) fn of(corpus: &Corpus, marks: Vec<Marks>) -> Self {
        let mut evidence = Self::default();
        let mut marks = marks.into_iter();
        for message in 0..corpus.len() {
            let words = corpus.words(message).iter().copied();
            let seen = words.zip(marks.by_ref());
            evidence.open = seen.map(|(word, marks)| Seen { word, marks }).collect();
            evidence.close(&corpus.is_content);
        }
        evidence
    }

    /// Makes room for new words, also of messages that are left out.
    pub(crate) fn grow(&mut self, n_words: usize) {
        self.messages.resize(n_words, 0);
        self.inside.resize(n_words, 0);
        self.capital.resize(n_words, 0);
        self.shown.resize(n_words, [0; 3]);
        self.last.resize(n_words, 0);
    }

    fn count(&mut self, seen: &Seen, shouts: bool) {
        let word = seen.word as usize;
        if self.last[word] != self.n_messages {
            self.last[word] = self.n_messages;
            self.messages[word] += 1;
        }
        self.shown[word][0] += 1;
        self.shown[word][1] += u32::from(seen.marks.has_capital);
        self.shown[word][2] += u32::from(seen.marks.is_upper);
        if seen.marks.kind == Kind::Word && !shouts && !seen.marks.is_initial {
            self.inside[word] += 1;
            self.capital[word] += u32::from(seen.marks.has_capital);
        }
    }

    /// Counts the longest runs of two or three adjacent words with a capital.
    fn count_phrases(&mut self, open: &[Seen], is_content: &[bool]) {
        let mut run: Vec<u32> = Vec::new();
        for seen in open {
            let is_part = seen.marks.kind == Kind::Word
                && seen.marks.has_capital
                && is_content[seen.word as usize];
            if !is_part || !seen.marks.is_adjacent {
                self.count_phrase(&run);
                run.clear();
            }
            if is_part {
                run.push(seen.word);
            }
        }
        self.count_phrase(&run);
    }

    fn count_phrase(&mut self, run: &[u32]) {
        if (2..=MAX_PHRASE).contains(&run.len()) {
            let mut phrase = [NONE; MAX_PHRASE];
            phrase[..run.len()].copy_from_slice(run);
            *self.phrases.entry(phrase).or_insert(0) += 1;
        }
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
        let [all, _, upper] = self.shown.get(word as usize).copied().unwrap_or_default();
        let of = |counts: &[u32]| counts.get(word as usize).copied().unwrap_or(0);
        let (inside, capital) = (of(&self.inside), of(&self.capital));
        if upper * 2 > all {
            form.to_uppercase()
        } else if capital > 0 && capital * 2 > inside {
            capitalized(form)
        } else {
            form.to_string()
        }
    }

    /// A word as it is mostly written, at the beginning of a sentence or not.
    pub(crate) fn shown(&self, word: u32, form: &str) -> String {
        let [all, capital, upper] = self.shown.get(word as usize).copied().unwrap_or_default();
        if upper * 2 > all {
            form.to_uppercase()
        } else if capital * 2 > all {
            capitalized(form)
        } else {
            form.to_string()
        }
    }
}

/// A word with a capital as its first letter.
pub(crate) fn capitalized(word: &str) -> String {
    let mut letters = word.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

fn ends_sentence(c: char) -> bool {
    matches!(c, '.' | '!' | '?' | ':' | '"' | '“' | '(' | '\n')
}

fn is_upper(surface: &str) -> bool {
    let mut letters = surface.chars().filter(|c| c.is_alphabetic());
    surface.len() > 1 && letters.clone().next().is_some() && letters.all(char::is_uppercase)
}

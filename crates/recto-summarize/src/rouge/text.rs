//! Tokenisation for ROUGE: sentences, truncation, words, stop words, stems.
//!
//! Each word of the references has a number; a word of the summary that stands in no
//! reference is [`UNKNOWN`], which can match nothing.

use super::options::{Alphabet, Cut, Options, Rules, Variant};
use super::porter::{self, Flavour};
use recto_text::Vocabulary;
use recto_text::token::alphanumeric;
use std::borrow::Cow;

/// A word that stands in no reference.
pub(super) const UNKNOWN: u32 = u32::MAX;

/// The words of the references.
#[derive(Debug, Default)]
pub(super) struct Words {
    numbers: Vocabulary,
}

impl Words {
    pub(super) fn len(&self) -> usize {
        self.numbers.len()
    }

    /// A word's number, a new one if need be.
    pub(super) fn learn(&mut self, word: &str) -> u32 {
        self.numbers.intern(word).0
    }

    /// A word's number, if a reference has the word.
    pub(super) fn look_up(&self, word: &str) -> u32 {
        self.numbers.get(word).map_or(UNKNOWN, |number| number.0)
    }
}

/// A text as numbers of words.
#[derive(Debug, Default)]
pub(super) struct Text {
    /// All words in order.
    pub(super) words: Vec<u32>,
    /// The words of each sentence, as the longest common subsequences take them.
    pub(super) sentences: Vec<Vec<u32>>,
    /// The places of each word that stands in it, words in order of their numbers.
    pub(super) places: Places,
}

/// Where each word stands: `at[from[word]..from[word + 1]]`.
#[derive(Debug, Default)]
pub(super) struct Places {
    from: Vec<u32>,
    at: Vec<u32>,
}

impl Places {
    /// The places of the known words, of which there are `n_words`.
    pub(super) fn of(words: &[u32], n_words: usize) -> Self {
        let mut from = vec![0u32; n_words + 1];
        for &word in words.iter().filter(|&&word| word != UNKNOWN) {
            from[word as usize + 1] += 1;
        }
        for word in 0..n_words {
            from[word + 1] += from[word];
        }
        let mut next = from.clone();
        let mut at = vec![0; from[n_words] as usize];
        for (place, &word) in (0u32..).zip(words) {
            if word != UNKNOWN {
                let slot = &mut next[word as usize];
                at[*slot as usize] = place;
                *slot += 1;
            }
        }
        Self { from, at }
    }

    /// Where `word` stands.
    pub(super) fn places(&self, word: u32) -> &[u32] {
        let word = word as usize;
        &self.at[self.from[word] as usize..self.from[word + 1] as usize]
    }
}

/// Reads a text; `number` says what a word, ready to be compared, is called.
pub(super) fn read(
    text: &str,
    options: &Options,
    rules: &Rules,
    mut number: impl FnMut(&str) -> u32,
) -> Text {
    let text = lower(text, options);
    let sentences: Vec<&str> = text.split('\n').filter(|line| !line.is_empty()).collect();
    let mut word = Vec::new();
    let mut numbers = |sentence: &&str| -> Vec<u32> {
        let words = alphanumeric(sentence, options.alphabet);
        let kept = words.filter(|word| !(options.stop && rules.is_stop(word)));
        kept.map(|surface| number(ready(surface, options, rules, &mut word)))
            .collect()
    };
    let whole = cut(&sentences, options);
    let units: Vec<Vec<u32>> = whole.iter().map(&mut numbers).collect();
    let words = units.concat();
    let sentences = match options.cut {
        Some(Cut::Bytes(limit)) if options.compat => {
            let long = long(&sentences, limit);
            long.iter().map(&mut numbers).collect()
        }
        _ => units,
    };
    Text {
        words,
        sentences,
        places: Places::default(),
    }
}

fn lower<'t>(text: &'t str, options: &Options) -> Cow<'t, str> {
    match (options.variant, options.alphabet) {
        (Variant::Script, Alphabet::Ascii) => text.to_ascii_lowercase().into(),
        _ if text.is_ascii() => text.to_ascii_lowercase().into(),
        _ => text.to_lowercase().into(),
    }
}

/// The form in which a word is compared.
fn ready<'t>(
    surface: &'t str,
    options: &Options,
    rules: &'t Rules,
    space: &'t mut Vec<u8>,
) -> &'t str {
    // The stemmer knows English only: words with other letters stay as they are.
    if !options.stem || surface.len() <= 3 || !surface.is_ascii() {
        return surface;
    }
    let flavour = match options.variant {
        Variant::Script => match rules.exceptions.base(surface) {
            Some(base) => return base,
            None => Flavour::Script,
        },
        Variant::RougeScore => Flavour::Nltk,
    };
    space.clear();
    space.extend_from_slice(surface.as_bytes());
    porter::stem(space, flavour);
    std::str::from_utf8(space).expect("ASCII stays ASCII")
}

/// The sentences up to the limit, the last one cut.
fn cut<'t>(sentences: &[&'t str], options: &Options) -> Vec<&'t str> {
    let (limit, length): (_, &dyn Fn(&str) -> usize) = match options.cut {
        None => return sentences.to_vec(),
        Some(Cut::Words(limit)) => (limit, &|sentence| n_fields(sentence, options.alphabet)),
        Some(Cut::Bytes(limit)) => (limit, &str::len),
    };
    let mut kept = Vec::new();
    let mut used = 0;
    for &sentence in sentences {
        let n = length(sentence);
        if used + n >= limit {
            kept.push(match options.cut {
                Some(Cut::Words(_)) => fields(sentence, limit - used, options.alphabet),
                _ => bytes(sentence, limit - used),
            });
            break;
        }
        used += n;
        kept.push(sentence);
    }
    kept
}

/// What 1.5.5 reads for the longest common subsequences under a limit in bytes: all
/// sentences up to the first that is over-long by itself, which is cut.
fn long<'t>(sentences: &[&'t str], limit: usize) -> Vec<&'t str> {
    let shorter = sentences.iter().take_while(|s| s.len() < limit).count();
    let last = sentences.get(shorter).map(|last| bytes(last, limit));
    sentences[..shorter].iter().copied().chain(last).collect()
}

/// The first `n` bytes, less a character that does not fit.
fn bytes(sentence: &str, n: usize) -> &str {
    let n = n.min(sentence.len());
    let end = (0..=n).rev().find(|&end| sentence.is_char_boundary(end));
    &sentence[..end.unwrap_or(0)]
}

fn is_blank(c: char, alphabet: Alphabet) -> bool {
    match alphabet {
        Alphabet::Ascii => c.is_ascii_whitespace() || c == '\x0B',
        Alphabet::Unicode => c.is_whitespace(),
    }
}

/// Runs of non-blanks. Perl's `split` finds an empty one before a leading blank.
fn n_fields(sentence: &str, alphabet: Alphabet) -> usize {
    let leads = sentence.starts_with(|c| is_blank(c, alphabet));
    let n = if alphabet == Alphabet::Ascii || sentence.is_ascii() {
        n_runs(
            sentence
                .bytes()
                .map(|b| is_blank(b.into(), Alphabet::Ascii)),
        )
    } else {
        n_runs(sentence.chars().map(|c| is_blank(c, alphabet)))
    };
    n + usize::from(leads && n > 0)
}

/// How often what is no blank begins.
fn n_runs(blanks: impl Iterator<Item = bool>) -> usize {
    let mut before = true;
    let starts = blanks.filter(|&blank| std::mem::replace(&mut before, blank) && !blank);
    starts.count()
}

/// The first `n` runs of non-blanks.
fn fields(sentence: &str, n: usize, alphabet: Alphabet) -> &str {
    let mut left = n;
    let mut inside = true;
    for (at, c) in sentence.char_indices() {
        let blank = is_blank(c, alphabet);
        // A leading blank ends the empty field before it.
        if blank && inside {
            left -= 1;
            if left == 0 {
                return &sentence[..at];
            }
        }
        inside = !blank;
    }
    sentence
}

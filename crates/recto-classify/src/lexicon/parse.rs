//! Files of words: `word TAB value` lines.

use super::MAX_WEIGHT;
use recto_math::{Notice, finite_number};
use recto_text::folded;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// The weight of a word that a file only calls positive.
const USUAL_WEIGHT: f64 = 2.0;

/// Characters that a message shows of a line or value.
const SHOWN: usize = 40;

/// Words that a message names.
const NAMED: usize = 5;

/// Why a text is no lexicon.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LexiconError {
    /// Nothing but blanks and comments.
    #[error("lexicon: no words; write a word, a tab and `pos`, `neg` or a number on each line")]
    Empty,
    /// A line without a word or without a second column.
    #[error("lexicon: line {line} has no word and value with a tab between them: `{text}`")]
    NotAPair {
        /// Its number, from 1.
        line: usize,
        /// Its first characters.
        text: String,
    },
    /// A value that is no polarity and no number.
    #[error("lexicon: line {line}: `{value}` is not `pos`, `neg`, `neutral` or a number")]
    NotAPolarity {
        /// Its number, from 1.
        line: usize,
        /// The first characters of the value.
        value: String,
    },
    /// A weight that is infinite or not a number.
    #[error("lexicon: line {line}: `{value}` is not a finite number; write one such as -1.5")]
    NotFinite {
        /// Its number, from 1.
        line: usize,
        /// The first characters of the value.
        value: String,
    },
    /// A value that is none of the classes.
    #[error("lexicon: line {line}: there is no class `{value}`; classes are {classes}")]
    UnknownClass {
        /// Its number, from 1.
        line: usize,
        /// The first characters of the value.
        value: String,
        /// The names of all classes.
        classes: String,
    },
}

/// A word and its weight, in the order of the file.
pub(super) struct Row {
    pub(super) word: String,
    pub(super) weight: f64,
}

/// What a file says of words.
pub(super) struct Weights {
    pub(super) rows: Vec<Row>,
    pub(super) scale: f64,
}

/// Reads polarities and numbers. Numbers are multiplied by `scale`, by default such that the
/// largest is [`MAX_WEIGHT`].
pub(super) fn weights(text: &str, scale: Option<f64>) -> Result<Weights, LexiconError> {
    let pairs = pairs(text)?;
    let values: Vec<Polarity> = pairs.iter().map(polarity).collect::<Result<_, _>>()?;
    let numbers = values.iter().map(|value| match value {
        Polarity::Number(number) => number.abs(),
        Polarity::Named(_) => 0.0,
    });
    let largest = numbers.fold(0.0, f64::max);
    let own = if largest > 0.0 {
        // Infinite if the largest is subnormal; 0 times that would be NaN.
        (MAX_WEIGHT / largest).min(f64::MAX)
    } else {
        1.0
    };
    let scale = scale.unwrap_or(own);
    let rows = pairs.into_iter().zip(values).map(|(pair, value)| Row {
        word: pair.word,
        weight: match value {
            Polarity::Named(weight) => weight,
            Polarity::Number(number) => (number * scale).clamp(-MAX_WEIGHT, MAX_WEIGHT),
        },
    });
    let rows = rows.collect();
    Ok(Weights { rows, scale })
}

enum Polarity {
    Named(f64),
    Number(f64),
}

fn polarity(pair: &Pair<'_>) -> Result<Polarity, LexiconError> {
    match pair.value.to_ascii_lowercase().as_str() {
        "pos" | "positive" => Ok(Polarity::Named(USUAL_WEIGHT)),
        "neg" | "negative" => Ok(Polarity::Named(-USUAL_WEIGHT)),
        "neutral" => Ok(Polarity::Named(0.0)),
        _ => match finite_number(pair.value) {
            Some(number) => Ok(Polarity::Number(number)),
            None => Err(not_a_polarity(pair)),
        },
    }
}

fn not_a_polarity(pair: &Pair<'_>) -> LexiconError {
    let (line, value) = (pair.line, shown(pair.value));
    // Not finite, or `finite_number` had taken it.
    if pair.value.parse::<f64>().is_ok() {
        LexiconError::NotFinite { line, value }
    } else {
        LexiconError::NotAPolarity { line, value }
    }
}

/// The words with the weights of their last lines, without those that stand in the file with
/// weights of both signs.
pub(super) fn without_conflicts(rows: Vec<Row>) -> (Vec<(String, f64)>, Vec<Notice>) {
    let mut signs: FxHashMap<&str, (bool, bool)> = FxHashMap::default();
    for row in &rows {
        let (positive, negative) = signs.entry(&row.word).or_default();
        *positive |= row.weight > 0.0;
        *negative |= row.weight < 0.0;
    }
    let conflicts = |word: &str| signs[word] == (true, true);
    let mut dropped: Vec<&str> = rows.iter().map(|row| row.word.as_str()).collect();
    dropped.retain(|word| conflicts(word));
    let notice = conflict_notice(dropped, "are both positive and negative");
    let kept = rows.iter().filter(|row| !conflicts(&row.word));
    let kept = kept.map(|row| (row.word.clone(), row.weight)).collect();
    (kept, notice.into_iter().collect())
}

fn conflict_notice(mut words: Vec<&str>, what: &str) -> Option<Notice> {
    words.sort_unstable();
    words.dedup();
    if words.is_empty() {
        return None;
    }
    let named = words[..words.len().min(NAMED)].join(", ");
    let more = if words.len() > NAMED { ", …" } else { "" };
    let n = words.len();
    Some(format!("lexicon: words that {what} were left out ({n}): {named}{more}").into())
}

/// Words that stand for classes.
#[derive(Debug, Clone, PartialEq)]
pub struct ClassWords {
    /// Each word or phrase in lower case and the index of its class, in the order of letters.
    pub words: Vec<(String, usize)>,
    /// Words that were listed for several classes and left out.
    pub notices: Vec<Notice>,
}

/// Reads a file whose second column names one of `classes`, in upper or lower case.
///
/// # Errors
/// [`LexiconError`] with the number of the line that cannot be read, or if there is none.
pub fn class_words(text: &str, classes: &[String]) -> Result<ClassWords, LexiconError> {
    let mut found: Vec<(String, usize)> = Vec::new();
    for pair in pairs(text)? {
        let is_named = |class: &String| folded(class) == folded(pair.value);
        let Some(class) = classes.iter().position(is_named) else {
            return Err(LexiconError::UnknownClass {
                line: pair.line,
                value: shown(pair.value),
                classes: classes.join(", "),
            });
        };
        found.push((pair.word, class));
    }
    found.sort_unstable();
    found.dedup();
    let mut dropped = Vec::new();
    let mut words = Vec::new();
    for run in found.chunk_by(|a, b| a.0 == b.0) {
        match run {
            [only] => words.push(only.clone()),
            several => dropped.push(several[0].0.as_str()),
        }
    }
    let notice = conflict_notice(dropped, "stand for several classes");
    let notices = notice.into_iter().collect();
    Ok(ClassWords { words, notices })
}

/// A line of a file: the word folded, and the second column.
struct Pair<'t> {
    line: usize,
    word: String,
    value: &'t str,
}

fn pairs(text: &str) -> Result<Vec<Pair<'_>>, LexiconError> {
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    let lines = (1..).zip(text.lines());
    let lines = lines.filter(|(_, text)| !text.trim().is_empty() && !text.starts_with('#'));
    let pairs: Vec<Pair<'_>> = lines.map(pair).collect::<Result<_, _>>()?;
    if pairs.is_empty() {
        return Err(LexiconError::Empty);
    }
    Ok(pairs)
}

/// Columns behind the second are ignored: some lexicons have deviations and votes there.
fn pair((line, text): (usize, &str)) -> Result<Pair<'_>, LexiconError> {
    let mut columns = text.split('\t').map(str::trim);
    let (word, value) = (columns.next().unwrap_or(""), columns.next().unwrap_or(""));
    let is_word = word.contains(char::is_alphanumeric);
    if !is_word || value.is_empty() {
        let text = shown(text.trim());
        return Err(LexiconError::NotAPair { line, text });
    }
    // Texts are cut at hyphens, so that `top-notch` is a phrase of two words.
    let spaced = word.replace('-', " ");
    let words: Vec<_> = spaced.split_whitespace().map(folded).collect();
    let word = words.join(" ");
    Ok(Pair { line, word, value })
}

fn shown(text: &str) -> String {
    text.chars().take(SHOWN).collect()
}

/// The classes that a file names in its second column, in the order of letters; none if it
/// has numbers or praise and blame (`pos`, `neg`) there.
///
/// # Errors
/// [`LexiconError`] if there are no pairs, or if a value is infinite or not a number: it is
/// more likely a weight that could not be computed than the name of a class.
pub fn class_names(text: &str) -> Result<Vec<String>, LexiconError> {
    let pairs = pairs(text)?;
    let mut names = BTreeSet::new();
    let mut has_weights = false;
    for pair in &pairs {
        match polarity(pair) {
            Ok(_) => has_weights = true,
            Err(LexiconError::NotAPolarity { .. }) => drop(names.insert(pair.value)),
            Err(error) => return Err(error),
        }
    }
    if has_weights {
        names.clear();
    }
    Ok(names.into_iter().map(str::to_owned).collect())
}

//! A user's own stop words, beside the list of the language.

use crate::normal;
use rustc_hash::FxHashMap;

/// Words that a user adds to the stop list of the language or takes off it, as they are
/// written: other forms of a word are words of their own.
///
/// ```
/// use recto_text::StopWords;
/// let words = StopWords::parse("# what every memo says\nmemo\nMemos\n-against\n")?;
/// assert_eq!(words.len(), 3);
/// # Ok::<(), recto_text::StopWordsError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StopWords {
    /// Whether each word is one: `false` takes it off the language's list.
    words: FxHashMap<String, bool>,
}

/// Why a text is no list of stop words.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StopWordsError {
    /// Nothing but blanks and comments.
    #[error("holds no words; write one word a line")]
    Empty,
    /// A line with several words, or with none.
    #[error("line {line} is not a word: `{text}`; write one word a line")]
    NotAWord {
        /// Its number, from 1.
        line: usize,
        /// Its first characters.
        text: String,
    },
}

/// Characters that a message shows of a line.
const SHOWN: usize = 40;

impl StopWords {
    /// Reads a list: one word a line, in upper or lower case. What follows `#` is a comment,
    /// and `-` before a word takes it off the language's list. The last line about a word
    /// counts.
    ///
    /// # Errors
    /// [`StopWordsError`] if there is no word, or a line that is not one.
    pub fn parse(text: &str) -> Result<Self, StopWordsError> {
        let mut words = FxHashMap::default();
        let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
        for (i, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default().trim();
            if line.is_empty() {
                continue;
            }
            let (word, is_stop) = match line.strip_prefix('-') {
                Some(word) => (word.trim_start(), false),
                None => (line, true),
            };
            if !is_word(word) {
                let (line, text) = (i + 1, line.chars().take(SHOWN).collect());
                return Err(StopWordsError::NotAWord { line, text });
            }
            let mut folded = String::new();
            normal::fold(word, &mut folded);
            words.insert(folded, is_stop);
        }
        if words.is_empty() {
            return Err(StopWordsError::Empty);
        }
        Ok(Self { words })
    }

    /// How many words, those that are taken off included.
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// Whether there is none; [`StopWords::parse`] gives no such list.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Whether a word in lower case is one; `None` leaves it to the language.
    pub(crate) fn get(&self, word: &str) -> Option<bool> {
        self.words.get(word).copied()
    }
}

fn is_word(word: &str) -> bool {
    let is_foreign = |c: char| c.is_whitespace() || c.is_control();
    word.chars().any(char::is_alphanumeric) && !word.chars().any(is_foreign)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_blanks_and_case_do_not_matter_and_the_last_line_counts() {
        let list = "\u{FEFF}# quay\n\n  Quay  # the place\nIt’s\r\n-the\nboat\n- boat\n";
        let words = StopWords::parse(list).expect("a list");
        assert_eq!(words.len(), 4);
        let rows = ["quay", "it's", "the", "boat", "net"].map(|word| words.get(word));
        let (on, off) = (Some(true), Some(false));
        assert_eq!(rows, [on, on, off, off, None]);
    }

    #[test]
    fn what_is_no_list_is_told_by_its_line() {
        let error = |text| StopWords::parse(text).expect_err(text).to_string();
        let nothing = "holds no words; write one word a line";
        assert_eq!(error(""), nothing);
        assert_eq!(error("# none yet\n\n"), nothing);
        let row =
            |line, text| format!("line {line} is not a word: `{text}`; write one word a line");
        assert_eq!(error("net\nold boat\n"), row(2, "old boat"));
        assert_eq!(error("--\n"), row(1, "--"));
        assert_eq!(error("a\0b\n"), row(1, "a\0b"));
    }
}

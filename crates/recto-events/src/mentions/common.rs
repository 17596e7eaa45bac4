//! Common English words, which are no names.

use recto_text::Language;
use recto_text::language::Stems;
use rustc_hash::FxHashSet;

/// Base forms, one list for all their forms.
const WORDS: &str = include_str!("common_words.txt");

/// Common words by their stems.
pub(super) struct CommonWords {
    stems: Stems,
    known: FxHashSet<String>,
}

impl CommonWords {
    pub(super) fn new() -> Self {
        let english = Language::from_code("en").expect("English is known");
        let stems = Stems::new(english);
        let lines = WORDS.lines().filter(|line| !line.starts_with('#'));
        let words = lines.flat_map(str::split_whitespace);
        let known = words.map(|word| stems.stem(word).into_owned()).collect();
        Self { stems, known }
    }

    /// Whether a word in lower case is a form of a common one.
    pub(super) fn contains(&self, word: &str) -> bool {
        self.known.contains(self.stems.stem(word).as_ref())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_common_words_are_common_and_names_are_not() {
        let common = CommonWords::new();
        for word in ["goals", "scored", "watching", "happily", "minute"] {
            assert!(common.contains(word), "{word}");
        }
        for word in ["kestrel", "torres", "tanabe", "sneijder", "mata"] {
            assert!(!common.contains(word), "{word}");
        }
    }
}

//! How much of a collection a lexicon knows.

use super::Lexicon;
use recto_math::Notice;
use recto_text::{Units, folded};
use rustc_hash::FxHashSet;
use serde::Serialize;

/// The least share of words that a lexicon for the language of the texts knows. The English
/// list knows 7 % of the words of reviews and 5 % of those of news.
const LEAST_SHARE: f64 = 0.01;

/// Counts of known words. Phrases are not looked up: each word counts by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Coverage {
    /// Words of all documents, as often as they occur.
    pub tokens: usize,
    /// Those of them that are in the lexicon.
    pub known_tokens: usize,
    /// Different words of the lexicon that occur.
    pub known_words: usize,
    /// Documents.
    pub documents: usize,
    /// Documents with a word of the lexicon.
    pub known_documents: usize,
}

impl Lexicon {
    /// Counts the words of documents that are in the lexicon.
    pub fn coverage<'u, 'd: 'u>(
        &self,
        documents: impl IntoIterator<Item = &'u Units<'d>>,
    ) -> Coverage {
        let mut coverage = Coverage::default();
        let mut seen: FxHashSet<usize> = FxHashSet::default();
        for units in documents {
            let words = units.tokens.iter();
            let words = words.map(|token| folded(&units.text[token.span().range()]));
            let known = words.filter_map(|word| self.entries.get_index_of(word.as_ref()));
            let before = coverage.known_tokens;
            for index in known {
                coverage.known_tokens += 1;
                seen.insert(index);
            }
            coverage.tokens += units.tokens.len();
            coverage.documents += 1;
            coverage.known_documents += usize::from(coverage.known_tokens > before);
        }
        coverage.known_words = seen.len();
        coverage
    }
}

impl Coverage {
    /// A warning if so few words are known that the lexicon is likely of another language.
    pub fn notice(&self) -> Option<Notice> {
        let share = self.known_tokens as f64 / self.tokens.max(1) as f64;
        let is_low = self.tokens > 0 && share < LEAST_SHARE;
        is_low.then(|| {
            let percent = 100.0 * share;
            format!(
                "the lexicon has {percent:.1} % of the words ({} of {}); \
                 it may be for another language",
                self.known_tokens, self.tokens
            )
            .into()
        })
    }
}

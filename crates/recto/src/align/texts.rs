//! The texts behind an answer: what its tokens and sentences are made of.

use super::body::{AlignedLink, AlignedPair, SourceSentence};
use crate::Reading;
use recto_text::{Document, Language, Span};
use rustc_hash::FxHashMap;

/// The texts of a pair.
#[derive(Debug, Clone, Copy)]
pub(super) struct Texts<'r> {
    pub(super) pair: &'r AlignedPair,
    /// The documents of the source.
    pub(super) source: &'r [Document],
    /// The summary.
    pub(super) summary: &'r Document,
}

/// The texts of the pairs of an answer, as far as the reading has them.
pub(super) fn of<'r>(pairs: &'r [AlignedPair], reading: &'r Reading<'_>) -> Vec<Texts<'r>> {
    let documents = reading.documents();
    let places = reading.pile().pairs.iter().filter_map(|pair| {
        let source = documents.get(pair.source.clone())?;
        // Ids of documents are unique, those of pairs need not be.
        Some((&*source.first()?.id, (source, documents.get(pair.summary)?)))
    });
    let places: FxHashMap<&str, (&[Document], &Document)> = places.collect();
    let texts = |pair: &'r AlignedPair| {
        let (source, summary) = *places.get(&*pair.documents.first()?.id)?;
        Some(Texts {
            pair,
            source,
            summary,
        })
    };
    pairs.iter().filter_map(texts).collect()
}

impl<'r> Texts<'r> {
    /// The document of the source that holds a token, and its number.
    pub(super) fn document_of(&self, token: usize) -> Option<(usize, &'r Document)> {
        let holds = |own: &[usize; 2]| own[0] <= token && token < own[1];
        let mut own = self.pair.documents.iter();
        let at = own.position(|document| holds(&document.tokens))?;
        Some((at, self.source.get(at)?))
    }

    /// Where tokens of the source stand: the number of a document and a span of it. Tokens
    /// of a second document are left out.
    pub(super) fn source_span(&self, tokens: [usize; 2]) -> Option<(usize, Span)> {
        let (at, _) = self.document_of(tokens[0])?;
        let end = tokens[1].min(self.pair.documents[at].tokens[1]);
        Some((at, span(&self.pair.tokens.document, [tokens[0], end])?))
    }

    /// Tokens of the source as they are written.
    pub(super) fn source_words(&self, tokens: [usize; 2]) -> &'r str {
        let place = self.source_span(tokens);
        let words = place.and_then(|(at, span)| self.source.get(at)?.text.get(span.range()));
        words.unwrap_or_default()
    }

    /// A sentence of the source as it is written.
    pub(super) fn sentence(&self, sentence: &SourceSentence) -> &'r str {
        let document = self.source.get(sentence.document);
        let words = document.and_then(|document| document.text.get(sentence.start..sentence.end));
        words.unwrap_or_default()
    }

    /// Whether a sentence of the source has a link of a content word; `used` says so of its
    /// tokens.
    pub(super) fn is_used(sentence: &SourceSentence, used: &[Use]) -> bool {
        let [from, to] = sentence.tokens;
        let mut words = used.get(from..to).unwrap_or_default().iter();
        words.any(|word| *word == Use::Content)
    }

    /// Where tokens of the summary stand.
    pub(super) fn summary_span(&self, tokens: [usize; 2]) -> Option<Span> {
        span(&self.pair.tokens.summary, tokens)
    }

    /// Tokens of the summary as they are written.
    pub(super) fn summary_words(&self, tokens: [usize; 2]) -> &'r str {
        let span = self.summary_span(tokens);
        let words = span.and_then(|span| self.summary.text.get(span.range()));
        words.unwrap_or_default()
    }

    /// Whether a token of the summary is more than a function word or a mark.
    pub(super) fn is_content(&self, token: usize) -> bool {
        is_content(&self.pair.language, self.summary_words([token, token + 1]))
    }

    /// Whether a token of the source is more than a function word or a mark.
    pub(super) fn is_source_content(&self, token: usize) -> bool {
        is_content(&self.pair.language, self.source_words([token, token + 1]))
    }

    /// The tokens of the summary that are more than function words or marks.
    pub(super) fn content(&self) -> impl Iterator<Item = usize> {
        let tokens = 0..self.pair.tokens.summary.len();
        tokens.filter(|&token| self.is_content(token))
    }

    /// How many tokens of [`Texts::content`] have no link.
    pub(super) fn n_missing(&self) -> usize {
        let missing = self.pair.unsupported.iter();
        missing.filter(|&&token| self.is_content(token)).count()
    }

    /// For each token of the source, whether a link leads there, and whether one of a
    /// content word does.
    pub(super) fn used(&self) -> Vec<Use> {
        let mut used = vec![Use::Not; self.pair.tokens.document.len()];
        for (source, summary) in self.pair.links.iter().flat_map(AlignedLink::words) {
            let Some(used) = used.get_mut(source) else {
                continue;
            };
            if self.is_content(summary) {
                *used = Use::Content;
            } else if *used == Use::Not {
                *used = Use::Function;
            }
        }
        used
    }

    /// Runs of tokens of the summary without a link, each with a content word in it: what a
    /// reader should look at.
    pub(super) fn unsupported(&self) -> Vec<[usize; 2]> {
        let mut runs: Vec<[usize; 2]> = Vec::new();
        let is_start = |token: usize| {
            let sentences = &self.pair.sentences;
            let found = sentences.binary_search_by_key(&token, |sentence| sentence.tokens[0]);
            found.is_ok()
        };
        for &token in &self.pair.unsupported {
            match runs.last_mut() {
                Some(run) if run[1] == token && !is_start(token) => run[1] += 1,
                _ => runs.push([token, token + 1]),
            }
        }
        for run in &mut runs {
            // Function words at the edges are no finding.
            while run[0] < run[1] && !self.is_content(run[0]) {
                run[0] += 1;
            }
            while run[0] < run[1] && !self.is_content(run[1] - 1) {
                run[1] -= 1;
            }
        }
        runs.retain(|run| run[0] < run[1]);
        runs
    }
}

/// What a summary made of a token of its source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Use {
    /// Nothing.
    Not,
    /// A function word or a mark.
    Function,
    /// A word that says something.
    Content,
}

/// From the first of some tokens to the last; `None` if there are none.
fn span(tokens: &[[usize; 2]], [from, to]: [usize; 2]) -> Option<Span> {
    let tokens = tokens.get(from..to)?;
    let (first, last) = (tokens.first()?, tokens.last()?);
    (first[0] <= last[1]).then(|| Span::new(first[0], last[1]))
}

fn is_content(language: &str, word: &str) -> bool {
    let language = Language::from_code(language);
    let is_stop = |word: &str| language.is_some_and(|row| row.stop_words().contains_key(word));
    word.contains(char::is_alphanumeric) && !is_stop(&word.to_lowercase())
}

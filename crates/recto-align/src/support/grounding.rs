//! Where the words of a summary sentence stand in the source.

use super::kinds::{Key, Kind, Text, Token, groups};
use super::path;
use crate::Pairs;
use rustc_hash::FxHashMap;
use std::ops::Range;

/// The source, with the places of each key.
pub(super) struct Source {
    pub(super) text: Text,
    places: FxHashMap<Key, Vec<usize>>,
}

impl Source {
    pub(super) fn new(text: Text) -> Self {
        let mut places: FxHashMap<Key, Vec<usize>> = FxHashMap::default();
        for (place, token) in text.tokens.iter().enumerate() {
            places.entry(token.key.clone()).or_default().push(place);
        }
        Self { text, places }
    }

    pub(super) fn sentence(&self, place: usize) -> Range<usize> {
        self.text.sentences[self.text.sentence_of[place]].clone()
    }

    pub(super) fn kind(&self, place: usize) -> Kind {
        self.text.tokens[place].kind
    }

    /// The tokens that stand for a summary's token, ascending.
    fn places(&self, token: &Token, written: &str) -> Vec<usize> {
        match self.places.get(&token.key) {
            Some(places) => places.clone(),
            None if token.kind == Kind::Number => self.spread(&groups(written)),
            None => Vec::new(),
        }
    }

    /// The last groups of a number that the source writes as several, "56 000".
    fn spread(&self, groups: &[&str]) -> Vec<usize> {
        let is = |place: usize, group: &str| {
            let token = self.text.tokens.get(place);
            token.is_some_and(|token| token.key == Key::Number(group.to_owned()))
        };
        let [first, rest @ ..] = groups else {
            return Vec::new();
        };
        let starts = self.places.get(&Key::Number((*first).to_owned()));
        let starts = starts.into_iter().flatten().copied();
        starts
            .filter(|start| {
                let mut following = rest.iter().zip(start + 1..);
                !rest.is_empty() && following.all(|(group, place)| is(place, group))
            })
            .map(|start| start + rest.len())
            .collect()
    }
}

/// A sentence of the summary beside the source.
pub(super) struct Grounding<'e> {
    pub(super) source: &'e Source,
    pub(super) tokens: &'e [Token],
    /// For each token the places of the source that it may come from.
    pub(super) places: Vec<Vec<usize>>,
    /// For each token the place that it comes from on the cheapest path.
    pub(super) path: Vec<Option<usize>>,
    is_linked: Vec<bool>,
    is_short: Vec<bool>,
}

/// What an alignment says of each word of a summary.
pub(super) struct Links {
    /// Whether it links the word.
    pub(super) is_linked: Vec<bool>,
    /// Whether the word is short for several words of the source, or one of several that
    /// the source has a short form of.
    pub(super) is_short: Vec<bool>,
}

impl<'e> Grounding<'e> {
    /// Forms that only the alignment knows count as found.
    pub(super) fn new(
        pairs: &Pairs,
        words: &[recto_text::TermId],
        source: &'e Source,
        tokens: &'e [Token],
        links: &Links,
    ) -> Self {
        let written = |token: &Token| pairs.vocabulary().term(words[token.at]);
        let places: Vec<_> = tokens
            .iter()
            .map(|token| source.places(token, written(token)))
            .collect();
        Self {
            path: path::cheapest(source, tokens, &places),
            is_linked: tokens
                .iter()
                .map(|token| links.is_linked[token.at])
                .collect(),
            is_short: tokens
                .iter()
                .map(|token| links.is_short[token.at])
                .collect(),
            source,
            tokens,
            places,
        }
    }

    /// Whether the source has a token, as far as form and alignment tell.
    pub(super) fn has(&self, token: usize) -> bool {
        !self.places[token].is_empty() || self.is_linked[token]
    }

    /// Whether a token and the source name one thing by a name and its initials.
    pub(super) fn is_short(&self, token: usize) -> bool {
        self.is_short[token]
    }

    pub(super) fn content(&self) -> impl Iterator<Item = usize> + Clone {
        let tokens = self.tokens;
        (0..tokens.len()).filter(|&token| tokens[token].kind.is_content())
    }

    /// Names and numbers that the source has only where less than a fifth of the other
    /// content words of the sentence stands.
    pub(super) fn elsewhere(&self) -> Vec<usize> {
        let source = &self.source.text;
        let content: Vec<usize> = self.content().collect();
        let is_in = |at: usize, sentence: &Range<usize>| {
            let after = self.places[at].partition_point(|&place| place < sentence.start);
            self.places[at]
                .get(after)
                .is_some_and(|&place| place < sentence.end)
        };
        let is_elsewhere = |&at: &usize| {
            let others = content
                .iter()
                .filter(|&&other| self.tokens[other].key != self.tokens[at].key);
            let (n_others, mut most) = (others.clone().count(), 0);
            for &place in &self.places[at] {
                let sentence = &source.sentences[source.sentence_of[place]];
                most = most.max(
                    others
                        .clone()
                        .filter(|&&other| is_in(other, sentence))
                        .count(),
                );
            }
            !self.places[at].is_empty() && most * 5 < n_others
        };
        let names = content.iter().copied();
        let names = names.filter(|&at| matches!(self.tokens[at].kind, Kind::Name | Kind::Number));
        names.filter(is_elsewhere).collect()
    }
}

//! Where the words of a summary sentence stand in the source.

use super::kinds::{Key, Kind, Text, Token, groups};
use super::path;
use crate::Pairs;
use crate::places::{around, most_places, on_diagonal};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// Most places of one token of the summary, and of all its tokens together.
const MOST_PLACES: usize = 1 << 15;
const ALL_PLACES: usize = 1 << 20;

/// Content words of a sentence from which on it is no sentence but a list or a log, of which
/// it says nothing that a name stands elsewhere than the others.
const LONGEST: usize = 200;

/// The source, with the places of each key.
pub(super) struct Source {
    pub(super) text: Text,
    places: FxHashMap<Key, Vec<usize>>,
    /// Most places of a token, and tokens and sentences of the summary.
    most: usize,
    summary_tokens: usize,
    pub(super) summary_sentences: usize,
}

impl Source {
    /// `summary` is what will be looked for.
    pub(super) fn new(text: Text, summary: &Text) -> Self {
        let mut places: FxHashMap<Key, Vec<usize>> = FxHashMap::default();
        for (place, token) in text.tokens.iter().enumerate() {
            places.entry(token.key.clone()).or_default().push(place);
        }
        let count = |token: &Token| places.get(&token.key).map_or(0, Vec::len);
        let counts: Vec<usize> = summary.tokens.iter().map(count).collect();
        Self {
            text,
            places,
            most: most_places(&counts, MOST_PLACES, ALL_PLACES),
            summary_tokens: summary.tokens.len(),
            summary_sentences: summary.sentences.len(),
        }
    }

    pub(super) fn sentence(&self, place: usize) -> Range<usize> {
        self.text.sentences[self.text.sentence_of[place]].clone()
    }

    pub(super) fn kind(&self, place: usize) -> Kind {
        self.text.tokens[place].kind
    }

    /// The tokens that stand for a summary's token, ascending: of very many, those around the
    /// same part of the source.
    fn places(&self, token: &Token, written: &str) -> Vec<usize> {
        match self.places.get(&token.key) {
            Some(places) => {
                let here = on_diagonal(token.at, self.summary_tokens, self.text.tokens.len());
                around(places, self.most, |place| place < here).to_vec()
            }
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
        if content.len() > LONGEST {
            return Vec::new();
        }
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

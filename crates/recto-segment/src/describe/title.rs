//! Titles of segments: the heading that it opens with, or a few of its words.
//!
//! The weight of a term in a title is `u^p ln((1 + S) / df) b`: `u` units of the segment hold
//! it, `df` of the `S` segments do, and `b` is 2 for a term of the first tenth, where a writer
//! says what comes. The units count, not the occurrences, so that a word repeated in one
//! passage does not name a chapter. A phrase of neighbouring terms weighs as its terms
//! together, less the more often they stand apart: `sqrt(times together / times of the rarest)`.
//!
//! `p` was chosen on headings that the method did not see (`examples/titles.rs`), of an
//! encyclopaedia and of fiction; 1.5 to 2 differ by a title or two in either.

use recto_text::token::{can_name, without_possessive};
use recto_text::{TermId, Units};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// Power of the number of units that hold a term.
const SPREAD: f64 = 1.6;

/// The part of a segment in which a writer says what comes.
const FIRST: usize = 10;

/// Words of a title at most, those of phrases counted.
const WORDS: usize = 3;

/// Characters of a heading that are shown.
const HEADING: usize = 80;

/// A segment whose title is sought.
pub(super) struct Titled<'a> {
    pub(super) units: &'a Units<'a>,
    /// Its units.
    pub(super) range: Range<usize>,
    /// `count * ln((1 + S) / df)` of each term of the text in it.
    pub(super) weights: &'a [f64],
}

/// Neighbouring terms: where they stand first, and how often.
struct Phrase {
    token: usize,
    length: usize,
    count: usize,
}

impl Titled<'_> {
    /// The words of the segment that say most; its first words if none says anything.
    pub(super) fn words(&self) -> String {
        let weights = self.term_weights();
        let mut phrases: Vec<(f64, Phrase)> = Vec::new();
        for phrase in self.phrases() {
            if let Some(weight) = self.weigh(&phrase, &weights) {
                phrases.push((weight, phrase));
            }
        }
        phrases.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.token.cmp(&b.1.token)));
        let (mut used, mut said) = (Vec::new(), Vec::new());
        for (_, phrase) in &phrases {
            let terms = self.terms_of(phrase);
            let is_new = !terms.iter().any(|term| used.contains(term));
            if is_new && used.len() + terms.len() <= WORDS {
                used.extend(terms);
                said.push(self.spelled(phrase));
            }
        }
        if said.is_empty() {
            self.opening()
        } else {
            said.join(", ")
        }
    }

    /// The heading that the segment opens with; `None` if it opens with none.
    pub(super) fn heading(&self, is_heading: &[bool]) -> Option<String> {
        let headed = self.range.clone().take_while(|&unit| is_heading[unit]);
        let mut heading = String::new();
        for line in headed.map(|unit| self.units.text_of(unit)) {
            if !heading.is_empty() {
                let is_open = heading.ends_with(char::is_alphanumeric);
                heading.push_str(if is_open { ": " } else { " " });
            }
            let words: Vec<&str> = line.split_whitespace().collect();
            heading.push_str(&words.join(" "));
        }
        let end = heading
            .char_indices()
            .nth(HEADING)
            .map_or(heading.len(), |(at, _)| at);
        let shown = heading[..end].trim_end_matches(['.', ':', ' ']);
        (!shown.is_empty()).then(|| shown.to_string())
    }

    fn tokens(&self) -> Range<usize> {
        self.units.token_range(self.range.start, self.range.end)
    }

    fn term(&self, token: usize) -> Option<TermId> {
        self.units.tokens[token].term()
    }

    /// How often a term occurs, and its weight in a title.
    fn term_weights(&self) -> FxHashMap<TermId, (f64, f64)> {
        let early = (self.range.len() / FIRST).max(2);
        let mut found: FxHashMap<TermId, (f64, f64, f64)> = FxHashMap::default();
        for unit in self.range.clone() {
            let is_early = unit - self.range.start < early;
            let mut terms: Vec<TermId> = self.units.terms(unit).collect();
            terms.sort_unstable();
            for same in terms.chunk_by(|a, b| a == b) {
                let (count, spread, first) = found.entry(same[0]).or_insert((0.0, 0.0, 1.0));
                *count += same.len() as f64;
                *spread += 1.0;
                *first = if is_early { 2.0 } else { *first };
            }
        }
        let weigh = |(term, (count, spread, first)): (TermId, (f64, f64, f64))| {
            let rare = self.weights[term.index()] / count;
            (term, (count, spread.powf(SPREAD) * rare * first))
        };
        found.into_iter().map(weigh).collect()
    }

    /// All phrases of terms that a title could use, in the order of the text; those of
    /// several words stand there more than once.
    fn phrases(&self) -> Vec<Phrase> {
        let tokens = self.tokens();
        // A token without a term is in no phrase, so that any number will do for it.
        let terms = tokens
            .clone()
            .map(|token| self.term(token).unwrap_or(TermId(0)));
        let terms: Vec<TermId> = terms.collect();
        let mut known: FxHashMap<&[TermId], usize> = FxHashMap::default();
        let mut phrases: Vec<Phrase> = Vec::new();
        for token in tokens.clone() {
            for length in 1..=WORDS.min(tokens.end - token) {
                if !self.continues(token, length) {
                    break;
                }
                let phrase = Phrase {
                    token,
                    length,
                    count: 1,
                };
                let at = token - tokens.start;
                let at = known
                    .entry(&terms[at..at + length])
                    .or_insert(phrases.len());
                match phrases.get_mut(*at) {
                    Some(known) => known.count += 1,
                    None => phrases.push(phrase),
                }
            }
        }
        phrases.retain(|phrase| phrase.length == 1 || phrase.count > 1);
        phrases
    }

    /// Whether `length` tokens from here are words for a title with nothing but a blank or
    /// a hyphen between them.
    fn continues(&self, token: usize, length: usize) -> bool {
        let last = token + length - 1;
        if !self.is_word(last) {
            return false;
        }
        let span = |token: usize| self.units.tokens[token].span();
        length == 1
            || matches!(
                self.units.text.get(span(last - 1).end..span(last).start),
                Some(" " | "-" | "\n")
            )
    }

    fn is_word(&self, token: usize) -> bool {
        let term = self.term(token);
        term.is_some_and(|term| can_name(self.units.vocabulary.term(term)))
    }

    fn terms_of(&self, phrase: &Phrase) -> Vec<TermId> {
        let tokens = phrase.token..phrase.token + phrase.length;
        tokens.filter_map(|token| self.term(token)).collect()
    }

    fn weigh(&self, phrase: &Phrase, weights: &FxHashMap<TermId, (f64, f64)>) -> Option<f64> {
        let (mut sum, mut rarest) = (0.0, f64::INFINITY);
        for term in self.terms_of(phrase) {
            let (count, weight) = weights.get(&term)?;
            sum += weight;
            rarest = count.min(rarest);
        }
        Some(sum * (phrase.count as f64 / rarest).sqrt())
    }

    /// A word as it is mostly spelled, so that only names keep a capital; a phrase as it
    /// stands first.
    fn spelled(&self, phrase: &Phrase) -> String {
        let span = |token: usize| self.units.tokens[token].span();
        if phrase.length > 1 {
            let words = span(phrase.token).start..span(phrase.token + phrase.length - 1).end;
            let words = self.units.text[words].replace('\n', " ");
            return without_possessive(&words).to_string();
        }
        let term = self.term(phrase.token).expect("a phrase is made of terms");
        self.units.cased_spelling(term, self.tokens())
    }

    /// The first words, for a segment of function words alone.
    pub(super) fn opening(&self) -> String {
        let words = self.units.text_of(self.range.start).split_whitespace();
        words.take(6).collect::<Vec<_>>().join(" ")
    }
}

//! A shallow parse from tags: noun groups, prepositional and verb groups, clauses between
//! commas, the sentence.
//!
//! ```text
//! NP  determiners, numbers, adjectives and nouns that end in a noun or number; a pronoun
//! PP  a preposition and the noun group after it
//! VP  verbs with what modifies them, and the groups after them
//! CL  what stands between marks
//! S   the sentence
//! ```
//!
//! Spans nest, and each word has its tag. The quality that jumps need is low: the model only
//! learns which spans are often skipped.

use super::tag::{Word, tag};
use super::{Constituent, LABELS, SENTENCE};
use crate::{Pairs, Side};
use recto_text::TermId;
use std::ops::Range;

/// The constituents of a side, the outer ones first.
pub(crate) fn chunks(pairs: &Pairs, side: &Side) -> Vec<Constituent> {
    let mut found = Vec::with_capacity(2 * side.len());
    for sentence in 0..side.sentences.len() {
        Sentence::new(pairs, side, side.sentence(sentence)).find(&mut found);
    }
    found
}

/// The number of a label of the chunker: they are the first that are numbered.
fn label(name: &str) -> TermId {
    let at = LABELS.iter().position(|label| *label == name);
    TermId(at.unwrap_or_default() as u32)
}

struct Sentence {
    start: usize,
    tags: Vec<&'static str>,
}

impl Sentence {
    fn new(pairs: &Pairs, side: &Side, words: Range<usize>) -> Self {
        let mut tags: Vec<&'static str> = Vec::with_capacity(words.len());
        let start = words.start;
        for at in words {
            let word = Word {
                text: pairs.vocabulary().term(side.words[at]),
                is_capital: side.capitals[at],
                before: tags.last().copied(),
            };
            tags.push(tag(&word, pairs.language()));
        }
        // Between a noun and a determiner stands a verb: the ferry left the harbour.
        for at in 1..tags.len().max(2) - 1 {
            let (before, after) = (tags[at - 1], tags[at + 1]);
            let is_between = matches!(before, "NN" | "NNP") && matches!(after, "DT" | "PRP");
            if tags[at] == "NN" && is_between {
                tags[at] = "VB";
            }
        }
        Self { start, tags }
    }

    fn find(&self, found: &mut Vec<Constituent>) {
        self.push(SENTENCE, 0..self.tags.len(), found);
        let mut start = 0;
        while start < self.tags.len() {
            let is_mark = |tag: &&str| matches!(*tag, "," | ".");
            let length = self.tags[start..].iter().position(is_mark);
            let end = length.map_or(self.tags.len(), |length| start + length);
            self.clause(start..end, found);
            if end < self.tags.len() {
                self.push(self.tags[end], end..end + 1, found);
            }
            start = end + 1;
        }
    }

    fn clause(&self, words: Range<usize>, found: &mut Vec<Constituent>) {
        if words.len() > 1 && words.len() < self.tags.len() {
            self.push("CL", words.clone(), found);
        }
        let mut at = words.start;
        while at < words.end {
            at = match self.verbs(at, words.end) {
                Some(end) => self.verb_group(at..end, words.end, found),
                None => self.group(at, words.end, found),
            };
        }
    }

    /// Where the verbs end that start here.
    fn verbs(&self, start: usize, end: usize) -> Option<usize> {
        let is_verb = |tag: &&str| matches!(*tag, "MD" | "AUX" | "VB" | "TO" | "RB");
        let run = self.tags[start..end]
            .iter()
            .take_while(|tag| is_verb(tag))
            .count();
        let has_verb = self.tags[start..start + run]
            .iter()
            .any(|tag| matches!(*tag, "MD" | "AUX" | "VB"));
        has_verb.then_some(start + run)
    }

    /// Verbs and the groups after them, up to the next verb or conjunction.
    fn verb_group(&self, verbs: Range<usize>, end: usize, found: &mut Vec<Constituent>) -> usize {
        let place = found.len();
        for at in verbs.clone() {
            self.push(self.tags[at], at..at + 1, found);
        }
        let mut at = verbs.end;
        while at < end && self.verbs(at, end).is_none() && !matches!(self.tags[at], "CC" | "WP") {
            at = self.group(at, end, found);
        }
        if at - verbs.start > 1 {
            let mut outer = Vec::new();
            self.push("VP", verbs.start..at, &mut outer);
            found.splice(place..place, outer);
        }
        at
    }

    /// A noun or prepositional group, or a single word; returns where it ends.
    fn group(&self, start: usize, end: usize, found: &mut Vec<Constituent>) -> usize {
        if self.tags[start] == "IN" {
            let nouns = self.nouns(start + 1, end);
            if nouns > start + 1 {
                self.push("PP", start..nouns, found);
                self.push("IN", start..start + 1, found);
                return self.noun_group(start + 1..nouns, found);
            }
        }
        let nouns = self.nouns(start, end).max(start + 1);
        self.noun_group(start..nouns, found)
    }

    /// Where the noun group ends that starts here; `start` if there is none.
    fn nouns(&self, start: usize, end: usize) -> usize {
        if self.tags.get(start).filter(|_| start < end) == Some(&"PRP") {
            return start + 1;
        }
        let inside = |tag: &&str| matches!(*tag, "DT" | "CD" | "JJ" | "NN" | "NNP");
        let mut run = self.tags[start.min(end)..end]
            .iter()
            .take_while(|tag| inside(tag))
            .count();
        let is_noun = |at: usize| matches!(self.tags[at], "CD" | "NN" | "NNP");
        // A determiner after a noun opens another group.
        let opens = |&at: &usize| self.tags[at] == "DT" && is_noun(at - 1);
        if let Some(next) = (start + 1..start + run).find(opens) {
            run = next - start;
        }
        let head = (start..start + run).rfind(|&at| is_noun(at));
        head.map_or(start, |head| head + 1)
    }

    fn noun_group(&self, words: Range<usize>, found: &mut Vec<Constituent>) -> usize {
        if words.len() > 1 {
            self.push("NP", words.clone(), found);
        }
        for at in words.clone() {
            self.push(self.tags[at], at..at + 1, found);
        }
        words.end
    }

    fn push(&self, name: &str, words: Range<usize>, found: &mut Vec<Constituent>) {
        found.push(Constituent {
            label: label(name),
            first: self.start + words.start,
            last: self.start + words.end - 1,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use recto_testing::text::english;

    fn chunked(text: &str) -> Vec<(&'static str, usize, usize)> {
        let mut pairs = Pairs::new(english());
        let side = pairs.side(text.split(' '), vec![0]);
        let spans = chunks(&pairs, &side);
        let named = |span: &Constituent| (LABELS[span.label.index()], span.first, span.last);
        spans.iter().map(named).collect()
    }

    #[test]
    fn a_sentence_has_its_groups() {
        let found = chunked("The old ferry left the harbour at nine , but nobody noticed .");
        for span in [
            ("S", 0, 12),
            ("CL", 0, 7),
            ("NP", 0, 2),
            ("VP", 3, 7),
            ("NP", 4, 5),
            ("PP", 6, 7),
            ("CL", 9, 11),
            (".", 12, 12),
        ] {
            assert!(found.contains(&span), "{span:?} in {found:?}");
        }
    }

    proptest! {
        #[test]
        fn spans_nest_and_every_word_has_a_tag(
            words in prop::collection::vec("the|ferry|left|in|,|\\.|will|they|and|Antwerp|9|to|slowly|old", 1..40)
        ) {
            let mut pairs = Pairs::new(english());
            let side = pairs.side(words.iter().map(String::as_str), vec![0]);
            let spans = chunks(&pairs, &side);
            for at in 0..words.len() {
                prop_assert!(spans.iter().any(|span| (span.first, span.last) == (at, at)));
            }
            for (i, a) in spans.iter().enumerate() {
                for b in &spans[i + 1..] {
                    let apart = a.last < b.first || b.last < a.first;
                    let within = a.first <= b.first && b.last <= a.last;
                    prop_assert!(apart || within, "{a:?} {b:?}");
                }
            }
        }
    }
}

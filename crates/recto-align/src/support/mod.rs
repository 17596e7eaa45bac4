//! Support of a summary's sentences by the source, with reasons in words.
//!
//! Overlap is where support begins, and numbers, names, negations and who did what to whom
//! are where summaries go wrong: one changed word in a copied sentence. So a sentence is
//! read in four ways:
//!
//! | part | looks for |
//! |---|---|
//! | `grounding` | words that the source does not have in any form |
//! | `path` | the pieces of the source that the sentence was put together from |
//! | `frame`, `exchange` | names and numbers that stand where the source has others |
//! | `negation` | negations that only one side has |
//!
//! `score` makes one number of them, `reason` words. Support is high where a sentence says
//! what the source says in its words. A true sentence in other words scores lower: synonyms
//! count as missing, and nothing is known of time, degree or what follows from what.
//!
//! Names are known by their capitals, so text in lower case and German have none; the
//! score needs no names, a reason that names one does.

mod exchange;
mod frame;
mod grounding;
mod kinds;
mod negation;
mod path;
mod reason;
mod score;
#[cfg(test)]
mod tests;

pub use reason::{Quote, Reason};

use crate::{Alignment, Pairs, Side};
use grounding::{Grounding, Links, Source};
use kinds::{Kind, Reader, Token};
use std::ops::Range;

/// How well the source supports a sentence of the summary.
#[derive(Debug, Clone, PartialEq)]
pub struct SentenceSupport {
    /// Its words in [`Side::words`].
    pub words: Range<usize>,
    /// From 0 to 1, fitted to the share of such sentences that people found supported;
    /// `None` where the sentence has no content words.
    pub support: Option<f64>,
    /// What speaks against it: every contradiction, then up to three more reasons. None
    /// for a sentence that was copied.
    pub because: Vec<Reason>,
}

/// The support of each sentence of a pair's summary, in order. Words that `alignment` links
/// count as found even if their forms differ, unless they only stand in another's place.
///
/// Costs O(words of the sentence × places of each word in the source) a sentence, and a
/// pass over the source. Pairs do not affect each other.
///
/// ```
/// use recto_align::{Alignment, Pairs, support};
/// use recto_text::Language;
///
/// let mut pairs = Pairs::new(Language::from_code("en").expect("a language"));
/// let source = pairs.side("The ferry left Leith with 40 passengers".split(' '), vec![0]);
/// let summary = pairs.side("The ferry left Leith with 60 passengers".split(' '), vec![0]);
/// pairs.push(source, summary);
/// let found = support::sentences(&pairs, 0, &Alignment::default());
/// assert_eq!(
///     found[0].because[0].to_string(),
///     "the source says \"40\" here, not \"60\"",
/// );
/// ```
pub fn sentences(pairs: &Pairs, pair: usize, alignment: &Alignment) -> Vec<SentenceSupport> {
    let sides = &pairs.pairs[pair];
    let reader = Reader::new(pairs, pair);
    let summary = reader.text(&sides.summary);
    let source = Source::new(reader.text(&sides.document), &summary);
    let mut is_linked = vec![true; sides.summary.len()];
    for word in alignment.unsupported(sides.summary.len()) {
        is_linked[word] = false;
    }
    let links = Links {
        is_linked,
        is_short: alignment.shortened(sides.summary.len()),
    };
    let support = |(sentence, tokens): (usize, &Range<usize>)| {
        let tokens = &summary.tokens[tokens.clone()];
        let grounding = Grounding::new(pairs, &sides.summary.words, &source, tokens, &links);
        let judged = Sentence {
            pairs,
            pair,
            grounding,
        };
        judged.support(sides.summary.sentence(sentence))
    };
    summary.sentences.iter().enumerate().map(support).collect()
}

/// The mean over the sentences that have a support; `None` if none has.
pub fn mean(sentences: &[SentenceSupport]) -> Option<f64> {
    let scores: Vec<f64> = sentences.iter().filter_map(|one| one.support).collect();
    (!scores.is_empty()).then(|| scores.iter().sum::<f64>() / scores.len() as f64)
}

/// A sentence of the summary with what the source has of it.
struct Sentence<'e> {
    pairs: &'e Pairs,
    pair: usize,
    grounding: Grounding<'e>,
}

impl Sentence<'_> {
    fn support(&self, words: Range<usize>) -> SentenceSupport {
        let contradictions = self.contradictions();
        let support = score::support(&self.grounding, contradictions.len());
        let mut because = self.unknown(&contradictions);
        because.extend(contradictions);
        because.extend(self.remarks());
        // Nothing speaks against a copied sentence, nor for or against one that says nothing.
        if support.is_none_or(|support| support == 1.0) {
            because.clear();
        }
        SentenceSupport {
            words,
            support,
            because,
        }
    }

    /// What the source says otherwise.
    fn contradictions(&self) -> Vec<Reason> {
        let grounding = &self.grounding;
        let exchanged = exchange::exchanged(grounding);
        let is_exchanged = |at: usize| {
            let mut names = exchanged.iter().flat_map(|(one, two)| [one, two]);
            names.any(|name| name.contains(&at))
        };
        let mut replaced = frame::replaced(grounding);
        replaced.retain(|one| !one.here.clone().any(is_exchanged));
        let pairs = exchanged.iter().map(|(first, second)| Reason::Exchanged {
            first: self.quote(first.clone()),
            second: self.quote(second.clone()),
        });
        let replaced = replaced.iter().map(|one| Reason::Replaced {
            here: self.quote(one.here.clone()),
            source: self.quote_source(one.there.clone()),
        });
        let added = negation::added(grounding);
        let added = added
            .iter()
            .map(|&at| Reason::Negated(self.quote(at..at + 2)));
        let dropped = negation::dropped(grounding);
        let dropped = dropped
            .iter()
            .map(|&at| Reason::NotNegated(self.quote_source(at..at + 2)));
        replaced.chain(pairs).chain(added).chain(dropped).collect()
    }

    /// Numbers and names that the source has nowhere and no contradiction names.
    fn unknown(&self, contradictions: &[Reason]) -> Vec<Reason> {
        let tokens = self.grounding.tokens;
        let is_named = |at: usize| {
            contradictions.iter().any(|reason| match reason {
                Reason::Replaced { here, .. } => here.words.contains(&tokens[at].at),
                _ => false,
            })
        };
        let absent = self
            .grounding
            .content()
            .filter(|&at| !self.grounding.has(at));
        let unknown = absent
            .filter(|&at| !is_named(at))
            .filter_map(|at| match tokens[at].kind {
                Kind::Number => Some(Reason::MissingNumber(self.quote(at..at + 1))),
                Kind::Name if !tokens[at].opens => {
                    Some(Reason::MissingName(self.quote(at..at + 1)))
                }
                _ => None,
            });
        unknown.collect()
    }

    /// Weaker reasons.
    fn remarks(&self) -> Vec<Reason> {
        let grounding = &self.grounding;
        let is_plain =
            |token: &Token| token.kind == Kind::Word || (token.kind == Kind::Name && token.opens);
        let missing = grounding.content().filter(|&at| !grounding.has(at));
        let missing = missing.filter(|&at| is_plain(&grounding.tokens[at]));
        let missing: Vec<_> = missing.map(|at| self.quote(at..at + 1)).collect();
        let elsewhere = grounding.elsewhere();
        let elsewhere: Vec<_> = elsewhere.iter().map(|&at| self.quote(at..at + 1)).collect();
        let pieces = score::pieces(grounding);
        let remarks = [
            (!elsewhere.is_empty()).then_some(Reason::Elsewhere(elsewhere)),
            (!missing.is_empty()).then_some(Reason::Missing(missing)),
            (pieces > 1).then_some(Reason::Places(pieces)),
        ];
        remarks.into_iter().flatten().collect()
    }

    /// Tokens of the sentence as words of the summary; cut at its end.
    fn quote(&self, tokens: Range<usize>) -> Quote {
        quote(
            self.pairs,
            &self.pairs.pairs[self.pair].summary,
            self.grounding.tokens,
            tokens,
        )
    }

    /// Tokens of the source as its words; cut at the end of the sentence.
    fn quote_source(&self, tokens: Range<usize>) -> Quote {
        let end = tokens
            .end
            .min(self.grounding.source.sentence(tokens.start).end);
        let all = &self.grounding.source.text.tokens;
        let document = &self.pairs.pairs[self.pair].document;
        quote(self.pairs, document, all, tokens.start..end)
    }
}

fn quote(pairs: &Pairs, side: &Side, all: &[Token], tokens: Range<usize>) -> Quote {
    let last = tokens.end.min(all.len()) - 1;
    let words = all[tokens.start].at..all[last].at + 1;
    let text: Vec<String> = words.clone().map(|at| written(pairs, side, at)).collect();
    Quote {
        words,
        text: text.join(" "),
    }
}

/// A word with the capital that it had.
fn written(pairs: &Pairs, side: &Side, at: usize) -> String {
    let word = pairs.vocabulary().term(side.words[at]);
    let mut letters = word.chars();
    match letters.next() {
        Some(first) if side.capitals[at] => first.to_uppercase().chain(letters).collect(),
        _ => word.to_owned(),
    }
}

//! One part of a text: its tokens, and how parts become a whole.

use super::Units;
use super::memo::Memo;
use crate::token::{Rule, Token, is_unspaced, tokenize};
use crate::unit::Unit;
use crate::vocabulary::{TermId, Terms, Vocabulary};
use rayon::prelude::*;
use std::ops::Range;

/// What one part of the text gave: terms are numbered within the part.
pub(super) struct Part {
    tokens: Vec<Token>,
    unit_ends: Vec<usize>,
    terms: Terms,
    pub(super) overlong: usize,
    /// Tokens that are pairs of characters.
    pub(super) pairs: usize,
}

impl Part {
    /// Cuts `units` into tokens of at most `max_token` bytes.
    pub(super) fn of(
        text: &str,
        units: &[Unit],
        rule: Rule,
        max_token: usize,
        memo: &mut Memo,
    ) -> Self {
        let bytes = match units {
            [first, .., last] => last.span.end - first.span.start,
            [only] => only.span.len(),
            [] => 0,
        };
        let mut part = Self {
            // Prose has a token for every six bytes or so.
            tokens: Vec::with_capacity(bytes / 6),
            unit_ends: Vec::with_capacity(units.len()),
            terms: Terms::default(),
            overlong: 0,
            pairs: 0,
        };
        for unit in units {
            let base = unit.span.start;
            tokenize(&text[unit.span.range()], rule, &mut |from, to| {
                if to - from > max_token {
                    part.overlong += 1;
                    return;
                }
                let (start, end) = (base + from, base + to);
                part.pairs += usize::from(rule.makes_pairs() && opens_unspaced(text, start));
                let term = memo.number(text, start, end);
                part.tokens.push(Token::new(start, to - from, term));
            });
            part.unit_ends.push(part.tokens.len());
        }
        part.terms = memo.take_found();
        part
    }
}

fn opens_unspaced(text: &str, at: usize) -> bool {
    // All these scripts are beyond the two-byte characters.
    text.as_bytes()[at] >= 0xE0 && text[at..].starts_with(is_unspaced)
}

/// Cuts the units into runs of about `bytes` bytes of text.
pub(super) fn parts(units: &[Unit], bytes: usize) -> Vec<Range<usize>> {
    let mut parts = Vec::new();
    let mut start = 0;
    for (i, unit) in units.iter().enumerate() {
        let is_last = i + 1 == units.len();
        if is_last || unit.span.end - units[start].span.start >= bytes {
            parts.push(start..i + 1);
            start = i + 1;
        }
    }
    parts
}

/// Puts the parts together in text order and renumbers their terms.
pub(super) fn merge(mut parts: Vec<Part>, analyzed: &mut Units<'_>) {
    place_units(&parts, &mut analyzed.units);
    // The numbers of a single part are those of the whole.
    if parts.len() == 1
        && let Some(only) = parts.pop()
    {
        analyzed.vocabulary = Vocabulary::from_distinct(only.terms);
        analyzed.tokens = only.tokens;
        return;
    }
    let numbers: Vec<Vec<TermId>> = parts
        .iter()
        .map(|part| {
            part.terms
                .iter()
                .map(|t| analyzed.vocabulary.intern(t))
                .collect()
        })
        .collect();
    parts
        .par_iter_mut()
        .zip(numbers)
        .for_each(|(part, numbers)| {
            for token in &mut part.tokens {
                let number = numbers.get(token.raw_term().index());
                *token = token.with_term(*number.unwrap_or(&TermId::NONE));
            }
        });
    let n_tokens = parts.iter().map(|part| part.tokens.len()).sum();
    analyzed.tokens = Vec::with_capacity(n_tokens);
    for part in parts {
        analyzed.tokens.extend_from_slice(&part.tokens);
    }
}

/// Tells every unit where its tokens stand.
fn place_units(parts: &[Part], units: &mut [Unit]) {
    let mut units = units.iter_mut();
    let mut base = 0;
    for part in parts {
        let mut first_token = base;
        for (end, unit) in part.unit_ends.iter().zip(&mut units) {
            unit.first_token = first_token;
            unit.end_token = base + end;
            first_token = base + end;
        }
        base += part.tokens.len();
    }
}

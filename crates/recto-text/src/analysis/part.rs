//! One part of a text: its units and tokens.

use super::memo::{Found, Memo};
use crate::token::{Token, Tokenizer, is_unspaced};
use crate::unit::Unit;
use crate::vocabulary::TermId;

/// What one part of the text gave: tokens are counted from the part's first, terms
/// are numbered by the memo of the thread that worked on it.
pub(super) struct Part {
    pub(super) units: Vec<Unit>,
    pub(super) tokens: Vec<Token>,
    pub(super) found: Found,
    pub(super) overlong: usize,
    /// Tokens that are pairs of characters.
    pub(super) pairs: usize,
}

impl Part {
    /// Cuts `units` into tokens of at most `max_token` bytes; `tokens` is an empty
    /// buffer.
    pub(super) fn of(
        text: &str,
        mut units: Vec<Unit>,
        tokenizer: Tokenizer,
        max_token: usize,
        memo: &mut Memo,
        mut tokens: Vec<Token>,
    ) -> Self {
        // Prose has a token for every six bytes or so.
        tokens.reserve(bytes_of(&units) / 6);
        let (mut overlong, mut pairs) = (0, 0);
        for unit in &mut units {
            unit.first_token = tokens.len();
            tokenizer.tokenize(text, unit.span, &mut |start, end| {
                if end - start > max_token {
                    overlong += 1;
                    return;
                }
                pairs += usize::from(tokenizer.rule.makes_pairs() && opens_unspaced(text, start));
                tokens.push(Token::new(start, end - start, TermId::NONE));
            });
            unit.end_token = tokens.len();
        }
        memo.number(text, &mut tokens);
        Self {
            units,
            tokens,
            found: memo.take_found(),
            overlong,
            pairs,
        }
    }
}

fn bytes_of(units: &[Unit]) -> usize {
    match units {
        [first, .., last] => last.span.end - first.span.start,
        [only] => only.span.len(),
        [] => 0,
    }
}

fn opens_unspaced(text: &str, at: usize) -> bool {
    // All these scripts are beyond the two-byte characters.
    text.as_bytes()[at] >= 0xE0 && text[at..].starts_with(is_unspaced)
}

/// Cuts the units into runs of about `bytes` bytes of text.
pub(super) fn split(mut units: Vec<Unit>, bytes: usize) -> Vec<Vec<Unit>> {
    let mut runs = Vec::new();
    while bytes_of(&units) > 2 * bytes {
        let limit = units[0].span.start + bytes;
        let length = units.partition_point(|unit| unit.span.end <= limit).max(1);
        let rest = units.split_off(length);
        runs.push(std::mem::replace(&mut units, rest));
    }
    runs.push(units);
    runs
}

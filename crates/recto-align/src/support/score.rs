//! The score: what is missing, how the rest was put together, what contradicts.
//!
//! ```text
//! r = 2 M + J + X        M = missing content words / √N, numbers counted twice
//!                        J = cost of the jumps between words taken from the source, a word
//!                        X = contradictions of the source
//! support = 1 / (1 + odds),   odds = 1.2 √r + 0.2 r²
//! ```
//!
//! Missing words weigh most and jumps least: joining two sentences of the source is common
//! in true sentences, while a word that the source never uses seldom is. The two numbers of
//! the last line were fitted on sentences judged by people, half of them mostly copied and
//! half rewritten; a copied sentence has r = 0 and support 1.

use super::grounding::Grounding;
use super::kinds::Kind;
use super::path::{BACK, GAP, LEAVE};

/// Weight of [`missing`] beside jumps and contradictions.
const MISSING: f64 = 2.0;

/// Support of a sentence of which the source contradicts this much: 0 if the source has no
/// content word of it, `None` if there is none.
pub(super) fn support(grounding: &Grounding<'_>, contradictions: usize) -> Option<f64> {
    grounding.content().next()?;
    if !grounding.content().any(|at| grounding.has(at)) {
        return Some(0.0);
    }
    let r = MISSING * missing(grounding) + jumps(grounding) + contradictions as f64;
    Some(1.0 / (1.0 + 1.2 * r.sqrt() + 0.2 * r * r))
}

/// Content words that the source does not have, by the root of the sentence's length: one
/// of them weighs less in a long sentence, but more than its share.
fn missing(grounding: &Grounding<'_>) -> f64 {
    let weight = |at: usize| match grounding.tokens[at].kind {
        Kind::Number => 2.0,
        _ => 1.0,
    };
    let absent = grounding.content().filter(|&at| !grounding.has(at));
    absent.map(weight).sum::<f64>() / (grounding.tokens.len() as f64).sqrt()
}

/// The cost of the jumps between neighbouring words of the path, a word of it.
fn jumps(grounding: &Grounding<'_>) -> f64 {
    let places: Vec<usize> = grounding.path.iter().copied().flatten().collect();
    let sentence_of = &grounding.source.text.sentence_of;
    let cost = |two: &[usize]| match (two[0], two[1]) {
        (from, to) if to == from + 1 => 0.0,
        (from, to) if sentence_of[from] != sentence_of[to] => LEAVE,
        (from, to) if to < from => BACK,
        _ => GAP,
    };
    places.windows(2).map(cost).sum::<f64>() / places.len().max(1) as f64
}

/// The pieces of the source that the sentence was put together from.
pub(super) fn pieces(grounding: &Grounding<'_>) -> usize {
    let places: Vec<usize> = grounding.path.iter().copied().flatten().collect();
    places.chunk_by(|from, to| *to == from + 1).count()
}

//! Negations that one side has and the other has not.

use super::grounding::Grounding;
use super::kinds::{Kind, Token};
use std::collections::BTreeSet;
use std::ops::Range;

/// How far from a negation the words that it goes with are looked for.
const REACH: usize = 4;

/// Negations of the summary sentence that the source has not: fewer words deny near the
/// places of the words beside them.
pub(super) fn added(grounding: &Grounding<'_>) -> Vec<usize> {
    let tokens = grounding.tokens;
    let is_added = |&at: &usize| {
        let before = at.saturating_sub(REACH)..at;
        let after = at + 1..(at + 1 + REACH).min(tokens.len());
        let here = tokens[before.start..after.end].iter();
        let last = anchor(grounding, before.rev()).map(|place| near(grounding, place, 1, REACH));
        let next = anchor(grounding, after).map(|place| near(grounding, place, REACH, 1));
        // Each place once, as the two ranges mostly overlap.
        let places: BTreeSet<usize> = [last, next].into_iter().flatten().flatten().collect();
        let source = places
            .iter()
            .map(|&place| &grounding.source.text.tokens[place]);
        !places.is_empty() && denials(source) < denials(here)
    };
    let negations = (0..tokens.len()).filter(|&at| tokens[at].kind == Kind::Negation);
    negations
        .filter(|&at| !is_copied(grounding, at))
        .filter(is_added)
        .collect()
}

/// Whether the word stands as far from a content word beside it as in the source.
fn is_copied(grounding: &Grounding<'_>, at: usize) -> bool {
    let Some(place) = grounding.path[at] else {
        return false;
    };
    let is_as_far = |other: usize| {
        let is_content = grounding.tokens[other].kind.is_content();
        is_content && grounding.path[other].is_some_and(|there| there + at == place + other)
    };
    let end = (at + 1 + REACH).min(grounding.tokens.len());
    (at.saturating_sub(REACH)..end).any(is_as_far)
}

fn denials<'t>(tokens: impl Iterator<Item = &'t Token>) -> usize {
    tokens.filter(|token| token.denies).count()
}

/// The place of the first content word that comes from the source.
fn anchor(grounding: &Grounding<'_>, mut tokens: impl Iterator<Item = usize>) -> Option<usize> {
    tokens.find_map(|at| {
        let is_content = grounding.tokens[at].kind.is_content();
        grounding.path[at].filter(|_| is_content)
    })
}

/// The places around one in its sentence.
fn near(grounding: &Grounding<'_>, place: usize, back: usize, on: usize) -> Range<usize> {
    let sentence = grounding.source.sentence(place);
    let start = place.saturating_sub(back).max(sentence.start);
    start..(place + on + 1).min(sentence.end)
}

/// Negations of the source between two neighbouring words of the summary sentence, which
/// has none near them.
pub(super) fn dropped(grounding: &Grounding<'_>) -> Vec<usize> {
    let taken = grounding.path.iter().enumerate();
    let taken: Vec<_> = taken
        .filter_map(|(at, place)| Some((at, (*place)?)))
        .collect();
    let source = &grounding.source.text;
    let lost = taken.windows(2).filter_map(|two| {
        let ((first, from), (second, to)) = (two[0], two[1]);
        let is_near = from < to && to <= from + REACH && second <= first + 2;
        if !is_near || source.sentence_of[from] != source.sentence_of[to] {
            return None;
        }
        let end = (second + REACH).min(grounding.tokens.len());
        let near: Range<usize> = first.saturating_sub(3)..end;
        let has_none = !grounding.tokens[near]
            .iter()
            .any(|token: &Token| token.denies);
        let mut between = from + 1..to;
        has_none
            .then(|| between.find(|&place| grounding.source.kind(place) == Kind::Negation))
            .flatten()
    });
    lost.collect()
}

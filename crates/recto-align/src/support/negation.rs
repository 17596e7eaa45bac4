//! Negations that one side has and the other has not.

use super::evidence::Evidence;
use super::kinds::{Kind, Token};
use std::ops::Range;

/// How far from a negation the words that it goes with are looked for.
const REACH: usize = 4;

/// Negations of the summary sentence that the source has not: none stands near the words
/// beside them.
pub(super) fn added(evidence: &Evidence<'_>) -> Vec<usize> {
    let tokens = evidence.tokens;
    let is_added = |&at: &usize| {
        let after = at + 1..(at + 1 + REACH).min(tokens.len());
        let before = at.saturating_sub(REACH)..at;
        let next = anchor(evidence, after).map(|place| (place, REACH, 1));
        let last = anchor(evidence, before.rev()).map(|place| (place, 1, REACH));
        let mut anchors = next.into_iter().chain(last).peekable();
        anchors.peek().is_some()
            && !anchors.any(|(place, back, on)| is_denied(evidence, place, back, on))
    };
    let negations = (0..tokens.len()).filter(|&at| tokens[at].kind == Kind::Negation);
    negations.filter(is_added).collect()
}

/// The place of the first content word that comes from the source.
fn anchor(evidence: &Evidence<'_>, mut tokens: impl Iterator<Item = usize>) -> Option<usize> {
    tokens.find_map(|at| {
        let is_content = evidence.tokens[at].kind.is_content();
        evidence.path[at].filter(|_| is_content)
    })
}

/// Whether something denies near a place of the source, in its sentence.
fn is_denied(evidence: &Evidence<'_>, place: usize, back: usize, on: usize) -> bool {
    let sentence = evidence.source.sentence(place);
    let start = place.saturating_sub(back).max(sentence.start);
    let end = (place + on + 1).min(sentence.end);
    evidence.source.text.tokens[start..end]
        .iter()
        .any(|token| token.denies)
}

/// Negations of the source between two neighbouring words of the summary sentence, which
/// has none near them.
pub(super) fn dropped(evidence: &Evidence<'_>) -> Vec<usize> {
    let taken = evidence.path.iter().enumerate();
    let taken: Vec<_> = taken
        .filter_map(|(at, place)| Some((at, (*place)?)))
        .collect();
    let source = &evidence.source.text;
    let lost = taken.windows(2).filter_map(|two| {
        let ((first, from), (second, to)) = (two[0], two[1]);
        let is_near = from < to && to <= from + REACH && second <= first + 2;
        if !is_near || source.sentence_of[from] != source.sentence_of[to] {
            return None;
        }
        let end = (second + REACH).min(evidence.tokens.len());
        let near: Range<usize> = first.saturating_sub(3)..end;
        let has_none = !evidence.tokens[near]
            .iter()
            .any(|token: &Token| token.denies);
        let mut between = from + 1..to;
        has_none
            .then(|| between.find(|&place| evidence.source.kind(place) == Kind::Negation))
            .flatten()
    });
    lost.collect()
}

//! Names that changed places: who did what to whom, the other way round.
//!
//! Two names of a summary sentence changed places if the source has them in one sentence
//! in the other order only, and each of them now stands beside a word that stood beside the
//! other. A phrase that merely moved ("in June" to the front) keeps its own neighbours.

use super::grounding::Grounding;
use super::kinds::{Key, Kind, Token};
use std::ops::Range;

/// Names that are compared with each one, those that follow it.
const FOLLOWING: usize = 4;

/// A run of names, or of numbers, and where it stands in the source.
struct Name {
    here: Range<usize>,
    there: Vec<Range<usize>>,
}

/// Pairs of names that changed places, as tokens of the summary sentence.
pub(super) fn exchanged(grounding: &Grounding<'_>) -> Vec<(Range<usize>, Range<usize>)> {
    let names = names(grounding);
    let mut pairs = Vec::new();
    for (at, first) in names.iter().enumerate() {
        for second in names.iter().skip(at + 1).take(FOLLOWING) {
            if !shares_a_word(grounding.tokens, first, second)
                && are_exchanged(grounding, first, second)
            {
                pairs.push((first.here.clone(), second.here.clone()));
            }
        }
    }
    pairs
}

fn names(grounding: &Grounding<'_>) -> Vec<Name> {
    let tokens = grounding.tokens;
    let class = |token: &Token| match token.kind {
        Kind::Name | Kind::Number => Some(token.kind),
        _ => None,
    };
    let mut names = Vec::new();
    let mut start = 0;
    for run in tokens.chunk_by(|one, two| class(one) == class(two)) {
        let here = start..start + run.len();
        start = here.end;
        if class(&run[0]).is_some() {
            let there = grounding.places[here.end - 1].iter();
            let there = there.map(|&last| whole(grounding, &here, last)).collect();
            names.push(Name { here, there });
        }
    }
    names
}

/// The place of a name whose last word stands at `last`: all of it if the source has it
/// whole, else that word alone.
fn whole(grounding: &Grounding<'_>, here: &Range<usize>, last: usize) -> Range<usize> {
    let source = &grounding.source.text;
    let start = (last + 1).checked_sub(here.len());
    let is_whole = |&start: &usize| {
        source.tokens[start].key == grounding.tokens[here.start].key
            && source.sentence_of[start] == source.sentence_of[last]
    };
    start.filter(is_whole).unwrap_or(last)..last + 1
}

fn shares_a_word(tokens: &[Token], first: &Name, second: &Name) -> bool {
    let second = &tokens[second.here.clone()];
    let is_in = |token: &Token| second.iter().any(|other| other.key == token.key);
    tokens[first.here.clone()].iter().any(is_in)
}

fn are_exchanged(grounding: &Grounding<'_>, first: &Name, second: &Name) -> bool {
    let sentence_of = &grounding.source.text.sentence_of;
    let mut is_found = false;
    for one in &first.there {
        // Places ascend, and so do their sentences.
        let sentence = sentence_of[one.start];
        let from = second
            .there
            .partition_point(|two| sentence_of[two.start] < sentence);
        let together = second.there[from..].iter();
        for two in together.take_while(|two| sentence_of[two.start] == sentence) {
            if one.start < two.start {
                return false;
            }
            is_found |= took_each_others_place(grounding, [&first.here, &second.here], [one, two]);
        }
    }
    is_found
}

fn took_each_others_place(
    grounding: &Grounding<'_>,
    here: [&Range<usize>; 2],
    there: [&Range<usize>; 2],
) -> bool {
    let in_source = there.map(|place| {
        let sentence = grounding.source.sentence(place.start);
        neighbours(&grounding.source.text.tokens, place, &sentence)
    });
    let whole = 0..grounding.tokens.len();
    let now = here.map(|range| neighbours(grounding.tokens, range, &whole));
    // The border of a sentence is no neighbour: what moved to its end took nobody's place.
    let same = |a: Option<&Key>, b: Option<&Key>| usize::from(a.is_some() && a == b);
    let common = |a: [Option<&Key>; 2], b: [Option<&Key>; 2]| same(a[0], b[0]) + same(a[1], b[1]);
    let taken = [common(now[0], in_source[1]), common(now[1], in_source[0])];
    let kept = common(now[0], in_source[0]) + common(now[1], in_source[1]);
    taken[0] > 0 && taken[1] > 0 && taken[0] + taken[1] > kept
}

/// The words before and after a range; `None` at a border of the sentence.
fn neighbours<'t>(
    tokens: &'t [Token],
    range: &Range<usize>,
    sentence: &Range<usize>,
) -> [Option<&'t Key>; 2] {
    let before = (range.start > sentence.start).then(|| &tokens[range.start - 1].key);
    let after = (range.end < sentence.end).then(|| &tokens[range.end].key);
    [before, after]
}

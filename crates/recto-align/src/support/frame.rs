//! The source sentence that a summary sentence was made from, and what was put in its
//! place.
//!
//! Where half of the words of a summary sentence stand in one source sentence in the same
//! order, that sentence is its frame. A name or number between words of the frame that
//! stands where the source has another one contradicts it.

use super::grounding::Grounding;
use super::kinds::Kind;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::ops::Range;

/// Source sentences that are compared.
const NEAREST: usize = 3;
/// How many words longer the place in the source may be than what was put there.
const SLACK: usize = 2;

/// Largest product of the lengths of two sentences that are compared word by word: where
/// texts have no sentences, a frame would cost their product in memory. All sentences of a
/// summary together cost no more than [`ALL`], unless each is as short as [`SMALLEST`].
const LARGEST: usize = 1 << 22;
const ALL: usize = 1 << 26;
const SMALLEST: usize = 1 << 14;

/// The source sentence that a summary sentence was made from.
struct Frame {
    /// Its tokens in the source.
    sentence: Range<usize>,
    /// Tokens of the summary sentence and of the source that go together, in order.
    common: Vec<(usize, usize)>,
}

/// A name or number that stands where the source has another.
#[derive(Debug, PartialEq)]
pub(super) struct Replaced {
    /// Tokens of the summary sentence.
    pub(super) here: Range<usize>,
    /// Tokens of the source.
    pub(super) there: Range<usize>,
}

/// The names and numbers that stand where the frame has others, in order.
pub(super) fn replaced(grounding: &Grounding<'_>) -> Vec<Replaced> {
    let Some(Frame { sentence, common }) = frame(grounding) else {
        return Vec::new();
    };
    // The borders of both sentences count as a common word, written one position later so
    // that the border before the first word is 0.
    let end = (grounding.tokens.len() + 1, sentence.end + 1);
    let inner = common.iter().map(|&(here, there)| (here + 1, there + 1));
    let points: Vec<_> = [(0, sentence.start)]
        .into_iter()
        .chain(inner)
        .chain([end])
        .collect();
    let gaps = points.windows(2).filter_map(|two| gap(two[0], two[1], end));
    gaps.flat_map(|gap| [Kind::Number, Kind::Name].map(|kind| mismatch(grounding, &gap, kind)))
        .flatten()
        .collect()
}

/// What stands between two neighbours of the frame on both sides; `None` where one side has
/// nothing, or the source too much to be one place.
fn gap(before: (usize, usize), after: (usize, usize), end: (usize, usize)) -> Option<Replaced> {
    let here = before.0..after.0 - 1;
    let mut there = before.1..after.1 - 1;
    let most = here.len() + SLACK;
    if before.0 == 0 {
        there.start = there.start.max(there.end.saturating_sub(most));
    } else if after == end {
        there.end = there.end.min(there.start + most);
    }
    let fits = !here.is_empty() && !there.is_empty() && there.len() <= most;
    fits.then_some(Replaced { here, there })
}

/// Names, or numbers, of a gap that have nothing in common.
fn mismatch(grounding: &Grounding<'_>, gap: &Replaced, kind: Kind) -> Option<Replaced> {
    let (tokens, source) = (grounding.tokens, &grounding.source.text.tokens);
    let here = first_run(gap.here.clone(), |at| tokens[at].kind == kind)?;
    let there = first_run(gap.there.clone(), |at| source[at].kind == kind)?;
    let key = |at: usize| &tokens[at].key;
    let is_common = gap.here.clone().any(|at| {
        let mut others = gap.there.clone().map(|place| &source[place].key);
        // A number that the source writes as two, one of which stands here.
        let is_spread = grounding.places[at]
            .iter()
            .any(|&place| &source[place].key != key(at));
        let is_known = is_spread || grounding.is_short(at);
        tokens[at].kind == kind && (is_known || others.any(|other| other == key(at)))
    });
    let is_copied = keeps_its_company(grounding, gap, &here);
    (!is_common && !is_copied).then_some(Replaced { here, there })
}

/// Whether a name came into the gap together with a word beside it, as a phrase from
/// another place of the source.
fn keeps_its_company(grounding: &Grounding<'_>, gap: &Replaced, name: &Range<usize>) -> bool {
    let is_pair = |first: usize, second: usize| {
        let company = if name.contains(&first) { second } else { first };
        let mut places = grounding.places[first].iter();
        gap.here.contains(&company)
            && grounding.tokens[company].kind.is_content()
            && places.any(|place| grounding.places[second].binary_search(&(place + 1)).is_ok())
    };
    (name.start > 0 && is_pair(name.start - 1, name.start)) || is_pair(name.end - 1, name.end)
}

fn first_run(mut range: Range<usize>, is_wanted: impl Fn(usize) -> bool) -> Option<Range<usize>> {
    let start = range.find(|&at| is_wanted(at))?;
    let length = range.take_while(|&at| is_wanted(at)).count();
    Some(start..start + 1 + length)
}

fn frame(grounding: &Grounding<'_>) -> Option<Frame> {
    let frames = nearest(grounding).into_iter().map(|sentence| Frame {
        common: common(grounding, &sentence),
        sentence,
    });
    let longer = |best: Frame, one: Frame| {
        if one.common.len() > best.common.len() {
            one
        } else {
            best
        }
    };
    frames
        .reduce(longer)
        .filter(|frame| frame.common.len() * 2 >= grounding.tokens.len())
}

/// The source sentences that share most words with the summary sentence, content words
/// counted three times.
fn nearest(grounding: &Grounding<'_>) -> Vec<Range<usize>> {
    let source = &grounding.source.text;
    // A map: a list of all sentences for each sentence would cost their product.
    let mut shared: FxHashMap<usize, usize> = FxHashMap::default();
    for (token, places) in grounding.tokens.iter().zip(&grounding.places) {
        let mut sentences: Vec<usize> = places.iter().map(|&at| source.sentence_of[at]).collect();
        sentences.dedup();
        for sentence in sentences {
            *shared.entry(sentence).or_default() += if token.kind.is_content() { 3 } else { 1 };
        }
    }
    let mut nearest: Vec<usize> = shared.keys().copied().collect();
    nearest.sort_unstable_by_key(|sentence| (Reverse(shared[sentence]), *sentence));
    nearest.truncate(NEAREST);
    let mut nearest: Vec<_> = nearest
        .into_iter()
        .map(|at| source.sentences[at].clone())
        .collect();
    let largest = (ALL / grounding.source.summary_sentences.max(1)).clamp(SMALLEST, LARGEST);
    nearest.retain(|sentence| sentence.len() * grounding.tokens.len() <= largest);
    nearest
}

/// The longest sequence of tokens that both sentences have in this order.
fn common(grounding: &Grounding<'_>, sentence: &Range<usize>) -> Vec<(usize, usize)> {
    let (rows, columns) = (grounding.tokens.len(), sentence.len());
    let fits = |row: usize, column: usize| {
        let place = sentence.start + column;
        grounding.places[row].binary_search(&place).is_ok()
    };
    let mut longest = vec![vec![0_u32; columns + 1]; rows + 1];
    for row in (0..rows).rev() {
        for column in (0..columns).rev() {
            longest[row][column] = if fits(row, column) {
                longest[row + 1][column + 1] + 1
            } else {
                longest[row + 1][column].max(longest[row][column + 1])
            };
        }
    }
    let mut pairs = Vec::new();
    let (mut row, mut column) = (0, 0);
    while row < rows && column < columns {
        if fits(row, column) {
            pairs.push((row, sentence.start + column));
            (row, column) = (row + 1, column + 1);
        } else if longest[row + 1][column] >= longest[row][column + 1] {
            row += 1;
        } else {
            column += 1;
        }
    }
    pairs
}

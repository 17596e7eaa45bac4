//! Units that are too long for a chunk, cut into pieces.

use super::words::WordStarts;
use recto_text::structure::{Structure, clauses};
use recto_text::{Span, Units};

/// The units with those cut that would not fit chunks of `max_words`: at every line that opens
/// something, and inside what is still above half of the bound between clauses and, if need
/// be, between words. Pieces are units like any other. Labels of speakers that would take half
/// of the bound are no longer part of what they open.
///
/// ```
/// use recto_math::{Run, Silent};
/// use recto_segment::{Layout, pieces};
/// use recto_text::{Analysis, Analyzer, Document, Language, UnitKind};
///
/// let document = Document::new("note", "Nets dry on the quay, boats rest in the bay.");
/// let analyzer = Analyzer::new(Analysis::Segment, Language::detect(&document.text));
/// let units = analyzer.units(&document, UnitKind::Sentence, &Run::new(0, &Silent))?;
/// let cut = pieces(units, 10);
/// assert_eq!((cut.text_of(0), cut.len()), ("Nets dry on the quay,", 2));
/// assert_eq!(Layout::of(&cut, true).words(0, 2), 10);
/// # Ok::<(), recto_math::Cancelled>(())
/// ```
pub fn pieces(units: Units<'_>, max_words: usize) -> Units<'_> {
    let structure = Structure::of(&units);
    let lines: Vec<usize> = structure.places.iter().map(|place| place.at).collect();
    let most = (max_words / 2).max(1);
    let text = units.text;
    let is_short = |label: Span| text[label.range()].split_whitespace().count() < most;
    let units = units.cut(&lines).with_labels(is_short);
    // Cutting units moves no word.
    let words = WordStarts::of(&units);
    let cuts = clauses_within(&units, &words, most);
    let units = units.cut(&cuts);
    let cuts = even(&units, &words, most);
    units.cut(&cuts)
}

/// The words of each unit with its label: the first, and how many.
fn extents(units: &Units<'_>, words: &WordStarts) -> Vec<(usize, usize)> {
    let first = words.before_each((0..units.len()).map(|unit| units.opening(unit)));
    let end = words.before_each(units.units.iter().map(|unit| unit.span.end));
    let extent = |(first, end): (usize, usize)| (first, end - first);
    first.into_iter().zip(end).map(extent).collect()
}

/// Where clauses open in units above `most` words.
fn clauses_within(units: &Units<'_>, words: &WordStarts, most: usize) -> Vec<usize> {
    let extents = extents(units, words);
    let all = units.units.iter().zip(extents);
    let long = all.filter(|(_, (_, n))| *n > most);
    long.flat_map(|(unit, _)| clauses(units.text, unit.span))
        .collect()
}

/// Cuts units above `most` words into parts with about equally many.
fn even(units: &Units<'_>, words: &WordStarts, most: usize) -> Vec<usize> {
    let mut cuts: Vec<usize> = Vec::new();
    for (unit, (first, n)) in extents(units, words).into_iter().enumerate() {
        let parts = n.div_ceil(most).max(1);
        let mut last = words.before(units.units[unit].span.start);
        for part in 1..parts {
            let cut = words.cut_before(first + n * part / parts, most);
            if cut > last {
                cuts.push(words.start(cut));
                last = cut;
            }
        }
    }
    cuts
}

//! Units that are too long for a chunk, cut into pieces.

use super::Layout;
use super::words::WordStarts;
use recto_text::Units;
use recto_text::structure::{Structure, clauses};

/// The units with those cut that would not fit chunks of `max_words`: at every line that opens
/// something, and inside what is still above half of the bound between clauses and, if need
/// be, between words. Pieces are units like any other.
///
/// ```
/// use recto_math::{Run, Silent};
/// use recto_segment::{Layout, pieces};
/// use recto_text::{Analysis, Analyzer, Document, Language, UnitKind};
///
/// let document = Document::new("note", "Nets dry on the quay, boats rest in the bay.");
/// let analyzer = Analyzer::new(Analysis::Segment, Language::detect(&document.text));
/// let units = analyzer.units(&document, UnitKind::Sentence, &Run::new(0, &Silent))?;
/// let cut = pieces(&units, 10);
/// assert_eq!((cut.text_of(0), cut.len()), ("Nets dry on the quay,", 2));
/// assert_eq!(Layout::of(&cut, true).words(0, 2), 10);
/// # Ok::<(), recto_math::Cancelled>(())
/// ```
pub fn pieces<'d>(units: &Units<'d>, max_words: usize) -> Units<'d> {
    let structure = Structure::of(units);
    let lines: Vec<usize> = structure.places.iter().map(|place| place.at).collect();
    let units = units.cut(&lines);
    let most = (max_words / 2).max(1);
    let units = units.cut(&clauses_within(&units, most));
    units.cut(&even(&units, most))
}

/// Where clauses open in units above `most` words.
fn clauses_within(units: &Units<'_>, most: usize) -> Vec<usize> {
    let layout = Layout::of(units, true);
    let is_long = |&unit: &usize| layout.words(unit, unit + 1) > most;
    let long = (0..units.len()).filter(is_long);
    long.flat_map(|unit| clauses(units.text, units.units[unit].span))
        .collect()
}

/// Cuts units above `most` words into parts with about equally many.
fn even(units: &Units<'_>, most: usize) -> Vec<usize> {
    let words = WordStarts::of(units);
    let mut cuts: Vec<usize> = Vec::new();
    for unit in &units.units {
        let first = words.before(unit.span.start);
        let n = words.before(unit.span.end) - first;
        let parts = n.div_ceil(most).max(1);
        let mut last = first;
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

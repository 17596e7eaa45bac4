//! How many words units have, and how much of a break the start of each is.

use super::words::WordStarts;
use recto_text::structure::{Level, Structure, Tie, is_clause_mark};
use recto_text::{Span, Units};

/// Sizes and breaks of the units of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layout {
    /// Words of the text before the opening of each unit, label included.
    starts: Vec<usize>,
    /// Words of the text up to the end of each unit.
    ends: Vec<usize>,
    /// What breaks before each unit.
    pub(super) levels: Vec<Level>,
    /// What holds each unit and the one before together.
    pub(super) ties: Vec<Tie>,
}

impl Layout {
    /// The layout of units; without headings they are paragraphs like any other.
    pub fn of(units: &Units<'_>, use_headings: bool) -> Self {
        let words = WordStarts::of(units);
        let starts = words.before_each((0..units.len()).map(|unit| units.opening(unit)));
        let ends = words.before_each(units.units.iter().map(|unit| unit.span.end));
        let structure = Structure::of(units);
        let mut before = 0;
        let mut breaks = Vec::with_capacity(units.len());
        for unit in &units.units {
            let gap = Span::new(before, unit.span.start);
            breaks.push(break_at(units.text, &structure, gap, use_headings));
            before = unit.span.end;
        }
        let (levels, ties) = breaks.into_iter().unzip();
        Self {
            starts,
            ends,
            levels,
            ties,
        }
    }

    /// How many units.
    pub fn n_units(&self) -> usize {
        self.starts.len()
    }

    /// Words of the text from the opening of unit `start` to the end of unit `end - 1`.
    ///
    /// # Panics
    /// If there are no such units.
    pub fn words(&self, start: usize, end: usize) -> usize {
        self.ends[end - 1] - self.starts[start]
    }
}

/// The break behind a unit that ends where `gap` begins.
fn break_at(text: &str, structure: &Structure, gap: Span, use_headings: bool) -> (Level, Tie) {
    let Some(place) = structure.within(gap) else {
        let before = text[..gap.start].chars().next_back();
        let level = match before {
            Some(c) if is_clause_mark(c) => Level::Clause,
            Some(c) if c.is_alphanumeric() => Level::Word,
            _ => Level::Sentence,
        };
        return (level, Tie::Free);
    };
    if use_headings {
        (place.level, place.tie)
    } else {
        (
            place.level.min(Level::Paragraph),
            place.tie.min(Tie::Announced),
        )
    }
}

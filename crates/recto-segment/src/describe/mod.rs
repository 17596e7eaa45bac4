//! Descriptions of segments: characteristic terms, title, central unit.
//!
//! The weight of a term in a segment is `count * ln((1 + S) / df)` with `S` segments,
//! `df` of which contain the term: high if it is frequent here and rare elsewhere. The
//! `1 +` keeps the weights of a text in one segment above 0.

mod title;

use recto_math::similarity::{cosine_of, norm};
use recto_math::weight::idf;
use recto_math::{CsrMatrix, SparseRow};
use recto_text::{Corpus, TermId, Units};
use std::ops::Range;
use title::Titled;

/// Number of terms listed for a segment.
pub const N_TERMS: usize = 8;

/// Description of a segment.
#[derive(Debug, Clone, PartialEq)]
pub struct Description {
    /// Terms with the largest weights, in their most frequent spelling.
    pub terms: Vec<(String, f64)>,
    /// The heading that it opens with, or a few of its words; its first words if it has no
    /// terms.
    pub title: String,
    /// Number of words, stop words included.
    pub words: usize,
    /// Unit with the largest cosine to the whole segment.
    pub center_unit: usize,
}

/// Describes every segment of a text.
///
/// # Panics
/// If `bounds` do not segment `units`.
pub fn describe(units: &Units<'_>, bounds: &[usize]) -> Vec<Description> {
    let weights = weights(&Corpus::of_segments(units, bounds).counts);
    let starts = [0].into_iter().chain(bounds.iter().copied());
    let is_heading = units.headings();
    let mut dense = vec![0.0; units.vocabulary.len()];
    let segments = starts.zip(bounds).zip(weights.rows());
    let describe_one = |((start, &end), row): ((usize, &usize), SparseRow<'_>)| {
        row.iter()
            .for_each(|(column, weight)| dense[column as usize] = weight);
        let segment = Segment {
            units,
            start,
            tokens: units.token_range(start, end),
            weights: &dense,
        };
        let titled = Titled {
            units,
            range: start..end,
            weights: &dense,
        };
        let heading = titled.heading(&is_heading);
        let description = Description {
            title: heading.unwrap_or_else(|| titled.words()),
            terms: segment.terms(row),
            words: segment.tokens.len(),
            center_unit: segment.center(end, norm(row)),
        };
        row.columns
            .iter()
            .for_each(|&column| dense[column as usize] = 0.0);
        description
    };
    segments.map(describe_one).collect()
}

/// Describes every segment by its heading or its first words alone: no terms, and the first
/// unit for the central one.
///
/// # Panics
/// If `bounds` do not segment `units`.
pub fn outline(units: &Units<'_>, bounds: &[usize]) -> Vec<Description> {
    let is_heading = units.headings();
    let starts = [0].into_iter().chain(bounds.iter().copied());
    let describe_one = |(start, &end): (usize, &usize)| {
        let titled = Titled {
            units,
            range: start..end,
            weights: &[],
        };
        Description {
            terms: Vec::new(),
            title: titled
                .heading(&is_heading)
                .unwrap_or_else(|| titled.opening()),
            words: units.token_range(start, end).len(),
            center_unit: start,
        }
    };
    starts.zip(bounds).map(describe_one).collect()
}

/// Words that distinguish two adjacent segments.
#[derive(Debug, Clone, PartialEq)]
pub struct Sides {
    /// Words of the segment before the boundary that the one after it lacks.
    pub left: Vec<(String, f64)>,
    /// Words of the segment after it that the one before lacks.
    pub right: Vec<(String, f64)>,
}

/// Number of words listed on each side of a boundary.
const N_SIDE: usize = 5;

/// The evidence at the start of each segment; `None` for the first.
///
/// The weight of a term on a side is `c ln(p / q)`: its count there times the log of how
/// many times more frequent it is there than on the other side, half a count added to
/// both.
///
/// # Panics
/// If `bounds` do not segment `units`.
pub fn sides(units: &Units<'_>, bounds: &[usize]) -> Vec<Option<Sides>> {
    let counts = Corpus::of_segments(units, bounds).counts;
    let mut starts = vec![0];
    starts.extend_from_slice(bounds);
    let tokens = |i: usize| units.token_range(starts[i], starts[i + 1]);
    let side = |i: usize, other: usize| {
        let ranked = distinctive(counts.row(i), counts.row(other));
        let spell = |(id, weight)| (units.spelling(TermId(id), tokens(i)), weight);
        ranked.into_iter().map(spell).collect()
    };
    let at = |i: usize| Sides {
        left: side(i - 1, i),
        right: side(i, i - 1),
    };
    (0..bounds.len()).map(|i| (i > 0).then(|| at(i))).collect()
}

fn distinctive(here: SparseRow<'_>, there: SparseRow<'_>) -> Vec<(u32, f64)> {
    let (n, m) = (here.sum() + 1.0, there.sum() + 1.0);
    let weight = |(id, count): (u32, f64)| {
        let other = there
            .columns
            .binary_search(&id)
            .map_or(0.0, |at| there.values[at]);
        (id, count * (((count + 0.5) / n) / ((other + 0.5) / m)).ln())
    };
    let mut ranked: Vec<(u32, f64)> = here.iter().map(weight).filter(|(_, w)| *w > 0.0).collect();
    ranked.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    ranked.truncate(N_SIDE);
    ranked
}

fn weights(counts: &CsrMatrix) -> CsrMatrix {
    let n = 1.0 + counts.n_rows() as f64;
    let df = counts.column_counts();
    counts.map(|_, column, count| count * idf(n, f64::from(df[column as usize])))
}

/// A segment and the weight of every term in it.
struct Segment<'a> {
    units: &'a Units<'a>,
    start: usize,
    tokens: Range<usize>,
    weights: &'a [f64],
}

impl Segment<'_> {
    /// The weightiest terms; numbers only where there are not enough words.
    fn terms(&self, row: SparseRow<'_>) -> Vec<(String, f64)> {
        let mut terms: Vec<(u32, f64)> = row.iter().collect();
        let is_number = |id: u32| {
            let term = self.units.vocabulary.term(TermId(id));
            !term.contains(char::is_alphabetic)
        };
        terms.sort_by(|a, b| {
            let numbers = is_number(a.0).cmp(&is_number(b.0));
            numbers.then(b.1.total_cmp(&a.1)).then(a.0.cmp(&b.0))
        });
        let spelt = |(id, weight)| (self.units.spelling(TermId(id), self.tokens.clone()), weight);
        terms.into_iter().take(N_TERMS).map(spelt).collect()
    }

    /// The unit with the greatest cosine to the segment; the first of equals.
    fn center(&self, end: usize, segment_norm: f64) -> usize {
        let mut best = (self.start, f64::NEG_INFINITY);
        for unit in self.start..end {
            let cosine = self.cosine(unit, segment_norm);
            if cosine > best.1 {
                best = (unit, cosine);
            }
        }
        best.0
    }

    fn cosine(&self, unit: usize, segment_norm: f64) -> f64 {
        let mut ids: Vec<u32> = self.units.terms(unit).map(|term| term.0).collect();
        ids.sort_unstable();
        let (mut dot, mut squares) = (0.0, 0.0);
        for run in ids.chunk_by(|a, b| a == b) {
            let count = run.len() as f64;
            dot += count * self.weights[run[0] as usize];
            squares += count * count;
        }
        cosine_of(dot, squares.sqrt() * segment_norm)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use recto_math::{Run, Silent};
    use recto_text::{Analysis, Analyzer, Document, Language, UnitKind};

    fn describe_text(text: &str, bounds: &[usize]) -> Vec<Description> {
        let document = Document::new("t", text);
        let english = Language::from_code("en").expect("known");
        let units = Analyzer::new(Analysis::Segment, english)
            .units(&document, UnitKind::Sentence, &Run::new(0, &Silent))
            .expect("nobody cancels");
        describe(&units, bounds)
    }

    #[test]
    fn terms_titles_and_centres_come_from_the_segment() {
        let text = "The night ferry leaves late. A night ferry needs lamps. Lamps burn. \
                    Bread is baked. The bread oven burns wood. A bread oven is hot.";
        let found = describe_text(text, &[3, 6]);
        assert_eq!(found[0].title, "night ferry, lamps");
        assert_eq!(found[1].title, "bread oven, baked");
        let first: Vec<&str> = found[0]
            .terms
            .iter()
            .map(|(term, _)| term.as_str())
            .collect();
        assert_eq!(first[..3], ["night", "ferry", "lamps"]);
        assert_eq!(found[0].words, 12);
        assert_eq!(found[0].center_unit, 1);
    }

    #[test]
    fn a_segment_that_opens_with_a_heading_is_titled_with_it() {
        let text = "CHAPTER 2.\nThe Pool of Tears\n\nThe boat is late. The boat is old. It leaks.\n\n\
                    A lamp burns. A lamp smokes. Lamps light the old quay.";
        let found = describe_text(text, &[5, 8]);
        assert_eq!(found[0].title, "CHAPTER 2. The Pool of Tears");
        assert_eq!(found[1].title, "lamp, burns, smokes");
    }

    #[test]
    fn titles_have_no_numbers_initials_or_possessives() {
        let text = "The 70 boats are Mother Mayberry's. The 66 w are Mother Mayberry's. At 70 he \
                    left. Bread is baked. Bread is sold. Bread is good.";
        let found = describe_text(text, &[3, 6]);
        assert_eq!(found[0].title, "Mother Mayberry, boats");
        let terms = found[0].terms.iter();
        let number = terms.clone().position(|(word, _)| word == "70");
        assert!(number > Some(2), "{:?}", found[0].terms);
    }

    #[test]
    fn words_with_more_than_a_blank_or_a_hyphen_between_them_are_no_phrase() {
        let text = "The ferry/pier is late. A ferry/pier is old. Bread is baked. Bread is sold.";
        let found = describe_text(text, &[2, 4]);
        assert!(found[0].title.contains("ferry, pier"), "{}", found[0].title);
    }

    #[test]
    fn a_boundary_shows_the_words_that_differ_across_it() {
        let document = Document::new(
            "t",
            "Boats and lamps. Boats and nets. Ovens and lamps. Ovens and bread.",
        );
        let english = Language::from_code("en").expect("known");
        let units = Analyzer::new(Analysis::Segment, english)
            .units(&document, UnitKind::Sentence, &Run::new(0, &Silent))
            .expect("nobody cancels");
        let found = sides(&units, &[2, 4]);
        assert_eq!(found[0], None);
        let at = found[1]
            .as_ref()
            .expect("the second segment has a boundary");
        let words =
            |side: &[(String, f64)]| side.iter().map(|(w, _)| w.clone()).collect::<Vec<_>>();
        assert_eq!(words(&at.left), ["boats", "nets"]);
        assert_eq!(words(&at.right), ["ovens", "bread"]);
    }

    #[test]
    fn a_segment_of_stop_words_is_titled_by_its_first_words() {
        let found = describe_text("It is what it is.", &[1]);
        assert_eq!(found[0].title, "It is what it is.");
        assert!(found[0].terms.is_empty());
    }
}

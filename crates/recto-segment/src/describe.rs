//! Descriptions of segments: characteristic terms, title, central unit.
//!
//! The weight of a term in a segment is `count * ln((1 + S) / df)` with `S` segments,
//! `df` of which contain the term: high if it is frequent here and rare elsewhere. The
//! `1 +` keeps the weights of a text in one segment above 0.

use recto_math::similarity::{cosine_of, norm};
use recto_math::weight::idf;
use recto_math::{CsrMatrix, SparseRow};
use recto_text::{Corpus, TermId, Units};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// Number of terms listed for a segment.
pub const N_TERMS: usize = 8;

/// Maximum length of a title, in words.
const TITLE_WORDS: usize = 3;

/// Description of a segment.
#[derive(Debug, Clone, PartialEq)]
pub struct Description {
    /// Terms with the largest weights, in their most frequent spelling.
    pub terms: Vec<(String, f64)>,
    /// A phrase of the text, or the two terms with the largest weights; the first words of
    /// a segment without terms.
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
        let terms = segment.terms(row);
        let description = Description {
            title: segment.title(&terms),
            terms,
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
    fn terms(&self, row: SparseRow<'_>) -> Vec<(String, f64)> {
        let mut terms: Vec<(u32, f64)> = row.iter().collect();
        terms.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        let spelt = |(id, weight)| (self.units.spelling(TermId(id), self.tokens.clone()), weight);
        terms.into_iter().take(N_TERMS).map(spelt).collect()
    }

    /// The phrase of neighbouring terms that says most: the sum of its terms' weights
    /// times the root of how often the phrase stands there. A phrase that occurs once
    /// is no better than its best word; where a single word wins, the two weightiest
    /// words say more.
    fn title(&self, ranked: &[(String, f64)]) -> String {
        let mut phrases: FxHashMap<&[TermId], (usize, usize)> = FxHashMap::default();
        let terms: Vec<TermId> = self.tokens.clone().map(|t| self.term_at(t)).collect();
        for at in 0..terms.len() {
            for length in 1..=TITLE_WORDS.min(terms.len() - at) {
                if !self.continues(at, length) {
                    break;
                }
                phrases.entry(&terms[at..at + length]).or_insert((0, at)).0 += 1;
            }
        }
        let mut best: Option<(f64, usize, usize)> = None;
        for at in 0..terms.len() {
            for length in 1..=TITLE_WORDS.min(terms.len() - at) {
                let Some(&(count, first)) = phrases.get(&terms[at..at + length]) else {
                    break;
                };
                if first != at || (length > 1 && count < 2) {
                    continue;
                }
                let score = self.score(&terms[at..at + length], count);
                if best.is_none_or(|(top, _, _)| score > top) {
                    best = Some((score, at, length));
                }
            }
        }
        match best {
            Some((_, at, length)) if length > 1 => self.text_of(at, length),
            Some(_) => ranked
                .iter()
                .take(2)
                .map(|(term, _)| term.as_str())
                .collect::<Vec<_>>()
                .join(", "),
            None => self.opening(),
        }
    }

    fn term_at(&self, token: usize) -> TermId {
        self.units.tokens[token].term().unwrap_or(TermId(u32::MAX))
    }

    /// Whether `length` tokens from `at` are all terms with nothing but a blank or a
    /// hyphen between them.
    fn continues(&self, at: usize, length: usize) -> bool {
        let token = |i: usize| self.units.tokens[self.tokens.start + i];
        let last = at + length - 1;
        if token(last).term().is_none() {
            return false;
        }
        length == 1 || {
            let between = token(last - 1).span().end..token(last).span().start;
            matches!(self.units.text.get(between), Some(" " | "-" | "\n"))
        }
    }

    fn score(&self, terms: &[TermId], count: usize) -> f64 {
        let weight: f64 = terms.iter().map(|term| self.weights[term.index()]).sum();
        weight * (count as f64).sqrt()
    }

    fn text_of(&self, at: usize, length: usize) -> String {
        let first = self.units.tokens[self.tokens.start + at].span();
        let last = self.units.tokens[self.tokens.start + at + length - 1].span();
        self.units.text[first.start..last.end].replace('\n', " ")
    }

    /// The first words, for a segment of function words alone.
    fn opening(&self) -> String {
        let words = self.units.text_of(self.start).split_whitespace().take(6);
        words.collect::<Vec<_>>().join(" ")
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
        assert_eq!(found[0].title, "night ferry");
        assert_eq!(found[1].title, "bread oven");
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

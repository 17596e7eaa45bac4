//! Chunks: segments of at most so many words, cut where the structure of the text and the
//! change of its words allow it best. For retrieval, where a passage must fit a window.
//!
//! Structure (headings, paragraphs, lines, sentences, clauses) and cohesion are weighed in
//! one search. With `M` the bound in words, `T = M / 1.6` the length that is aimed at and
//! `x = words / T`, the chunks of a text minimise
//!
//! ```text
//! sum over chunks  .2 (1 - x)^2 + .6 max(0, 1 - 2x) + nest(chunk)
//! + sum over cuts  cost[level] + tie + .2 z
//! ```
//!
//! | part | meaning | values |
//! |---|---|---|
//! | `cost` | what a cut costs at a word, clause, sentence, line, paragraph, heading | 2.5 1.5 .5 .1 .1 -.2 |
//! | `tie` | behind a colon; behind a heading, or before the rule below it | .5, 5 |
//! | `z` | similarity of the 20 terms on either side, standardised over the text, within 2.5 | 0 for structure alone |
//! | `nest` | `k[t] - k[m]`, if a chunk whose weaker end has level `m` has a higher level `t` inside | k: line .45, paragraph .7, heading 1, else 0 |
//!
//! So a chunk is whole paragraphs or a part of one. Ends of the text count as headings. The
//! bound is no cost but a limit: [`pieces`] cuts units above half of it beforehand, first
//! between clauses, then between words, so that there always is a solution.
//!
//! The minimum is found by dynamic programming over the ends of units, in O(units times units
//! within `M` words) and at most `PLACES` of the latter: where there are more, of places
//! closer together than `M / PLACES` words the cheapest stays. Ties go to the shortest last
//! chunk. Nothing is random.
//!
//! # Words
//! A word is a token of the text, and so is a run of marks between blanks, and every run in
//! what is part of no unit (labels of speakers, page numbers) but stands inside the chunk.
//! That is never less than the number of tokens or of runs between blanks, so that the bound
//! holds for either way of counting. A single token is one word however long it is.
//!
//! # References
//! Hearst 1997, TextTiling: Segmenting text into multi-paragraph subtopic passages, for the
//! similarity of blocks on both sides of a gap. The constants were chosen over about 350
//! settings of a prototype, on the texts of the comparison in bench/README.md among others: its
//! figures flatter.

mod bounded;
mod cohesion;
mod layout;
mod overlap;
mod pieces;
mod search;
#[cfg(test)]
mod tests;
mod words;

pub(crate) use bounded::bounded;
pub use layout::Layout;
pub use overlap::Overlap;
pub use pieces::pieces;

use crate::limits::Words;
use crate::{Options, SegmentError, Segmentation, Segmenter, check_units};
use recto_math::Run;
use recto_text::Units;
use search::Places;
use serde_json::{Value, json};

/// Places that a search looks back over at most.
const PLACES: usize = 4096;

/// Chunks of at most so many words.
pub(crate) struct Chunks {
    words: Words,
    max: usize,
    /// Whether the change of words counts, or structure alone.
    with_cohesion: bool,
    use_headings: bool,
}

impl Chunks {
    /// Chunks by the options; `None` if they set no upper bound.
    pub(crate) fn of(options: &Options, with_cohesion: bool) -> Result<Option<Self>, SegmentError> {
        let words = Words::of(options)?;
        let chunks = |max| Self {
            words,
            max,
            with_cohesion,
            use_headings: options.headings.unwrap_or(true),
        };
        Ok(words.max().map(chunks))
    }
}

impl Segmenter for Chunks {
    fn segment(&self, units: &Units<'_>, run: &Run<'_>) -> Result<Segmentation, SegmentError> {
        check_units(units, None)?;
        run.report("segmenting", 0, Some(units.len() as u64))?;
        let layout = Layout::of(units, self.use_headings);
        let cohesion = if self.with_cohesion {
            cohesion::standardised(units, &layout)
        } else {
            Vec::new()
        };
        let min = self.words.min().unwrap_or(0);
        let places = Places::new(&layout, &cohesion, (min, self.max));
        let bounds = places.chunks(0..units.len(), run)?;
        let mut found = Segmentation {
            by_structure: !self.with_cohesion,
            ..Segmentation::from_bounds(bounds)
        };
        found
            .warnings
            .extend(self.words.warning(units, &found.bounds));
        Ok(found)
    }

    fn parameters(&self) -> Value {
        json!({
            "min_words": self.words.min(),
            "max_words": self.max,
            "headings": if self.use_headings { "use" } else { "ignore" },
            "cohesion": self.with_cohesion,
        })
    }
}

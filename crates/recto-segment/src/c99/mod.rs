//! C99: divisive clustering of the similarity rank matrix.
//!
//! A cosine between short units says little in itself; whether it is larger than those
//! around it says more. Good on texts that are joined from pieces of different origin;
//! its memory grows with the square of the number of units, so it refuses more than 5000.
//!
//! Steps:
//! 1. cosines of the units' counts;
//! 2. each is replaced by the share of its neighbours, in a square of `mask` cells a side
//!    around it, that are smaller (`rank.rs`);
//! 3. starting from one segment, the split that makes the inside density largest is made,
//!    again and again (`divide.rs`): `D = sum of ranks inside segments / cells
//!    inside segments`;
//! 4. splits are kept while the smoothed gain of density stays above
//!    `mean + deviations * sd` of all gains (`divide.rs`), or up to a number of
//!    segments asked for.
//!
//! | symbol | meaning | name in code |
//! |---|---|---|
//! | r | cells a side of the mask | `mask` |
//! | D(n) | inside density of n segments | `densities` |
//! | c | deviations above the mean gain | `deviations` |
//!
//! O(N^2 mask^2) time for the ranks, O(N^2) for the splits, O(N^2) memory: 400 MB at the
//! limit. The same bytes for any number of threads; ties go to the earliest split.
//!
//! # Departures
//! - At the edges the mask and the smoothing weights `1 2 4 8 4 2 1` are clipped and the
//!   share is that of the cells left.
//! - Similarities that a user brings are averaged over both directions.
//!
//! # References
//! Freddy Y. Y. Choi, 2000, Advances in Domain Independent Linear Text Segmentation.
//! NAACL, section 3.

mod divide;
mod rank;
#[cfg(test)]
mod tests;

use crate::chunk::bounded;
use crate::similarity::{self, Direction, Idf, SimilarityTable, Source};
use crate::{
    NO_CONTENT, Options, SegmentCount, SegmentError, Segmentation, Segmenter, check_units,
    is_without_content,
};
use divide::{count, divide};
use rank::{Square, ranks};
use recto_math::{BadParameter, Remedy, Run};
use recto_text::Units;
use serde::{Deserialize, Serialize};
use serde_json::Value;

pub(crate) const USES: &[&str] = &["segments", "max_words", "similarity"];

/// Units at most: memory grows with the square.
const MAX_UNITS: usize = 5000;

/// The parameters of C99; the defaults are Choi's.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Params {
    /// Cells a side of the square that a similarity is ranked in; odd, from 3.
    pub mask: usize,
    /// A gain must lie this many standard deviations above the mean gain.
    pub deviations: f64,
}

impl Default for Params {
    fn default() -> Self {
        Self {
            mask: 11,
            deviations: 1.2,
        }
    }
}

impl Params {
    /// The literal parameters of the paper: the defaults.
    pub fn paper() -> Self {
        Self::default()
    }

    /// Names the first parameter that is out of its range.
    ///
    /// # Errors
    /// [`SegmentError::Parameter`].
    pub fn check(&self) -> Result<(), SegmentError> {
        if self.mask < 3 || self.mask.is_multiple_of(2) {
            return Err(BadParameter::new("mask", self.mask, "an odd number from 3").into());
        }
        if !self.deviations.is_finite() {
            return Err(BadParameter::new("deviations", self.deviations, "a finite number").into());
        }
        Ok(())
    }
}

/// Plain counts: no smoothing, no weights.
fn comparison() -> similarity::Params {
    similarity::Params {
        neighbours: 0,
        decay: 0.0,
        direction: Direction::Symmetric,
        idf: Idf::None,
        window: MAX_UNITS,
        co_occurrence: None,
    }
}

pub(crate) fn build(options: &Options) -> Result<Box<dyn Segmenter>, SegmentError> {
    bounded(options, Box::new(C99::new(Params::default(), options)?))
}

/// The method with its parameters.
#[derive(Debug, Clone, PartialEq)]
pub struct C99 {
    params: Params,
    segments: Option<SegmentCount>,
    similarity: Option<SimilarityTable>,
}

impl C99 {
    /// C99 with the given parameters; of the options it takes the number of segments and
    /// similarities.
    ///
    /// # Errors
    /// [`SegmentError::Parameter`] for a parameter out of its range.
    pub fn new(params: Params, options: &Options) -> Result<Self, SegmentError> {
        params.check()?;
        Ok(Self {
            params,
            segments: options.segments,
            similarity: options.similarity.clone(),
        })
    }

    /// The similarities, both directions averaged.
    fn similarities(&self, units: &Units<'_>, run: &Run<'_>) -> Result<Square, SegmentError> {
        let source = Source::new(units, &comparison(), self.similarity.as_ref())?;
        let mut square = Square::new(units.len());
        source.visit(units.len(), run, &mut |c, column| {
            for (i, &s) in column.iter().enumerate() {
                // f32 halves the memory; only the order of values matters.
                *square.cell(i, c) += (s / 2.0) as f32;
                *square.cell(c, i) += (s / 2.0) as f32;
            }
        })?;
        Ok(square)
    }
}

impl Segmenter for C99 {
    fn segment(&self, units: &Units<'_>, run: &Run<'_>) -> Result<Segmentation, SegmentError> {
        check_units(units, self.segments)?;
        run.report("segmenting", 0, Some(units.len() as u64))?;
        let n = units.len();
        if n > MAX_UNITS {
            return Err(SegmentError::TooLarge {
                units: n,
                limit: MAX_UNITS,
                remedy: Remedy::OneOf(&[Remedy::To("unit", "paragraph"), Remedy::Method("auto")]),
            });
        }
        let silent = self.similarity.is_none() && is_without_content(units);
        if silent && self.segments.is_none() {
            let mut found = Segmentation::from_bounds(vec![n]);
            found.warnings.push(NO_CONTENT.into());
            return Ok(found);
        }
        let sums = ranks(&self.similarities(units, run)?, self.params.mask).sums();
        run.report("segmenting", n as u64 / 2, Some(n as u64))?;
        let exact = self.segments.and_then(SegmentCount::exact);
        let (splits, densities) = divide(&sums, exact.unwrap_or(n));
        let k = exact.unwrap_or_else(|| {
            let free = count(&densities, self.params.deviations);
            self.segments.map_or(free, |asked| asked.clamp(free)).min(n)
        });
        let mut bounds = splits[..k - 1].to_vec();
        bounds.push(n);
        bounds.sort_unstable();
        Ok(Segmentation {
            net: Some(densities[k - 1]),
            ..Segmentation::from_bounds(bounds)
        })
    }

    fn parameters(&self) -> Value {
        let mut value = serde_json::to_value(self.params).expect("plain numbers");
        value["segments"] = serde_json::to_value(self.segments).expect("a number or text");
        value["similarity"] = serde_json::to_value(&self.similarity).expect("plain text");
        value
    }
}

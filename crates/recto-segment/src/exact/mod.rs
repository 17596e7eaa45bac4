//! Exact optimum of the affinity propagation objective by dynamic programming.
//!
//! Every segment has a centre, the unit that stands for it; a segmentation is good if
//! units are like their centres. Use it when you want such a unit for each segment, when
//! you bring your own similarities, or when you want to move through all grains of a text
//! (`path`). With word similarities alone it places boundaries less well than the
//! Bayesian methods.
//!
//! The objective is that of affinity propagation for segmentation, maximised exactly
//! instead of by messages:
//!
//! ```text
//! net = sum over segments of ( p(c) + sum over its other units i of S(i, c) ),  |i - c| <= H
//! ```
//!
//! | symbol | meaning | name in code |
//! |---|---|---|
//! | S(i, c) | how well unit c stands for unit i | a column of [`recto_math::band`] |
//! | p(c) | preference: what a centre costs or brings | `preference` |
//! | H | units at most between a unit and its centre | `window` |
//! | F(t) | best net similarity of units 0..t | `best` |
//! | T | temperature of the confidences | `temperature` |
//!
//! Steps: similarities ([`crate::similarity`]); one pass of the two-scan programme
//! ([`solve`]); confidences by sums over all segmentations ([`posterior`]); other numbers
//! of segments by the upper envelope (`path`).
//!
//! - A number of segments is found on the envelope by a few passes, or, where no
//!   preference leads to it, by the programme with a count of segments. Of a range, the
//!   number that is best over the widest interval of preferences is taken; one with an open
//!   interval only if there is no other.
//! - Without preference and number, the preference is `-scale * ln N` times the mean
//!   similarity of units at most five apart ([`local_similarity`]): a segment costs as much
//!   as a few neighbours bring, a little more in long texts.
//!
//! Time O(N H) a pass, memory O(N + words) for texts whose band is not stored. Nothing is
//! random; ties go to the shorter left part and the smaller centre, so equal values give
//! fewer segments. One unit is one segment; so is a text of stop words.
//!
//! ```
//! use recto_math::{Run, Silent};
//! use recto_segment::{Options, Preference, Segmenter, exact::{Exact, Params}};
//! use recto_text::{Analysis, Analyzer, Document, Language, UnitKind};
//!
//! let document = Document::new("note", "net\nboat\noven\nloaf\n");
//! let analyzer = Analyzer::new(Analysis::Segment, Language::detect(&document.text));
//! let run = Run::new(0, &Silent);
//! let units = analyzer.units(&document, UnitKind::Line, &run)?;
//!
//! // Units 0 and 1 are alike, 2 and 3 as well: two segments bring 2 * (-0.5) + 2.
//! let options = Options {
//!     similarity: Some("1\t0\t1\n0\t1\t1\n3\t2\t1\n2\t3\t1\n".parse()?),
//!     preference: Some(Preference::Uniform(-0.5)),
//!     ..Options::default()
//! };
//! let found = Exact::new(Params::default(), &options)?.segment(&units, &run)?;
//! assert_eq!(found.bounds, [2, 4]);
//! assert_eq!(found.centers, Some(vec![0, 2]));
//! assert_eq!(found.net, Some(1.0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # References
//! The objective: Anna Kazantseva and Stan Szpakowicz, 2011, Linear Text Segmentation
//! Using Affinity Propagation. EMNLP, section 4. The solver is recto's own.

mod envelope;
pub mod posterior;
pub mod solve;
#[cfg(test)]
mod tests;

use crate::centre_options::{CentreOptions, merged, whole};
use crate::chunk::bounded;
use crate::similarity::{self, Source};
use crate::{Options, SegmentCount, SegmentError, Segmentation, Segmenter, check_units};
use envelope::{Envelope, Place, width};
use recto_math::band::{Columns, Order};
use recto_math::{BadParameter, Remedy, Run};
use recto_text::Units;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use solve::{Centred, free};

pub(crate) const USES: &[&str] = &[
    "segments",
    "max_words",
    "similarity",
    "preference",
    "window",
];

/// The path is told for so many segments fewer and more than the result has.
const PATH_REACH: usize = 20;

/// Cells of the table for a number of segments that no preference leads to.
const COUNTED_CELLS: usize = 1 << 27;

/// The parameters of the exact solver.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Params {
    /// How units are compared.
    pub similarity: similarity::Params,
    /// Without a preference, a segment costs this times `ln N` times the mean similarity
    /// of near units; from 0.
    pub scale: f64,
    /// How much worse a segmentation may be and still count for the confidences; above 0.
    pub temperature: f64,
}

impl Default for Params {
    /// The scale has the least mean WindowDiff over 14 development files of lectures, a
    /// textbook and novels: 0.352, with 0.391 for 2.4 and 0.392 for 3.6. Of other rules,
    /// each at its best, the mean similarity collected in the window had 0.384, the largest
    /// 0.393, and a fixed preference 0.354, which knows nothing of how similarities are
    /// made. At the temperature, the mean confidence of the boundaries found in these files
    /// was 0.12, and 8 % of them were exactly right.
    fn default() -> Self {
        Self {
            similarity: similarity::Params::default(),
            scale: 3.0,
            temperature: 0.3,
        }
    }
}

impl Params {
    /// The paper's similarities.
    pub fn paper() -> Self {
        Self {
            similarity: similarity::Params::paper(),
            ..Self::default()
        }
    }

    /// Names the first parameter that is out of its range.
    ///
    /// # Errors
    /// [`SegmentError::Parameter`].
    pub fn check(&self) -> Result<(), SegmentError> {
        self.similarity.check()?;
        let error = |name, value: f64, range| {
            let value = value.to_string();
            Err(BadParameter::new(name, value, range).into())
        };
        if !(self.scale >= 0.0 && self.scale.is_finite()) {
            return error("scale", self.scale, "a finite number from 0");
        }
        if !(self.temperature > 0.0 && self.temperature.is_finite()) {
            return error("temperature", self.temperature, "a finite number above 0");
        }
        Ok(())
    }
}

pub(crate) fn build(options: &Options) -> Result<Box<dyn Segmenter>, SegmentError> {
    let params = if options.paper {
        Params::paper()
    } else {
        Params::default()
    };
    bounded(options, Box::new(Exact::new(params, options)?))
}

/// The method with its parameters.
#[derive(Debug, Clone, PartialEq)]
pub struct Exact {
    params: Params,
    centre_options: CentreOptions,
}

impl Exact {
    /// The exact solver with the given parameters; of the options it takes the number of
    /// segments, similarities, preference and window.
    ///
    /// # Errors
    /// [`SegmentError::Parameter`] for a parameter out of its range.
    pub fn new(params: Params, options: &Options) -> Result<Self, SegmentError> {
        params.check()?;
        let centre_options = CentreOptions::new(options);
        Ok(Self {
            params,
            centre_options,
        })
    }

    fn solve(
        &self,
        columns: &dyn Columns,
        (base, added): (&[f64], Option<f64>),
        run: &Run<'_>,
    ) -> Result<Segmentation, SegmentError> {
        let mut envelope = Envelope::new(columns, base, run);
        let (found, shift) = match self.centre_options.segments {
            Some(count) => self.counted(&mut envelope, count, columns.n_units())?,
            None => {
                let shift = match added {
                    Some(shift) => shift,
                    None => -self.params.scale * price(columns, run)?,
                };
                (free(columns, base, shift, run)?, shift)
            }
        };
        // A path costs some hundred passes: only where they are cheap.
        if columns.n_slots() <= similarity::STORED_SLOTS {
            let k = found.bounds.len();
            let to = (k + PATH_REACH).min(columns.n_units());
            envelope.fill(k.saturating_sub(PATH_REACH).max(1), to)?;
        }
        let sure = posterior::boundaries(columns, base, shift, self.params.temperature, run)?;
        let confidence = |&start: &usize| Some(sure[start]);
        let starts = &found.bounds[..found.bounds.len() - 1];
        Ok(Segmentation {
            confidence: [None]
                .into_iter()
                .chain(starts.iter().map(confidence))
                .collect(),
            bounds: found.bounds,
            centers: Some(found.centers),
            net: Some(found.net),
            path: envelope.path(),
            warnings: Vec::new(),
            by_structure: false,
        })
    }

    /// The segmentation for a number or a range of segments, and a preference near it.
    fn counted(
        &self,
        envelope: &mut Envelope<'_>,
        count: SegmentCount,
        n_units: usize,
    ) -> Result<(Centred, f64), SegmentError> {
        let (from, to) = (count.min(), count.max().min(n_units));
        if from < to {
            envelope.fill(from.saturating_sub(1).max(1), (to + 1).min(n_units))?;
            let inside = |point: &crate::PathPoint| (from..=to).contains(&point.segments);
            let points = envelope.path().into_iter().filter(inside);
            let widest = points.reduce(|best, next| {
                if width(&next) > width(&best) {
                    next
                } else {
                    best
                }
            });
            if let Some(point) = widest {
                let k = point.segments;
                return Ok((envelope.point(k).clone(), envelope.preference(k)));
            }
        }
        match envelope.search(from)? {
            Place::On(k) => Ok((envelope.point(k).clone(), envelope.preference(k))),
            Place::Between(low, high) => {
                if (to + 1).saturating_mul(n_units) > COUNTED_CELLS {
                    return Err(SegmentError::TooLarge {
                        units: n_units,
                        limit: COUNTED_CELLS / (to + 1),
                        remedy: Remedy::When(
                            "as no preference leads to that number of segments",
                            &Remedy::To("segments", "A..B"),
                        ),
                    });
                }
                let found = envelope.between((low, high), (from, to))?;
                let found = found.expect("the window was checked against the number of segments");
                Ok((found, envelope.preference(from)))
            }
        }
    }
}

/// `ln N` times the mean similarity of near units.
pub(crate) fn price(columns: &dyn Columns, run: &Run<'_>) -> Result<f64, SegmentError> {
    Ok((columns.n_units() as f64).ln() * local_similarity(columns, run)?)
}

/// Units at most this far apart are near.
const NEAR: usize = 5;

/// The mean similarity of units at most five apart, negative ones taken as 0.
pub fn local_similarity(columns: &dyn Columns, run: &Run<'_>) -> Result<f64, SegmentError> {
    let (mut sum, mut n_pairs) = (0.0, 0usize);
    columns.visit(Order::Forward, run, &mut |c, column| {
        let first = columns.rows(c).start;
        let near = column
            .iter()
            .zip(first..)
            .filter(|&(_, i)| i != c && i.abs_diff(c) <= NEAR);
        for (s, _) in near {
            sum += s.max(0.0);
            n_pairs += 1;
        }
    })?;
    Ok(sum / n_pairs.max(1) as f64)
}

impl Segmenter for Exact {
    fn segment(&self, units: &Units<'_>, run: &Run<'_>) -> Result<Segmentation, SegmentError> {
        check_units(units, self.centre_options.segments)?;
        run.report("segmenting", 0, Some(units.len() as u64))?;
        let (base, added) = self.centre_options.preferences(units.len())?;
        let source = Source::new(
            units,
            &self.params.similarity,
            self.centre_options.similarity.as_ref(),
        )?;
        let warnings = self.centre_options.warnings(units);
        if self.centre_options.leaves_whole(units) {
            return Ok(whole(units, warnings));
        }
        let window = self
            .centre_options
            .window(self.params.similarity.window, units.len())?;
        let found = source.with_columns(window, run, |columns| {
            self.solve(columns, (&base, added), run)
        })??;
        Ok(Segmentation { warnings, ..found })
    }

    fn parameters(&self) -> Value {
        merged(&self.params, &self.centre_options)
    }
}

//! Minimum-cut segmentation: high similarity within segments, low between them.
//!
//! Use it when the number of segments is known and whole stretches of text, not a unit in
//! their middle, should be compared. It cannot choose the number: without one it takes
//! that of [`crate::adaptive`], with a warning.
//!
//! Units are nodes, `w(i, j) >= 0` is the similarity of units at most `cutoff` apart, a
//! unit's weight with itself included. Minimised over segmentations into `K` segments:
//!
//! ```text
//! sum over segments A of  cut(A) / vol(A)
//! vol(A) = sum over i in A, all j, of w(i, j)      cut(A) = vol(A) - sum over i, j in A of w(i, j)
//! ```
//!
//! | symbol | meaning | name in code |
//! |---|---|---|
//! | w(i, j) | similarity, the mean of both directions | [`Graph`] |
//! | D | units at most between two that are compared | `cutoff` |
//! | vol(A) | weight of all edges of a segment's units | `volume` |
//!
//! Steps: similarities; running sums of each unit's weights to those before it, so that a
//! segment is extended by a unit in O(1) ([`Graph`]); the dynamic programme of
//! [`recto_math::seq`] for `K` segments. O(N D + K N^2) time, O(N D + K N) memory. Nothing
//! is random; ties go to the smallest start. A segment without any weight costs nothing.
//!
//! # Departures
//! - Weights are plain cosines; the authors' program takes `exp(cos)`, so that none is 0,
//!   which is what `Params::paper()` does. Plain ones had the lower WindowDiff on lectures
//!   with the number of segments given: 0.401 to 0.431.
//! - Similarities that a user brings are averaged over both directions, and negative ones
//!   are refused: a cut is not defined for them.
//!
//! # References
//! Igor Malioutov and Regina Barzilay, 2006, Minimum Cut Model for Spoken Lecture
//! Segmentation. ACL, sections 3 and 4.

#[cfg(test)]
mod tests;

use crate::chunk::bounded;
use crate::similarity::{self, Direction, Idf, SimilarityTable, Source};
use crate::{
    NO_CONTENT, Options, SegmentCount, SegmentError, Segmentation, Segmenter, check_units,
    is_without_content,
};
use recto_math::band::{Band, Columns};
use recto_math::seq::{Lane, Lengths, SegmentScores, solve};
use recto_math::{Notice, Remedy, Run};
use recto_text::Units;
use serde::{Deserialize, Serialize};
use serde_json::Value;

pub(crate) const USES: &[&str] = &["segments", "max_words", "similarity", "window"];

/// Cells of the programme's table: number of segments times units.
const MAX_CELLS: usize = 1 << 28;

/// The parameters of the method.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Params {
    /// How units are compared; its window is the cutoff.
    pub similarity: similarity::Params,
    /// Whether weights are `exp(cos)` instead of the cosines.
    pub exponential: bool,
}

impl Default for Params {
    fn default() -> Self {
        Self {
            similarity: similarity::Params {
                neighbours: 5,
                decay: 1.1,
                direction: Direction::Symmetric,
                idf: Idf::Chunks(15),
                window: 95,
                co_occurrence: None,
            },
            exponential: false,
        }
    }
}

impl Params {
    /// The weights of the authors' program.
    pub fn paper() -> Self {
        Self {
            exponential: true,
            ..Self::default()
        }
    }
}

pub(crate) fn build(options: &Options) -> Result<Box<dyn Segmenter>, SegmentError> {
    let params = if options.paper {
        Params::paper()
    } else {
        Params::default()
    };
    bounded(options, Box::new(MinCut::new(params, options)?))
}

/// The method with its parameters.
#[derive(Debug, Clone, PartialEq)]
pub struct MinCut {
    params: Params,
    segments: Option<SegmentCount>,
    similarity: Option<SimilarityTable>,
}

impl MinCut {
    /// The method with the given parameters; of the options it takes the number of
    /// segments, similarities and, as cutoff, the window.
    ///
    /// # Errors
    /// [`SegmentError::Parameter`] for a parameter out of its range.
    pub fn new(mut params: Params, options: &Options) -> Result<Self, SegmentError> {
        let reach = options
            .similarity
            .as_ref()
            .map_or(0, SimilarityTable::reach);
        let cutoff = &mut params.similarity.window;
        *cutoff = options.window.unwrap_or((*cutoff).max(reach));
        params.similarity.check()?;
        Ok(Self {
            params,
            segments: options.segments,
            similarity: options.similarity.clone(),
        })
    }

    /// The number of segments; of a range or nothing, the one nearest to the adaptive rule's.
    fn count(
        &self,
        units: &Units<'_>,
        run: &Run<'_>,
    ) -> Result<(usize, Option<Notice>), SegmentError> {
        if let Some(k) = self.segments.and_then(SegmentCount::exact) {
            return Ok((k, None));
        }
        let rule = crate::adaptive::build(&Options::default())?;
        let found = rule.segment(units, run)?.bounds.len();
        let k = self
            .segments
            .map_or(found, |count| count.clamp(found))
            .min(units.len());
        let warning = Notice::from(format!(
            "minimum cut cannot choose the number of segments: {k} is taken from the adaptive rule"
        ));
        let change = Remedy::When("to change it", &Remedy::Set(&["segments"]));
        Ok((k, Some(warning.with(change))))
    }
}

/// Weights between near units.
#[derive(Debug)]
pub struct Graph {
    n_units: usize,
    cutoff: usize,
    /// `before[v * (cutoff + 1) + d]`: the sum of `w(v, j)` for `j` from `v - d` to
    /// `v - 1`.
    before: Vec<f64>,
    own: Vec<f64>,
    /// Running sums of the units' volumes.
    volume: Vec<f64>,
}

impl Graph {
    /// The graph of a band; each weight is the mean of both directions, `exp` of it if
    /// asked for.
    pub fn new(band: &Band, exponential: bool) -> Self {
        let (n, cutoff) = (band.n_units(), band.half_width());
        let weight = |i: usize, j: usize| {
            let mean = f64::midpoint(band.get(i, j), band.get(j, i));
            if exponential { mean.exp() } else { mean }
        };
        let mut before = vec![0.0; n * (cutoff + 1)];
        let own: Vec<f64> = (0..n).map(|v| weight(v, v)).collect();
        let mut volumes = own.clone();
        for v in 0..n {
            let sums = &mut before[v * (cutoff + 1)..(v + 1) * (cutoff + 1)];
            for d in 1..=cutoff.min(v) {
                let w = weight(v, v - d);
                sums[d] = sums[d - 1] + w;
                volumes[v - d] += w;
                volumes[v] += w;
            }
        }
        let mut volume = vec![0.0];
        volume.extend(volumes.iter().scan(0.0, |sum, v| {
            *sum += v;
            Some(*sum)
        }));
        Self {
            n_units: n,
            cutoff,
            before,
            own,
            volume,
        }
    }
}

impl SegmentScores for Graph {
    type Scratch = ();

    fn n_units(&self) -> usize {
        self.n_units
    }

    fn scratch(&self) {}

    /// Malioutov06 sec. 3: a segment's share of the normalised cut, with its sign changed.
    fn row(&self, start: usize, row: &mut [f64], (): &mut ()) {
        let mut inside = 0.0;
        for (i, score) in row.iter_mut().enumerate() {
            let v = start + i;
            inside += 2.0 * self.before[v * (self.cutoff + 1) + i.min(self.cutoff)] + self.own[v];
            let volume = self.volume[v + 1] - self.volume[start];
            // Rounding may leave a whole text with a cut just below 0.
            let cut = (volume - inside).max(0.0);
            *score = if volume > 0.0 { -(cut / volume) } else { 0.0 };
        }
    }
}

impl Segmenter for MinCut {
    fn segment(&self, units: &Units<'_>, run: &Run<'_>) -> Result<Segmentation, SegmentError> {
        check_units(units, self.segments)?;
        run.report("segmenting", 0, Some(units.len() as u64))?;
        let source = Source::new(units, &self.params.similarity, self.similarity.as_ref())?;
        if let Source::Given(pairs) = &source {
            refuse_negative(pairs)?;
        }
        let silent = self.similarity.is_none() && is_without_content(units);
        if silent && self.segments.is_none() {
            let mut found = Segmentation::from_bounds(vec![units.len()]);
            found.warnings.push(NO_CONTENT.into());
            return Ok(found);
        }
        let (k, warning) = self.count(units, run)?;
        if (k + 1).saturating_mul(units.len()) > MAX_CELLS {
            return Err(SegmentError::TooLarge {
                units: units.len(),
                limit: MAX_CELLS / (k + 1),
                remedy: Remedy::OneOf(&[Remedy::Lower("segments"), Remedy::Method("auto")]),
            });
        }
        let cutoff = self.params.similarity.window.min(units.len() - 1);
        let graph = Graph::new(&source.band(cutoff, run)?, self.params.exponential);
        let solution = solve(&graph, &Lane::counted(k), Lengths::ANY, run)?;
        let bounds = solution
            .bounds(k)
            .expect("there are at least as many units as segments");
        Ok(Segmentation {
            net: Some(-solution.objective(k)),
            warnings: warning.into_iter().collect(),
            ..Segmentation::from_bounds(bounds)
        })
    }

    fn parameters(&self) -> Value {
        let mut value = serde_json::to_value(self.params).expect("plain numbers");
        value["comparison"] = value["similarity"].take();
        value["segments"] = serde_json::to_value(self.segments).expect("a number or text");
        value["similarity"] = serde_json::to_value(&self.similarity).expect("plain text");
        value
    }
}

fn refuse_negative(by_column: &recto_math::CsrMatrix) -> Result<(), SegmentError> {
    for (column, row) in by_column.rows().enumerate() {
        if let Some((unit, value)) = row.iter().find(|&(_, value)| value < 0.0) {
            let problem = format!(
                "the value of row {unit}, column {column} is {value}; \
                 minimum cut needs values from 0"
            );
            let what = "similarities";
            return Err(SegmentError::Input { what, problem });
        }
    }
    Ok(())
}

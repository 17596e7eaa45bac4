//! TextTiling: boundaries where adjacent blocks of text are least similar.
//!
//! Fast, needs no number of segments and works on any length of text; use it for a
//! first look or as the baseline that a better method must beat. It sees only about
//! two hundred words to each side of a gap, so it finds more boundaries than a reader
//! would mark.
//!
//! Steps, on the stream of all words (Hearst 1997):
//! 1. cut it into sequences of `width` words, whatever the sentences; then drop the
//!    stop words (`sequences`);
//! 2. score each gap between sequences by the cosine of the counts of the `block`
//!    sequences on its two sides (`gap_scores`);
//! 3. smooth the scores (`smooth`);
//! 4. depth of a gap: how far its score lies below the nearest peaks on both sides
//!    (`depths`);
//! 5. keep gaps deeper than `mean - cutoff * sd`, the deepest first, none within three
//!    sequences of another (`Candidates`);
//! 6. move each to the nearest break between units.
//!
//! | symbol | meaning | name in code |
//! |---|---|---|
//! | w | words in a sequence | `width` |
//! | k | sequences in a block | `block` |
//! | s | half-width of the smoothing window | `smoothing` |
//! | c | cutoff is mean - c * sd of the depths | `cutoff` |
//!
//! Time and memory are linear in the number of words: the counts of the two blocks are
//! moved along, not counted anew. Nothing is random; equal depths go to the earlier gap.
//! Fewer than two sequences give one segment; so does a text of stop words.
//!
//! # Departures
//! Blocks shrink at both ends of the text instead of running over them, so that the
//! first and the last gaps have a score too. With a number of segments given, the
//! deepest gaps are kept whatever their depth.
//!
//! # References
//! Marti A. Hearst, 1997, TextTiling: Segmenting Text into Multi-paragraph Subtopic
//! Passages. Computational Linguistics 23(1), sections 4 and 5.

mod gaps;
#[cfg(test)]
mod tests;

use crate::chunk::bounded;
use crate::{
    NO_CONTENT, Options, SegmentCount, SegmentError, Segmentation, Segmenter, check_units,
    is_without_content,
};
use gaps::{depths, gap_scores, sequences, smooth};
use recto_math::{BadParameter, Run};
use recto_text::Units;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

pub(crate) const USES: &[&str] = &["segments", "max_words"];

/// Boundaries stand at least this many gaps apart: three sequences lie between.
const MIN_GAP: usize = 4;

/// The parameters of TextTiling; the defaults are Hearst's and NLTK's.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Params {
    /// Words in a sequence; from 1.
    pub width: usize,
    /// Sequences in a block; from 1.
    pub block: usize,
    /// Half-width of the smoothing window: 1 takes the mean of three scores.
    pub smoothing: usize,
    /// How often the scores are smoothed.
    pub rounds: usize,
    /// The cutoff is the mean depth less this many standard deviations: 0.5 is the
    /// strict policy, 1 the liberal one.
    pub cutoff: f64,
}

impl Default for Params {
    fn default() -> Self {
        Self {
            width: 20,
            block: 10,
            smoothing: 1,
            rounds: 1,
            cutoff: 0.5,
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
        let error = |name, value: &dyn ToString, range| {
            Err(BadParameter::new(name, value.to_string(), range).into())
        };
        if self.width == 0 {
            return error("width", &self.width, "at least 1");
        }
        if self.block == 0 {
            return error("block", &self.block, "at least 1");
        }
        if !self.cutoff.is_finite() {
            return error("cutoff", &self.cutoff, "a finite number");
        }
        Ok(())
    }
}

pub(crate) fn build(options: &Options) -> Result<Box<dyn Segmenter>, SegmentError> {
    let method = TextTiling::new(Params::default(), options.segments)?;
    bounded(options, Box::new(method))
}

/// The method with its parameters.
#[derive(Debug, Clone, PartialEq)]
pub struct TextTiling {
    params: Params,
    segments: Option<SegmentCount>,
}

impl TextTiling {
    /// TextTiling with the given parameters and, if asked for, a number of segments.
    ///
    /// # Errors
    /// [`SegmentError::Parameter`] for a parameter out of its range.
    pub fn new(params: Params, segments: Option<SegmentCount>) -> Result<Self, SegmentError> {
        params.check()?;
        Ok(Self { params, segments })
    }

    fn candidates(&self, units: &Units<'_>) -> Candidates {
        let sequences = sequences(units, self.params.width);
        let scores = gap_scores(&sequences, units.vocabulary.len(), self.params.block);
        let scores = smooth(scores, self.params.smoothing, self.params.rounds);
        Candidates::new(depths(&scores), self.params.cutoff)
    }
}

impl Segmenter for TextTiling {
    fn segment(&self, units: &Units<'_>, run: &Run<'_>) -> Result<Segmentation, SegmentError> {
        check_units(units, self.segments)?;
        run.report("segmenting", 0, Some(units.len() as u64))?;
        let candidates = self.candidates(units);
        run.report(
            "segmenting",
            units.len() as u64 / 2,
            Some(units.len() as u64),
        )?;
        let mut cuts = Cuts::new(units, self.params.width);
        let free = candidates.above_cutoff();
        let asked = self.segments.map(|count| {
            let mut found = Cuts::new(units, self.params.width);
            found.take(&candidates, free, usize::MAX, MIN_GAP);
            count.clamp(found.len() + 1).min(units.len())
        });
        match asked {
            None => cuts.take(&candidates, free, usize::MAX, MIN_GAP),
            Some(asked) => {
                let all = candidates.order.len();
                cuts.take(&candidates, all, asked - 1, MIN_GAP);
                // Closer together, and at last anywhere, rather than too few.
                cuts.take(&candidates, all, asked - 1, 1);
                cuts.fill(asked - 1);
            }
        }
        let mut found = cuts.finish();
        if is_without_content(units) {
            found.warnings.push(NO_CONTENT.into());
        }
        Ok(found)
    }

    fn parameters(&self) -> Value {
        let mut value = serde_json::to_value(self.params).expect("plain numbers");
        value["segments"] = serde_json::to_value(self.segments).expect("a number or text");
        value
    }
}

/// Gaps from the deepest to the shallowest.
struct Candidates {
    depths: Vec<f64>,
    order: Vec<usize>,
    cutoff: f64,
}

impl Candidates {
    /// Hearst97 sec. 5: the cutoff is a function of the mean and deviation of the depths.
    fn new(depths: Vec<f64>, deviations: f64) -> Self {
        let n = depths.len().max(1) as f64;
        let mean = depths.iter().sum::<f64>() / n;
        let variance = depths.iter().map(|d| (d - mean) * (d - mean)).sum::<f64>() / n;
        let mut order: Vec<usize> = (0..depths.len()).collect();
        order.sort_by(|&a, &b| depths[b].total_cmp(&depths[a]).then(a.cmp(&b)));
        Self {
            depths,
            order,
            cutoff: mean - deviations * variance.sqrt(),
        }
    }

    /// How many gaps lie above the cutoff. A gap without depth is never a valley, also
    /// where the cutoff is negative.
    fn above_cutoff(&self) -> usize {
        let threshold = self.cutoff.max(0.0);
        self.order
            .partition_point(|&gap| self.depths[gap] > threshold)
    }

    /// How far a depth stands above the cutoff: 0 at it, towards 1 far above.
    fn confidence(&self, gap: usize) -> f64 {
        let (depth, cutoff) = (self.depths[gap], self.cutoff.max(0.0));
        if depth > cutoff {
            1.0 - cutoff / depth
        } else {
            0.0
        }
    }
}

/// Boundaries between units, as they are accepted.
struct Cuts<'u, 'd> {
    units: &'u Units<'d>,
    width: usize,
    gaps: BTreeSet<usize>,
    /// The first unit of each segment but the first, and how sure that boundary is.
    accepted: BTreeMap<usize, f64>,
    filled: bool,
}

impl<'u, 'd> Cuts<'u, 'd> {
    fn new(units: &'u Units<'d>, width: usize) -> Self {
        Self {
            units,
            width,
            gaps: BTreeSet::new(),
            accepted: BTreeMap::new(),
            filled: false,
        }
    }

    fn len(&self) -> usize {
        self.accepted.len()
    }

    /// Accepts up to `limit` boundaries from the `first` deepest gaps, `apart` from
    /// each other.
    fn take(&mut self, candidates: &Candidates, first: usize, limit: usize, apart: usize) {
        for &gap in &candidates.order[..first] {
            if self.len() >= limit {
                return;
            }
            let near = gap.saturating_sub(apart - 1)..gap + apart;
            if self.gaps.range(near).next().is_some() {
                continue;
            }
            let boundary = nearest_break(self.units, (gap + 1) * self.width);
            if let Some(boundary) = boundary
                && !self.accepted.contains_key(&boundary)
            {
                self.accepted.insert(boundary, candidates.confidence(gap));
                self.gaps.insert(gap);
            }
        }
    }

    /// Halves the longest segment until there are `limit` boundaries.
    fn fill(&mut self, limit: usize) {
        let starts = [0].into_iter().chain(self.accepted.keys().copied());
        let ends = self.accepted.keys().copied().chain([self.units.len()]);
        // The longest first, then the leftmost.
        let mut segments: BinaryHeap<(usize, Reverse<usize>)> = starts
            .zip(ends)
            .map(|(start, end)| (end - start, Reverse(start)))
            .collect();
        while self.len() < limit {
            let (length, Reverse(start)) = segments.pop().expect("there is a segment");
            let half = length / 2;
            self.accepted.insert(start + half, 0.0);
            segments.push((half, Reverse(start)));
            segments.push((length - half, Reverse(start + half)));
            self.filled = true;
        }
    }

    fn finish(self) -> Segmentation {
        let bounds = self.accepted.keys().copied().chain([self.units.len()]);
        let sure = self.accepted.values().map(|&confidence| Some(confidence));
        let filled = "the text has fewer valleys than boundaries asked for: \
                      the rest halve the longest segments";
        Segmentation {
            bounds: bounds.collect(),
            confidence: [None].into_iter().chain(sure).collect(),
            warnings: self.filled.then(|| filled.into()).into_iter().collect(),
            ..Segmentation::default()
        }
    }
}

/// The unit whose first token is nearest to `token`, ties to the left; `None` at both
/// ends of the text.
fn nearest_break(units: &Units<'_>, token: usize) -> Option<usize> {
    let after = units.units.partition_point(|unit| unit.first_token < token);
    let distance = |unit: usize| {
        let first = units
            .units
            .get(unit)
            .map_or(units.tokens.len(), |u| u.first_token);
        first.abs_diff(token)
    };
    // Units without tokens share a position: take the first of them.
    let left = after.saturating_sub(1);
    let nearest = if distance(left) <= distance(after) {
        left
    } else {
        after
    };
    let position = units.units.get(nearest)?.first_token;
    let nearest = units
        .units
        .partition_point(|unit| unit.first_token < position);
    (0 < nearest && nearest < units.len()).then_some(nearest)
}

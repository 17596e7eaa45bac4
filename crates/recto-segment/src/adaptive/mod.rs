//! The default method: adapts to the lexical contrast of the text and needs no settings.
//!
//! What decides how finely to cut is not length but **contrast**: how much more often two
//! words of one segment agree than two words of different segments. Joined texts of
//! different origin have contrast 5 to 12, lectures and chapters 2 to 3. A cheap pilot
//! segmentation measures it, and the price of a segment falls as a power of it. Use it
//! whenever the grain is not known; it cuts long drifting texts (novels, lectures) more
//! coarsely than their authors do, and finds two or three segments in a text on one topic.
//!
//! Units are `0..N`; `x_iw` counts term w in unit i, `n_i` the tokens of unit i, `C_w` the
//! document's count of w, `T = sum n_i`, `V2` the number of terms with `C_w >= 2`.
//!
//! ```text
//! P(u,v) = sum_{i<j in u..v} sum_w (T / C_w) x_iw x_jw       same-word pairs across units
//! Q(u,v) = sum_{i<j in u..v} n_i n_j                         all pairs across units
//! mu     = P(0,N) / Q(0,N)
//! E(u,v) = (P(u,v) - r mu Q(u,v)) / sqrt(V2)                 score 1: excess over chance
//! LL(u,v)                                                    score 2: Dirichlet-multinomial
//! ```
//!
//! with base measure `a_w = A sqrt(C_w) / sum sqrt(C_w)` over repeated terms.
//!
//! 1. Pilot: maximise `sum [E - pilot T]` (`contrast`).
//! 2. Contrast rho: P/Q inside the pilot's segments over P/Q across them, in [1, 50].
//! 3. Prices: `pen1 = c1 T' / rho^x1`, `pen2 = c2 T' / rho^x2`, where
//!    `T' = T (T / 4500)^-y`, y less where contrast is above 3: a text ten times as long has
//!    more topics, if not ten times as many, and sharp parts are seen at any length.
//! 4. Maximise `sum [w E / pen1 + (1 - w) LL / pen2 - g + b]`, g the granularity (1), b what
//!    speaks for the start of the segment: a heading, or its opening words (`cues`).
//!
//! With K segments asked for, no price is needed, and score 1 counts less: in it a single
//! unit costs nothing, and one rare word that comes back holds two topics together. Then
//! `sum [v E + LL + ...]` is maximised, v small and the same for every contrast, with
//! `A = min(A, T / K)`: what a segment is compared with weighs no more than the segment.
//!
//! | symbol | name in code |
//! |---|---|
//! | r | `resolution` |
//! | A | `concentration` |
//! | w | `weight` |
//! | x1, x2, y | `pair_power`, `base_power`, `length_power` |
//! | v | `counted_weight` |
//!
//! What a unit adds to a segment changes only with units that share a term with it, so a
//! row of segments is made from the one before (`score`): time O(N L + pairs of equal
//! terms within L units), memory O(N + T + V). L starts at `FIRST_LIMIT` and is
//! doubled while a found segment is longer than three quarters of it. Nothing is random; ties go to
//! the longer last segment.
//!
//! Prices grow with T, so a text of many parts would be cut ever more coarsely the longer
//! it is. A text above `window_tokens`, or of more than `MOST_UNITS` short units, is
//! therefore read through windows of that size: each is segmented by itself, boundaries up to
//! three quarters of it are kept, and the next one opens at the last of these. A window of
//! `window_tokens` that one segment fills is doubled, twice at most; then the next one opens
//! inside that segment and finds its end. Time is then linear in the length of the text, also
//! where no topic ever changes.
//!
//! A boundary's confidence is the share of such boundaries that were right in texts that
//! people had segmented (`calibration`).
//!
//! Tried on the development files and on made text, and left out because nothing held on
//! text it was not chosen on: a prior for regular lengths, terms weighted by how much they
//! clump, local depth as a third score, votes over granularities; with K given, the symmetric
//! Dirichlet-multinomial as a third score.

mod calibration;
mod contrast;
mod cues;
mod model;
mod repeats;
mod score;
#[cfg(test)]
mod tests;

pub(crate) use model::join;

use crate::bayes::without_content;
use crate::chunk::{Chunks, bounded};
use crate::limits::Words;
use crate::{
    Options, SegmentCount, SegmentError, Segmentation, Segmenter, check_units, is_without_content,
    metrics,
};
use model::Model;
use recto_math::seq::Lengths;
use recto_math::{BadParameter, Run};
use recto_text::Units;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::ops::Range;

pub(crate) const USES: &[&str] = &[
    "segments",
    "granularity",
    "min_words",
    "max_words",
    "headings",
];

/// Granularities that the path looks at.
pub const STRENGTHS: [f64; 7] = [0.5, 0.7, 1.0, 1.4, 2.0, 2.8, 4.0];

/// The longest segment that is looked at first, in units.
const FIRST_LIMIT: usize = 500;

/// Most units in a window, and how many one with more is cut to. Time grows with the units of
/// a window times those of a segment. A window of the usual size with more units has fewer
/// than five terms in each, which prose has not: such are lists, short messages and logs.
const MOST_UNITS: usize = 8192;
const SHORT_UNITS: usize = 4096;

/// How many times the usual window one may grow to while a single segment fills it. Without
/// it, time would grow with the square of a text in which no topic ever changes.
const LARGEST_WINDOW: usize = 4;

/// What a heading at its start is worth to a segment, in prices of a segment.
const HEADING_BONUS: f64 = 1.0;

/// Terms in a text whose prices `length_power` leaves alone.
const USUAL_TOKENS: f64 = 4500.0;

/// The contrast above which length counts less.
const USUAL_CONTRAST: f64 = 3.0;

/// The constants, in one table. Chosen on development files and on made text (pieces of
/// other collections joined); every one lies on a plateau: halving or doubling costs less
/// than .02 in WindowDiff.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Params {
    /// r: how far above the document's level a segment must agree.
    pub resolution: f64,
    /// Price of a pilot segment, times T.
    pub pilot: f64,
    /// c1.
    pub pair_price: f64,
    /// x1.
    pub pair_power: f64,
    /// c2.
    pub base_price: f64,
    /// x2.
    pub base_power: f64,
    /// A: the sum of the base measure.
    pub concentration: f64,
    /// The base measure grows with this power of a term's count.
    pub base_exponent: f64,
    /// The greatest contrast that counts.
    pub max_contrast: f64,
    /// w: weight of score 1.
    pub weight: f64,
    /// g: finer below 1, coarser above.
    pub granularity: f64,
    /// Terms in a window of a long text.
    pub window_tokens: usize,
    /// y: how much more slowly than a text prices grow.
    pub length_power: f64,
    /// What opening words are worth to a segment, in prices of a segment.
    pub cue: f64,
    /// v: weight of score 1 beside score 2 where a number of segments is given; `None` for
    /// the scores that are used without.
    pub counted_weight: Option<f64>,
}

impl Default for Params {
    fn default() -> Self {
        Self {
            weight: 0.45,
            base_power: 1.1,
            length_power: 0.2,
            cue: 0.2,
            counted_weight: Some(0.003),
            ..Self::published()
        }
    }
}

impl Params {
    /// The rule as it was first written down; the golden vectors are for these.
    pub fn published() -> Self {
        Self {
            resolution: 1.1,
            pilot: 0.03,
            pair_price: 2.0,
            pair_power: 2.0,
            base_price: 0.02,
            base_power: 1.0,
            concentration: 400.0,
            base_exponent: 0.5,
            max_contrast: 50.0,
            weight: 0.5,
            granularity: 1.0,
            window_tokens: 40_000,
            length_power: 0.0,
            cue: 0.0,
            counted_weight: None,
        }
    }

    /// Names the first parameter that is out of its range.
    ///
    /// # Errors
    /// [`SegmentError::Parameter`].
    pub fn check(&self) -> Result<(), SegmentError> {
        if self.granularity > 0.0 && self.granularity <= 1e6 {
            Ok(())
        } else {
            Err(BadParameter::new(
                "granularity",
                self.granularity,
                "above 0 and at most 1000000 (useful: 0.5 to 2)",
            )
            .into())
        }
    }
}

pub(crate) fn build(options: &Options) -> Result<Box<dyn Segmenter>, SegmentError> {
    let params = Params {
        granularity: options.granularity.unwrap_or(1.0),
        ..Params::default()
    };
    params.check()?;
    let is_free = options.segments.is_none() && options.granularity.is_none();
    if let Some(chunks) = Chunks::of(options, true)?.filter(|_| is_free) {
        return Ok(Box::new(chunks));
    }
    let adaptive = Box::new(Adaptive {
        params,
        segments: options.segments,
        words: Words::of(options)?,
        use_headings: options.headings.unwrap_or(true),
    });
    bounded(options, adaptive)
}

/// The method with what is asked of it.
struct Adaptive {
    params: Params,
    segments: Option<SegmentCount>,
    words: Words,
    use_headings: bool,
}

impl Segmenter for Adaptive {
    fn segment(&self, units: &Units<'_>, run: &Run<'_>) -> Result<Segmentation, SegmentError> {
        check_units(units, self.segments)?;
        run.report("segmenting", 0, Some(units.len() as u64))?;
        if is_without_content(units) {
            return Ok(without_content(units, self.segments));
        }
        let text = Text {
            units,
            sums: self.words.sums(units),
            bonus: self.bonus(units),
        };
        let mut found = match self.segments {
            None => self.through_windows(&text, run)?,
            Some(_) => self.at_once(&text, 0..units.len(), run)?,
        };
        found
            .warnings
            .extend(self.words.warning(units, &found.bounds));
        Ok(found)
    }

    fn parameters(&self) -> Value {
        let mut value = serde_json::to_value(self.params).expect("plain numbers");
        value["segments"] = json!(self.segments);
        value["min_words"] = json!(self.words.min());
        value["max_words"] = json!(self.words.max());
        value["headings"] = json!(if self.use_headings { "use" } else { "ignore" });
        value
    }
}

/// A text and what is known of its units.
struct Text<'u, 'd> {
    units: &'u Units<'d>,
    /// Running sums of words, if their number is bounded.
    sums: Option<Vec<usize>>,
    /// What each start of a segment is worth beyond its words.
    bonus: Vec<f64>,
}

impl Adaptive {
    /// Windows of a long text, one after the other; a text of one window at once.
    fn through_windows(
        &self,
        text: &Text<'_, '_>,
        run: &Run<'_>,
    ) -> Result<Segmentation, SegmentError> {
        let n = text.units.len();
        let (mut start, mut size) = (0, self.params.window_tokens);
        let mut whole = Segmentation::default();
        let mut opening = None;
        while start < n {
            run.report("segmenting", start as u64, Some(n as u64))?;
            let is_short = self.is_short_at(text.units, start);
            let end = if is_short {
                start + SHORT_UNITS
            } else {
                window_end(text.units, start, size)
            };
            let found = self.at_once(text, start..end, run)?;
            if start == 0 && end == n {
                return Ok(found);
            }
            let kept = if end == n {
                found.bounds.len()
            } else {
                found
                    .bounds
                    .partition_point(|&bound| (bound - start) * 4 <= (end - start) * 3)
            };
            if kept == 0 {
                // One segment fills the window: look further, up to a limit, beyond which it
                // goes on and a later window finds its end.
                if size < LARGEST_WINDOW * self.params.window_tokens && !is_short {
                    size *= 2;
                } else {
                    start += ((end - start) * 3 / 4).max(1);
                    size = self.params.window_tokens;
                }
                continue;
            }
            size = self.params.window_tokens;
            start = found.bounds[kept - 1];
            whole.bounds.extend_from_slice(&found.bounds[..kept]);
            whole.confidence.push(opening);
            whole
                .confidence
                .extend_from_slice(&found.confidence[1..kept]);
            // The next window opens at a boundary that this one has found.
            opening = found.confidence.get(kept).copied().flatten();
        }
        Ok(whole)
    }

    /// Whether a window of the usual size from `start` would have too many units.
    fn is_short_at(&self, units: &Units<'_>, start: usize) -> bool {
        window_end(units, start, self.params.window_tokens) - start > MOST_UNITS
    }

    /// The segments of units `range`, bounds counted from the start of the text.
    fn at_once(
        &self,
        text: &Text<'_, '_>,
        range: Range<usize>,
        run: &Run<'_>,
    ) -> Result<Segmentation, SegmentError> {
        let Some(model) = Model::new(text.units, range.clone(), &self.params) else {
            return Ok(self.too_little_repetition(range));
        };
        let sums = text
            .sums
            .as_ref()
            .map(|sums| &sums[range.start..=range.end]);
        let bonus = &text.bonus[range.clone()];
        let rho = model.contrast(run)?;
        // A window has no path: the text has more segments.
        let is_window = range.len() < text.units.len();
        let strengths = if is_window { &[1.0] } else { &STRENGTHS[..] };
        let mut limit = FIRST_LIMIT.max(self.expected_units(text.units) * 4);
        loop {
            let lengths = Lengths {
                max_units: limit,
                weight: self.words.bounds(sums),
            };
            let mut found = model.solve(self, strengths, rho, bonus, lengths, run)?;
            if limit >= range.len() || is_within(&found.bounds, limit) {
                found.confidence = model.confidence(rho, bonus, &found.bounds, lengths, run)?;
                found
                    .bounds
                    .iter_mut()
                    .for_each(|bound| *bound += range.start);
                return Ok(found);
            }
            limit *= 2;
        }
    }

    /// Units in a segment if they were even, where a number was asked for.
    fn expected_units(&self, units: &Units<'_>) -> usize {
        self.segments
            .map_or(0, |count| units.len().div_ceil(count.max()))
    }

    fn too_little_repetition(&self, range: Range<usize>) -> Segmentation {
        let count = self.segments.map_or(1, SegmentCount::min);
        let bounds = metrics::even_bounds(range.len(), count)
            .expect("the count was checked against the number of units");
        let warning = "too little repetition: no word comes back in another unit, so nothing tells \
                       where topics change";
        let is_short = range.len() == 1;
        Segmentation {
            warnings: if is_short {
                Vec::new()
            } else {
                vec![warning.into()]
            },
            ..Segmentation::from_bounds(bounds.iter().map(|bound| bound + range.start).collect())
        }
    }

    /// What each start of a segment is worth beyond its words.
    fn bonus(&self, units: &Units<'_>) -> Vec<f64> {
        let mut bonus = cues::signs(units);
        bonus.iter_mut().for_each(|sign| *sign *= self.params.cue);
        if self.use_headings {
            let is_heading = units.headings();
            for (i, bonus) in bonus.iter_mut().enumerate() {
                // A cut behind a heading parts it from its text, and from a second heading.
                if i > 0 && is_heading[i - 1] {
                    *bonus = -HEADING_BONUS;
                } else if is_heading[i] {
                    *bonus = HEADING_BONUS;
                }
            }
        }
        bonus
    }
}

/// The first unit behind a window of `size` terms from `start`.
fn window_end(units: &Units<'_>, start: usize, size: usize) -> usize {
    let mut terms = 0;
    for unit in start..units.len() {
        terms += units.terms(unit).count();
        if terms > size {
            return unit.max(start + 1);
        }
    }
    units.len()
}

/// Whether no segment comes so near to the limit that a longer one might be better.
fn is_within(bounds: &[usize], limit: usize) -> bool {
    let starts = [0].into_iter().chain(bounds.iter().copied());
    let longest = starts.zip(bounds).map(|(start, &end)| end - start).max();
    longest.unwrap_or(0) * 4 <= limit * 3
}

//! A text prepared for the scores, and the optimisation over it.

use super::contrast::{self, Totals};
use super::repeats::Repeats;
use super::score::{BaseMeasure, Mixed, PairExcess};
use super::{Adaptive, FIRST_LIMIT, Params, USUAL_CONTRAST, USUAL_TOKENS, calibration, is_within};
use crate::limits::{count_to_solve, solve_count};
use crate::{PathPoint, SegmentCount, SegmentError, Segmentation};
use recto_math::Run;
use recto_math::seq::{Lane, Lengths, SegmentScores, Solution, solve};
use recto_text::Units;
use std::ops::Range;

/// The least sum of the base measure: below it, single words would decide.
const LEAST_CONCENTRATION: f64 = 20.0;

/// A text as the scores see it.
pub(super) struct Model {
    pub(super) params: Params,
    pub(super) repeats: Repeats,
    pub(super) totals: Totals,
    pub(super) pairs: PairExcess,
    base: BaseMeasure,
}

impl Model {
    /// `None` where there is too little repetition.
    pub(super) fn new(units: &Units<'_>, range: Range<usize>, params: &Params) -> Option<Self> {
        let terms = range.map(|unit| units.terms(unit).map(|term| term.0).collect());
        Self::of_terms(terms, units.vocabulary.len(), params)
    }

    pub(super) fn of_terms(
        terms: impl Iterator<Item = Vec<u32>>,
        n_terms: usize,
        params: &Params,
    ) -> Option<Self> {
        let mut repeats = Repeats::new(terms, n_terms);
        let totals = Totals::of(&repeats).filter(|_| repeats.n_units() > 1)?;
        let base = BaseMeasure::new(&repeats.counts, params.concentration, params.base_exponent);
        repeats.weigh(&base, totals.tokens);
        Some(Self {
            params: *params,
            pairs: totals.pair_excess(params),
            base,
            repeats,
            totals,
        })
    }

    /// The contrast of the text.
    pub(super) fn contrast(&self, run: &Run<'_>) -> Result<f64, SegmentError> {
        let Self {
            repeats,
            pairs,
            totals,
            params,
            ..
        } = self;
        let mut limit = FIRST_LIMIT;
        loop {
            let lengths = Lengths {
                max_units: limit,
                weight: None,
            };
            let (pilot, _) = contrast::pilot(repeats, pairs, totals, params, lengths, run)?;
            if limit >= repeats.n_units() || is_within(&pilot, limit) {
                return Ok(contrast::contrast(repeats, totals, &pilot, params));
            }
            limit *= 2;
        }
    }

    /// The sum of both scores, each divided by its price.
    pub(super) fn scores(&self, rho: f64) -> Mixed<'_> {
        let params = &self.params;
        let (pair_price, base_price) = self.prices(rho);
        Mixed {
            repeats: &self.repeats,
            pairs: &self.pairs,
            base: Some(&self.base),
            of_pairs: params.weight / pair_price,
            of_base: (1.0 - params.weight) / base_price,
        }
    }

    /// The base measure of the scores for a given number of segments.
    pub(super) fn counted_base(&self, count: usize) -> BaseMeasure {
        let params = &self.params;
        let tokens_each = self.totals.tokens / count as f64;
        let concentration = tokens_each.clamp(LEAST_CONCENTRATION, params.concentration);
        BaseMeasure::new(&self.repeats.counts, concentration, params.base_exponent)
    }

    /// The scores for a given number of segments, in prices of a segment.
    pub(super) fn counted_scores<'s>(
        &'s self,
        rho: f64,
        weight: f64,
        base: &'s BaseMeasure,
    ) -> Mixed<'s> {
        let (_, base_price) = self.prices(rho);
        let of_base = (1.0 - self.params.weight) / base_price;
        Mixed {
            repeats: &self.repeats,
            pairs: &self.pairs,
            base: Some(base),
            of_pairs: weight * of_base,
            of_base,
        }
    }

    pub(super) fn prices(&self, rho: f64) -> (f64, f64) {
        let params = &self.params;
        let tokens = self.totals.tokens;
        let power = params.length_power * (USUAL_CONTRAST / rho).min(1.0);
        let tokens = tokens * (tokens / USUAL_TOKENS).powf(-power);
        let pair_price = params.pair_price * tokens / rho.powf(params.pair_power);
        let base_price = params.base_price * tokens / rho.powf(params.base_power);
        (pair_price, base_price)
    }

    /// The best segmentation, without confidences. `strengths` are the granularities of its
    /// path, among them 1, that of the answer.
    pub(super) fn solve(
        &self,
        method: &Adaptive,
        strengths: &[f64],
        rho: f64,
        bonus: &[f64],
        lengths: Lengths<'_>,
        run: &Run<'_>,
    ) -> Result<Segmentation, SegmentError> {
        let scores = self.scores(rho);
        let scores = Encouraged {
            scores: &scores,
            bonus,
        };
        let granularity = self.params.granularity;
        let prices: Vec<f64> = strengths.iter().map(|x| x * granularity).collect();
        let answer = strengths.iter().position(|&x| x == 1.0);
        let answer = answer.expect("1 is among the strengths");
        let lanes = solve(&scores, &Lane::priced(&prices), lengths, run)?;
        let free = lanes
            .bounds(answer)
            .expect("a free number of segments always fits");
        let (bounds, net) = match self.count(method.segments, free.len()) {
            Some(count) => self.solve_counted(rho, count, bonus, lengths, run)?,
            None => (free, lanes.objective(answer)),
        };
        Ok(Segmentation {
            path: path(&lanes, &prices),
            bounds,
            net: Some(net),
            ..Segmentation::default()
        })
    }

    /// The confidence of the boundary at the start of each segment; `None` for the first.
    pub(super) fn confidence(
        &self,
        rho: f64,
        bonus: &[f64],
        bounds: &[usize],
        lengths: Lengths<'_>,
        run: &Run<'_>,
    ) -> Result<Vec<Option<f64>>, SegmentError> {
        let scores = &self.scores(rho);
        calibration::confidence(&Encouraged { scores, bonus }, bounds, lengths, run)
    }

    /// The number of segments to solve for; `None` if what was found without one is wanted.
    fn count(&self, asked: Option<SegmentCount>, found: usize) -> Option<usize> {
        let exact = asked.and_then(SegmentCount::exact);
        exact.or_else(|| count_to_solve(asked, found, self.repeats.n_units()))
    }

    fn solve_counted(
        &self,
        rho: f64,
        count: usize,
        bonus: &[f64],
        lengths: Lengths<'_>,
        run: &Run<'_>,
    ) -> Result<(Vec<usize>, f64), SegmentError> {
        let Some(weight) = self.params.counted_weight else {
            let scores = &self.scores(rho);
            return solve_count(&Encouraged { scores, bonus }, count, lengths, run);
        };
        let base = self.counted_base(count);
        let scores = &self.counted_scores(rho, weight, &base);
        solve_count(&Encouraged { scores, bonus }, count, lengths, run)
    }
}

/// Scores with a bonus for some starts.
struct Encouraged<'s, S> {
    scores: &'s S,
    bonus: &'s [f64],
}

impl<S: SegmentScores> SegmentScores for Encouraged<'_, S> {
    type Scratch = S::Scratch;

    fn n_units(&self) -> usize {
        self.scores.n_units()
    }

    fn scratch(&self) -> S::Scratch {
        self.scores.scratch()
    }

    fn row(&self, start: usize, row: &mut [f64], scratch: &mut S::Scratch) {
        self.scores.row(start, row, scratch);
        let bonus = self.bonus[start];
        if bonus != 0.0 {
            row.iter_mut().for_each(|score| *score += bonus);
        }
    }
}

/// The numbers of segments that are best at some granularity, finest first, and between
/// which granularities.
pub(super) fn path(lanes: &Solution, prices: &[f64]) -> Vec<PathPoint> {
    let mut points: Vec<PathPoint> = Vec::new();
    for (lane, &price) in prices.iter().enumerate() {
        let segments = lanes.bounds(lane).map_or(0, |bounds| bounds.len());
        if points.last().is_none_or(|last| last.segments != segments) {
            points.push(PathPoint {
                segments,
                from: None,
                to: None,
                score: lanes.objective(lane) + price * segments as f64,
            });
        }
    }
    for i in 1..points.len() {
        let (finer, coarser) = (points[i - 1], points[i]);
        let between =
            (finer.score - coarser.score) / (finer.segments as f64 - coarser.segments as f64);
        points[i - 1].to = Some(between);
        points[i].from = Some(between);
    }
    points
}

/// The best way to join neighbouring segments of `bounds` into `count` segments, by the
/// scores of this method; `None` where there is too little repetition to tell.
pub(crate) fn join(
    units: &Units<'_>,
    bounds: &[usize],
    count: usize,
    run: &Run<'_>,
) -> Result<Option<Vec<usize>>, SegmentError> {
    let Some(model) = Model::new(units, 0..units.len(), &Params::default()) else {
        return Ok(None);
    };
    let rho = model.contrast(run)?;
    let scores = model.scores(rho);
    let grouped = Grouped {
        scores: &scores,
        bounds,
    };
    let (joined, _) = solve_count(&grouped, count, Lengths::ANY, run)?;
    Ok(Some(
        joined.into_iter().map(|group| bounds[group - 1]).collect(),
    ))
}

/// Scores of runs of segments.
struct Grouped<'s, S> {
    scores: &'s S,
    bounds: &'s [usize],
}

impl<S: SegmentScores> SegmentScores for Grouped<'_, S> {
    type Scratch = (S::Scratch, Vec<f64>);

    fn n_units(&self) -> usize {
        self.bounds.len()
    }

    fn scratch(&self) -> Self::Scratch {
        (self.scores.scratch(), Vec::new())
    }

    fn row(&self, start: usize, row: &mut [f64], (scratch, fine): &mut Self::Scratch) {
        let from = if start == 0 {
            0
        } else {
            self.bounds[start - 1]
        };
        let to = self.bounds[start + row.len() - 1];
        fine.clear();
        fine.resize(to - from, 0.0);
        self.scores.row(from, fine, scratch);
        for (score, bound) in row.iter_mut().zip(&self.bounds[start..]) {
            *score = fine[bound - from - 1];
        }
    }
}

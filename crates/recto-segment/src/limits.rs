//! Requested lengths and numbers of segments, as constraints of the dynamic programmes.

use crate::{Options, SegmentCount, SegmentError};
use recto_math::seq::{Lane, Lengths, SegmentScores, Solution, WeightBounds, solve};
use recto_math::{BadParameter, Notice, Remedy, Run};
use recto_text::Units;

/// Bounds on the words of a segment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Words {
    min: Option<usize>,
    max: Option<usize>,
}

impl Words {
    /// Bounds from the options.
    pub(crate) fn of(options: &Options) -> Result<Self, SegmentError> {
        let words = Self {
            min: options.min_words,
            max: options.max_words,
        };
        let wrong = |value: usize, range| BadParameter::new("max_words", value, range).into();
        match (words.min, words.max) {
            (_, Some(0)) => Err(wrong(0, "at least 1")),
            (Some(min), Some(max)) if min > max => Err(wrong(max, "at least min_words")),
            _ => Ok(words),
        }
    }

    pub(crate) fn min(self) -> Option<usize> {
        self.min
    }

    pub(crate) fn max(self) -> Option<usize> {
        self.max
    }

    /// Prefix sums of the units' words; `None` without bounds.
    pub(crate) fn sums(self, units: &Units<'_>) -> Option<Vec<usize>> {
        self.min.or(self.max)?;
        let ends = units.units.iter().map(|unit| unit.end_token);
        Some([0].into_iter().chain(ends).collect())
    }

    pub(crate) fn bounds(self, sums: Option<&[usize]>) -> Option<WeightBounds<'_>> {
        Some(WeightBounds {
            sums: sums?,
            min: self.min.unwrap_or(0),
            max: self.max.unwrap_or(usize::MAX),
        })
    }

    /// Warning with the number of segments outside the bounds; `None` if all are inside.
    pub(crate) fn warning(self, units: &Units<'_>, bounds: &[usize]) -> Option<Notice> {
        let starts = [0].into_iter().chain(bounds.iter().copied());
        let words = |start: usize, end: usize| units.token_range(start, end).len();
        let lengths: Vec<usize> = starts
            .zip(bounds)
            .map(|(start, &end)| words(start, end))
            .collect();
        let long = self
            .max
            .map_or(0, |max| lengths.iter().filter(|&&n| n > max).count());
        let short = self
            .min
            .map_or(0, |min| lengths.iter().filter(|&&n| n < min).count());
        let remedy = match (long > 0, short > 0) {
            (false, false) => return None,
            (true, false) => Remedy::Raise("max_words"),
            (false, true) => Remedy::Lower("min_words"),
            (true, true) => {
                Remedy::OneOf(&[Remedy::Raise("max_words"), Remedy::Lower("min_words")])
            }
        };
        let notice = Notice::from(format!(
            "{long} segments are single units above the upper bound on words and {short} are \
             below the lower bound: no segmentation keeps both bounds everywhere"
        ));
        Some(notice.with(remedy))
    }
}

/// Memory limit in bytes of the table for an exact number of segments.
const TABLE_LIMIT: usize = 512 << 20;

/// Optimal segmentation into exactly `count` segments.
pub(crate) fn solve_count<S: SegmentScores>(
    scores: &S,
    count: usize,
    lengths: Lengths<'_>,
    run: &Run<'_>,
) -> Result<(Vec<usize>, f64), SegmentError> {
    let units = scores.n_units();
    let bytes = (units + 1).saturating_mul(count + 1).saturating_mul(12);
    if bytes > TABLE_LIMIT {
        return Err(SegmentError::TooMuchMemory {
            segments: count,
            units,
            mebibytes: bytes >> 20,
            limit: TABLE_LIMIT >> 20,
        });
    }
    let solution = solve(scores, &Lane::counted(count), lengths, run)?;
    best_of(&solution, count).ok_or(SegmentError::TooManySegments {
        asked: count,
        units,
    })
}

fn best_of(solution: &Solution, lane: usize) -> Option<(Vec<usize>, f64)> {
    Some((solution.bounds(lane)?, solution.objective(lane)))
}

/// The number of segments to solve for exactly: `None` if what was found fits.
pub(crate) fn count_to_solve(
    asked: Option<SegmentCount>,
    found: usize,
    units: usize,
) -> Option<usize> {
    let wanted = asked?.clamp(found).min(units);
    (wanted != found).then_some(wanted)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    #[test]
    fn a_unit_above_the_bound_is_said_with_the_bound_to_raise() {
        let text = "net boat net boat net\noven loaf\noven loaf\n";
        let options = Options {
            max_words: Some(4),
            ..Options::default()
        };
        let found = testing::segment(crate::bayes::build, text, &options).expect("a text");
        let said: Vec<String> = found.warnings.iter().map(Notice::to_string).collect();
        assert_eq!(
            said,
            [
                "1 segments are single units above the upper bound on words and 0 are below the \
              lower bound: no segmentation keeps both bounds everywhere; raise `max_words`"
            ]
        );
    }
}

//! Settings of TextTiling, and those of them with the fewest, an average number and the
//! most segments.

use super::Segmented;
use super::corpora::Texts;
use recto_math::{Cancelled, QuietObserver, Run};
use recto_segment::texttiling::{Params, TextTiling};
use recto_segment::{SegmentError, Segmenter};
use recto_text::Units;
use recto_topics::{Corpus, TopicsError};

/// Words in a token sequence and sequences in a block: the paper's ranges.
const WIDTHS: [usize; 5] = [10, 15, 20, 25, 30];
const BLOCKS: [usize; 5] = [3, 6, 9, 12, 15];

/// A setting with its number of segments over a set.
#[derive(Debug, Clone, Copy)]
pub(super) struct Tiling {
    pub(super) segments: usize,
    pub(super) width: usize,
    pub(super) block: usize,
}

/// The three settings of the paper.
#[derive(Debug, Clone, Copy)]
pub(super) struct Tilings {
    pub(super) fewest: Tiling,
    pub(super) average: Tiling,
    pub(super) most: Tiling,
}

impl Tilings {
    /// Those beside the average, which all other experiments have.
    pub(super) fn others(&self) -> [(Segmented, Tiling); 2] {
        [
            (Segmented::Fewest, self.fewest),
            (Segmented::Most, self.most),
        ]
    }
}

/// The settings with the fewest and the most segments, and that whose number is nearest to
/// the mean of all settings.
///
/// SGM sec. 5: minimum, average and maximum segmentation level.
pub(super) fn settings(texts: &Texts, run: &Run<'_>) -> Result<Tilings, Cancelled> {
    let muted = QuietObserver(run.observer);
    let inner = run.observed_by(&muted);
    let mut all: Vec<Tiling> = WIDTHS
        .iter()
        .flat_map(|&width| BLOCKS.map(|block| (width, block)))
        .map(|(width, block)| Tiling {
            segments: 0,
            width,
            block,
        })
        .collect();
    let count = |units: &Units<'_>, run: &Run<'_>| {
        let counts = all
            .iter()
            .map(|tiling| Ok(tiling.bounds(units, run)?.len()));
        counts.collect::<Result<Vec<usize>, Cancelled>>()
    };
    for counts in texts.by_sentences(count, &inner)? {
        let sums = all.iter_mut().zip(counts);
        sums.for_each(|(tiling, count)| tiling.segments += count);
    }
    Ok(extremes_and_average(&all))
}

/// Of settings with as many segments the first of the grid.
fn extremes_and_average(all: &[Tiling]) -> Tilings {
    let mean = all.iter().map(|tiling| tiling.segments as f64).sum::<f64>() / all.len() as f64;
    let least_by = |cost: &dyn Fn(&Tiling) -> f64| {
        all.iter().fold(all[0], |best, &tiling| {
            if cost(&tiling) < cost(&best) {
                tiling
            } else {
                best
            }
        })
    };
    Tilings {
        fewest: least_by(&|tiling| tiling.segments as f64),
        average: least_by(&|tiling| (tiling.segments as f64 - mean).abs()),
        most: least_by(&|tiling| -(tiling.segments as f64)),
    }
}

impl Tiling {
    /// Where the segments of a document end; a text that cannot be cut is one segment.
    fn bounds(&self, units: &Units<'_>, run: &Run<'_>) -> Result<Vec<usize>, Cancelled> {
        let params = Params {
            width: self.width,
            block: self.block,
            ..Params::default()
        };
        let found = TextTiling::new(params, None).and_then(|method| method.segment(units, run));
        match found {
            Ok(segmentation) => Ok(segmentation.bounds),
            Err(SegmentError::Cancelled(cancelled)) => Err(cancelled),
            Err(_) if units.is_empty() => Ok(Vec::new()),
            Err(_) => Ok(vec![units.len()]),
        }
    }

    /// Documents in these segments.
    pub(super) fn corpus(
        &self,
        texts: &Texts,
        run: &Run<'_>,
    ) -> Result<Result<Corpus, TopicsError>, Cancelled> {
        texts.segmented(
            &|units: &Units<'_>, run: &Run<'_>| self.bounds(units, run),
            run,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_average_setting_is_nearest_to_the_mean_not_to_the_median() {
        let of = |segments: usize| Tiling {
            segments,
            width: 10,
            block: segments,
        };
        let all = [20, 10, 12, 11, 97, 28, 10].map(of);
        let found = extremes_and_average(&all);
        let numbers = [found.fewest, found.average, found.most].map(|tiling| tiling.segments);
        assert_eq!(numbers, [10, 28, 97]);
    }
}

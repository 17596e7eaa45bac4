//! Settings of TextTiling, and those of them with the fewest, median and most segments.

use super::Segmented;
use super::corpora::Set;
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

/// The settings with the fewest, the median and the most segments, in this order.
pub(super) fn settings(set: &Set, run: &Run<'_>) -> Result<[(Segmented, Tiling); 3], Cancelled> {
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
    for counts in set.by_sentences(count, &inner)? {
        let sums = all.iter_mut().zip(counts);
        sums.for_each(|(tiling, count)| tiling.segments += count);
    }
    // Settings with as many segments stay in the order of the grid.
    all.sort_by_key(|tiling| tiling.segments);
    Ok([
        (Segmented::Fewest, all[0]),
        (Segmented::Median, all[all.len() / 2]),
        (Segmented::Most, all[all.len() - 1]),
    ])
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

    /// The documents of a set in these segments.
    pub(super) fn corpus(
        &self,
        set: &Set,
        run: &Run<'_>,
    ) -> Result<Result<Corpus, TopicsError>, Cancelled> {
        set.segmented(
            &|units: &Units<'_>, run: &Run<'_>| self.bounds(units, run),
            run,
        )
    }
}

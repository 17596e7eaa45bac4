//! Baseline: evenly spaced boundaries.

use crate::chunk::bounded;
use crate::texttiling::{Params, TextTiling};
use crate::{Options, SegmentCount, SegmentError, Segmentation, Segmenter, check_units, metrics};
use recto_math::Run;
use recto_text::Units;
use serde_json::{Value, json};

pub(crate) const USES: &[&str] = &["segments", "max_words"];

pub(crate) fn build(options: &Options) -> Result<Box<dyn Segmenter>, SegmentError> {
    let segments = options.segments;
    bounded(options, Box::new(Uniform { segments }))
}

/// As many segments as asked for; else as many as TextTiling finds.
struct Uniform {
    segments: Option<SegmentCount>,
}

impl Segmenter for Uniform {
    fn segment(&self, units: &Units<'_>, run: &Run<'_>) -> Result<Segmentation, SegmentError> {
        check_units(units, self.segments)?;
        run.report("segmenting", 0, Some(1))?;
        let count = match self.segments.map(|count| (count, count.exact())) {
            Some((_, Some(exact))) => exact,
            range => {
                let tiling = TextTiling::new(Params::default(), None)?;
                let found = tiling.segment(units, run)?.bounds.len();
                range
                    .map_or(found, |(count, _)| count.clamp(found))
                    .min(units.len())
            }
        };
        let bounds = metrics::even_bounds(units.len(), count)
            .expect("the count was checked against the number of units");
        Ok(Segmentation::from_bounds(bounds))
    }

    fn parameters(&self) -> Value {
        json!({ "segments": self.segments })
    }
}

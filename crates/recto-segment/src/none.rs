//! Baseline: the whole text as one segment.

use crate::{Options, SegmentError, Segmentation, Segmenter, check_units};
use recto_math::Run;
use recto_text::Units;
use serde_json::{Value, json};

pub(crate) fn build(_: &Options) -> Result<Box<dyn Segmenter>, SegmentError> {
    Ok(Box::new(OneSegment))
}

struct OneSegment;

impl Segmenter for OneSegment {
    fn segment(&self, units: &Units<'_>, run: &Run<'_>) -> Result<Segmentation, SegmentError> {
        check_units(units, None)?;
        run.report("segmenting", 0, Some(1))?;
        Ok(Segmentation::from_bounds(vec![units.len()]))
    }

    fn parameters(&self) -> Value {
        json!({})
    }
}

//! Baseline: the whole text as one segment; with a bound on words, chunks by structure alone.

use crate::chunk::Chunks;
use crate::{Options, SegmentError, Segmentation, Segmenter, check_units};
use recto_math::Run;
use recto_text::Units;
use serde_json::{Value, json};

pub(crate) const USES: &[&str] = &["max_words"];

pub(crate) fn build(options: &Options) -> Result<Box<dyn Segmenter>, SegmentError> {
    Ok(match Chunks::of(options, false)? {
        Some(chunks) => Box::new(chunks),
        None => Box::new(OneSegment),
    })
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

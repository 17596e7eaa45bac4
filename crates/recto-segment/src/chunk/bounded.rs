//! A bound for methods that know none: what they find too long is cut again.

use super::{Layout, search::Places};
use crate::limits::Words;
use crate::{Options, SegmentError, Segmentation, Segmenter};
use recto_math::{Notice, Remedy, Run};
use recto_text::Units;
use serde_json::{Value, json};

/// The method, with segments above the greatest number of words cut by structure; the method
/// itself if there is no such number.
pub(crate) fn bounded(
    options: &Options,
    method: Box<dyn Segmenter>,
) -> Result<Box<dyn Segmenter>, SegmentError> {
    let words = Words::of(options)?;
    Ok(match words.max() {
        Some(max) => Box::new(Bounded {
            method,
            max,
            is_counted: options.segments.is_some(),
        }),
        None => method,
    })
}

struct Bounded {
    method: Box<dyn Segmenter>,
    max: usize,
    /// Whether a number of segments was asked for.
    is_counted: bool,
}

impl Segmenter for Bounded {
    fn segment(&self, units: &Units<'_>, run: &Run<'_>) -> Result<Segmentation, SegmentError> {
        let found = self.method.segment(units, run)?;
        let layout = Layout::of(units, true);
        let places = Places::new(&layout, &[], (0, self.max));
        let mut bounds = Vec::with_capacity(found.bounds.len());
        let mut confidence = Vec::with_capacity(found.bounds.len());
        let mut start = 0;
        for (&end, &sure) in found.bounds.iter().zip(&found.confidence) {
            confidence.push(sure);
            if layout.words(start, end) > self.max {
                bounds.extend(places.chunks(start..end, run)?);
            } else {
                bounds.push(end);
            }
            // Nothing is known of the boundaries that the bound made.
            confidence.resize(bounds.len(), None);
            start = end;
        }
        let is_same = bounds.len() == found.bounds.len();
        let mut warnings = found.warnings;
        if self.is_counted && !is_same {
            let more = Notice::from("the bound on words needs more segments than were asked for");
            warnings.push(more.with(Remedy::Raise("max_words")));
        }
        Ok(Segmentation {
            bounds,
            confidence,
            centers: found.centers.filter(|_| is_same),
            warnings,
            ..found
        })
    }

    fn parameters(&self) -> Value {
        let mut parameters = self.method.parameters();
        parameters["max_words"] = json!(self.max);
        parameters
    }
}

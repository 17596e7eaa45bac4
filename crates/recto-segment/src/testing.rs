//! Helpers for the tests of several methods.

use crate::{Options, SegmentError, Segmentation, Segmenter};
use recto_math::{Run, Silent};
use recto_testing::text::{english, with_lines};
use recto_text::Analysis;

pub(crate) type Matrix = Vec<Vec<f64>>;

pub(crate) fn run() -> Run<'static> {
    Run::new(0, &Silent)
}

/// Segments lines of English as a method with these options does.
pub(crate) fn segment(
    build: fn(&Options) -> Result<Box<dyn Segmenter>, SegmentError>,
    text: &str,
    options: &Options,
) -> Result<Segmentation, SegmentError> {
    let segmenter = build(options)?;
    with_lines(text, Analysis::Segment, english(), |units| {
        segmenter.segment(units, &run())
    })
}

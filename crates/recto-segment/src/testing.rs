//! What the tests of several methods need.

use crate::{Options, SegmentError, Segmentation, Segmenter};
use recto_math::{Run, Silent};
use recto_text::{Analysis, Analyzer, Document, Language, UnitKind};
use serde_json::Value;

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
    let document = Document::new("t", text);
    let english = Language::from_code("en").expect("known");
    let analyzer = Analyzer::new(Analysis::Segment, english);
    let units = analyzer.units(&document, UnitKind::Line, &run());
    build(options)?.segment(&units.expect("nobody cancels"), &run())
}

pub(crate) fn numbers(value: &Value) -> Vec<f64> {
    let values = value.as_array().expect("a list").iter();
    values.map(|x| x.as_f64().expect("a number")).collect()
}

pub(crate) fn indices(value: &Value) -> Vec<usize> {
    numbers(value).into_iter().map(|x| x as usize).collect()
}

pub(crate) fn matrix(value: &Value) -> Matrix {
    value
        .as_array()
        .expect("rows")
        .iter()
        .map(numbers)
        .collect()
}

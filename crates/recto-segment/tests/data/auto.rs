//! The default method on six corpora: floors below which no change may fall.
//!
//! Headings are ignored, and in fiction, whose segments mostly open with one, every line
//! that looks like a heading is replaced. Silence scores well in WindowDiff, so B, F1
//! within two units and the number of segments stand beside it.

use super::test_texts;
use rayon::prelude::*;
use recto_math::{Run, Silent};
use recto_segment::metrics::{self, Scores};
use recto_segment::{Method, Options, methods};
use recto_testing::text::hide_headings;
use recto_text::{Analysis, Analyzer, Document, Language, UnitKind};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;

/// A corpus, the most WindowDiff that it may have, and whether its headings are hidden.
const SETS: [(&str, f64, bool); 6] = [
    ("ai", 0.357, false),
    ("clinical", 0.406, false),
    ("fiction", 0.360, true),
    ("physics", 0.337, false),
    ("wiki", 0.389, false),
    ("choi", 0.142, false),
];

struct Result {
    scores: Scores,
    even: Scores,
    ratio: f64,
}

fn measure(method: &Method, text: &str, knows_count: bool) -> Result {
    let reference = metrics::formats::choi::parse(text)
        .expect("a reference")
        .bounds;
    let document = Document::new("t", text);
    let english = Language::from_code("en").expect("known");
    let run = Run::new(0, &Silent);
    let units = Analyzer::new(Analysis::Segment, english).units(&document, UnitKind::Line, &run);
    let units = units.expect("nobody cancels");
    let count = reference.len().to_string().parse().expect("a number");
    let options = Options {
        headings: method.uses.contains(&"headings").then_some(false),
        segments: knows_count.then_some(count),
        ..Options::default()
    };
    let segmenter = (method.build)(&options).expect("good options");
    let found = segmenter.segment(&units, &run).expect("a text").bounds;
    let n = units.len();
    Result {
        scores: metrics::score(&reference, &found, n, None).expect("the same units"),
        even: metrics::baselines(&reference, n, None)
            .expect("a reference")
            .even,
        ratio: found.len() as f64 / reference.len() as f64,
    }
}

/// Means over the test files of each corpus.
fn measure_all(corpora: &Path, name: &str, knows_count: bool) -> Vec<(Scores, Scores, f64)> {
    let method = methods()
        .iter()
        .find(|row| row.name == name)
        .expect("a row");
    let mut means = Vec::new();
    for (corpus, _, is_hidden) in SETS {
        let mut texts = test_texts(corpora, corpus);
        if is_hidden {
            texts
                .iter_mut()
                .for_each(|text| *text = hide_headings(text));
        }
        let results: Vec<Result> = texts
            .par_iter()
            .map(|text| measure(method, text, knows_count))
            .collect();
        let scores: Vec<Scores> = results.iter().map(|r| r.scores).collect();
        let even: Vec<Scores> = results.iter().map(|r| r.even).collect();
        let ratio = results.iter().map(|r| r.ratio).sum::<f64>() / results.len() as f64;
        let (mean, even) = (metrics::mean(&scores), metrics::mean(&even));
        let (mean, even) = (mean.expect("files"), even.expect("files"));
        let mut digest = DefaultHasher::new();
        texts.hash(&mut digest);
        println!(
            "{name} {corpus:9} {:3} files {:016x}: WindowDiff {:.3} Pk {:.3} F1 {:.3} F1±2 {:.3} (even {:.3}) B {:.3} segments {:.1} of {:.1}",
            texts.len(),
            digest.finish(),
            mean.windowdiff,
            mean.pk,
            mean.f1,
            mean.f1_tol2,
            even.f1_tol2,
            mean.b,
            mean.segments,
            mean.reference_segments
        );
        means.push((mean, even, ratio));
    }
    means
}

fn mean(of: impl Iterator<Item = f64>) -> f64 {
    of.sum::<f64>() / SETS.len() as f64
}

pub(crate) fn the_default_keeps_its_floors_on_six_corpora(corpora: &Path) {
    let means = measure_all(corpora, "auto", false);
    let windowdiff = mean(means.iter().map(|(scores, ..)| scores.windowdiff));
    let b = mean(means.iter().map(|(scores, ..)| scores.b));
    println!("auto mean of six: WindowDiff {windowdiff:.4}, B {b:.4}");
    assert!(windowdiff <= 0.320 && b >= 0.25);
    for ((corpus, most, is_hidden), (scores, even, ratio)) in SETS.iter().zip(&means) {
        assert!(
            scores.windowdiff <= *most,
            "{corpus}: {}",
            scores.windowdiff
        );
        assert!(
            scores.f1_tol2 > even.f1_tol2,
            "{corpus}: {}",
            scores.f1_tol2
        );
        assert!(
            *is_hidden || (0.45..=2.0).contains(ratio),
            "{corpus}: {ratio}"
        );
    }
}

pub(crate) fn the_best_method_keeps_its_floor_when_told_the_number_of_segments(corpora: &Path) {
    let means = measure_all(corpora, "auto", true);
    let windowdiff = mean(means.iter().map(|(scores, ..)| scores.windowdiff));
    println!("auto with the reference's number, mean of six: WindowDiff {windowdiff:.4}");
    assert!(windowdiff <= 0.315);
}

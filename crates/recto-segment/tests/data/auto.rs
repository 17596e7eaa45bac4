//! The default method on six corpora: floors below which no change may fall.
//!
//! Headings are ignored, and in fiction, whose segments mostly open with one, every line
//! that looks like a heading is replaced. Silence scores well in WindowDiff, so B, F1
//! within two units and the number of segments stand beside it.

use super::test_texts;
use rayon::prelude::*;
use recto_math::{Run, Silent};
use recto_segment::metrics::calibration::{self, Judged};
use recto_segment::metrics::{self, Scores};
use recto_segment::{Method, Options, methods};
use recto_testing::text::hide_headings;
use recto_text::{Analysis, Analyzer, Document, Language, UnitKind};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;

/// A corpus, the most WindowDiff that it may have, and whether its headings are hidden.
const SETS: [(&str, f64, bool); 6] = [
    ("ai", 0.345, false),
    ("clinical", 0.382, false),
    ("fiction", 0.325, true),
    ("physics", 0.337, false),
    ("wiki", 0.370, false),
    ("choi", 0.125, false),
];

struct Result {
    scores: Scores,
    judged: Vec<Judged>,
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
    let found = segmenter.segment(&units, &run).expect("a text");
    let judged = calibration::judge(&reference, &found);
    let found = found.bounds;
    let n = units.len();
    Result {
        judged,
        scores: metrics::score(&reference, &found, n, None).expect("the same units"),
        even: metrics::baselines(&reference, n, None)
            .expect("a reference")
            .even,
        ratio: found.len() as f64 / reference.len() as f64,
    }
}

fn method(name: &str) -> &'static Method {
    let mut rows = methods().iter();
    rows.find(|row| row.name == name).expect("a row")
}

/// Means over the test files of each corpus.
fn measure_all(corpora: &Path, name: &str, knows_count: bool) -> Vec<(Scores, Scores, f64)> {
    let method = method(name);
    let mut means = Vec::new();
    for (corpus, _, is_hidden) in SETS {
        let texts = texts_of(corpora, corpus, is_hidden);
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

/// The test files of a corpus, headings hidden where they would tell.
fn texts_of(corpora: &Path, corpus: &str, is_hidden: bool) -> Vec<String> {
    let mut texts = test_texts(corpora, corpus);
    if is_hidden {
        let hide = |text: &mut String| *text = hide_headings(text);
        texts.iter_mut().for_each(hide);
    }
    texts
}

fn mean(of: impl Iterator<Item = f64>) -> f64 {
    of.sum::<f64>() / SETS.len() as f64
}

pub(crate) fn the_default_keeps_its_floors_on_six_corpora(corpora: &Path) {
    let means = measure_all(corpora, "auto", false);
    let windowdiff = mean(means.iter().map(|(scores, ..)| scores.windowdiff));
    let b = mean(means.iter().map(|(scores, ..)| scores.b));
    println!("auto mean of six: WindowDiff {windowdiff:.4}, B {b:.4}");
    assert!(windowdiff <= 0.312 && b >= 0.265);
    for ((corpus, most, is_hidden), (scores, even, ratio)) in SETS.iter().zip(&means) {
        assert!(
            scores.windowdiff <= *most,
            "{corpus}: {}",
            scores.windowdiff
        );
        // Even spacing is told the number, which in choi, whose segments are nearly even, is
        // as good as the words.
        let least = even.f1_tol2 - if *corpus == "choi" { 0.01 } else { 0.0 };
        assert!(scores.f1_tol2 > least, "{corpus}: {}", scores.f1_tol2);
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
    assert!(windowdiff <= 0.295);
}

pub(crate) fn confidences_say_how_many_boundaries_are_right(corpora: &Path) {
    for knows_count in [false, true] {
        let mut all = Vec::new();
        for (corpus, _, is_hidden) in SETS {
            let of_text = |text: &String| measure(method("auto"), text, knows_count).judged;
            let texts = texts_of(corpora, corpus, is_hidden);
            let judged: Vec<Judged> = texts.par_iter().flat_map_iter(of_text).collect();
            let error = calibration::error(&judged);
            println!("{corpus:9} given {knows_count:5}: error {error:.3}");
            // The textbook, whose sections words hardly tell, is the worst.
            assert!(error <= 0.21, "{corpus}: {error}");
            all.extend(judged);
        }
        let (error, bands) = (calibration::error(&all), calibration::bands(&all));
        println!("all       given {knows_count:5}: error {error:.3} {bands:?}");
        assert!(error <= 0.075, "{error}");
        assert!(bands.is_sorted_by(|a, b| a.right < b.right), "{bands:?}");
        let dashed = all.iter().filter(|(said, _)| *said < 0.5);
        let (wrong, n) = dashed.fold((0, 0), |(wrong, n), (_, is_right)| {
            (wrong + usize::from(!is_right), n + 1)
        });
        println!("below .5: {wrong} of {n} wrong");
        assert!(n > 100 && 2 * wrong > n);
    }
}

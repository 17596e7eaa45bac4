//! Figures of methods on folders of reference files, and how well confidences are calibrated.
//!
//! `cargo run --release -p recto-segment --example quality -- FOLDER... [--rows]`: a folder is
//! a set of files with lines of ten equal signs between segments; with `--dev` only those that
//! end in `.dev.txt` are read, without it only the others. WindowDiff and B with the number
//! of segments unknown and given; `--rows` prints every boundary of `auto` with its confidence
//! and whether it is right. Headings are ignored, and hidden in a folder called `fiction`, unless
//! `--headings` is given.

#![expect(
    clippy::print_stdout,
    reason = "a program for measuring prints what it measured"
)]
#![expect(clippy::disallowed_methods, reason = "it reads texts from files")]

use rayon::prelude::*;
use recto_math::{Run, Silent};
use recto_segment::metrics::calibration::{self, Judged};
use recto_segment::metrics::{self, Scores, formats::choi};
use recto_segment::{Options, Segmentation, methods};
use recto_testing::text::hide_headings;
use recto_text::{Analysis, Analyzer, Document, Language, UnitKind, Units};
use std::error::Error;
use std::path::{Path, PathBuf};

const METHODS: [&str; 4] = ["auto", "bayes", "c99", "none"];

/// What was measured on one file: scores by method, unknown and given, and boundaries.
struct Measured {
    scores: Vec<Scores>,
    boundaries: [Vec<Judged>; 2],
}

fn main() -> Result<(), Box<dyn Error>> {
    let (flags, folders): (Vec<String>, Vec<String>) =
        std::env::args().skip(1).partition(|a| a.starts_with("--"));
    let has = |flag: &str| flags.iter().any(|given| given == flag);
    let columns = METHODS
        .iter()
        .flat_map(|m| [m.to_string(), format!("{m}, given")]);
    let heads: Vec<String> = columns.map(|column| format!("{column:>18}")).collect();
    println!("{:12} WindowDiff, B and segments {}", "set", heads.join(""));
    let mut all: [Vec<Vec<Judged>>; 2] = Default::default();
    for folder in &folders {
        let name = Path::new(folder)
            .file_name()
            .unwrap_or_default()
            .to_string_lossy();
        let measured: Vec<Measured> = files(Path::new(folder), has("--dev"))?
            .par_iter()
            .map(|path| measure(path, name == "fiction", has("--headings")))
            .collect::<Result<_, _>>()
            .map_err(|error| format!("{folder}: {error}"))?;
        row(&name, &measured);
        for (i, all) in all.iter_mut().enumerate() {
            all.push(
                measured
                    .iter()
                    .flat_map(|m| m.boundaries[i].clone())
                    .collect(),
            );
        }
        if has("--rows") {
            rows(&name, &measured);
        }
    }
    for (what, sets) in ["unknown", "given"].iter().zip(&all) {
        println!("\nconfidence of auto, number {what}: said, right, boundaries");
        for (folder, boundaries) in folders.iter().zip(sets) {
            reliability(folder, boundaries);
        }
        reliability("all", &sets.concat());
    }
    Ok(())
}

/// The files of a set in the order of their names.
fn files(folder: &Path, dev: bool) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.to_string_lossy();
        if name.ends_with(".txt") && name.ends_with(".dev.txt") == dev {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

fn measure(path: &Path, is_hidden: bool, headings: bool) -> Result<Measured, String> {
    let mut text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    if is_hidden && !headings {
        text = hide_headings(&text);
    }
    let reference = choi::parse(&text)
        .map_err(|error| error.to_string())?
        .bounds;
    let document = Document::new("text", text);
    let english = Language::from_code("en").expect("English is known");
    let run = Run::new(0, &Silent);
    let units = Analyzer::new(Analysis::Segment, english)
        .units(&document, UnitKind::Line, &run)
        .map_err(|error| error.to_string())?;
    let mut measured = Measured {
        scores: Vec::new(),
        boundaries: Default::default(),
    };
    for name in METHODS {
        for (i, count) in [None, Some(reference.len())].into_iter().enumerate() {
            let found = segment(name, count, headings, &units, &run)?;
            let score = metrics::score(&reference, &found.bounds, units.len(), None);
            measured
                .scores
                .push(score.map_err(|error| error.to_string())?);
            if name == "auto" {
                measured.boundaries[i] = calibration::judge(&reference, &found);
            }
        }
    }
    Ok(measured)
}

fn segment(
    name: &str,
    count: Option<usize>,
    headings: bool,
    units: &Units<'_>,
    run: &Run<'_>,
) -> Result<Segmentation, String> {
    let method = methods().iter().find(|method| method.name == name);
    let method = method.expect("a row of the table");
    let count = count.filter(|_| method.uses.contains(&"segments"));
    let options = Options {
        headings: method.uses.contains(&"headings").then_some(headings),
        segments: count.map(|count| count.to_string().parse().expect("a number from 1")),
        ..Options::default()
    };
    let built = (method.build)(&options).and_then(|method| method.segment(units, run));
    built.map_err(|error| error.to_string())
}

fn row(name: &str, measured: &[Measured]) {
    let of = |column: usize| {
        let scores: Vec<Scores> = measured.iter().map(|m| m.scores[column]).collect();
        metrics::mean(&scores).map_or(String::new(), |mean| {
            format!("{:.3} {:.3} {:.1}", mean.windowdiff, mean.b, mean.segments)
        })
    };
    let cells: Vec<String> = (0..2 * METHODS.len())
        .map(|c| format!("{:>18}", of(c)))
        .collect();
    println!(
        "{name:12} {:4} files                {}",
        measured.len(),
        cells.join("")
    );
}

fn rows(name: &str, measured: &[Measured]) {
    for (file, measured) in measured.iter().enumerate() {
        for (mode, boundaries) in ["free", "count"].iter().zip(&measured.boundaries) {
            for (confidence, is_right) in boundaries {
                println!(
                    "row {name} {file} {mode} {confidence:.9} {}",
                    u8::from(*is_right)
                );
            }
        }
    }
}

/// What was said and what was right in five bands of confidence, and the mean distance.
fn reliability(name: &str, judged: &[Judged]) {
    let error = calibration::error(judged);
    let bands = calibration::bands(judged);
    let said = bands
        .iter()
        .map(|band| format!("   {:.2} {:.2} {:4}", band.said, band.right, band.count));
    println!("{name:40} error {error:.3}{}", said.collect::<String>());
}

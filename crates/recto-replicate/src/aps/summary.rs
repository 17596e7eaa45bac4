//! Means over the texts of a set.

use super::centres::Described;
use super::corpora::Set;
use super::systems::{Measured, PAPER_SETS, SYSTEMS, Settings};
use super::{Centers, Compared, Headings, Net, ReplicatedSet, Row};
use crate::warning;
use recto_math::sample::{self, Better};
use recto_segment::metrics::{self, Scores};
use recto_text::Warning;

/// Net similarities that differ by less than this share are equal: the two solvers add in
/// different orders.
const EPSILON: f64 = 1e-9;

/// The row that is put to the test, and the one that the paper puts to it.
const OURS: &str = "auto";
const THEIRS: &str = "aps";

pub(super) fn summary(
    set: &Set,
    settings: &Settings,
    measured: &[Measured],
    seed: u64,
    warnings: &mut Vec<Warning>,
) -> ReplicatedSet {
    let rows = (0..SYSTEMS.len()).map(|i| row(set, i, settings, measured, warnings));
    let rows: Vec<Row> = rows.collect();
    ReplicatedSet {
        name: set.name.clone(),
        headings: set.headings,
        test: set.test_files.clone(),
        development: set.development_files.clone(),
        comparison: comparison(&rows, measured, seed),
        aps_comparisons: aps_comparisons(measured, seed),
        rows,
        net: net(measured),
        centers: centers(measured),
    }
}

fn row(
    set: &Set,
    system: usize,
    settings: &Settings,
    measured: &[Measured],
    warnings: &mut Vec<Warning>,
) -> Row {
    let scores: Vec<Scores> = measured
        .iter()
        .filter_map(|text| text.scores[system].as_ref().ok().copied())
        .collect();
    warnings.extend(left_out(set, system, measured));
    let place = PAPER_SETS.iter().position(|name| *name == set.name);
    let as_in_the_paper = place.filter(|_| set.headings == Headings::Visible);
    let published = SYSTEMS[system].published;
    Row {
        method: SYSTEMS[system].label,
        parameters: SYSTEMS[system].parameters(settings),
        documents: scores.len(),
        scores: metrics::mean(&scores),
        published: as_in_the_paper.and_then(|place| Some(published?[place])),
    }
}

/// The first reason for which a system has no result on some texts, and how many they are.
fn left_out(set: &Set, system: usize, measured: &[Measured]) -> Option<Warning> {
    let reasons: Vec<(&str, &String)> = measured
        .iter()
        .zip(&set.test)
        .filter_map(|(found, text)| {
            let reason = found.scores[system].as_ref().err()?;
            Some((text.document.id.as_str(), reason))
        })
        .collect();
    let (file, reason) = reasons.first()?;
    Some(warning(format!(
        "{}: {} left out {} of {} files, the first {file}: {reason}",
        set.name,
        SYSTEMS[system].label,
        reasons.len(),
        measured.len()
    )))
}

/// `auto` against the best of the rows that the paper has figures for.
fn comparison(rows: &[Row], measured: &[Measured], seed: u64) -> Option<Compared> {
    let windowdiff = |i: usize| Some(rows[i].scores.as_ref()?.windowdiff);
    let of_the_paper = (0..SYSTEMS.len()).filter(|&i| SYSTEMS[i].published.is_some());
    let scored = of_the_paper.filter_map(|i| Some((i, windowdiff(i)?)));
    let (best, _) = scored.min_by(|a, b| a.1.total_cmp(&b.1))?;
    compared(place(OURS)?, best, measured, seed)
}

/// The paper's test: its method against each of its baselines.
fn aps_comparisons(measured: &[Measured], seed: u64) -> Vec<Compared> {
    let baselines = (0..SYSTEMS.len()).filter(|&i| {
        let system = &SYSTEMS[i];
        system.published.is_some() && system.label != THEIRS
    });
    let compared = |i| compared(place(THEIRS)?, i, measured, seed);
    baselines.filter_map(compared).collect()
}

fn place(label: &str) -> Option<usize> {
    SYSTEMS.iter().position(|system| system.label == label)
}

/// WindowDiff of one system less that of another, over the texts that both could segment.
fn compared(one: usize, other: usize, measured: &[Measured], seed: u64) -> Option<Compared> {
    let both = |text: &Measured| {
        let of = |system: usize| Some(text.scores[system].as_ref().ok()?.windowdiff);
        Some(of(one)? - of(other)?)
    };
    let differences: Vec<f64> = measured.iter().filter_map(both).collect();
    Some(Compared {
        with: SYSTEMS[other].label,
        windowdiff: sample::difference(&differences, Better::Lower, seed, 0)?,
    })
}

fn net(measured: &[Measured]) -> Option<Net> {
    let pairs: Vec<[f64; 2]> = measured.iter().filter_map(|text| text.net).collect();
    let mean = |of: &dyn Fn(&[f64; 2]) -> f64| {
        let sum: f64 = pairs.iter().map(of).sum();
        sum / pairs.len() as f64
    };
    let is_equal = |[aps, best]: &[f64; 2]| best - aps <= EPSILON * best.abs().max(1.0);
    (!pairs.is_empty()).then(|| Net {
        aps: mean(&|pair| pair[0]),
        optimum: mean(&|pair| pair[1]),
        gap: mean(&|pair| pair[1] - pair[0]),
        equal: mean(&|pair| f64::from(u8::from(is_equal(pair)))),
    })
}

fn centers(measured: &[Measured]) -> Vec<Centers> {
    let methods = ["exact", "aps"].into_iter().enumerate();
    let found = methods.filter_map(|(i, method)| {
        let sums = measured.iter().map(|text| text.centres[i]);
        let sum = sums.fold(Described::default(), Described::plus);
        (sum.segments > 0).then(|| Centers {
            method,
            segments: sum.segments,
            center: sum.center / sum.segments as f64,
            random: sum.random / sum.segments as f64,
        })
    });
    found.collect()
}

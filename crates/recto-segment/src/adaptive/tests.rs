//! Golden totals and optima, windows, and rows of scores by definition.

use super::model::path;
use super::score::{BaseMeasure, Mixed};
use super::*;
use recto_math::seq::{Lane, SegmentScores, solve};
use recto_math::{Silent, rng};
use recto_testing::golden;
use recto_testing::golden::{Entry, Tolerance};
use recto_testing::text::{english, with_lines};
use recto_text::Analysis;

fn model(units: &[Vec<u32>]) -> Option<Model> {
    let n_terms = units
        .iter()
        .flatten()
        .max()
        .map_or(0, |&id| id as usize + 1);
    Model::of_terms(units.iter().cloned(), n_terms, &Params::published())
}

/// The units of a golden case.
fn units_of(case: &Entry<'_>) -> Vec<Vec<u32>> {
    case.at("units").read()
}

#[test]
fn golden_totals_contrast_and_optima() {
    let golden = golden!("adaptive");
    let tolerance = Tolerance::Relative(golden.at("tolerance").number());
    let run = Run::new(0, &Silent);
    let mut modelled = 0;
    for case in golden.at("cases").entries() {
        let expected = case.at("expected");
        let units = units_of(&case);
        let Some(model) = model(&units) else {
            expected.at("bounds").assert_equal(&vec![units.len()]);
            continue;
        };
        modelled += 1;
        let check = |what: &str, found: f64| expected.at(what).assert_near(found, tolerance);
        check("T", model.totals.tokens);
        check("V2", model.totals.repeated);
        check("A_total", model.totals.same);
        check("Q_total", model.totals.pairs);
        let Model {
            repeats,
            pairs,
            totals,
            params,
            ..
        } = &model;
        let (pilot, objective) =
            contrast::pilot(repeats, pairs, totals, params, Lengths::ANY, &run).expect("it runs");
        check("pilot_objective", objective);
        expected.at("pilot_bounds").assert_equal(&pilot);
        let rho = contrast::contrast(repeats, totals, &pilot, params);
        check("rho", rho);
        let (pen1, pen2) = model.prices(rho);
        check("pen1", pen1);
        check("pen2", pen2);
        let scores = model.scores(rho);
        let solution = solve(&scores, &Lane::priced(&[1.0]), Lengths::ANY, &run).expect("it runs");
        check("objective", solution.objective(0));
    }
    assert!(modelled >= 7, "most golden cases have something to compare");
}

#[test]
fn the_path_names_where_one_count_gives_way_to_the_next() {
    let case = &golden!("adaptive").at("cases").entries()[0];
    let model = model(&units_of(case)).expect("it has repetition");
    let rho = model.contrast(&Run::new(0, &Silent)).expect("it runs");
    let lanes = solve(
        &model.scores(rho),
        &Lane::priced(&STRENGTHS),
        Lengths::ANY,
        &Run::new(0, &Silent),
    );
    let points = path(&lanes.expect("it runs"), &STRENGTHS);
    assert!(points.first().is_some_and(|p| p.from.is_none()));
    assert!(points.last().is_some_and(|p| p.to.is_none()));
    for pair in points.windows(2) {
        assert!(pair[0].segments > pair[1].segments);
        assert_eq!(pair[0].to, pair[1].from);
    }
}

/// Lines of words in blocks of 30 with vocabularies of their own.
fn blocks(lines: usize) -> String {
    let word = |line: usize, i: usize| format!("w{}x{} ", line / 30, (line * 7 + i * 3) % 9);
    let line = |line: usize| (0..8).map(|i| word(line, i)).collect::<String>() + "\n";
    (0..lines).map(line).collect()
}

fn adaptive(params: Params) -> Adaptive {
    Adaptive {
        params,
        segments: None,
        words: Words::default(),
        use_headings: false,
    }
}

/// Segments of lines, through windows of so many terms.
fn through_windows(text: &str, window_tokens: usize, granularity: f64) -> Segmentation {
    let method = adaptive(Params {
        window_tokens,
        granularity,
        ..Params::default()
    });
    with_lines(text, Analysis::Segment, english(), |units| {
        let run = Run::new(0, &Silent);
        method.segment(units, &run).expect("a text")
    })
}

#[test]
fn a_segment_that_outgrows_the_largest_window_ends_where_its_topic_ends() {
    let mut by_lot = rng::stream(0, "words of one topic", 0);
    let mut topic = |name: &str, lines: usize| -> String {
        let mut word = || format!("{name}{} ", rng::below(&mut by_lot, 400));
        let mut line = || (0..8).map(|_| word()).collect::<String>() + "\n";
        (0..lines).map(|_| line()).collect()
    };
    let text = topic("a", 2400) + &topic("b", 800);
    // 1,600 units of 8 terms fill the largest window.
    let found = through_windows(&text, 3200, 20.0);
    assert_eq!(found.bounds, [2400, 3200]);
    assert_eq!(found.confidence.len(), found.bounds.len());
    assert!(found.confidence[1..].iter().all(Option::is_some));
}

#[test]
fn windows_of_short_units_are_cut() {
    let method = adaptive(Params::default());
    let is_short = |words: usize, lines: usize| {
        let line = "boat ".repeat(words) + "\n";
        with_lines(&line.repeat(lines), Analysis::Segment, english(), |units| {
            method.is_short_at(units, 0)
        })
    };
    assert!(!is_short(1, MOST_UNITS));
    assert!(is_short(1, MOST_UNITS + 1));
    // Lines of five words reach the usual size first.
    assert!(!is_short(5, MOST_UNITS + 1));
}

#[test]
fn windows_find_what_one_look_finds_in_a_text_of_sharp_parts() {
    let text = blocks(600);
    let expected: Vec<usize> = (1..=20).map(|i| i * 30).collect();
    for window_tokens in [800, 1500, 1_000_000] {
        let found = through_windows(&text, window_tokens, 1.0);
        assert_eq!(found.bounds, expected, "{window_tokens}");
        assert_eq!(found.confidence[0], None);
        assert!(
            found.confidence[1..].iter().all(Option::is_some),
            "{window_tokens}"
        );
    }
}

#[test]
fn a_number_that_is_asked_for_is_kept_and_weak_boundaries_are_less_sure() {
    let found = |segments: &str| {
        let options = Options {
            segments: Some(segments.parse().expect("a number")),
            ..Options::default()
        };
        crate::testing::segment(build, &blocks(120), &options).expect("a text")
    };
    let four = found("4");
    assert_eq!(four.bounds, [30, 60, 90, 120]);
    let seven = found("7");
    assert_eq!(seven.bounds.len(), 7);
    let sure = |found: &Segmentation, bound: usize| {
        let at = found.bounds.iter().position(|&end| end == bound);
        found.confidence[at.expect("a boundary") + 1].expect("it has one")
    };
    for &bound in &seven.bounds[..6] {
        if [30, 60, 90].contains(&bound) {
            assert!(sure(&seven, bound) > 0.9);
            assert_eq!(sure(&seven, bound), sure(&four, bound));
        } else {
            assert!(sure(&seven, bound) < 0.5);
        }
    }
    let ranged = found("2..4");
    assert_eq!(ranged.bounds, four.bounds);
}

#[test]
fn prices_grow_more_slowly_than_the_text_and_as_published_with_it() {
    let prices_at = |rho: f64, lines: usize, params: &Params| {
        let units = (0..lines).map(|line| vec![(line % 7) as u32, 7 + (line % 5) as u32]);
        let model = Model::of_terms(units, 12, params).expect("it repeats");
        model.prices(rho).1
    };
    let prices = |lines: usize, params: &Params| prices_at(2.0, lines, params);
    let published = Params::published();
    assert!((prices(5000, &published) / prices(500, &published) - 10.0).abs() < 1e-9);
    let usual = Params {
        base_power: 1.0,
        ..Params::default()
    };
    let ratio = prices(5000, &usual) / prices(500, &usual);
    assert!((ratio - 10f64.powf(0.8)).abs() < 1e-9);
    let sharp = prices_at(6.0, 5000, &usual) / prices_at(6.0, 500, &usual);
    assert!((sharp - 10f64.powf(0.9)).abs() < 1e-9);
    // 4,500 terms are neither dear nor cheap.
    assert!((prices(2250, &usual) - prices(2250, &published)).abs() < 1e-9);
}

/// Both scores of one segment, straight from their definitions, for a base measure of sum
/// `concentration`.
fn by_definition(model: &Model, concentration: f64, units: &[Vec<u32>]) -> (f64, f64) {
    let params = &model.params;
    let counts = &model.repeats.counts;
    let base = |count: u32| f64::from(count).sqrt();
    let repeated = || counts.iter().copied().filter(|&count| count > 1);
    let all: f64 = repeated().map(base).sum();
    let (mut same, mut pairs, mut likelihood) = (0.0, 0.0, 0.0);
    let mut seen = vec![0u32; counts.len()];
    let mut tokens = 0;
    for (j, unit) in units.iter().enumerate() {
        for earlier in &units[..j] {
            pairs += (earlier.len() * unit.len()) as f64;
            for a in earlier {
                for b in unit {
                    if a == b && counts[*a as usize] > 1 {
                        same += model.totals.tokens / f64::from(counts[*a as usize]);
                    }
                }
            }
        }
        for &term in unit.iter().filter(|&&term| counts[term as usize] > 1) {
            let a = concentration * base(counts[term as usize]) / all;
            likelihood += (a + f64::from(seen[term as usize])).ln()
                - (concentration + f64::from(tokens)).ln();
            seen[term as usize] += 1;
            tokens += 1;
        }
    }
    let threshold = params.resolution * model.totals.level();
    let excess = (same - threshold * pairs) / model.totals.repeated.sqrt();
    (excess, likelihood)
}

/// The scores of `model` at contrast 2, and what they are made of: weights of both scores and
/// the sum of the base measure.
fn mixtures<'m>(model: &'m Model, counted: &'m BaseMeasure) -> [(Mixed<'m>, [f64; 3]); 2] {
    let (pen1, pen2) = model.prices(2.0);
    let w = model.params.weight;
    let given = model.totals.tokens / 3.0;
    let of_base = (1.0 - w) / pen2;
    [
        (model.scores(2.0), [w / pen1, of_base, 400.0]),
        (
            model.counted_scores(2.0, 0.01, counted),
            [0.01 * of_base, of_base, given.clamp(20.0, 400.0)],
        ),
    ]
}

proptest::proptest! {
    #[test]
    fn rows_equal_the_definition_whatever_row_came_before(
        units in proptest::collection::vec(proptest::collection::vec(0u32..12, 0..7), 2..40),
        order in proptest::collection::vec((0usize..40, 1usize..41), 1..60),
    ) {
        let Some(model) = Model::of_terms(units.iter().cloned(), 12, &Params::default()) else {
            return Ok(());
        };
        let counted = model.counted_base(3);
        for (scores, [of_pairs, of_base, concentration]) in mixtures(&model, &counted) {
            let n = units.len();
            let in_order = (0..n).map(|start| (start, n));
            let mut steps = scores.scratch();
            for (start, length) in order.iter().copied().chain(in_order) {
                let start = start.min(n - 1);
                let mut row = vec![0.0; length.min(n - start)];
                scores.row(start, &mut row, &mut steps);
                for (i, score) in row.iter().enumerate() {
                    let (excess, likelihood) =
                        by_definition(&model, concentration, &units[start..=start + i]);
                    let expected = of_pairs * excess + of_base * likelihood;
                    let tolerance = 1e-9 * expected.abs().max(1.0);
                    proptest::prop_assert!((score - expected).abs() <= tolerance);
                }
            }
        }
    }
}

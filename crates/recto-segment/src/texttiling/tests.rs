use super::*;
use proptest::prelude::*;
use recto_math::Silent;
use recto_text::{Analysis, Analyzer, Document, Language, TermId, UnitKind};

fn with_units<R>(text: &str, work: impl FnOnce(&Units<'_>) -> R) -> R {
    let document = Document::new("t", text);
    let english = Language::from_code("en").expect("known");
    let analyzer = Analyzer::new(Analysis::Segment, english);
    let units = analyzer.units(&document, UnitKind::Line, &Run::new(0, &Silent));
    work(&units.expect("nobody cancels"))
}

/// Six lines of two words, width 2, block 2, no smoothing. Counts of the sequences:
/// `aa aa ab bb bb bb` with a = net, b = oven.
///
/// | gap | left | right | cosine |
/// |---|---|---|---|
/// | 0 | 2a | 2a | 1 |
/// | 1 | 4a | a+3b | 1/sqrt(10) |
/// | 2 | 3a+b | 4b | 1/sqrt(10) |
/// | 3 | a+3b | 4b | 3/sqrt(10) |
/// | 4 | 2b | 2b | 1 |
///
/// Depths: 0, 2 - 2x, 2 - 2x, 1 - y, 0 with x = .3162, y = .9487: from gap 1 the walk to
/// the right passes the equal gap 2 and climbs to 1.
const LINES: &str = "net net\nnet net\nnet oven\noven oven\noven oven\noven oven\n";

fn small() -> Params {
    Params {
        width: 2,
        block: 2,
        smoothing: 0,
        ..Params::default()
    }
}

#[test]
fn scores_and_depths_are_those_worked_out_by_hand() {
    with_units(LINES, |units| {
        let sequences = sequences(units, 2);
        let scores = gap_scores(&sequences, units.vocabulary.len(), 2);
        let x = 0.1f64.sqrt();
        let expected = [1.0, x, x, 3.0 * x, 1.0];
        for (score, expected) in scores.iter().zip(expected) {
            assert!((score - expected).abs() < 1e-12, "{scores:?}");
        }
        let expected = [0.0, 2.0 - 2.0 * x, 2.0 - 2.0 * x, 1.0 - 3.0 * x, 0.0];
        for (depth, expected) in depths(&scores).iter().zip(expected) {
            assert!((depth - expected).abs() < 1e-12);
        }
    });
}

#[test]
fn the_deepest_valley_is_the_boundary_and_ties_go_left() {
    with_units(LINES, |units| {
        let run = Run::new(0, &Silent);
        let found = TextTiling::new(small(), None)
            .expect("in range")
            .segment(units, &run);
        let found = found.expect("there are units");
        assert_eq!(found.bounds, [2, 6]);
        // Depths 0 1.3675 1.3675 .0513 0: mean .5573, sd .6618, cutoff .2264.
        let confidence = found.confidence[1].expect("the second boundary has one");
        assert!((confidence - (1.0 - 0.226_36 / 1.367_54)).abs() < 1e-4);
    });
}

#[test]
fn a_number_of_segments_is_kept_also_beyond_the_valleys() {
    with_units(LINES, |units| {
        for k in 1..=6 {
            let count = k.to_string().parse().expect("a number");
            let method = TextTiling::new(small(), Some(count)).expect("in range");
            let found = method
                .segment(units, &Run::new(0, &Silent))
                .expect("enough units");
            assert_eq!(found.bounds.len(), k);
        }
        let range = TextTiling::new(small(), Some("3..4".parse().expect("a range")));
        let found = range
            .expect("in range")
            .segment(units, &Run::new(0, &Silent));
        assert_eq!(found.expect("enough units").bounds.len(), 3);
    });
}

#[test]
fn boundaries_snap_to_the_nearest_unit_and_ties_go_left() {
    // Units of 1, 4 and 3 words start at tokens 0, 1 and 5.
    with_units("a\nb c d e\nf g h\n", |units| {
        assert_eq!(nearest_break(units, 0), None);
        assert_eq!(nearest_break(units, 2), Some(1));
        assert_eq!(nearest_break(units, 3), Some(1));
        assert_eq!(nearest_break(units, 4), Some(2));
        assert_eq!(nearest_break(units, 8), None);
    });
}

#[test]
fn parameters_out_of_range_are_named() {
    let wrong = Params {
        width: 0,
        ..Params::default()
    };
    let error = TextTiling::new(wrong, None).expect_err("width 0");
    assert_eq!(error.to_string(), "width must be at least 1, not `0`");
}

/// Steps 2 and 4 as they are written down, without anything moved along.
fn naive(sequences: &[Vec<TermId>], n_terms: usize, block: usize) -> (Vec<f64>, Vec<f64>) {
    let n = sequences.len();
    let count = |range: std::ops::Range<usize>| {
        let mut counts = vec![0.0; n_terms];
        for term in sequences[range].iter().flatten() {
            counts[term.index()] += 1.0;
        }
        counts
    };
    let scores: Vec<f64> = (0..n.saturating_sub(1))
        .map(|g| {
            let b = block.min(g + 1).min(n - g - 1);
            let (left, right) = (count(g + 1 - b..g + 1), count(g + 1..g + 1 + b));
            let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(x, y)| x * y).sum::<f64>();
            let norms = dot(&left, &left).sqrt() * dot(&right, &right).sqrt();
            if norms > 0.0 {
                (dot(&left, &right) / norms).min(1.0)
            } else {
                0.0
            }
        })
        .collect();
    let depth = |g: usize| {
        let (mut left, mut right) = (g, g);
        while left > 0 && scores[left - 1] >= scores[left] {
            left -= 1;
        }
        while right + 1 < scores.len() && scores[right + 1] >= scores[right] {
            right += 1;
        }
        scores[left] + scores[right] - 2.0 * scores[g]
    };
    let depths = (0..scores.len()).map(depth).collect();
    (scores, depths)
}

proptest! {
    #[test]
    fn moving_blocks_score_as_counting_anew(
        sequences in prop::collection::vec(prop::collection::vec((0u32..5).prop_map(TermId), 0..6), 1..14),
        block in 1usize..5,
    ) {
        let (scores, expected_depths) = naive(&sequences, 5, block);
        let found = gap_scores(&sequences, 5, block);
        for (a, b) in found.iter().zip(&scores) {
            prop_assert!((a - b).abs() < 1e-12);
        }
        for (a, b) in depths(&scores).iter().zip(&expected_depths) {
            prop_assert!((a - b).abs() < 1e-12);
        }
    }
}

//! Hand-worked cases, laws, and the naive forms that the fast ones must equal.

use proptest::prelude::*;

use super::*;

/// Bounds of 1 to 40 units from random flags.
fn bounds() -> impl Strategy<Value = Vec<usize>> {
    pair().prop_map(|(bounds, _)| bounds)
}

/// Two segmentations of the same units.
fn pair() -> impl Strategy<Value = (Vec<usize>, Vec<usize>)> {
    prop::collection::vec((any::<bool>(), any::<bool>()), 0..40).prop_map(|flags| {
        let n = flags.len() + 1;
        let ends = |side: fn(&(bool, bool)) -> bool| {
            let gaps = flags.iter().enumerate().filter(|(_, flag)| side(flag));
            gaps.map(|(gap, _)| gap + 1).chain([n]).collect::<Vec<_>>()
        };
        (ends(|flag| flag.0), ends(|flag| flag.1))
    })
}

fn last(bounds: &[usize]) -> usize {
    *bounds.last().unwrap()
}

fn mirror(bounds: &[usize]) -> Vec<usize> {
    let n = last(bounds);
    let inner = bounds[..bounds.len() - 1]
        .iter()
        .rev()
        .map(|bound| n - bound);
    inner.chain([n]).collect()
}

fn labels(bounds: &[usize]) -> Vec<usize> {
    (0..last(bounds))
        .map(|unit| bounds.partition_point(|&bound| bound <= unit))
        .collect()
}

/// The definition, window by window.
fn naive(r: &[usize], h: &[usize], k: usize, cost: impl Fn(usize, usize) -> usize) -> f64 {
    let n = last(r);
    if n <= k {
        return if r == h { 0.0 } else { 1.0 };
    }
    let (r, h) = (labels(r), labels(h));
    let total: usize = (0..n - k)
        .map(|i| cost(r[i + k] - r[i], h[i + k] - h[i]))
        .sum();
    total as f64 / (n - k) as f64
}

/// Nearest pairs first, from a sorted list of all pairs.
fn naive_within(r: &[usize], h: &[usize], tolerance: usize) -> f64 {
    let (r, h) = (&r[..r.len() - 1], &h[..h.len() - 1]);
    let all = r
        .iter()
        .flat_map(|&a| h.iter().map(move |&b| (a.abs_diff(b), a, b)));
    let mut pairs: Vec<_> = all.filter(|pair| pair.0 <= tolerance).collect();
    pairs.sort();
    let (mut used_r, mut used_h) = (vec![], vec![]);
    for (_, a, b) in pairs {
        if !used_r.contains(&a) && !used_h.contains(&b) {
            used_r.push(a);
            used_h.push(b);
        }
    }
    let both = r.len() + h.len();
    if both == 0 {
        1.0
    } else {
        2.0 * used_r.len() as f64 / both as f64
    }
}

/// Best edit script by dynamic programming over positions: `(edits, transpositions)`.
fn naive_similarity(r: &[usize], h: &[usize]) -> f64 {
    let n = last(r);
    let has = |side: &[usize], place: usize| side[..side.len() - 1].contains(&place);
    let single = |place| has(r, place) != has(h, place);
    let singles = (1..n).filter(|&place| single(place)).count();
    let matches = (1..n)
        .filter(|&place| has(r, place) && has(h, place))
        .count();
    // most[p]: most transpositions among positions below p.
    let mut most = vec![0; n + 2];
    for place in 2..n {
        let pair = single(place) && single(place - 1) && has(r, place) != has(r, place - 1);
        most[place + 1] = most[place].max(most[place - 1] + usize::from(pair));
    }
    let transposed = most.iter().max().copied().unwrap_or(0);
    let (added, pairs) = (singles - 2 * transposed, singles - transposed + matches);
    if pairs == 0 {
        return 1.0;
    }
    1.0 - (added as f64 + transposed as f64 / 2.0) / pairs as f64
}

proptest! {
    #[test]
    fn a_segmentation_agrees_with_itself_perfectly(bounds in bounds(), k in 1usize..50) {
        let scores = score(&bounds, &bounds, last(&bounds), Some(k)).unwrap();
        prop_assert_eq!([scores.windowdiff, scores.windowdiff_abs, scores.pk], [0.0; 3]);
        prop_assert_eq!(scores.windowdiff_units.unwrap_or(0.0), 0.0);
        let good = [scores.precision, scores.recall, scores.f1, scores.f1_tol2, scores.b];
        prop_assert_eq!(good, [1.0; 5]);
    }

    #[test]
    fn scores_lie_between_0_and_1((r, h) in pair(), k in prop::option::of(1usize..50)) {
        let scores = score(&r, &h, last(&r), k).unwrap();
        for (name, value) in scores.entries().into_iter().take(9) {
            let top = if name == "windowdiff_abs" { f64::INFINITY } else { 1.0 };
            prop_assert!((0.0..=top).contains(&value.unwrap_or(0.0)), "{} {:?}", name, value);
        }
        prop_assert!(scores.pk <= scores.windowdiff && scores.windowdiff <= scores.windowdiff_abs);
        prop_assert!(scores.f1 <= scores.f1_tol2);
    }

    #[test]
    fn the_sweep_equals_the_definition((r, h) in pair(), k in 1usize..50) {
        prop_assert_eq!(window::windowdiff(&r, &h, k), naive(&r, &h, k, |a, b| usize::from(a != b)));
        prop_assert_eq!(window::windowdiff_abs(&r, &h, k), naive(&r, &h, k, usize::abs_diff));
        let same = |a: usize, b: usize| usize::from((a == 0) != (b == 0));
        prop_assert_eq!(window::pk(&r, &h, k), naive(&r, &h, k, same));
    }

    #[test]
    fn linear_matching_equals_nearest_pairs_first((r, h) in pair(), tolerance in 0usize..5) {
        prop_assert_eq!(boundary::within(&r, &h, tolerance).f1, naive_within(&r, &h, tolerance));
    }

    #[test]
    fn the_closed_form_of_b_equals_the_best_edit_script((r, h) in pair()) {
        prop_assert!((boundary::similarity(&r, &h) - naive_similarity(&r, &h)).abs() < 1e-12);
    }

    #[test]
    fn a_mirrored_text_has_the_same_scores((r, h) in pair(), k in 1usize..50) {
        let there = score(&r, &h, last(&r), Some(k)).unwrap();
        let back = score(&mirror(&r), &mirror(&h), last(&r), Some(k)).unwrap();
        // Left-to-right ties may give f1_tol2 another partner; all else is symmetric.
        prop_assert_eq!(Scores { f1_tol2: 0.0, ..there }, Scores { f1_tol2: 0.0, ..back });
    }

    #[test]
    fn swapping_the_sides_swaps_precision_and_recall((r, h) in pair(), k in 1usize..50) {
        let one = score(&r, &h, last(&r), Some(k)).unwrap();
        let other = score(&h, &r, last(&r), Some(k)).unwrap();
        prop_assert_eq!((one.precision, one.recall), (other.recall, other.precision));
        prop_assert_eq!((one.windowdiff, one.pk, one.b), (other.windowdiff, other.pk, other.b));
    }

    #[test]
    fn even_bounds_differ_by_at_most_one_unit(n in 1usize..300, share in 0.0f64..1.0) {
        let k = 1 + (share * (n - 1) as f64) as usize;
        let bounds = even_bounds(n, k).unwrap();
        check_bounds(&bounds, n, Side::Hypothesis).unwrap();
        prop_assert_eq!(bounds.len(), k);
        let starts = [0].into_iter().chain(bounds.iter().copied());
        let lengths: Vec<usize> = bounds.iter().zip(starts).map(|(end, start)| end - start).collect();
        prop_assert!(lengths.iter().max().unwrap() - lengths.iter().min().unwrap() <= 1);
    }
}

#[test]
fn the_default_window_rounds_halves_to_even_and_is_at_least_one() {
    // 10 / (2 * 2) = 2.5, 14 / 4 = 3.5, 3 / 6 = 0.5
    assert_eq!(window::default_window(&[5, 10], 10), 2);
    assert_eq!(window::default_window(&[7, 14], 14), 4);
    assert_eq!(window::default_window(&[1, 2, 3], 3), 1);
}

#[test]
fn a_window_as_long_as_the_text_tells_only_equal_from_different() {
    let scores = |hypothesis: &[usize]| score(&[1, 2], hypothesis, 2, Some(2)).unwrap();
    assert_eq!((scores(&[1, 2]).windowdiff, scores(&[1, 2]).pk), (0.0, 0.0));
    assert_eq!((scores(&[2]).windowdiff, scores(&[2]).pk), (1.0, 1.0));
}

#[test]
fn the_variant_in_units_has_windows_of_one_gap_less() {
    // 12 units, 2 segments: w = 3 units, 2 gaps, 10 windows; 4..=5 and 7..=8 see one cut each.
    assert_eq!(
        window::windowdiff_units(&[6, 12], &[9, 12]),
        Some(4.0 / 10.0)
    );
    assert_eq!(window::windowdiff_units(&[3, 6], &[6]), None);
}

#[test]
fn silence_has_no_precision_and_a_needless_cut_no_recall() {
    let silent = boundary::exact(&[5, 10], &[10]);
    assert_eq!(
        (silent.precision, silent.recall, silent.f1),
        (0.0, 0.0, 0.0)
    );
    let needless = boundary::exact(&[10], &[5, 10]);
    assert_eq!(
        (needless.precision, needless.recall, needless.f1),
        (0.0, 0.0, 0.0)
    );
}

#[test]
fn tolerance_gives_a_boundary_to_its_nearest_partner_only() {
    // Reference 4 and 6, hypothesis 5 and 9: one partner for 5, none for 9.
    let near = boundary::within(&[4, 6, 12], &[5, 9, 12], 2);
    assert_eq!((near.precision, near.recall), (0.5, 0.5));
}

#[test]
fn huge_documents_cost_no_more_than_their_boundaries() {
    let n = 1_000_000_000_000;
    let scores = score(&[n / 2, n], &[n / 2 + 1, n], n, None).unwrap();
    assert_eq!(scores.windowdiff, 2.0 / (n - n / 4) as f64);
}

#[test]
fn bad_input_is_named() {
    let error = |r: &[usize], h: &[usize], n, k| score(r, h, n, k).unwrap_err().to_string();
    assert!(error(&[], &[], 0, None).contains("no text units"));
    assert!(
        error(&[5, 10], &[5, 9], 10, None).contains("hypothesis covers 9 units but there are 10")
    );
    assert!(error(&[5, 5, 10], &[10], 10, None).contains("bound 1 of the reference is 5, after 5"));
    assert!(error(&[10], &[], 10, None).contains("covers 0 units"));
    assert!(error(&[10], &[10], 10, Some(0)).contains("window k is 0"));
    assert!(
        even_bounds(3, 4)
            .unwrap_err()
            .to_string()
            .contains("between 1 and 3")
    );
}

#[test]
fn means_skip_what_is_undefined_and_counts_are_written_whole() {
    let long = score(&[6, 12], &[9, 12], 12, None).unwrap();
    let short = score(&[1, 2], &[2], 2, None).unwrap();
    let both = mean(&[long, short]).unwrap();
    assert_eq!(both.windowdiff_units, long.windowdiff_units);
    assert_eq!(both.segments, 1.5);
    assert_eq!(mean(&[]), None);
    let json = serde_json::to_string(&long).unwrap();
    assert!(
        json.ends_with(r#""segments":2,"reference_segments":2,"k":3}"#),
        "{json}"
    );
    assert_eq!(serde_json::from_str::<Scores>(&json).unwrap(), long);
    let names: Vec<_> = serde_json::to_value(long)
        .unwrap()
        .as_object()
        .unwrap()
        .keys()
        .cloned()
        .collect();
    assert_eq!(names, long.entries().map(|(name, _)| name));
}

#[test]
fn baselines_are_silence_and_even_spacing() {
    let both = baselines(&[2, 10], 10, None).unwrap();
    assert_eq!(both.none, score(&[2, 10], &[10], 10, None).unwrap());
    assert_eq!(both.even, score(&[2, 10], &[5, 10], 10, None).unwrap());
}

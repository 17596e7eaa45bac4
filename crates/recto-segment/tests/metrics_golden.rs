//! Golden vectors of the metrics; two other programs agree with them.

use recto_segment::metrics::score;
use serde_json::Value;

fn bounds(case: &Value, key: &str) -> Vec<usize> {
    let list = case[key].as_array().expect("a list of bounds");
    list.iter()
        .map(|bound| bound.as_u64().expect("a bound") as usize)
        .collect()
}

#[test]
fn metrics_equal_the_golden_vectors() {
    let golden: Value = serde_json::from_str(include_str!("golden/metrics.json")).unwrap();
    let tolerance = golden["tol"].as_f64().unwrap();
    let cases = golden["cases"].as_array().unwrap();
    assert_eq!(cases.len(), 14);
    for case in cases {
        let (reference, hypothesis) = (bounds(case, "ref"), bounds(case, "hyp"));
        let n_units = *reference.last().unwrap();
        let scores = score(&reference, &hypothesis, n_units, None).unwrap();
        assert_eq!(scores.k, case["k"].as_f64().unwrap());
        for (found, expected) in [
            (scores.windowdiff, &case["windowdiff"]),
            (scores.windowdiff, &case["nltk"]["windowdiff"]),
            (scores.windowdiff, &case["segeval"]["window_diff"]),
            (scores.pk, &case["pk"]),
            (scores.pk, &case["nltk"]["pk"]),
            (scores.pk, &case["segeval"]["pk"]),
            (scores.precision, &case["precision"]),
            (scores.recall, &case["recall"]),
            (scores.f1, &case["f1"]),
            (scores.b, &case["boundary_similarity_nt2"]),
        ] {
            let expected = expected.as_f64().unwrap();
            assert!(
                (found - expected).abs() <= tolerance,
                "{found} {expected} in {case}"
            );
        }
    }
}

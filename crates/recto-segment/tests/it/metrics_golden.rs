//! Golden vectors of the metrics; two other programs agree with them.

use recto_segment::metrics::score;
use recto_testing::golden;
use recto_testing::golden::Tolerance::Absolute;

#[test]
fn metrics_equal_the_golden_vectors() {
    let golden = golden!("metrics");
    let tolerance = Absolute(golden.at("tol").number());
    let cases = golden.at("cases").entries();
    assert_eq!(cases.len(), 14);
    for case in cases {
        let (reference, hypothesis) = (case.at("ref").counts(), case.at("hyp").counts());
        let n_units = *reference.last().unwrap();
        let scores = score(&reference, &hypothesis, n_units, None).unwrap();
        case.at("k").assert_equal(&scores.k);
        let (nltk, segeval) = (case.at("nltk"), case.at("segeval"));
        for (found, expected) in [
            (scores.windowdiff, case.at("windowdiff")),
            (scores.windowdiff, nltk.at("windowdiff")),
            (scores.windowdiff, segeval.at("window_diff")),
            (scores.pk, case.at("pk")),
            (scores.pk, nltk.at("pk")),
            (scores.pk, segeval.at("pk")),
            (scores.precision, case.at("precision")),
            (scores.recall, case.at("recall")),
            (scores.f1, case.at("f1")),
            (scores.b, case.at("boundary_similarity_nt2")),
        ] {
            expected.assert_near(found, tolerance);
        }
    }
}

//! Measures of groupings.

use recto_math::partition::Overlap;
use recto_testing::golden;
use recto_testing::golden::Entry;
use recto_testing::golden::Tolerance::Absolute;

fn overlap(case: &Entry<'_>) -> Overlap {
    Overlap::new(&case.at("pred").counts(), &case.at("gold").counts())
}

#[test]
fn matching_accuracy_equals_the_golden_vectors() {
    for case in golden!("partition_matching").at("cases").entries() {
        let accuracy = overlap(&case).accuracy();
        case.at("accuracy").assert_near(accuracy, Absolute(1e-12));
    }
}

#[test]
fn clustering_measures_equal_the_golden_vectors() {
    let golden = golden!("partition_clustering");
    let overlap = overlap(&golden);
    let near = |key: &str, found: f64| golden.at(key).assert_near(found, Absolute(1e-12));
    near("F", overlap.f_measure());
    near("E", overlap.entropy());
    near("NMI_sqrt", overlap.nmi());
}

//! Measures item by item, and groupings that are plain to see.

use super::*;
use proptest::prelude::*;

/// B-cubed and the pair counts of the Rand index, item by item and pair by pair.
fn naive(groups: &[u8], classes: &[u8]) -> (f64, f64, f64) {
    let n = groups.len();
    let (mut precision, mut recall) = (0.0, 0.0);
    let (mut both, mut in_groups, mut in_classes) = (0.0, 0.0, 0.0);
    for i in 0..n {
        let group: Vec<usize> = (0..n).filter(|&j| groups[j] == groups[i]).collect();
        let class: Vec<usize> = (0..n).filter(|&j| classes[j] == classes[i]).collect();
        let shared = group.iter().filter(|j| class.contains(j)).count() as f64;
        precision += shared / group.len() as f64 / n as f64;
        recall += shared / class.len() as f64 / n as f64;
        both += (shared - 1.0) / 2.0;
        in_groups += (group.len() as f64 - 1.0) / 2.0;
        in_classes += (class.len() as f64 - 1.0) / 2.0;
    }
    let pairs = n as f64 * (n as f64 - 1.0) / 2.0;
    let chance = in_groups * in_classes / pairs;
    let rand = (both - chance) / ((in_groups + in_classes) / 2.0 - chance);
    (precision, recall, rand)
}

proptest! {
    #[test]
    fn measures_equal_their_definitions_item_by_item(
        pairs in prop::collection::vec((0u8..4, 0u8..4), 2..30),
    ) {
        let (groups, classes): (Vec<u8>, Vec<u8>) = pairs.into_iter().unzip();
        let overlap = Overlap::new(&groups, &classes);
        let (precision, recall, rand) = naive(&groups, &classes);
        prop_assert!((overlap.b_cubed().precision - precision).abs() < 1e-12);
        prop_assert!((overlap.b_cubed().recall - recall).abs() < 1e-12);
        if rand.is_finite() {
            prop_assert!((overlap.adjusted_rand() - rand).abs() < 1e-9);
        }
    }

    #[test]
    fn a_grouping_equals_itself_under_other_names(labels in prop::collection::vec(0u8..5, 0..30)) {
        let renamed: Vec<String> = labels.iter().map(|label| format!("name {}", 9 - label)).collect();
        let overlap = Overlap::new(&labels, &renamed);
        for score in [
            overlap.accuracy(), overlap.purity(), overlap.b_cubed().f,
            overlap.adjusted_rand(), overlap.f_measure(), overlap.nmi(), 1.0 - overlap.entropy(),
        ] {
            prop_assert!((score - 1.0).abs() < 1e-12, "{}", score);
        }
    }

    #[test]
    fn every_measure_is_a_number(pairs in prop::collection::vec((0u8..6, 0u8..6), 0..12)) {
        let (groups, classes): (Vec<u8>, Vec<u8>) = pairs.into_iter().unzip();
        let overlap = Overlap::new(&groups, &classes);
        for score in [
            overlap.accuracy(), overlap.purity(), overlap.b_cubed().f,
            overlap.f_measure(), overlap.nmi(), overlap.entropy(),
        ] {
            prop_assert!((0.0..=1.0 + 1e-12).contains(&score), "{}", score);
        }
        prop_assert!((-1.0..=1.0).contains(&overlap.adjusted_rand()));
    }
}

#[test]
fn one_group_tells_nothing_of_two_classes() {
    let overlap = Overlap::new(&[0, 0, 0, 0], &[0, 0, 1, 1]);
    assert_eq!(overlap.accuracy(), 0.5);
    assert_eq!(overlap.nmi(), 0.0);
    assert_eq!(overlap.adjusted_rand(), 0.0);
    assert_eq!(overlap.entropy(), 1.0);
}

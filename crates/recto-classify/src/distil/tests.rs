use super::*;
use proptest::prelude::*;
use recto_math::CsrBuilder;
use recto_testing::golden;
use recto_testing::golden::Tolerance;

#[test]
fn the_weighted_regression_is_that_of_the_prototype() {
    let input = golden!("init_objective").at("input");
    let file = golden!("weighted_logreg");
    let mut builder = CsrBuilder::new(6);
    for row in input.at("X").matrix() {
        builder.push_weights((0..).zip(row).filter(|(_, x)| *x > 0.0));
    }
    let classes: Vec<usize> = file.at("y").numbers().iter().map(|&y| y as usize).collect();
    let weights = file.at("weight").numbers();
    let rows = builder.finish();
    let transposed = rows.transpose();
    let data = Rows {
        rows: &rows,
        transposed: &transposed,
        classes: &classes,
        weights: &weights,
    };
    let stop = Stop {
        tolerance: 1e-9,
        max_steps: 500,
    };
    let found = Linear::fit(&data, 2, &Regularized { c: 1.0, stop });
    let odds = found.weights.rows().map(|row| row[1] - row[0]);
    let near = Tolerance::Absolute(1e-5);
    file.at("w")
        .assert_all_near(&odds.collect::<Vec<_>>(), near);
    file.at("b")
        .assert_near(found.biases[1] - found.biases[0], near);
}

#[test]
fn each_class_takes_its_surest_documents_and_a_document_taken_twice_is_dropped() {
    // Leads of class 1: -2, -1, 0, 1, 2 (log odds); the first document is labelled.
    let odds = [9.0f64, -2.0, -1.0, 0.0, 1.0, 2.0];
    let p = |j: usize, k: usize| {
        1.0 / (1.0
            + if k == 1 {
                (-odds[j]).exp()
            } else {
                odds[j].exp()
            })
    };
    let guesses = DenseMatrix::from_fn(6, 2, p);
    let mut known = Supervision::new(["no", "yes"], 6);
    known.label_document(0, 1);
    let taken = |share| pseudo_labels(&guesses, &known, &[0.5, 0.5], share, |_| true);
    // 0.6 of five documents, half for each class: 1.5 rounded up.
    assert_eq!(taken(0.6), [None, Some(0), Some(0), None, Some(1), Some(1)]);
    // Half of five is 2.5, rounded up to 3: both classes take the one in the middle.
    assert_eq!(taken(1.0)[3], None);
}

#[test]
fn shifts_give_two_classes_the_shares_asked_for() {
    let margins: Vec<Vec<f64>> = (0..100).map(|i| vec![0.0, f64::from(i) - 20.0]).collect();
    let rows: Vec<&[f64]> = margins.iter().map(Vec::as_slice).collect();
    let shifts = bias_shifts(&rows, &[0.7, 0.3]);
    let second = rows
        .iter()
        .filter(|row| row[1] + shifts[1] > row[0] + shifts[0]);
    assert_eq!(second.count(), 30);
}

proptest! {
    #[test]
    fn balanced_classes_have_the_same_mass(
        rows in prop::collection::vec((0usize..3, 0.01f64..5.0), 1..30)
    ) {
        let (classes, mut weights): (Vec<usize>, Vec<f64>) = rows.into_iter().unzip();
        let total: f64 = weights.iter().sum();
        balance(&mut weights, &classes, 3);
        prop_assert!((weights.iter().sum::<f64>() - total).abs() < 1e-9 * total);
        let mass = |class: usize| -> f64 {
            let own = weights.iter().zip(&classes).filter(|(_, own)| **own == class);
            own.map(|(weight, _)| weight).sum()
        };
        let present: Vec<f64> = (0..3).map(mass).filter(|&mass| mass > 0.0).collect();
        prop_assert!(present.iter().all(|mass| (mass - present[0]).abs() < 1e-9 * total));
    }

    #[test]
    fn shifts_of_three_classes_come_near_the_shares(seed in 0u64..30) {
        let mut stream = recto_math::rng::stream(seed, "shifts", 0);
        let mut draw = || recto_math::rng::normal(&mut stream);
        let scores: Vec<Vec<f64>> = (0..400).map(|_| vec![draw(), draw(), draw()]).collect();
        let rows: Vec<&[f64]> = scores.iter().map(Vec::as_slice).collect();
        let shares = [0.2, 0.3, 0.5];
        let shifts = bias_shifts(&rows, &shares);
        let mut found = [0.0; 3];
        for row in rows {
            let shifted: Vec<f64> = row.iter().zip(&shifts).map(|(s, b)| s + b).collect();
            found[argmax(&shifted)] += 1.0 / 400.0;
        }
        prop_assert!(found.iter().zip(shares).all(|(a, b)| (a - b).abs() < 0.02), "{found:?}");
    }
}

//! EM of the literal model and the Gaussian against golden numbers.

use super::inference::Beam;
use super::jump::Buckets;
use super::literal::Literal;
use super::parameters::{JumpLaw, Jumps, gaussian};
use super::phrases::Prior;
use crate::Pairs;
use recto_math::em::Iterate;
use recto_testing::golden::{File, Tolerance};
use recto_testing::text::english;

const NEAR: Tolerance = Tolerance::Absolute(1e-8);

#[test]
fn em_of_the_literal_model_follows_the_golden_history_and_never_falls() {
    let golden = File::parse("em", include_str!("../../tests/golden/em.json"));
    let root = golden.root();
    let mut pairs = Pairs::new(english());
    for pair in root.at("pairs").entries() {
        let words = |key: &str| pair.at(key).read::<Vec<String>>();
        let (source, summary) = (words("document"), words("summary"));
        let source = pairs.side(source.iter().map(String::as_str), vec![0]);
        let summary = pairs.side(summary.iter().map(String::as_str), vec![0]);
        pairs.push(source, summary);
    }
    let mut model = Literal::new(&pairs, 2, Prior::Local).expect("small");
    model.beam = Beam::All;
    model.small = 0.0;
    let batches = model.batches();
    // Distances from -3 to 4 have a ninth of .9 each; the table is relative to 1 - p_null.
    let mut table = Buckets::uniform(5);
    for bucket in 0..table.p.len() {
        let near = (-3..=4).any(|distance| table.bucket(distance) == bucket);
        table.p[bucket] = if near { 1.0 / 8.0 } else { 0.0 };
    }
    let mut learned = model.start(JumpLaw::Relative(table));
    learned.weights = [0.4, 0.0, 0.6, 0.0];
    let mut last = f64::NEG_INFINITY;
    for (step, want) in root.at("history").entries().iter().enumerate() {
        let (counts, ()) = model.step(&batches[0], (), &learned);
        let objective = model.update(counts, &mut learned);
        // Later on p_null falls below its floor of 1e-6, which the golden numbers have not.
        let near = if step < 6 {
            NEAR
        } else {
            Tolerance::Absolute(1e-5)
        };
        want.at("map_objective").assert_near(objective, near);
        assert!(objective >= last - 1e-9, "{objective} after {last}");
        last = objective;
        if step == 0 {
            let after = root.at("after_first_m_step");
            after.at("p_null").assert_near(learned.p_null, NEAR);
            after
                .at("lambda_")
                .at("id")
                .assert_near(learned.weights[0], NEAR);
            after
                .at("lambda_")
                .at("rw")
                .assert_near(learned.weights[2], NEAR);
        }
    }
}

/// Half a count is added to each label and to stopping: a prior, which belongs to what rises.
#[test]
fn em_by_constituents_rises() {
    let mut pairs = Pairs::new(english());
    for (source, summary) in [
        (
            "the old mill ground grain , and the ferry took it away .",
            "the mill ground grain",
        ),
        (
            "the ferry left the harbour when the tide turned .",
            "the ferry left at the tide",
        ),
        (
            "they sold the grain in the town behind the old mill .",
            "grain sold in the town",
        ),
    ] {
        let source = pairs.side(source.split(' '), vec![0]);
        let summary = pairs.side(summary.split(' '), vec![0]);
        pairs.push(source, summary);
    }
    let mut model = Literal::new(&pairs, 2, Prior::Local).expect("small");
    model.beam = Beam::All;
    let batches = model.batches();
    let law = JumpLaw::even(crate::Jump::Syntax, 0).for_labels(pairs.labels());
    let mut learned = model.start(law);
    let mut last = f64::NEG_INFINITY;
    for _ in 0..8 {
        let (counts, ()) = model.step(&batches[0], (), &learned);
        let JumpLaw::Syntax(law) = &learned.jump else {
            panic!("still by constituents");
        };
        let all = law.skip.iter().flatten().chain(&law.stop);
        let prior: f64 = all.map(|p| 0.5 * p.ln()).sum();
        let objective = model.update(counts, &mut learned) + prior;
        assert!(objective >= last - 1e-9, "{objective} after {last}");
        last = objective;
    }
}

#[test]
fn the_gaussian_and_its_moments_are_the_golden_ones() {
    let golden = File::parse("gaussian", include_str!("../../tests/golden/gaussian.json"));
    let root = golden.root();
    for case in root.at("density").entries() {
        let (mean, variance) = (case.at("mu").number(), case.at("sigma2").number());
        let law = gaussian(mean, variance, case.at("R").count());
        for (distance, p) in case.at("p").fields() {
            let distance = distance.parse().expect("a number");
            p.assert_near(law(distance), Tolerance::Absolute(1e-12));
        }
    }
    let mut jumps = Jumps::default();
    for (distance, count) in root.at("mstep").at("counts").fields() {
        let distance: f64 = distance.parse().expect("a number");
        let count = count.number();
        jumps.moments[0] += count;
        jumps.moments[1] += count * distance;
        jumps.moments[2] += count * distance * distance;
    }
    let mut law = JumpLaw::Gaussian {
        mean: 0.0,
        variance: 1.0,
        reach: 10,
    };
    law.learn(&jumps, 0.0);
    let JumpLaw::Gaussian { mean, variance, .. } = law else {
        panic!("still a Gaussian");
    };
    root.at("mstep").at("mu").assert_near(mean, NEAR);
    root.at("mstep").at("sigma2").assert_near(variance, NEAR);
}

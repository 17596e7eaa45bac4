//! Active labelling: its default against documents only, and whether its own account of its
//! accuracy can be relied on.

use super::corpus::Set;
use recto_classify::Supervision;
use recto_classify::active::simulate::{Plan, Simulation, simulate};
use recto_classify::active::{Settings, Strategy};
use recto_math::{Run, Silent};
use std::path::Path;

/// Splits that are played through.
const SPLITS: u64 = 3;

fn played(folder: &Path, name: &str, strategy: Strategy) -> Vec<Simulation> {
    let set = Set::read(folder, name);
    let corpus = set.corpus(1500);
    let truth: Vec<Option<usize>> = set.truth.iter().map(|&class| Some(class)).collect();
    let known = Supervision::new(set.classes.clone(), truth.len());
    let play = |seed: u64| {
        let plan = Plan {
            settings: Settings {
                strategy,
                seed,
                ..Settings::default()
            },
            budget: 200.0,
            ..Plan::default()
        };
        simulate(&corpus, &truth, &known, &plan, &Run::new(seed, &Silent)).expect("a simulation")
    };
    (0..SPLITS).map(play).collect()
}

/// Mean accuracy from cost 50 on.
fn mean(played: &[Simulation]) -> f64 {
    let points = played.iter().flat_map(|one| &one.curve);
    let values: Vec<f64> = points
        .filter(|point| point.cost >= 50.0)
        .map(|point| point.accuracy)
        .collect();
    values.iter().sum::<f64>() / values.len() as f64
}

pub(crate) fn words_and_documents_are_ahead_of_documents_alone(folder: &Path) {
    let auto = mean(&played(folder, "ng_ibm_mac", Strategy::Auto));
    let documents = mean(&played(folder, "ng_ibm_mac", Strategy::Uncertainty));
    println!("ibm and mac: auto {auto:.3}, documents only {documents:.3}");
    assert!(auto > 0.88 && auto > documents + 0.02);
}

pub(crate) fn intervals_hold_the_true_accuracy(folder: &Path) {
    let (mut held, mut all) = (0, 0);
    for name in ["ng_ibm_mac", "ng_med_space"] {
        for moment in played(folder, name, Strategy::Auto)
            .iter()
            .flat_map(|one| &one.moments)
        {
            if let (Some(found), Some(truth)) = (moment.standing.accuracy, moment.accuracy) {
                all += 1;
                held += usize::from((found.low..=found.high).contains(&truth));
            }
        }
    }
    println!("{held} of {all} intervals hold the accuracy");
    assert!(all > 0 && 10 * held >= 9 * all);
}

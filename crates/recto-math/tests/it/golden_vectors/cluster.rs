//! Affinities, a step of the rotation, and merges.

use recto_math::cluster::affinity::{jensen_shannon, normalize};
use recto_math::cluster::agglomerative::{Linkage, agglomerate};
use recto_math::cluster::rotation::{Search, cost, curve, descend, gradient, random, skew};
use recto_math::cluster::spectral::unit_rows;
use recto_math::{CsrBuilder, DenseMatrix, Run, Silent, eigen, rng};
use recto_testing::golden;
use recto_testing::golden::Entry;
use recto_testing::golden::Tolerance::Absolute;

fn matrix(entry: &Entry<'_>) -> DenseMatrix {
    let rows = entry.matrix();
    DenseMatrix::from_fn(rows.len(), rows[0].len(), |i, j| rows[i][j])
}

#[test]
fn affinities_equal_the_golden_vectors() {
    let golden = golden!("affinity");
    let mut builder = CsrBuilder::new(4);
    for row in golden.at("counts").matrix() {
        builder.push_weights((0..).zip(row).filter(|(_, count)| *count > 0.0));
    }
    let affinity = jensen_shannon(&builder.finish());
    let near = |key: &str, found: &DenseMatrix| {
        golden
            .at(key)
            .assert_all_near(found.values(), Absolute(1e-12));
    };
    near("M", &affinity);
    let normalized = normalize(&affinity);
    near("Mnorm", &normalized);
    let values = eigen::all(&normalized).values;
    let expected = golden.at("eigenvalues_desc");
    expected.assert_all_near(&values, Absolute(1e-10));
}

#[test]
fn a_step_equals_the_golden_vectors() {
    let golden = golden!("rotation");
    let near = |key: &str, found: &DenseMatrix| {
        golden
            .at(key)
            .assert_all_near(found.values(), Absolute(1e-10));
    };
    let (rows, turn) = (unit_rows(matrix(&golden.at("X"))), matrix(&golden.at("O")));
    golden
        .at("theta")
        .assert_near(cost(&rows, &turn), Absolute(1e-12));
    let gradient = gradient(&rows, &turn);
    near("gradient", &gradient);
    let skew = skew(&gradient, &turn);
    near("A", &skew);
    let square: f64 = skew.values().iter().map(|x| x * x).sum();
    golden
        .at("dtheta_dtau0")
        .assert_near(-square / 2.0, Absolute(1e-10));
    let moved = curve(&skew, &turn, golden.at("tau").number());
    near("Y", &moved);
    golden
        .at("theta_Y")
        .assert_near(cost(&rows, &moved), Absolute(1e-10));
    let mut stream = rng::stream(0, "golden", 0);
    let least = (0..30)
        .map(|_| descend(&rows, random(3, &mut stream), &Search::default()).cost)
        .fold(f64::INFINITY, f64::min);
    golden.at("theta_min").assert_near(least, Absolute(1e-8));
}

#[test]
fn merges_equal_the_golden_vectors() {
    let golden = golden!("agglomerative");
    let rows = golden.at("pmfs").matrix();
    let run = Run::new(0, &Silent);
    let tree = agglomerate(&rows.concat(), rows[0].len(), Linkage::Prototype, &run);
    let tree = tree.expect("distributions");
    let merges: Vec<(usize, usize)> = tree.merges.iter().map(|m| (m.left, m.right)).collect();
    golden.at("merges").assert_equal(&merges);
    let heights: Vec<f64> = tree.merges.iter().map(|merge| merge.height).collect();
    golden
        .at("heights")
        .assert_all_near(&heights, Absolute(1e-9));
    let cut = tree.cut(3).expect("more points than three");
    golden.at("cut3").assert_equal(&cut);
}

use super::model::{passages, responses};
use super::*;
use crate::budget::Limit;
use crate::pool::PoolBuilder;
use recto_math::similarity::dot;
use recto_math::{Silent, rng};

/// Three groups of four documents of two sentences.
fn pool() -> Pool {
    let mut draw = rng::stream(0, "dss test", 0);
    let mut builder = PoolBuilder::new();
    for group in 0..3 {
        if group > 0 {
            builder.next_group();
        }
        for _ in 0..4 {
            let mut term = || match rng::below(&mut draw, 2) {
                0 => format!("common{}", rng::below(&mut draw, 8)),
                _ => format!("own{group}x{}", rng::below(&mut draw, 6)),
            };
            let document: Vec<Vec<String>> =
                (0..2).map(|_| (0..6).map(|_| term()).collect()).collect();
            builder.push_terms(document.iter().map(|terms| (terms.as_slice(), 9)));
        }
    }
    builder.finish()
}

/// The logarithm of the determinant of a symmetrical positive matrix, by elimination.
fn ln_det(mut a: Vec<Vec<f64>>) -> f64 {
    let mut sum = 0.0;
    for i in 0..a.len() {
        let pivot = a[i].clone();
        sum += pivot[i].ln();
        for row in &mut a[i + 1..] {
            let factor = row[i] / pivot[i];
            row.iter_mut()
                .zip(&pivot)
                .for_each(|(x, p)| *x -= factor * p);
        }
    }
    sum
}

fn covariance(a: &[f64], b: &[f64]) -> f64 {
    let mean = |x: &[f64]| x.iter().sum::<f64>() / x.len() as f64;
    let (a_mean, b_mean) = (mean(a), mean(b));
    let products = a.iter().zip(b).map(|(a, b)| (a - a_mean) * (b - b_mean));
    products.sum::<f64>() / a.len() as f64
}

/// `ln det Cov(y | S)` as the difference of the determinants of all and of the features.
fn uncertainty(features: &[Vec<f64>], y: &[Vec<f64>], chosen: &[usize], noise: f64) -> f64 {
    let joint = |all: &[&Vec<f64>], n_features: usize| {
        let entry = |i: usize, j: usize| {
            let noise = if i == j && i < n_features { noise } else { 0.0 };
            covariance(all[i], all[j]) + noise
        };
        let row = |i| (0..all.len()).map(|j| entry(i, j)).collect();
        ln_det((0..all.len()).map(row).collect())
    };
    let features: Vec<&Vec<f64>> = chosen.iter().map(|&row| &features[row]).collect();
    let all: Vec<&Vec<f64>> = features.iter().copied().chain(y).collect();
    joint(&all, features.len()) - joint(&features, features.len())
}

#[test]
fn gains_are_the_fall_of_the_conditional_determinant() {
    let pool = pool();
    let model = Model::new(&pool);
    let (_, groups) = passages(&pool, &model.vectors);
    let y = responses(&groups);
    let feature = |row| {
        let passages = model.passages.rows();
        passages
            .map(|passage| dot(model.vectors.row(row), passage))
            .collect()
    };
    let features: Vec<Vec<f64>> = (0..pool.sentences().len()).map(feature).collect();
    let budget = Budget::fit(Limit::Sentences(2));
    let found = Dss.compare(&pool, budget, &Run::new(0, &Silent)).unwrap();
    let mut steps: Vec<(f64, usize, f64)> = Vec::new();
    for summary in &found {
        let chosen = summary.chosen.iter().zip(&summary.trace);
        steps.extend(chosen.map(|(chosen, &at)| (at, chosen.sentence, chosen.score)));
    }
    steps.sort_by(|a, b| a.0.total_cmp(&b.0));
    assert_eq!(steps.len(), 6);
    let mut chosen = Vec::new();
    let start = uncertainty(&features, &y, &chosen, model.noise);
    for (explained, row, gain) in steps {
        let before = uncertainty(&features, &y, &chosen, model.noise);
        let after = |row: usize| {
            let with: Vec<usize> = chosen.iter().copied().chain([row]).collect();
            uncertainty(&features, &y, &with, model.noise)
        };
        assert!((before - after(row) - gain).abs() < 1e-9);
        assert!((start - after(row) - explained).abs() < 1e-9);
        if chosen.len() < 2 {
            let rows = (0..features.len()).filter(|row| !chosen.contains(row));
            assert!(rows.map(after).all(|other| other > after(row) - 1e-9));
        }
        chosen.push(row);
    }
}

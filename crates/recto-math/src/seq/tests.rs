use super::dirichlet::{Symmetric, TermLists};
use super::*;
use crate::Silent;
use proptest::prelude::*;

/// A table of scores: `table[u][v - u - 1]`.
#[derive(Debug)]
struct Table(Vec<Vec<f64>>);

impl SegmentScores for Table {
    type Scratch = ();
    fn n_units(&self) -> usize {
        self.0.len()
    }
    fn scratch(&self) {}
    fn row(&self, start: usize, row: &mut [f64], (): &mut ()) {
        row.copy_from_slice(&self.0[start][..row.len()]);
    }
}

impl Table {
    fn value(&self, bounds: &[usize], price: f64) -> f64 {
        let starts = [0].into_iter().chain(bounds.iter().copied());
        starts
            .zip(bounds)
            .map(|(u, &v)| self.0[u][v - u - 1] - price)
            .sum()
    }
}

/// All segmentations of `n` units.
fn all(n: usize) -> impl Iterator<Item = Vec<usize>> {
    (0..1u32 << (n - 1)).map(move |cuts| {
        (1..=n)
            .filter(|&v| v == n || cuts >> (v - 1) & 1 == 1)
            .collect()
    })
}

fn tables() -> impl Strategy<Value = Table> {
    (1usize..9).prop_flat_map(|n| {
        let rows: Vec<_> = (0..n)
            .map(|u| prop::collection::vec(-5.0f64..5.0, n - u))
            .collect();
        rows.prop_map(Table)
    })
}

fn run() -> Run<'static> {
    Run::new(0, &Silent)
}

proptest! {
    #[test]
    fn priced_lanes_equal_brute_force(table in tables()) {
        let prices = [-1.0, 0.0, 2.5];
        let solution = solve(&table, &Lane::priced(&prices), Lengths::ANY, &run()).expect("nobody cancels");
        for (lane, &price) in prices.iter().enumerate() {
            let best = all(table.n_units()).map(|b| table.value(&b, price)).fold(f64::MIN, f64::max);
            prop_assert!((solution.objective(lane) - best).abs() < 1e-9);
            let bounds = solution.bounds(lane).expect("there is one");
            prop_assert!((table.value(&bounds, price) - best).abs() < 1e-9);
        }
    }

    #[test]
    fn counted_lanes_equal_brute_force(table in tables()) {
        let n = table.n_units();
        let solution = solve(&table, &Lane::counted(n), Lengths::ANY, &run()).expect("nobody cancels");
        for k in 1..=n {
            let best = all(n).filter(|b| b.len() == k).map(|b| table.value(&b, 0.0)).fold(f64::MIN, f64::max);
            prop_assert!((solution.objective(k) - best).abs() < 1e-9);
            prop_assert_eq!(solution.bounds(k).expect("there is one").len(), k);
        }
    }

    #[test]
    fn bounds_on_length_are_kept_where_they_can_be(
        table in tables(), weights in prop::collection::vec(0usize..5, 8), min in 0usize..6, extra in 0usize..6
    ) {
        let n = table.n_units();
        let sums: Vec<usize> = (0..=n).map(|v| weights[..v].iter().sum()).collect();
        let max = min + extra;
        let segments = |b: &[usize]| -> Vec<(usize, usize)> {
            let starts = [0].into_iter().chain(b.iter().copied());
            starts.zip(b).map(|(u, &v)| (v - u, sums[v] - sums[u])).collect()
        };
        let fits = |b: &[usize]| segments(b).iter().all(|&(units, w)| units == 1 || w <= max);
        let lack = |b: &[usize]| segments(b).iter().map(|&(_, w)| min.saturating_sub(w)).sum::<usize>();
        let weight = Some(WeightBounds { sums: &sums, min, max });
        let lengths = Lengths { max_units: usize::MAX, weight };
        let solution = solve(&table, &Lane::priced(&[0.0]), lengths, &run()).expect("nobody cancels");
        let found = solution.bounds(0).expect("there is one");
        prop_assert!(fits(&found));
        let least = all(n).filter(|b| fits(b)).map(|b| lack(&b)).min().expect("single units fit");
        prop_assert_eq!(lack(&found), least);
        let equal = all(n).filter(|b| fits(b) && lack(b) == least);
        let best = equal.map(|b| table.value(&b, 0.0)).fold(f64::MIN, f64::max);
        prop_assert!((table.value(&found, 0.0) - best).abs() < 1e-5);
    }

    #[test]
    fn posteriors_equal_brute_force(table in tables(), price in -2.0f64..2.0, temperature in 0.5f64..3.0) {
        let n = table.n_units();
        let found = posterior::boundaries(&table, price, temperature, Lengths::ANY, &run()).expect("nobody cancels");
        let weight = |b: &[usize]| (table.value(b, price) / temperature).exp();
        let total: f64 = all(n).map(|b| weight(&b)).sum();
        for (t, p) in found.iter().enumerate().skip(1) {
            let at: f64 = all(n).filter(|b| b.contains(&t)).map(|b| weight(&b)).sum();
            prop_assert!((p - at / total).abs() < 1e-9);
        }
    }
}

#[test]
fn the_table_form_equals_the_gamma_function() {
    use statrs::function::gamma::ln_gamma;
    let lists = TermLists::new([vec![0, 2], vec![0, 0, 1], vec![]], 3);
    let theta = 0.3;
    let score = Symmetric::new(&lists, theta);
    let mut row = [0.0; 3];
    score.row(0, &mut row, &mut score.scratch());
    let log = |counts: [f64; 3]| {
        let m: f64 = counts.iter().sum();
        let terms: f64 = counts
            .iter()
            .map(|c| ln_gamma(theta + c) - ln_gamma(theta))
            .sum();
        ln_gamma(3.0 * theta) - ln_gamma(3.0 * theta + m) + terms
    };
    assert!((row[0] - log([1.0, 0.0, 1.0])).abs() < 1e-12);
    assert!((row[1] - log([3.0, 1.0, 1.0])).abs() < 1e-12);
    assert!((row[2] - row[1]).abs() < 1e-12);
}

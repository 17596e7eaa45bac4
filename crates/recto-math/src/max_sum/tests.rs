use super::*;
use crate::band::Pairs;
use crate::{CsrBuilder, Silent};
use proptest::prelude::*;
use serde_json::Value;

type Matrix = Vec<Vec<f64>>;

fn band(s: &Matrix, h: usize) -> Band {
    let n = s.len();
    let mut columns = CsrBuilder::new(n);
    for c in 0..n {
        columns.push_weights(s.iter().enumerate().map(|(i, row)| (i as u32, row[c])));
    }
    let columns = columns.finish();
    Band::store(&Pairs::new(&columns, h), &Run::new(0, &Silent)).unwrap()
}

/// The factor's message to row `i` by trying all 2^n columns: the best with a 1 there
/// less the best with a 0, the row's own message left out.
fn enumerate(r: &[f64], centre: usize) -> Vec<f64> {
    let n = r.len();
    let allowed = |column: u32| {
        let run = column >> column.trailing_zeros().min(31);
        column == 0 || (column >> centre & 1 == 1 && run & (run + 1) == 0)
    };
    let best = |i: usize, one: u32| {
        (0..1u32 << n)
            .filter(|&column| column >> i & 1 == one && allowed(column))
            .map(|column| {
                let others = (0..n).filter(|&k| k != i && column >> k & 1 == 1);
                others.map(|k| r[k]).sum::<f64>()
            })
            .fold(f64::NEG_INFINITY, f64::max)
    };
    (0..n).map(|i| best(i, 1) - best(i, 0)).collect()
}

/// The schedule as it is written down, on whole matrices.
fn naive(s: &Matrix, p: &[f64], h: usize, damping: f64, iterations: usize) -> (Matrix, Matrix) {
    let n = s.len();
    let near = |i: usize, j: usize| i.abs_diff(j) <= h;
    let own = |i: usize, j: usize| if i == j { p[j] } else { s[i][j] };
    let (mut r, mut a) = (vec![vec![0.0; n]; n], vec![vec![0.0; n]; n]);
    for _ in 0..iterations {
        for i in 0..n {
            for j in (0..n).filter(|&j| near(i, j)) {
                let others = (0..n).filter(|&k| k != j && near(i, k));
                let best = others
                    .map(|k| own(i, k) + a[i][k])
                    .fold(f64::NEG_INFINITY, f64::max);
                let best = if best.is_finite() { best } else { 0.0 };
                r[i][j] = damping * r[i][j] + (1.0 - damping) * (own(i, j) - best);
            }
        }
        for j in 0..n {
            let rows: Vec<usize> = (0..n).filter(|&i| near(i, j)).collect();
            let column: Vec<f64> = rows.iter().map(|&i| r[i][j]).collect();
            let alpha = enumerate(&column, j - rows[0]);
            for (&i, alpha) in rows.iter().zip(alpha) {
                a[i][j] = damping * a[i][j] + (1.0 - damping) * alpha;
            }
        }
    }
    (r, a)
}

fn problems() -> impl Strategy<Value = (Matrix, Vec<f64>, usize)> {
    (1usize..8).prop_flat_map(|n| {
        let number = -1.0f64..1.0;
        let matrix = prop::collection::vec(prop::collection::vec(number.clone(), n), n);
        (matrix, prop::collection::vec(number, n), 0..n)
    })
}

proptest! {
    #[test]
    fn recurrences_equal_enumeration(r in prop::collection::vec(-3.0f64..3.0, 1..8), at in 0usize..8) {
        let centre = at % r.len();
        let mut alpha = vec![0.0; r.len()];
        availabilities(&r, centre, &mut alpha);
        for (found, expected) in alpha.iter().zip(enumerate(&r, centre)) {
            prop_assert!((found - expected).abs() < 1e-12);
        }
    }

    #[test]
    fn the_fused_band_equals_whole_matrices((s, p, h) in problems(), damping in 0.0f64..0.95) {
        let band = band(&s, h);
        let mut messages = Messages::new(&band, &p);
        (0..4).for_each(|_| messages.iterate(damping));
        let (r, a) = naive(&s, &p, h, damping, 4);
        for j in 0..s.len() {
            for i in band.rows(j) {
                let (found_r, found_a) = messages.pair(i, j);
                prop_assert!((found_r - r[i][j]).abs() < 1e-9);
                prop_assert!((found_a - a[i][j]).abs() < 1e-9);
            }
        }
    }
}

#[test]
fn blocks_of_columns_give_the_bits_of_one_block() {
    let n = 3 * BLOCK;
    let s: Matrix = (0..n)
        .map(|i| {
            (0..n)
                .map(|j| ((i * 31 + j * 17) % 101) as f64 / 101.0)
                .collect()
        })
        .collect();
    let (band, p) = (band(&s, 9), vec![-2.0; n]);
    let at = |threads| {
        let run = Run::new(0, &Silent).with_threads(std::num::NonZeroUsize::new(threads).unwrap());
        run.install(|| {
            let mut messages = Messages::new(&band, &p);
            (0..20).for_each(|_| messages.iterate(0.9));
            (messages.responsibility, messages.availability)
        })
    };
    assert_eq!(at(1), at(3));
    // And with the whole as one block: the same statistics, whatever the split.
    let mut messages = Messages::new(&band, &p);
    messages.iterate(0.5);
    for (i, best) in messages.best.iter().enumerate() {
        let row = (0..n).filter(|&j| i.abs_diff(j) <= 9);
        let own = |j: usize| if i == j { p[j] } else { s[i][j] };
        let values = row.map(|j| own(j) + messages.pair(i, j).1);
        assert_eq!(best.first, values.fold(f64::NEG_INFINITY, f64::max));
    }
}

fn numbers(value: &Value) -> Vec<f64> {
    value
        .as_array()
        .unwrap()
        .iter()
        .map(|x| x.as_f64().unwrap())
        .collect()
}

fn matrix(value: &Value) -> Matrix {
    value.as_array().unwrap().iter().map(numbers).collect()
}

#[test]
fn the_factor_equals_the_golden_vectors() {
    let golden: Value =
        serde_json::from_str(include_str!("../../tests/golden/aps_factor.json")).unwrap();
    for case in golden["cases"].as_array().unwrap() {
        let rho = numbers(&case["rho"]);
        let mut alpha = vec![0.0; rho.len()];
        availabilities(&rho, case["j"].as_u64().unwrap() as usize, &mut alpha);
        for (found, expected) in alpha.iter().zip(numbers(&case["alpha"])) {
            assert!((found - expected).abs() < 1e-9, "{case}");
        }
    }
}

#[test]
fn iterations_equal_the_golden_vectors() {
    let golden: Value =
        serde_json::from_str(include_str!("../../tests/golden/aps_iterations.json")).unwrap();
    for case in golden["cases"].as_array().unwrap() {
        let s = matrix(&case["S"]);
        let h = (case["H"].as_u64().unwrap() as usize).min(s.len() - 1);
        let (band, p) = (band(&s, h), vec![case["pref"].as_f64().unwrap(); s.len()]);
        for state in case["states"].as_array().unwrap() {
            let mut messages = Messages::new(&band, &p);
            let damping = case["damping"].as_f64().unwrap();
            (0..state["iter"].as_u64().unwrap()).for_each(|_| messages.iterate(damping));
            let (r, a) = (matrix(&state["R"]), matrix(&state["A"]));
            for j in 0..s.len() {
                for i in band.rows(j) {
                    let (found_r, found_a) = messages.pair(i, j);
                    assert!((found_r - r[i][j]).abs() < 1e-9, "{i} {j} in {state}");
                    assert!((found_a - a[i][j]).abs() < 1e-9, "{i} {j} in {state}");
                }
            }
        }
        let schedule = Schedule {
            damping: case["final"]["damping"].as_f64().unwrap(),
            convergence: 100,
            max_iterations: 1000,
        };
        let settled = run(&band, &p, schedule, &Run::new(0, &Silent)).unwrap();
        let exemplars = numbers(&case["final"]["exemplars"]);
        assert!(
            settled.exemplars.iter().map(|&j| j as f64).eq(exemplars),
            "{case}"
        );
    }
}

#[test]
fn one_unit_is_its_own_centre() {
    let band = band(&vec![vec![1.0]], 0);
    let schedule = Schedule {
        damping: 0.9,
        convergence: 5,
        max_iterations: 50,
    };
    let settled = run(&band, &[-4.0], schedule, &Run::new(0, &Silent)).unwrap();
    assert_eq!(settled.exemplars, [0]);
}

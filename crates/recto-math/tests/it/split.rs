//! Factorisations whose rows are spread over workers.

use recto_math::em::Start;
use recto_math::factor::nmf::{Batch, Nmf, Rows};
use recto_math::factor::random_positive;
use recto_math::factor::symmetric::Symmetric;
use recto_math::{CsrBuilder, CsrMatrix, rng};
use recto_testing::split::assert_splits;

/// Rows of a random sparse matrix in five batches.
const BATCHES: [std::ops::Range<usize>; 5] = [0..7, 7..8, 8..19, 19..30, 30..41];

fn drawn(n_columns: usize) -> CsrMatrix {
    let mut stream = rng::stream(4, "split test", 0);
    let mut builder = CsrBuilder::new(n_columns);
    for _ in 0..41 {
        let kept = (0..n_columns as u32).filter_map(|column| {
            let value = rng::uniform(&mut stream);
            (value < 0.3).then_some((column, value))
        });
        builder.push_weights(kept);
    }
    builder.finish()
}

#[test]
fn nmf_is_the_same_over_two_workers() {
    let matrix = drawn(23);
    let batches = BATCHES.map(|rows| Batch::new(matrix.part(rows)));
    let start = || Start {
        parameters: random_positive(23, 4, 1, "columns"),
        states: BATCHES
            .map(|rows| Rows::new(random_positive(rows.len(), 4, rows.start as u64, "rows")))
            .to_vec(),
    };
    assert_splits(&Nmf, &batches, start, 30);
}

#[test]
fn the_symmetric_factorisation_is_the_same_over_two_workers() {
    let rows = drawn(23);
    let batches = BATCHES.map(|own| {
        let mut builder = CsrBuilder::new(41);
        for i in 0..41 {
            let products = (0..41).map(|j| recto_math::similarity::dot(rows.row(i), rows.row(j)));
            let row = (0..).zip(products).filter(|_| own.contains(&i));
            builder.push_weights(row);
        }
        builder.finish()
    });
    let start = || Start {
        parameters: random_positive(41, 4, 1, "factor"),
        states: vec![(); BATCHES.len()],
    };
    assert_splits(&Symmetric::new(), &batches, start, 30);
}

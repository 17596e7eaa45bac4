//! What chance gives: documents with the words of others, and halves of documents.
//!
//! *Shuffled documents* keep the number of documents of each word and, on average, the
//! number of words of each document, but which words meet in a document is left to chance.
//! Whatever groups and directions they have is what these lengths and frequencies give
//! alone.
//!
//! *Halves* are two documents made of one: each of its tokens goes to one of them by lot.
//! Groups that are in the text are found from either half.

use rand_chacha::ChaCha8Rng;
use recto_math::{CsrBuilder, CsrMatrix, rng, weight};

/// The weights of each term moved to other rows, drawn without replacement in proportion to
/// how many terms a row has; rows of unit length. Each `time` is another draw.
pub(super) fn shuffled(rows: &CsrMatrix, seed: u64, time: u64) -> CsrMatrix {
    let mut stream = rng::stream(seed, "shuffled documents", time);
    let mut ends = Vec::with_capacity(rows.n_rows());
    let mut end = 0;
    for row in rows.rows() {
        end += row.columns.len();
        ends.push(end);
    }
    let mut taken = vec![u32::MAX; rows.n_rows()];
    let mut shuffled = vec![Vec::new(); rows.n_rows()];
    for (term, column) in rows.transpose().rows().enumerate() {
        for (_, value) in column.iter() {
            let row = free_row(&ends, &taken, term as u32, &mut stream);
            taken[row] = term as u32;
            shuffled[row].push((term as u32, value));
        }
    }
    let mut builder = CsrBuilder::new(rows.n_columns());
    shuffled.iter().for_each(|row| builder.push_sorted(row));
    weight::unit_rows(&builder.finish())
}

/// Draws before a row is looked for in order: a term that is in nearly all rows leaves few.
const DRAWS: usize = 64;

/// A row that does not have the term yet, in proportion to its length.
fn free_row(ends: &[usize], taken: &[u32], term: u32, stream: &mut ChaCha8Rng) -> usize {
    let total = ends.last().copied().unwrap_or(0);
    let mut row = 0;
    for _ in 0..DRAWS {
        let at = rng::below(stream, total);
        row = ends.partition_point(|&end| end <= at);
        if taken[row] != term {
            return row;
        }
    }
    let n = taken.len();
    let next = (1..n).map(|step| (row + step) % n);
    next.into_iter()
        .find(|&row| taken[row] != term)
        .unwrap_or(row)
}

/// Counts of one row by lot into two halves, whose sum they are.
pub(super) fn halves(row: &[(u32, f64)], stream: &mut ChaCha8Rng) -> [Vec<(u32, f64)>; 2] {
    let mut halves = [Vec::new(), Vec::new()];
    for &(term, count) in row {
        let tokens = count.round().max(1.0) as usize;
        let first = (0..tokens).filter(|_| rng::below(stream, 2) == 0).count();
        for (half, n) in halves.iter_mut().zip([first, tokens - first]) {
            if n > 0 {
                half.push((term, n as f64));
            }
        }
    }
    halves
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows() -> CsrMatrix {
        let mut builder = CsrBuilder::new(4);
        for row in [vec![0u32, 1], vec![0, 1, 2, 3], vec![0], vec![0, 3]] {
            builder.push_weights(row.into_iter().map(|term| (term, 1.0)));
        }
        builder.finish()
    }

    #[test]
    fn shuffling_keeps_in_how_many_rows_a_term_is() {
        for seed in 0..20 {
            let found = shuffled(&rows(), seed, 0);
            assert_eq!(found.column_counts(), rows().column_counts(), "{seed}");
            for row in found.rows().filter(|row| !row.columns.is_empty()) {
                let square: f64 = row.values.iter().map(|x| x * x).sum();
                assert!((square - 1.0).abs() < 1e-12);
            }
        }
        assert_ne!(shuffled(&rows(), 0, 0), shuffled(&rows(), 1, 0));
        assert_ne!(shuffled(&rows(), 0, 0), shuffled(&rows(), 0, 1));
    }

    #[test]
    fn longer_rows_get_more_terms() {
        let lengths = |row: usize| {
            (0..300).map(move |seed| shuffled(&rows(), seed, 0).row(row).columns.len())
        };
        let mean = |row: usize| lengths(row).sum::<usize>() as f64 / 300.0;
        assert!(
            mean(1) > mean(3) && mean(3) > mean(2),
            "{} {} {}",
            mean(1),
            mean(3),
            mean(2)
        );
    }

    #[test]
    fn halves_add_up_to_the_whole() {
        let row = vec![(1, 1.0), (4, 7.0), (9, 2.0)];
        let mut stream = rng::stream(3, "halves test", 0);
        for _ in 0..50 {
            let [a, b] = halves(&row, &mut stream);
            let mut builder = CsrBuilder::new(10);
            builder.push_weights(a.iter().chain(&b).copied());
            let sum = builder.finish();
            let sum: Vec<(u32, f64)> = sum.row(0).iter().collect();
            assert_eq!(sum, row);
            assert!(a.is_sorted() && b.is_sorted());
        }
    }
}

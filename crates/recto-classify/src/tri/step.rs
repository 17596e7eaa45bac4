//! One iteration of the multiplicative updates, in the order G, F, S.

use super::problem::{Problem, Targets};
use super::{Factors, Rule};
use rayon::prelude::*;
use recto_math::dense::{axpy, dot};
use recto_math::factor::{gram, times};
use recto_math::{DenseMatrix, chunk};

/// Lower bound of denominators and of every entry: a zero would stay.
pub(super) const FLOOR: f64 = 1e-12;

/// Rows of a parallel task.
const ROWS: usize = 512;

/// Products that an iteration computes on its way.
pub(super) struct Parts {
    /// `X'G` with the new documents.
    pub(super) products: DenseMatrix,
    /// `G'G` and `F'F` of the new factors.
    pub(super) squares: DenseMatrix,
    pub(super) word_squares: DenseMatrix,
    /// `G'XF` of the new factors.
    pub(super) cross: DenseMatrix,
}

/// Updates all factors and appends the objective.
pub(super) fn step(problem: &Problem<'_>, factors: &mut Factors) -> Parts {
    let rule = problem.params.rule;
    let products = times(problem.x, &factors.words);
    let pull = Pull {
        targets: problem.documents,
        strength: problem.beta,
        scale: &problem.document_scale,
        through_gram: matches!(
            rule,
            Rule::PaperA | Rule::PaperASqrt | Rule::PaperD | Rule::PaperDSqrt
        ),
    };
    let denominator = document_denominator(problem, factors, &products);
    let mixing = factors.core.clone();
    update(
        &mut factors.documents,
        &products,
        &mixing,
        &denominator,
        &pull,
        rule,
    );

    let products = times(problem.transposed, &factors.documents);
    let squares = gram(&factors.documents);
    let mixing = factors.core.transpose();
    let denominator = match rule {
        Rule::Plain => mixing.times(&squares).times(&factors.core),
        _ => between(&factors.words, &products).times(&factors.core),
    };
    let pull = Pull {
        targets: problem.words,
        strength: problem.alpha,
        scale: &problem.word_scale,
        through_gram: false,
    };
    update(
        &mut factors.words,
        &products,
        &mixing,
        &denominator,
        &pull,
        rule,
    );

    // G'XF, from the products with the documents: no further pass over the matrix.
    let cross = between(&products, &factors.words);
    let word_squares = gram(&factors.words);
    update_core(problem, &mut factors.core, &cross, &squares, &word_squares);
    let value = penalised(problem, factors, &cross, &squares, &word_squares);
    factors.history.push(value);
    Parts {
        products,
        squares,
        word_squares,
        cross,
    }
}

/// The K x K matrix D of the denominators `G D` (without the label term of a row). The
/// printed rules put the labels of documents into it: MFLK eq. 11 has `G G' C2 G0` and
/// ADS eq. 7 has `G G' C2 G`.
fn document_denominator(
    problem: &Problem<'_>,
    factors: &Factors,
    products: &DenseMatrix,
) -> DenseMatrix {
    let core = &factors.core;
    let rule = problem.params.rule;
    if rule == Rule::Plain {
        let squares = gram(&factors.words);
        return core.times(&squares).times(&core.transpose());
    }
    let mut denominator = between(&factors.documents, products).times(&core.transpose());
    let literal = match rule {
        Rule::PaperA | Rule::PaperASqrt => true,
        Rule::PaperD | Rule::PaperDSqrt => false,
        _ => return denominator,
    };
    for (j, label) in problem.documents.iter() {
        let own = factors.documents.row(j);
        for (a, &value) in own.iter().enumerate() {
            for (b, entry) in denominator.row_mut(a).iter_mut().enumerate() {
                let other = if literal {
                    label[b] * problem.document_scale[b]
                } else {
                    own[b]
                };
                *entry += problem.beta * value * other;
            }
        }
    }
    denominator
}

/// What pulls labelled rows towards their labels.
struct Pull<'a> {
    targets: &'a Targets,
    strength: f64,
    scale: &'a [f64],
    /// Whether the label term of the denominator is already part of its matrix.
    through_gram: bool,
}

/// `A_i <- A_i o (M P_i + pull) / (A_i D + pull)`, under a root if the rule has one.
fn update(
    factor: &mut DenseMatrix,
    products: &DenseMatrix,
    mixing: &DenseMatrix,
    denominator: &DenseMatrix,
    pull: &Pull<'_>,
    rule: Rule,
) {
    match factor.n_columns() {
        2 => update_rows::<2>(factor, products, mixing, denominator, pull, rule),
        3 => update_rows::<3>(factor, products, mixing, denominator, pull, rule),
        4 => update_rows::<4>(factor, products, mixing, denominator, pull, rule),
        _ => update_wide(factor, products, mixing, denominator, pull, rule),
    }
}

/// [`update`] for `K` classes, in registers.
fn update_rows<const K: usize>(
    factor: &mut DenseMatrix,
    products: &DenseMatrix,
    mixing: &DenseMatrix,
    denominator: &DenseMatrix,
    pull: &Pull<'_>,
    rule: Rule,
) {
    let square = |m: &DenseMatrix| -> [[f64; K]; K] {
        std::array::from_fn(|a| std::array::from_fn(|b| m[(a, b)]))
    };
    let (mixing, denominator) = (square(mixing), square(denominator));
    let (products, _) = products.values().as_chunks::<K>();
    let (rows, _) = factor.values_mut().as_chunks_mut::<K>();
    rows.par_chunks_mut(ROWS)
        .enumerate()
        .for_each(|(block, rows)| {
            for (i, row) in rows.iter_mut().enumerate() {
                let i = block * ROWS + i;
                let product = &products[i];
                let mut above = [0.0; K];
                let mut below = [0.0; K];
                for k in 0..K {
                    for l in 0..K {
                        above[k] += mixing[k][l] * product[l];
                        below[k] += row[l] * denominator[l][k];
                    }
                }
                pull.add(i, row, &mut above, &mut below);
                multiply(row, &above, &below, rule);
            }
        });
}

/// [`update`] for any number of classes.
fn update_wide(
    factor: &mut DenseMatrix,
    products: &DenseMatrix,
    mixing: &DenseMatrix,
    denominator: &DenseMatrix,
    pull: &Pull<'_>,
    rule: Rule,
) {
    let k = factor.n_columns();
    let blocks = factor.values_mut().par_chunks_mut(ROWS * k);
    blocks.enumerate().for_each(|(block, values)| {
        let (mut above, mut below) = (vec![0.0; k], vec![0.0; k]);
        for (i, row) in values.chunks_mut(k).enumerate() {
            let i = block * ROWS + i;
            below.fill(0.0);
            for (a, &value) in row.iter().enumerate() {
                above[a] = dot(mixing.row(a), products.row(i));
                axpy(value, denominator.row(a), &mut below);
            }
            pull.add(i, row, &mut above, &mut below);
            multiply(row, &above, &below, rule);
        }
    });
}

impl Pull<'_> {
    fn add(&self, i: usize, row: &[f64], above: &mut [f64], below: &mut [f64]) {
        let Some(label) = self.targets.get(i) else {
            return;
        };
        for k in 0..row.len() {
            above[k] += self.strength * label[k] * self.scale[k];
            if !self.through_gram {
                below[k] += self.strength * row[k];
            }
        }
    }
}

pub(super) fn multiply(row: &mut [f64], above: &[f64], below: &[f64], rule: Rule) {
    for ((x, above), below) in row.iter_mut().zip(above).zip(below) {
        let ratio = above / below.max(FLOOR);
        let ratio = if rule.has_root() { ratio.sqrt() } else { ratio };
        *x = (*x * ratio).max(FLOOR);
    }
}

/// `A' B` of two tall matrices, in fixed chunks.
fn between(a: &DenseMatrix, b: &DenseMatrix) -> DenseMatrix {
    let k = a.n_columns();
    let rows: Vec<usize> = (0..a.n_rows()).collect();
    let parts = chunk::map(&rows, chunk::CHUNK, |rows| {
        let mut part = DenseMatrix::zeros(k, b.n_columns());
        for &i in rows {
            for (row, &value) in a.row(i).iter().enumerate() {
                axpy(value, b.row(i), part.row_mut(row));
            }
        }
        part
    });
    let mut sum = DenseMatrix::zeros(k, b.n_columns());
    parts
        .iter()
        .for_each(|part| axpy(1.0, part.values(), sum.values_mut()));
    sum
}

pub(super) fn update_core(
    problem: &Problem<'_>,
    core: &mut DenseMatrix,
    cross: &DenseMatrix,
    squares: &DenseMatrix,
    word_squares: &DenseMatrix,
) {
    let mut above = cross.clone();
    let mut below = squares.times(core).times(word_squares);
    axpy(problem.gamma, core.values(), below.values_mut());
    for (k, target) in problem.core_target.iter().enumerate() {
        above[(k, k)] += problem.gamma * target;
    }
    multiply(
        core.values_mut(),
        above.values(),
        below.values(),
        problem.params.rule,
    );
}

/// The objective of factors.
pub(super) fn objective(problem: &Problem<'_>, factors: &Factors) -> f64 {
    let cross = between(&factors.documents, &times(problem.x, &factors.words));
    let (squares, word_squares) = (gram(&factors.documents), gram(&factors.words));
    penalised(problem, factors, &cross, &squares, &word_squares)
}

/// The objective from products that are known; the reconstruction is never formed.
fn penalised(
    problem: &Problem<'_>,
    factors: &Factors,
    cross: &DenseMatrix,
    squares: &DenseMatrix,
    word_squares: &DenseMatrix,
) -> f64 {
    let core = &factors.core;
    let core_distance: f64 = (0..core.n_rows())
        .flat_map(|a| (0..core.n_rows()).map(move |b| (a, b)))
        .map(|(a, b)| {
            let target = if a == b { problem.core_target[a] } else { 0.0 };
            (core[(a, b)] - target).powi(2)
        })
        .sum();
    reconstruction(problem, core, cross, squares, word_squares)
        + problem.alpha * distance(&factors.words, problem.words, &problem.word_scale)
        + problem.beta
            * distance(
                &factors.documents,
                problem.documents,
                &problem.document_scale,
            )
        + problem.gamma * core_distance
}

/// The reconstruction error `||X - G S F'||^2` from products that are known.
pub(super) fn reconstruction(
    problem: &Problem<'_>,
    core: &DenseMatrix,
    cross: &DenseMatrix,
    squares: &DenseMatrix,
    word_squares: &DenseMatrix,
) -> f64 {
    let inner = core.times(word_squares).times(&core.transpose());
    let error = problem.squares - 2.0 * dot(core.values(), cross.values())
        + dot(inner.values(), squares.values());
    // Cancellation may leave a tiny negative error.
    error.max(0.0)
}

/// Squared distance of labelled rows to their targets.
fn distance(factor: &DenseMatrix, targets: &Targets, scale: &[f64]) -> f64 {
    let of_row = |(i, label): (usize, &[f64])| -> f64 {
        let entries = factor.row(i).iter().zip(label).zip(scale);
        entries
            .map(|((x, label), scale)| (x - label * scale).powi(2))
            .sum()
    };
    targets.iter().map(of_row).sum()
}

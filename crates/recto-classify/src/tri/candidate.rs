//! What a further label would do to the factorisation: the reconstruction error after one
//! iteration from the present factors, for every candidate and class.
//!
//! The utility of a label is the negative reconstruction error of the model that it leads
//! to. Refitting for each candidate costs several passes over the matrix, but
//! after one iteration of the plain rule, whose order is G, F, S, almost everything is that
//! of the iteration without the label:
//!
//! - A document j with class k differs in its own row `g` of G only. So `G'G` differs by
//!   `g' g'^T - g g^T`, and `X'G` by `x_j d^T` with `d = g' - g`, which is as sparse as the
//!   document. The denominators of F hold `G'G`, hence all its rows move: O(m K^2).
//! - A word i with class k leaves G as it is and differs in its own row `f` of F. So `F'F`
//!   differs by two outer products and `G'XF` by `(X'G)_i (f' - f)^T`: O(K^2).
//! - S follows from `G'XF`, `G'G` and `F'F`, and so does the error: O(K^3).

use super::problem::Problem;
use super::step::{self, FLOOR};
use super::{Factors, Rule};
use recto_math::DenseMatrix;
use recto_math::dense::{axpy, dot};
use recto_math::factor::gram;

/// One iteration from the present factors, ready for candidates.
pub(crate) struct Candidates<'a> {
    problem: &'a Problem<'a>,
    /// Factors before the iteration.
    before: &'a Factors,
    /// `X F` before the iteration.
    word_products: DenseMatrix,
    /// `S F'F S'`, the denominator of documents.
    document_denominator: DenseMatrix,
    /// Documents after the iteration without a further label.
    documents: DenseMatrix,
    squares: DenseMatrix,
    /// `X'G` with those documents, and times the core: what words multiply with.
    products: DenseMatrix,
    numerators: DenseMatrix,
    /// What the label of a word adds to its denominator, for each word.
    pulls: Vec<f64>,
    /// Words after the iteration without a further label.
    words: DenseMatrix,
    word_squares: DenseMatrix,
    cross: DenseMatrix,
}

/// What a candidate label leads to.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Outcome {
    /// Reconstruction error `||X - G S F'||^2`.
    pub(crate) error: f64,
    /// The core.
    pub(crate) core: DenseMatrix,
}

impl<'a> Candidates<'a> {
    /// Prepares an iteration of the plain rule from `before`.
    pub(crate) fn new(problem: &'a Problem<'a>, before: &'a Factors) -> Self {
        let core = &before.core;
        let word_products = recto_math::factor::times(problem.x, &before.words);
        let document_denominator = core.times(&gram(&before.words)).times(&core.transpose());
        let mut after = before.clone();
        let parts = step::step(problem, &mut after);
        let mut numerators = parts.products.times(core);
        let mut pulls = vec![0.0; numerators.n_rows()];
        for (i, label) in problem.words.iter() {
            pulls[i] = problem.alpha;
            for (k, entry) in numerators.row_mut(i).iter_mut().enumerate() {
                *entry += problem.alpha * label[k] * problem.word_scale[k];
            }
        }
        Self {
            problem,
            before,
            word_products,
            document_denominator,
            squares: parts.squares,
            products: parts.products,
            numerators,
            pulls,
            word_squares: parts.word_squares,
            cross: parts.cross,
            documents: after.documents,
            words: after.words,
        }
    }

    /// What the class of a document leads to (ADS eq. 11).
    pub(crate) fn document(&self, j: usize, class: usize) -> Outcome {
        let row = self.labelled_document(j, class);
        let own = self.documents.row(j);
        let moved: Vec<f64> = row.iter().zip(own).map(|(new, old)| new - old).collect();
        let squares = replaced(&self.squares, own, &row);
        let core = &self.before.core;
        let denominator = core.transpose().times(&squares).times(core);
        let (word_squares, cross) = match moved.len() {
            2 => self.words_after(2, j, &moved, &denominator),
            3 => self.words_after(3, j, &moved, &denominator),
            4 => self.words_after(4, j, &moved, &denominator),
            k => self.words_after(k, j, &moved, &denominator),
        };
        self.outcome(&cross, &squares, &word_squares)
    }

    /// What the class of a word leads to (ADS eq. 10).
    pub(crate) fn word(&self, i: usize, class: usize) -> Outcome {
        let core = &self.before.core;
        let old = self.before.words.row(i);
        let denominator = core.transpose().times(&self.squares).times(core);
        let mut above = left(self.products.row(i), core);
        let mut below = left(old, &denominator);
        pull(
            (self.problem.alpha, self.problem.word_scale[class]),
            class,
            old,
            &mut above,
            &mut below,
        );
        let mut row = old.to_vec();
        step::multiply(&mut row, &above, &below, Rule::Plain);
        let own = self.words.row(i);
        let mut cross = self.cross.clone();
        for (a, &product) in self.products.row(i).iter().enumerate() {
            for (b, entry) in cross.row_mut(a).iter_mut().enumerate() {
                *entry += product * (row[b] - own[b]);
            }
        }
        let word_squares = replaced(&self.word_squares, own, &row);
        self.outcome(&cross, &self.squares, &word_squares)
    }

    /// Log-likelihood of the labels of documents under an outcome: `Σ ln p_j(class of j)`.
    pub(crate) fn log_likelihood(&self, outcome: &Outcome) -> f64 {
        let mass: Vec<f64> = outcome.core.rows().map(|row| row.iter().sum()).collect();
        let of_row = |(j, label): (usize, &[f64])| -> f64 {
            let row = self.documents.row(j);
            let own: f64 = (0..mass.len()).map(|k| label[k] * row[k] * mass[k]).sum();
            (own / dot(row, &mass)).max(FLOOR).ln()
        };
        self.problem.documents.iter().map(of_row).sum()
    }

    fn labelled_document(&self, j: usize, class: usize) -> Vec<f64> {
        let old = self.before.documents.row(j);
        let mut above = right(&self.before.core, self.word_products.row(j));
        let mut below = left(old, &self.document_denominator);
        pull(
            (self.problem.beta, self.problem.document_scale[class]),
            class,
            old,
            &mut above,
            &mut below,
        );
        let mut row = old.to_vec();
        step::multiply(&mut row, &above, &below, Rule::Plain);
        row
    }

    /// `F'F` and `G'XF` of the words that follow from moving the row of document j. Inlined
    /// with a constant number of classes, so that its loops unroll.
    #[inline(always)]
    fn words_after(
        &self,
        k: usize,
        j: usize,
        moved: &[f64],
        denominator: &DenseMatrix,
    ) -> (DenseMatrix, DenseMatrix) {
        let mixed = left(moved, &self.before.core);
        let mut squares = DenseMatrix::zeros(k, k);
        let mut cross = DenseMatrix::zeros(k, k);
        let (mut product, mut above, mut row) = (vec![0.0; k], vec![0.0; k], vec![0.0; k]);
        let mut entries = self.problem.x.row(j).iter().peekable();
        let (denominator, moved, mixed) = (denominator.values(), &moved[..k], &mixed[..k]);
        let (product, above, row) = (&mut product[..k], &mut above[..k], &mut row[..k]);
        let olds = self.before.words.values().chunks_exact(k);
        let products = self.products.values().chunks_exact(k);
        let numerators = self.numerators.values().chunks_exact(k);
        let words = olds.zip(products).zip(numerators).zip(&self.pulls);
        for (i, (((old, base), numerator), pull)) in (0u32..).zip(words) {
            product.copy_from_slice(base);
            above.copy_from_slice(numerator);
            if let Some((_, x)) = entries.next_if(|(word, _)| *word == i) {
                axpy(x, moved, product);
                axpy(x, mixed, above);
            }
            for b in 0..k {
                let mut below = pull * old[b];
                for a in 0..k {
                    below += old[a] * denominator[a * k + b];
                }
                row[b] = (old[b] * (above[b] / below.max(FLOOR))).max(FLOOR);
            }
            for a in 0..k {
                for b in 0..k {
                    squares.values_mut()[a * k + b] += row[a] * row[b];
                    cross.values_mut()[a * k + b] += product[a] * row[b];
                }
            }
        }
        (squares, cross)
    }

    /// The core and the reconstruction error (ADS eq. 12) that products lead to.
    fn outcome(
        &self,
        cross: &DenseMatrix,
        squares: &DenseMatrix,
        word_squares: &DenseMatrix,
    ) -> Outcome {
        let mut core = self.before.core.clone();
        step::update_core(self.problem, &mut core, cross, squares, word_squares);
        let error = step::reconstruction(self.problem, &core, cross, squares, word_squares);
        Outcome { error, core }
    }
}

/// `v' M`.
fn left(v: &[f64], matrix: &DenseMatrix) -> Vec<f64> {
    let mut product = vec![0.0; matrix.n_columns()];
    for (&value, row) in v.iter().zip(matrix.rows()) {
        axpy(value, row, &mut product);
    }
    product
}

/// `M v`.
fn right(matrix: &DenseMatrix, v: &[f64]) -> Vec<f64> {
    matrix.rows().map(|row| dot(row, v)).collect()
}

/// Adds the pull of a label to numerators and denominators.
fn pull(
    (strength, scale): (f64, f64),
    class: usize,
    old: &[f64],
    above: &mut [f64],
    below: &mut [f64],
) {
    above[class] += strength * scale;
    axpy(strength, old, below);
}

/// `A'A` after a row of A was replaced.
fn replaced(squares: &DenseMatrix, old: &[f64], new: &[f64]) -> DenseMatrix {
    DenseMatrix::from_fn(old.len(), old.len(), |a, b| {
        squares[(a, b)] + new[a] * new[b] - old[a] * old[b]
    })
}

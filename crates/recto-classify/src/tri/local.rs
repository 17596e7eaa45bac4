//! What the label of a document would do to its own row and to the core alone: a cheap guess
//! at the reconstruction error of [`Candidates`](super::Candidates), for all documents.
//!
//! With the other rows fixed, the row of document j that fits it and its label best solves K
//! equations: `g = max(0, H^-1 (S F'x_j + β' t e_k))` with `H = S F'F S' + β' I`. Then `G'G`
//! changes by two outer products, `G'XF` by `(g - G_j) (XF)_j'`, the core makes one
//! multiplicative step, and the error follows from K x K products: O(K^3) for a candidate
//! once `XF` is known.
//!
//! Among documents it ranks as a whole iteration does. Among words, whose rows move many
//! documents, the same rule does not (rank correlations of a prototype: 1.00 and -.32), so
//! that it is there for documents only, and chooses those that a whole iteration is spent on.

use super::Factors;
use super::problem::Problem;
use super::step;
use crate::arithmetic::inverse;
use recto_math::DenseMatrix;
use recto_math::dense::{axpy, dot};
use recto_math::factor::{gram, times};

/// The present factors, ready for the labels of single documents.
pub(crate) struct Local<'a> {
    problem: &'a Problem<'a>,
    factors: &'a Factors,
    /// `X F`.
    products: DenseMatrix,
    /// `G'XF`, `G'G` and `F'F`.
    cross: DenseMatrix,
    squares: DenseMatrix,
    word_squares: DenseMatrix,
    /// `H^-1`.
    inverse: DenseMatrix,
}

impl<'a> Local<'a> {
    /// Prepares labels of single documents.
    pub(crate) fn new(problem: &'a Problem<'a>, factors: &'a Factors) -> Self {
        let core = &factors.core;
        let word_squares = gram(&factors.words);
        let mut system = core.times(&word_squares).times(&core.transpose());
        (0..system.n_rows()).for_each(|k| system[(k, k)] += problem.beta);
        let products = times(problem.x, &factors.words);
        Self {
            cross: factors.documents.transpose().times(&products),
            squares: gram(&factors.documents),
            inverse: inverse(&system),
            word_squares,
            products,
            problem,
            factors,
        }
    }

    /// The reconstruction error with a class of a document.
    pub(crate) fn document(&self, j: usize, class: usize) -> f64 {
        let (old, product) = (self.factors.documents.row(j), self.products.row(j));
        let mut fitted_to: Vec<f64> = self.factors.core.rows().map(|s| dot(s, product)).collect();
        fitted_to[class] += self.problem.beta * self.problem.document_scale[class];
        let solved = self.inverse.rows().map(|row| dot(row, &fitted_to).max(0.0));
        let new: Vec<f64> = solved.collect();
        let (mut cross, mut squares) = (self.cross.clone(), self.squares.clone());
        for k in 0..new.len() {
            axpy(new[k] - old[k], product, cross.row_mut(k));
            axpy(new[k], &new, squares.row_mut(k));
            axpy(-old[k], old, squares.row_mut(k));
        }
        let mut core = self.factors.core.clone();
        let words = &self.word_squares;
        step::update_core(self.problem, &mut core, &cross, &squares, words);
        step::reconstruction(self.problem, &core, &cross, &squares, words)
    }
}

//! GRADS: regularised least squares on the bipartite graph of documents and words.

use super::{MAX_STEPS, degrees};
use crate::arithmetic::{inverse, softmax_rows};
use crate::blend::spread;
use crate::engine::{Engine, Input, Solution, View};
use crate::{ClassifyError, Supervision};
use rayon::prelude::*;
use recto_math::dense::{axpy, dot};
use recto_math::factor::{gram, times};
use recto_math::{CsrMatrix, DenseMatrix, Run};
use std::sync::Arc;

/// Regularised least squares on the bipartite graph of documents and words.
pub(crate) struct Grads {
    pub(super) mu: f64,
    pub(super) epsilon: f64,
    /// Whether the label mass of classes is made equal.
    pub(super) is_balanced: bool,
    /// How near the potentials are solved, as a share of the labels.
    pub(super) tolerance: f64,
}

impl Default for Grads {
    fn default() -> Self {
        Self {
            mu: 1.0,
            epsilon: 0.1,
            is_balanced: true,
            tolerance: 1e-12,
        }
    }
}

impl Grads {
    /// As near as questions need it, in half of the steps.
    pub(crate) fn rough() -> Self {
        Self {
            tolerance: 1e-6,
            ..Self::default()
        }
    }
}

impl Engine for Grads {
    fn solve(
        &self,
        input: &Input<'_>,
        known: &Supervision,
        run: &Run<'_>,
    ) -> Result<Solution, ClassifyError> {
        let view = input.default_view();
        run.report("propagating labels", 0, Some(1))?;
        let (documents, words) = self.potentials(&view, known);
        Ok(solution(&view, &documents, &words))
    }
}

/// Potentials as scores of documents, and of new ones.
fn solution(view: &View, documents: &DenseMatrix, words: &DenseMatrix) -> Solution {
    let root = |degree: f64| degree.max(1e-12).sqrt();
    let word_degrees = view.rows.column_sums();
    let k = documents.n_columns();
    let degrees: Vec<f64> = view.rows.rows().map(|row| row.sum()).collect();
    let scores = DenseMatrix::from_fn(documents.n_rows(), k, |j, class| {
        documents[(j, class)] / root(degrees[j])
    });
    let weights = DenseMatrix::from_fn(words.n_rows(), k, |i, class| {
        words[(i, class)] / root(word_degrees[i])
    });
    let mut solution = Solution::linear(view, weights, vec![0.0; k]);
    solution.scores = scores;
    solution
}

impl Grads {
    /// Potentials of documents and of words, each by classes.
    pub(super) fn potentials(
        &self,
        view: &View,
        known: &Supervision,
    ) -> (DenseMatrix, DenseMatrix) {
        self.potentials_by(&self.system(view, known), known)
    }

    /// The same by a system that is there.
    fn potentials_by(&self, system: &System, known: &Supervision) -> (DenseMatrix, DenseMatrix) {
        let n_words = system.is_labelled.len() - system.n;
        let (labels, _) = self.labels(known, system.n, n_words);
        let k = known.n_classes();
        // Labels of a node sum to 0, and so do potentials: the last class follows.
        let first =
            DenseMatrix::from_fn(labels.n_rows(), k - 1, |node, class| labels[(node, class)]);
        let found = system.solved(&first, self.tolerance);
        let table = |from: usize, rows: usize| {
            DenseMatrix::from_fn(rows, k, |i, class| {
                let row = found.row(from + i);
                let last = || -row.iter().sum::<f64>();
                row.get(class).copied().unwrap_or_else(last)
            })
        };
        (table(0, system.n), table(system.n, n_words))
    }

    /// The linear system of the potentials.
    fn system(&self, view: &View, known: &Supervision) -> System {
        let (n, m) = (view.rows.n_rows(), view.rows.n_columns());
        let row_roots: Vec<f64> = degrees(&view.rows)
            .iter()
            .map(|d| d.max(1e-12).sqrt())
            .collect();
        let column_roots: Vec<f64> = view
            .rows
            .column_sums()
            .iter()
            .map(|d| d.max(1e-12).sqrt())
            .collect();
        let scaled = view
            .rows
            .map(|j, i, x| x / (row_roots[j] * column_roots[i as usize]));
        let transposed = scaled.transpose();
        let (_, is_labelled) = self.labels(known, n, m);
        System {
            n,
            mu: self.mu,
            diagonal: self.mu + self.epsilon,
            scaled,
            transposed,
            is_labelled,
        }
    }

    /// Labels of documents, then of words: 1 for the own class, -1 / (K - 1) for others; and
    /// which have one.
    fn labels(&self, known: &Supervision, n: usize, m: usize) -> (DenseMatrix, Vec<f64>) {
        let k = known.n_classes();
        let signed = |p: f64| (p * k as f64 - 1.0) / (k as f64 - 1.0);
        let mut labels = DenseMatrix::zeros(n + m, k);
        let mut is_labelled = vec![0.0; n + m];
        let hot = DenseMatrix::identity(k);
        let documents = known.documents.iter().enumerate();
        let documents = documents.filter_map(|(j, class)| Some((j, hot.row((*class)?))));
        let words = known
            .words
            .iter()
            .map(|(&i, row)| (n + i as usize, &row[..]));
        let groups: [Vec<(usize, &[f64])>; 2] = [documents.collect(), words.collect()];
        for group in &groups {
            let mut mass = vec![0.0; k];
            group.iter().for_each(|(_, row)| axpy(1.0, row, &mut mass));
            let total: f64 = mass.iter().sum();
            for &(node, row) in group {
                is_labelled[node] = 1.0;
                let own = crate::arithmetic::argmax(row);
                let factor = if self.is_balanced && mass[own] > 0.0 {
                    total / (k as f64 * mass[own])
                } else {
                    1.0
                };
                for (class, label) in labels.row_mut(node).iter_mut().enumerate() {
                    *label = factor * signed(row[class]);
                }
            }
        }
        (labels, is_labelled)
    }
}

/// The linear system of the potentials, `C + μ L + ε I`.
struct System {
    /// Number of documents, which come before the words.
    n: usize,
    mu: f64,
    diagonal: f64,
    /// `D_d^-1/2 X D_w^-1/2` and its transpose.
    scaled: CsrMatrix,
    transposed: CsrMatrix,
    /// 1 for labelled nodes, else 0.
    is_labelled: Vec<f64>,
}

impl System {
    /// The solution for each column of `target`, documents before words.
    ///
    /// The graph has links between documents and words alone, so that words follow from
    /// documents: with the diagonals D and E of documents and words, conjugate gradients
    /// solve `(D - μ² N E⁻¹ N') d = b_d + μ N E⁻¹ b_w`, in half of the steps, and
    /// `w = E⁻¹ (b_w + μ N' d)`. A column stops at its own time, hence its bits do not depend
    /// on the others.
    fn solved(&self, target: &DenseMatrix, tolerance: f64) -> DenseMatrix {
        let width = target.n_columns();
        let (documents, words) = target.values().split_at(self.n * width);
        let of_words = DenseMatrix::from_values(width, words.to_vec());
        let mut residual = times(&self.scaled, &self.over_words(&of_words));
        for (entry, own) in residual.values_mut().iter_mut().zip(documents) {
            *entry = own + self.mu * *entry;
        }
        let mut found = DenseMatrix::zeros(self.n, width);
        let mut direction = residual.clone();
        let mut squares = column_dots(&residual, &residual);
        let small: Vec<f64> = squares.iter().map(|s| tolerance * tolerance * s).collect();
        for _ in 0..MAX_STEPS {
            let is_open = |c: usize| squares[c] > small[c];
            if !(0..width).any(is_open) {
                break;
            }
            let product = self.multiply(&direction);
            let along = column_dots(&direction, &product);
            let length = |c: usize| {
                if is_open(c) {
                    squares[c] / along[c]
                } else {
                    0.0
                }
            };
            let lengths: Vec<f64> = (0..width).map(length).collect();
            let backwards: Vec<f64> = lengths.iter().map(|length| -length).collect();
            add_columns(&mut found, &lengths, &direction);
            add_columns(&mut residual, &backwards, &product);
            let next = column_dots(&residual, &residual);
            for (row, rest) in direction.rows_mut().zip(residual.rows()) {
                for c in 0..width {
                    if is_open(c) {
                        row[c] = rest[c] + next[c] / squares[c] * row[c];
                    }
                }
            }
            squares = next;
        }
        let mut words = times(&self.transposed, &found);
        for (entry, own) in words.values_mut().iter_mut().zip(of_words.values()) {
            *entry = own + self.mu * *entry;
        }
        let words = self.over_words(&words);
        let values = found.values().iter().chain(words.values());
        DenseMatrix::from_values(width, values.copied().collect())
    }

    /// `(D - μ² N E⁻¹ N') v`.
    fn multiply(&self, v: &DenseMatrix) -> DenseMatrix {
        let mut product = times(&self.scaled, &self.over_words(&times(&self.transposed, v)));
        let square = self.mu * self.mu;
        for ((row, own), c) in product.rows_mut().zip(v.rows()).zip(&self.is_labelled) {
            let diagonal = c + self.diagonal;
            for (entry, x) in row.iter_mut().zip(own) {
                *entry = diagonal * x - square * *entry;
            }
        }
        product
    }

    /// `E⁻¹ v` for a table of words.
    fn over_words(&self, v: &DenseMatrix) -> DenseMatrix {
        let mut divided = v.clone();
        for (row, c) in divided.rows_mut().zip(&self.is_labelled[self.n..]) {
            row.iter_mut().for_each(|x| *x /= c + self.diagonal);
        }
        divided
    }

    /// The solutions for the unit vectors of nodes, a column a node.
    fn responses(&self, nodes: &[usize], tolerance: f64) -> DenseMatrix {
        let mut units = DenseMatrix::zeros(self.is_labelled.len(), nodes.len());
        for (column, &node) in nodes.iter().enumerate() {
            units[(node, column)] = 1.0;
        }
        self.solved(&units, tolerance)
    }
}

/// Dot products of the columns of two tables.
fn column_dots(a: &DenseMatrix, b: &DenseMatrix) -> Vec<f64> {
    let mut dots = vec![0.0; a.n_columns()];
    for (a, b) in a.rows().zip(b.rows()) {
        for ((dot, a), b) in dots.iter_mut().zip(a).zip(b) {
            *dot += a * b;
        }
    }
    dots
}

/// Adds each column of `other` times its factor.
fn add_columns(table: &mut DenseMatrix, factors: &[f64], other: &DenseMatrix) {
    for (row, other) in table.rows_mut().zip(other.rows()) {
        for ((entry, factor), other) in row.iter_mut().zip(factors).zip(other) {
            *entry += factor * other;
        }
    }
}

/// What the response to a node is multiplied by for each class, once the node gets a label.
fn steps(own: &[f64], class: usize, response: f64) -> Vec<f64> {
    let others = own.len() as f64 - 1.0;
    let label = |l: usize| if l == class { 1.0 } else { -1.0 / others };
    let step = |l: usize| (label(l) - own[l]) / (1.0 + response);
    (0..own.len()).map(step).collect()
}

#[cfg(test)]
impl Grads {
    /// Potentials once a document gets a label, by the response to it.
    pub(super) fn with_label(
        &self,
        view: &View,
        known: &Supervision,
        (documents, words): (&DenseMatrix, &DenseMatrix),
        at: usize,
        class: usize,
    ) -> (DenseMatrix, DenseMatrix) {
        let n = documents.n_rows();
        let system = self.system(view, known);
        let v = system.responses(&[at], self.tolerance);
        let v = v.values();
        let steps = steps(documents.row(at), class, v[at]);
        let moved = |table: &DenseMatrix, v: &[f64]| {
            let mut moved = table.clone();
            for (row, &v) in moved.rows_mut().zip(v) {
                axpy(v, &steps, row);
            }
            moved
        };
        (moved(documents, &v[..n]), moved(words, &v[n..]))
    }
}

/// What a further label would do to the potentials, measured by how well their classes
/// rebuild the matrix: `||X - G S F'||^2` with the class distributions of documents and words
/// for G and F, and the best S. The ADS paper uses its error with GRADS but does not print
/// how; this is our reading.
///
/// A label on node q adds `e_q e_q'` to the system, so that by Sherman and Morrison the new
/// potentials are `f + v (y - f_q) / (1 + v_q)` with `v` the solution for `e_q`: one solve for
/// all classes of a candidate.
pub(crate) struct GradsCandidates {
    view: Arc<View>,
    system: System,
    documents: DenseMatrix,
    words: DenseMatrix,
    /// What potentials are divided by before they become distributions.
    scales: [f64; 2],
    /// `||X||^2`.
    square: f64,
}

/// Accuracy of the solution for a candidate; its effect on the error is far larger.
const ROUGH: f64 = 1e-3;

/// Candidates that are solved for at once.
const BLOCK: usize = 8;

impl GradsCandidates {
    /// Solves for the potentials of what is known.
    pub(crate) fn new(view: Arc<View>, known: &Supervision) -> Self {
        let method = Grads::rough();
        let system = method.system(&view, known);
        let (documents, words) = method.potentials_by(&system, known);
        let values = view.rows.rows().flat_map(|row| row.values);
        Self {
            square: values.map(|x| x * x).sum(),
            system,
            scales: [spread(&documents), spread(&words)],
            view,
            documents,
            words,
        }
    }

    /// The potentials as a solution.
    pub(crate) fn solution(&self) -> Solution {
        solution(&self.view, &self.documents, &self.words)
    }

    /// The reconstruction error with each class of each candidate: whether it is a word, and
    /// its place.
    pub(crate) fn errors(&self, candidates: &[(bool, usize)]) -> Vec<Vec<f64>> {
        let n = self.documents.n_rows();
        let blocks = candidates.par_chunks(BLOCK).flat_map_iter(|block| {
            let node = |&(is_word, at): &(bool, usize)| if is_word { n + at } else { at };
            let nodes: Vec<usize> = block.iter().map(node).collect();
            let responses = self.system.responses(&nodes, ROUGH).transpose();
            let errors = (0..nodes.len()).map(|c| self.errors_of(nodes[c], responses.row(c)));
            errors.collect::<Vec<_>>()
        });
        blocks.collect()
    }

    fn errors_of(&self, node: usize, response: &[f64]) -> Vec<f64> {
        let (n, k) = (self.documents.n_rows(), self.documents.n_columns());
        let own = if node < n {
            self.documents.row(node)
        } else {
            self.words.row(node - n)
        };
        let of_class = |class: usize| {
            let steps = steps(own, class, response[node]);
            self.error(
                &self.moved(&self.documents, &response[..n], &steps, 0),
                &self.moved(&self.words, &response[n..], &steps, 1),
            )
        };
        (0..k).map(of_class).collect()
    }

    fn moved(&self, table: &DenseMatrix, v: &[f64], steps: &[f64], side: usize) -> DenseMatrix {
        let mut moved = table.clone();
        for (row, &v) in moved.rows_mut().zip(v) {
            axpy(v, steps, row);
            row.iter_mut().for_each(|x| *x /= self.scales[side]);
        }
        softmax_rows(&moved)
    }

    fn error(&self, documents: &DenseMatrix, words: &DenseMatrix) -> f64 {
        let cross = documents.transpose().times(&times(&self.view.rows, words));
        let ridge = |table: &DenseMatrix| {
            let mut square = gram(table);
            (0..square.n_rows()).for_each(|k| square[(k, k)] += 1e-9);
            inverse(&square)
        };
        let core = ridge(documents).times(&cross).times(&ridge(words));
        self.square - dot(core.values(), cross.values())
    }
}

//! GRADS: regularised least squares on the bipartite graph of documents and words.

use super::{by_columns, degrees, solved_to};
use crate::arithmetic::{inverse, softmax_rows};
use crate::blend::spread;
use crate::engine::{Engine, Input, Solution, View};
use crate::{ClassifyError, Supervision};
use recto_math::dense::{axpy, dot};
use recto_math::factor::{gram, times};
use recto_math::{CsrMatrix, DenseMatrix, Run, graph};

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
        let degrees: Vec<f64> = view.rows.rows().map(|row| row.sum().max(1e-12)).collect();
        let word_degrees = view.rows.column_sums();
        let k = known.n_classes();
        let scores = DenseMatrix::from_fn(documents.n_rows(), k, |j, class| {
            documents[(j, class)] / degrees[j].sqrt()
        });
        let weights = DenseMatrix::from_fn(words.n_rows(), k, |i, class| {
            words[(i, class)] / word_degrees[i].max(1e-12).sqrt()
        });
        let mut solution = Solution::linear(&view, weights, vec![0.0; k]);
        solution.scores = scores;
        Ok(solution)
    }
}

impl Grads {
    /// Potentials of documents and of words, each by classes.
    pub(super) fn potentials(
        &self,
        view: &View,
        known: &Supervision,
    ) -> (DenseMatrix, DenseMatrix) {
        let system = self.system(view, known);
        let (labels, _) = self.labels(known, system.n, view.rows.n_columns());
        let found = by_columns(&labels, |column| {
            solved_to(self.tolerance, |v| system.multiply(v), column)
        });
        let k = known.n_classes();
        let (documents, words) = found.values().split_at(system.n * k);
        let table = |values: &[f64]| DenseMatrix::from_values(k, values.to_vec());
        (table(documents), table(words))
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
    fn multiply(&self, v: &[f64]) -> Vec<f64> {
        let (documents, words) = v.split_at(self.n);
        let mut spread = graph::multiply(&self.scaled, words);
        spread.extend(graph::multiply(&self.transposed, documents));
        let own = v.iter().zip(&self.is_labelled).zip(spread);
        own.map(|((x, c), spread)| x * (c + self.diagonal) - self.mu * spread)
            .collect()
    }

    /// The solution for the unit vector of a node.
    fn response(&self, node: usize, n_nodes: usize, tolerance: f64) -> Vec<f64> {
        let mut unit = vec![0.0; n_nodes];
        unit[node] = 1.0;
        solved_to(tolerance, |v| self.multiply(v), &unit)
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
        let v = system.response(at, n + words.n_rows(), self.tolerance);
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
pub(crate) struct GradsCandidates<'a> {
    view: &'a View,
    system: System,
    documents: DenseMatrix,
    words: DenseMatrix,
    /// What potentials are divided by before they become distributions.
    scales: [f64; 2],
}

/// Accuracy of the solution for a candidate; its effect on the error is far larger.
const ROUGH: f64 = 1e-3;

impl<'a> GradsCandidates<'a> {
    /// Prepares candidates of what is known.
    pub(crate) fn new(view: &'a View, known: &Supervision) -> Self {
        let method = Grads::rough();
        let (documents, words) = method.potentials(view, known);
        Self {
            view,
            system: method.system(view, known),
            scales: [spread(&documents), spread(&words)],
            documents,
            words,
        }
    }

    /// The reconstruction error with each class of a document or a word.
    pub(crate) fn errors(&self, is_word: bool, at: usize) -> Vec<f64> {
        let (n, k) = (self.documents.n_rows(), self.documents.n_columns());
        let node = if is_word { n + at } else { at };
        let own = if is_word {
            self.words.row(at)
        } else {
            self.documents.row(at)
        };
        let v = self.system.response(node, n + self.words.n_rows(), ROUGH);
        let of_class = |class: usize| {
            let steps = steps(own, class, v[node]);
            self.error(
                &self.moved(&self.documents, &v[..n], &steps, 0),
                &self.moved(&self.words, &v[n..], &steps, 1),
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
        let values = self.view.rows.rows().flat_map(|row| row.values);
        values.map(|x| x * x).sum::<f64>() - dot(core.values(), cross.values())
    }
}

//! Label propagation over the similarity graph of documents, and over the bipartite graph
//! of documents and words.
//!
//! | method | solution |
//! |---|---|
//! | consistency | `F <- a S F + (1 - a) Y` with `S = D^-1/2 W D^-1/2` (Zhou and others 2003) |
//! | harmonic | unlabelled documents are the mean of their neighbours, then class mass normalisation (Zhu, Ghahramani and Lafferty 2003) |
//! | green | pseudo-inverse of the graph Laplacian times the labels (Ding and others 2007) |
//! | grads | regularised least squares on documents and words (after Sindhwani and Melville 2008) |
//!
//! `W` holds cosines of weighted rows, of all documents or of the nearest ones. New
//! documents get the mean of the scores of similar documents.

mod grads;

pub(crate) use grads::{Grads, GradsCandidates};

use crate::engine::{Engine, Input, Solution, View};
use crate::fitter::Fitter;
use crate::{Classifier, ClassifyError, Options, Supervision};
use recto_math::dense::{axpy, dot};
use recto_math::factor::times;
use recto_math::{CsrBuilder, CsrMatrix, DenseMatrix, Run, eigen, graph};
use serde_json::json;

/// Documents that a method with all pairs takes.
const MAX_DOCUMENTS: usize = 50_000;

/// Documents up to which the Green's function is computed from all eigenvectors.
const MAX_DENSE: usize = 3000;

/// Which propagation.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Consistency,
    Harmonic,
    Green,
}

struct Propagation {
    name: &'static str,
    kind: Kind,
    /// Nearest documents that each is linked with; 0 links all.
    neighbours: usize,
}

impl Engine for Propagation {
    fn solve(
        &self,
        input: &Input<'_>,
        known: &Supervision,
        run: &Run<'_>,
    ) -> Result<Solution, ClassifyError> {
        let method = self.name;
        let n = known.documents.len();
        if known.n_labelled() == 0 {
            return Err(ClassifyError::NeedsDocuments { method });
        }
        let most = if self.kind == Kind::Green {
            MAX_DENSE
        } else {
            MAX_DOCUMENTS
        };
        if n > most {
            return Err(ClassifyError::TooMany {
                method,
                found: n,
                most,
            });
        }
        let view = input.default_view();
        let graph = similarities(&view, self.neighbours, run)?;
        run.report("propagating labels", 0, Some(1))?;
        let scores = match self.kind {
            Kind::Consistency => consistency(&graph, known, ALPHA),
            Kind::Harmonic => class_mass_normalised(&harmonic(&graph, known), known),
            Kind::Green => green(&graph, known),
        };
        Ok(inductive(&view, scores))
    }
}

/// Share of a document's neighbours in its score.
const ALPHA: f64 = 0.99;

/// Scores of new documents: similar documents vote with their scores, which is linear.
fn inductive(view: &View, scores: DenseMatrix) -> Solution {
    let k = scores.n_columns();
    let mut weights = times(&view.transposed, &scores);
    let norm = recto_math::dense::norm(weights.values()).max(1e-12);
    weights.values_mut().iter_mut().for_each(|w| *w /= norm);
    let mut solution = Solution::linear(view, weights, vec![0.0; k]);
    solution.scores = scores;
    solution
}

/// Cosines of documents without the diagonal; each keeps its nearest, made symmetric.
fn similarities(view: &View, nearest: usize, run: &Run<'_>) -> Result<CsrMatrix, ClassifyError> {
    let full = graph::neighbours(&view.rows, 0.0, run)?;
    if nearest == 0 {
        return Ok(full);
    }
    let mut kept = vec![Vec::new(); full.n_rows()];
    for (i, row) in full.rows().enumerate() {
        let mut links: Vec<(u32, f64)> = row.iter().collect();
        links.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        for &(j, weight) in links.iter().take(nearest) {
            kept[i].push((j, weight));
            kept[j as usize].push((i as u32, weight));
        }
    }
    let mut builder = CsrBuilder::new(full.n_columns());
    for mut links in kept {
        links.sort_by_key(|&(j, _)| j);
        links.dedup_by_key(|&mut (j, _)| j);
        builder.push_sorted(&links);
    }
    Ok(builder.finish())
}

fn degrees(graph: &CsrMatrix) -> Vec<f64> {
    graph.rows().map(|row| row.sum()).collect()
}

fn one_hot(known: &Supervision) -> DenseMatrix {
    let mut labels = DenseMatrix::zeros(known.documents.len(), known.n_classes());
    for (j, class) in known.documents.iter().enumerate() {
        if let Some(class) = class {
            labels[(j, *class)] = 1.0;
        }
    }
    labels
}

/// The fixed point of `F <- a S F + (1 - a) Y`.
fn consistency(graph: &CsrMatrix, known: &Supervision, a: f64) -> DenseMatrix {
    let roots: Vec<f64> = degrees(graph).iter().map(|d| d.max(1e-12).sqrt()).collect();
    let scaled = graph.map(|i, j, w| a * w / (roots[i] * roots[j as usize]));
    let mut labels = one_hot(known);
    labels.values_mut().iter_mut().for_each(|y| *y *= 1.0 - a);
    let multiply = |v: &[f64]| {
        let mut product = v.to_vec();
        axpy(-1.0, &graph::multiply(&scaled, v), &mut product);
        product
    };
    by_columns(&labels, |column| conjugate_gradients(multiply, column))
}

/// Harmonic function of the labels: labelled documents keep their label, all others are the
/// mean of their neighbours.
fn harmonic(graph: &CsrMatrix, known: &Supervision) -> DenseMatrix {
    let labels = one_hot(known);
    let is_free: Vec<bool> = known.documents.iter().map(Option::is_none).collect();
    let degrees = degrees(graph);
    let masked = |v: &[f64]| -> Vec<f64> {
        let keep = |(x, free): (&f64, &bool)| if *free { *x } else { 0.0 };
        v.iter().zip(&is_free).map(keep).collect()
    };
    let multiply = |v: &[f64]| {
        let inner = masked(v);
        let spread = masked(&graph::multiply(graph, &inner));
        let own = v.iter().zip(&is_free).zip(&degrees);
        let own = own.map(|((x, free), d)| if *free { x * d.max(1e-12) } else { *x });
        own.zip(spread).map(|(a, b)| a - b).collect::<Vec<f64>>()
    };
    by_columns(&labels, |column| {
        let mut target = masked(&graph::multiply(graph, column));
        axpy(1.0, column, &mut target);
        conjugate_gradients(multiply, &target)
    })
}

/// Columns scaled so that the mass of unlabelled documents is that of the label shares.
fn class_mass_normalised(scores: &DenseMatrix, known: &Supervision) -> DenseMatrix {
    let k = known.n_classes();
    let counts = known.class_counts();
    let total: f64 = counts.iter().sum();
    let mut mass = vec![0.0; k];
    for (row, class) in scores.rows().zip(&known.documents) {
        if class.is_none() {
            axpy(1.0, row, &mut mass);
        }
    }
    let factor = |class: usize| counts[class] / total / mass[class].max(1e-12);
    let factors: Vec<f64> = (0..k).map(factor).collect();
    DenseMatrix::from_fn(scores.n_rows(), k, |j, class| {
        scores[(j, class)] * factors[class]
    })
}

/// Pseudo-inverse of `D - W` times the labels, +1 for the own class and -1 for others.
fn green(graph: &CsrMatrix, known: &Supervision) -> DenseMatrix {
    let n = graph.n_rows();
    let mut laplacian = DenseMatrix::zeros(n, n);
    for (i, row) in graph.rows().enumerate() {
        laplacian[(i, i)] = row.sum();
        row.iter()
            .for_each(|(j, w)| laplacian[(i, j as usize)] -= w);
    }
    let found = eigen::all(&laplacian);
    let largest = found.values.first().copied().unwrap_or(0.0);
    let sign = |class: usize| move |own: usize| if own == class { 1.0 } else { -1.0 };
    let mut scores = DenseMatrix::zeros(n, known.n_classes());
    for class in 0..known.n_classes() {
        let labels = known
            .documents
            .iter()
            .map(|own| own.map_or(0.0, sign(class)));
        let labels: Vec<f64> = labels.collect();
        for (value, vector) in found.values.iter().zip(found.vectors.rows()) {
            if *value > 1e-10 * largest {
                let share = dot(vector, &labels) / value;
                (0..n).for_each(|j| scores[(j, class)] += share * vector[j]);
            }
        }
    }
    scores
}

/// The columns of a table, each turned into another.
fn by_columns(table: &DenseMatrix, solve: impl Fn(&[f64]) -> Vec<f64>) -> DenseMatrix {
    let columns = table.transpose();
    let solved: Vec<f64> = columns.rows().flat_map(solve).collect();
    DenseMatrix::from_values(table.n_rows(), solved).transpose()
}

/// Most steps of conjugate gradients.
const MAX_STEPS: usize = 2000;

/// Solves a positive definite system to 1e-12 of the right side, or in [`MAX_STEPS`].
fn conjugate_gradients(multiply: impl Fn(&[f64]) -> Vec<f64>, target: &[f64]) -> Vec<f64> {
    let mut found = vec![0.0; target.len()];
    let mut residual = target.to_vec();
    let mut direction = residual.clone();
    let mut square = dot(&residual, &residual);
    let small = 1e-24 * square;
    for _ in 0..MAX_STEPS {
        if square <= small || square == 0.0 {
            break;
        }
        let product = multiply(&direction);
        let length = square / dot(&direction, &product);
        axpy(length, &direction, &mut found);
        axpy(-length, &product, &mut residual);
        let next = dot(&residual, &residual);
        let keep = next / square;
        direction
            .iter_mut()
            .zip(&residual)
            .for_each(|(d, r)| *d = r + keep * *d);
        square = next;
    }
    found
}

type Built = Result<Box<dyn Classifier>, ClassifyError>;

fn built(name: &'static str, kind: Kind, options: &Options) -> Built {
    let neighbours = options.neighbours.unwrap_or(50);
    let engine = Propagation {
        name,
        kind,
        neighbours,
    };
    Fitter::boxed(name, engine, json!({"neighbours": neighbours}), options)
}

pub(crate) fn build_consistency(options: &Options) -> Built {
    built("consistency", Kind::Consistency, options)
}

pub(crate) fn build_harmonic(options: &Options) -> Built {
    built("harmonic", Kind::Harmonic, options)
}

pub(crate) fn build_green(options: &Options) -> Built {
    built("green", Kind::Green, options)
}

pub(crate) fn build_grads(options: &Options) -> Built {
    let engine = Grads::default();
    let parameters = json!({"mu": engine.mu, "epsilon": engine.epsilon});
    Fitter::boxed("grads", engine, parameters, options)
}

#[cfg(test)]
mod tests;

//! Clusterings without labels, whose clusters are then matched to classes by the labels
//! that there are: k-means, tri-factorisation, information-theoretic and squared-residue
//! co-clustering, and k-means on the votes of labelled words.

use crate::corpus::{Norm, Scheme};
use crate::engine::{Engine, Input, Solution, View, word_targets};
use crate::fitter::Fitter;
use crate::model::Part;
use crate::tri::{self, Budget, Constraint, Problem, Rule, Start, Targets};
use crate::{Classifier, ClassifyError, Options, Supervision};
use recto_math::cluster::kmeans;
use recto_math::dense::axpy;
use recto_math::{BadParameter, DenseMatrix, Run, assign};
use serde_json::json;

/// Restarts of k-means.
const RESTARTS: usize = 10;

/// Rounds of a co-clustering.
const ROUNDS: usize = 30;

/// Which clustering.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    KMeans,
    Tnmf,
    Itcc(usize),
    Ecc(usize),
    Centroid,
}

struct Clusters(Kind);

impl Engine for Clusters {
    fn solve(
        &self,
        input: &Input<'_>,
        known: &Supervision,
        run: &Run<'_>,
    ) -> Result<Solution, ClassifyError> {
        let view = match self.0 {
            // Shares of all tokens, up to a constant.
            Kind::Itcc(_) => input.view(Scheme::Tf, Norm::None),
            _ => input.default_view(),
        };
        let k = known.n_classes();
        let mut solution = match self.0 {
            Kind::KMeans => {
                let found = kmeans::solve_sparse(&view.rows, k, RESTARTS, run)?;
                let (weights, biases) = nearest(&found.centers, k);
                Solution::linear(&view, weights, biases)
            }
            Kind::Tnmf => tnmf(&view, k, run)?,
            Kind::Itcc(clusters) => cocluster(&view, k, clusters, true, run)?,
            Kind::Ecc(clusters) => cocluster(&view, k, clusters, false, run)?,
            Kind::Centroid => centroid(&view, known, run)?,
        };
        match_classes(&mut solution, &view, known);
        Ok(solution)
    }

    fn learns_from_documents(&self) -> bool {
        // Labels only name the clusters.
        false
    }
}

/// Linear scores of the nearest of `k` centres: `x c - ||c||^2 / 2`. Of fewer documents than
/// classes there are fewer centres: a missing one scores 1 less than the first, so that no
/// document is nearest to it.
fn nearest(centers: &DenseMatrix, k: usize) -> (DenseMatrix, Vec<f64>) {
    let row = |cluster: usize| {
        centers.row(if cluster < centers.n_rows() {
            cluster
        } else {
            0
        })
    };
    let half_square = |center: &[f64]| center.iter().map(|c| c * c).sum::<f64>() / 2.0;
    let missing = |cluster: usize| f64::from(u8::from(cluster >= centers.n_rows()));
    let bias = |cluster: usize| -half_square(row(cluster)) - missing(cluster);
    let weights = DenseMatrix::from_fn(centers.n_columns(), k, |term, cluster| row(cluster)[term]);
    (weights, (0..k).map(bias).collect())
}

/// Tri-factorisation without labels from k-means; new documents are folded in.
fn tnmf(view: &View, k: usize, run: &Run<'_>) -> Result<Solution, ClassifyError> {
    let params = tri::Params {
        alpha: 0.0,
        beta: 0.0,
        gamma: 0.0,
        rule: Rule::Orth,
        start: Start::KMeans,
        constraint: Constraint::Off,
        iterations: Budget::Fixed(60),
        ..tri::Params::default()
    };
    let documents = Targets::new(view.rows.n_rows(), k, []);
    let words = Targets::new(view.rows.n_columns(), k, []);
    let labels = (&documents, &words);
    let problem = Problem::new(&view.rows, &view.transposed, labels, None, (k, params));
    let factors = tri::fit(&problem, run)?;
    let mut scores = factors.document_posteriors();
    scores
        .values_mut()
        .iter_mut()
        .for_each(|p| *p = p.max(1e-12).ln());
    Ok(Solution {
        scores,
        parts: vec![Part::factors(view.weighting.clone(), &factors)],
        guess_weight: 0.0,
        words: Some(factors.word_posteriors()),
        history: factors.history,
        warnings: Vec::new(),
    })
}

/// k-means on the votes of labelled words, rows normalised.
fn centroid(view: &View, known: &Supervision, run: &Run<'_>) -> Result<Solution, ClassifyError> {
    run.report("counting words", 0, Some(1))?;
    if known.words.is_empty() {
        return Err(ClassifyError::NeedsWords { method: "centroid" });
    }
    let (m, k) = (view.rows.n_columns(), known.n_classes());
    let words = word_targets(known, m);
    let mut votes = tri::start::raw_votes(&view.rows, &words, k);
    votes.normalize_rows();
    let found = kmeans::solve(&votes, k, RESTARTS, run.seed);
    // New documents go to the cluster whose mean row is nearest.
    let mut weights = DenseMatrix::zeros(m, k);
    let mut sizes = vec![0.0f64; k];
    for (row, &label) in view.rows.rows().zip(&found.labels) {
        sizes[label] += 1.0;
        for (term, x) in row.iter() {
            weights[(term as usize, label)] += x;
        }
    }
    for row in weights.rows_mut() {
        row.iter_mut()
            .zip(&sizes)
            .for_each(|(w, n)| *w /= n.max(1.0));
    }
    let (weights, biases) = nearest(&weights.transpose(), k);
    let mut solution = Solution::linear(view, weights, biases);
    let is_own = |j: usize, cluster: usize| f64::from(u8::from(found.labels[j] == cluster));
    solution.scores = DenseMatrix::from_fn(found.labels.len(), k, is_own);
    Ok(solution)
}

/// Alternating co-clustering of documents and words. With `by_information` the loss is
/// mutual information (Dhillon, Mallela and Modha 2003), otherwise the squared residue
/// (Cho, Dhillon, Guan and Sra 2004); neither rises. Returns linear scores of the document
/// clusters.
fn cocluster(
    view: &View,
    k: usize,
    n_word_clusters: usize,
    by_information: bool,
    run: &Run<'_>,
) -> Result<Solution, ClassifyError> {
    let l = n_word_clusters.min(view.rows.n_columns());
    let mut rows = kmeans::solve_sparse(&view.rows, k, 1, run)?.labels;
    let mut columns = kmeans::solve_sparse(&view.transposed, l, 1, run)?.labels;
    let mut scores = (DenseMatrix::zeros(0, k), Vec::new());
    for round in 0..ROUNDS {
        run.report("co-clustering", round as u64, Some(ROUNDS as u64))?;
        let before = (rows.clone(), columns.clone());
        let blocks = Blocks::new(view, &rows, &columns, k, l);
        let by_column = blocks.document_scores(by_information);
        rows = assigned(&view.rows, &columns, &by_column, k);
        let blocks = Blocks::new(view, &rows, &columns, k, l).transposed();
        let by_row = blocks.document_scores(by_information);
        columns = assigned(&view.transposed, &rows, &by_row, l);
        let m = view.rows.n_columns();
        let weights = DenseMatrix::from_fn(m, k, |i, class| by_column.0[(columns[i], class)]);
        scores = (weights, by_column.1.clone());
        if before == (rows.clone(), columns.clone()) {
            break;
        }
    }
    Ok(Solution::linear(view, scores.0, scores.1))
}

/// Sums and sizes of the blocks of a co-clustering.
struct Blocks {
    /// Sum of the entries, document clusters by word clusters.
    sums: DenseMatrix,
    rows: Vec<f64>,
    columns: Vec<f64>,
}

impl Blocks {
    fn new(view: &View, rows: &[usize], columns: &[usize], k: usize, l: usize) -> Self {
        let mut sums = DenseMatrix::zeros(k, l);
        for (row, &cluster) in view.rows.rows().zip(rows) {
            for (term, x) in row.iter() {
                sums[(cluster, columns[term as usize])] += x;
            }
        }
        let sizes = |labels: &[usize], n: usize| {
            let mut sizes = vec![0.0; n];
            labels.iter().for_each(|&label| sizes[label] += 1.0);
            sizes
        };
        Self {
            sums,
            rows: sizes(rows, k),
            columns: sizes(columns, l),
        }
    }

    fn transposed(self) -> Self {
        Self {
            sums: self.sums.transpose(),
            rows: self.columns,
            columns: self.rows,
        }
    }

    /// Score of each row cluster for a unit of weight in each column cluster (column
    /// clusters by row clusters), and its bias.
    fn document_scores(&self, by_information: bool) -> (DenseMatrix, Vec<f64>) {
        let (k, l) = (self.rows.len(), self.columns.len());
        if by_information {
            let total = |r: usize| self.sums.row(r).iter().sum::<f64>();
            let score = |c: usize, r: usize| {
                // Smoothed, so that an empty block does not shut its cluster out.
                ((self.sums[(r, c)] + 1e-9) / (total(r) + 1e-9 * l as f64)).ln()
            };
            return (DenseMatrix::from_fn(l, k, score), vec![0.0; k]);
        }
        let mean = |r: usize, c: usize| {
            let size = self.rows[r] * self.columns[c];
            if size > 0.0 {
                self.sums[(r, c)] / size
            } else {
                0.0
            }
        };
        let bias =
            |r: usize| -> f64 { (0..l).map(|c| -self.columns[c] * mean(r, c).powi(2)).sum() };
        let score = |c: usize, r: usize| 2.0 * mean(r, c);
        (
            DenseMatrix::from_fn(l, k, score),
            (0..k).map(bias).collect(),
        )
    }
}

/// The best cluster of each row; an empty cluster gets the row that fits worst.
fn assigned(
    matrix: &recto_math::CsrMatrix,
    columns: &[usize],
    (scores, biases): &(DenseMatrix, Vec<f64>),
    k: usize,
) -> Vec<usize> {
    let mut fits = Vec::with_capacity(matrix.n_rows());
    let mut labels = Vec::with_capacity(matrix.n_rows());
    for row in matrix.rows() {
        let mut own = biases.clone();
        for (term, x) in row.iter() {
            axpy(x, scores.row(columns[term as usize]), &mut own);
        }
        let best = crate::arithmetic::argmax(&own);
        fits.push(own[best]);
        labels.push(best);
    }
    let mut sizes = vec![0usize; k];
    labels.iter().for_each(|&label| sizes[label] += 1);
    for cluster in 0..k {
        if sizes[cluster] > 0 {
            continue;
        }
        let movable = (0..labels.len()).filter(|&i| sizes[labels[i]] > 1);
        let worst = movable.min_by(|&a, &b| fits[a].total_cmp(&fits[b]).then(a.cmp(&b)));
        if let Some(worst) = worst {
            sizes[labels[worst]] -= 1;
            sizes[cluster] = 1;
            labels[worst] = cluster;
        }
    }
    labels
}

/// Renumbers the clusters as classes: the matching with most agreement with the labelled
/// documents, and with the votes of labelled words where there are no such documents.
fn match_classes(solution: &mut Solution, view: &View, known: &Supervision) {
    let k = known.n_classes();
    let mut overlap = DenseMatrix::zeros(k, k);
    let words = word_targets(known, view.rows.n_columns());
    let votes = (!words.is_empty()).then(|| tri::start::votes(&view.rows, &words, k));
    for j in 0..known.documents.len() {
        let cluster = crate::arithmetic::argmax(solution.scores.row(j));
        match (known.documents[j], &votes) {
            (Some(class), _) => overlap[(cluster, class)] += 1.0,
            (None, Some(votes)) if known.n_labelled() == 0 => {
                axpy(1.0, votes.row(j), overlap.row_mut(cluster));
            }
            _ => {}
        }
    }
    let partners = assign::maximum(k, k, |cluster, class| overlap[(cluster, class)]);
    let mut old = vec![0; k];
    for (cluster, class) in partners.into_iter().enumerate() {
        old[class.unwrap_or(cluster)] = cluster;
    }
    let reorder = |table: &DenseMatrix| {
        DenseMatrix::from_fn(table.n_rows(), k, |i, class| table[(i, old[class])])
    };
    solution.scores = reorder(&solution.scores);
    for part in &mut solution.parts {
        part.weights = reorder(&part.weights);
        part.biases = old.iter().map(|&cluster| part.biases[cluster]).collect();
    }
}

type Built = Result<Box<dyn Classifier>, ClassifyError>;

fn built(name: &'static str, kind: Kind, options: &Options) -> Built {
    let parameters = match kind {
        Kind::Itcc(n) | Kind::Ecc(n) if n == 0 || n > 10_000 => {
            return Err(BadParameter::new("word_clusters", n, "between 1 and 10000").into());
        }
        Kind::Itcc(n) | Kind::Ecc(n) => json!({"word_clusters": n}),
        Kind::KMeans | Kind::Centroid => json!({"restarts": RESTARTS}),
        Kind::Tnmf => json!({"iterations": 60}),
    };
    Fitter::boxed(name, Clusters(kind), parameters, options)
}

pub(crate) fn build_kmeans(options: &Options) -> Built {
    built("kmeans", Kind::KMeans, options)
}

pub(crate) fn build_tnmf(options: &Options) -> Built {
    built("tnmf", Kind::Tnmf, options)
}

pub(crate) fn build_itcc(options: &Options) -> Built {
    built(
        "itcc",
        Kind::Itcc(options.word_clusters.unwrap_or(20)),
        options,
    )
}

pub(crate) fn build_ecc(options: &Options) -> Built {
    built(
        "ecc",
        Kind::Ecc(options.word_clusters.unwrap_or(20)),
        options,
    )
}

pub(crate) fn build_centroid(options: &Options) -> Built {
    built("centroid", Kind::Centroid, options)
}

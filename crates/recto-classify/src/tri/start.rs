//! Starts of the tri-factorisation.

use super::problem::{Problem, Targets};
use super::{Factors, Start, step};
use crate::arithmetic::inverse;
use recto_math::dense::normalize;
use recto_math::factor::{by_rows, gram, random_positive, times};
use recto_math::{Cancelled, CsrMatrix, DenseMatrix, Run, assign, cluster::kmeans};

/// Share of a labelled row's mass that its label gets; the rest is spread, because a
/// multiplicative rule never leaves zero.
const SURE: f64 = 0.9;

/// The factors that a fit starts from, with their objective.
pub(super) fn start(problem: &Problem<'_>, run: &Run<'_>) -> Result<Factors, Cancelled> {
    let (documents, words) = match problem.params.start {
        Start::Labels => from_labels(problem),
        Start::KMeans => from_kmeans(problem, run)?,
        Start::Random => random(problem, run),
    };
    let core = core(problem.x, &documents, &words);
    let mut factors = Factors {
        documents,
        core,
        words,
        history: Vec::new(),
    };
    if problem.params.start == Start::KMeans {
        match_classes(&mut factors);
    }
    factors.history.push(step::objective(problem, &factors));
    Ok(factors)
}

/// Votes of labelled words for the classes of documents: the mean weight of a class' words,
/// each class scaled to the same total. Rows sum to 1.
pub(crate) fn votes(x: &CsrMatrix, words: &Targets, n_classes: usize) -> DenseMatrix {
    let mut votes = raw_votes(x, words, n_classes);
    let mean = votes.values().iter().sum::<f64>() / votes.values().len().max(1) as f64;
    votes
        .values_mut()
        .iter_mut()
        .for_each(|v| *v += 1e-3 * mean);
    votes.normalize_rows();
    votes
}

/// [`votes`] before they are smoothed and rows are normalised; columns sum to 1.
pub(crate) fn raw_votes(x: &CsrMatrix, words: &Targets, n_classes: usize) -> DenseMatrix {
    let mass = words.mass();
    let mut labels = DenseMatrix::zeros(x.n_columns(), n_classes);
    for (word, label) in words.iter() {
        for (k, entry) in labels.row_mut(word).iter_mut().enumerate() {
            *entry = label[k] / mass[k].max(1.0);
        }
    }
    let mut votes = times(x, &labels);
    votes.normalize_columns();
    votes
}

fn scaled(row: &mut [f64], scale: &[f64]) {
    row.iter_mut().zip(scale).for_each(|(x, scale)| *x *= scale);
}

fn from_labels(problem: &Problem<'_>) -> (DenseMatrix, DenseMatrix) {
    let k = problem.n_classes;
    let votes = votes(problem.x, problem.words, k);
    let soften = |label: &[f64], row: &mut [f64]| {
        for (x, label) in row.iter_mut().zip(label) {
            *x = SURE * label + (1.0 - SURE) / k as f64;
        }
    };
    let documents = by_rows(problem.x.n_rows(), k, |j, row| {
        match problem.documents.get(j) {
            Some(label) => soften(label, row),
            None => row.copy_from_slice(votes.row(j)),
        }
        scaled(row, &problem.document_scale);
    });
    let profiles = profiles(problem, &documents);
    let words = by_rows(problem.x.n_columns(), k, |i, row| {
        match problem.words.get(i) {
            Some(label) => soften(label, row),
            None => row.copy_from_slice(profiles.row(i)),
        }
        scaled(row, &problem.word_scale);
    });
    (documents, words)
}

/// Share of each class in the use of each word, by the classes of documents.
fn profiles(problem: &Problem<'_>, documents: &DenseMatrix) -> DenseMatrix {
    let mut profiles = times(problem.transposed, documents);
    profiles.normalize_columns();
    for row in profiles.rows_mut() {
        row.iter_mut().for_each(|x| *x += 1e-9);
        normalize(row);
    }
    profiles
}

/// MFLK alg. 1 with 0.2 added, because zeros would stay. Without any labelled word, words
/// start from the profiles of the clusters: equal columns would stay equal.
fn from_kmeans(
    problem: &Problem<'_>,
    run: &Run<'_>,
) -> Result<(DenseMatrix, DenseMatrix), Cancelled> {
    let k = problem.n_classes;
    let found = kmeans::solve_sparse(problem.x, k, 10, run)?;
    let documents = by_rows(problem.x.n_rows(), k, |j, row| {
        row.fill(0.2);
        row[found.labels[j]] += 1.0;
        scaled(row, &problem.document_scale);
    });
    let profiles = problem
        .words
        .is_empty()
        .then(|| profiles(problem, &documents));
    let words = by_rows(problem.x.n_columns(), k, |i, row| {
        match (problem.words.get(i), &profiles) {
            (Some(label), _) => row.copy_from_slice(label),
            (None, Some(profiles)) => row.copy_from_slice(profiles.row(i)),
            (None, None) => row.fill(1.0 / k as f64),
        }
        if problem.words.get(i).is_some() {
            row.iter_mut().for_each(|x| *x += 0.2);
        }
        scaled(row, &problem.word_scale);
    });
    Ok((documents, words))
}

fn random(problem: &Problem<'_>, run: &Run<'_>) -> (DenseMatrix, DenseMatrix) {
    let draw = |n: usize, purpose: &str| random_positive(n, problem.n_classes, run.seed, purpose);
    let mut documents = draw(problem.x.n_rows(), "tri documents");
    let mut words = draw(problem.x.n_columns(), "tri words");
    // Labelled rows start at their labels, as the papers have it.
    for (factor, targets) in [
        (&mut documents, problem.documents),
        (&mut words, problem.words),
    ] {
        for (row, label) in targets.iter() {
            let soft = label.iter().map(|label| label + 0.01);
            factor
                .row_mut(row)
                .iter_mut()
                .zip(soft)
                .for_each(|(x, y)| *x = y);
        }
    }
    documents
        .rows_mut()
        .for_each(|row| scaled(row, &problem.document_scale));
    words
        .rows_mut()
        .for_each(|row| scaled(row, &problem.word_scale));
    (documents, words)
}

/// The least-squares core of given factors, floored at a thousandth of its largest entry.
fn core(x: &CsrMatrix, documents: &DenseMatrix, words: &DenseMatrix) -> DenseMatrix {
    let between = documents.transpose().times(&times(x, words));
    let ridge = |factor: &DenseMatrix| {
        let mut square = gram(factor);
        (0..square.n_rows()).for_each(|k| square[(k, k)] += 1e-12);
        inverse(&square)
    };
    let mut core = ridge(documents).times(&between).times(&ridge(words));
    let largest = core
        .values()
        .iter()
        .fold(0.0, |most: f64, x| most.max(x.abs()));
    let floor = (1e-3 * largest).max(step::FLOOR);
    core.values_mut().iter_mut().for_each(|x| *x = x.max(floor));
    core
}

/// Renumbers document classes so that the trace of the core is largest: k-means classes
/// have no identity.
fn match_classes(factors: &mut Factors) {
    let k = factors.core.n_rows();
    let partners = assign::maximum(k, k, |row, column| factors.core[(row, column)]);
    let mut old = vec![0; k];
    for (row, column) in partners.into_iter().enumerate() {
        old[column.unwrap_or(row)] = row;
    }
    let core = &factors.core;
    factors.core = DenseMatrix::from_fn(k, k, |row, column| core[(old[row], column)]);
    let documents = &factors.documents;
    factors.documents = DenseMatrix::from_fn(documents.n_rows(), k, |j, column| {
        documents[(j, old[column])]
    });
}

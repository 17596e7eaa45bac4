//! The model behind the questions, fitted anew after each answer.

use super::pool::Pool;
use super::settings::Learner;
use crate::arithmetic::softmax_rows;
use crate::auto::{AGREEMENT, WEIGHT, agreement};
use crate::baselines::graph::GradsCandidates;
use crate::blend::{mixed, spread};
use crate::distil::{self, Distil, factorise};
use crate::engine::{Engine, Input, Solution, logarithms};
use crate::model::Part;
use crate::nbem::{self, NaiveBayesEm};
use crate::tri::{self, Factors};
use crate::{ClassifyError, Corpus, Supervision};
use recto_math::dense::axpy;
use recto_math::{DenseMatrix, Run};
use std::collections::BTreeMap;
use std::sync::Mutex;

/// A fitted model.
pub(super) struct Fitted {
    /// What was known, over the classes that have a label.
    pub(super) known: Supervision,
    /// Those classes among all, increasing.
    pub(super) present: Vec<usize>,
    /// Class distributions of the documents of the pool, over all classes.
    pub(super) documents: DenseMatrix,
    /// Class distributions of words, over all classes.
    pub(super) words: DenseMatrix,
    /// Weights of words for the classes present, of a learner that has them.
    pub(super) weights: Option<DenseMatrix>,
    /// The factorisation, where a strategy needs it.
    pub(super) factors: Option<Factors>,
    /// What labels would do to the graph, where the learner is one.
    pub(super) graph: Option<GradsCandidates>,
    /// Expected utilities of candidates (whether a word, and its place) so far.
    pub(super) utilities: Mutex<BTreeMap<(bool, usize), f64>>,
    /// Scorers of other documents, over the classes present.
    parts: Vec<Part>,
    guess_weight: f64,
}

impl Fitted {
    /// Fits `learner` to what is known of a pool; `None` while fewer than two classes have a
    /// label.
    pub(super) fn new(
        (corpus, pool): (&Corpus, &mut Pool),
        known: &Supervision,
        learner: Learner,
        needs_factors: bool,
        run: &Run<'_>,
    ) -> Result<Option<Self>, ClassifyError> {
        let present = present(known);
        if present.len() < 2 {
            return Ok(None);
        }
        let reduced = reduced(&pool.known(known), &present);
        let input = pool.input(corpus);
        if reduced.check(input.corpus).is_err() {
            return Ok(None);
        }
        let factors = if learner == Learner::Tri || (needs_factors && learner == Learner::Head) {
            let view = input.default_view();
            let shares = reduced.class_shares();
            let params = tri::Params::default();
            Some(factorise(&view, &reduced, shares.as_deref(), params, run)?)
        } else {
            None
        };
        run.report("fitting", 0, Some(1))?;
        let graph = (learner == Learner::Grads)
            .then(|| GradsCandidates::new(input.default_view(), &reduced));
        let solution = match (&factors, &graph) {
            (Some(factors), _) if learner == Learner::Tri => of_factors(factors, &input),
            (_, Some(graph)) => of_graph(graph),
            _ => head(&input, &reduced, run)?,
        };
        pool.views = input.into_views();
        let k = known.n_classes();
        let documents = softmax_rows(&solution.scores);
        let words = solution.words;
        let even = || DenseMatrix::filled(corpus.n_terms(), present.len(), 1.0 / k as f64);
        Ok(Some(Self {
            documents: expanded(&documents, &present, k),
            words: expanded(&words.unwrap_or_else(even), &present, k),
            weights: weights(&solution.parts),
            factors,
            graph,
            utilities: Mutex::default(),
            parts: solution.parts,
            guess_weight: solution.guess_weight,
            known: reduced,
            present,
        }))
    }

    /// Class distributions of documents outside the pool, given by their counts.
    pub(super) fn predict(
        &self,
        counts: &recto_math::CsrMatrix,
        guesses: Option<&DenseMatrix>,
        k: usize,
    ) -> DenseMatrix {
        let mut scores = DenseMatrix::zeros(counts.n_rows(), self.present.len());
        for part in &self.parts {
            let rows = part.weighting.apply(counts);
            axpy(1.0, part.scores(&rows).values(), scores.values_mut());
        }
        if let Some(guesses) = guesses.filter(|guesses| guesses.n_columns() == scores.n_columns()) {
            let guesses = logarithms(guesses);
            axpy(self.guess_weight, guesses.values(), scores.values_mut());
        }
        expanded(&softmax_rows(&scores), &self.present, k)
    }
}

/// The factorisation as a solution.
fn of_factors(factors: &Factors, input: &Input<'_>) -> Solution {
    Solution {
        scores: logarithms(&factors.document_posteriors()),
        parts: vec![Part::factors(
            input.default_view().weighting.clone(),
            factors,
        )],
        guess_weight: 0.0,
        words: Some(factors.word_posteriors()),
        history: Vec::new(),
        warnings: Vec::new(),
    }
}

/// Least squares on documents and words. Potentials are small: on the scale of their spread
/// they tell sure from unsure.
fn of_graph(graph: &GradsCandidates) -> Solution {
    let mut solution = graph.solution();
    let rescale = |table: &mut DenseMatrix| {
        let factor = 1.0 / spread(table);
        table.values_mut().iter_mut().for_each(|s| *s *= factor);
    };
    rescale(&mut solution.scores);
    if let Some(part) = solution.parts.first() {
        let mut potentials = part.weights.clone();
        rescale(&mut potentials);
        solution.words = Some(softmax_rows(&potentials));
    }
    solution
}

/// The recommended classifier without its choice on folds, which takes fifteen fits: the
/// distilled head, together with naive Bayes where both agree.
fn head(input: &Input<'_>, known: &Supervision, run: &Run<'_>) -> Result<Solution, ClassifyError> {
    let head = Distil(distil::Params::default()).solve(input, known, run)?;
    let bayes = NaiveBayesEm(nbem::Params::default()).solve(input, known, run)?;
    if agreement(&head.scores, &bayes.scores, known) >= AGREEMENT {
        let words = head.words.clone();
        let mut sum = mixed(vec![(1.0, head), (WEIGHT, bayes)], input, known);
        sum.words = words;
        return Ok(sum);
    }
    Ok(head)
}

/// Classes that have a labelled document or word; all of them where there are guesses.
pub(super) fn present(known: &Supervision) -> Vec<usize> {
    let mut mass = known.class_counts();
    for row in known.words.values() {
        axpy(1.0, row, &mut mass);
    }
    let has_guesses = known.guesses.is_some();
    (0..mass.len())
        .filter(|&class| has_guesses || mass[class] > 0.0)
        .collect()
}

/// What is known over some of the classes, which have all labels.
fn reduced(known: &Supervision, present: &[usize]) -> Supervision {
    if present.len() == known.n_classes() {
        return known.clone();
    }
    let place = |class: usize| present.iter().position(|&own| own == class);
    let row = |row: &Vec<f64>| present.iter().map(|&class| row[class]).collect();
    Supervision {
        classes: present.iter().map(|&k| known.classes[k].clone()).collect(),
        documents: known
            .documents
            .iter()
            .map(|class| place((*class)?))
            .collect(),
        words: known
            .words
            .iter()
            .map(|(&word, label)| (word, row(label)))
            .collect(),
        prior: None,
        guesses: None,
        ..known.clone()
    }
}

/// Distributions over some classes as distributions over `k`.
fn expanded(table: &DenseMatrix, present: &[usize], k: usize) -> DenseMatrix {
    if present.len() == k {
        return table.clone();
    }
    let mut wide = DenseMatrix::zeros(table.n_rows(), k);
    for (narrow, row) in table.rows().zip(wide.rows_mut()) {
        for (&class, &p) in present.iter().zip(narrow) {
            row[class] = p;
        }
    }
    wide
}

/// Sum of the weights of linear scorers, each word's times its own idf; `None` without one.
fn weights(parts: &[Part]) -> Option<DenseMatrix> {
    let mut linear = parts.iter().filter(|part| !part.is_factors);
    let scaled = |part: &Part| {
        let mut weights = part.weights.clone();
        for (row, idf) in weights.rows_mut().zip(&part.weighting.idf) {
            row.iter_mut().for_each(|weight| *weight *= idf);
        }
        weights
    };
    let mut sum = scaled(linear.next()?);
    linear.for_each(|part| axpy(1.0, scaled(part).values(), sum.values_mut()));
    Some(sum)
}

//! The recommended method: the distilled head, alone or together with naive Bayes.
//!
//! On reviews the head is ahead of naive Bayes with EM by several points; where classes are
//! subjects both agree, and their sum is better than either. So the choice is made by what
//! can be seen without labels of the documents asked for:
//!
//! 0. Below [`FEW_DOCUMENTS`] documents there is too little to learn from: where there are
//!    first guesses, they stand alone.
//! 1. If head and naive Bayes agree on at least [`AGREEMENT`] of the unlabelled documents,
//!    their scores are added, naive Bayes with [`WEIGHT`]; otherwise the head stands alone.
//! 2. With [`CHOICE_LABELS`] labelled documents or more, five folds of them are scored by
//!    both ways and by naive Bayes alone; another way than that of step 1 is taken if it is
//!    right more often by more than two standard errors of the paired difference.

use crate::arithmetic::argmax;
use crate::blend::Blend;
use crate::calibration::out_of_fold;
use crate::distil::{self, Distil};
use crate::engine::{Chosen, Engine, Input, Solution};
use crate::nbem::{self, NaiveBayesEm};
use crate::rules::Rules;
use crate::{ClassifyError, Supervision};
use recto_math::{DenseMatrix, Run};

/// Share of unlabelled documents that head and naive Bayes must agree on.
pub const AGREEMENT: f64 = 0.85;

/// Weight of naive Bayes beside the head, both on the scale of their spread.
pub const WEIGHT: f64 = 0.3;

/// Labelled documents from which the choice is checked on folds of them.
pub const CHOICE_LABELS: usize = 50;

/// Documents below which first guesses, where there are any, are taken as they are.
pub const FEW_DOCUMENTS: usize = 50;

/// Standard errors of the paired difference that another way has to be ahead by.
const AHEAD: f64 = 2.0;

/// The method.
#[derive(Clone, Copy)]
pub(crate) struct Auto {
    pub(crate) head: distil::Params,
    pub(crate) bayes: nbem::Params,
}

impl Engine for Auto {
    fn solve(
        &self,
        input: &Input<'_>,
        known: &Supervision,
        run: &Run<'_>,
    ) -> Result<Solution, ClassifyError> {
        match self.chosen(input, known, run)? {
            Some((_, chosen)) => chosen.solve(input, known, run),
            None => self.head().solve(input, known, run),
        }
    }

    fn chosen(
        &self,
        input: &Input<'_>,
        known: &Supervision,
        run: &Run<'_>,
    ) -> Result<Option<Chosen>, ClassifyError> {
        if known.guesses.is_some() && input.corpus.n_documents() < FEW_DOCUMENTS {
            return Ok(Some(("rules", Box::new(Rules))));
        }
        let head = self.head().solve(input, known, run)?;
        let bayes = self.bayes().solve(input, known, run)?;
        let do_agree = agreement(&head.scores, &bayes.scores, known) >= AGREEMENT;
        let mut ways = vec![
            ("distil", self.head()),
            ("distil and nbem", self.both()),
            ("nbem", self.bayes()),
        ];
        if do_agree {
            ways.swap(0, 1);
        }
        let best = if known.n_labelled() < CHOICE_LABELS {
            0
        } else {
            best_on_folds(&ways, input, known, run)?
        };
        Ok(Some(ways.swap_remove(best)))
    }
}

impl Auto {
    fn head(&self) -> Box<dyn Engine> {
        Box::new(Distil(self.head))
    }

    fn bayes(&self) -> Box<dyn Engine> {
        Box::new(NaiveBayesEm(self.bayes))
    }

    fn both(&self) -> Box<dyn Engine> {
        Box::new(Blend(vec![(1.0, self.head()), (WEIGHT, self.bayes())]))
    }
}

/// Share of unlabelled documents on which two tables of scores agree.
pub(crate) fn agreement(a: &DenseMatrix, b: &DenseMatrix, known: &Supervision) -> f64 {
    let unlabelled = (0..a.n_rows()).filter(|&j| known.documents[j].is_none());
    let same: Vec<bool> = unlabelled
        .map(|j| argmax(a.row(j)) == argmax(b.row(j)))
        .collect();
    let n_same = same.iter().filter(|&&same| same).count();
    n_same as f64 / same.len().max(1) as f64
}

/// Index of the best way: the first, unless another is ahead by [`AHEAD`] standard errors.
fn best_on_folds(
    ways: &[Chosen],
    input: &Input<'_>,
    known: &Supervision,
    run: &Run<'_>,
) -> Result<usize, ClassifyError> {
    let mut right = Vec::new();
    for (_, way) in ways {
        let (documents, scores) = out_of_fold(way.as_ref(), input, known, run)?;
        let is_right =
            |(&j, scores): (&usize, &Vec<f64>)| known.documents[j] == Some(argmax(scores));
        right.push(
            documents
                .iter()
                .zip(&scores)
                .map(is_right)
                .collect::<Vec<bool>>(),
        );
    }
    let count = |way: usize, other: usize| {
        let pairs = right[way].iter().zip(&right[other]);
        pairs.filter(|(own, other)| **own && !**other).count() as f64
    };
    let is_ahead = |way: usize, other: usize| {
        let (won, lost) = (count(way, other), count(other, way));
        won - lost > AHEAD * (won + lost).sqrt()
    };
    let better = |best: usize, way: usize| if is_ahead(way, best) { way } else { best };
    Ok((1..ways.len()).fold(0, better))
}

//! Answers that need no learning.

use super::answers::{Classes, Guess, Subject};
use crate::Error;
use crate::reading::language_of;
use rayon::prelude::*;
use recto_classify::lexicon::Lexicon;
use recto_classify::polarity::{Rules, score};
use recto_math::{Cancelled, Run};
use recto_text::{Analysis, Analyzer, Document, UnitKind};

/// The trivial answers to a reference, by name.
pub(super) fn all(
    subjects: &[Subject<'_>],
    classes: &Classes,
    run: &Run<'_>,
) -> Result<Vec<(&'static str, Vec<Guess>)>, Error> {
    let majority = ("majority", majority(subjects, classes));
    let lexicon = lexicon(subjects, classes, run)?.map(|answers| ("lexicon", answers));
    Ok([majority].into_iter().chain(lexicon).collect())
}

/// The commonest true label (the first of equals), with the shares of all labels as
/// probabilities: nothing that looks at no document does better.
fn majority(subjects: &[Subject<'_>], classes: &Classes) -> Vec<Guess> {
    let mut counts = vec![0usize; classes.n_true];
    let truths = subjects.iter().flat_map(|subject| &subject.truths);
    truths.for_each(|&class| counts[class] += 1);
    let total = counts.iter().sum::<usize>() as f64;
    let better = |best: usize, k: usize| if counts[k] > counts[best] { k } else { best };
    let answer = Guess {
        p: Some(
            counts
                .iter()
                .map(|&n| n as f64 / total)
                .enumerate()
                .collect(),
        ),
        ..Guess::of(Some((0..counts.len()).fold(0, better)))
    };
    vec![answer; subjects.len()]
}

/// Names of praise and blame that a reference may use.
const OPINIONS: [[&str; 2]; 2] = [["pos", "neg"], ["positive", "negative"]];

/// More praise or more blame by the words of the built-in lexicon, no answer where they are
/// level; `None` unless all documents are English texts that are for or against.
fn lexicon(
    subjects: &[Subject<'_>],
    classes: &Classes,
    run: &Run<'_>,
) -> Result<Option<Vec<Guess>>, Cancelled> {
    let names = &classes.names[..classes.n_true];
    let number = |name: &str| names.iter().position(|own| own == name);
    let opinions = OPINIONS
        .iter()
        .find_map(|[praise, blame]| Some([number(praise)?, number(blame)?]))
        .filter(|_| names.len() == 2);
    let document = |subject: &Subject<'_>| Some(Document::new(subject.id, subject.text?));
    let documents: Option<Vec<Document>> = subjects.iter().map(document).collect();
    let (Some([praise, blame]), Some(documents)) = (opinions, documents) else {
        return Ok(None);
    };
    let language = language_of(documents.iter());
    if language.code != "en" {
        return Ok(None);
    }
    let analyzer = Analyzer::new(Analysis::Sentiment, language);
    let answer = |document: &Document| {
        let units = analyzer.units(document, UnitKind::Sentence, run)?;
        let value = score(&units, Lexicon::english(), Rules::All).value;
        let label = if value > 0.0 {
            Some(praise)
        } else if value < 0.0 {
            Some(blame)
        } else {
            None
        };
        Ok(Guess::of(label))
    };
    let answers: Result<Vec<Guess>, Cancelled> = documents.par_iter().map(answer).collect();
    answers.map(Some)
}

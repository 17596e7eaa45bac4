//! What is known before a fit: words of a lexicon, labelled documents, a vocabulary.

use super::Kind;
use super::lexicons::WordList;
use crate::two_classes::Set;
use recto_classify::corpus::{Choice, information_gain};
use recto_classify::{ClassifyError, Corpus, Supervision};
use recto_math::rng;
use std::borrow::Cow;

/// The share that is labelled while the vocabulary grows.
const VOCABULARY_SHARE: f64 = 0.1;

/// Most telling words, of which those with a label are drawn.
const ORACLE_WORDS: usize = 100;

/// Share of the documents that may be labelled in the experiment with the core.
const TRAINING: f64 = 0.7;

/// What is known in one column of a table.
#[derive(Debug, Clone, Copy)]
pub(super) enum Given {
    /// The words of a lexicon, by its index.
    Lexicon(usize),
    /// A share of the words of the first lexicon.
    LexiconShare(f64),
    /// The first lexicon, a tenth of the documents, and a vocabulary of this size.
    Vocabulary(Kind, usize),
    /// The first lexicon and a share of the documents.
    Labels(f64),
    /// Numbers of documents and of telling words.
    Both(usize, usize),
}

/// What a fit works on.
pub(super) struct Trial<'s> {
    pub(super) corpus: Cow<'s, Corpus>,
    pub(super) known: Supervision,
    pub(super) truth: &'s [usize],
    /// Documents that accuracy is measured on.
    pub(super) asked: Vec<usize>,
}

pub(super) fn training(set: &Set) -> usize {
    (TRAINING * set.truth.len() as f64).floor() as usize
}

/// A seeded order of the numbers below `n`.
fn shuffled(n: usize, seed: u64, purpose: &str) -> Vec<usize> {
    let mut order: Vec<usize> = (0..n).collect();
    rng::shuffle(&mut rng::stream(seed, purpose, 0), &mut order);
    order
}

impl Given {
    pub(super) fn trial<'s>(
        self,
        set: &'s Set,
        lexicons: &[WordList],
        seed: u64,
    ) -> Result<Trial<'s>, ClassifyError> {
        let mut known = Supervision::new(set.classes.clone(), set.truth.len());
        if let Self::Both(documents, words) = self {
            return Ok(both(set, known, documents, words, seed));
        }
        label_documents(&mut known, set, self.labelled_share(), seed);
        let corpus = match self {
            Self::Vocabulary(kind, size) => {
                let all = || set.truth.iter().map(|&class| Some(class)).collect();
                let choice = match kind {
                    Kind::GainOfAll => Choice::InformationGain(all()),
                    Kind::GainOfLabelled => Choice::InformationGain(known.documents.clone()),
                    _ => Choice::Frequency,
                };
                Cow::Owned(set.corpus_of(size, choice)?)
            }
            _ => Cow::Borrowed(&set.corpus),
        };
        let list = match self {
            Self::Lexicon(at) => &lexicons[at],
            _ => &lexicons[0],
        };
        let share = match self {
            Self::LexiconShare(share) => share,
            _ => 1.0,
        };
        label_words(&mut known, set, &corpus, list, share, seed);
        let asked = (0..set.truth.len()).filter(|&j| known.documents[j].is_none());
        Ok(Trial {
            asked: asked.collect(),
            corpus,
            known,
            truth: &set.truth,
        })
    }

    fn labelled_share(self) -> f64 {
        match self {
            Self::Labels(share) => share,
            Self::Vocabulary(..) => VOCABULARY_SHARE,
            _ => 0.0,
        }
    }
}

fn label_documents(known: &mut Supervision, set: &Set, share: f64, seed: u64) {
    let n = set.truth.len();
    let labelled = (share * n as f64).round() as usize;
    for &j in &shuffled(n, seed, "labelled documents")[..labelled] {
        known.label_document(j, set.truth[j]);
    }
}

fn label_words(
    known: &mut Supervision,
    set: &Set,
    corpus: &Corpus,
    list: &WordList,
    share: f64,
    seed: u64,
) {
    let Some(positive) = set.positive() else {
        return;
    };
    let n = (share * list.words.len() as f64).ceil() as usize;
    for &at in &shuffled(list.words.len(), seed, "labelled words")[..n] {
        let (word, is_positive) = &list.words[at];
        let class = if *is_positive { positive } else { 1 - positive };
        if let Some(id) = corpus.id(word) {
            known.label_word(id, class);
        }
    }
}

/// Random documents of the training part and random words of the most telling there; the
/// other documents are asked for.
fn both(set: &Set, mut known: Supervision, documents: usize, words: usize, seed: u64) -> Trial<'_> {
    let order = shuffled(set.truth.len(), seed, "labelled documents");
    let (train, test) = order.split_at(training(set));
    let mut seen = vec![None; set.truth.len()];
    train.iter().for_each(|&j| seen[j] = Some(set.truth[j]));
    let gain = information_gain(set.corpus.counts(), &seen);
    let mut telling: Vec<usize> = (0..set.corpus.n_terms()).collect();
    telling.sort_by(|&a, &b| gain.gains[b].total_cmp(&gain.gains[a]).then(a.cmp(&b)));
    telling.truncate(ORACLE_WORDS);
    for &j in train.iter().take(documents) {
        known.label_document(j, set.truth[j]);
    }
    let drawn = shuffled(telling.len(), seed, "labelled words");
    for at in drawn.into_iter().take(words) {
        known.label_word(telling[at] as u32, gain.classes[telling[at]]);
    }
    Trial {
        corpus: Cow::Borrowed(&set.corpus),
        known,
        truth: &set.truth,
        asked: test.to_vec(),
    }
}

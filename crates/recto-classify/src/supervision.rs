//! What is known before a fit: classes, labelled documents, labelled words, class shares.

use crate::arithmetic::argmax;
use crate::engine::says_something;
use crate::{ClassifyError, Corpus};
use recto_math::DenseMatrix;
use std::collections::BTreeMap;

/// Known labels of documents and words.
///
/// ```
/// use recto_classify::Supervision;
/// let mut known = Supervision::new(["negative", "positive"], 3);
/// known.label_document(0, 1);
/// known.label_word(7, 0);
/// known.label_word_softly(9, vec![0.3, 0.7]);
/// assert_eq!(known.n_labelled(), 1);
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Supervision {
    /// Names of the classes.
    pub classes: Vec<String>,
    /// Class of each document; `None` where it is unknown.
    pub documents: Vec<Option<usize>>,
    /// Distribution over the classes of each labelled term, by its id.
    pub words: BTreeMap<u32, Vec<f64>>,
    /// Share of each class among the documents; `None` if it is unknown.
    pub prior: Option<Vec<f64>>,
    /// A first guess of the class of each document, documents by classes, rows that sum to 1:
    /// what rules read in the text (see [`polarity`](crate::polarity)). `None` if nobody
    /// guesses.
    pub guesses: Option<DenseMatrix>,
    /// Whether the labelled documents are a random sample of all documents, so that shares
    /// of classes may be estimated from them. Not so if they were chosen to be asked.
    pub is_random_sample: bool,
    /// Whether a class may have neither a labelled word nor a labelled document.
    pub allows_unlabelled_class: bool,
}

impl Supervision {
    /// Nothing but the names of the classes, for a corpus of `n_documents`.
    pub fn new<T: Into<String>>(classes: impl IntoIterator<Item = T>, n_documents: usize) -> Self {
        Self {
            classes: classes.into_iter().map(Into::into).collect(),
            documents: vec![None; n_documents],
            words: BTreeMap::new(),
            prior: None,
            guesses: None,
            is_random_sample: true,
            allows_unlabelled_class: false,
        }
    }

    /// Labels a document; a later label replaces an earlier one.
    ///
    /// # Panics
    /// If there is no such document.
    pub fn label_document(&mut self, document: usize, class: usize) {
        self.documents[document] = Some(class);
    }

    /// Labels a term with one class.
    pub fn label_word(&mut self, term: u32, class: usize) {
        let row = (0..self.classes.len()).map(|k| f64::from(u8::from(k == class)));
        self.words.insert(term, row.collect());
    }

    /// Labels a term with a distribution over the classes.
    pub fn label_word_softly(&mut self, term: u32, row: Vec<f64>) {
        self.words.insert(term, row);
    }

    /// Number of classes.
    pub fn n_classes(&self) -> usize {
        self.classes.len()
    }

    /// Number of labelled documents.
    pub fn n_labelled(&self) -> usize {
        self.documents.iter().flatten().count()
    }

    /// Number of labelled documents of each class.
    pub fn class_counts(&self) -> Vec<f64> {
        let mut counts = vec![0.0; self.n_classes()];
        for &class in self.documents.iter().flatten() {
            counts[class] += 1.0;
        }
        counts
    }

    /// Class shares: as given; else `(count + 1) / (total + K)` if the labelled documents
    /// are a random sample whose counts are unlikely to come from equal shares (further
    /// than [`UNEVEN`] standard errors); else `None`. Shares of few labels are noise: cutting
    /// scores by them cost up to seven points on balanced news.
    pub fn class_shares(&self) -> Option<Vec<f64>> {
        if self.prior.is_some() || !self.is_random_sample {
            return self.prior.clone();
        }
        uneven_shares(&self.class_counts(), UNEVEN, 1.0)
    }

    /// [`class_shares`](Self::class_shares), or where no document is labelled and first guesses
    /// lean to one of two classes, the shares that explain them: guesses are wrong for one
    /// document in six ([`WRONG_GUESSES`]), so that `p` of them for a class are explained by a
    /// share of `(p - w) / (1 - 2 w)`. `None` where that is near even ([`NEARLY_EVEN`]).
    ///
    /// Treating classes alike although nearly all documents are of one cost up to thirty points
    /// of accuracy on piles of reviews, and balanced piles are read as before: bench/README.md.
    pub fn expected_shares(&self) -> Option<Vec<f64>> {
        let guesses = || {
            let is_unlabelled = self.is_random_sample && self.n_labelled() == 0;
            let guesses = self.guesses.as_ref();
            guesses.filter(|all| is_unlabelled && all.n_columns() == 2)
        };
        self.class_shares().or_else(|| shares_behind(guesses()?))
    }

    /// How far the labelled words reach. Below a hundredth of the tokens a lexicon is
    /// probably one of another language.
    pub fn coverage(&self, corpus: &Corpus) -> Coverage {
        let is_labelled = |term: u32| self.words.contains_key(&term);
        let (mut documents, mut tokens, mut all) = (0, 0.0, 0.0);
        for row in corpus.counts().rows() {
            documents += usize::from(row.columns.iter().any(|&term| is_labelled(term)));
            let labelled = row.iter().filter(|&(term, _)| is_labelled(term));
            tokens += labelled.map(|(_, n)| n).sum::<f64>();
            all += row.sum();
        }
        Coverage {
            words: self.words.len(),
            documents,
            tokens: tokens / all,
        }
    }

    /// The same without the labels of these documents.
    pub fn without(&self, documents: &[usize]) -> Self {
        let mut fewer = self.clone();
        for &document in documents {
            fewer.documents[document] = None;
        }
        fewer
    }

    /// What is known of a part of the documents, in the order given: for
    /// [`Corpus::subset`] of the same ones.
    ///
    /// # Panics
    /// If there is no such document.
    pub fn subset(&self, documents: &[usize]) -> Self {
        let guesses = self.guesses.as_ref();
        Self {
            documents: documents.iter().map(|&j| self.documents[j]).collect(),
            guesses: guesses.map(|all| {
                DenseMatrix::from_fn(documents.len(), all.n_columns(), |i, class| {
                    all[(documents[i], class)]
                })
            }),
            classes: self.classes.clone(),
            words: self.words.clone(),
            prior: self.prior.clone(),
            ..*self
        }
    }

    /// Checks that the labels fit each other and the corpus.
    ///
    /// # Errors
    /// [`ClassifyError`] for the first that does not.
    pub fn check(&self, corpus: &Corpus) -> Result<(), ClassifyError> {
        self.check_fit(corpus)?;
        self.check_coverage()
    }

    /// [`Supervision::check`] without that there be enough labels.
    pub(crate) fn check_fit(&self, corpus: &Corpus) -> Result<(), ClassifyError> {
        self.check_classes()?;
        let (n, k) = (corpus.n_documents(), self.n_classes());
        if self.documents.len() != n {
            return Err(label(
                "labels",
                format!("{} for {n} documents", self.documents.len()),
            ));
        }
        if let Some(guesses) = &self.guesses
            && (guesses.n_rows(), guesses.n_columns()) != (n, k)
        {
            let (rows, columns) = (guesses.n_rows(), guesses.n_columns());
            let found = format!("{rows} rows of {columns} for {n} documents and {k} classes");
            return Err(label("guesses", found));
        }
        for (what, found) in [("documents", n), ("words", corpus.n_terms())] {
            // A guess needs no other documents to compare with.
            if found < k && self.guesses.is_none() {
                let classes = k;
                return Err(ClassifyError::TooFew {
                    what,
                    found,
                    classes,
                });
            }
        }
        if let Some(j) = self
            .documents
            .iter()
            .position(|c| c.is_some_and(|c| c >= k))
        {
            return Err(label(
                format!("document {j}"),
                "there is no such class".into(),
            ));
        }
        for (&term, row) in &self.words {
            let Some(word) = corpus.terms().get(term as usize) else {
                return Err(label(
                    format!("word {term}"),
                    "there is no such term".into(),
                ));
            };
            if row.len() != k || !is_distribution(row) {
                let problem = format!("{row:?} is no distribution over {k} classes");
                return Err(label(word.clone(), problem));
            }
        }
        Ok(())
    }

    fn check_classes(&self) -> Result<(), ClassifyError> {
        let problem = |text: String| Err(ClassifyError::Classes(text));
        if self.n_classes() < 2 {
            return problem(format!("{}, at least 2 are needed", self.n_classes()));
        }
        for (i, class) in self.classes.iter().enumerate() {
            if self.classes[..i].contains(class) {
                return problem(format!("{class} is named twice"));
            }
        }
        match &self.prior {
            Some(prior) if prior.len() != self.n_classes() || !is_distribution(prior) => problem(
                format!("the shares {prior:?} are no distribution over them"),
            ),
            Some(prior) if prior.iter().any(|&share| share <= 0.0) => {
                problem("a class with the share 0 cannot be found".into())
            }
            _ => Ok(()),
        }
    }

    fn check_coverage(&self) -> Result<(), ClassifyError> {
        if self.guesses.is_some() {
            return Ok(());
        }
        if self.words.is_empty() && self.n_labelled() == 0 {
            return Err(ClassifyError::NoLabels);
        }
        let mut mass = self.class_counts();
        for row in self.words.values() {
            recto_math::dense::axpy(1.0, row, &mut mass);
        }
        match mass.iter().position(|&mass| mass == 0.0) {
            Some(class) if !self.allows_unlabelled_class => {
                Err(ClassifyError::UnlabelledClass(self.classes[class].clone()))
            }
            _ => Ok(()),
        }
    }
}

/// How far labelled words reach in a corpus.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
pub struct Coverage {
    /// Labelled words of the vocabulary.
    pub words: usize,
    /// Documents with at least one of them.
    pub documents: usize,
    /// Share of the tokens that they are, from 0 to 1.
    pub tokens: f64,
}

/// Standard errors by which the count of a class must differ from an equal share before
/// shares are estimated from labels.
pub const UNEVEN: f64 = 3.0;

/// Share of first guesses that are wrong: .10 to .26 for documents of one class in four sets of
/// reviews, .16 on average.
pub const WRONG_GUESSES: f64 = 0.16;

/// Shares of two classes that are taken for even: an estimate is off by up to .1.
pub const NEARLY_EVEN: std::ops::RangeInclusive<f64> = 0.35..=0.65;

/// The least share that a class can be estimated to have.
const LEAST_SHARE: f64 = 0.02;

/// Shares of two classes that explain guesses, where they are clearly uneven.
fn shares_behind(guesses: &DenseMatrix) -> Option<Vec<f64>> {
    let mut counts = vec![0.0; 2];
    for j in 0..guesses.n_rows() {
        let row = guesses.row(j);
        if says_something(row) {
            counts[argmax(row)] += 1.0;
        }
    }
    let guessed = uneven_shares(&counts, UNEVEN, 0.0)?[0];
    let first = (guessed - WRONG_GUESSES) / (1.0 - 2.0 * WRONG_GUESSES);
    let first = first.clamp(LEAST_SHARE, 1.0 - LEAST_SHARE);
    (!NEARLY_EVEN.contains(&first)).then(|| vec![first, 1.0 - first])
}

/// Shares of classes from counts of a random sample, each count smoothed; `None` if no count
/// differs from an equal share by more than `errors` standard errors.
pub(crate) fn uneven_shares(counts: &[f64], errors: f64, smoothing: f64) -> Option<Vec<f64>> {
    let (total, k) = (counts.iter().sum::<f64>(), counts.len() as f64);
    let error = (total * (1.0 - 1.0 / k) / k).sqrt();
    let is_uneven = |count: &f64| (count - total / k).abs() > errors * error;
    let share = |count: &f64| (count + smoothing) / (total + smoothing * k);
    let uneven = total > 0.0 && counts.iter().any(is_uneven);
    uneven.then(|| counts.iter().map(share).collect())
}

fn label(item: impl Into<String>, problem: String) -> ClassifyError {
    ClassifyError::Label {
        item: item.into(),
        problem,
    }
}

fn is_distribution(row: &[f64]) -> bool {
    row.iter().all(|&p| (0.0..=1.0).contains(&p)) && (row.iter().sum::<f64>() - 1.0).abs() < 1e-6
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CorpusBuilder, Filter};

    #[test]
    fn shares_are_estimated_from_counts_that_are_clearly_uneven() {
        let mut known = Supervision::new(["a", "b"], 200);
        let label = |known: &mut Supervision, first: usize, n: usize| {
            (0..n).for_each(|j| known.label_document(j, usize::from(j >= first)));
        };
        // 60 of 100 are two standard errors (of 5) from even, 80 are six.
        label(&mut known, 60, 100);
        assert_eq!(known.class_shares(), None);
        label(&mut known, 80, 100);
        assert_eq!(known.class_shares(), Some(vec![81.0 / 102.0, 21.0 / 102.0]));
        known.is_random_sample = false;
        assert_eq!(known.class_shares(), None);
        known.prior = Some(vec![0.5, 0.5]);
        assert_eq!(known.class_shares(), Some(vec![0.5, 0.5]));
    }

    /// 100 documents of which so many are guessed to be of the first class.
    fn guessed(first: usize) -> Supervision {
        let mut known = Supervision::new(["neg", "pos"], 100);
        let guess =
            |j: usize, class: usize| [0.9, 0.1][usize::from(class != usize::from(j >= first))];
        known.guesses = Some(DenseMatrix::from_fn(100, 2, guess));
        known
    }

    #[test]
    fn shares_behind_guesses_undo_what_is_guessed_wrong() {
        // Of 10 and 90 documents 16 in a hundred are guessed wrong: 8.4 + 14.4 and 75.6 + 1.6.
        let shares = guessed(23).expected_shares().expect("uneven");
        assert!((shares[0] - 0.1).abs() < 0.01, "{shares:?}");
        for (guesses, first) in [(10, 0.02), (90, 0.98)] {
            let shares = guessed(guesses).expected_shares().expect("uneven");
            assert!((shares[0] - first).abs() < 1e-12, "{shares:?}");
        }
        assert_eq!(guessed(55).expected_shares(), None);
    }

    #[test]
    fn what_is_known_better_comes_before_guesses() {
        let mut known = guessed(10);
        known.label_document(3, 0);
        assert_eq!(known.expected_shares(), None);
        known.prior = Some(vec![0.7, 0.3]);
        assert_eq!(known.expected_shares(), Some(vec![0.7, 0.3]));
        let mut asked = guessed(10);
        asked.is_random_sample = false;
        assert_eq!(asked.expected_shares(), None);
        assert_eq!(guessed(10).class_shares(), None);
    }

    #[test]
    fn a_part_keeps_the_labels_and_guesses_of_its_documents() {
        let mut known = Supervision::new(["a", "b"], 3);
        known.label_document(2, 1);
        known.guesses = Some(DenseMatrix::from_fn(3, 2, |i, class| {
            (2 * i + class) as f64
        }));
        let part = known.subset(&[2, 0]);
        assert_eq!(part.documents, [Some(1), None]);
        let guesses = part.guesses.expect("there were some");
        assert_eq!(guesses.values(), [4.0, 5.0, 0.0, 1.0]);
        assert_eq!(part.classes, known.classes);
    }

    #[test]
    fn coverage_counts_words_documents_and_tokens() {
        let mut builder = CorpusBuilder::new();
        for text in ["good good boat", "boat", "bad boat"] {
            builder.push_terms(text.split(' '));
        }
        let filter = Filter {
            min_documents: 1,
            ..Filter::default()
        };
        let corpus = builder.finish(&filter).expect("words");
        let mut known = Supervision::new(["bad", "good"], 3);
        known.label_word(corpus.id("good").expect("a term"), 1);
        known.label_word(corpus.id("bad").expect("a term"), 0);
        let found = known.coverage(&corpus);
        assert_eq!((found.words, found.documents, found.tokens), (2, 2, 0.5));
    }
}

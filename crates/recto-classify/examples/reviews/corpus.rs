//! Reviews and news with known classes, as the corpora hold them.

use flate2::read::GzDecoder;
use recto_classify::corpus::{Choice, information_gain};
use recto_classify::lexicon::{Lexicon, positive_share};
use recto_classify::polarity::{self, Rules, negation};
use recto_classify::{Corpus, CorpusBuilder, Filter, Supervision};
use recto_math::{DenseMatrix, Run, Silent, rng};
use recto_text::{Analysis, Analyzer, Document, Language, UnitKind};
use serde_json::Value;
use std::collections::BTreeSet;
use std::io::{BufRead, BufReader};
use std::path::Path;

/// The sets of reviews.
#[allow(dead_code, reason = "tests and the examples use different parts")]
pub(crate) const REVIEWS: [&str; 4] =
    ["movies", "amazon_electronics", "amazon_books", "amazon_dvd"];

/// The sets of news.
#[allow(dead_code, reason = "tests and the example use different parts")]
pub(crate) const NEWS: [&str; 3] = ["ng_baseball_hockey", "ng_ibm_mac", "ng_med_space"];

/// The lexicons that are measured.
#[derive(Clone, Copy)]
pub(crate) enum Words {
    /// That of Hu and Liu, from the corpora.
    HuLiu,
    /// The one that recto brings.
    BuiltIn,
}

/// A set of documents as terms, with their classes.
pub(crate) struct Set {
    pub(crate) terms: Vec<Vec<String>>,
    /// What rules read in each document with either lexicon: probability of praise.
    opinions: Vec<[f64; 2]>,
    pub(crate) truth: Vec<usize>,
    pub(crate) classes: Vec<String>,
}

impl Set {
    /// Reads a set and analyses its texts.
    pub(crate) fn read(folder: &Path, name: &str) -> Self {
        let lexicons = [
            lexicon(folder, Words::HuLiu),
            lexicon(folder, Words::BuiltIn),
        ];
        let file = std::fs::File::open(folder.join(format!("{name}.jsonl.gz"))).expect("a corpus");
        let lines = BufReader::new(GzDecoder::new(file)).lines();
        let rows: Vec<Value> = lines
            .map(|line| serde_json::from_str(&line.expect("UTF-8")).expect("JSON"))
            .collect();
        let text = |row: &Value, key: &str| row[key].as_str().unwrap_or_default().to_string();
        let names: Vec<String> = rows.iter().map(|row| text(row, "label")).collect();
        let classes: BTreeSet<&String> = names.iter().collect();
        let classes: Vec<String> = classes.into_iter().cloned().collect();
        let place = |name: &String| classes.iter().position(|class| class == name);
        let read = rows
            .iter()
            .map(|row| analysed(&text(row, "text"), &lexicons));
        let (terms, opinions) = read.unzip();
        Self {
            terms,
            opinions,
            truth: names.iter().filter_map(place).collect(),
            classes: classes.clone(),
        }
    }

    /// Both sets as one, with the classes of both.
    #[allow(dead_code, reason = "tests and the example use different parts")]
    pub(crate) fn with(mut self, other: Self) -> Self {
        let shift = self.classes.len();
        self.terms.extend(other.terms);
        self.opinions.extend(other.opinions);
        self.truth
            .extend(other.truth.into_iter().map(|class| class + shift));
        self.classes.extend(other.classes);
        self
    }

    /// Only the given documents.
    #[allow(dead_code, reason = "tests and the example use different parts")]
    pub(crate) fn part(&self, documents: &[usize]) -> Self {
        Self {
            terms: documents.iter().map(|&j| self.terms[j].clone()).collect(),
            opinions: documents.iter().map(|&j| self.opinions[j]).collect(),
            truth: documents.iter().map(|&j| self.truth[j]).collect(),
            classes: self.classes.clone(),
        }
    }

    /// All documents of class 0 and a seeded quarter as many of class 1.
    #[allow(dead_code, reason = "tests and the example use different parts")]
    pub(crate) fn unbalanced(&self) -> Self {
        let order = shuffled(self.truth.len(), 99);
        let of = |class: usize| {
            order
                .iter()
                .copied()
                .filter(move |&j| self.truth[j] == class)
        };
        let many: Vec<usize> = of(0).collect();
        let few = of(1).take(many.len() / 4);
        let documents: Vec<usize> = few.chain(many.iter().copied()).collect();
        self.part(&documents)
    }

    /// The corpus of the most frequent terms.
    pub(crate) fn corpus(&self, max_terms: usize) -> Corpus {
        let mut builder = CorpusBuilder::new();
        for terms in &self.terms {
            builder.push_terms(terms);
        }
        let filter = Filter {
            max_terms,
            choice: Choice::Frequency,
            ..Filter::default()
        };
        builder.finish(&filter).expect("words")
    }

    /// Nothing known but a lexicon: its words, and what rules read by it. Class 0 is `neg`.
    #[allow(dead_code, reason = "tests and the examples use different parts")]
    pub(crate) fn lexicon_only(&self, corpus: &Corpus, folder: &Path, words: Words) -> Supervision {
        let mut known = Supervision::new(self.classes.clone(), self.truth.len());
        let lexicon = lexicon(folder, words);
        for (id, term) in (0..).zip(corpus.terms()) {
            if let Some(weight) = negation::weight_of_term(&lexicon, term) {
                let positive = positive_share(weight);
                known.label_word_softly(id, vec![1.0 - positive, positive]);
            }
        }
        known.guesses = Some(self.guesses(words));
        known
    }

    /// What rules read by a lexicon, as probabilities of both classes.
    #[allow(dead_code, reason = "tests and the examples use different parts")]
    pub(crate) fn guesses(&self, words: Words) -> DenseMatrix {
        let p = |opinion: &[f64; 2]| opinion[words as usize];
        let rows = self.opinions.iter().flat_map(|one| [1.0 - p(one), p(one)]);
        DenseMatrix::from_values(2, rows.collect())
    }

    /// Ten random training documents and ten random oracle words of a seeded split, and the
    /// test documents: information gain over the 70 % training documents, top 50 words for
    /// each class.
    #[allow(dead_code, reason = "tests and the example use different parts")]
    pub(crate) fn dual(&self, corpus: &Corpus, n: usize, split: u64) -> (Supervision, Vec<usize>) {
        let order = shuffled(self.truth.len(), split);
        let (train, test) = order.split_at(self.truth.len() * 7 / 10);
        let mut seen = vec![None; self.truth.len()];
        train.iter().for_each(|&j| seen[j] = Some(self.truth[j]));
        let gain = information_gain(corpus.counts(), &seen);
        let mut words: Vec<usize> = (0..corpus.n_terms()).collect();
        words.sort_by(|&a, &b| gain.gains[b].total_cmp(&gain.gains[a]).then(a.cmp(&b)));
        words.truncate(50 * self.classes.len());
        let mut known = Supervision::new(self.classes.clone(), self.truth.len());
        train[..n]
            .iter()
            .for_each(|&j| known.label_document(j, self.truth[j]));
        for at in shuffled(words.len(), split + 1000).into_iter().take(n) {
            known.label_word(words[at] as u32, gain.classes[words[at]]);
        }
        (known, test.to_vec())
    }
}

fn lexicon(folder: &Path, words: Words) -> Lexicon {
    match words {
        Words::BuiltIn => Lexicon::english().clone(),
        Words::HuLiu => {
            let text = std::fs::read_to_string(folder.join("lexicon_huliu.tsv"));
            Lexicon::parse(&text.expect("a lexicon")).expect("words").0
        }
    }
}

/// A seeded order of the numbers below `n`.
pub(crate) fn shuffled(n: usize, seed: u64) -> Vec<usize> {
    let mut order: Vec<usize> = (0..n).collect();
    rng::shuffle(&mut rng::stream(seed, "split", 0), &mut order);
    order
}

/// The terms of a text, those under negation apart, and what rules read by each lexicon.
fn analysed(text: &str, lexicons: &[Lexicon; 2]) -> (Vec<String>, [f64; 2]) {
    let english = Language::from_code("en").expect("English is known");
    let document = Document::new("d", text);
    let analyzer = Analyzer::new(Analysis::Sentiment, english);
    let units = analyzer.units(&document, UnitKind::Sentence, &Run::new(0, &Silent));
    let units = units.expect("nobody cancels");
    let terms = (0..units.len()).flat_map(|unit| {
        let terms = negation::terms(&units, unit).into_iter().flatten();
        terms.map(|term| term.into_owned()).collect::<Vec<_>>()
    });
    let opinion = |lexicon| polarity::score(&units, lexicon, Rules::All).probability();
    (terms.collect(), [&lexicons[0], &lexicons[1]].map(opinion))
}

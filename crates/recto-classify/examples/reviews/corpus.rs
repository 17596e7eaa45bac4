//! Reviews and news with known classes, as the corpora hold them.

use flate2::read::GzDecoder;
use recto_classify::corpus::{Choice, information_gain};
use recto_classify::{Corpus, CorpusBuilder, Filter, Supervision};
use recto_math::{Run, Silent, rng};
use recto_text::{Analysis, Analyzer, Document, Language, UnitKind};
use serde_json::Value;
use std::collections::BTreeSet;
use std::io::{BufRead, BufReader};
use std::path::Path;

/// The sets of reviews.
pub(crate) const REVIEWS: [&str; 4] =
    ["movies", "amazon_electronics", "amazon_books", "amazon_dvd"];

/// The sets of news.
#[allow(dead_code, reason = "tests and the example use different parts")]
pub(crate) const NEWS: [&str; 3] = ["ng_baseball_hockey", "ng_ibm_mac", "ng_med_space"];

/// A set of documents as terms, with their classes.
pub(crate) struct Set {
    pub(crate) terms: Vec<Vec<String>>,
    pub(crate) truth: Vec<usize>,
    pub(crate) classes: Vec<String>,
}

impl Set {
    /// Reads a set and analyses its texts.
    pub(crate) fn read(folder: &Path, name: &str) -> Self {
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
        Self {
            terms: rows.iter().map(|row| terms(&text(row, "text"))).collect(),
            truth: names.iter().filter_map(place).collect(),
            classes: classes.clone(),
        }
    }

    /// Both sets as one, with the classes of both.
    #[allow(dead_code, reason = "tests and the example use different parts")]
    pub(crate) fn with(mut self, other: Self) -> Self {
        let shift = self.classes.len();
        self.terms.extend(other.terms);
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

    /// Nothing known but the words of a lexicon.
    pub(crate) fn lexicon_only(
        &self,
        corpus: &Corpus,
        lexicon: &[(String, String)],
    ) -> Supervision {
        let mut known = Supervision::new(self.classes.clone(), self.truth.len());
        for (word, class) in lexicon {
            let class = self.classes.iter().position(|own| own == class);
            if let (Some(id), Some(class)) = (corpus.id(word), class) {
                known.label_word(id, class);
            }
        }
        known
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

/// The words of a lexicon file with their classes.
pub(crate) fn lexicon(folder: &Path) -> Vec<(String, String)> {
    let text = std::fs::read_to_string(folder.join("lexicon_huliu.tsv")).expect("a lexicon");
    let pair = |line: &str| {
        let (word, class) = line.split_once('\t')?;
        Some((word.to_string(), class.trim().to_string()))
    };
    text.lines().filter_map(pair).collect()
}

/// A seeded order of the numbers below `n`.
pub(crate) fn shuffled(n: usize, seed: u64) -> Vec<usize> {
    let mut order: Vec<usize> = (0..n).collect();
    rng::shuffle(&mut rng::stream(seed, "split", 0), &mut order);
    order
}

fn terms(text: &str) -> Vec<String> {
    let english = Language::from_code("en").expect("English is known");
    let document = Document::new("d", text);
    let analyzer = Analyzer::new(Analysis::Sentiment, english);
    let units = analyzer.units(&document, UnitKind::Paragraph, &Run::new(0, &Silent));
    let units = units.expect("nobody cancels");
    let ids = (0..units.len()).flat_map(|unit| units.terms(unit).collect::<Vec<_>>());
    ids.map(|id| units.vocabulary.term(id).to_string())
        .collect()
}

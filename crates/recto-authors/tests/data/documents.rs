//! Made documents of the corpora, and how a method does on them.

use rayon::prelude::*;
use recto_authors::synthetic::{Cell, Kind, cells};
use recto_authors::trial::{Made, Trial, trial};
use recto_authors::{Decomposer, Options, bayes_ad, methods};
use recto_math::{Run, Silent, rng};
use recto_text::{Analysis, Analyzer, Document, Language, UnitKind};
use std::fmt;
use std::path::Path;

/// Sentences by known authors.
pub(crate) struct Set {
    name: String,
    sources: Vec<Vec<String>>,
}

impl Set {
    /// Reads `essays`, `kjv`, `federalist` or `fiction`, which stands under segmentation.
    pub(crate) fn read(corpora: &Path, name: &str) -> Self {
        let folder = corpora.join(name);
        let sources = match name {
            "federalist" => federalist(&folder.join("federalist.jsonl")),
            "fiction" => fiction(&corpora.with_file_name("segmentation").join(name)),
            _ => texts(&folder),
        };
        Self {
            name: name.to_string(),
            sources,
        }
    }

    /// How many documents the published protocol has.
    pub(crate) fn usual_documents(&self) -> usize {
        match self.name.as_str() {
            "essays" => 456,
            "kjv" => 312,
            _ => 168,
        }
    }

    /// The document of a seed: cells take turns, then the two kinds, then the two halves
    /// of the sources (essays only).
    fn document(&self, seed: u64) -> Made {
        let numbers: &[usize] = if self.sources.len() < 3 {
            &[2]
        } else {
            &[2, 3, 4]
        };
        let cells = cells(numbers);
        let round = seed as usize / cells.len();
        let cell = cells[seed as usize % cells.len()];
        let kind = [Kind::Continued, Kind::Fresh][round % 2];
        let half = (self.name == "essays").then_some(round / 2 % 2);
        self.make(seed, cell, kind, half)
    }

    /// A document of four authors with runs of 25 and two runs each, as published.
    fn published(&self, seed: u64) -> Made {
        let cell = Cell {
            authors: 4,
            run_length: 25,
            runs: 2,
        };
        self.make(seed, cell, Kind::Continued, None)
    }

    /// Number of authors that a document can have.
    pub(crate) fn n_authors(&self) -> usize {
        self.sources.len()
    }

    /// A document of about `n` sentences by so many authors. Several authors continue their
    /// texts or come from another place with every run, in turn; one author is an
    /// excerpt, comes from another place with every run, or from two places in turn.
    pub(crate) fn of_length(&self, seed: u64, authors: usize, n: usize, run_length: usize) -> Made {
        let one = [Kind::Interleaved, Kind::Scattered, Kind::Excerpt];
        let several = [Kind::Continued, Kind::Fresh];
        let kind = if authors == 1 {
            one[(seed / 3 + seed) as usize % one.len()]
        } else {
            several[seed as usize % several.len()]
        };
        // What is interleaved needs two places.
        let authors = authors.max(2);
        let runs = (n as f64 / (authors * run_length) as f64).round().max(1.0);
        let cell = Cell {
            authors,
            run_length,
            runs: runs as usize,
        };
        self.make(seed, cell, kind, None)
    }

    fn make(&self, seed: u64, cell: Cell, kind: Kind, half: Option<usize>) -> Made {
        let sources = self.sources.iter().map(|source| match half {
            None => &source[..],
            Some(0) => &source[..source.len() / 2],
            Some(_) => &source[source.len() / 2..],
        });
        let sources: Vec<&[String]> = sources.collect();
        let mut stream = rng::stream(seed, &self.name, 0);
        Made::draw(&sources, cell, kind, &mut stream)
    }
}

fn texts(folder: &Path) -> Vec<Vec<String>> {
    let mut paths: Vec<_> = std::fs::read_dir(folder)
        .expect("a folder of texts")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|end| end == "txt"))
        .collect();
    paths.sort();
    let lines = |path| {
        let text = std::fs::read_to_string(path).expect("UTF-8");
        let lines = text.lines().filter(|line| !line.trim().is_empty());
        lines.map(String::from).collect()
    };
    paths.iter().map(lines).collect()
}

/// Novels by nine authors, of more than 2,500 sentences each.
const NOVELS: [&str; 9] = [
    "32", "339", "352", "3248", "3634", "3677", "3745", "3804", "3829",
];

/// Sentences of the novels; their lines are paragraphs, divided by lines of equal signs.
fn fiction(folder: &Path) -> Vec<Vec<String>> {
    let english = Language::from_code("en").expect("known");
    let analyzer = Analyzer::new(Analysis::Style, english);
    let sentences = |name: &&str| {
        let text = std::fs::read_to_string(folder.join(format!("{name}.txt"))).expect("UTF-8");
        let lines = text.lines().filter(|line| !line.starts_with("====="));
        let document = Document::new(*name, lines.collect::<Vec<_>>().join("\n"));
        let run = Run::new(0, &Silent);
        let units = analyzer.units(&document, UnitKind::Sentence, &run);
        let units = units.expect("nobody cancels");
        (0..units.len())
            .map(|unit| units.text_of(unit).to_string())
            .collect()
    };
    NOVELS.iter().map(sentences).collect()
}

fn federalist(path: &Path) -> Vec<Vec<String>> {
    #[derive(serde::Deserialize)]
    struct Paper {
        author: String,
        sentences: Vec<String>,
    }
    let text = std::fs::read_to_string(path).expect("UTF-8");
    let papers: Vec<Paper> = text
        .lines()
        .map(|line| serde_json::from_str(line).expect("a paper"))
        .collect();
    let of = |author: &str| -> Vec<String> {
        let own = papers.iter().filter(|paper| paper.author == author);
        let sentences = own.flat_map(|paper| paper.sentences.iter());
        let sentences = sentences.map(|sentence| sentence.replace(['\n', '\r'], " "));
        sentences.filter(|s| !s.trim().is_empty()).collect()
    };
    vec![of("HAMILTON"), of("MADISON")]
}

/// Runs a method; `known` tells it the number of authors.
pub(crate) fn score(made: &Made, method: &str, known: bool) -> Trial {
    let asked = known.then(|| made.n_authors());
    let decomposer: Box<dyn Decomposer> = match method {
        // The comparison with other priors costs three times the time and changes nothing.
        "bayes-ad" => {
            let params = bayes_ad::Params {
                stability: false,
                ..bayes_ad::Params::default()
            };
            Box::new(bayes_ad::BayesAd::new(params, asked).expect("in range"))
        }
        name => {
            let row = methods().iter().find(|row| row.name == name);
            let options = Options {
                authors: asked,
                ..Options::default()
            };
            (row.expect("a row").build)(&options).expect("in range")
        }
    };
    let english = Language::from_code("en").expect("known");
    trial(made, decomposer.as_ref(), english, &Run::new(0, &Silent)).expect("a text")
}

/// Which documents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Documents {
    /// The mix of cells and kinds, of seeds 0, 1, ….
    Mix(usize),
    /// The same, but every seventh, so that few have all cells and both kinds.
    Sample(usize),
    /// Four authors, runs of 25, two runs each.
    Published(usize),
}

impl Documents {
    fn make(self, set: &Set) -> Vec<Made> {
        let made: Vec<Made> = match self {
            Self::Mix(n) => (0..n as u64).map(|seed| set.document(seed)).collect(),
            Self::Sample(n) => (0..n as u64).map(|i| set.document(7 * i)).collect(),
            Self::Published(n) => (0..n as u64).map(|seed| set.published(seed)).collect(),
        };
        made.into_iter()
            .filter(|made| !made.authors.is_empty())
            .collect()
    }
}

/// Scores of documents; those without a sentence are left out.
pub(crate) fn measure(set: &Set, method: &str, documents: Documents, known: bool) -> Vec<Trial> {
    documents
        .make(set)
        .into_par_iter()
        .map(|made| score(&made, method, known))
        .collect()
}

/// Means over documents.
pub(crate) struct Summary {
    pub(crate) documents: usize,
    pub(crate) accuracy: f64,
    /// The standard error of the accuracy.
    pub(crate) error: f64,
    pub(crate) one: f64,
    pub(crate) count: f64,
    /// The share of documents with the right number of authors.
    pub(crate) exact: f64,
    /// Share of units and accuracy in each band.
    pub(crate) bands: [(f64, f64); 3],
}

impl Summary {
    pub(crate) fn of(scores: &[Trial]) -> Self {
        let n = scores.len().max(1) as f64;
        let mean = |of: &dyn Fn(&Trial) -> f64| scores.iter().map(of).sum::<f64>() / n;
        let accuracy = mean(&|score| score.accuracy);
        let variance = mean(&|score| (score.accuracy - accuracy).powi(2));
        let total: usize = scores.iter().flat_map(|s| s.bands).map(|band| band.0).sum();
        let band = |at: usize| {
            let units: usize = scores.iter().map(|score| score.bands[at].0).sum();
            let right: usize = scores.iter().map(|score| score.bands[at].1).sum();
            let share = units as f64 / total.max(1) as f64;
            (share, right as f64 / units.max(1) as f64)
        };
        Self {
            documents: scores.len(),
            accuracy,
            error: (variance / (n - 1.0).max(1.0)).sqrt(),
            one: mean(&|score| score.one),
            count: mean(&|score| score.found as f64),
            exact: mean(&|score| f64::from(u8::from(score.found == score.truth))),
            bands: [band(0), band(1), band(2)],
        }
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:4} documents: accuracy {:.4} ± {:.4} (one author {:.3}), mean count {:.2}, exact {:.2}",
            self.documents, self.accuracy, self.error, self.one, self.count, self.exact
        )?;
        for (name, (share, accuracy)) in ["firm", "weak", "open"].iter().zip(self.bands) {
            write!(f, ", {name} {share:.2} {accuracy:.3}")?;
        }
        Ok(())
    }
}

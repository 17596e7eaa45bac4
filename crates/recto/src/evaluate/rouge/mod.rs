//! Summaries against human ones: ROUGE, in the numbers of ROUGE-1.5.5 or of rouge-score.

mod equivalent;
mod read;

use super::files::{self, Named};
use super::sheet::{Measure as Column, Sheet};
use super::{Answer, Baseline, EvalError, Evaluated, Request, Task, against};
use recto_math::Run;
use recto_math::sample::Better::Higher;
use recto_summarize::rouge::{
    Alphabet, Cut, Measure, Options, Prepared, Rules, Score, Scorer, Variant,
};
use recto_text::token::alphanumeric;
use recto_text::{Document, Warning};
use serde_json::{Value, json};
use std::sync::{Arc, OnceLock};

/// Scores of summaries.
#[derive(Debug, Clone, PartialEq)]
pub struct Rouge {
    /// What is measured.
    pub measures: Vec<Measure>,
    /// By which rules; its alphabet is that of the next field.
    pub options: Options,
    /// What makes a word; `None`: ASCII, unless most words of the references have other
    /// letters.
    pub alphabet: Option<Alphabet>,
    /// Mean over all references but one, each left out once.
    pub jackknife: bool,
    /// Resamples of the documents for intervals of the means; 0 for none.
    pub resamples: usize,
    /// Folder of `wordnet20-exceptions.tsv` and `smart-stopwords.txt`.
    pub data: Option<String>,
}

impl Default for Rouge {
    fn default() -> Self {
        let measures = [
            Measure::N(1),
            Measure::N(2),
            Measure::L,
            Measure::SU(Some(4)),
        ];
        Self {
            measures: measures.to_vec(),
            options: Options::default(),
            alphabet: None,
            jackknife: false,
            resamples: 1000,
            data: None,
        }
    }
}

/// Scores summaries against the references of their documents: JSON lines of `id` and
/// `references`, or a folder of texts, against recto's JSON, JSON lines of `id` and
/// `summary`, or a folder of texts. A second output is compared with the first.
///
/// # Errors
/// [`EvalError`] when an option or a measure is not to be had, when a file cannot be
/// understood, when documents do not match, or when the observer asks to stop.
pub fn rouge(
    task: &Rouge,
    request: &Request<'_>,
    run: &Run<'_>,
) -> Result<Answer<Evaluated>, EvalError> {
    let usage = |error: recto_summarize::SummarizeError| EvalError::Usage(error.to_string());
    // Asked twice: what is wrong with the command line is said before a file is read.
    let scorer = |options, rules| Scorer::new(task.measures.clone(), options, rules).map_err(usage);
    scorer(task.options, Rules::default())?;
    if task.options.stop && task.data.is_none() {
        return Err(EvalError::Usage(NO_STOPS.into()));
    }
    let rules = match &task.data {
        Some(folder) => read::rules(folder, &request.source, run)?,
        None => Rules::default(),
    };
    let rows = files::read(read::references, request.reference, &request.source, run)?;
    let references = read::merged(rows);
    let share = wide_share(&references);
    let alphabet = task.alphabet.unwrap_or(match share > 0.5 {
        true if task.options.variant == Variant::Script => Alphabet::Unicode,
        _ => Alphabet::Ascii,
    });
    let options = Options {
        alphabet,
        ..task.options
    };
    let scoring = Scoring {
        task,
        sheet: Arc::new(sheet(&task.measures)),
        scorer: scorer(options, rules)?,
    };
    let mut answer = against(&scoring, &references, request, run)?;
    answer.warnings.extend(scoring.warnings(share));
    Ok(answer)
}

const NO_STOPS: &str = "--stop-words needs the list: name with --rouge-data the folder that has \
                        smart-stopwords.txt and wordnet20-exceptions.tsv";

/// Share of the words of the references that have a letter outside ASCII.
fn wide_share(references: &[Named<Texts>]) -> f64 {
    let texts = references
        .iter()
        .flat_map(|reference| &reference.item.texts);
    if texts.clone().all(|text| text.is_ascii()) {
        return 0.0;
    }
    let counts = texts.map(|text| match text.is_ascii() {
        true => (0, alphanumeric(text, Alphabet::Ascii).count()),
        false => {
            let words = alphanumeric(text, Alphabet::Unicode);
            words.fold((0, 0), |(wide, all), word| {
                (wide + usize::from(!word.is_ascii()), all + 1)
            })
        }
    });
    let (wide, all) = counts.fold((0, 0), |sum, (wide, all)| (sum.0 + wide, sum.1 + all));
    wide as f64 / all.max(1) as f64
}

fn sheet(measures: &[Measure]) -> Sheet {
    let heads = measures.len() <= 4;
    let columns = measures.iter().flat_map(|measure| {
        let column = |part: &str, said: &str| {
            let key = format!("{}_{part}", measure.key());
            Column::score(key, format!("{} {said}", measure.said()), Higher)
        };
        let (recall, f) = (column("recall", "recall"), column("f", "F"));
        let name = measure.to_string();
        [
            if heads {
                recall.short(format!("{name} R"))
            } else {
                recall
            },
            column("precision", "precision"),
            f.short(format!("{name} F")),
        ]
    });
    Sheet {
        task: "rouge",
        title: "Evaluation of summaries",
        account: "How much of the human summaries is in the summary (recall), and how much of \
                  it is in them (precision). All are 1 at best; no summary gets there. From and \
                  to hold 95 % of the means of resampled documents.",
        baselines: "references: each human summary against the others of its document, where \
                    there are any.",
        documents: "R: recall, F: mean of recall and precision.",
        measures: columns.collect(),
    }
}

/// The references of a document, or one summary.
#[derive(Debug, Clone, Default)]
struct Texts {
    texts: Vec<String>,
    /// Read once for both outputs and the baseline.
    prepared: Arc<OnceLock<Prepared>>,
}

impl Texts {
    fn new(texts: Vec<String>) -> Self {
        Self {
            texts,
            ..Self::default()
        }
    }

    fn prepared(&self, scorer: &Scorer) -> &Prepared {
        self.prepared.get_or_init(|| scorer.prepare(&self.texts))
    }
}

/// A task with its scorer.
struct Scoring<'t> {
    task: &'t Rouge,
    scorer: Scorer,
    sheet: Arc<Sheet>,
}

impl Task for Scoring<'_> {
    type Item = Texts;

    fn sheet(&self) -> Arc<Sheet> {
        Arc::clone(&self.sheet)
    }

    fn parameters(&self) -> Vec<(&'static str, Value)> {
        let Rouge { measures, data, .. } = self.task;
        let names: Vec<String> = measures.iter().map(Measure::to_string).collect();
        let options = self.scorer.options();
        let (words, bytes) = match options.cut {
            Some(Cut::Words(n)) => (Some(n), None),
            Some(Cut::Bytes(n)) => (None, Some(n)),
            None => (None, None),
        };
        vec![
            ("variant", json!(options.variant)),
            ("measures", json!(names)),
            ("stem", json!(options.stem)),
            ("stop_words", json!(options.stop)),
            ("word_lists", json!(data.is_some())),
            ("words", json!(words)),
            ("bytes", json!(bytes)),
            ("compat", json!(options.compat)),
            ("average", json!(options.average)),
            ("alpha", json!(options.alpha)),
            ("alphabet", json!(options.alphabet)),
            ("jackknife", json!(self.task.jackknife)),
            ("resamples", json!(self.task.resamples)),
            ("equivalent", json!(equivalent::command(self.task, options))),
        ]
    }

    fn parse(&self, document: &Document) -> Result<Vec<Named<Texts>>, String> {
        read::summaries(document)
    }

    fn warning(&self, _references: &[Named<Texts>]) -> Option<&'static str> {
        None
    }

    fn doubt(&self, outputs: &[Named<Texts>]) -> Option<String> {
        let is_empty =
            |output: &&Named<Texts>| output.item.texts.iter().all(|s| s.trim().is_empty());
        let n = outputs.iter().filter(is_empty).count();
        let what = if n == 1 { "summary" } else { "summaries" };
        (n > 0).then(|| format!("{n} {what} without a word: scores of 0"))
    }

    fn resamples(&self) -> usize {
        self.task.resamples
    }

    fn score(&self, references: &Texts, summary: &Texts) -> Result<Vec<Option<f64>>, String> {
        let summary = summary.texts.first().map_or("", String::as_str);
        self.check_length(&references.texts, summary)?;
        let references = references.prepared(&self.scorer);
        let scores = match self.task.jackknife {
            true => references.jackknife(summary),
            false => references.score(summary),
        };
        Ok(values(&scores))
    }

    fn trivial(&self, _references: &Texts) -> Vec<(&'static str, Texts)> {
        Vec::new()
    }

    /// Each reference against the others.
    fn baselines(&self, references: &Texts) -> Result<Vec<Baseline>, String> {
        if references.texts.len() < 2 {
            return Ok(Vec::new());
        }
        for reference in &references.texts {
            self.check_length(&references.texts, reference)?;
        }
        let agreement = references.prepared(&self.scorer).agreement();
        let named = agreement.map(|scores| ("references", values(&scores)));
        Ok(named.into_iter().collect())
    }
}

/// Cells of the table of two sentences above which no subsequence is searched: half a
/// gigabyte and some seconds.
const MOST_CELLS: usize = 1 << 32;

impl Scoring<'_> {
    fn check_length(&self, references: &[impl AsRef<str>], summary: &str) -> Result<(), String> {
        let is_asked =
            |measure: &Measure| matches!(measure, Measure::L | Measure::Lsum | Measure::W(_));
        if !self.scorer.measures().iter().any(is_asked) {
            return Ok(());
        }
        // A word takes two bytes at least, with the blank behind it.
        let whole = self.scorer.options().variant == Variant::RougeScore;
        let longest = |text: &str| match whole {
            true => text.len() / 2,
            false => text.lines().map(|line| line.len() / 2).max().unwrap_or(0),
        };
        let reference = references.iter().map(|text| longest(text.as_ref())).max();
        let cells = reference.unwrap_or(0).saturating_mul(longest(summary));
        match cells > MOST_CELLS {
            true => Err(
                "its sentences are too long for a common subsequence; put one sentence \
                         on a line, or leave L and W out of --measures"
                    .into(),
            ),
            false => Ok(()),
        }
    }

    fn warnings(&self, share: f64) -> Vec<Warning> {
        let options = self.scorer.options();
        let is_script = options.variant == Variant::Script;
        let plain = options.stem && is_script && self.task.data.is_none();
        let plain = plain.then(|| {
            "the stemmer has no table of exceptions: scores differ a little from those of \
             ROUGE-1.5.5; name with --rouge-data the folder that has wordnet20-exceptions.tsv"
                .to_string()
        });
        let parts = options.alphabet == Alphabet::Ascii && share > 0.02;
        let parts = parts.then(|| {
            let percent = (100.0 * share).round();
            let remedy = match is_script {
                true => "; --alphabet unicode keeps them whole",
                false => "",
            };
            format!("{percent} % of the words have letters outside ASCII, which part them{remedy}")
        });
        let warning = |message: String| Warning {
            message,
            file: None,
            line: None,
            remedy: None,
        };
        plain.into_iter().chain(parts).map(warning).collect()
    }
}

fn values(scores: &[Score]) -> Vec<Option<f64>> {
    let values = scores.iter().flat_map(|s| [s.recall, s.precision, s.f]);
    values.map(Some).collect()
}

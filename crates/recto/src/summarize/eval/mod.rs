//! Summaries against human ones: ROUGE, in the numbers of ROUGE-1.5.5 or of rouge-score.

mod equivalent;
mod read;

use crate::evaluate::{
    Baseline, Evaluated, Evaluation, Measure as Column, Named, Sheet, Sides, Task, against, parsed,
};
use crate::field::{Choice, Field, Group, Notation};
use crate::{About, Answer, Attachments, Error, Notice};
use recto_math::sample::Better::Higher;
use recto_math::{Remedy, Run};
use recto_summarize::rouge::{
    Alphabet, Average, Cut, Measure, Options, Prepared, Rules, Score, Scorer, Variant,
};
use recto_text::token::alphanumeric;
use recto_text::{Document, Warning};
use serde::{Deserialize, Deserializer};
use serde_json::{Value, json};
use std::sync::{Arc, OnceLock};

/// Scores summaries against human ones.
#[derive(Debug, Clone, Copy)]
pub struct EvaluateRouge;

/// The evaluation `rouge`.
pub static ROUGE: EvaluateRouge = EvaluateRouge;

static ABOUT: About = About {
    name: "rouge",
    summary: "Score summaries against human ones: ROUGE-N, L, W, S and SU as ROUGE-1.5.5 counts",
    examples: EXAMPLES,
    fields: FIELDS,
};

impl Evaluation for EvaluateRouge {
    type Request = Scoring;
    const ABOUT: &'static About = &ABOUT;

    fn check(&self, request: &Scoring, attached: &[&str]) -> Result<(), Error> {
        request.scorer(request.options(), Rules::default())?;
        if request.resamples > MOST_RESAMPLES {
            return Err(Error::request(format!(
                "resamples must be at most {MOST_RESAMPLES}, not {}",
                request.resamples
            )));
        }
        if request.words.is_some() && request.bytes.is_some() {
            return Err(Error::request(
                "words and bytes are two ways to cut a text; give one of them",
            ));
        }
        if request.stop_words && !attached.contains(&"rouge_data") {
            let notice = Notice::from(
                "stop words need the lists of ROUGE-1.5.5: smart-stopwords.txt and \
                 wordnet20-exceptions.tsv",
            );
            return Err(Error::Request(notice.with(Remedy::Set(&["rouge_data"]))));
        }
        Ok(())
    }

    fn score(
        &self,
        sides: &Sides,
        request: &Scoring,
        attachments: &Attachments,
        run: &Run<'_>,
    ) -> Result<Answer<Evaluated>, Error> {
        let rules = read::rules(attachments)?;
        let has_rules = rules.is_some();
        let rows = parsed(&sides.reference, read::references)?;
        let references = read::merged(rows);
        let share = wide_share(&references);
        let usual = match request.variant {
            Variant::Script if share > 0.5 => Alphabet::Unicode,
            _ => Alphabet::Ascii,
        };
        let options = Options {
            alphabet: request.alphabet.unwrap_or(usual),
            ..request.options()
        };
        let rated = Rated {
            scoring: request,
            has_rules,
            sheet: Arc::new(sheet(&request.measures)),
            scorer: request.scorer(options, rules.unwrap_or_default())?,
        };
        let mut answer = against(&rated, &references, sides, run)?;
        answer.warnings.extend(rated.warnings(share));
        Ok(answer)
    }
}

const EXAMPLES: &str =
    "  recto eval rouge human.jsonl out.json                rows of id and references
  recto eval rouge models/ peers/ --stem --rouge-data lists/ --words 100
                                                       folders of texts, as in DUC
  recto eval rouge human.jsonl first.json second.json  and is the second better?
  recto eval rouge human.jsonl out.jsonl --variant rouge-score --measures 1,2,Lsum --stem
                                                       the numbers of the Python package";

static FIELDS: &[Field] = &[
    Field::list(
        "measures",
        &MEASURE,
        "What to measure: 1, 2, ... (n-grams), L, W or W1.5 (weight), S4 or S* (pairs), SU4, SU*",
    )
    .usually("1,2,L,SU4")
    .under(Group::Scoring),
    Field::switch("stem", "Compare stems of words (-m of ROUGE-1.5.5)").under(Group::Scoring),
    Field::switch(
        "stop_words",
        "Leave out stop words (-s); needs the folder of word lists",
    )
    .typed_as("drop_stop_words")
    .under(Group::Scoring),
    Field::count(
        "words",
        "Read only so many words of each text, references too (-l)",
    )
    .from_to(1, u32::MAX as u64)
    .without(&["bytes"])
    .under(Group::Scoring),
    Field::count(
        "bytes",
        "Read only so many bytes of each text, references too (-b)",
    )
    .from_to(1, u32::MAX as u64)
    .under(Group::Scoring),
    Field::switch(
        "compat",
        "With a limit in bytes, leave texts uncut for L and W, as ROUGE-1.5.5 does by mistake",
    )
    .under(Group::Scoring),
    Field::choice(
        "average",
        &[
            Choice {
                name: "A",
                help: "Hits and counts are added up",
            },
            Choice {
                name: "B",
                help: "The reference of best recall",
            },
        ],
        "How several references become one score (-f)",
    )
    .called("A|B")
    .usually("A")
    .under(Group::Scoring),
    Field::number("alpha", "F = PR / ((1 - X) P + X R) (-p)")
        .within(0.0, 1.0)
        .usually("0.5")
        .under(Group::Scoring),
    Field::switch(
        "jackknife",
        "Score against all references but one, each left out in turn, and take the mean",
    )
    .under(Group::Scoring),
    Field::choice(
        "alphabet",
        &[
            Choice {
                name: "auto",
                help: "ASCII, unless most words of the references have other letters",
            },
            Choice {
                name: "ascii",
                help: "Letters and digits of ASCII",
            },
            Choice {
                name: "unicode",
                help: "Letters and digits of all scripts",
            },
        ],
        "What makes a word",
    )
    .usually("auto")
    .under(Group::Scoring),
    Field::choice(
        "variant",
        &[
            Choice {
                name: "1.5.5",
                help: "ROUGE-1.5.5",
            },
            Choice {
                name: "rouge-score",
                help: "rouge-score",
            },
        ],
        "Whose numbers: those of the Perl program or of the Python package",
    )
    .usually("1.5.5")
    .under(Group::Scoring),
    Field::folder(
        "rouge_data",
        read::LISTS,
        "Folder with wordnet20-exceptions.tsv and smart-stopwords.txt",
    )
    .under(Group::Scoring),
    Field::count(
        "resamples",
        "Resamples of the documents for the intervals of the means (-r); 0 for none",
    )
    .from_to(0, MOST_RESAMPLES as u64)
    .usually("1000")
    .under(Group::Scoring),
];

/// Resamples that may be asked for: their means are kept.
const MOST_RESAMPLES: usize = 1_000_000;

static MEASURE: Notation = Notation {
    parse: |text| match text.parse::<Measure>() {
        Ok(measure) => Ok(json!(measure)),
        Err(error) => Err(error.to_string()),
    },
    schema: || json!({ "type": ["integer", "string"] }),
};

/// How summaries are scored.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Scoring {
    /// What is measured.
    pub measures: Vec<Measure>,
    /// Whether stems of words are compared.
    pub stem: bool,
    /// Whether stop words are left out; needs the attachment `rouge_data`.
    pub stop_words: bool,
    /// Only so many words of each text are read, references too.
    pub words: Option<usize>,
    /// Only so many bytes of each text are read, references too.
    pub bytes: Option<usize>,
    /// Whether texts stay uncut for L and W where bytes are limited, as in ROUGE-1.5.5.
    pub compat: bool,
    /// How several references become one score.
    pub average: Average,
    /// F = PR / ((1 - alpha) P + alpha R).
    pub alpha: f64,
    /// Mean over all references but one, each left out once.
    pub jackknife: bool,
    /// What makes a word; `None`: ASCII, unless most words of the references have other
    /// letters.
    #[serde(deserialize_with = "alphabet")]
    pub alphabet: Option<Alphabet>,
    /// Whose numbers.
    pub variant: Variant,
    /// Resamples of the documents for intervals of the means; 0 for none.
    pub resamples: usize,
}

impl Default for Scoring {
    fn default() -> Self {
        let options = Options::default();
        let measures = [
            Measure::N(1),
            Measure::N(2),
            Measure::L,
            Measure::SU(Some(4)),
        ];
        Self {
            measures: measures.to_vec(),
            stem: options.stem,
            stop_words: options.stop,
            words: None,
            bytes: None,
            compat: options.compat,
            average: options.average,
            alpha: options.alpha,
            jackknife: false,
            alphabet: None,
            variant: options.variant,
            resamples: 1000,
        }
    }
}

impl Scoring {
    /// The rules that are asked for, with the alphabet of ROUGE-1.5.5.
    fn options(&self) -> Options {
        let words = self.words.map(Cut::Words);
        Options {
            variant: self.variant,
            stem: self.stem,
            stop: self.stop_words,
            cut: words.or(self.bytes.map(Cut::Bytes)),
            average: self.average,
            alpha: self.alpha,
            compat: self.compat,
            ..Options::default()
        }
    }

    fn scorer(&self, options: Options, rules: Rules) -> Result<Scorer, Error> {
        let scorer = Scorer::new(self.measures.clone(), options, rules);
        scorer.map_err(|error| Error::request(&error))
    }
}

/// An alphabet by name, or `auto`.
fn alphabet<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Alphabet>, D::Error> {
    #[derive(Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum Named {
        Auto,
        Ascii,
        Unicode,
    }
    Ok(match Option::<Named>::deserialize(deserializer)? {
        None | Some(Named::Auto) => None,
        Some(Named::Ascii) => Some(Alphabet::Ascii),
        Some(Named::Unicode) => Some(Alphabet::Unicode),
    })
}

/// Share of the words of the references that have a letter outside ASCII.
fn wide_share(references: &[Named<Texts>]) -> f64 {
    let texts = references
        .iter()
        .flat_map(|reference| &reference.item.texts);
    if texts.clone().all(|text| text.is_ascii()) {
        return 0.0;
    }
    let counts = texts.map(|text| {
        if text.is_ascii() {
            (0, alphanumeric(text, Alphabet::Ascii).count())
        } else {
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

/// A request with its scorer.
struct Rated<'s> {
    scoring: &'s Scoring,
    /// Whether the word lists of ROUGE-1.5.5 are there.
    has_rules: bool,
    scorer: Scorer,
    sheet: Arc<Sheet>,
}

impl Task for Rated<'_> {
    type Item = Texts;

    fn sheet(&self) -> Arc<Sheet> {
        Arc::clone(&self.sheet)
    }

    fn parameters(&self) -> Vec<(&'static str, Value)> {
        let names: Vec<String> = self
            .scoring
            .measures
            .iter()
            .map(Measure::to_string)
            .collect();
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
            ("word_lists", json!(self.has_rules)),
            ("words", json!(words)),
            ("bytes", json!(bytes)),
            ("compat", json!(options.compat)),
            ("average", json!(options.average)),
            ("alpha", json!(options.alpha)),
            ("alphabet", json!(options.alphabet)),
            ("jackknife", json!(self.scoring.jackknife)),
            ("resamples", json!(self.scoring.resamples)),
            (
                "equivalent",
                json!(equivalent::command(self.scoring, self.has_rules, options)),
            ),
        ]
    }

    fn parse(&self, document: &Document) -> Result<Vec<Named<Texts>>, Notice> {
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
        self.scoring.resamples
    }

    fn score(&self, references: &Texts, summary: &Texts) -> Result<Vec<Option<f64>>, Notice> {
        let summary = summary.texts.first().map_or("", String::as_str);
        self.check_length(&references.texts, summary)?;
        let references = references.prepared(&self.scorer);
        let scores = if self.scoring.jackknife {
            references.jackknife(summary)
        } else {
            references.score(summary)
        };
        Ok(values(&scores))
    }

    fn trivial(&self, _references: &Texts) -> Vec<(&'static str, Texts)> {
        Vec::new()
    }

    /// Each reference against the others.
    fn baselines(&self, references: &Texts) -> Result<Vec<Baseline>, Notice> {
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

impl Rated<'_> {
    fn check_length(&self, references: &[impl AsRef<str>], summary: &str) -> Result<(), Notice> {
        let is_asked =
            |measure: &Measure| matches!(measure, Measure::L | Measure::Lsum | Measure::W(_));
        if !self.scorer.measures().iter().any(is_asked) {
            return Ok(());
        }
        // A word takes two bytes at least, with the blank behind it.
        let whole = self.scorer.options().variant == Variant::RougeScore;
        let longest = |text: &str| {
            if whole {
                text.len() / 2
            } else {
                text.lines().map(|line| line.len() / 2).max().unwrap_or(0)
            }
        };
        let reference = references.iter().map(|text| longest(text.as_ref())).max();
        let cells = reference.unwrap_or(0).saturating_mul(longest(summary));
        if cells > MOST_CELLS {
            let notice = Notice::from(
                "its sentences are too long for a common subsequence; put one sentence on a \
                 line, or measure neither L nor W",
            );
            return Err(notice.with(Remedy::Set(&["measures"])));
        }
        Ok(())
    }

    fn warnings(&self, share: f64) -> Vec<Warning> {
        let options = self.scorer.options();
        let is_script = options.variant == Variant::Script;
        let mut warnings = Vec::new();
        if options.stem && is_script && !self.has_rules {
            let message = "the stemmer has no table of exceptions: scores differ a little from \
                           those of ROUGE-1.5.5, which has wordnet20-exceptions.tsv";
            warnings.push(Warning::new(message).with(Remedy::Set(&["rouge_data"])));
        }
        if options.alphabet == Alphabet::Ascii && share > 0.02 {
            let percent = (100.0 * share).round();
            let message =
                format!("{percent} % of the words have letters outside ASCII, which part them");
            let warning = Warning::new(message);
            warnings.push(if is_script {
                warning.with(Remedy::When(
                    "to keep them whole",
                    &Remedy::To("alphabet", "unicode"),
                ))
            } else {
                warning
            });
        }
        warnings
    }
}

fn values(scores: &[Score]) -> Vec<Option<f64>> {
    let values = scores.iter().flat_map(|s| [s.recall, s.precision, s.f]);
    values.map(Some).collect()
}

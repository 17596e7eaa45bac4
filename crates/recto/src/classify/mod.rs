//! `classify`: which class or opinion each document has, from a lexicon, labelled documents,
//! labelled words, or all of them.

mod body;
pub mod eval;
mod found;
pub(crate) mod labels;
mod page;
mod read;
mod request;
#[cfg(feature = "label")]
mod start;
mod words;

use crate::capability::{self, Capability, OutputFile};
use crate::report::{Detail, Report};
use crate::{About, Answer, Attachments, Error, Reading};
use found::Fit;
use read::{How, ReadDocument};
use recto_classify::corpus::Choice;
use recto_classify::lexicon::NEGATED_PREFIX;
use recto_classify::{ClassifyError, Corpus, CorpusBuilder, Filter, Supervision, saved};
pub use recto_classify::{Method, Model, Options, methods};
use recto_math::{DenseMatrix, MethodInfo, Notice, Remedy, Run};
use recto_text::{Document, Warning};
use serde_json::{Value, json};
use words::{Sides, WordTargets, Words};

pub use body::{
    Agreement, Body, ClassSummary, ClassifiedDocument, Coverage, DecidingTerm, Leaning, LexiconUse,
    OutOfFold, SwitchedTerm,
};
pub use page::report;
pub use request::{LexiconName, Request, VocabularyBy};
#[cfg(feature = "label")]
pub(crate) use start::{Start, check_words, classes, from_engine, start};

/// Finds the class of each document.
#[derive(Debug, Clone, Copy)]
pub struct Classifying {
    /// The methods that can be asked for.
    pub methods: &'static [Method],
}

/// The capability `classify`, with the methods of recto.
pub static CLASSIFY: Classifying = Classifying { methods: methods() };

static ABOUT: About = About {
    name: "classify",
    summary: "Find the opinion or class of each document, from a lexicon and a few labels",
    examples: EXAMPLES,
    fields: request::FIELDS,
};

const EXAMPLES: &str =
    "  recto classify reviews.csv                      praise or blame, by the built-in lexicon
  recto classify reviews.csv -o reviews.html      the same as a page, undecided ones first
  recto classify posts.jsonl --lexicon words.tsv  classes of your own words
  recto classify posts.jsonl --labels topic       learn from the field topic
  recto classify reviews.csv --prior neg=0.8,pos=0.2
                                                  most are known to be complaints
  recto classify reviews.csv --override shop.tsv  in this shop, cheap is praise
  recto classify old.jsonl --save-model opinions.model
  recto classify new.jsonl --load-model opinions.model
                                                  new documents, the same classifier";

/// Documents below which every word counts, however rare.
const FEW: usize = 50;

impl Capability for Classifying {
    type Request = Request;
    type Body = Body;

    const ABOUT: &'static About = &ABOUT;
    const PAPER_METHOD: &'static str = "ssmflk";

    fn methods(&self) -> Vec<MethodInfo> {
        self.methods.iter().map(Method::info).collect()
    }

    fn method_of(request: &Request) -> (&str, bool) {
        (&request.method, request.paper)
    }

    fn answer(
        &self,
        reading: &Reading<'_>,
        request: &Request,
        attachments: &Attachments,
        run: &Run<'_>,
    ) -> Result<Answer<Body>, Error> {
        if let Some(file) = attachments.file("load_model") {
            let model = saved::load(&file.bytes).map_err(|error| file.problem(&error))?;
            return predicted(reading, request, attachments, model, run);
        }
        let method = capability::choose(self.methods, Self::chosen(request))?;
        let classifier = (method.build)(&options(request)).map_err(refused)?;
        let labels = labels::names(reading.documents());
        let (words, notices) = words::read(request, attachments, &labels)?;
        let classes = labels::classes(request, labels, &words);
        if let [only] = &classes[..] {
            let notice = Notice::from(format!("there is one class only, {only}"));
            return Err(Error::input(notice.with(Remedy::Set(&["classes"]))));
        }
        let own = classifier.parameters();
        let parameters = parameters(reading, request, (method.name, own), &classes, run.seed);
        let mut answer = reading.answer("classify", parameters);
        answer
            .warnings
            .extend(notices.into_iter().map(Warning::new));
        let setting = Setting::new(reading, request, &words, classes, run)?;
        answer.warnings.extend(setting.warnings.iter().cloned());
        let (known, notices) = setting.known(request, &words)?;
        answer
            .warnings
            .extend(notices.into_iter().map(Warning::new));
        let fitted = classifier
            .fit(&setting.corpus, &known, run)
            .map_err(refused)?;
        let own = fitted.warnings.iter().cloned().map(Warning::new);
        answer.warnings.extend(own);
        let fit = Fit {
            setting: &setting,
            known: &known,
            fitted: &fitted,
        };
        let body = fit.body(run).map_err(refused)?;
        Ok(answer.with(body))
    }

    fn is_empty(&self, body: &Body) -> bool {
        body.documents.is_empty()
    }

    fn report(&self, answer: &Answer<Body>, reading: &Reading<'_>, detail: Detail) -> Report {
        page::report(answer, reading, detail)
    }

    fn files(
        &self,
        answer: &Answer<Body>,
        field: &str,
        _ending: &str,
    ) -> Result<Vec<OutputFile>, Error> {
        let model = answer.body.model.as_ref().filter(|_| field == "save_model");
        let file = |model| OutputFile {
            name: "",
            bytes: saved::save(model),
        };
        Ok(model.map(file).into_iter().collect())
    }
}

/// A wrong parameter is the request's, everything else the input's.
pub(crate) fn refused(error: ClassifyError) -> Error {
    match error {
        ClassifyError::Cancelled(cancelled) => cancelled.into(),
        ClassifyError::Parameter(_) => Error::request(&error),
        other => Error::input(&other),
    }
}

/// The request as the methods take it.
pub(crate) fn options(request: &Request) -> Options {
    Options {
        alpha: request.alpha,
        beta: request.beta,
        gamma: request.gamma,
        iterations: request.iterations,
        rule: request.rule,
        start: request.start,
        constraint: request.constraint,
        weighting: request.weighting,
        share: request.share,
        pseudo_weight: request.pseudo_weight,
        c: request.c,
        rounds: request.rounds,
        word_clusters: request.word_clusters,
        neighbours: request.neighbours,
        threshold: request.threshold,
        balanced: request.balanced,
        uncalibrated: request.uncalibrated,
        paper: request.paper,
    }
}

fn parameters(
    reading: &Reading<'_>,
    request: &Request,
    (method, own): (&str, Value),
    classes: &[String],
    seed: u64,
) -> serde_json::Map<String, Value> {
    let named = [
        ("paper", json!(request.paper)),
        ("classes", json!(classes)),
        ("lexicon", json!(request.lexicon)),
        ("labels", json!(request.labels)),
        (
            "prior",
            json!((!request.prior.is_empty()).then_some(&request.prior)),
        ),
        ("vocabulary", json!(request.vocabulary)),
        ("vocabulary_by", json!(request.vocabulary_by)),
    ];
    reading.parameters(method, &named, own, seed)
}

/// What was read and counted before a fit.
struct Setting<'d> {
    documents: Vec<ReadDocument<'d>>,
    corpus: Corpus,
    classes: Vec<String>,
    /// The classes of praise and blame, where rules read them.
    sides: Option<Sides>,
    warnings: Vec<Warning>,
}

impl<'d> Setting<'d> {
    fn new(
        reading: &Reading<'d>,
        request: &Request,
        words: &Words,
        classes: Vec<String>,
        run: &Run<'_>,
    ) -> Result<Self, Error> {
        // The papers count words as they stand.
        let sides = labels::sides(words, &classes).filter(|_| !request.paper);
        let how = How {
            lexicon: words.lexicon().filter(|_| sides.is_some()),
            marks_negation: !request.paper,
        };
        let mut builder = CorpusBuilder::new();
        let (documents, warnings) =
            read::read(reading, &how, run, |terms| builder.push_terms(terms))?;
        let few = if documents.len() < FEW { 1 } else { 2 };
        let filter = Filter {
            min_documents: request.min_documents.unwrap_or(few) as u32,
            max_terms: request.vocabulary,
            choice: match request.vocabulary_by {
                VocabularyBy::Frequency => Choice::Frequency,
                VocabularyBy::Gain => Choice::InformationGain(truth(&documents, &classes)),
            },
            kept: words.kept(),
        };
        Ok(Self {
            corpus: builder.finish(&filter).map_err(refused)?,
            documents,
            classes,
            sides,
            warnings,
        })
    }

    /// What is known before a fit.
    fn known(&self, request: &Request, words: &Words) -> Result<(Supervision, Vec<Notice>), Error> {
        let mut known = Supervision::new(self.classes.clone(), self.documents.len());
        known.prior = labels::prior(request, &self.classes)?;
        known.allows_unlabelled_class = request.allow_unlabelled_class;
        known.guesses = self.sides.map(|sides| guesses(&self.documents, sides));
        let targets = if request.paper {
            WordTargets::Hard
        } else {
            WordTargets::ByWeight
        };
        let n_words = words.label(&self.corpus, targets, &mut known);
        let documents: Vec<&Document> = self.documents.iter().map(|one| one.document).collect();
        let mut notices = Vec::new();
        if labels::train(request, &documents) {
            notices = labels::label(&documents, &mut known);
        }
        if words.lexicon().is_some() {
            notices.extend(self.foreign(n_words));
        }
        if let Words::Classes(_, found) = words
            && n_words < found.words.len()
        {
            let (missing, all) = (found.words.len() - n_words, found.words.len());
            let text = format!("{missing} of {all} labelled words do not occur in the documents");
            notices.push(text.into());
        }
        let is_labelled = |one: &&Document| !one.labels.is_empty();
        let has_nothing = known.guesses.is_none() && known.n_labelled() == 0 && n_words == 0;
        if has_nothing && !documents.is_empty() && documents.iter().all(is_labelled) {
            let notice = Notice::from(
                "every document has a label, and labels that every document has are only \
                 compared with; nothing is left to learn from",
            );
            return Err(Error::input(notice.with(Remedy::Set(&["labels"]))));
        }
        Ok((known, notices))
    }

    /// A warning where the lexicon is of another language than most texts, or knows next to
    /// none of their words.
    fn foreign(&self, n_words: usize) -> Option<Notice> {
        let n = self.documents.len();
        let english = self
            .documents
            .iter()
            .filter(|one| one.language.code == "en");
        let others = n - english.count();
        let text = if 2 * others > n {
            format!(
                "{others} of {n} documents are not in English: rules for praise and blame are, \
                 and so is the built-in lexicon"
            )
        } else if n_words == 0 {
            "no word of the lexicon occurs in the documents".into()
        } else {
            return None;
        };
        Some(text.into())
    }
}

/// The class of each document that has one label, to choose words by.
fn truth(documents: &[ReadDocument<'_>], classes: &[String]) -> Vec<Option<usize>> {
    let class = |one: &ReadDocument<'_>| match &one.document.labels[..] {
        [label] => classes.iter().position(|class| class == label),
        _ => None,
    };
    documents.iter().map(class).collect()
}

/// What rules read in each document, as probabilities of the two classes.
fn guesses(documents: &[ReadDocument<'_>], sides: Sides) -> DenseMatrix {
    let mut guesses = DenseMatrix::filled(documents.len(), 2, 0.5);
    for (at, document) in documents.iter().enumerate() {
        if let Some(opinion) = &document.opinion {
            guesses[(at, sides.positive)] = opinion.probability;
            guesses[(at, sides.negative)] = 1.0 - opinion.probability;
        }
    }
    guesses
}

/// The classes of documents by a saved model; every document gets the answer that it would
/// get alone.
fn predicted(
    reading: &Reading<'_>,
    request: &Request,
    attachments: &Attachments,
    model: Model,
    run: &Run<'_>,
) -> Result<Answer<Body>, Error> {
    let (words, notices) = words::read(request, attachments, &model.classes)?;
    let sides = labels::sides(&words, &model.classes).filter(|_| model.guess_weight > 0.0);
    let how = How {
        lexicon: words.lexicon().filter(|_| sides.is_some()),
        // As the texts of the fit were read; one without a negated word says nothing of them.
        marks_negation: model
            .terms
            .iter()
            .any(|term| term.starts_with(NEGATED_PREFIX)),
    };
    let own = json!({ "model": model.parameters });
    let parameters = parameters(
        reading,
        request,
        (&model.method, own),
        &model.classes,
        run.seed,
    );
    let mut answer = reading.answer("classify", parameters);
    answer
        .warnings
        .extend(notices.into_iter().map(Warning::new));
    let mut terms = Vec::new();
    let (documents, warnings) = read::read(reading, &how, run, |own| terms.push(own))?;
    answer.warnings.extend(warnings);
    let counts = model.counts(terms.iter().map(|own| own.iter().map(String::as_str)));
    let guesses = sides.map(|sides| guesses(&documents, sides));
    let predictions = model.predict(&counts, guesses.as_ref());
    let body = found::by_model(&model, &documents, &counts, predictions, request, sides);
    Ok(answer.with(body))
}

#[cfg(test)]
mod tests;

//! What `classify` can be asked.

use crate::field::{self, Choice, Field, Notation};
use recto_classify::corpus::Scheme;
use recto_classify::tri::{Constraint, Rule, Start};
use recto_math::finite_number;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// What is asked of `classify`; `None` leaves it to the method.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Request {
    /// The name of a method.
    pub method: String,
    /// The literal parameters of the method's paper.
    pub paper: bool,
    /// Which opinion lexicon; `None` takes the built-in one where classes are for and against.
    pub lexicon: Option<LexiconName>,
    /// The classes; none takes those of the labels, of the lexicon, or `neg` and `pos`.
    pub classes: Vec<String>,
    /// The field that labels come from; given, they train even if every row has one.
    pub labels: Option<String>,
    /// Shares of classes among the documents, as `class=share`.
    pub prior: Vec<String>,
    /// Probability below which a document gets no class.
    pub threshold: Option<f64>,
    /// Whether all classes are predicted equally often.
    pub balanced: bool,
    /// Whether a class may have neither a labelled word nor a labelled document.
    pub allow_unlabelled_class: bool,
    /// Whether the calibration is left out, which costs five further fits.
    pub uncalibrated: bool,
    /// Number of words.
    pub vocabulary: usize,
    /// What words are chosen by.
    pub vocabulary_by: VocabularyBy,
    /// Words in fewer documents are left out; `None` decides by the number of documents.
    pub min_documents: Option<usize>,
    /// Update rule of the tri-factorisation.
    pub rule: Option<Rule>,
    /// Start of the tri-factorisation.
    pub start: Option<Start>,
    /// Target of the core of the tri-factorisation.
    pub constraint: Option<Constraint>,
    /// Weighting of the tri-factorisation.
    pub weighting: Option<Scheme>,
    /// Penalty of words that leave their label.
    pub alpha: Option<f64>,
    /// Penalty of documents that leave their label.
    pub beta: Option<f64>,
    /// Penalty of the core that leaves its target.
    pub gamma: Option<f64>,
    /// Number of iterations; 0 until the objective settles.
    pub iterations: Option<usize>,
    /// Rounds of pseudo-labels or of EM.
    pub rounds: Option<usize>,
    /// Share of the unlabelled documents that get a pseudo-label.
    pub share: Option<f64>,
    /// Weight of a pseudo-label against a label.
    pub pseudo_weight: Option<f64>,
    /// Weight of the losses against the penalty.
    pub c: Option<f64>,
    /// Number of word clusters.
    pub word_clusters: Option<usize>,
    /// Number of nearest documents in the graph.
    pub neighbours: Option<usize>,
}

/// An opinion lexicon by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LexiconName {
    /// The English one that recto brings.
    Builtin,
    /// None.
    None,
}

/// What the words of the vocabulary are chosen by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum VocabularyBy {
    /// Number of documents that have a word.
    #[default]
    Frequency,
    /// Information gain over the labelled documents.
    Gain,
}

impl Default for Request {
    fn default() -> Self {
        Self {
            method: "auto".into(),
            paper: false,
            lexicon: None,
            classes: Vec::new(),
            labels: None,
            prior: Vec::new(),
            threshold: None,
            balanced: false,
            allow_unlabelled_class: false,
            uncalibrated: false,
            vocabulary: 5000,
            vocabulary_by: VocabularyBy::Frequency,
            min_documents: None,
            rule: None,
            start: None,
            constraint: None,
            weighting: None,
            alpha: None,
            beta: None,
            gamma: None,
            iterations: None,
            rounds: None,
            share: None,
            pseudo_weight: None,
            c: None,
            word_clusters: None,
            neighbours: None,
        }
    }
}

const fn choice(name: &'static str, help: &'static str) -> Choice {
    Choice { name, help }
}

const LEXICONS: &[Choice] = &[
    choice("builtin", "The English opinion words that recto brings"),
    choice("none", "No opinion words"),
];

const VOCABULARIES: &[Choice] = &[
    choice("frequency", "Words in most documents"),
    choice(
        "gain",
        "Words of the largest information gain over labelled documents",
    ),
];

const RULES: &[Choice] = &[
    choice("plain", "The objective never rises"),
    choice("orth", "Orthonormal factors, under a square root"),
    choice("sym", "Orthonormal factors, without the root"),
    choice("paper-a", "As the paper on lexical knowledge prints it"),
    choice("paper-a-sqrt", "The same under a square root"),
    choice(
        "paper-d",
        "As the paper on active dual supervision prints it",
    ),
    choice("paper-d-sqrt", "The same under a square root"),
];

const STARTS: &[Choice] = &[
    choice("labels", "Votes of labelled words, then class profiles"),
    choice("kmeans", "k-means classes of the documents"),
    choice("random", "Random factors"),
];

const CONSTRAINTS: &[Choice] = &[
    choice("closed", "By the norm of the counts and the class shares"),
    choice("balanced", "By the norm of the counts alone"),
    choice("off", "No target"),
];

const WEIGHTINGS: &[Choice] = &[
    choice("binidf", "Presence times inverse document frequency"),
    choice("binary", "Presence"),
    choice("tf", "The count"),
    choice("log", "1 + ln count"),
    choice("tfidf", "Count times inverse document frequency"),
];

static NAME: Notation = Notation {
    parse: |text| match text.trim() {
        "" => Err("must be names separated by commas".into()),
        name => Ok(json!(name)),
    },
    schema: || json!({ "type": "string" }),
};

static SHARE: Notation = Notation {
    parse: |text| match share(text) {
        Some(_) => Ok(Value::from(text.trim())),
        None => Err("must be class=share, as in neg=0.8,pos=0.2".into()),
    },
    schema: || json!({ "type": "string" }),
};

/// A class and its share.
pub(super) fn share(text: &str) -> Option<(&str, f64)> {
    let (class, share) = text.trim().rsplit_once('=')?;
    let share = finite_number(share)?;
    (share > 0.0 && share < 1.0 && !class.trim().is_empty()).then(|| (class.trim(), share))
}

pub(super) static FIELDS: &[Field] = &[
    Field::output_file(
        "save_model",
        "Save the classifier to a file, for new documents",
    ),
    Field::method("Classification method"),
    field::PAPER,
    field::STOP_WORDS,
    Field::name_or_file(
        "lexicon",
        LEXICONS,
        "Opinion lexicon, or a file of words: word, tab, then pos, neg, a number or a class",
    )
    .otherwise("builtin where classes are pos and neg"),
    Field::file(
        "override",
        "File of words that change the lexicon: word, tab, then pos, neg, a number or neutral",
    ),
    Field::list("classes", &NAME, "Names of the classes")
        .otherwise("those of the labels or of the lexicon, else neg,pos"),
    Field::label_field(
        "labels",
        "Field with the labels to learn from, also if every document has one",
    ),
    Field::list(
        "prior",
        &SHARE,
        "Known shares of classes, such as neg=0.8,pos=0.2",
    )
    .otherwise("from the labels, else unknown"),
    Field::number(
        "threshold",
        "Give no class to documents below this probability",
    )
    .within(0.0, 1.0)
    .by_method(),
    Field::switch(
        "balanced",
        "Predict all classes equally often; wrong where they are not",
    )
    .by_method(),
    Field::switch(
        "allow_unlabelled_class",
        "Accept a class without any labelled word or document",
    ),
    Field::switch("uncalibrated", "Leave out the calibration of probabilities"),
    Field::count("vocabulary", "Number of words that are counted")
        .from_to(2, 1_000_000)
        .usually("5000"),
    Field::choice("vocabulary_by", VOCABULARIES, "What words are chosen by").usually("frequency"),
    Field::count("min_documents", "Drop words that occur in fewer documents")
        .otherwise("2; 1 below 50 documents"),
    Field::choice("rule", RULES, "Update rule of the tri-factorisation")
        .otherwise("plain")
        .by_method(),
    Field::choice("start", STARTS, "Start of the tri-factorisation")
        .otherwise("labels")
        .by_method(),
    Field::choice(
        "constraint",
        CONSTRAINTS,
        "Target of the core of the tri-factorisation",
    )
    .otherwise("closed")
    .by_method(),
    Field::choice(
        "weighting",
        WEIGHTINGS,
        "Weighting of the tri-factorisation",
    )
    .otherwise("binidf")
    .by_method(),
    Field::number("alpha", "Penalty of words that leave their label")
        .within(0.0, f64::INFINITY)
        .by_method(),
    Field::number("beta", "Penalty of documents that leave their label")
        .within(0.0, f64::INFINITY)
        .by_method(),
    Field::number("gamma", "Penalty of the core that leaves its target")
        .within(0.0, f64::INFINITY)
        .by_method(),
    Field::count(
        "iterations",
        "Number of iterations; 0 until the objective settles",
    )
    .by_method(),
    Field::count("rounds", "Rounds of pseudo-labels, or of EM").by_method(),
    Field::number(
        "share",
        "Share of the unlabelled documents that get a pseudo-label",
    )
    .within(0.0, 1.0)
    .by_method(),
    Field::number("pseudo_weight", "Weight of a pseudo-label against a label")
        .within(0.0, 1.0)
        .by_method(),
    Field::number("c", "Weight of the losses against the penalty")
        .within(0.0, f64::INFINITY)
        .by_method(),
    Field::count("word_clusters", "Number of word clusters").by_method(),
    Field::count("neighbours", "Nearest documents in the graph; 0 links all").by_method(),
    Field::file(
        "load_model",
        "Use a saved classifier instead of fitting one",
    )
    .without(&["save_model", "labels", "classes", "prior"]),
];

//! What a method finds, with what a reader needs to judge it.

use recto_math::Notice;
use recto_math::partition::number;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Who wrote which unit.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Authorship {
    /// The author of each unit, numbered by first appearance.
    pub labels: Vec<usize>,
    /// How many authors.
    pub count: usize,
    /// Runs of units by one author.
    pub segments: Vec<Segment>,
    /// How sure each label is; `None` from methods that do not say.
    pub certainty: Option<Vec<Certainty>>,
    /// Whether the text has more than one author.
    pub more_than_one_author: MoreThanOne,
    /// How well the answer holds when other features are looked at.
    pub agreement: Option<Agreement>,
    /// How much better two styles explain a token than one does, in nats; texts by one
    /// author have 0.03 to 0.12 as well (see [`crate::hmm::STYLE_GAIN_RANGES`]).
    pub style_gain: Option<f64>,
    /// What other numbers of authors would give, from methods that know.
    pub alternatives: Vec<Alternative>,
    /// What marks each author.
    pub evidence: Vec<Evidence>,
    /// How much the answer hangs on the prior, from methods that have one.
    pub stability: Vec<Stability>,
    /// What the user should know.
    pub warnings: Vec<Notice>,
}

impl Authorship {
    /// An answer that says nothing but who wrote what; labels may have any numbers.
    pub fn from_labels(labels: &[usize]) -> Self {
        let (labels, count) = number(labels);
        let mut segments: Vec<Segment> = Vec::new();
        for (unit, &author) in labels.iter().enumerate() {
            match segments.last_mut() {
                Some(last) if last.author == author => last.end_unit = unit + 1,
                _ => segments.push(Segment {
                    start_unit: unit,
                    end_unit: unit + 1,
                    author,
                }),
            }
        }
        Self {
            labels,
            count,
            segments,
            certainty: None,
            more_than_one_author: MoreThanOne::Undetermined,
            agreement: None,
            style_gain: None,
            alternatives: Vec::new(),
            evidence: Vec::new(),
            stability: Vec::new(),
            warnings: Vec::new(),
        }
    }
}

/// A run of units by one author.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Segment {
    /// The first unit.
    pub start_unit: usize,
    /// The unit after the last.
    pub end_unit: usize,
    /// The author.
    pub author: usize,
}

/// How sure a label is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Certainty {
    /// Nine in ten of the other solutions agree: right in about 3 of 4 cases.
    Firm,
    /// Half of them agree: right in about 1 of 2 cases.
    Weak,
    /// Undecided.
    Open,
}

impl Certainty {
    /// The band of an agreement.
    pub fn of(agreement: f64) -> Self {
        match agreement {
            a if a >= 0.9 => Self::Firm,
            a if a >= 0.5 => Self::Weak,
            _ => Self::Open,
        }
    }
}

/// Whether a text has more than one author. There is no yes and no no: every statistic
/// that was tried takes modes of one author (dialogue, telling, argument) for authors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum MoreThanOne {
    /// Two groups or more were assumed; texts by one author yield groups too.
    #[serde(rename = "undetermined")]
    Undetermined,
    /// The number of authors was given.
    #[serde(rename = "assumed by the caller")]
    Assumed,
}

impl MoreThanOne {
    /// As it is shown.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Undetermined => "undetermined",
            Self::Assumed => "assumed by the caller",
        }
    }
}

/// How well an answer holds when other features are looked at.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Agreement {
    /// The mean over the units of the share of other solutions that agree.
    pub mean: f64,
    /// Where that lies among texts with known authors.
    pub third: Third,
}

/// A third of the texts on which the agreement was measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Third {
    /// The grouping is unstable.
    Low,
    /// As usual.
    Middle,
    /// More stable than most.
    High,
}

impl Agreement {
    /// From the units' shares.
    pub fn of(shares: &[f64]) -> Self {
        let mean = shares.iter().sum::<f64>() / shares.len().max(1) as f64;
        let third = match mean {
            m if m < 0.885 => Third::Low,
            m if m <= 0.952 => Third::Middle,
            _ => Third::High,
        };
        Self { mean, third }
    }
}

/// The answer for another number of authors.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Alternative {
    /// How many groups were asked of the model.
    pub authors: usize,
    /// The group of each unit, numbered by first appearance.
    pub labels: Vec<usize>,
    /// The penalised log likelihood, in nats: the more the better.
    pub score: f64,
}

/// What marks an author: tokens that are more frequent there than in the whole text.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Evidence {
    /// The author.
    pub author: usize,
    /// Tokens with the logarithm of how many times more frequent they are.
    pub terms: Vec<(String, f64)>,
}

/// How alike the answers under two priors are.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Stability {
    /// The two values of theta.
    pub theta: [f64; 2],
    /// The share of units on which the answers agree after the best matching.
    pub agreement: f64,
}

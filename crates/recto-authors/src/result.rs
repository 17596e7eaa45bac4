//! The result of a decomposition, with what a reader needs to judge it.

use recto_math::Notice;
use recto_math::partition::number;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Authors of the units of a text.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Authorship {
    /// Author of each unit, numbered from 0 by first appearance.
    pub labels: Vec<usize>,
    /// Number of authors.
    pub count: usize,
    /// Maximal runs of consecutive units by one author.
    pub segments: Vec<Segment>,
    /// Certainty of each label; `None` for methods that do not measure it.
    pub certainty: Option<Vec<Certainty>>,
    /// Whether the text has more than one author.
    pub more_than_one_author: MoreThanOne,
    /// Agreement with decompositions by other features and starts; `None` for methods that
    /// do not measure it.
    pub agreement: Option<Agreement>,
    /// Gain in log-likelihood of two styles over one, in nats per weighed token; texts by one
    /// author have as much (see [`crate::hmm::STYLE_GAIN_RANGES`]).
    pub style_gain: Option<f64>,
    /// Results for other numbers of authors; empty for methods that do not compute them.
    pub alternatives: Vec<Alternative>,
    /// Characteristic tokens of each author.
    pub evidence: Vec<Evidence>,
    /// Agreement between results under different priors; empty for methods without a prior.
    pub stability: Vec<Stability>,
    /// Warnings for the user.
    pub warnings: Vec<Notice>,
}

impl Authorship {
    /// A result with labels only; any numbers can be used as labels.
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
    /// Index of the first unit.
    pub start_unit: usize,
    /// Index after the last unit.
    pub end_unit: usize,
    /// Author of the units, as in [`Authorship::labels`].
    pub author: usize,
}

/// Certainty of a label, by its agreement with other solutions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Certainty {
    /// At least 90 % of the other solutions agree on the unit and 97 % on the whole text:
    /// correct in about 9 of 10 cases.
    Firm,
    /// At least half of them agree: correct in about 2 of 3 cases.
    Weak,
    /// Undecided: correct in about 4 of 10 cases.
    Open,
}

impl Certainty {
    /// The band of a unit, by the share of other solutions that agree on it and by the mean
    /// share of the text. Units on which all agree are right in 7 of 10 cases where the
    /// solutions differ elsewhere: one text's solutions share its accidents.
    pub fn of(share: f64, mean: f64) -> Self {
        if share < 0.5 {
            Self::Open
        } else if share >= 0.9 && mean >= 0.97 {
            Self::Firm
        } else {
            Self::Weak
        }
    }
}

/// Whether a text has more than one author. Yes and no are not among the values, because
/// every statistic that was tried mistakes modes of one author (dialogue, narration,
/// argument) for authors.
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
    /// The name in JSON and reports.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Undetermined => "undetermined",
            Self::Assumed => "assumed by the caller",
        }
    }
}

/// Agreement of a result with other solutions.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Agreement {
    /// Share of other solutions that agree, averaged over units, from 0 to 1.
    pub mean: f64,
    /// Where the mean lies among texts with known authors.
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

/// The result for another number of authors.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Alternative {
    /// Number of authors that the model was given.
    pub authors: usize,
    /// Author of each unit, numbered by first appearance.
    pub labels: Vec<usize>,
    /// Penalised log-likelihood in nats; higher is better.
    pub score: f64,
}

/// Characteristic tokens of an author: more frequent there than in the whole text.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Evidence {
    /// The author.
    pub author: usize,
    /// Tokens with the logarithm of how many times more frequent they are.
    pub terms: Vec<(String, f64)>,
}

/// Agreement of the results under two priors.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Stability {
    /// The two values of theta.
    pub theta: [f64; 2],
    /// The share of units on which the answers agree after the best matching.
    pub agreement: f64,
}

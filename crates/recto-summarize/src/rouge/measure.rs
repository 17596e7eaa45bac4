//! ROUGE measures and their names.

use super::options::Variant;
use crate::SummarizeError;
use recto_math::{NumberOrText, finite_number};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A ROUGE measure.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "NumberOrText", into = "NumberOrText")]
pub enum Measure {
    /// ROUGE-N: shared n-grams; n from 1.
    N(usize),
    /// Longest common subsequence: of sentences, joined (1.5.5), or of the texts as one
    /// sentence each (rouge-score).
    L,
    /// rouge-score's name for what is `L` in 1.5.5.
    Lsum,
    /// Longest common subsequence, in which k words in a row count k^weight.
    W(f64),
    /// Shared pairs of words with at most so many words between; `None`: any number.
    S(Option<usize>),
    /// The same, and single words.
    SU(Option<usize>),
}

/// Weight of W where none is said, as in Lin's examples.
const WEIGHT: f64 = 1.2;

impl Measure {
    /// What its three scores begin with in JSON: `rouge_1`, `rouge_su4`, `rouge_w1_2`.
    pub fn key(&self) -> String {
        let name = self.to_string().to_lowercase();
        format!(
            "rouge_{}",
            name.replace('.', "_").replace('*', "_unlimited")
        )
    }

    /// What it is called in print: `ROUGE-1`, `ROUGE-SU4`, `ROUGE-W-1.2`.
    pub fn said(&self) -> String {
        match self {
            Measure::W(weight) => format!("ROUGE-W-{weight}"),
            other => format!("ROUGE-{other}"),
        }
    }

    /// Checks that `variant` has it and that its number is in range.
    ///
    /// # Errors
    /// [`SummarizeError::Parameter`] says which measures there are.
    pub fn check(&self, variant: Variant) -> Result<(), SummarizeError> {
        let fits = match (self, variant) {
            (Measure::N(n), _) => (1..=LONGEST).contains(n),
            (Measure::L, _) | (Measure::Lsum, Variant::RougeScore) => true,
            (Measure::Lsum, Variant::Script) => false,
            (Measure::W(weight), Variant::Script) => weight.is_finite() && *weight >= 1.0,
            (Measure::S(_) | Measure::SU(_), Variant::Script) => true,
            (_, Variant::RougeScore) => false,
        };
        let range = match variant {
            Variant::Script => SCRIPT,
            Variant::RougeScore => "a number from 1 to 100, L or Lsum with the variant rouge-score",
        };
        if fits {
            Ok(())
        } else {
            Err(SummarizeError::parameter("measures", self, range))
        }
    }
}

/// Words of the longest n-gram that is counted; there is a table for each length up to it.
const LONGEST: usize = 100;

const SCRIPT: &str = "a number from 1 to 100 (n-grams), L, W or W1.2 (weight from 1), S4 or S* \
                      (skips), SU4 or SU*";

impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Measure::N(n) => write!(f, "{n}"),
            Measure::L => f.write_str("L"),
            Measure::Lsum => f.write_str("Lsum"),
            Measure::W(weight) => write!(f, "W{weight}"),
            Measure::S(Some(skip)) => write!(f, "S{skip}"),
            Measure::S(None) => f.write_str("S*"),
            Measure::SU(Some(skip)) => write!(f, "SU{skip}"),
            Measure::SU(None) => f.write_str("SU*"),
        }
    }
}

impl From<Measure> for NumberOrText {
    fn from(measure: Measure) -> Self {
        Self::Text(measure.to_string())
    }
}

impl TryFrom<NumberOrText> for Measure {
    type Error = SummarizeError;

    fn try_from(written: NumberOrText) -> Result<Self, SummarizeError> {
        written.to_string().parse()
    }
}

impl FromStr for Measure {
    type Err = SummarizeError;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let bad = || SummarizeError::parameter("measures", name, SCRIPT);
        let lower = name.trim().to_ascii_lowercase();
        let plain = lower.strip_prefix("rouge-").unwrap_or(&lower);
        let skip = |rest: &str| match rest {
            "*" => Ok(None),
            n => n.parse().map(Some).map_err(|_| bad()),
        };
        if let Ok(n) = plain.parse() {
            return Ok(Measure::N(n));
        }
        match plain {
            "l" => return Ok(Measure::L),
            "lsum" => return Ok(Measure::Lsum),
            "w" => return Ok(Measure::W(WEIGHT)),
            _ => {}
        }
        if let Some(weight) = plain.strip_prefix('w') {
            let weight = finite_number(weight.trim_start_matches('-'));
            weight.map(Measure::W).ok_or_else(bad)
        } else if let Some(rest) = plain.strip_prefix("su") {
            skip(rest).map(Measure::SU)
        } else if let Some(rest) = plain.strip_prefix('s') {
            skip(rest).map(Measure::S)
        } else {
            Err(bad())
        }
    }
}

//! Which question comes next: the strategies by name.

use recto_math::{BadParameter, finite_number};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// How questions are chosen.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Strategy {
    /// A document or a word, whichever is worth more for its price: the recommended one.
    #[default]
    Auto,
    /// The document or word with the least expected reconstruction error (ADS).
    Ere,
    /// As [`Strategy::Ere`], but its candidates are the best of all documents by a guess at
    /// their expected reconstruction error, where that one takes the least sure.
    EreLocal,
    /// With this probability the most uncertain document, else the surest word.
    Interleave(f64),
    /// With this probability a document, else a word, each by expected reconstruction error.
    InterleaveEre(f64),
    /// The document or word with the largest expected log-likelihood of the labelled
    /// documents.
    Elg,
    /// The most uncertain document.
    Uncertainty,
    /// A document or a word by lot.
    Random,
}

/// Names of the strategies, with `P` for a probability, and what each asks.
pub const STRATEGIES: [(&str, &str); 8] = [
    (
        "auto",
        "a document or a word, whichever is worth more for its price",
    ),
    (
        "ere",
        "the document or word with the least expected reconstruction error",
    ),
    (
        "ere-local",
        "the same among all documents, by a quick guess at the error first",
    ),
    (
        "interleave:P",
        "with probability P the least sure document, else the surest word",
    ),
    (
        "interleave-ere:P",
        "with probability P a document, else a word, each by expected reconstruction error",
    ),
    (
        "elg",
        "the document or word with the largest expected log-likelihood of the labels",
    ),
    ("uncertainty", "the least sure document"),
    ("random", "a document or a word by lot"),
];

const RANGE: &str = "auto, ere, ere-local, interleave:P, interleave-ere:P, elg, uncertainty or \
                     random, with P from 0 to 1";

impl Strategy {
    /// Whether it works on a factorisation.
    pub(super) fn needs_factors(self) -> bool {
        matches!(
            self,
            Self::Ere | Self::EreLocal | Self::InterleaveEre(_) | Self::Elg
        )
    }
}

impl FromStr for Strategy {
    type Err = BadParameter;

    fn from_str(name: &str) -> Result<Self, BadParameter> {
        let bad = || BadParameter::new("strategy", name, RANGE);
        let probability = |text: &str| {
            finite_number(text)
                .filter(|p| (0.0..=1.0).contains(p))
                .ok_or_else(bad)
        };
        match name.split_once(':') {
            None => match name {
                "auto" => Ok(Self::Auto),
                "ere" => Ok(Self::Ere),
                "ere-local" => Ok(Self::EreLocal),
                "elg" => Ok(Self::Elg),
                "uncertainty" => Ok(Self::Uncertainty),
                "random" => Ok(Self::Random),
                "interleave" => Ok(Self::Interleave(0.5)),
                "interleave-ere" => Ok(Self::InterleaveEre(0.5)),
                _ => Err(bad()),
            },
            Some(("interleave", p)) => probability(p).map(Self::Interleave),
            Some(("interleave-ere", p)) => probability(p).map(Self::InterleaveEre),
            Some(_) => Err(bad()),
        }
    }
}

impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Auto => f.write_str("auto"),
            Self::Ere => f.write_str("ere"),
            Self::Interleave(p) => write!(f, "interleave:{p}"),
            Self::InterleaveEre(p) => write!(f, "interleave-ere:{p}"),
            Self::EreLocal => f.write_str("ere-local"),
            Self::Elg => f.write_str("elg"),
            Self::Uncertainty => f.write_str("uncertainty"),
            Self::Random => f.write_str("random"),
        }
    }
}

impl TryFrom<String> for Strategy {
    type Error = BadParameter;

    fn try_from(name: String) -> Result<Self, BadParameter> {
        name.parse()
    }
}

impl From<Strategy> for String {
    fn from(strategy: Strategy) -> Self {
        strategy.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        for name in [
            "auto",
            "ere",
            "ere-local",
            "interleave:0.5",
            "interleave-ere:0.25",
            "elg",
            "uncertainty",
            "random",
        ] {
            let strategy: Strategy = name.parse().expect("a strategy");
            assert_eq!(strategy.to_string(), name);
        }
    }

    #[test]
    fn other_names_and_probabilities_outside_their_range_are_refused() {
        for name in [
            "",
            "best",
            "interleave:2",
            "interleave:x",
            "auto:0.5",
            "interleave:NaN",
        ] {
            assert!(name.parse::<Strategy>().is_err(), "{name}");
        }
    }
}

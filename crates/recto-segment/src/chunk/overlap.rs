//! Words that a chunk shares with the one before it.

use super::Layout;
use super::words::WordStarts;
use crate::SegmentError;
use recto_math::BadParameter;
use recto_math::notation::NumberOrText;
use recto_text::Units;
use serde::{Deserialize, Serialize};
use std::str::FromStr;

/// How much of the text before a chunk is repeated in it: `20` words, `2s` units.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "NumberOrText", into = "NumberOrText")]
pub enum Overlap {
    /// So many words.
    Words(usize),
    /// So many units, sentences by default, as far as the bound on words allows.
    Units(usize),
}

impl Overlap {
    /// Words that must be kept free for it.
    pub fn reserved(self) -> usize {
        match self {
            Self::Words(n) => n,
            Self::Units(_) => 0,
        }
    }

    /// The first byte of each segment with the words that it shares; together they have at
    /// most `max_words`.
    ///
    /// # Panics
    /// If `bounds` do not segment `units`.
    pub fn starts(self, units: &Units<'_>, bounds: &[usize], max_words: usize) -> Vec<usize> {
        let words = WordStarts::of(units);
        let layout = Layout::of(units, true);
        let starts = [0].into_iter().chain(bounds.iter().copied());
        let start = |(start, &end): (usize, &usize)| {
            let opening = units.opening(start);
            match self {
                Self::Words(n) => words.back(opening, n),
                Self::Units(n) => {
                    let fits = |&unit: &usize| layout.words(unit, end) <= max_words;
                    let before = (start.saturating_sub(n)..start).find(fits);
                    before.map_or(opening, |unit| units.opening(unit))
                }
            }
        };
        starts.zip(bounds).map(start).collect()
    }
}

impl From<Overlap> for NumberOrText {
    fn from(overlap: Overlap) -> Self {
        match overlap {
            Overlap::Words(n) => Self::Whole(n as u64),
            Overlap::Units(n) => Self::Text(format!("{n}s")),
        }
    }
}

impl TryFrom<NumberOrText> for Overlap {
    type Error = SegmentError;

    fn try_from(written: NumberOrText) -> Result<Self, SegmentError> {
        written.to_string().parse()
    }
}

impl FromStr for Overlap {
    type Err = SegmentError;

    fn from_str(text: &str) -> Result<Self, SegmentError> {
        let number = |text: &str| {
            let wrong = "a number of words such as 20, or of sentences such as 2s";
            let number = text.parse().map_err(|_| wrong);
            number.map_err(|range| BadParameter::new("overlap", text, range))
        };
        Ok(match text.strip_suffix('s') {
            Some(units) => Self::Units(number(units)?),
            None => Self::Words(number(text)?),
        })
    }
}

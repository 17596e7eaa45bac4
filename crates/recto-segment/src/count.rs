//! A requested number of segments: `12`, or a range such as `8..15`, both ends included.

use crate::SegmentError;
use recto_math::{BadParameter, NumberOrText};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A number of segments or a range of them, both ends included.
///
/// ```
/// use recto_segment::SegmentCount;
/// let range: SegmentCount = "8..15".parse()?;
/// assert_eq!(range.clamp(20), 15);
/// assert_eq!("12".parse::<SegmentCount>()?.exact(), Some(12));
/// assert!("0".parse::<SegmentCount>().is_err());
/// # Ok::<(), recto_segment::SegmentError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "NumberOrText", into = "NumberOrText")]
pub struct SegmentCount {
    min: usize,
    max: usize,
}

impl SegmentCount {
    /// Smallest allowed number, from 1.
    pub fn min(self) -> usize {
        self.min
    }

    /// Largest allowed number.
    pub fn max(self) -> usize {
        self.max
    }

    /// The number; `None` for a range.
    pub fn exact(self) -> Option<usize> {
        (self.min == self.max).then_some(self.min)
    }

    /// The allowed number nearest to `count`.
    pub fn clamp(self, count: usize) -> usize {
        count.clamp(self.min, self.max)
    }
}

impl FromStr for SegmentCount {
    type Err = SegmentError;

    fn from_str(text: &str) -> Result<Self, SegmentError> {
        let error = || {
            BadParameter::new(
                "segments",
                text,
                "a number from 1, or a range such as 8..15",
            )
            .into()
        };
        let number = |text: &str| text.trim().parse::<usize>().map_err(|_| error());
        let (min, max) = match text.split_once("..") {
            Some((min, max)) => (number(min)?, number(max.trim_start_matches('='))?),
            None => (number(text)?, number(text)?),
        };
        if 1 <= min && min <= max {
            Ok(Self { min, max })
        } else {
            Err(error())
        }
    }
}

impl fmt::Display for SegmentCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.exact() {
            Some(count) => write!(f, "{count}"),
            None => write!(f, "{}..{}", self.min, self.max),
        }
    }
}

impl From<SegmentCount> for NumberOrText {
    fn from(count: SegmentCount) -> Self {
        match count.exact() {
            Some(count) => Self::Whole(count as u64),
            None => Self::Text(count.to_string()),
        }
    }
}

impl TryFrom<NumberOrText> for SegmentCount {
    type Error = SegmentError;

    fn try_from(written: NumberOrText) -> Result<Self, SegmentError> {
        written.to_string().parse()
    }
}

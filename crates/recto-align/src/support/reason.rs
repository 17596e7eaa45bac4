//! Reasons in words.

use std::fmt;
use std::ops::Range;

/// Words that a reason names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quote {
    /// The words: of the summary, unless the reason says that the source has them.
    pub words: Range<usize>,
    /// How they read. [`Pairs`](crate::Pairs) keep words in lower case and whether each had
    /// a capital, so that "NATO" reads "Nato"; who has the text may put its own words here.
    pub text: String,
}

/// Why a summary sentence is not fully supported.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// A number that the source has nowhere.
    MissingNumber(Quote),
    /// A name that the source has nowhere.
    MissingName(Quote),
    /// A name or number where the source has another one.
    Replaced {
        /// In the summary.
        here: Quote,
        /// In the source.
        source: Quote,
    },
    /// Two names that stand in each other's place.
    Exchanged {
        /// The one that comes first in the summary.
        first: Quote,
        /// The other.
        second: Quote,
    },
    /// A negation that the source does not have, with the word behind it.
    Negated(Quote),
    /// A negation of the source that the summary does not have, with the word behind it.
    NotNegated(Quote),
    /// Names and numbers that the source has only where little else of the sentence stands.
    Elsewhere(Vec<Quote>),
    /// Other words that the source has nowhere.
    Missing(Vec<Quote>),
    /// The sentence was put together from this many places of the source.
    Places(usize),
}

/// Words that a list names before it only counts.
const NAMED: usize = 6;

impl Reason {
    /// Whether the source says otherwise, or nothing of a number or name: such reasons are
    /// always given.
    pub fn is_contradiction(&self) -> bool {
        !matches!(
            self,
            Self::Elsewhere(_) | Self::Missing(_) | Self::Places(_)
        )
    }

    /// The words of the summary that it names.
    pub fn summary_quotes(&mut self) -> Vec<&mut Quote> {
        match self {
            Self::MissingNumber(quote) | Self::MissingName(quote) | Self::Negated(quote) => {
                vec![quote]
            }
            Self::Replaced { here, .. } => vec![here],
            Self::Exchanged { first, second } => vec![first, second],
            Self::Elsewhere(quotes) | Self::Missing(quotes) => quotes.iter_mut().collect(),
            Self::NotNegated(_) | Self::Places(_) => Vec::new(),
        }
    }

    /// The words of the source that it names.
    pub fn source_quote(&mut self) -> Option<&mut Quote> {
        match self {
            Self::Replaced { source, .. } | Self::NotNegated(source) => Some(source),
            _ => None,
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MissingNumber(one) => {
                write!(f, "the source does not have the number {}", one.text)
            }
            Self::MissingName(one) => write!(f, "the source does not have the name {}", one.text),
            Self::Replaced { here, source } => {
                let (here, source) = (&here.text, &source.text);
                write!(f, "the source says \"{source}\" here, not \"{here}\"")
            }
            Self::Exchanged { first, second } => {
                let (first, second) = (&first.text, &second.text);
                write!(f, "in the source the other way round: {first} … {second}")
            }
            Self::Negated(one) => write!(f, "negated here, not in the source: \"{}\"", one.text),
            Self::NotNegated(one) => write!(f, "the source says \"{}\" here", one.text),
            Self::Elsewhere(quotes) => write!(f, "found only elsewhere: {}", List(quotes)),
            Self::Missing(quotes) => write!(f, "not in the source: {}", List(quotes)),
            Self::Places(places) => write!(f, "put together from {places} places"),
        }
    }
}

/// The first words of a list, and how many more there are.
struct List<'q>(&'q [Quote]);

impl fmt::Display for List<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = self.0.iter().take(NAMED).map(|quote| quote.text.as_str());
        f.write_str(&shown.collect::<Vec<_>>().join(", "))?;
        match self.0.len().saturating_sub(NAMED) {
            0 => Ok(()),
            more => write!(f, " and {more} more"),
        }
    }
}

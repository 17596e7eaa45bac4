//! What a user may ask of a method of `segment`: one list of flags, of which each method
//! says to which it listens.

use super::segments;
use clap::{Args, ValueEnum};
use recto::segment::{Options, Preference, SegmentCount, SimilarityTable, Theta};
use std::path::PathBuf;

/// Flags that only some methods listen to.
#[derive(Debug, Args)]
#[command(next_help_heading = "Method")]
pub struct WishArgs {
    /// Use the literal parameters of the method's paper
    #[arg(long)]
    pub paper: bool,
    /// How many segments: a number, or a range such as 8..15 (both ends count)
    #[arg(long, value_name = "K|A..B", value_parser = segments)]
    pub segments: Option<SegmentCount>,
    /// Finer below 1, coarser above; 0.5 to 2 is the useful range
    #[arg(long, value_name = "G")]
    pub granularity: Option<f64>,
    /// The least number of words in a segment, wherever that is possible
    #[arg(long, value_name = "N")]
    pub min_words: Option<usize>,
    /// The greatest number of words in a segment; only a single unit may have more
    #[arg(long, value_name = "N")]
    pub max_words: Option<usize>,
    /// Whether headings in the text count as evidence [default: use]
    #[arg(long, value_name = "HOW")]
    pub headings: Option<Headings>,
    /// Your own similarities of units: a file with lines of unit, unit, value, tab-separated
    #[arg(long, value_name = "FILE")]
    pub similarity: Option<PathBuf>,
    /// How willing units are to be centres: a number, or a file with a number a line
    #[arg(long, value_name = "X|FILE", allow_hyphen_values = true)]
    pub preference: Option<String>,
    /// How many units a unit may be away from its centre
    #[arg(long, value_name = "H")]
    pub window: Option<usize>,
    /// How much of a message stays from one iteration to the next, 0.5 to below 1
    #[arg(long, value_name = "X")]
    pub damping: Option<f64>,
    /// Concentration of the prior over words, or auto to estimate it
    #[arg(long, value_name = "X|auto", value_parser = theta)]
    pub theta: Option<Theta>,
    /// What a segment costs, as a multiple of the log of the number of units
    #[arg(long, value_name = "X")]
    pub penalty: Option<f64>,
}

/// Whether headings are evidence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Headings {
    /// A segment likes to open with a heading
    Use,
    /// Headings are text like any other
    Ignore,
}

fn theta(text: &str) -> Result<Theta, String> {
    text.parse()
        .map_err(|_| "a number above 0, or auto".to_string())
}

impl WishArgs {
    /// Every flag of this list and whether it was given.
    pub fn given(&self) -> [(&'static str, bool); 11] {
        [
            ("segments", self.segments.is_some()),
            ("granularity", self.granularity.is_some()),
            ("min-words", self.min_words.is_some()),
            ("max-words", self.max_words.is_some()),
            ("headings", self.headings.is_some()),
            ("similarity", self.similarity.is_some()),
            ("preference", self.preference.is_some()),
            ("window", self.window.is_some()),
            ("damping", self.damping.is_some()),
            ("theta", self.theta.is_some()),
            ("penalty", self.penalty.is_some()),
        ]
    }

    /// The same as the methods take it; files are read.
    ///
    /// # Errors
    /// A message that names the file, what is wrong with it and what to do.
    pub fn options(&self) -> Result<Options, String> {
        Ok(Options {
            segments: self.segments,
            paper: self.paper,
            granularity: self.granularity,
            min_words: self.min_words,
            max_words: self.max_words,
            headings: self.headings.map(|how| how == Headings::Use),
            similarity: self.similarity()?,
            preference: self.preference()?,
            window: self.window,
            damping: self.damping,
            theta: self.theta,
            penalty: self.penalty,
        })
    }

    fn similarity(&self) -> Result<Option<SimilarityTable>, String> {
        let Some(path) = &self.similarity else {
            return Ok(None);
        };
        let name = path.display();
        let text = read(path)?;
        let table = text.parse().map_err(|error| format!("{name}: {error}"))?;
        Ok(Some(table))
    }

    fn preference(&self) -> Result<Option<Preference>, String> {
        let Some(given) = &self.preference else {
            return Ok(None);
        };
        if let Ok(number) = given.parse::<f64>() {
            return Ok(Some(Preference::Uniform(number)));
        }
        let text = read(given.as_ref())?;
        let each = Preference::from_lines(&text).map_err(|error| format!("{given}: {error}"))?;
        Ok(Some(each))
    }
}

fn read(path: &std::path::Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| {
        format!(
            "{}: cannot be read: {error}; check the name",
            path.display()
        )
    })
}

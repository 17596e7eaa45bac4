//! Flags of `authors`.

use super::{InputArgs, OutputArgs, RunArgs};
use clap::{Args, ValueEnum};
use recto::UnitKind;
use recto::authors::{Options, Theta};

pub(super) const EXAMPLES: &str = "Examples:
  recto authors report.txt                        groups by style, on the terminal
  recto authors report.txt -o report.html         the same as a page, with the text
  recto authors draft.txt --authors 2             the number of authors is known
  recto authors poem.txt --unit line              a unit a line
  recto authors 'essays/*.txt' --format json      for programs, with byte offsets
  recto authors report.txt --paper                as published (BayesAD)";

/// Flags of `authors`.
#[derive(Debug, Args)]
pub struct AuthorsArgs {
    /// What to read and how
    #[command(flatten)]
    pub input: InputArgs,
    /// Where to write and how
    #[command(flatten)]
    pub output: OutputArgs,
    /// Put the text that offsets refer to into the JSON
    #[arg(long, help_heading = "Output")]
    pub with_text: bool,
    /// The run
    #[command(flatten)]
    pub run: RunArgs,
    /// How to tell authors apart
    #[arg(
        long,
        value_name = "NAME",
        default_value = "auto",
        help_heading = "Method"
    )]
    pub method: String,
    /// Use the literal parameters of the method's paper
    #[arg(long, help_heading = "Method")]
    pub paper: bool,
    /// How many authors there are, if that is known
    #[arg(long, value_name = "K", help_heading = "Method")]
    pub authors: Option<usize>,
    /// Concentration of the prior over words, or auto to estimate it
    #[arg(long, value_name = "X|auto", value_parser = theta, help_heading = "Method")]
    pub theta: Option<Theta>,
    /// What has one author
    #[arg(
        long,
        value_name = "KIND",
        default_value = "sentence",
        help_heading = "Method"
    )]
    pub unit: AuthorsUnit,
}

impl AuthorsArgs {
    /// Every flag that only some methods listen to, and whether it was given.
    pub fn given(&self) -> [(&'static str, bool); 2] {
        [
            ("authors", self.authors.is_some()),
            ("theta", self.theta.is_some()),
        ]
    }

    /// The same as the methods take it.
    pub fn options(&self) -> Options {
        Options {
            authors: self.authors,
            theta: self.theta,
            paper: self.paper,
        }
    }
}

/// What a unit of `authors` is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum AuthorsUnit {
    /// Sentences
    Sentence,
    /// Lines
    Line,
}

impl From<AuthorsUnit> for UnitKind {
    fn from(unit: AuthorsUnit) -> Self {
        match unit {
            AuthorsUnit::Sentence => UnitKind::Sentence,
            AuthorsUnit::Line => UnitKind::Line,
        }
    }
}

fn theta(text: &str) -> Result<Theta, String> {
    text.parse()
        .map_err(|_| "a number above 0, or auto".to_string())
}

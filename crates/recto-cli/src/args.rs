//! The command line: every flag beside its documentation.
//!
//! `--method` takes its values and their help from the tables of methods, so that a new
//! row is all that a new method needs.

use crate::Registry;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use recto::segment::{SegmentCount, SegmentError};
use recto::source::{Fields, Format as Layout};
use recto::{Language, Limits, SourceOptions, UnitKind, decode};
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// recto reads a pile of text before you do.
#[derive(Debug, Parser)]
#[command(
    name = "recto",
    version,
    about = "Reads a pile of text before you do: offline, repeatable, with the evidence shown",
    after_long_help = TOP_EXAMPLES,
    subcommand_required = true,
    arg_required_else_help = true
)]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

const TOP_EXAMPLES: &str = "Examples:
  recto segment report.txt                     where its topics change
  recto segment letters/ -o letters.html       a page to read and to send
  recto eval segmentation reference/ out.json  how good the answer is

Each command has its own help: recto segment --help";

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Find where topics change
    #[command(after_long_help = SEGMENT_EXAMPLES)]
    Segment(SegmentArgs),
    /// Score an answer against a reference
    #[command(subcommand, arg_required_else_help = true, after_long_help = EVAL_EXAMPLES)]
    Eval(EvalCommand),
    /// Print what makes a shell complete recto's commands and flags
    #[command(after_long_help = COMPLETIONS_EXAMPLES)]
    Completions(CompletionsArgs),
    /// Print the manual page, or write all of them
    #[command(after_long_help = MAN_EXAMPLES)]
    Man(ManArgs),
}

const SEGMENT_EXAMPLES: &str = "Examples:
  recto segment report.txt                        an outline on the terminal
  recto segment report.txt -o report.html         the same as a page, with the text
  recto segment book.txt --segments 12            exactly twelve segments
  recto segment 'minutes/*.txt' --format json     for programs, with byte offsets
  recto segment notes.jsonl --text-field body     a document a row
  cat log.txt | recto segment - --unit line       standard input, a unit a line";

const EVAL_EXAMPLES: &str = "Examples:
  recto segment corpus/ --unit line -o out.json
  recto eval segmentation corpus/ out.json";

/// The tasks of `eval`.
#[derive(Debug, Subcommand)]
pub enum EvalCommand {
    /// Score segment boundaries: WindowDiff, Pk, F1, B, beside trivial baselines
    #[command(after_long_help = EVAL_SEGMENTATION_EXAMPLES)]
    Segmentation(EvalSegmentationArgs),
}

const EVAL_SEGMENTATION_EXAMPLES: &str = "Examples:
  recto eval segmentation corpus/ out.json             a folder of Choi files
  recto eval segmentation gold.json out.json           recto's JSON or segeval's
  recto eval segmentation gold.txt first.json second.json
                                                       and is the second better?";

const COMPLETIONS_EXAMPLES: &str = "Examples:
  recto completions bash > ~/.local/share/bash-completion/completions/recto
  recto completions zsh > ~/.zfunc/_recto
  recto completions fish > ~/.config/fish/completions/recto.fish";

/// Flags of `completions`.
#[derive(Debug, Args)]
pub struct CompletionsArgs {
    /// The shell to complete for
    pub shell: clap_complete::Shell,
}

const MAN_EXAMPLES: &str = "Examples:
  recto man | man -l -                            read the page of recto itself
  recto man --out ~/.local/share/man/man1         install the pages of all commands";

/// Flags of `man`.
#[derive(Debug, Args)]
pub struct ManArgs {
    /// Write the pages of all commands into this folder
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
}

/// Flags of `segment`.
#[derive(Debug, Args)]
pub struct SegmentArgs {
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
    /// How to find boundaries
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
    /// How many segments: a number, or a range such as 8..15 (both ends count)
    #[arg(long, value_name = "K|A..B", help_heading = "Method", value_parser = segments)]
    pub segments: Option<SegmentCount>,
    /// What is kept together
    #[arg(
        long,
        value_name = "KIND",
        default_value = "sentence",
        help_heading = "Method"
    )]
    pub unit: Unit,
}

/// Flags of `eval segmentation`.
#[derive(Debug, Args)]
pub struct EvalSegmentationArgs {
    /// The reference: recto's JSON, segeval's JSON, NLTK's flags or Choi's text; a file or a folder
    #[arg(value_name = "REFERENCE")]
    pub reference: String,
    /// One output to score, or two to compare
    #[arg(value_name = "OUTPUT", required = true, num_args = 1..=2)]
    pub outputs: Vec<String>,
    /// Window of WindowDiff and Pk, in units [default: half the mean length of a reference segment]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub k: Option<u32>,
    /// How to read
    #[command(flatten)]
    pub bytes: BytesArgs,
    /// Where to write and how
    #[command(flatten)]
    pub output: OutputArgs,
    /// The run
    #[command(flatten)]
    pub run: RunArgs,
}

/// What to read and how.
#[derive(Debug, Args)]
#[command(next_help_heading = "Input")]
pub struct InputArgs {
    /// Files, folders, globs, or - for standard input
    #[arg(value_name = "FILE", required = true, help_heading = None)]
    pub files: Vec<String>,
    /// Language of the text [default: detected]
    #[arg(long, value_name = "CODE", value_parser = languages())]
    pub lang: Option<&'static Language>,
    /// How the files are laid out [default: by their ending]
    #[arg(long, value_name = "FORMAT")]
    pub input_format: Option<InputFormat>,
    /// Field or column that holds the text
    #[arg(long, value_name = "NAME", default_value = "text")]
    pub text_field: String,
    /// Field or column that holds the id
    #[arg(long, value_name = "NAME", default_value = "id")]
    pub id_field: String,
    /// Field or column that holds the time
    #[arg(long, value_name = "NAME", default_value = "time")]
    pub time_field: String,
    /// Field or column that holds the label [default: label or labels]
    #[arg(long, value_name = "NAME")]
    pub label_field: Option<String>,
    /// How bytes become text
    #[command(flatten)]
    pub bytes: BytesArgs,
    /// Refuse files with a line above this length
    #[arg(long, value_name = "N", default_value_t = Limits::default().line)]
    pub max_line_bytes: usize,
    /// Leave out words above this length
    #[arg(long, value_name = "N", default_value_t = Limits::default().token)]
    pub max_token_bytes: usize,
}

/// How bytes become text.
#[derive(Debug, Args)]
#[command(next_help_heading = "Input")]
pub struct BytesArgs {
    /// Encoding of the files [default: byte order mark, then UTF-8, then detected]
    #[arg(long, value_name = "NAME", value_parser = encoding)]
    pub encoding: Option<NamedEncoding>,
    /// Refuse files above this size
    #[arg(long, value_name = "N", default_value_t = Limits::default().file,
          value_parser = clap::value_parser!(u64).range(1..=u64::from(u32::MAX)))]
    pub max_file_bytes: u64,
}

impl BytesArgs {
    /// How to read files that are one document each, of lines of any length.
    pub fn options(&self) -> SourceOptions {
        SourceOptions {
            encoding: self.encoding.map(|named| named.0),
            limits: Limits {
                file: self.max_file_bytes,
                line: usize::MAX,
                ..Limits::default()
            },
            format: Some(Layout::Text),
            ..SourceOptions::default()
        }
    }
}

/// An encoding by one of its names.
#[derive(Debug, Clone, Copy)]
pub struct NamedEncoding(&'static recto::Encoding);

fn encoding(name: &str) -> Result<NamedEncoding, String> {
    let known = decode::encoding(name).map(NamedEncoding);
    known.ok_or_else(|| {
        "not an encoding that recto knows; try utf-8, windows-1252, utf-16le, shift_jis".into()
    })
}

fn languages() -> impl TypedValueParser<Value = &'static Language> {
    PossibleValuesParser::new(Language::codes())
        .map(|code| Language::from_code(&code).expect("one of the codes that were offered"))
}

impl InputArgs {
    /// How to read.
    pub fn options(&self) -> SourceOptions {
        SourceOptions {
            fields: Fields {
                text: self.text_field.clone(),
                id: self.id_field.clone(),
                time: self.time_field.clone(),
                label: self.label_field.clone(),
            },
            encoding: self.bytes.encoding.map(|named| named.0),
            limits: self.limits(),
            format: self.input_format.map(Layout::from),
        }
    }

    /// Limits on the text.
    pub fn limits(&self) -> Limits {
        Limits {
            file: self.bytes.max_file_bytes,
            line: self.max_line_bytes,
            token: self.max_token_bytes,
        }
    }
}

/// How an input file is laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum InputFormat {
    /// The file is one document
    Text,
    /// A JSON object a line
    Jsonl,
    /// A table with a header line
    Csv,
}

impl From<InputFormat> for Layout {
    fn from(format: InputFormat) -> Self {
        match format {
            InputFormat::Text => Layout::Text,
            InputFormat::Jsonl => Layout::Jsonl,
            InputFormat::Csv => Layout::Csv,
        }
    }
}

/// Where to write and how.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub struct OutputArgs {
    /// text for people, json for programs, html for a page [default: text, or by the ending of -o]
    #[arg(long, value_name = "FORMAT")]
    pub format: Option<Format>,
    /// Write to a file instead of stdout; it is written whole or not at all
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// How the result is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people, on a terminal
    Text,
    /// For programs
    Json,
    /// One self-contained page
    Html,
}

/// The run.
#[derive(Debug, Args)]
#[command(next_help_heading = "Run")]
pub struct RunArgs {
    /// Seed of all random draws; same seed, same bytes
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = seed)]
    pub seed: u64,
    /// Threads; the result never depends on it [default: all cores]
    #[arg(long, value_name = "N", value_parser = threads)]
    pub threads: Option<NonZeroUsize>,
    /// No progress and no warnings on stderr
    #[arg(short, long)]
    pub quiet: bool,
}

fn seed(text: &str) -> Result<u64, String> {
    let most = u64::MAX;
    text.parse()
        .map_err(|_| format!("must be a whole number from 0 to {most}"))
}

fn threads(text: &str) -> Result<NonZeroUsize, &'static str> {
    text.parse().map_err(|_| "must be a whole number from 1")
}

fn segments(text: &str) -> Result<SegmentCount, String> {
    text.parse().map_err(|error| match error {
        // Clap has named the flag and the value already.
        SegmentError::Parameter { range, .. } => format!("must be {range}"),
        other => other.to_string(),
    })
}

/// What a unit is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Unit {
    /// Sentences
    Sentence,
    /// Paragraphs: up to a blank line
    Paragraph,
    /// Lines
    Line,
}

impl From<Unit> for UnitKind {
    fn from(unit: Unit) -> Self {
        match unit {
            Unit::Sentence => UnitKind::Sentence,
            Unit::Paragraph => UnitKind::Paragraph,
            Unit::Line => UnitKind::Line,
        }
    }
}

/// The whole command line, with the methods of `registry`.
pub fn command(registry: &Registry<'_>) -> clap::Command {
    let rows = registry.segment.iter().map(|row| (row.name, row.summary));
    let values: Vec<PossibleValue> = rows
        .map(|(name, summary)| PossibleValue::new(name).help(summary))
        .collect();
    Arguments::command().mut_subcommand("segment", |segment| {
        segment.mut_arg("method", |method| {
            method.value_parser(PossibleValuesParser::new(values))
        })
    })
}

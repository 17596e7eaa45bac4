//! Flags for what is read and how.

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use recto::source::{ArchiveLimits, Fields, Format as Layout};
use recto::{Language, Limits, SourceOptions, decode};
use std::path::PathBuf;

/// What to read and how.
#[derive(Debug, Args)]
pub struct InputArgs {
    /// Files, folders, globs, or - for standard input
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// How to read them
    #[command(flatten)]
    pub how: InputOptions,
}

/// How to read.
#[derive(Debug, Args)]
#[command(next_help_heading = "Input")]
pub struct InputOptions {
    /// Language of the text [default: detected]
    #[arg(long, value_name = "CODE", value_parser = languages())]
    pub lang: Option<&'static Language>,
    /// Input format [default: by file extension]
    #[arg(long, value_name = "FORMAT", value_parser = formats())]
    pub input_format: Option<Layout>,
    /// Field or column with the text
    #[arg(long, value_name = "NAME", default_value = "text")]
    pub text_field: String,
    /// Field or column with the id
    #[arg(long, value_name = "NAME", default_value = "id")]
    pub id_field: String,
    /// Field or column with the time
    #[arg(long, value_name = "NAME", default_value = "time")]
    pub time_field: String,
    /// Field or column with the label [default: label or labels]
    #[arg(long, value_name = "NAME")]
    pub label_field: Option<String>,
    /// Where the documents are in a JSON file, such as response.items [default: the only list of texts]
    #[arg(long, value_name = "PATH")]
    pub json_path: Option<String>,
    /// Read licences, page numbers and notices that many documents share as text, too
    #[arg(long)]
    pub keep_all: bool,
    /// Join the messages of each thread of a mailbox to one document
    #[arg(long)]
    pub by_thread: bool,
    /// How bytes become text
    #[command(flatten)]
    pub bytes: BytesArgs,
    /// Maximum line length in bytes; a file with a longer line is an error
    #[arg(long, value_name = "N", default_value_t = Limits::default().line)]
    pub max_line_bytes: usize,
    /// Maximum word length in bytes; longer words are ignored
    #[arg(long, value_name = "N", default_value_t = Limits::default().token)]
    pub max_token_bytes: usize,
    /// Maximum number of files in an archive; those beyond are not read
    #[arg(long, value_name = "N", default_value_t = ArchiveLimits::default().files)]
    pub max_archive_files: usize,
    /// Maximum depth of archives inside archives
    #[arg(long, value_name = "N", default_value_t = ArchiveLimits::default().depth,
          value_parser = archive_depth())]
    pub max_archive_depth: usize,
    /// Maximum ratio of a file in an archive to its packed size
    #[arg(long, value_name = "N", default_value_t = ArchiveLimits::default().ratio)]
    pub max_archive_ratio: u64,
}

/// Depths that are safe to open one inside the other.
fn archive_depth() -> impl TypedValueParser<Value = usize> {
    clap::value_parser!(u64)
        .range(1..=32)
        .map(|depth| usize::try_from(depth).expect("at most 32"))
}

/// How bytes become text.
#[derive(Debug, Args)]
#[command(next_help_heading = "Input")]
pub struct BytesArgs {
    /// Encoding of the files [default: byte order mark, then UTF-8, then detected]
    #[arg(long, value_name = "NAME", value_parser = encoding)]
    pub encoding: Option<NamedEncoding>,
    /// Maximum file size in bytes; a larger file is an error
    #[arg(long, value_name = "N", default_value_t = Limits::default().file,
          value_parser = clap::value_parser!(u64).range(1..=u64::from(u32::MAX / 3)))]
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
            keep_all: true,
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

/// The formats that the library names.
fn formats() -> impl TypedValueParser<Value = Layout> {
    let value =
        |(name, _, help): (&'static str, Layout, &'static str)| PossibleValue::new(name).help(help);
    PossibleValuesParser::new(Layout::NAMED.map(value))
        .map(|name| Layout::named(&name).expect("one of the names that were offered"))
}

fn languages() -> impl TypedValueParser<Value = &'static Language> {
    PossibleValuesParser::new(Language::codes())
        .map(|code| Language::from_code(&code).expect("one of the codes that were offered"))
}

impl InputOptions {
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
            format: self.input_format,
            json_path: self.json_path.clone(),
            keep_all: self.keep_all,
            by_thread: self.by_thread,
            ..SourceOptions::default()
        }
    }

    /// Whether the format that was named, if any, has a row for each document.
    pub fn is_of_rows(&self) -> bool {
        let format = self.input_format;
        format.is_none_or(|format| matches!(format, Layout::Jsonl | Layout::Csv | Layout::Mail))
    }

    /// Limits on the text.
    pub fn limits(&self) -> Limits {
        Limits {
            file: self.bytes.max_file_bytes,
            line: self.max_line_bytes,
            token: self.max_token_bytes,
            archive: ArchiveLimits {
                files: self.max_archive_files,
                depth: self.max_archive_depth,
                ratio: self.max_archive_ratio,
            },
        }
    }
}

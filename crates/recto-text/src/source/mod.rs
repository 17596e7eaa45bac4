//! From what the user names to documents: files, folders, globs and standard input.
//!
//! One file a format; each turns decoded text into rows and says what it could not
//! read. A bad file or row never stops the others: it is named in [`Pile::failed`].

#[cfg(feature = "archive")]
mod archive;
mod bytes;
mod collect;
#[cfg(any(feature = "epub", feature = "office", feature = "pdf"))]
#[cfg_attr(
    not(all(feature = "epub", feature = "office", feature = "pdf")),
    allow(dead_code)
)]
mod composed;
mod delimited;
#[cfg(feature = "epub")]
mod epub;
mod file;
mod find;
mod foreign;
mod html;
mod input;
mod json;
mod jsonl;
#[cfg(feature = "mail")]
mod mail;
mod markdown;
mod messages;
#[cfg(feature = "office")]
mod office;
mod options;
mod pairs;
#[cfg(any(feature = "epub", feature = "office"))]
mod parts;
#[cfg(feature = "pdf")]
mod pdf;
mod rendered;
mod row_kind;
mod subtitles;
mod told;
mod warning;
#[cfg(any(feature = "epub", feature = "office"))]
mod xml;
// Every build looks at the names of the files in there; only some read them.
#[cfg_attr(
    not(all(feature = "archive", feature = "epub", feature = "office")),
    allow(dead_code)
)]
mod zip;

use crate::aside;
use crate::decode::{self, Decoded};
use crate::document::{Document, Post, Span, Thread};
use crate::landmarks::Landmarks;
use crate::lines::LineMap;
use collect::collect;
pub use file::{FileIdentity, contents};
pub use find::{Found, find};
use foreign::Foreign;
use input::Input;
pub use messages::{LeftOut, LineProblem, TimedMessage, read_message};
pub use options::{ArchiveLimits, Fields, Format, Limits, SourceOptions};
use pairs::PairRow;
pub use pairs::{GivenTokens, GoldLinks, TextPair};
use rayon::prelude::*;
use recto_math::{Cancelled, Notice, Remedy, Run};
use std::ops::Range;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
pub use warning::{Failure, Warning};

/// What was read, and what was not.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Pile {
    /// The documents in the order of the arguments, folders sorted by path.
    pub documents: Vec<Document>,
    /// Rows that were piles themselves, in order; empty for ordinary files.
    pub sets: Vec<Set>,
    /// Documents and their summaries, in order; empty for ordinary files.
    pub pairs: Vec<TextPair>,
    /// What the user should know.
    pub warnings: Vec<Warning>,
    /// Files and rows that could not be read.
    pub failed: Vec<Failure>,
}

impl Pile {
    /// Puts another pile behind this one.
    pub fn append(&mut self, other: Pile) {
        let start = self.documents.len();
        self.documents.extend(other.documents);
        self.sets.extend(other.sets.into_iter().map(|set| Set {
            documents: set.documents.start + start..set.documents.end + start,
            ..set
        }));
        self.pairs
            .extend(other.pairs.into_iter().map(|pair| TextPair {
                source: pair.source.start + start..pair.source.end + start,
                summary: pair.summary + start,
                ..pair
            }));
        self.warnings.extend(other.warnings);
        self.failed.extend(other.failed);
    }

    /// Adds the remedies of warnings and failures to their messages as `words` puts them.
    pub fn word(&mut self, words: impl Fn(&Remedy) -> String) {
        self.warnings
            .iter_mut()
            .for_each(|warning| warning.word(&words));
        self.failed
            .iter_mut()
            .for_each(|failure| failure.word(&words));
    }
}

/// Texts in memory, named by their place: `1`, `2`, `3` and so on.
impl<T: Into<String>> From<Vec<T>> for Pile {
    fn from(texts: Vec<T>) -> Self {
        let named = texts.into_iter().enumerate();
        named.map(|(i, text)| ((i + 1).to_string(), text)).collect()
    }
}

/// Texts in memory, each with an id.
impl<I: Into<String>, T: Into<String>> FromIterator<(I, T)> for Pile {
    fn from_iter<P: IntoIterator<Item = (I, T)>>(pairs: P) -> Self {
        let document = |(id, text): (I, T)| Document::new(id, text);
        Self {
            documents: pairs.into_iter().map(document).collect(),
            ..Self::default()
        }
    }
}

/// A row of JSON lines with a list `documents`: a pile within the pile.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Set {
    /// The row's id.
    pub id: String,
    /// Its documents, in [`Pile::documents`].
    pub documents: Range<usize>,
    /// What the row asks of them: its `query`, or all of its `queries`.
    pub queries: Vec<String>,
    /// What was known before: its `since`.
    pub since: Vec<Document>,
}

/// One document as a format reader found it, before it has its final id.
#[derive(Debug, Default, PartialEq)]
struct Row {
    id: Option<String>,
    text: String,
    title: Option<String>,
    time: Option<String>,
    labels: Vec<String>,
    line: Option<usize>,
    headings: Vec<Span>,
    heading_depths: Vec<u8>,
    source_lines: Option<LineMap>,
    landmarks: Landmarks,
    /// What the reader knows to be no part of the text although it stands in it.
    aside: Vec<Span>,
    /// Who wrote it.
    sender: Option<String>,
    thread: Option<Thread>,
    /// Its number in a file that holds several, from 1, where those are no lines.
    number: Option<usize>,
    /// Its number in a set, from 1.
    part: Option<usize>,
    /// The side of a pair that it is; empty for what is none.
    side: &'static str,
    post: Option<Post>,
}

/// A set as a format reader found it: so many of the rows to come.
#[derive(Debug, Default, PartialEq)]
struct SetRow {
    id: Option<String>,
    line: usize,
    first_row: usize,
    documents: usize,
    queries: Vec<String>,
    since: Vec<String>,
}

/// What one file gave.
#[derive(Debug, Default)]
struct FileRows {
    rows: Vec<Row>,
    sets: Vec<SetRow>,
    pairs: Vec<PairRow>,
    warnings: Vec<Warning>,
    failures: Vec<Notice>,
    /// The encoding that was guessed, and what is said of that.
    guess: Option<(&'static str, Notice)>,
    /// What it is, if it is a kind of file that is not read.
    foreign: Option<Foreign>,
}

/// Bad rows listed for one file; beyond that they are counted.
const LISTED: usize = 10;

/// What is wrong with the rows of a file: the first few in words, the rest as a count.
#[derive(Debug, Default)]
struct Problems {
    listed: Vec<Notice>,
    more: usize,
}

impl Problems {
    fn push(&mut self, notice: impl FnOnce() -> Notice) {
        if self.listed.len() < LISTED {
            self.listed.push(notice());
        } else {
            self.more += 1;
        }
    }

    fn into_notices(mut self) -> Vec<Notice> {
        if self.more > 0 {
            let more = format!("{} more lines like these", self.more);
            self.listed.push(more.into());
        }
        self.listed
    }
}

/// The lines of a text that hold more than blanks, with their numbers from 1.
///
/// ```
/// use recto_text::source::filled_lines;
/// let lines: Vec<(usize, &str)> = filled_lines("net\n \nquay\n").collect();
/// assert_eq!(lines, [(1, "net"), (3, "quay")]);
/// ```
pub fn filled_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let numbered = (1..).zip(text.lines());
    numbered.filter(|(_, line)| !line.trim().is_empty())
}

/// Reads everything that `arguments` name: files, folders, globs, and `-` for
/// standard input. Each file is read once, whatever links lead to it.
///
/// # Errors
/// [`Cancelled`] if the observer asks to stop. Files that cannot be read are no
/// error: they are named in [`Pile::failed`].
pub fn read<P: AsRef<Path>>(
    arguments: &[P],
    options: &SourceOptions,
    run: &Run<'_>,
) -> Result<Pile, Cancelled> {
    find(arguments).read(options, run)
}

/// Reads files that were found; `pile` has what is to be told of the search.
fn read_found(
    inputs: Vec<Input>,
    mut pile: Pile,
    options: &SourceOptions,
    run: &Run<'_>,
) -> Result<Pile, Cancelled> {
    let done = AtomicU64::new(0);
    let total = inputs.len() as u64;
    let files: Vec<Vec<Opened>> = inputs
        .into_par_iter()
        .map(|input| {
            let done = done.fetch_add(1, Ordering::Relaxed);
            run.report("reading", done, Some(total))?;
            let bytes = bytes::read(&input, &options.limits);
            Ok(open(input, bytes, options))
        })
        .collect::<Result<_, Cancelled>>()?;
    let (inputs, files) = files.into_iter().flatten().unzip();
    collect(inputs, files, &mut pile);
    // A summary may say again what its document says, and one message what another says:
    // that is no notice that both share.
    let repeats =
        matches!(options.format, Some(Format::Pairs | Format::Messages)) || !pile.pairs.is_empty();
    if !options.keep_all && !repeats {
        aside::set_aside(&mut pile);
    }
    Ok(pile)
}

/// Reads one file that is in memory already; `name` stands for its name, and its
/// ending tells the format as it does for a file.
///
/// ```
/// use recto_text::source::{self, SourceOptions};
/// let pile = source::read_bytes("a.md", b"# Tides".to_vec(), &SourceOptions::default());
/// assert_eq!(pile.documents[0].text, "Tides");
/// ```
pub fn read_bytes(name: &str, bytes: Vec<u8>, options: &SourceOptions) -> Pile {
    let input = Input::in_memory(name);
    let bytes = bytes::unpacked(&input, bytes, &options.limits);
    let (inputs, files) = open(input, bytes, options).into_iter().unzip();
    let mut pile = Pile::default();
    collect(inputs, files, &mut pile);
    pile
}

#[doc(hidden)]
pub use html::BlockFeatures;

/// The blocks of a web page with the numbers from which its main text is chosen, to which
/// `bench/sources/fit_pages.py` fits the model.
#[doc(hidden)]
pub fn page_features(name: &str, bytes: Vec<u8>) -> Option<Vec<BlockFeatures>> {
    let (input, options) = (Input::in_memory(name), SourceOptions::default());
    let bytes = bytes::unpacked(&input, bytes, &options.limits).ok()?;
    let decoded = decoded(bytes, &input, &options).ok()?;
    Some(html::block_features(&decoded.text))
}

/// A file and what it gave; a member of an archive is a file of its own.
type Opened = (Input, FileRows);

/// What a file gave, or the files of an archive, each with what it gave.
fn open(input: Input, bytes: Result<Vec<u8>, Notice>, options: &SourceOptions) -> Vec<Opened> {
    #[cfg(feature = "archive")]
    if let Ok(bytes) = &bytes
        && let Some(packing) = archive::of_bytes(bytes)
    {
        return archive::open(input, bytes, packing, options);
    }
    let file = bytes.map_or_else(failure, |bytes| rows_of(&input, bytes, options));
    vec![(input, file)]
}

fn rows_of(input: &Input, bytes: Vec<u8>, options: &SourceOptions) -> FileRows {
    let kind = foreign::of_bytes(&bytes, input, options.format);
    let named = options.format.filter(|format| format.is_of_bytes());
    let format = named.or(kind.and_then(|kind| kind.read_as(options)));
    let mut file = match (format, kind) {
        (Some(format), _) => rows_of_bytes(&bytes, format, options),
        (None, Some(kind)) => return left_out(kind),
        (None, None) => match foreign::mismatch(input, &bytes, options.format) {
            Some(notice) => failure(notice),
            None => rows_of_text(bytes, input, options),
        },
    };
    let misnamed = kind.filter(|_| format.is_some() && options.format.is_none());
    let misnamed = misnamed.and_then(|kind| kind.misnamed(input));
    file.warnings.extend(misnamed.map(Warning::new));
    for warning in &mut file.warnings {
        warning.file = Some(input.name.clone());
    }
    file
}

/// Reads a format whose bytes are no text in one encoding. A fault of a reader is a failure of
/// this file and not of the run; how long a reader takes is bounded by its own limits.
fn rows_of_bytes(bytes: &[u8], format: Format, options: &SourceOptions) -> FileRows {
    let read = || read_bytes_as(bytes, format, options);
    std::panic::catch_unwind(read).unwrap_or_else(|_| {
        failure("the reader of this format failed on it, which is a fault of recto; convert the file to text and read that")
    })
}

fn read_bytes_as(bytes: &[u8], format: Format, options: &SourceOptions) -> FileRows {
    if let Some(feature) = format.missing_feature() {
        return failure(format!(
            "this build of recto does not read {format:?} files: it was built without the feature `{feature}`; build it with that, or convert the file to text"
        ));
    }
    let _ = (bytes, options);
    match format {
        #[cfg(feature = "mail")]
        Format::Mail => mail::read(bytes, options),
        #[cfg(feature = "office")]
        Format::Docx => office::docx(bytes, options),
        #[cfg(feature = "office")]
        Format::Odt => office::odt(bytes, options),
        #[cfg(feature = "office")]
        Format::Rtf => office::rtf(bytes),
        #[cfg(feature = "epub")]
        Format::Epub => epub::read(bytes, options),
        #[cfg(feature = "pdf")]
        Format::Pdf => pdf::read(bytes, options),
        _ => failure("not a format of bytes"),
    }
}

fn rows_of_text(bytes: Vec<u8>, input: &Input, options: &SourceOptions) -> FileRows {
    let decoded = decoded(bytes, input, options).and_then(|decoded| {
        bytes::check_lines(&decoded.text, options.limits.line)?;
        Ok(decoded)
    });
    let decoded = match decoded {
        Ok(decoded) => decoded,
        Err(notice) => return failure(notice),
    };
    let mut format = options
        .format
        .unwrap_or_else(|| input.format(&decoded.text));
    if options.format.is_none()
        && let Some(kind) = foreign::of_text(&decoded.text, format)
    {
        match kind.read_as(options) {
            Some(other) => format = other,
            None => return left_out(kind),
        }
    }
    if options.format.is_none() && format == Format::Jsonl && json::is_one(&decoded.text, options) {
        format = Format::Json;
    }
    if options.format.is_none() && options.tells_rows {
        format = row_kind::of(&decoded.text, format, options);
    }
    let mut file = rows(decoded.text, format, options);
    match (decoded.guessed, decoded.warning) {
        (Some(encoding), Some(notice)) => file.guess = Some((encoding, notice)),
        (_, Some(notice)) => file.warnings.push(Warning::new(notice)),
        (_, None) => {}
    }
    file
}

/// Bytes to text. A web page that is not UTF-8 mostly names its encoding.
fn decoded(bytes: Vec<u8>, input: &Input, options: &SourceOptions) -> Result<Decoded, Notice> {
    let is_page = options.format.or(input.format_by_name()) == Some(Format::Html);
    let named = options.encoding;
    if named.is_none()
        && is_page
        && std::str::from_utf8(&bytes).is_err()
        && let Some(encoding) = html::named_encoding(&bytes)
        && let Ok(decoded) = decode::decode(bytes.clone(), Some(encoding))
    {
        return Ok(decoded);
    }
    decode::decode(bytes, named).map_err(|error| Notice::from(&error))
}

fn rows(text: String, format: Format, options: &SourceOptions) -> FileRows {
    let fields = &options.fields;
    match format {
        Format::Text => one(Row {
            text,
            ..Row::default()
        }),
        Format::Jsonl => jsonl::read(&text, fields),
        Format::Csv => delimited::read(&text, fields),
        Format::Markdown => one(markdown::read(&text).into()),
        Format::Html => one(html::read(&text).into()),
        Format::Json => json::read(&text, options),
        Format::Subtitles => subtitles::read(&text),
        Format::Pairs => pairs::read(&text, fields),
        Format::Messages => messages::read(&text, options),
        Format::Pdf | Format::Docx | Format::Odt | Format::Rtf | Format::Epub | Format::Mail => {
            failure("not a format of text")
        }
    }
}

impl From<rendered::Rendered> for Row {
    fn from(rendered: rendered::Rendered) -> Self {
        Self {
            text: rendered.text,
            title: rendered.title,
            headings: rendered.headings,
            heading_depths: rendered.heading_depths,
            source_lines: Some(rendered.lines),
            ..Self::default()
        }
    }
}

impl From<html::WebPage> for Row {
    fn from(page: html::WebPage) -> Self {
        Self {
            time: page.published,
            sender: page.author,
            ..page.rendered.into()
        }
    }
}

fn failure(notice: impl Into<Notice>) -> FileRows {
    FileRows {
        failures: vec![notice.into()],
        ..FileRows::default()
    }
}

fn left_out(kind: Foreign) -> FileRows {
    FileRows {
        foreign: Some(kind),
        ..FileRows::default()
    }
}

fn one(row: Row) -> FileRows {
    FileRows {
        rows: vec![row],
        ..FileRows::default()
    }
}

#[cfg(test)]
mod tests;

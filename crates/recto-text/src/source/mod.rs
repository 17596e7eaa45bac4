//! From what the user names to documents: files, folders, globs and standard input.
//!
//! One file a format; each turns decoded text into rows and says what it could not
//! read. A bad file or row never stops the others: it is named in [`Pile::failed`].

mod bytes;
mod delimited;
mod file;
mod find;
mod foreign;
mod html;
mod input;
mod jsonl;
mod markdown;
mod messages;
mod options;
mod pairs;
mod rendered;
mod told;
mod warning;

use crate::aside;
use crate::decode::{self, Decoded};
use crate::document::{Document, Post, Span};
use crate::lines::LineMap;
pub use file::{FileIdentity, contents};
pub use find::{Found, find};
use foreign::Foreign;
use input::Input;
pub use messages::{LeftOut, LineProblem, TimedMessage, read_message};
pub use options::{Fields, Format, Limits, SourceOptions};
use pairs::PairRow;
pub use pairs::{GivenTokens, GoldLinks, TextPair};
use rayon::prelude::*;
use recto_math::{Cancelled, Notice, Remedy, Run};
use rustc_hash::{FxHashMap, FxHashSet};
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
    let files: Vec<FileRows> = inputs
        .par_iter()
        .map(|input| {
            let done = done.fetch_add(1, Ordering::Relaxed);
            run.report("reading", done, Some(inputs.len() as u64))?;
            Ok(read_file(input, options))
        })
        .collect::<Result<_, Cancelled>>()?;
    collect(inputs, files, &mut pile);
    // A summary may say again what its document says, and one message what another says:
    // that is no notice that both share.
    let repeats = matches!(options.format, Some(Format::Pairs | Format::Messages));
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
    let bytes = bytes::unpacked(&input, bytes, options.limits.file);
    let file = rows_of(&input, bytes, options);
    let mut pile = Pile::default();
    collect(vec![input], vec![file], &mut pile);
    pile
}

fn read_file(input: &Input, options: &SourceOptions) -> FileRows {
    rows_of(input, bytes::read(input, options.limits.file), options)
}

fn rows_of(input: &Input, bytes: Result<Vec<u8>, Notice>, options: &SourceOptions) -> FileRows {
    if let Some(kind) = bytes
        .as_ref()
        .ok()
        .and_then(|bytes| foreign::of_bytes(bytes))
    {
        return left_out(kind);
    }
    let decoded = bytes
        .and_then(|bytes| decoded(bytes, input, options))
        .and_then(|decoded| {
            bytes::check_lines(&decoded.text, options.limits.line)?;
            Ok(decoded)
        });
    let decoded = match decoded {
        Ok(decoded) => decoded,
        Err(notice) => return failure(notice),
    };
    let format = options
        .format
        .unwrap_or_else(|| input.format(&decoded.text));
    if options.format.is_none()
        && let Some(kind) = foreign::of_text(&decoded.text, &input.id, format)
    {
        return left_out(kind);
    }
    let mut file = rows(decoded.text, format, options);
    for warning in &mut file.warnings {
        warning.file = Some(input.name.clone());
    }
    match (decoded.guessed, decoded.warning) {
        (Some(encoding), Some(notice)) => file.guess = Some((encoding, notice)),
        (_, Some(notice)) => file.warnings.push(Warning::in_file(&input.name, notice)),
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
        Format::Pairs => pairs::read(&text, fields),
        Format::Messages => messages::read(&text, options),
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

/// Gives every row its id and moves it into the pile. Ids that clash get the
/// argument in front; what still clashes gets a number behind.
fn collect(inputs: Vec<Input>, files: Vec<FileRows>, pile: &mut Pile) {
    let mut uses: FxHashMap<String, usize> = FxHashMap::default();
    for (input, file) in inputs.iter().zip(&files) {
        for row in &file.rows {
            *uses.entry(short_id(input, row)).or_default() += 1;
        }
    }
    let mut ids = Ids::default();
    pile.warnings.extend(told::of_foreign(&inputs, &files));
    pile.warnings.extend(told::of_guesses(&inputs, &files));
    // Room that is doubled as it fills would be twice as much as a large pile needs.
    let n_rows = files.iter().map(|file| file.rows.len()).sum();
    pile.documents.reserve_exact(n_rows);
    for (input, file) in inputs.iter().zip(files) {
        if let Some(kind) = file.foreign.filter(|_| !input.is_in_folder) {
            let failure = Failure::new(&input.name, kind.notice());
            pile.failed.push(failure);
        }
        collect_sets(input, file.sets, pile);
        collect_pairs(input, file.pairs, pile);
        for row in file.rows {
            let mut id = short_id(input, &row);
            if uses[&id] > 1 {
                id = input.in_front_of(&id);
            }
            let id = ids.free(id);
            pile.documents.push(Document {
                id,
                text: row.text,
                title: row.title,
                time: row.time,
                labels: row.labels,
                file: input.name.clone(),
                line: row.line,
                headings: row.headings,
                heading_depths: row.heading_depths,
                aside: Vec::new(),
                source_lines: row.source_lines,
                lines: row.part.is_some(),
                post: row.post,
            });
        }
        pile.warnings.extend(file.warnings);
        pile.failed.extend(
            file.failures
                .into_iter()
                .map(|notice| Failure::new(&input.name, notice)),
        );
    }
}

/// Moves the sets of a file into the pile; its documents follow those that are there.
fn collect_sets(input: &Input, sets: Vec<SetRow>, pile: &mut Pile) {
    let before = pile.documents.len();
    for set in sets {
        let id = named(input, set.id.as_ref(), Some(set.line));
        let start = before + set.first_row;
        let since = set.since.into_iter().enumerate().map(|(i, text)| Document {
            file: input.name.clone(),
            line: Some(set.line),
            lines: true,
            ..Document::new(format!("{id}/since/{}", i + 1), text)
        });
        pile.sets.push(Set {
            documents: start..start + set.documents,
            queries: set.queries,
            since: since.collect(),
            id,
        });
    }
}

/// Moves the pairs of a file into the pile; its documents follow those that are there.
fn collect_pairs(input: &Input, pairs: Vec<PairRow>, pile: &mut Pile) {
    let before = pile.documents.len();
    for pair in pairs {
        let source = before + pair.first_row;
        pile.pairs.push(TextPair {
            id: named(input, pair.id.as_ref(), Some(pair.line)),
            source: source..source + 1,
            summary: source + 1,
            source_tokens: pair.source_tokens,
            summary_tokens: pair.summary_tokens,
            gold: pair.gold,
        });
    }
}

fn short_id(input: &Input, row: &Row) -> String {
    let id = named(input, row.id.as_ref(), row.line);
    match (row.part, row.side) {
        (Some(part), _) => format!("{id}/{part}"),
        (None, "") => id,
        (None, side) => format!("{id}/{side}"),
    }
}

fn named(input: &Input, id: Option<&String>, line: Option<usize>) -> String {
    match (id, line) {
        (Some(id), _) => id.clone(),
        (None, Some(line)) => format!("{}#{line}", input.id),
        (None, None) => input.id.clone(),
    }
}

/// The ids that are taken.
#[derive(Default)]
struct Ids {
    taken: FxHashSet<String>,
    /// The next number to try behind an id; numbers below it are taken.
    next: FxHashMap<String, usize>,
}

impl Ids {
    /// The id, with the lowest number behind it that makes it unique.
    fn free(&mut self, id: String) -> String {
        if self.taken.insert(id.clone()) {
            return id;
        }
        let mut number = self.next.get(&id).copied().unwrap_or(2);
        loop {
            let numbered = format!("{id} ({number})");
            number += 1;
            if self.taken.insert(numbered.clone()) {
                self.next.insert(id, number);
                return numbered;
            }
        }
    }
}

#[cfg(test)]
mod tests;

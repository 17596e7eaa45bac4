//! CSV with a header line; comma, semicolon or tab between fields.

mod quotes;

use super::{Fields, FileRows, Problems, Row, Warning, failure, jsonl};
use csv::StringRecord;
use quotes::Part;
use recto_math::Notice;
use rustc_hash::FxHashSet;

/// Bytes that are read of a part at once.
const BUFFER: usize = 1 << 16;

/// Reads every row; a row with the wrong number of fields is named and left out. A quotation
/// mark that is never closed is named too.
pub(super) fn read(text: &str, fields: &Fields) -> FileRows {
    let separator = separator(text);
    let mut table = Table::default();
    for part in quotes::parts(text, separator) {
        table.open_quote = part.open_quote;
        for record in records(&part, separator) {
            let added = match record {
                Ok((line, record)) => table.add(&record, line, fields),
                Err(error) => Err(format!("not CSV: {error}").into()),
            };
            if let Err(notice) = added {
                return failure(notice);
            }
        }
    }
    table.finish(fields)
}

/// All records of a table, the header among them, each with its line. A quote that is not
/// closed holds up no more than its own line.
pub(super) fn all_records(text: &str) -> Vec<Result<(usize, StringRecord), csv::Error>> {
    let separator = separator(text);
    let parts = quotes::parts(text, separator);
    let records = parts.iter().flat_map(|part| records(part, separator));
    records.collect()
}

/// The header of a table and its first records, so many in all, as far as they are readable.
pub(super) fn first_records(text: &str, n: usize) -> Vec<StringRecord> {
    let separator = separator(text);
    let start: usize = text.split_inclusive('\n').take(n).map(str::len).sum();
    let parts = quotes::parts(&text[..start], separator);
    let records = parts.iter().flat_map(|part| records(part, separator));
    records.filter_map(|record| Some(record.ok()?.1)).collect()
}

/// The problem with a quotation mark that is never closed.
fn never_closed(line: usize, outcome: &str) -> Notice {
    let message = format!(
        "this quotation mark is never closed; {outcome}; close it, or write two for one that is part of the text"
    );
    Notice::from(message).at(format!("line {line}"))
}

/// A table while it is read.
#[derive(Default)]
struct Table {
    /// `None` before the header.
    columns: Option<Columns>,
    file: FileRows,
    problems: Problems,
    /// The line of a quotation mark in the rows to come that is never closed and has not been
    /// named yet.
    open_quote: Option<usize>,
    open_quotes: Problems,
}

impl Table {
    /// Takes the first record for the header, the others for rows.
    fn add(&mut self, record: &StringRecord, line: usize, fields: &Fields) -> Result<(), Notice> {
        let open_quote = self.open_quote.take();
        let is_read = match &self.columns {
            None => {
                self.file.warnings.extend(repeated(record, line));
                let found = Columns::find(record, fields);
                self.columns = Some(found.map_err(|notice| notice.at(format!("line {line}")))?);
                true
            }
            Some(columns) if record.len() == columns.count => {
                self.file.rows.push(columns.row(record, line));
                true
            }
            Some(columns) => {
                self.problems.push(|| match open_quote {
                    Some(line) => never_closed(line, "the line is left out"),
                    None => wrong_length(record, line, columns).into(),
                });
                false
            }
        };
        if let Some(line) = open_quote.filter(|_| is_read) {
            self.open_quotes
                .push(|| never_closed(line, "the line is read without quotes"));
        }
        Ok(())
    }

    fn finish(mut self, fields: &Fields) -> FileRows {
        if self.columns.is_none() {
            return failure(jsonl::missing(&fields.text, [].into_iter()).at("line 1"));
        }
        let open_quotes = self.open_quotes.into_notices().into_iter();
        self.file.warnings.extend(open_quotes.map(Warning::new));
        self.file.failures = self.problems.into_notices();
        self.file
    }
}

/// A record of a table with its line.
type Numbered = Result<(usize, StringRecord), csv::Error>;

/// The records of a part, each with its line.
fn records<'p>(part: &'p Part<'_>, separator: u8) -> Box<dyn Iterator<Item = Numbered> + 'p> {
    if part.open_quote.is_some() || memchr::memchr(b'"', part.text.as_bytes()).is_none() {
        Box::new(plain_records(part, separator).map(Ok))
    } else {
        Box::new(quoted_records(part, separator))
    }
}

/// The records of a part in which quotes are letters. A table with an open quote in each line
/// has a part a line: a reader of [`csv`] for each takes ten times as long.
fn plain_records(part: &Part<'_>, separator: u8) -> impl Iterator<Item = (usize, StringRecord)> {
    let lines = (part.line..).zip(part.text.split_inclusive('\n'));
    lines.flat_map(move |(line, text)| {
        let records = text.split(['\r', '\n']).filter(|record| !record.is_empty());
        records.map(move |record| (line, record.split(char::from(separator)).collect()))
    })
}

/// The records of a part in which quotes enclose fields.
fn quoted_records(part: &Part<'_>, separator: u8) -> impl Iterator<Item = Numbered> {
    let reader = csv::ReaderBuilder::new()
        .delimiter(separator)
        .has_headers(false)
        .flexible(true)
        .buffer_capacity(part.text.len().min(BUFFER))
        .from_reader(part.text.as_bytes());
    reader.into_records().map(|record| {
        let record = record?;
        let line = record.position().map_or(1, csv::Position::line);
        let line = usize::try_from(line).unwrap_or(usize::MAX);
        Ok((part.line + line - 1, record))
    })
}

/// A warning of columns with the same name.
fn repeated(header: &StringRecord, line: usize) -> Option<Warning> {
    let mut seen = FxHashSet::default();
    let names = header.iter().map(str::trim);
    let mut named = names.filter(|name| !name.is_empty());
    let name = named.find(|name| !seen.insert(*name))?;
    let message = format!("several columns `{name}`; the first is read");
    Some(Warning::new(message).at_line(Some(line)))
}

fn wrong_length(record: &StringRecord, line: usize, columns: &Columns) -> String {
    format!(
        "line {line}: {} fields where the header has {}; \
         put text that holds a separator or a newline in double quotes",
        record.len(),
        columns.count
    )
}

/// The separator that the header line uses most; a comma where it uses none.
fn separator(text: &str) -> u8 {
    let header = text.lines().next().unwrap_or("");
    let count = |mark: u8| header.bytes().filter(|&byte| byte == mark).count();
    [b',', b';', b'\t']
        .into_iter()
        .max_by_key(|&mark| (count(mark), mark == b','))
        .expect("three candidates")
}

/// Where each field stands in a row.
struct Columns {
    /// How many there are.
    count: usize,
    text: usize,
    id: Option<usize>,
    time: Option<usize>,
    label: Option<usize>,
    title: Option<usize>,
}

impl Columns {
    fn find(header: &StringRecord, fields: &Fields) -> Result<Self, Notice> {
        let at = |name: &str| header.iter().position(|column| column.trim() == name);
        let Some(text) = at(&fields.text) else {
            return Err(jsonl::missing(&fields.text, header.iter()));
        };
        Ok(Self {
            count: header.len(),
            text,
            id: at(&fields.id),
            time: at(&fields.time),
            label: fields.label_names().into_iter().find_map(at),
            title: at("title"),
        })
    }

    fn row(&self, record: &StringRecord, line: usize) -> Row {
        let field = |column: Option<usize>| {
            let value = record.get(column?)?.trim();
            (!value.is_empty()).then(|| value.to_string())
        };
        Row {
            id: field(self.id),
            text: record.get(self.text).unwrap_or_default().to_string(),
            title: field(self.title),
            time: field(self.time),
            labels: field(self.label).into_iter().collect(),
            line: Some(line),
            ..Row::default()
        }
    }
}

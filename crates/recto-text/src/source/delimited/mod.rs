//! CSV with a header line; comma, semicolon or tab between fields.

mod quotes;

use super::{Fields, FileRows, Problems, Row, Warning, failure, jsonl};
use csv::StringRecord;
use quotes::Part;
use recto_math::Notice;
use rustc_hash::FxHashSet;

/// Reads every row; a row with the wrong number of fields is named and left out. A quote
/// that is not closed is named too.
pub(super) fn read(text: &str, fields: &Fields) -> FileRows {
    let separator = separator(text);
    let mut table = Table::default();
    let mut open_quotes = Problems::default();
    for part in quotes::parts(text, separator) {
        if let Some(line) = part.open_quote {
            open_quotes.push(|| open_quote(line));
        }
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
    let open_quotes = open_quotes.into_notices().into_iter().map(Warning::new);
    table.file.warnings.extend(open_quotes);
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

fn open_quote(line: usize) -> Notice {
    let message = "a quote is opened and not closed; this line is read without quotes";
    Notice::from(message).at(format!("line {line}"))
}

/// A table while it is read.
#[derive(Default)]
struct Table {
    /// `None` before the header.
    columns: Option<Columns>,
    file: FileRows,
    problems: Problems,
}

impl Table {
    /// Takes the first record for the header, the others for rows.
    fn add(&mut self, record: &StringRecord, line: usize, fields: &Fields) -> Result<(), Notice> {
        let Some(columns) = &self.columns else {
            self.file.warnings.extend(repeated(record, line));
            let found = Columns::find(record, fields);
            self.columns = Some(found.map_err(|notice| notice.at(format!("line {line}")))?);
            return Ok(());
        };
        if record.len() == columns.count {
            self.file.rows.push(columns.row(record, line));
        } else {
            let problem = || wrong_length(record, line, columns).into();
            self.problems.push(problem);
        }
        Ok(())
    }

    fn finish(mut self, fields: &Fields) -> FileRows {
        if self.columns.is_none() {
            return failure(jsonl::missing(&fields.text, [].into_iter()).at("line 1"));
        }
        self.file.failures = self.problems.into_notices();
        self.file
    }
}

/// The records of a part, each with its line.
fn records<'p>(
    part: &'p Part<'_>,
    separator: u8,
) -> impl Iterator<Item = Result<(usize, StringRecord), csv::Error>> + 'p {
    let reader = csv::ReaderBuilder::new()
        .delimiter(separator)
        .quoting(part.open_quote.is_none())
        .has_headers(false)
        .flexible(true)
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

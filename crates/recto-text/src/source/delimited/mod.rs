//! CSV with a header line; comma, semicolon or tab between fields.

use super::{Fields, FileRows, Problems, Row, failure, jsonl};
use recto_math::Notice;

/// Reads every row; a row with the wrong number of fields is named and left out.
pub(super) fn read(text: &str, fields: &Fields) -> FileRows {
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(delimiter(text))
        .from_reader(text.as_bytes());
    let columns = match reader.headers() {
        Ok(header) => Columns::find(header, fields),
        Err(error) => return failure(explain(&error)),
    };
    let columns = match columns {
        Ok(columns) => columns,
        Err(notice) => return failure(notice),
    };
    let mut file = FileRows::default();
    let mut problems = Problems::default();
    for record in reader.records() {
        match record {
            Ok(record) => file.rows.push(columns.row(&record)),
            Err(error) => problems.push(|| explain(&error).into()),
        }
    }
    file.failures = problems.into_failures();
    file
}

/// The separator that the header line uses most; a comma where it uses none.
fn delimiter(text: &str) -> u8 {
    let header = text.lines().next().unwrap_or("");
    let count = |mark: u8| header.bytes().filter(|&byte| byte == mark).count();
    [b',', b';', b'\t']
        .into_iter()
        .max_by_key(|&mark| (count(mark), mark == b','))
        .expect("three candidates")
}

/// Where each field stands in a row.
struct Columns {
    text: usize,
    id: Option<usize>,
    time: Option<usize>,
    label: Option<usize>,
    title: Option<usize>,
}

impl Columns {
    fn find(header: &csv::StringRecord, fields: &Fields) -> Result<Self, Notice> {
        let at = |name: &str| header.iter().position(|column| column.trim() == name);
        let Some(text) = at(&fields.text) else {
            return Err(jsonl::missing(&fields.text, header.iter()).at("line 1"));
        };
        Ok(Self {
            text,
            id: at(&fields.id),
            time: at(&fields.time),
            label: fields.label_names().into_iter().find_map(at),
            title: at("title"),
        })
    }

    fn row(&self, record: &csv::StringRecord) -> Row {
        let field = |column: Option<usize>| {
            let value = record.get(column?)?.trim();
            (!value.is_empty()).then(|| value.to_string())
        };
        let line = record
            .position()
            .map(|at| usize::try_from(at.line()).unwrap_or(usize::MAX));
        Row {
            id: field(self.id),
            text: record.get(self.text).unwrap_or_default().to_string(),
            title: field(self.title),
            time: field(self.time),
            labels: field(self.label).into_iter().collect(),
            line,
            ..Row::default()
        }
    }
}

fn explain(error: &csv::Error) -> String {
    match error.kind() {
        csv::ErrorKind::UnequalLengths {
            pos,
            expected_len,
            len,
        } => {
            let line = pos.as_ref().map_or(0, csv::Position::line);
            format!(
                "line {line}: {len} fields where the header has {expected_len}; \
                 put text that holds a separator or a newline in double quotes"
            )
        }
        _ => format!("not CSV: {error}"),
    }
}

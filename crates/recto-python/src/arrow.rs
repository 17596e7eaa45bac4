//! Columns of Arrow, read from their buffers: no Python object is made of a cell.
//!
//! A column of texts or bytes is an array of `i32` offsets and one block of bytes. Python's
//! buffer protocol hands both over; they are copied once, out of memory that others own.
//! Columns of results go the other way: their buffers are made here, and Python's arrays are
//! views of them.

use crate::error::Fault;
use pyo3::buffer::PyBuffer;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde_json::Value;
use std::ops::Range;

/// Offsets and bytes of a part of a column; the bytes begin where the first offset says.
pub(crate) type Chunk = (PyBuffer<i8>, PyBuffer<i8>);

/// The bytes of every cell of a column, by their ranges in one block.
pub(crate) struct Cells {
    pub(crate) bytes: Vec<u8>,
    pub(crate) ranges: Vec<Range<usize>>,
}

impl Cells {
    /// The cells of a part of a column.
    pub(crate) fn read(py: Python<'_>, (offsets, bytes): &Chunk) -> PyResult<Self> {
        let unfit = || Fault::Internal("a column of Arrow whose buffers do not fit".into());
        let offsets = copied(py, offsets)?;
        let (offsets, rest) = offsets.as_chunks::<4>();
        let offsets = offsets.iter().map(|&four| i32::from_le_bytes(four));
        let first = offsets.clone().next().unwrap_or_default();
        let ends = offsets.map(|offset| offset.checked_sub(first)?.try_into().ok());
        let ends: Vec<usize> = ends.collect::<Option<_>>().ok_or_else(unfit)?;
        let bytes = copied(py, bytes)?;
        let is_whole = ends.last().is_none_or(|&end| end == bytes.len());
        if !rest.is_empty() || !ends.is_sorted() || !is_whole {
            return Err(unfit().into());
        }
        Ok(Self {
            bytes,
            ranges: ends.windows(2).map(|two| two[0]..two[1]).collect(),
        })
    }

    /// The bytes of each cell.
    pub(crate) fn iter(&self) -> impl ExactSizeIterator<Item = &[u8]> {
        self.ranges.iter().map(|range| &self.bytes[range.clone()])
    }
}

/// pyarrow's buffers are of signed bytes.
fn copied(py: Python<'_>, buffer: &PyBuffer<i8>) -> PyResult<Vec<u8>> {
    let bytes = buffer.to_vec(py)?;
    Ok(bytes.into_iter().map(i8::cast_unsigned).collect())
}

/// The texts of a column.
pub(crate) fn texts(py: Python<'_>, chunks: &[Chunk]) -> PyResult<Vec<String>> {
    let mut texts = Vec::new();
    for chunk in chunks {
        for cell in Cells::read(py, chunk)?.iter() {
            let text = std::str::from_utf8(cell);
            let text = text.map_err(|error| Fault::Input(format!("a text is not UTF-8: {error}")));
            texts.push(text?.to_string());
        }
    }
    Ok(texts)
}

/// Cells of bytes as a column: `i32` offsets and one block of bytes.
pub(crate) fn column<'py>(
    py: Python<'py>,
    lengths: impl Iterator<Item = usize>,
    bytes: &[u8],
) -> Result<(Bound<'py, PyBytes>, Bound<'py, PyBytes>), Fault> {
    let mut end = 0usize;
    let mut offsets = vec![0; 4];
    for length in lengths {
        end += length;
        let offset = i32::try_from(end).map_err(|_| {
            Fault::Input(
                "more than 2 GiB in a batch; lower spark.sql.execution.arrow.maxRecordsPerBatch"
                    .into(),
            )
        })?;
        offsets.extend_from_slice(&offset.to_le_bytes());
    }
    Ok((PyBytes::new(py, &offsets), PyBytes::new(py, bytes)))
}

/// A column of a result: its name, kind, number of cells, and the buffers of validity, offsets
/// and values. A column of anything else than numbers, truths and texts is `json`, written in
/// the last.
type ResultColumn<'py> = (
    String,
    &'static str,
    usize,
    Option<Bound<'py, PyBytes>>,
    Option<Bound<'py, PyBytes>>,
    Bound<'py, PyBytes>,
);

/// The columns of a table of an answer, as buffers of Arrow; without a name the first table.
#[pyfunction]
pub(crate) fn arrow_table<'py>(
    py: Python<'py>,
    json: &str,
    name: Option<&str>,
) -> Result<Vec<ResultColumn<'py>>, Fault> {
    let columns = recto::table_columns(json.as_bytes(), name);
    let columns = columns.map_err(|error| Fault::Request(error.to_string()))?;
    let column = |(name, cells): (String, Vec<Value>)| {
        let written = Written::of(&cells)?;
        let bytes = |bytes: Vec<u8>| PyBytes::new(py, &bytes);
        let is_null = cells.iter().any(Value::is_null) && written.kind != "json";
        let validity = is_null.then(|| bits(cells.iter().map(|cell| !cell.is_null())));
        Ok((
            name,
            written.kind,
            cells.len(),
            validity.map(bytes),
            written.offsets.map(bytes),
            bytes(written.values),
        ))
    };
    columns.into_iter().map(column).collect()
}

/// Buffers of a column.
struct Written {
    kind: &'static str,
    offsets: Option<Vec<u8>>,
    values: Vec<u8>,
}

impl Written {
    fn of(cells: &[Value]) -> Result<Self, Fault> {
        let filled = || cells.iter().filter(|cell| !cell.is_null());
        let (kind, offsets, values) = if filled().next().is_none() {
            ("null", None, Vec::new())
        } else if filled().all(Value::is_i64) {
            let number = |cell: &Value| cell.as_i64().unwrap_or_default().to_ne_bytes();
            ("int64", None, cells.iter().flat_map(number).collect())
        } else if filled().all(Value::is_number) {
            let number = |cell: &Value| cell.as_f64().unwrap_or_default().to_ne_bytes();
            ("float64", None, cells.iter().flat_map(number).collect())
        } else if filled().all(Value::is_boolean) {
            let truths = cells.iter().map(|cell| cell.as_bool().unwrap_or_default());
            ("bool", None, bits(truths))
        } else if let Some((offsets, texts)) = filled()
            .all(Value::is_string)
            .then(|| texts_of(cells))
            .flatten()
        {
            ("string", Some(offsets), texts)
        } else {
            let json = serde_json::to_vec(cells);
            let json = json.map_err(|error| Fault::Internal(error.to_string()))?;
            ("json", None, json)
        };
        Ok(Self {
            kind,
            offsets,
            values,
        })
    }
}

/// Offsets and bytes of texts; `None` beyond 2 GiB.
fn texts_of(cells: &[Value]) -> Option<(Vec<u8>, Vec<u8>)> {
    let (mut offsets, mut texts) = (vec![0; 4], Vec::new());
    for cell in cells {
        texts.extend_from_slice(cell.as_str().unwrap_or_default().as_bytes());
        offsets.extend_from_slice(&i32::try_from(texts.len()).ok()?.to_ne_bytes());
    }
    Some((offsets, texts))
}

/// Truths as bits, the first in the lowest place.
fn bits(truths: impl Iterator<Item = bool>) -> Vec<u8> {
    let mut bytes = Vec::new();
    for (at, truth) in truths.enumerate() {
        if at % 8 == 0 {
            bytes.push(0);
        }
        if let Some(last) = bytes.last_mut() {
            *last |= u8::from(truth) << (at % 8);
        }
    }
    bytes
}

//! Similarities and preferences given by the user.

use crate::SegmentError;
use recto_math::{CsrBuilder, CsrMatrix, finite_number};
use recto_text::source::filled_lines;
use serde::{Serialize, Serializer};
use std::str::FromStr;

/// A user's own similarities: unit, centre, value, tab-separated, units from 0.
///
/// `S(i, c)` says how well unit `c` stands for unit `i`; it need not equal `S(c, i)`.
/// Pairs that are not in the table have 0. Empty lines and lines that begin with `#` are
/// skipped.
///
/// ```
/// use recto_segment::SimilarityTable;
/// let table: SimilarityTable = "0\t1\t0.5\n1\t0\t0.5\n".parse()?;
/// assert_eq!(table.len(), 2);
/// let error = "0\t1\tNaN\n".parse::<SimilarityTable>().expect_err("not a number");
/// assert!(error.to_string().contains("line 1: \"NaN\" is not a finite number"));
/// # Ok::<(), recto_segment::SegmentError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
pub struct SimilarityTable {
    /// By column, then row.
    pairs: Vec<Pair>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
struct Pair {
    row: u32,
    column: u32,
    value: f64,
    /// Where it was read, from 1; 0 if it was not read.
    line: usize,
}

fn error(problem: String) -> SegmentError {
    let what = "similarities";
    SegmentError::Input { what, problem }
}

impl SimilarityTable {
    /// A table from the rows of a square matrix.
    ///
    /// # Errors
    /// [`SegmentError::Input`] for a matrix that is not square and for a value that is
    /// not finite.
    pub fn from_rows(rows: &[Vec<f64>]) -> Result<Self, SegmentError> {
        let n = rows.len();
        let mut pairs = Vec::with_capacity(n * n);
        for (i, row) in rows.iter().enumerate() {
            if row.len() != n {
                let found = row.len();
                return Err(error(format!(
                    "row {i} has {found} values, but there are {n} rows; give a square matrix"
                )));
            }
            for (j, &value) in row.iter().enumerate() {
                pairs.push(Pair::new((i as u32, j as u32), value, 0)?);
            }
        }
        Self::from_pairs(pairs)
    }

    fn from_pairs(mut pairs: Vec<Pair>) -> Result<Self, SegmentError> {
        pairs.sort_by_key(|pair| (pair.column, pair.row));
        let same = |pair: &[Pair]| (pair[0].row, pair[0].column) == (pair[1].row, pair[1].column);
        match pairs.windows(2).find(|pair| same(pair)) {
            Some(twice) => Err(error(format!(
                "lines {} and {} both give row {}, column {}; keep one of them",
                twice[0].line, twice[1].line, twice[0].row, twice[0].column
            ))),
            None => Ok(Self { pairs }),
        }
    }

    /// Number of pairs.
    pub fn len(&self) -> usize {
        self.pairs.len()
    }

    /// Whether there are no pairs.
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// Largest distance of the units of a pair.
    pub fn reach(&self) -> usize {
        let apart = |pair: &Pair| pair.row.abs_diff(pair.column) as usize;
        self.pairs.iter().map(apart).max().unwrap_or(0)
    }

    /// Row `c` of the result is column `c` of the table.
    pub(crate) fn by_column(&self, n_units: usize) -> Result<CsrMatrix, SegmentError> {
        let outside = |pair: &&Pair| pair.row.max(pair.column) as usize >= n_units;
        if let Some(pair) = self
            .pairs
            .iter()
            .filter(outside)
            .min_by_key(|pair| pair.line)
        {
            let (line, unit) = (pair.line, pair.row.max(pair.column));
            let last = n_units.saturating_sub(1);
            return Err(error(format!(
                "line {line}: there is no unit {unit}; \
                 the text has {n_units} units, numbered 0 to {last}"
            )));
        }
        let mut columns = CsrBuilder::new(n_units);
        let mut rest = self.pairs.as_slice();
        for column in 0..n_units {
            let (own, after) =
                rest.split_at(rest.partition_point(|pair| pair.column as usize <= column));
            columns.push_weights(own.iter().map(|pair| (pair.row, pair.value)));
            rest = after;
        }
        Ok(columns.finish())
    }
}

impl Pair {
    fn new((row, column): (u32, u32), value: f64, line: usize) -> Result<Self, SegmentError> {
        let at = |line: usize| {
            if line > 0 {
                format!("line {line}: ")
            } else {
                String::new()
            }
        };
        if value.is_finite() {
            Ok(Self {
                row,
                column,
                value,
                line,
            })
        } else {
            Err(error(format!(
                "{}the value of row {row}, column {column} is {value}; give a finite number",
                at(line)
            )))
        }
    }

    fn read(line: usize, text: &str) -> Result<Self, SegmentError> {
        let fields: Vec<&str> = text.split('\t').map(str::trim).collect();
        let [row, column, value] = fields[..] else {
            let found = fields.len();
            return Err(error(format!(
                "line {line} has {found} fields; write unit, unit and value with tabs between"
            )));
        };
        let unit = |field: &str| {
            let parsed = field.parse::<u32>();
            parsed.map_err(|_| error(format!("line {line}: {field:?} is no unit; count from 0")))
        };
        let number = finite_number(value).ok_or_else(|| {
            error(format!(
                "line {line}: {value:?} is not a finite number; write one such as 0.25"
            ))
        })?;
        Pair::new((unit(row)?, unit(column)?), number, line)
    }
}

/// The lines that hold something, with their numbers from 1; a remark is nothing.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    filled_lines(text).filter(|(_, line)| !line.starts_with('#'))
}

impl FromStr for SimilarityTable {
    type Err = SegmentError;

    fn from_str(text: &str) -> Result<Self, SegmentError> {
        let pairs: Result<Vec<Pair>, _> =
            lines(text).map(|(at, line)| Pair::read(at, line)).collect();
        Self::from_pairs(pairs?)
    }
}

/// Preferences of units for being centres: one number for all, or one for each.
#[derive(Debug, Clone, PartialEq)]
pub enum Preference {
    /// The same for each unit; the lower, the fewer segments.
    Uniform(f64),
    /// One for each unit.
    Each(Vec<f64>),
}

impl Preference {
    /// A preference from text with one number a line; a single number is for all units.
    ///
    /// # Errors
    /// [`SegmentError::Input`] for what is no finite number, and for no number at all.
    pub fn from_lines(text: &str) -> Result<Self, SegmentError> {
        let what = "preference";
        let input = |problem| SegmentError::Input { what, problem };
        let read = |(at, line): (usize, &str)| {
            let line = line.trim();
            let problem = || {
                input(format!(
                    "line {at}: {line:?} is not a finite number; write one such as -0.5"
                ))
            };
            finite_number(line).ok_or_else(problem)
        };
        let numbers = lines(text).map(read).collect::<Result<Vec<f64>, _>>()?;
        match numbers[..] {
            [] => Err(input(
                "there is no number; write one, or one a line for each unit".into(),
            )),
            [one] => Ok(Self::Uniform(one)),
            _ => Ok(Self::Each(numbers)),
        }
    }

    /// One number for each of `n_units` units.
    pub(crate) fn of(&self, n_units: usize) -> Result<Vec<f64>, SegmentError> {
        let what = "preference";
        let values = match self {
            Self::Uniform(value) => vec![*value; n_units],
            Self::Each(values) => values.clone(),
        };
        if values.len() != n_units {
            let found = values.len();
            let problem = format!("{found} numbers for {n_units} units; give one for each unit");
            return Err(SegmentError::Input { what, problem });
        }
        match values.iter().position(|value| !value.is_finite()) {
            Some(unit) => {
                let value = values[unit];
                let problem = format!("that of unit {unit} is {value}; give a finite number");
                Err(SegmentError::Input { what, problem })
            }
            None => Ok(values),
        }
    }
}

impl Serialize for Preference {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Uniform(value) => serializer.serialize_f64(*value),
            Self::Each(values) => serializer.collect_seq(values),
        }
    }
}

impl Serialize for SimilarityTable {
    /// The number of pairs: a report of parameters should not repeat a whole table.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{} pairs", self.len()))
    }
}

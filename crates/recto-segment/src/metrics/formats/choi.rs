//! Choi's format: one unit a line, a line of ten equal signs around every segment.
//!
//! ```text
//! ==========
//! The first unit of the first segment.
//! The second.
//! ==========
//! The second segment.
//! ==========
//! ```
//!
//! Blank lines are not units. Separators before the first unit, after the last one, or doubled
//! are allowed and mean nothing: a segment has at least one unit.

use super::FormatError;

/// The line between two segments.
pub const SEPARATOR: &str = "==========";

/// A document with its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChoiText<'a> {
    /// The units, without blanks around them.
    pub units: Vec<&'a str>,
    /// Exclusive end offsets of the segments.
    pub bounds: Vec<usize>,
}

/// Reads a document.
///
/// # Errors
/// [`FormatError`] if there is no unit.
pub fn parse(text: &str) -> Result<ChoiText<'_>, FormatError> {
    let text = text.trim_start_matches('\u{feff}');
    let (mut units, mut bounds) = (Vec::new(), Vec::new());
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        if line == SEPARATOR {
            close(&mut bounds, units.len());
        } else {
            units.push(line);
        }
    }
    close(&mut bounds, units.len());
    if units.is_empty() {
        let remedy = "write one unit a line, with lines of ten equal signs between segments";
        return Err(FormatError::new(1, "no text units", remedy));
    }
    Ok(ChoiText { units, bounds })
}

/// Ends a segment at `end`, unless it would be empty.
fn close(bounds: &mut Vec<usize>, end: usize) {
    if end > bounds.last().copied().unwrap_or(0) {
        bounds.push(end);
    }
}

/// Writes a document that [`parse`] reads back.
///
/// # Errors
/// [`FormatError`], with the line of the output, if a unit would not come back as it is (blank,
/// more than one line, blanks around it, or a separator) or if `bounds` do not segment `units`.
pub fn write(units: &[&str], bounds: &[usize]) -> Result<String, FormatError> {
    let mut text = format!("{SEPARATOR}\n");
    let (mut start, mut line) = (0, 1);
    for &end in bounds {
        let segment = units.get(start..end).filter(|segment| !segment.is_empty());
        let segment = segment.ok_or_else(|| bad_bound(line, end, units.len()))?;
        for unit in segment {
            line += 1;
            check_unit(unit, line)?;
            text.extend([unit, "\n"]);
        }
        line += 1;
        text.extend([SEPARATOR, "\n"]);
        start = end;
    }
    if start == units.len() && start > 0 {
        Ok(text)
    } else {
        Err(bad_bound(line, start, units.len()))
    }
}

fn bad_bound(line: usize, end: usize, n_units: usize) -> FormatError {
    let problem = format!("a segment cannot end at {end} here among {n_units} units");
    FormatError::new(
        line,
        problem,
        "give increasing ends, the last of them the number of units",
    )
}

fn check_unit(unit: &str, line: usize) -> Result<(), FormatError> {
    if unit.trim() == unit && parse(unit).is_ok_and(|read| read.units == [unit]) {
        return Ok(());
    }
    let problem = format!("the unit {unit:?} cannot be written as one line of text");
    Err(FormatError::new(
        line,
        problem,
        "join its lines and trim its blanks first",
    ))
}

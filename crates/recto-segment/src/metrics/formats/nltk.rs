//! NLTK's boundary strings: a row of flags, `1` where a boundary is. One line a document.
//!
//! `00100` has a flag for each of the five gaps between six units: `[3, 6]`. Some programs put
//! a flag after each *unit* instead, so that the last is always `1`. Those strings cannot be told
//! from gap flags by looking, so gaps are assumed unless the number of units is known and equals
//! the number of flags. Blanks between flags and blank lines are ignored.

use super::{FormatError, Reference};
use recto_text::source::filled_lines;

/// Reads one document a line; `n_units`, where known, is the number of units of each.
///
/// # Errors
/// [`FormatError`] for a character that is no flag, a length that does not fit `n_units`, an
/// open end where flags follow units, a number of documents that is not that of `n_units`, or
/// no document at all.
pub fn parse(text: &str, n_units: Option<&[usize]>) -> Result<Vec<Reference>, FormatError> {
    let text = text.trim_start_matches('\u{feff}');
    let (mut references, mut last) = (Vec::new(), 1);
    for (number, line) in filled_lines(text) {
        last = number;
        let expected = match n_units {
            Some(all) => Some(
                *all.get(references.len())
                    .ok_or_else(|| surplus(last, all.len()))?,
            ),
            None => None,
        };
        let bounds = bounds(&flags(line, last)?, expected, last)?;
        references.push(Reference {
            id: None,
            coder: None,
            bounds,
        });
    }
    let wanted = n_units.map_or(references.len().max(1), <[usize]>::len);
    if references.len() < wanted {
        let problem = format!("{} of {wanted} boundary strings", references.len());
        return Err(FormatError::new(
            last,
            problem,
            "write a line of 0 and 1 for each document",
        ));
    }
    Ok(references)
}

fn surplus(line: usize, n_documents: usize) -> FormatError {
    let problem = format!("a boundary string beyond the {n_documents} documents");
    FormatError::new(line, problem, "leave one line for each document")
}

fn flags(line: &str, number: usize) -> Result<Vec<bool>, FormatError> {
    let flag = |c| match c {
        '0' => Ok(false),
        '1' => Ok(true),
        other => {
            let problem = format!("{other:?} is not a boundary flag");
            Err(FormatError::new(
                number,
                problem,
                "use only 0 (no boundary) and 1 (boundary)",
            ))
        }
    };
    line.chars()
        .filter(|c| !c.is_whitespace())
        .map(flag)
        .collect()
}

fn bounds(flags: &[bool], n_units: Option<usize>, line: usize) -> Result<Vec<usize>, FormatError> {
    let n_units = n_units.unwrap_or(flags.len() + 1);
    let gaps = match flags.split_last() {
        _ if flags.len() + 1 == n_units => flags,
        Some((true, gaps)) if flags.len() == n_units => gaps,
        Some((false, _)) if flags.len() == n_units => {
            let remedy = "end it with 1, or write one flag fewer, for the gaps alone";
            return Err(FormatError::new(
                line,
                "the last unit does not end a segment",
                remedy,
            ));
        }
        _ => {
            let problem = format!("{} flags for {n_units} units", flags.len());
            return Err(FormatError::new(
                line,
                problem,
                "write one flag for each gap",
            ));
        }
    };
    let ends = gaps
        .iter()
        .enumerate()
        .filter(|(_, boundary)| **boundary)
        .map(|(gap, _)| gap + 1);
    Ok(ends.chain([n_units]).collect())
}

/// Writes one line of gap flags a document, which [`parse`] reads back.
///
/// # Errors
/// [`FormatError`], with the line of the output, for a document of fewer than two units, which
/// has no gap, and for bounds that do not increase.
pub fn write(documents: &[&[usize]]) -> Result<String, FormatError> {
    let mut text = String::new();
    for (index, bounds) in documents.iter().enumerate() {
        let mut previous = 0;
        for (place, &bound) in bounds.iter().enumerate() {
            let zeros = bound
                .checked_sub(previous)
                .and_then(|length| length.checked_sub(1));
            let zeros = zeros.ok_or_else(|| unordered(index + 1))?;
            text.extend(std::iter::repeat_n('0', zeros));
            if place + 1 < bounds.len() {
                text.push('1');
            }
            previous = bound;
        }
        if previous < 2 {
            let remedy = "write it in segeval's format instead";
            return Err(FormatError::new(
                index + 1,
                "a document without gaps",
                remedy,
            ));
        }
        text.push('\n');
    }
    Ok(text)
}

fn unordered(line: usize) -> FormatError {
    FormatError::new(
        line,
        "bounds do not increase",
        "give the end offsets in order",
    )
}

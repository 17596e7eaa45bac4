//! Reference segmentations as other programs write them: Choi, NLTK, segeval.
//!
//! Strings in, bounds out; files are the caller's business. [`parse`] recognises the format.
//!
//! | format | looks like | holds |
//! |---|---|---|
//! | [`choi`] | lines of text, `==========` between segments | one document and its text |
//! | [`nltk`] | `00100`, one line a document | a flag for each gap |
//! | [`segeval`] | JSON with `items` | documents, coders, segment lengths |

pub mod choi;
pub mod nltk;
pub mod segeval;
#[cfg(test)]
mod tests;

/// One reference segmentation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    /// The document's name, where the format has one.
    pub id: Option<String>,
    /// Who segmented it, where the format says.
    pub coder: Option<String>,
    /// Exclusive end offsets of the segments; the last is the number of units.
    pub bounds: Vec<usize>,
}

/// Which format a text is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Lines of text between lines of equal signs.
    Choi,
    /// Flags `0` and `1`.
    Nltk,
    /// A JSON object.
    Segeval,
}

/// What is wrong with a reference text, where, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}; {remedy}")]
pub struct FormatError {
    /// 1-based line of the input.
    pub line: usize,
    /// What is wrong.
    pub problem: String,
    /// What to do.
    pub remedy: &'static str,
}

impl FormatError {
    fn new(line: usize, problem: impl Into<String>, remedy: &'static str) -> Self {
        Self {
            line,
            problem: problem.into(),
            remedy,
        }
    }
}

/// Recognises the format by its characters: `{` opens segeval, a text of nothing but `0`, `1`
/// and blanks is NLTK, all else is Choi.
pub fn detect(text: &str) -> Format {
    let text = text.trim_start_matches('\u{feff}');
    let mut characters = text.chars().filter(|c| !c.is_whitespace());
    match characters.next() {
        Some('{') => Format::Segeval,
        Some('0' | '1') if characters.all(|c| matches!(c, '0' | '1')) => Format::Nltk,
        _ => Format::Choi,
    }
}

/// Parses a text in whichever format [`detect`] recognises.
///
/// `n_units`, where known, is the number of units of each document in order; see
/// [`nltk::parse`] for what it settles.
///
/// # Errors
/// [`FormatError`] with the line and the remedy.
pub fn parse(text: &str, n_units: Option<&[usize]>) -> Result<Vec<Reference>, FormatError> {
    match detect(text) {
        Format::Choi => {
            let bounds = choi::parse(text)?.bounds;
            Ok(vec![Reference {
                id: None,
                coder: None,
                bounds,
            }])
        }
        Format::Nltk => nltk::parse(text, n_units),
        Format::Segeval => segeval::parse(text),
    }
}

//! Fields of CSV files.

use std::borrow::Cow;

/// A field, in quotes where it holds a separator, a quote or a newline.
pub(crate) fn quoted(text: &str) -> Cow<'_, str> {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\"")).into()
    } else {
        text.into()
    }
}

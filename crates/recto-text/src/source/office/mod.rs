//! Documents of word processors: DOCX, ODT and RTF.
//!
//! Kept: headings, paragraphs, list items, rows of tables, text boxes, and notes, which come
//! behind the paragraph that they belong to. Left out: heads and feet of pages, tables of
//! contents, comments, deleted text, field codes, pictures. Places are the pages as the word
//! processor last laid them out, where the file says so, otherwise the sections.

mod docx;
mod flow;
mod odt;
mod rtf;

use super::parts::{PartError, Parts};
use super::zip::ZipError;
use super::{FileRows, SourceOptions, failure, one, xml};
use flow::Flow;

/// Reads a Word document.
pub(super) fn docx(bytes: &[u8], options: &SourceOptions) -> FileRows {
    packed(bytes, options, docx::read)
}

/// Reads an OpenDocument text.
pub(super) fn odt(bytes: &[u8], options: &SourceOptions) -> FileRows {
    packed(bytes, options, odt::read)
}

/// Reads a Rich Text document.
pub(super) fn rtf(bytes: &[u8]) -> FileRows {
    match rtf::read(bytes) {
        Ok(flow) => finished(flow),
        Err(message) => failure(message),
    }
}

fn packed(
    bytes: &[u8],
    options: &SourceOptions,
    read: impl Fn(&Parts<'_>) -> Result<Flow, PartError>,
) -> FileRows {
    match Parts::open(bytes, &options.limits).and_then(|parts| read(&parts)) {
        Ok(flow) => finished(flow),
        Err(error) => failure(error),
    }
}

fn finished(flow: Flow) -> FileRows {
    let row = flow.finish();
    if row.text.is_empty() {
        return failure(
            "no text in it; if it shows pictures of text, read them with an OCR program",
        );
    }
    one(row)
}

/// Reads the body of a packed document as its elements open and close.
trait BodyReader {
    /// Whether what stands in an element of this name is not shown.
    fn is_hidden(name: &str) -> bool;
    fn open(&mut self, tag: &xml::Tag);
    fn close(&mut self, name: &str);
    fn text(&mut self, text: &str);
}

/// Gives the XML of a body to its reader, without what is not shown.
fn walk<B: BodyReader>(bytes: Vec<u8>, body: &mut B) -> Result<(), ZipError> {
    let mut hidden = 0_usize;
    let read = xml::read(bytes, |piece| match piece {
        xml::Piece::Open(tag) if B::is_hidden(&tag.name) => hidden += 1,
        xml::Piece::Close(name) if B::is_hidden(name) => hidden = hidden.saturating_sub(1),
        _ if hidden > 0 => {}
        xml::Piece::Open(tag) => body.open(tag),
        xml::Piece::Close(name) => body.close(name),
        xml::Piece::Text(text) => body.text(text),
    });
    read.map_err(ZipError::Damaged)
}

/// The text inside the first element of this name, such as the title among the properties.
fn element(parts: &Parts<'_>, part: &'static str, name: &str) -> Option<String> {
    let bytes = parts.read(part).ok()?;
    let (mut is_open, mut text) = (false, String::new());
    let read = xml::read(bytes, |piece| match piece {
        xml::Piece::Open(tag) => is_open = tag.name == name && text.is_empty(),
        xml::Piece::Close(_) => is_open = false,
        xml::Piece::Text(words) if is_open => text.push_str(words),
        xml::Piece::Text(_) => {}
    });
    let text = text.trim();
    (read.is_ok() && !text.is_empty()).then(|| text.to_string())
}

#[cfg(test)]
mod tests;

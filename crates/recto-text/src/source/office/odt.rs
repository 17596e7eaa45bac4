//! ODT: `content.xml`.

use super::flow::Flow;
use super::{BodyReader, PartError, Parts, ZipError, element, walk};
use crate::source::xml::Tag;

/// Blanks that `text:s` may stand for at once.
const BLANKS: usize = 100;

pub(super) fn read(parts: &Parts<'_>) -> Result<Flow, PartError> {
    let manifest = parts.read("META-INF/manifest.xml").unwrap_or_default();
    if memchr::memmem::find(&manifest, b"encryption-data").is_some() {
        return Err(ZipError::Encrypted.into());
    }
    let mut body = Body::default();
    body.flow.set_title(element(parts, "meta.xml", "title"));
    walk(parts.read("content.xml")?, &mut body)?;
    Ok(body.flow)
}

#[derive(Default)]
struct Body {
    flow: Flow,
    /// Paragraphs open: text outside of them is layout.
    paragraphs: usize,
    /// The note that is being read.
    note: Option<String>,
    /// Text boxes that opened inside a paragraph.
    boxes: Vec<bool>,
}

impl Body {
    fn write_as_is(&mut self, text: &str) {
        match &mut self.note {
            Some(note) => note.push_str(text),
            None => self.flow.write(text),
        }
    }
}

impl BodyReader for Body {
    fn is_hidden(name: &str) -> bool {
        matches!(
            name,
            "note-citation"
                | "annotation"
                | "tracked-changes"
                | "table-of-content"
                | "forms"
                | "automatic-styles"
                | "desc"
                | "title"
        )
    }

    fn text(&mut self, text: &str) {
        if self.paragraphs > 0 {
            // A line break of the file is a blank; those of the text are elements.
            self.write_as_is(&text.replace(['\n', '\t', '\r'], " "));
        }
    }

    fn open(&mut self, tag: &Tag) {
        match tag.name.as_str() {
            "h" | "p" => {
                self.paragraphs += 1;
                if tag.name == "h" && self.note.is_none() {
                    let depth = tag.value("outline-level").parse().unwrap_or(1);
                    self.flow.heading(depth);
                }
            }
            "note" => self.note = Some(String::new()),
            "text-box" => {
                let is_inside = self.paragraphs > 0;
                self.boxes.push(is_inside);
                if is_inside {
                    self.flow.open_box();
                }
            }
            "table-row" => self.flow.open_row(),
            "table-cell" => self.flow.open_cell(),
            "soft-page-break" if self.note.is_none() => self.flow.break_page(),
            "s" => {
                let count = tag.value("c").parse().unwrap_or(1).min(BLANKS);
                self.write_as_is(&" ".repeat(count));
            }
            "tab" => self.write_as_is("\t"),
            "line-break" => self.write_as_is("\n"),
            _ => {}
        }
    }

    fn close(&mut self, name: &str) {
        match name {
            "h" | "p" => {
                self.paragraphs = self.paragraphs.saturating_sub(1);
                match &mut self.note {
                    Some(note) => note.push('\n'),
                    None => self.flow.end_paragraph(),
                }
            }
            "note" => {
                if let Some(note) = self.note.take() {
                    self.flow.note(note);
                }
            }
            "text-box" => {
                let is_inside = self.boxes.pop();
                if is_inside == Some(true) {
                    self.flow.close_box();
                }
            }
            "table-row" => self.flow.close_row(),
            _ => {}
        }
    }
}

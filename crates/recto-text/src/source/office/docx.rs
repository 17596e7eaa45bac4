//! DOCX: `word/document.xml` with its styles and notes.

use super::flow::Flow;
use super::{BodyReader, PartError, Parts, ZipError, element, walk, xml};
use crate::source::xml::{Piece, Tag};
use rustc_hash::FxHashMap;

/// What a style says of its paragraphs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Style {
    Heading(u8),
    Contents,
}

pub(super) fn read(parts: &Parts<'_>) -> Result<Flow, PartError> {
    let mut notes = Notes::default();
    for (part, kind) in [
        ("word/footnotes.xml", "footnote"),
        ("word/endnotes.xml", "endnote"),
    ] {
        if parts.has(part) {
            notes.read(parts.read(part)?, kind)?;
        }
    }
    let mut body = Body {
        flow: Flow::default(),
        styles: styles(parts),
        notes: notes.texts,
        in_run: false,
        in_text: false,
    };
    body.flow
        .set_title(element(parts, "docProps/core.xml", "title"));
    walk(parts.read("word/document.xml")?, &mut body)?;
    Ok(body.flow)
}

/// The styles that mark headings and tables of contents.
fn styles(parts: &Parts<'_>) -> FxHashMap<String, Style> {
    let mut styles = FxHashMap::default();
    let Ok(bytes) = parts.read("word/styles.xml") else {
        return styles;
    };
    let mut id = String::new();
    let read = xml::read(bytes, |piece| {
        let Piece::Open(tag) = piece else { return };
        let style = match tag.name.as_str() {
            "style" => {
                id = tag.value("styleId").to_string();
                None
            }
            "name" => named(tag.value("val")),
            "outlineLvl" => outline(tag.value("val")),
            _ => None,
        };
        if let Some(style) = style {
            styles.entry(id.clone()).or_insert(style);
        }
    });
    // Styles that break off are those that could be read.
    let _ = read;
    styles
}

fn named(name: &str) -> Option<Style> {
    let name = name.to_lowercase();
    if name == "title" {
        return Some(Style::Heading(1));
    }
    if name.starts_with("toc ") {
        return Some(Style::Contents);
    }
    let depth = name.strip_prefix("heading ")?.parse().ok()?;
    Some(Style::Heading(depth))
}

/// Levels count from 0; 9 is body text.
fn outline(level: &str) -> Option<Style> {
    let level: u8 = level.parse().ok().filter(|level| *level < 9)?;
    Some(Style::Heading(level + 1))
}

/// The texts of notes by kind and number.
#[derive(Default)]
struct Notes {
    texts: FxHashMap<(&'static str, String), String>,
}

impl Notes {
    fn read(&mut self, bytes: Vec<u8>, kind: &'static str) -> Result<(), ZipError> {
        let (mut id, mut text, mut in_text) = (None, String::new(), false);
        let read = xml::read(bytes, |piece| match piece {
            // Separators have a type, notes have none.
            Piece::Open(tag) if tag.name == kind => {
                let is_note = matches!(tag.value("type"), "" | "normal");
                id = is_note.then(|| tag.value("id").to_string());
                text.clear();
            }
            Piece::Close(name) if name == kind => {
                if let Some(id) = id.take() {
                    self.texts.insert((kind, id), std::mem::take(&mut text));
                }
            }
            Piece::Open(tag) => {
                in_text = tag.name == "t";
                text.push_str(if matches!(tag.name.as_str(), "tab" | "br") {
                    " "
                } else {
                    ""
                });
            }
            Piece::Close(name) => {
                in_text = false;
                text.push_str(if name == "p" { "\n" } else { "" });
            }
            Piece::Text(words) if in_text => text.push_str(words),
            Piece::Text(_) => {}
        });
        read.map_err(ZipError::Damaged)
    }
}

struct Body {
    flow: Flow,
    styles: FxHashMap<String, Style>,
    notes: FxHashMap<(&'static str, String), String>,
    in_run: bool,
    in_text: bool,
}

impl BodyReader for Body {
    /// Text that was moved away, and the second form of what newer programs draw otherwise.
    fn is_hidden(name: &str) -> bool {
        matches!(name, "Fallback" | "moveFrom" | "del")
    }

    fn text(&mut self, text: &str) {
        if self.in_text {
            self.flow.write(text);
        }
    }

    fn open(&mut self, tag: &Tag) {
        match tag.name.as_str() {
            "r" => self.in_run = true,
            "t" => self.in_text = true,
            "pStyle" => match self.styles.get(tag.value("val")) {
                Some(Style::Heading(depth)) => self.flow.heading(*depth),
                Some(Style::Contents) => self.flow.leave_out(),
                None => {}
            },
            "outlineLvl" => {
                if let Some(Style::Heading(depth)) = outline(tag.value("val")) {
                    self.flow.heading(depth);
                }
            }
            "tr" => self.flow.open_row(),
            "tc" => self.flow.open_cell(),
            "txbxContent" => self.flow.open_box(),
            "lastRenderedPageBreak" => self.flow.break_page(),
            // Inside the properties of a paragraph a tab is a tab stop.
            "tab" if self.in_run => self.flow.write("\t"),
            "br" if tag.value("type").is_empty() => self.flow.write("\n"),
            "cr" => self.flow.write("\n"),
            "noBreakHyphen" => self.flow.write("-"),
            "footnoteReference" => self.note("footnote", tag),
            "endnoteReference" => self.note("endnote", tag),
            _ => {}
        }
    }

    fn close(&mut self, name: &str) {
        match name {
            "r" => self.in_run = false,
            "t" => self.in_text = false,
            "p" => self.flow.end_paragraph(),
            "tr" => self.flow.close_row(),
            "txbxContent" => self.flow.close_box(),
            _ => {}
        }
    }
}

impl Body {
    fn note(&mut self, kind: &'static str, tag: &Tag) {
        let key = (kind, tag.value("id").to_string());
        // A note has one mark. Taking it out keeps a file that names one note very often small.
        if let Some(text) = self.notes.remove(&key) {
            self.flow.note(text);
        }
    }
}

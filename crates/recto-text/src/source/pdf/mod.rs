//! PDF: the text of its pages in the order in which a person reads it.
//!
//! A PDF says which letters stand where, and hardly ever more. [`object`], [`file`],
//! [`filter`] and [`crypt`] read the file, [`font`] turns codes into letters, [`content`] finds where each
//! letter stands, and [`layout`] makes lines, columns, paragraphs, headings and notes of
//! them. All of it is this crate's own: readers that were looked at panic on damaged files,
//! unpack streams without a limit, or give lines without columns (`docs/DESIGN.md`).
//!
//! Time is bounded by what is in the file: objects are read once from start to end, streams
//! unpack to a limit over all of them, and operators are counted.

mod content;
mod crypt;
mod file;
mod filter;
mod font;
mod layout;
mod object;

use super::{FileRows, Row, SourceOptions, Warning, failure, one};
use content::{Matrix, Reader};
use file::File;
use layout::{Glyph, PageText};
use object::{Dict, Object};
use recto_math::{Notice, Remedy};
use rustc_hash::FxHashSet;

/// How often its size the streams of a file may unpack to, and the least that they may.
const RATIO: usize = 200;
const LEAST: usize = 64 << 20;
/// Pages of one file.
const MOST_PAGES: usize = 100_000;
/// Nodes on the way to a page.
const DEEPEST: usize = 64;

/// Reads all pages as one document.
pub(super) fn read(bytes: &[u8], options: &SourceOptions) -> FileRows {
    if !bytes[..bytes.len().min(1024)]
        .windows(5)
        .any(|part| part == b"%PDF-")
    {
        return failure("not a PDF: it does not open with %PDF-");
    }
    let most = usize::try_from(options.limits.file).unwrap_or(usize::MAX);
    let limit = bytes
        .len()
        .saturating_mul(RATIO)
        .clamp(LEAST.min(most), most);
    let file = File::read(bytes, limit);
    if file.is_locked() {
        return failure(
            "encrypted; save it without a password, with qpdf or by printing it to a new PDF",
        );
    }
    let pages = pages(&file);
    if pages.is_empty() {
        return failure("damaged or cut short: no page in it; fetch or save it again");
    }
    match texts(&file, &pages, limit) {
        Ok(texts) => document(&file, &texts, options),
        Err(notice) => failure(notice),
    }
}

/// A page: where its contents and fonts are, and how it is turned.
struct Page<'f> {
    dict: &'f Dict,
    resources: Option<&'f Dict>,
    rotation: f64,
}

/// What pages take over from the nodes above them.
#[derive(Clone, Copy)]
struct Inherited<'f> {
    resources: Option<&'f Dict>,
    rotation: f64,
}

/// The pages in order: those of the tree, or else all that are there.
fn pages<'f>(file: &'f File<'_>) -> Vec<Page<'f>> {
    let mut pages = Vec::new();
    let mut seen = FxHashSet::default();
    let above = Inherited {
        resources: None,
        rotation: 0.0,
    };
    if let Some(catalog) = file.catalog() {
        walk(file, catalog.get("Pages"), above, &mut seen, &mut pages, 0);
    }
    if pages.is_empty() {
        for (_, object) in file.numbered() {
            if let Some(dict) = object.dict().filter(|dict| dict.is("Page")) {
                pages.push(page(file, dict, above));
            }
        }
    }
    pages
}

fn walk<'f>(
    file: &'f File<'_>,
    node: &'f Object,
    above: Inherited<'f>,
    seen: &mut FxHashSet<u32>,
    pages: &mut Vec<Page<'f>>,
    depth: usize,
) {
    if let Object::Reference(number) = node
        && !seen.insert(*number)
    {
        return;
    }
    let Some(dict) = file.resolve(node).dict() else {
        return;
    };
    let own = page(file, dict, above);
    match file.get(dict, "Kids").array() {
        Some(kids) if depth < DEEPEST => {
            let below = Inherited {
                resources: own.resources,
                rotation: own.rotation,
            };
            for kid in kids {
                walk(file, kid, below, seen, pages, depth + 1);
            }
        }
        Some(_) => {}
        None if pages.len() < MOST_PAGES => pages.push(own),
        None => {}
    }
}

fn page<'f>(file: &'f File<'_>, dict: &'f Dict, above: Inherited<'f>) -> Page<'f> {
    Page {
        dict,
        resources: file.get(dict, "Resources").dict().or(above.resources),
        rotation: file.get(dict, "Rotate").number().unwrap_or(above.rotation),
    }
}

/// The letters of each page.
fn texts(file: &File<'_>, pages: &[Page<'_>], limit: usize) -> Result<Vec<Vec<Glyph>>, Notice> {
    let mut reader = Reader::new(file);
    let nothing = Dict::default();
    let mut texts = Vec::with_capacity(pages.len());
    for page in pages {
        let contents = contents(file, file.get(page.dict, "Contents"));
        let map = turned(page.rotation);
        texts.push(reader.page(&contents, page.resources.unwrap_or(&nothing), map));
        if file.is_too_large() {
            let message = format!("its streams unpack to more than {limit} bytes");
            return Err(Notice::from(message).with(Remedy::Raise("max_file_bytes")));
        }
        if reader.is_exhausted() {
            return Err(
                "more operators than any file needs; print it to a new PDF and read that".into(),
            );
        }
    }
    Ok(texts)
}

/// A page is shown turned clockwise by so many degrees.
fn turned(degrees: f64) -> Matrix {
    match (degrees / 90.0).round().rem_euclid(4.0) as u8 {
        1 => Matrix([0.0, -1.0, 1.0, 0.0, 0.0, 0.0]),
        2 => Matrix([-1.0, 0.0, 0.0, -1.0, 0.0, 0.0]),
        3 => Matrix([0.0, 1.0, -1.0, 0.0, 0.0, 0.0]),
        _ => Matrix::IDENTITY,
    }
}

/// The contents of a page, which may be in several streams.
fn contents(file: &File<'_>, object: &Object) -> Vec<u8> {
    match object {
        Object::Array(parts) => {
            let parts = parts
                .iter()
                .filter_map(|part| file.unpacked(file.resolve(part)));
            parts.collect::<Vec<_>>().join(&b'\n')
        }
        stream => file.unpacked(stream).unwrap_or_default(),
    }
}

fn document(file: &File<'_>, glyphs: &[Vec<Glyph>], options: &SourceOptions) -> FileRows {
    let count = |keep: fn(&str) -> bool| -> usize {
        let texts = glyphs.iter().flatten().map(|glyph| glyph.text.as_str());
        texts.filter(|text| keep(text)).count()
    };
    let letters = count(|text| !text.trim().is_empty());
    let unknown = count(|text| text == "\u{FFFD}");
    if letters == 0 {
        return failure(
            "no text in it: the pages are pictures (a scan); make them readable with an OCR program such as `ocrmypdf FILE READABLE.pdf`",
        );
    }
    if 2 * unknown > letters {
        return failure(
            "its fonts do not say which letters they show; read its pages as pictures with an OCR program such as ocrmypdf",
        );
    }
    let layout = layout::read(glyphs, options.keep_all);
    let mut result = one(row(file, layout.composed));
    if unknown > 0 {
        let message =
            format!("{unknown} of {letters} letters are unknown: their fonts do not name them");
        result.warnings.push(Warning::new(message));
    }
    let without = glyphs.iter().filter(|page| page.is_empty()).count();
    if without > 0 {
        let message = format!(
            "{without} of {} pages have no text; if they are scans, make them readable with an OCR program",
            glyphs.len()
        );
        result.warnings.push(Warning::new(message));
    }
    if layout.running > 0 {
        let message = format!("{} running heads and page numbers left out", layout.running);
        let keep = Remedy::When("to read them too", &Remedy::Set(&["keep_all"]));
        result
            .warnings
            .push(Warning::new(Notice::from(message).with(keep)));
    }
    result
}

fn row(file: &File<'_>, mut composed: PageText) -> Row {
    let title = file.info("Title").map(text_of);
    composed.title = title
        .map(|title| title.trim().to_string())
        .filter(|title| !title.is_empty());
    composed.into_row()
}

/// A string for people: UTF-16 or UTF-8 behind its mark, else nearly Latin-1.
fn text_of(bytes: &[u8]) -> String {
    match bytes {
        [0xFE, 0xFF, rest @ ..] => encoding_rs::UTF_16BE
            .decode_without_bom_handling(rest)
            .0
            .into_owned(),
        [0xFF, 0xFE, rest @ ..] => encoding_rs::UTF_16LE
            .decode_without_bom_handling(rest)
            .0
            .into_owned(),
        [0xEF, 0xBB, 0xBF, rest @ ..] => String::from_utf8_lossy(rest).into_owned(),
        bytes => encoding_rs::WINDOWS_1252
            .decode_without_bom_handling(bytes)
            .0
            .into_owned(),
    }
}

#[cfg(test)]
mod tests;

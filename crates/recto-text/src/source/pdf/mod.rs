//! PDF: the text of its pages in the order in which a person reads it.
//!
//! A PDF says which letters stand where, and hardly ever more. [`object`], [`file`],
//! [`filter`] and [`crypt`] read the file, [`font`] turns codes into letters, [`content`] finds where each
//! letter stands, and [`layout`] makes lines, columns, paragraphs, headings and notes of
//! them. All of it is this crate's own: readers that were looked at panic on damaged files,
//! unpack streams without a limit, or give lines without columns (`docs/DESIGN.md`).
//!
//! Time and memory are bounded by what is in the file: objects are read once from start to
//! end, streams unpack to a limit over all of them, and the work of pages is counted
//! ([`budget`]).

mod budget;
mod content;
mod crypt;
mod file;
mod filter;
mod font;
mod layout;
mod object;

use super::{FileRows, Row, SourceOptions, Warning, failure, one};
use budget::Budget;
use content::{Matrix, Reader};
use file::File;
use layout::{Glyph, PageText};
use object::{Dict, Object};
use recto_math::{Notice, Remedy};
use rustc_hash::FxHashSet;

/// How often its size the streams of a file may unpack to, and the least that they may.
const RATIO: usize = 200;
const LEAST: usize = 64 << 20;
/// Pages of one file, and nodes that lead to them: lists of pages may be shared by many nodes.
const MOST_PAGES: usize = 100_000;
const MOST_NODES: usize = 4 * MOST_PAGES;
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
    let budget = Budget::new(bytes.len());
    match texts(&file, &pages, budget, options, limit) {
        Ok(texts) => document(&file, texts),
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
    let above = Inherited {
        resources: None,
        rotation: 0.0,
    };
    if let Some(catalog) = file.catalog() {
        let mut tree = Tree {
            file,
            seen: FxHashSet::default(),
            nodes: 0,
            pages: &mut pages,
        };
        tree.walk(catalog.get("Pages"), above, 0);
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

/// The tree of pages as it is walked through.
struct Tree<'t, 'f, 'b> {
    file: &'f File<'b>,
    /// Numbers of the nodes so far.
    seen: FxHashSet<u32>,
    nodes: usize,
    pages: &'t mut Vec<Page<'f>>,
}

impl<'f> Tree<'_, 'f, '_> {
    fn walk(&mut self, node: &'f Object, above: Inherited<'f>, depth: usize) {
        self.nodes += 1;
        if self.nodes > MOST_NODES || self.pages.len() >= MOST_PAGES {
            return;
        }
        if let Object::Reference(number) = node
            && !self.seen.insert(*number)
        {
            return;
        }
        let Some(dict) = self.file.resolve(node).dict() else {
            return;
        };
        let node_page = page(self.file, dict, above);
        let Some(kids) = self.file.get(dict, "Kids").array() else {
            self.pages.push(node_page);
            return;
        };
        let below = Inherited {
            resources: node_page.resources,
            rotation: node_page.rotation,
        };
        if depth < DEEPEST && self.nodes <= MOST_NODES {
            for kid in kids {
                self.walk(kid, below, depth + 1);
            }
        }
    }
}

fn page<'f>(file: &'f File<'_>, dict: &'f Dict, above: Inherited<'f>) -> Page<'f> {
    Page {
        dict,
        resources: file.get(dict, "Resources").dict().or(above.resources),
        rotation: file.get(dict, "Rotate").number().unwrap_or(above.rotation),
    }
}

/// The text and the warnings of all pages.
struct Texts {
    pages: layout::Pages,
    count: usize,
    letters: usize,
    /// Letters that no font names.
    unknown: usize,
    /// Pages without letters.
    blank: usize,
    /// Numbers of the first page that was not read to its end, and how many those are.
    cut: Option<(usize, usize)>,
    /// Pages that were not begun.
    skipped: usize,
}

impl Texts {
    fn add(&mut self, glyphs: &[Glyph], is_cut: bool) {
        self.count += 1;
        self.blank += usize::from(glyphs.is_empty());
        let letters = glyphs.iter().filter(|glyph| !glyph.text.trim().is_empty());
        self.letters += letters.count();
        let unknown = glyphs.iter().filter(|glyph| glyph.text == "\u{FFFD}");
        self.unknown += unknown.count();
        if is_cut {
            let (first, count) = self.cut.unwrap_or((self.count, 0));
            self.cut = Some((first, count + 1));
        }
        self.pages.add(glyphs);
    }
}

/// Reads the pages, as far as the budget allows.
fn texts(
    file: &File<'_>,
    pages: &[Page<'_>],
    budget: Budget,
    options: &SourceOptions,
    limit: usize,
) -> Result<Texts, Notice> {
    let mut reader = Reader::new(file, budget);
    let nothing = Dict::default();
    let mut texts = Texts {
        pages: layout::Pages::new(options.keep_all),
        count: 0,
        letters: 0,
        unknown: 0,
        blank: 0,
        cut: None,
        skipped: 0,
    };
    for page in pages {
        let contents = file.get(page.dict, "Contents");
        let map = turned(page.rotation);
        let glyphs = reader.page(contents, page.resources.unwrap_or(&nothing), map);
        if file.is_too_large() {
            let message = format!("its streams unpack to more than {limit} bytes");
            return Err(Notice::from(message).with(Remedy::Raise("max_file_bytes")));
        }
        texts.add(&glyphs, reader.budget.ends_page());
        if reader.budget.ends_file() {
            texts.skipped = pages.len() - texts.count;
            break;
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

fn document(file: &File<'_>, texts: Texts) -> FileRows {
    let cut = cut(&texts);
    let Texts {
        letters,
        unknown,
        blank,
        count,
        ..
    } = texts;
    if letters == 0 {
        return failure(match cut {
            Some(message) => message,
            None => "no text in it: the pages are pictures (a scan); make them readable with an OCR program such as `ocrmypdf FILE READABLE.pdf`".into(),
        });
    }
    if 2 * unknown > letters {
        return failure(
            "its fonts do not say which letters they show; read its pages as pictures with an OCR program such as ocrmypdf",
        );
    }
    let layout = texts.pages.finish();
    let mut result = one(row(file, layout.composed));
    result.warnings.extend(cut.map(Warning::new));
    if unknown > 0 {
        let message =
            format!("{unknown} of {letters} letters are unknown: their fonts do not name them");
        result.warnings.push(Warning::new(message));
    }
    if blank > 0 {
        let message = format!(
            "{blank} of {count} pages have no text; if they are scans, make them readable with an OCR program"
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

/// The warning about pages that draw too much.
fn cut(texts: &Texts) -> Option<String> {
    let (first, count) = texts.cut?;
    let pages = match count {
        1 => format!("the rest of page {first} was skipped"),
        count => format!("the rest of {count} pages, the first of them page {first}, was skipped"),
    };
    let more = match texts.skipped {
        0 => String::new(),
        skipped => format!(", and {skipped} pages behind it"),
    };
    Some(format!(
        "{pages}{more}: more is drawn there than on any page that can be read; print the file to a new PDF and read that"
    ))
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

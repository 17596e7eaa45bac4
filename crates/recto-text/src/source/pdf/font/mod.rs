//! Fonts: from the codes of a string to letters and widths.
//!
//! A letter comes from the table to Unicode that the font brings, else from its encoding and
//! the names of its glyphs, else from the encoding inside the font program. A code that none
//! of them knows is U+FFFD, and is counted.

mod cmap;
mod glyphs;
mod widths;

use super::budget::Budget;
use super::file::File;
use super::object::{Dict, Lexer, Object, Token};
use cmap::CMap;
use rustc_hash::FxHashMap;

/// Codes of a simple font. Lists of more, which many fonts may share, are read up to that.
const CODES: usize = 256;

/// A font as a page names it.
#[derive(Debug, Default)]
pub(super) struct Font {
    is_composite: bool,
    /// Codes are UTF-16 themselves.
    is_utf16: bool,
    to_unicode: CMap,
    /// The text of each code of a simple font; empty where it is unknown.
    letters: Vec<String>,
    widths: FxHashMap<u32, f64>,
    default_width: f64,
    pub(super) is_bold: bool,
}

/// One code of a string.
pub(super) struct Shown<'f> {
    pub(super) text: std::borrow::Cow<'f, str>,
    /// As a part of the size of the font.
    pub(super) width: f64,
    /// Whether it is the single byte 32, which word spacing widens.
    pub(super) is_space: bool,
}

impl Font {
    pub(super) fn read(file: &File<'_>, dict: &Dict, budget: &mut Budget) -> Self {
        let composite = file.get(dict, "Subtype").name() == Some("Type0");
        let to_unicode = file.unpacked(file.get(dict, "ToUnicode"));
        let to_unicode = to_unicode
            .map(|bytes| CMap::read(&bytes, budget))
            .unwrap_or_default();
        let name = file.get(dict, "BaseFont").name().unwrap_or_default();
        let mut font = Self {
            is_composite: composite,
            to_unicode,
            is_bold: ["Bold", "Black", "Heavy", "CMBX", "CMB"]
                .iter()
                .any(|part| name.contains(part)),
            ..Self::default()
        };
        if composite {
            font.read_composite(file, dict, budget);
        } else {
            font.read_simple(file, dict, name);
        }
        font
    }

    fn read_composite(&mut self, file: &File<'_>, dict: &Dict, budget: &mut Budget) {
        let encoding = file.get(dict, "Encoding").name().unwrap_or_default();
        self.is_utf16 = encoding.contains("UCS2") || encoding.contains("UTF16");
        self.default_width = 1.0;
        let descendants = file.get(dict, "DescendantFonts").array();
        let Some(inner) = descendants.and_then(|list| file.resolve(list.first()?).dict()) else {
            return;
        };
        self.default_width = file.get(inner, "DW").number().unwrap_or(1000.0) / 1000.0;
        if let Some(list) = file.get(inner, "W").array() {
            self.widths = widths::composite(file, list, budget);
        }
    }

    fn read_simple(&mut self, file: &File<'_>, dict: &Dict, name: &str) {
        let descriptor = file.get(dict, "FontDescriptor").dict();
        let encoding = file.get(dict, "Encoding");
        let mut names = match encoding {
            Object::Name(base) => glyphs::base(base),
            Object::Dict(dict) => file.get(dict, "BaseEncoding").name().and_then(glyphs::base),
            _ => None,
        };
        if names.is_none() {
            names = descriptor.and_then(|descriptor| builtin(file, descriptor));
        }
        let is_symbol = name.ends_with("Symbol");
        let names = names.unwrap_or_else(|| {
            if is_symbol {
                glyphs::symbol()
            } else {
                glyphs::standard()
            }
        });
        self.letters = names;
        let differences = encoding.dict().map(|dict| file.get(dict, "Differences"));
        if let Some(list) = differences.and_then(Object::array) {
            self.differ(file, list);
        }
        let scale = match file.get(dict, "FontMatrix").array() {
            Some([a, ..]) => file.resolve(a).number().unwrap_or(0.001).abs(),
            _ => 0.001,
        };
        match file.get(dict, "Widths").array() {
            Some(list) => {
                let first = file.get(dict, "FirstChar").number().unwrap_or(0.0).max(0.0) as u32;
                let widths = list
                    .iter()
                    .take(CODES)
                    .map(|width| file.resolve(width).number().unwrap_or(0.0) * scale);
                self.widths = (first..).zip(widths).collect();
                let missing = descriptor.and_then(|d| file.get(d, "MissingWidth").number());
                self.default_width = missing.unwrap_or(0.0) * scale;
            }
            None => {
                self.widths = widths::standard(name);
                self.default_width = 0.55;
            }
        }
    }

    /// Puts other glyphs in the place of those of the base: `[65 /A /B 97 /a]`.
    fn differ(&mut self, file: &File<'_>, list: &[Object]) {
        let mut code = 0;
        // A number and a name for each code.
        for entry in list.iter().take(2 * CODES) {
            match file.resolve(entry) {
                Object::Number(number) => code = number.max(0.0) as usize,
                Object::Name(name) => {
                    if let Some(letter) = self.letters.get_mut(code) {
                        *letter = glyphs::text(name).unwrap_or_default();
                    }
                    code += 1;
                }
                _ => {}
            }
        }
    }

    /// The codes of a string with what each shows.
    pub(super) fn shown<'f>(&'f self, bytes: &'f [u8]) -> impl Iterator<Item = Shown<'f>> {
        let size = if self.is_composite { 2 } else { 1 };
        bytes.chunks(size).map(move |chunk| {
            let code = chunk
                .iter()
                .fold(0, |code, byte| code << 8 | u32::from(*byte));
            Shown {
                text: self.text(code, chunk),
                width: self
                    .widths
                    .get(&code)
                    .copied()
                    .unwrap_or(self.default_width),
                is_space: chunk == [32],
            }
        })
    }

    fn text(&self, code: u32, chunk: &[u8]) -> std::borrow::Cow<'_, str> {
        if let Some(text) = self.to_unicode.text(code) {
            return text.into();
        }
        if self.is_utf16 {
            let unit = chunk
                .iter()
                .fold(0, |code, byte| code << 8 | u16::from(*byte));
            return String::from_utf16_lossy(&[unit]).into();
        }
        match self.letters.get(code as usize) {
            Some(letter) if !letter.is_empty() => letter.as_str().into(),
            _ => "\u{FFFD}".into(),
        }
    }
}

/// The encoding inside a Type 1 font program: `dup 65 /A put`, a line each.
fn builtin(file: &File<'_>, descriptor: &Dict) -> Option<Vec<String>> {
    let program = file.unpacked(file.get(descriptor, "FontFile"))?;
    let clear = memchr::memmem::find(&program, b"eexec").unwrap_or(program.len());
    let start = memchr::memmem::find(&program[..clear], b"/Encoding")?;
    let mut lexer = Lexer::new(&program[..clear], start + 9);
    let mut letters = vec![String::new(); 256];
    let mut last = None;
    while let Some(token) = lexer.next() {
        match token {
            Token::Object(Object::Number(code)) => last = Some(code.max(0.0) as usize),
            Token::Object(Object::Name(name)) => {
                if let Some(letter) = last.take().and_then(|code| letters.get_mut(code)) {
                    *letter = glyphs::text(&name).unwrap_or_default();
                }
            }
            Token::Word(word) if word == b"StandardEncoding" => return None,
            Token::Word(word) if word == b"def" || word == b"readonly" => break,
            _ => {}
        }
    }
    Some(letters)
}

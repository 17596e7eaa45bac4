//! The operators of a page: which letters it shows, where and how large.
//!
//! Only what moves or shows text is carried out. Letters are given in the coordinates of the
//! page as it is looked at, so that a page that is turned reads from left to right. What a
//! page draws inside other drawings (forms) is followed to a depth, and all work is counted
//! ([`super::budget`]), so that no page or file takes longer than its limit.

use super::budget::Budget;
use super::file::File;
use super::font::Font;
use super::layout::Glyph;
use super::object::{Dict, Lexer, Object, Token};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Drawings inside drawings.
const DEEPEST: usize = 8;
/// Saved states of one page.
const MOST_STATES: usize = 1000;
/// Marked stretches inside each other: each letter asks all of them.
const MOST_MARKS: usize = 64;
/// Longest replacement text (`ActualText`) of a marked stretch, in bytes.
const LONGEST_ACTUAL: usize = 10_000;
/// Work that it takes to read a font.
const FONT: usize = 1000;
/// Fonts that are kept; beyond that they are read anew.
const MOST_FONTS: usize = 1000;
/// Streams of fewer bytes are kept, so many bytes in all: a form may be drawn on each page.
const KEPT: usize = 1 << 20;
const MOST_KEPT: usize = 32 << 20;
/// Bytes of the contents of a page, and streams that they may be in.
const MOST_CONTENTS: usize = 64 << 20;
const MOST_STREAMS: usize = 10_000;

/// A map of the plane: `x' = a x + c y + e`, `y' = b x + d y + f`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Matrix(pub(super) [f64; 6]);

impl Matrix {
    pub(super) const IDENTITY: Self = Self([1.0, 0.0, 0.0, 1.0, 0.0, 0.0]);

    /// This map, then the other.
    fn then(self, other: Self) -> Self {
        let ([a, b, c, d, e, f], [p, q, r, s, t, u]) = (self.0, other.0);
        Self([
            a * p + b * r,
            a * q + b * s,
            c * p + d * r,
            c * q + d * s,
            e * p + f * r + t,
            e * q + f * s + u,
        ])
    }

    fn of(values: &[f64]) -> Option<Self> {
        Some(Self(values.try_into().ok()?))
    }
}

#[derive(Clone)]
struct State {
    map: Matrix,
    font: Option<Rc<Font>>,
    size: f64,
    letter_space: f64,
    word_space: f64,
    stretch: f64,
    leading: f64,
    rise: f64,
}

/// What a stretch of the page is marked as.
struct Mark {
    is_artifact: bool,
    /// What it stands for, and whether that has been written.
    actual: Option<(String, bool)>,
}

/// Letters of pages, one page after the other.
pub(super) struct Reader<'f, 'b> {
    file: &'f File<'b>,
    /// By where their dictionaries are in memory, as a font need not have a number.
    fonts: FxHashMap<usize, Rc<Font>>,
    /// Unpacked streams by the bytes at which they begin in the file.
    streams: FxHashMap<usize, Rc<[u8]>>,
    kept: usize,
    pub(super) budget: Budget,
}

/// Everything about the page that is being read.
struct Page {
    state: State,
    saved: Vec<State>,
    text: Matrix,
    line: Matrix,
    marks: Vec<Mark>,
    /// Marks beyond [`MOST_MARKS`].
    too_deep: usize,
    glyphs: Vec<Glyph>,
}

impl<'f, 'b> Reader<'f, 'b> {
    pub(super) fn new(file: &'f File<'b>, budget: Budget) -> Self {
        Self {
            file,
            fonts: FxHashMap::default(),
            streams: FxHashMap::default(),
            kept: 0,
            budget,
        }
    }

    /// The letters of a page, in the order in which it shows them; up to where the budget
    /// ends.
    pub(super) fn page(&mut self, contents: &Object, resources: &Dict, map: Matrix) -> Vec<Glyph> {
        self.budget.begin_page();
        let contents = self.contents(contents);
        let state = State {
            map,
            font: None,
            size: 1.0,
            letter_space: 0.0,
            word_space: 0.0,
            stretch: 1.0,
            leading: 0.0,
            rise: 0.0,
        };
        let mut page = Page {
            state,
            saved: Vec::new(),
            text: Matrix::IDENTITY,
            line: Matrix::IDENTITY,
            marks: Vec::new(),
            too_deep: 0,
            glyphs: Vec::new(),
        };
        self.run(&contents, resources, &mut page, 0);
        page.glyphs
    }

    /// The contents of a page, which may be in several streams.
    fn contents(&mut self, object: &Object) -> Rc<[u8]> {
        let Object::Array(parts) = object else {
            return self.stream(object).unwrap_or_default();
        };
        let mut contents: Vec<u8> = Vec::new();
        for part in parts.iter().take(MOST_STREAMS) {
            let stream = self.stream(self.file.resolve(part)).unwrap_or_default();
            if !self.budget.spend(1) || contents.len() + stream.len() > MOST_CONTENTS {
                self.budget.cut_page();
                break;
            }
            contents.extend_from_slice(&stream);
            contents.push(b'\n');
        }
        if parts.len() > MOST_STREAMS {
            self.budget.cut_page();
        }
        contents.into()
    }

    /// The unpacked bytes of a stream; small ones are unpacked once.
    fn stream(&mut self, object: &Object) -> Option<Rc<[u8]>> {
        let Object::Stream(_, range) = object else {
            return None;
        };
        if let Some(bytes) = self.streams.get(&range.start) {
            return Some(Rc::clone(bytes));
        }
        let bytes: Rc<[u8]> = self.file.unpacked(object)?.into();
        if bytes.len() < KEPT {
            if self.kept > MOST_KEPT {
                self.streams.clear();
                self.kept = 0;
            }
            self.kept += bytes.len();
            self.streams.insert(range.start, Rc::clone(&bytes));
        }
        Some(bytes)
    }

    fn run(&mut self, contents: &[u8], resources: &Dict, page: &mut Page, depth: usize) {
        let mut lexer = Lexer::new(contents, 0);
        let mut operands: Vec<Object> = Vec::new();
        let mut before = 0;
        while let Some(token) = lexer.next() {
            if lexer.at - before >= 1024 {
                self.budget.spend_bytes(lexer.at - before);
                before = lexer.at;
            }
            match token {
                // No operator has more.
                Token::Object(object) if operands.len() < 64 => operands.push(object),
                Token::Word(word) => {
                    if !self.budget.spend(1) {
                        return;
                    }
                    if word == b"ID" {
                        lexer.at = end_of_picture(contents, lexer.at);
                    } else {
                        self.operator(&word, &operands, resources, page, depth);
                    }
                    operands.clear();
                }
                _ => {}
            }
        }
    }

    fn operator(
        &mut self,
        word: &[u8],
        operands: &[Object],
        resources: &Dict,
        page: &mut Page,
        depth: usize,
    ) {
        let numbers: Vec<f64> = operands.iter().filter_map(Object::number).collect();
        let first = numbers.first().copied();
        let last = operands.last();
        let name = operands.first().and_then(Object::name);
        match (word, first) {
            (b"q", _) if page.saved.len() < MOST_STATES => page.saved.push(page.state.clone()),
            (b"Q", _) => page.state = page.saved.pop().unwrap_or_else(|| page.state.clone()),
            (b"cm", _) => {
                if let Some(map) = Matrix::of(&numbers) {
                    page.state.map = map.then(page.state.map);
                }
            }
            (b"BT", _) => page.place(Matrix::IDENTITY),
            (b"Tf", Some(size)) => {
                page.state.size = size;
                page.state.font = name.and_then(|name| self.font(resources, name));
            }
            (b"Tc", Some(value)) => page.state.letter_space = value,
            (b"Tw", Some(value)) => page.state.word_space = value,
            (b"Tz", Some(value)) => page.state.stretch = value / 100.0,
            (b"TL", Some(value)) => page.state.leading = value,
            (b"Ts", Some(value)) => page.state.rise = value,
            (b"Td", _) => page.next_line(&numbers),
            (b"TD", _) => {
                page.state.leading = -numbers.get(1).copied().unwrap_or(0.0);
                page.next_line(&numbers);
            }
            (b"Tm", _) => {
                if let Some(map) = Matrix::of(&numbers) {
                    page.place(map);
                }
            }
            (b"T*", _) => page.next_line(&[0.0, -page.state.leading]),
            (b"Tj", _) => page.show(last, &mut self.budget),
            (b"'", _) => {
                page.next_line(&[0.0, -page.state.leading]);
                page.show(last, &mut self.budget);
            }
            (b"\"", _) => {
                if let [word_space, letter_space] = numbers[..] {
                    page.state.word_space = word_space;
                    page.state.letter_space = letter_space;
                }
                page.next_line(&[0.0, -page.state.leading]);
                page.show(last, &mut self.budget);
            }
            (b"TJ", _) => page.show_spaced(last, &mut self.budget),
            (b"BMC" | b"BDC", _) if page.marks.len() >= MOST_MARKS => page.too_deep += 1,
            (b"BMC" | b"BDC", _) => {
                let mark = self.mark(name, operands.get(1), resources);
                page.marks.push(mark);
            }
            (b"EMC", _) if page.too_deep > 0 => page.too_deep -= 1,
            (b"EMC", _) => drop(page.marks.pop()),
            (b"Do", _) if depth < DEEPEST => self.draw(name, resources, page, depth),
            _ => {}
        }
    }

    fn mark(&mut self, name: Option<&str>, value: Option<&Object>, resources: &Dict) -> Mark {
        let listed = |name: &str| {
            let list = self.file.get(resources, "Properties").dict()?;
            self.file.get(list, name).dict()
        };
        let properties = match value {
            Some(Object::Name(name)) => listed(name),
            Some(object) => object.dict(),
            None => None,
        };
        let actual = properties.and_then(|dict| self.file.get(dict, "ActualText").bytes());
        let actual = actual.filter(|bytes| bytes.len() <= LONGEST_ACTUAL);
        if let Some(bytes) = actual {
            self.budget.spend_letter(bytes.len());
        }
        Mark {
            is_artifact: name == Some("Artifact"),
            actual: actual.map(|bytes| (super::text_of(bytes), false)),
        }
    }

    fn font(&mut self, resources: &Dict, name: &str) -> Option<Rc<Font>> {
        let fonts = self.file.get(resources, "Font").dict()?;
        let dict = self.file.get(fonts, name).dict()?;
        let key = std::ptr::from_ref(dict).addr();
        if let Some(font) = self.fonts.get(&key) {
            return Some(Rc::clone(font));
        }
        if !self.budget.spend(FONT) {
            return None;
        }
        let font = Rc::new(Font::read(self.file, dict, &mut self.budget));
        if self.fonts.len() >= MOST_FONTS {
            self.fonts.clear();
        }
        self.fonts.insert(key, Rc::clone(&font));
        Some(font)
    }

    /// Carries out what a form draws.
    fn draw(&mut self, name: Option<&str>, resources: &Dict, page: &mut Page, depth: usize) {
        let file = self.file;
        let forms = file.get(resources, "XObject").dict();
        let Some(form) = forms.zip(name).map(|(forms, name)| file.get(forms, name)) else {
            return;
        };
        let Some(dict) = form
            .dict()
            .filter(|dict| file.get(dict, "Subtype").name() == Some("Form"))
        else {
            return;
        };
        let Some(contents) = self.stream(form) else {
            return;
        };
        let values = file.get(dict, "Matrix").array().unwrap_or_default();
        let values: Vec<f64> = values
            .iter()
            .take(7)
            .filter_map(|value| file.resolve(value).number())
            .collect();
        let before = page.state.clone();
        let (text, line, n_saved) = (page.text, page.line, page.saved.len());
        if let Some(map) = Matrix::of(&values) {
            page.state.map = map.then(page.state.map);
        }
        let form_resources = file.get(dict, "Resources").dict().unwrap_or(resources);
        self.run(&contents, form_resources, page, depth + 1);
        page.state = before;
        (page.text, page.line) = (text, line);
        page.saved.truncate(n_saved);
    }
}

/// Where the bytes of a picture inside the contents end: at `EI` between blanks.
fn end_of_picture(contents: &[u8], from: usize) -> usize {
    let blank = |at: usize| contents.get(at).is_none_or(u8::is_ascii_whitespace);
    let mut at = from;
    while let Some(offset) = memchr::memmem::find(&contents[at..], b"EI") {
        let mark = at + offset;
        if mark > from && blank(mark - 1) && blank(mark + 2) {
            return mark + 2;
        }
        at = mark + 2;
    }
    contents.len()
}

impl Page {
    fn place(&mut self, map: Matrix) {
        self.line = map;
        self.text = map;
    }

    fn next_line(&mut self, by: &[f64]) {
        if let [x, y] = *by {
            let map = Matrix([1.0, 0.0, 0.0, 1.0, x, y]).then(self.line);
            self.place(map);
        }
    }

    fn advance(&mut self, by: f64) {
        self.text = Matrix([1.0, 0.0, 0.0, 1.0, by, 0.0]).then(self.text);
    }

    /// Strings, and between them moves to the left in thousandths of the size.
    fn show_spaced(&mut self, list: Option<&Object>, budget: &mut Budget) {
        for entry in list.and_then(Object::array).unwrap_or_default() {
            match entry {
                Object::Number(by) => {
                    self.advance(-by / 1000.0 * self.state.size * self.state.stretch);
                }
                other => self.show(Some(other), budget),
            }
        }
    }

    fn show(&mut self, string: Option<&Object>, budget: &mut Budget) {
        let (Some(bytes), Some(font)) = (string.and_then(Object::bytes), self.state.font.clone())
        else {
            return;
        };
        let State {
            size,
            stretch,
            rise,
            letter_space,
            word_space,
            map,
            ..
        } = self.state;
        for shown in font.shown(bytes) {
            if !budget.spend_letter(shown.text.len()) {
                return;
            }
            let scale = Matrix([size * stretch, 0.0, 0.0, size, 0.0, rise]);
            let at = scale.then(self.text).then(map);
            self.put(&shown.text, shown.width, at, font.is_bold);
            let space = if shown.is_space { word_space } else { 0.0 };
            self.advance((shown.width * size + letter_space + space) * stretch);
        }
    }

    fn put(&mut self, text: &str, width: f64, at: Matrix, is_bold: bool) {
        let [a, b, c, d, x, y] = at.0;
        let is_artifact = self.marks.iter().any(|mark| mark.is_artifact);
        let glyph = Glyph {
            text: text.to_string(),
            x,
            y,
            width: width * a.hypot(b),
            size: c.hypot(d),
            turns: ((b.atan2(a) / std::f64::consts::FRAC_PI_2).round() as i32).rem_euclid(4) as u8,
            is_bold,
            is_artifact,
        };
        let is_sound = [x, y, glyph.width, glyph.size]
            .iter()
            .all(|value| value.is_finite() && value.abs() < 1e7);
        if !is_sound || glyph.size < 0.1 {
            return;
        }
        let actual = self
            .marks
            .iter_mut()
            .rev()
            .find_map(|mark| mark.actual.as_mut());
        match (actual, self.glyphs.last_mut()) {
            (None, _) => self.glyphs.push(glyph),
            // What was written in place of several letters is as wide as all of them.
            (Some((_, true)), Some(last)) if (last.y - y).abs() < glyph.size / 4.0 => {
                last.width = last.width.max(x + glyph.width - last.x);
            }
            (Some((_, true)), _) => {}
            (Some((text, is_written)), _) => {
                *is_written = true;
                let text = std::mem::take(text);
                self.glyphs.push(Glyph { text, ..glyph });
            }
        }
    }
}

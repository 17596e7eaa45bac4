//! RTF: groups in braces, control words behind backslashes.
//!
//! Bytes above 127 (`\'e9`) are letters of the code page of the font that is set, or of the
//! document; `\u233?` is a character by its number, with a letter behind it for old programs
//! that is passed over. A group that opens with `\*` or a known destination (fonts, colours,
//! pictures, heads of pages) is no text.

use super::flow::Flow;
use encoding_rs::Encoding;
use rustc_hash::FxHashMap;

/// Groups inside groups; those beyond are read as if they were not there.
const DEEPEST: usize = 4096;

/// What a group is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Target {
    Body,
    Note,
    Fonts,
    Styles,
    Title,
    Nothing,
}

/// What a group sets, until it closes.
#[derive(Debug, Clone, Copy)]
struct State {
    target: Target,
    is_hidden: bool,
    font: i32,
    /// Letters to pass over behind `\u`.
    skip: usize,
}

pub(super) fn read(bytes: &[u8]) -> Result<Flow, &'static str> {
    let mut reader = Reader::new();
    let mut rest = bytes;
    while let Some((first, behind)) = rest.split_first() {
        rest = match first {
            b'{' => {
                reader.open();
                behind
            }
            b'}' => {
                reader.close();
                behind
            }
            b'\\' => reader.control(behind),
            b'\r' | b'\n' | 0 => behind,
            _ => {
                reader.byte(*first);
                behind
            }
        };
    }
    reader.finish()
}

struct Reader {
    flow: Flow,
    state: State,
    groups: Vec<State>,
    /// Groups open beyond [`DEEPEST`].
    too_deep: usize,
    /// Bytes of text that are not decoded yet, and the first half of a pair of `\u`.
    bytes: Vec<u8>,
    high: Option<u16>,
    /// Letters still to pass over.
    passing: usize,
    is_starred: bool,
    page: &'static Encoding,
    fonts: FxHashMap<i32, &'static Encoding>,
    styles: FxHashMap<i32, u8>,
    /// The style that is being described, and its name.
    style: i32,
    name: String,
    note: String,
    title: String,
    heading: Option<u8>,
    in_row: bool,
    is_whole: bool,
}

impl Reader {
    fn new() -> Self {
        let state = State {
            target: Target::Body,
            is_hidden: false,
            font: -1,
            skip: 1,
        };
        Self {
            flow: Flow::default(),
            state,
            groups: Vec::new(),
            too_deep: 0,
            bytes: Vec::new(),
            high: None,
            passing: 0,
            is_starred: false,
            page: encoding_rs::WINDOWS_1252,
            fonts: FxHashMap::default(),
            styles: FxHashMap::default(),
            style: 0,
            name: String::new(),
            note: String::new(),
            title: String::new(),
            heading: None,
            in_row: false,
            is_whole: false,
        }
    }

    fn finish(mut self) -> Result<Flow, &'static str> {
        self.decode();
        if !self.is_whole || !self.groups.is_empty() {
            return Err(
                "damaged or cut short: a group in it is not closed; fetch or save it again",
            );
        }
        self.flow.end_paragraph();
        let title = self.title.trim();
        self.flow
            .set_title((!title.is_empty()).then(|| title.to_string()));
        Ok(self.flow)
    }

    fn open(&mut self) {
        self.decode();
        if self.groups.len() < DEEPEST {
            self.groups.push(self.state);
        } else {
            self.too_deep += 1;
        }
        self.is_starred = false;
        self.passing = 0;
    }

    fn close(&mut self) {
        self.decode();
        if self.too_deep > 0 {
            self.too_deep -= 1;
            return;
        }
        let inner = self.state;
        let Some(outer) = self.groups.pop() else {
            return;
        };
        self.state = outer;
        self.is_whole |= self.groups.is_empty();
        if inner.target == Target::Note && outer.target != Target::Note {
            let note = std::mem::take(&mut self.note);
            self.flow.note(note);
        }
        if inner.target == Target::Styles {
            self.end_style();
        }
    }

    /// A style is known by its name: `heading 2;`.
    fn end_style(&mut self) {
        let name = std::mem::take(&mut self.name).to_lowercase();
        let name = name.trim().trim_end_matches(';');
        let depth = match name {
            "title" => Some(1),
            _ => name.strip_prefix("heading ").and_then(|n| n.parse().ok()),
        };
        if let Some(depth) = depth {
            self.styles.insert(self.style, depth);
        }
    }

    /// Reads a control word or sign; what stands behind it.
    fn control<'b>(&mut self, rest: &'b [u8]) -> &'b [u8] {
        let Some((first, behind)) = rest.split_first() else {
            return rest;
        };
        if !first.is_ascii_alphabetic() {
            return self.sign(*first, behind);
        }
        let letters = rest.iter().take_while(|byte| byte.is_ascii_alphabetic());
        let (word, rest) = rest.split_at(letters.count().min(32));
        let digits = |rest: &[u8]| rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let sign = usize::from(rest.first() == Some(&b'-') && digits(&rest[1..]) > 0);
        let length = sign + digits(&rest[sign..]);
        let (number, rest) = rest.split_at(length);
        let number: Option<i32> = std::str::from_utf8(number)
            .ok()
            .and_then(|n| n.parse().ok());
        let rest = rest.strip_prefix(b" ").unwrap_or(rest);
        let word = std::str::from_utf8(word).unwrap_or_default();
        if word == "bin" {
            let length = usize::try_from(number.unwrap_or(0)).unwrap_or(0);
            return rest.get(length..).unwrap_or_default();
        }
        self.word(word, number);
        rest
    }

    fn sign<'b>(&mut self, sign: u8, rest: &'b [u8]) -> &'b [u8] {
        match sign {
            b'\'' => {
                let (digits, rest) = rest.split_at_checked(2).unwrap_or((rest, &[]));
                let digits = std::str::from_utf8(digits).unwrap_or_default();
                if let Ok(byte) = u8::from_str_radix(digits, 16) {
                    self.byte(byte);
                }
                return rest;
            }
            b'*' => self.is_starred = true,
            b'~' => self.write("\u{A0}"),
            b'_' => self.write("-"),
            b'\r' | b'\n' => self.end_paragraph(),
            b'\\' | b'{' | b'}' => self.byte(sign),
            _ => {}
        }
        rest
    }

    fn byte(&mut self, byte: u8) {
        if self.passing > 0 {
            self.passing -= 1;
        } else {
            self.bytes.push(byte);
        }
    }

    /// Writes the bytes that came in, as letters of the font's code page.
    fn decode(&mut self) {
        if self.bytes.is_empty() {
            return;
        }
        let bytes = std::mem::take(&mut self.bytes);
        let page = self
            .fonts
            .get(&self.state.font)
            .copied()
            .unwrap_or(self.page);
        let text = page.decode_without_bom_handling(&bytes).0;
        self.put(&text);
    }

    fn write(&mut self, text: &str) {
        self.decode();
        self.put(text);
    }

    fn put(&mut self, text: &str) {
        if self.state.is_hidden {
            return;
        }
        match self.state.target {
            Target::Body => self.flow.write(text),
            Target::Note => self.note.push_str(text),
            Target::Styles => self.name.push_str(text),
            Target::Title => self.title.push_str(text),
            Target::Fonts | Target::Nothing => {}
        }
    }

    fn end_paragraph(&mut self) {
        self.decode();
        match self.state.target {
            Target::Body => {
                if let Some(depth) = self.heading {
                    self.flow.heading(depth);
                }
                self.flow.end_paragraph();
            }
            Target::Note => self.note.push('\n'),
            _ => {}
        }
    }

    fn word(&mut self, word: &str, number: Option<i32>) {
        // Words that set how letters are read must not change those before them.
        self.decode();
        let is_starred = std::mem::take(&mut self.is_starred);
        let is_on = number != Some(0);
        match word {
            "u" => self.character(number.unwrap_or(0)),
            "uc" => self.state.skip = usize::try_from(number.unwrap_or(1)).unwrap_or(1).min(16),
            "f" if self.state.target == Target::Fonts => self.state.font = number.unwrap_or(0),
            "f" => self.state.font = number.unwrap_or(-1),
            "fcharset" => {
                if let Some(page) = charset(number.unwrap_or(0)) {
                    self.fonts.insert(self.state.font, page);
                }
            }
            "ansicpg" => self.page = code_page(number.unwrap_or(0)).unwrap_or(self.page),
            "v" => self.state.is_hidden = is_on,
            "deleted" => self.state.is_hidden = is_on,
            "s" if self.state.target == Target::Styles => self.style = number.unwrap_or(0),
            "s" => self.heading = self.styles.get(&number.unwrap_or(0)).copied(),
            "pard" => self.heading = None,
            "outlinelevel" if self.state.target == Target::Body => {
                let level = number.and_then(|n| u8::try_from(n).ok());
                self.heading = level.filter(|level| *level < 9).map(|level| level + 1);
            }
            "par" | "sect" => self.end_paragraph(),
            "line" => self.write("\n"),
            "tab" => self.write("\t"),
            "trowd" if !self.in_row && self.state.target == Target::Body => {
                self.in_row = true;
                self.flow.open_row();
                self.flow.open_cell();
            }
            "cell" if self.in_row => {
                self.end_paragraph();
                self.flow.open_cell();
            }
            "row" if self.in_row => {
                self.in_row = false;
                self.flow.close_row();
            }
            "softpage" => self.flow.break_page(),
            _ => match (sign(word), target(word)) {
                (Some(text), _) => self.write(text),
                (None, Some(target)) => self.state.target = self.inside(target),
                _ if is_starred => self.state.target = Target::Nothing,
                _ => {}
            },
        }
    }

    /// What is no text has no text inside it.
    fn inside(&self, target: Target) -> Target {
        if self.state.target == Target::Nothing {
            Target::Nothing
        } else {
            target
        }
    }

    /// A character by its number in UTF-16, which may be written as a negative one.
    fn character(&mut self, number: i32) {
        self.passing = self.state.skip;
        let unit = (number & 0xFFFF) as u16;
        let pair: Vec<u16> = self.high.take().into_iter().chain([unit]).collect();
        if (0xD800..0xDC00).contains(&unit) {
            self.high = Some(unit);
            return;
        }
        let text = String::from_utf16_lossy(&pair);
        self.put(&text);
    }
}

fn sign(word: &str) -> Option<&'static str> {
    Some(match word {
        "emdash" => "—",
        "endash" => "–",
        "lquote" => "‘",
        "rquote" => "’",
        "ldblquote" => "“",
        "rdblquote" => "”",
        "bullet" => "•",
        "emspace" | "enspace" | "qmspace" => " ",
        _ => return None,
    })
}

fn target(word: &str) -> Option<Target> {
    Some(match word {
        "footnote" | "ftnalt" => Target::Note,
        "fonttbl" => Target::Fonts,
        "stylesheet" => Target::Styles,
        "title" => Target::Title,
        // The numbers of list items are written for programs that do not count.
        "colortbl" | "pict" | "object" | "header" | "headerl" | "headerr" | "headerf"
        | "footer" | "footerl" | "footerr" | "footerf" | "fldinst" | "author" | "operator"
        | "company" | "category" | "keywords" | "comment" | "doccomm" | "subject" | "manager"
        | "hlinkbase" | "creatim" | "revtim" | "printim" | "buptim" | "annotation" | "atnid"
        | "atnauthor" | "listtext" | "pntext" | "nonshppict" | "xe" | "tc" | "filetbl"
        | "revtbl" | "listtable" | "listoverridetable" | "themedata" | "datastore" | "ftnsep"
        | "ftnsepc" | "aftnsep" | "aftnsepc" | "ftncn" | "aftncn" | "bkmkstart" | "bkmkend" => {
            Target::Nothing
        }
        _ => return None,
    })
}

/// The code page of a font, by the number of its character set.
fn charset(number: i32) -> Option<&'static Encoding> {
    let page = match number {
        0 => 1252,
        77 => 10_000,
        128 => 932,
        129 => 949,
        134 => 936,
        136 => 950,
        161 => 1253,
        162 => 1254,
        163 => 1258,
        177 => 1255,
        178 => 1256,
        186 => 1257,
        204 => 1251,
        222 => 874,
        238 => 1250,
        _ => return None,
    };
    code_page(page)
}

fn code_page(number: i32) -> Option<&'static Encoding> {
    let label = match number {
        932 => "shift_jis".to_string(),
        936 => "gbk".to_string(),
        949 => "euc-kr".to_string(),
        950 => "big5".to_string(),
        10_000 => "macintosh".to_string(),
        65_001 => "utf-8".to_string(),
        number => format!("windows-{number}"),
    };
    Encoding::for_label(label.as_bytes())
}

//! Tables from codes to Unicode (ToUnicode).

use crate::source::pdf::budget::Budget;
use crate::source::pdf::object::{Lexer, Object, Token};
use rustc_hash::FxHashMap;

/// The last code that a string can show: it has two bytes.
const LAST: u32 = 0xFFFF;
/// Bytes of the text of a code: no string in such a table may have more.
const LONGEST: usize = 512;

/// Texts by code.
#[derive(Debug, Default)]
pub(super) struct CMap {
    texts: FxHashMap<u32, String>,
}

impl CMap {
    pub(super) fn text(&self, code: u32) -> Option<&str> {
        self.texts.get(&code).map(String::as_str)
    }

    /// Reads `beginbfchar` and `beginbfrange`.
    pub(super) fn read(bytes: &[u8], budget: &mut Budget) -> Self {
        let mut map = Self::default();
        let mut lexer = Lexer::new(bytes, 0);
        let mut values: Vec<Object> = Vec::new();
        while let Some(token) = lexer.next() {
            match token {
                Token::Object(object) => values.push(object),
                Token::Word(word) => {
                    match word.as_slice() {
                        b"endbfchar" => map.chars(&values, budget),
                        b"endbfrange" => map.ranges(&values, budget),
                        _ => {}
                    }
                    values.clear();
                }
                _ => {}
            }
        }
        map
    }

    fn chars(&mut self, values: &[Object], budget: &mut Budget) {
        for pair in values.chunks_exact(2) {
            if let (Some(code), Some(text)) = (code(&pair[0]), text(&pair[1])) {
                self.insert(code, text, budget);
            }
        }
    }

    fn ranges(&mut self, values: &[Object], budget: &mut Budget) {
        for range in values.chunks_exact(3) {
            let (Some(first), Some(last)) = (code(&range[0]), code(&range[1])) else {
                continue;
            };
            let codes = first..=last.min(LAST);
            match &range[2] {
                Object::Array(texts) => {
                    for (code, value) in codes.zip(texts) {
                        if let Some(text) = text(value) {
                            self.insert(code, text, budget);
                        }
                    }
                }
                start => {
                    let Some(start) = text(start) else { continue };
                    for (i, code) in codes.enumerate() {
                        let is_open = match counted(&start, i) {
                            Some(text) => self.insert(code, text, budget),
                            None => budget.spend_entry(0),
                        };
                        if !is_open {
                            return;
                        }
                    }
                }
            }
        }
    }

    /// Codes that stand for nothing, or for no character, stay unknown. Whether there is room
    /// for more.
    fn insert(&mut self, code: u32, text: String, budget: &mut Budget) -> bool {
        let is_open = budget.spend_entry(text.len());
        if is_open && code <= LAST && !text.is_empty() && !text.contains(['\0', '\u{FFFD}']) {
            self.texts.insert(code, expanded(&text));
        }
        is_open
    }
}

/// Ligatures as their letters: a word is looked for as it is written.
fn expanded(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            'ﬀ' => plain.push_str("ff"),
            'ﬁ' => plain.push_str("fi"),
            'ﬂ' => plain.push_str("fl"),
            'ﬃ' => plain.push_str("ffi"),
            'ﬄ' => plain.push_str("ffl"),
            'ﬅ' | 'ﬆ' => plain.push_str("st"),
            other => plain.push(other),
        }
    }
    plain
}

fn code(object: &Object) -> Option<u32> {
    let bytes = object.bytes().filter(|bytes| bytes.len() <= 4)?;
    Some(
        bytes
            .iter()
            .fold(0, |code, byte| code << 8 | u32::from(*byte)),
    )
}

/// Bytes as UTF-16; a single byte is a character.
fn text(object: &Object) -> Option<String> {
    let bytes = object.bytes().filter(|bytes| bytes.len() <= LONGEST)?;
    let units: Vec<u16> = match bytes {
        [byte] => vec![u16::from(*byte)],
        bytes => bytes
            .chunks_exact(2)
            .map(|pair| u16::from_be_bytes([pair[0], pair[1]]))
            .collect(),
    };
    Some(String::from_utf16_lossy(&units))
}

/// The text with its last character counted on.
fn counted(start: &str, by: usize) -> Option<String> {
    let last = start.chars().next_back()?;
    let next = char::from_u32(u32::try_from(by).ok()?.checked_add(u32::from(last))?)?;
    let head = &start[..start.len() - last.len_utf8()];
    Some(format!("{head}{next}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_and_ranges_are_read() {
        let read = |bytes: &[u8]| CMap::read(bytes, &mut Budget::new(0));
        let map = read(b"/CMapName /x def 1 begincodespacerange <00> <FF> endcodespacerange 2 beginbfchar <01> <0041> <02> <00660069> endbfchar 2 beginbfrange <10> <12> <0061> <20> <21> [<0078> <D83DDE00>] endbfrange");
        let texts: Vec<_> = [1, 2, 0x11, 0x20, 0x21, 0x30]
            .map(|code| map.text(code))
            .into();
        assert_eq!(
            texts,
            [
                Some("A"),
                Some("fi"),
                Some("b"),
                Some("x"),
                Some("😀"),
                None
            ]
        );
        let map = read(b"<FB01> 1 beginbfchar <05> <FB03> endbfchar 1 beginbfrange <0000> <FFFFFFFF> <0041> endbfrange");
        assert_eq!(map.text(5), Some("F"));
    }

    /// Each of these once filled some gigabytes.
    #[test]
    fn long_texts_are_unknown_and_tables_end() {
        let long = format!("1 beginbfchar <41> <{}> endbfchar", "0041".repeat(257));
        let map = CMap::read(long.as_bytes(), &mut Budget::new(0));
        assert_eq!(map.text(0x41), None);
        let range = format!("<0000> <FFFF> <{}> ", "0041".repeat(256));
        let ranges = format!("1 beginbfrange {} endbfrange", range.repeat(300));
        let map = CMap::read(ranges.as_bytes(), &mut Budget::new(0));
        assert!(map.texts.len() < 100_000);
    }
}

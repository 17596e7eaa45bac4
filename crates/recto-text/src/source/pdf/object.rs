//! Objects of a PDF, and the tokens that they and the operators of a page are written in.

use std::collections::BTreeMap;
use std::ops::Range;

/// Lists inside lists; those beyond are read as nothing.
const DEEPEST: usize = 64;

/// A value in a PDF.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Object {
    /// Also what cannot be read.
    Null,
    Number(f64),
    String(Vec<u8>),
    Name(String),
    Array(Vec<Object>),
    Dict(Dict),
    /// The number of another object.
    Reference(u32),
    /// What is said of the bytes, and where they stand in the file.
    Stream(Dict, Range<usize>),
}

/// Values by name.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Dict(BTreeMap<String, Object>);

impl Dict {
    /// A value as it stands; [`Object::Null`] where there is none.
    pub(super) fn get(&self, key: &str) -> &Object {
        self.0.get(key).unwrap_or(&Object::Null)
    }

    pub(super) fn insert(&mut self, key: &str, value: Object) {
        self.0.insert(key.to_string(), value);
    }

    pub(super) fn values_mut(&mut self) -> impl Iterator<Item = &mut Object> {
        self.0.values_mut()
    }

    /// Whether its `Type` is this.
    pub(super) fn is(&self, kind: &str) -> bool {
        self.get("Type").name() == Some(kind)
    }
}

impl Object {
    pub(super) fn name(&self) -> Option<&str> {
        match self {
            Self::Name(name) => Some(name),
            _ => None,
        }
    }

    pub(super) fn number(&self) -> Option<f64> {
        match self {
            Self::Number(number) => Some(*number),
            _ => None,
        }
    }

    pub(super) fn bytes(&self) -> Option<&[u8]> {
        match self {
            Self::String(bytes) => Some(bytes),
            _ => None,
        }
    }

    pub(super) fn array(&self) -> Option<&[Object]> {
        match self {
            Self::Array(values) => Some(values),
            _ => None,
        }
    }

    /// The values of a dictionary, or of a stream.
    pub(super) fn dict(&self) -> Option<&Dict> {
        match self {
            Self::Dict(dict) | Self::Stream(dict, _) => Some(dict),
            _ => None,
        }
    }
}

/// What comes next in a file or in the contents of a page.
#[derive(Debug, PartialEq)]
pub(super) enum Token {
    Object(Object),
    /// A word that is no value: an operator, `obj`, `stream`, `R`.
    Word(Vec<u8>),
    ArrayEnd,
    DictEnd,
}

/// Reads tokens one after the other.
pub(super) struct Lexer<'b> {
    bytes: &'b [u8],
    pub(super) at: usize,
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, 0 | 9 | 10 | 12 | 13 | 32)
}

fn is_delimiter(byte: u8) -> bool {
    matches!(
        byte,
        b'(' | b')' | b'<' | b'>' | b'[' | b']' | b'{' | b'}' | b'/' | b'%'
    )
}

impl<'b> Lexer<'b> {
    pub(super) fn new(bytes: &'b [u8], at: usize) -> Self {
        Self { bytes, at }
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    /// Passes over blanks and comments.
    pub(super) fn skip(&mut self) {
        while let Some(byte) = self.peek() {
            if byte == b'%' {
                let rest = &self.bytes[self.at..];
                let end = rest.iter().position(|byte| matches!(byte, b'\r' | b'\n'));
                self.at += end.unwrap_or(rest.len());
            } else if is_blank(byte) {
                self.at += 1;
            } else {
                break;
            }
        }
    }

    /// The next value or word; `None` at the end.
    pub(super) fn next(&mut self) -> Option<Token> {
        self.token(0)
    }

    /// The next value, references included; [`Object::Null`] if a word is there instead.
    pub(super) fn object(&mut self) -> Object {
        match self.token(0) {
            Some(Token::Object(object)) => self.reference(object),
            _ => Object::Null,
        }
    }

    fn token(&mut self, depth: usize) -> Option<Token> {
        self.skip();
        let byte = self.peek()?;
        let two = self.bytes.get(self.at..self.at + 2);
        match (byte, two) {
            (_, Some(b"<<")) if depth >= DEEPEST => {
                self.at += 2;
                Some(Token::Object(Object::Null))
            }
            (_, Some(b"<<")) => {
                self.at += 2;
                Some(Token::Object(self.dict(depth + 1)))
            }
            (_, Some(b">>")) => {
                self.at += 2;
                Some(Token::DictEnd)
            }
            (b'<', _) => Some(Token::Object(self.hex())),
            (b'(', _) => Some(Token::Object(self.string())),
            (b'/', _) => Some(Token::Object(Object::Name(self.name()))),
            (b'[', _) if depth >= DEEPEST => {
                self.at += 1;
                Some(Token::Object(Object::Null))
            }
            (b'[', _) => {
                self.at += 1;
                Some(Token::Object(self.array(depth + 1)))
            }
            (b']', _) => {
                self.at += 1;
                Some(Token::ArrayEnd)
            }
            (b'+' | b'-' | b'.' | b'0'..=b'9', _) => Some(self.number()),
            _ => Some(Token::Word(self.word().to_vec())),
        }
    }

    /// A word; a sign that opens nothing is one by itself.
    fn word(&mut self) -> &'b [u8] {
        let rest = &self.bytes[self.at..];
        let ends = |byte: &u8| is_blank(*byte) || is_delimiter(*byte);
        let length = rest.iter().position(ends).unwrap_or(rest.len()).max(1);
        self.at += length;
        &rest[..length]
    }

    fn number(&mut self) -> Token {
        let word = self.word();
        match number(word) {
            Some(number) => Token::Object(Object::Number(number)),
            None => Token::Word(word.to_vec()),
        }
    }

    /// `12 0 R` behind a number that may be the first of it.
    fn reference(&mut self, object: Object) -> Object {
        let Object::Number(number) = object else {
            return object;
        };
        let is_whole = number >= 0.0 && number.fract() == 0.0 && number <= f64::from(u32::MAX);
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        match length_of_reference(&rest[..rest.len().min(LONGEST_REFERENCE)]) {
            Some(length) if is_whole => {
                self.at += length;
                Object::Reference(number as u32)
            }
            _ => Object::Number(number),
        }
    }

    /// Passes over blanks and comments, and over this word if it comes next.
    pub(super) fn skip_word(&mut self, word: &[u8]) -> bool {
        self.skip();
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let is_next = rest.starts_with(word)
            && rest
                .get(word.len())
                .is_none_or(|byte| is_blank(*byte) || is_delimiter(*byte));
        self.at += if is_next { word.len() } else { 0 };
        is_next
    }

    fn array(&mut self, depth: usize) -> Object {
        let mut values: Vec<Object> = Vec::new();
        while let Some(token) = self.token(depth) {
            match token {
                Token::ArrayEnd => break,
                Token::Object(object) => values.push(object),
                Token::Word(word) if word == b"R" => refer(&mut values),
                // The list was never closed.
                Token::Word(word) if word == b"endobj" => break,
                _ => {}
            }
        }
        Object::Array(values)
    }

    fn dict(&mut self, depth: usize) -> Object {
        let mut values: Vec<Object> = Vec::new();
        while let Some(token) = self.token(depth) {
            match token {
                Token::DictEnd => break,
                Token::Object(object) => values.push(object),
                Token::Word(word) if word == b"R" => refer(&mut values),
                Token::Word(word) if word == b"endobj" => break,
                // `true`, `false` and `null` hold their place.
                Token::Word(_) => values.push(Object::Null),
                _ => {}
            }
        }
        let mut dict = Dict::default();
        let mut values = values.into_iter().peekable();
        while let Some(key) = values.next() {
            if let Object::Name(key) = key
                && let Some(value) = values.next()
            {
                dict.0.insert(key, value);
            }
        }
        Object::Dict(dict)
    }

    fn name(&mut self) -> String {
        self.at += 1;
        let rest = &self.bytes[self.at..];
        let ends = |byte: &u8| is_blank(*byte) || is_delimiter(*byte);
        let length = rest.iter().position(ends).unwrap_or(rest.len());
        self.at += length;
        let mut name = Vec::with_capacity(length);
        let mut raw = &rest[..length];
        while let Some((first, behind)) = raw.split_first() {
            let digits = behind.get(..2).filter(|_| *first == b'#');
            let digits = digits.and_then(|digits| std::str::from_utf8(digits).ok());
            let byte = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
            name.push(byte.unwrap_or(*first));
            raw = if byte.is_some() { &behind[2..] } else { behind };
        }
        String::from_utf8_lossy(&name).into_owned()
    }

    fn hex(&mut self) -> Object {
        self.at += 1;
        let mut digits = Vec::new();
        while let Some(byte) = self.peek() {
            self.at += 1;
            match (byte as char).to_digit(16) {
                Some(digit) => digits.push(digit as u8),
                None if byte == b'>' => break,
                None => {}
            }
        }
        let byte = |pair: &[u8]| pair[0] << 4 | pair.get(1).copied().unwrap_or(0);
        Object::String(digits.chunks(2).map(byte).collect())
    }

    fn string(&mut self) -> Object {
        self.at += 1;
        let mut bytes = Vec::new();
        let mut depth = 1;
        while let Some(byte) = self.peek() {
            self.at += 1;
            match byte {
                b'\\' => self.escape(&mut bytes),
                b'(' => depth += 1,
                b')' => depth -= 1,
                _ => {}
            }
            match byte {
                b')' if depth == 0 => break,
                b'\\' => {}
                _ => bytes.push(byte),
            }
        }
        Object::String(bytes)
    }

    fn escape(&mut self, bytes: &mut Vec<u8>) {
        let Some(byte) = self.peek() else { return };
        self.at += 1;
        match byte {
            b'n' => bytes.push(b'\n'),
            b'r' => bytes.push(b'\r'),
            b't' => bytes.push(b'\t'),
            b'b' => bytes.push(8),
            b'f' => bytes.push(12),
            // A line that goes on.
            b'\r' if self.peek() == Some(b'\n') => self.at += 1,
            b'\r' | b'\n' => {}
            b'0'..=b'7' => {
                let mut code = u32::from(byte - b'0');
                for _ in 0..2 {
                    if let Some(digit @ b'0'..=b'7') = self.peek() {
                        code = code * 8 + u32::from(digit - b'0');
                        self.at += 1;
                    }
                }
                bytes.push(code as u8);
            }
            other => bytes.push(other),
        }
    }
}

/// Bytes behind the number of an object in which the rest of a reference stands. Without a
/// limit, a file of numbers with long lists behind them would be read to its end for each.
const LONGEST_REFERENCE: usize = 64;

/// How many bytes ` 0 R` has if that is what comes next.
fn length_of_reference(bytes: &[u8]) -> Option<usize> {
    let blanks = |from: usize| bytes[from..].iter().take_while(|b| is_blank(**b)).count();
    let start = blanks(0);
    let digits = bytes[start..].iter().take_while(|b| b.is_ascii_digit());
    let generation = start + digits.count();
    let mark = generation + blanks(generation);
    let ends = |byte: &u8| is_blank(*byte) || is_delimiter(*byte);
    let is_reference = start > 0
        && generation > start
        && mark > generation
        && bytes.get(mark) == Some(&b'R')
        && bytes.get(mark + 1).is_none_or(ends);
    is_reference.then_some(mark + 1)
}

/// Makes a reference of the last two numbers.
fn refer(values: &mut Vec<Object>) {
    if let [.., Object::Number(number), Object::Number(_)] = values[..] {
        values.truncate(values.len() - 2);
        values.push(Object::Reference(number as u32));
    }
}

/// `-1.5`, `+3`, `.5`, `--4`, which some programs write.
fn number(word: &[u8]) -> Option<f64> {
    let text = std::str::from_utf8(word).ok()?;
    let digits = text.trim_start_matches(['+', '-']);
    if !digits
        .bytes()
        .all(|b| b.is_ascii_digit() || b == b'.' || b == b'-')
    {
        return None;
    }
    // What stands behind a sign in the middle is noise.
    let digits = digits.split('-').next().unwrap_or_default();
    let value: f64 = if digits.is_empty() || digits == "." {
        0.0
    } else {
        digits.parse().ok()?
    };
    let value = if text.starts_with('-') { -value } else { value };
    value.is_finite().then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_as_they_are_written() {
        let mut lexer = Lexer::new(
            br"<< /A#20b [1 -.5 (a\(b\)(c)\101\n) <414> true] /R 12 0 R /N null /D << /E /F >> >> 7 0 R",
            0,
        );
        let object = lexer.object();
        let dict = object.dict().expect("a dictionary");
        let list = dict.get("A b").array().expect("a list");
        assert_eq!(list[0].number(), Some(1.0));
        assert_eq!(list[1].number(), Some(-0.5));
        assert_eq!(list[2].bytes(), Some(&b"a(b)(c)A\n"[..]));
        assert_eq!(list[3].bytes(), Some(&b"A@"[..]));
        assert_eq!(*dict.get("R"), Object::Reference(12));
        assert_eq!(
            dict.get("D").dict().map(|d| d.get("E").name()),
            Some(Some("F"))
        );
        assert_eq!(lexer.object(), Object::Reference(7));
        assert_eq!(lexer.next(), None);
    }

    #[test]
    fn depth_and_noise_do_no_harm() {
        for text in [
            "[".repeat(100_000),
            "<<".repeat(100_000),
            "(".repeat(1000),
            "<<>>]>/#zz%".into(),
        ] {
            let mut lexer = Lexer::new(text.as_bytes(), 0);
            while lexer.next().is_some() {}
        }
        assert_eq!(number(b"--4"), Some(-4.0));
        assert_eq!(number(b"1e9"), None);
    }
}

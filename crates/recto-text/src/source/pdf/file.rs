//! The objects of a PDF file.
//!
//! The file is read from its start to its end, and every object that stands in it is taken,
//! the later of two with one number. The cross-reference table is not used: it only says
//! where the same objects are, is often damaged, and may lead in circles. What a stream holds
//! is unpacked when it is asked for, with one limit over the whole file, and decrypted before
//! that if the file is encrypted and opens without a password ([`super::crypt`]).

use super::crypt::Crypt;
use super::filter;
use super::object::{Dict, Lexer, Object, Token};
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::cell::Cell;
use std::ops::Range;

/// Bytes behind a stream in which its end is looked for: a line break and `endstream`.
const END: usize = 64;
/// Trailers whose keys are tried.
const MOST_KEYS: usize = 8;
/// How often the size of the file all streams of objects may have, and the least that they
/// may: an object takes some twenty times as much memory as its bytes.
const OBJECTS_RATIO: usize = 6;
const OBJECTS_LEAST: usize = 16 << 20;
/// References that lead to references.
const LONGEST_CHAIN: usize = 16;

/// A PDF in memory.
pub(super) struct File<'b> {
    bytes: &'b [u8],
    objects: FxHashMap<u32, Object>,
    /// What trailers and cross-reference streams say, the last first.
    trailers: Vec<Dict>,
    /// Bytes that streams may still unpack to.
    left: Cell<usize>,
    /// Bytes of streams of objects that may still be read.
    objects_left: usize,
    /// How to decrypt it, if it is encrypted and opens without a password.
    crypt: Option<Crypt>,
    /// By the first byte of a stream, the number and the generation of its object; only of
    /// encrypted files.
    numbers: FxHashMap<usize, (u32, u32)>,
}

impl<'b> File<'b> {
    pub(super) fn read(bytes: &'b [u8], limit: usize) -> Self {
        let file = Self::scanned(bytes, limit, None);
        match file.key() {
            // How it is encrypted is told at its end: all of it is read once more.
            Some(crypt) => Self::scanned(bytes, limit, Some(crypt)),
            None => file,
        }
    }

    fn scanned(bytes: &'b [u8], limit: usize, crypt: Option<Crypt>) -> Self {
        let mut file = Self {
            bytes,
            objects: FxHashMap::default(),
            trailers: Vec::new(),
            left: Cell::new(limit),
            objects_left: bytes.len().saturating_mul(OBJECTS_RATIO).max(OBJECTS_LEAST),
            crypt,
            numbers: FxHashMap::default(),
        };
        file.scan();
        file.trailers.reverse();
        file
    }

    /// The key of an encrypted file that opens without a password.
    fn key(&self) -> Option<Crypt> {
        let trailers = || self.trailers.iter();
        let mut ids = trailers().filter_map(|trailer| self.get(trailer, "ID").array()?.first());
        let id = ids.find_map(|id| self.resolve(id).bytes());
        let encryptions = trailers().filter_map(|trailer| self.get(trailer, "Encrypt").dict());
        // An update of a file repeats how it is encrypted; each test of a key takes a while.
        encryptions
            .take(MOST_KEYS)
            .find_map(|dict| Crypt::open(dict, id.unwrap_or_default()))
    }

    /// Whether streams unpacked to more than was allowed.
    pub(super) fn is_too_large(&self) -> bool {
        self.left.get() == 0
    }

    /// Whether it is encrypted and needs a password.
    pub(super) fn is_locked(&self) -> bool {
        let mut trailers = self.trailers.iter();
        self.crypt.is_none() && trailers.any(|trailer| *trailer.get("Encrypt") != Object::Null)
    }

    /// Takes every object of the file.
    fn scan(&mut self) {
        let mut at = 0;
        while let Some(offset) = memchr::memchr2(b'o', b't', &self.bytes[at..]) {
            let keyword = at + offset;
            let rest = &self.bytes[keyword..];
            at = keyword + 1;
            if rest.starts_with(b"obj") {
                if let Some(number) = number_before(&self.bytes[..keyword]) {
                    at = self.take(number, keyword + 3);
                }
            } else if rest.starts_with(b"trailer") {
                let mut lexer = Lexer::new(self.bytes, keyword + 7);
                lexer.skip();
                // Anything else would be read here and again by the next word.
                if self.bytes[lexer.at..].starts_with(b"<<")
                    && let Object::Dict(trailer) = lexer.object()
                {
                    self.trailers.push(trailer);
                }
                at = lexer.at;
            }
        }
    }

    /// Takes the object that begins here; where it ends.
    fn take(&mut self, (number, generation): (u32, u32), at: usize) -> usize {
        let mut lexer = Lexer::new(self.bytes, at);
        let mut object = lexer.object();
        let mut end = lexer.at;
        if let Some(crypt) = &self.crypt {
            crypt.strings((number, generation), &mut object);
        }
        let object = match object {
            Object::Dict(dict) if lexer.skip_word(b"stream") => {
                let range = self.stream(&dict, lexer.at);
                let behind = range.end;
                let is_of_objects = dict.is("ObjStm");
                if dict.is("XRef") {
                    self.trailers.push(dict.clone());
                }
                if self.crypt.is_some() {
                    self.numbers.insert(range.start, (number, generation));
                }
                let stream = Object::Stream(dict, range);
                if is_of_objects {
                    self.take_packed(&stream);
                }
                self.objects.insert(number, stream);
                return behind;
            }
            // Comments behind a dictionary are not read again.
            object @ Object::Dict(_) => {
                end = lexer.at;
                object
            }
            object => object,
        };
        self.objects.insert(number, object);
        end
    }

    /// Where the bytes of a stream stand: as long as it says, if it ends there.
    fn stream(&self, dict: &Dict, at: usize) -> Range<usize> {
        let start = match self.bytes.get(at..) {
            Some([b'\r', b'\n', ..]) => at + 2,
            Some([b'\n' | b'\r', ..]) => at + 1,
            _ => at,
        };
        let stated = dict
            .get("Length")
            .number()
            .map(|length| length.max(0.0) as usize);
        if let Some(end) = stated.and_then(|length| start.checked_add(length))
            && let Some(behind) = self.bytes.get(end..)
            && behind[..behind.len().min(END)]
                .trim_ascii_start()
                .starts_with(b"endstream")
        {
            return start..end;
        }
        let rest = self.bytes.get(start..).unwrap_or_default();
        let length = memchr::memmem::find(rest, b"endstream").unwrap_or(rest.len());
        start..start + length
    }

    /// Takes the objects that are packed into a stream.
    fn take_packed(&mut self, stream: &Object) {
        let Some(bytes) = self.unpacked(stream) else {
            return;
        };
        let first = stream.dict().and_then(|dict| dict.get("First").number());
        let first = first.unwrap_or(0.0).max(0.0) as usize;
        let mut header = Lexer::new(&bytes, 0);
        let mut places = Vec::new();
        while header.at < first.min(bytes.len()) {
            match (header.next(), header.next()) {
                (
                    Some(Token::Object(Object::Number(number))),
                    Some(Token::Object(Object::Number(at))),
                ) => {
                    places.push((number as u32, first.saturating_add(at.max(0.0) as usize)));
                }
                _ => break,
            }
        }
        // Objects follow each other: those that lie over each other are read up to the length of
        // the stream.
        let mut left = bytes.len().min(self.objects_left);
        self.objects_left -= left;
        for (number, at) in places {
            if at < bytes.len() && left > 0 {
                let mut lexer = Lexer::new(&bytes, at);
                self.objects.insert(number, lexer.object());
                left = left.saturating_sub(lexer.at - at);
            }
        }
    }

    /// An object, by way of references.
    pub(super) fn resolve<'o>(&'o self, mut object: &'o Object) -> &'o Object {
        for _ in 0..LONGEST_CHAIN {
            match object {
                Object::Reference(number) => {
                    object = self.objects.get(number).unwrap_or(&Object::Null);
                }
                other => return other,
            }
        }
        &Object::Null
    }

    /// A value of a dictionary, by way of references.
    pub(super) fn get<'o>(&'o self, dict: &'o Dict, key: &str) -> &'o Object {
        self.resolve(dict.get(key))
    }

    /// What a stream holds; `None` for pictures and where the limit is reached.
    pub(super) fn unpacked(&self, stream: &Object) -> Option<Vec<u8>> {
        let Object::Stream(dict, range) = stream else {
            return None;
        };
        // Filters and their parameters may be references.
        let resolved = self.with_filters(dict);
        let left = self.left.get();
        // A stream that is decrypted again and again costs time, whatever comes out of it.
        let is_encrypted = self.crypt.is_some();
        let left = left.saturating_sub(if is_encrypted { range.len() } else { 0 });
        self.left.set(left);
        let packed = self.decrypted(range)?;
        let unpacked = filter::unpack(&resolved, &packed, left)?;
        self.left.set(left.saturating_sub(unpacked.cost));
        (unpacked.cost < left).then_some(unpacked.bytes)
    }

    /// The bytes of a stream as they were before the file was encrypted.
    fn decrypted(&self, range: &Range<usize>) -> Option<Cow<'b, [u8]>> {
        let bytes = self.bytes.get(range.clone())?;
        let number = self.numbers.get(&range.start);
        Some(match (&self.crypt, number) {
            (Some(crypt), Some(number)) => crypt.stream(*number, bytes).into(),
            _ => bytes.into(),
        })
    }

    fn with_filters(&self, dict: &Dict) -> Dict {
        let mut resolved = Dict::default();
        for key in ["Filter", "F", "DecodeParms", "DP"] {
            let value = match self.get(dict, key) {
                Object::Array(values) => {
                    let values = values.iter().take(filter::MOST);
                    Object::Array(values.map(|value| self.of_filter(value)).collect())
                }
                other => self.of_filter(other),
            };
            if value != Object::Null {
                resolved.insert(key, value);
            }
        }
        resolved
    }

    /// The name of a filter, or of its parameters those that are asked for: many streams may
    /// share a large dictionary.
    fn of_filter(&self, object: &Object) -> Object {
        match self.resolve(object) {
            Object::Dict(dict) => {
                let mut parameters = Dict::default();
                for key in filter::PARAMETERS {
                    parameters.insert(key, self.get(dict, key).clone());
                }
                Object::Dict(parameters)
            }
            Object::Name(name) => Object::Name(name.clone()),
            _ => Object::Null,
        }
    }

    /// The root of the document: as a trailer says, or else any catalogue.
    pub(super) fn catalog(&self) -> Option<&Dict> {
        let mut roots = self
            .trailers
            .iter()
            .map(|trailer| self.get(trailer, "Root"));
        let named = roots.find_map(|root| {
            root.dict()
                .filter(|root| *root.get("Pages") != Object::Null)
        });
        named.or_else(|| {
            let mut catalogs = self
                .numbered()
                .into_iter()
                .filter_map(|(_, object)| object.dict());
            catalogs.rfind(|dict| dict.is("Catalog"))
        })
    }

    /// What the trailer says of the document as a whole, such as its title.
    pub(super) fn info(&self, key: &str) -> Option<&[u8]> {
        let mut infos = self
            .trailers
            .iter()
            .map(|trailer| self.get(trailer, "Info"));
        infos.find_map(|info| self.get(info.dict()?, key).bytes())
    }

    /// All objects in the order of their numbers.
    pub(super) fn numbered(&self) -> Vec<(u32, &Object)> {
        let mut objects: Vec<(u32, &Object)> = self.objects.iter().map(|(n, o)| (*n, o)).collect();
        objects.sort_unstable_by_key(|(number, _)| *number);
        objects
    }
}

/// The number and the generation in `12 0 ` before `obj`.
fn number_before(bytes: &[u8]) -> Option<(u32, u32)> {
    let head = &bytes[bytes.len().saturating_sub(24)..];
    let blank = |byte: &u8| byte.is_ascii_whitespace();
    let trimmed = head.trim_ascii_end();
    let digits = |bytes: &[u8]| {
        let digits = bytes.iter().rev().take_while(|byte| byte.is_ascii_digit());
        bytes.len() - digits.count()
    };
    let number = |bytes: &[u8]| std::str::from_utf8(bytes).ok()?.parse::<u32>().ok();
    let (rest, generation) = trimmed.split_at(digits(trimmed));
    if generation.is_empty() || !rest.last().is_some_and(blank) {
        return None;
    }
    let rest = rest.trim_ascii_end();
    // Generations have at most five digits; one that makes no sense is no key to anything.
    let generation = number(generation).unwrap_or(0);
    Some((number(&rest[digits(rest)..])?, generation))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_later_of_two_objects_counts_and_streams_end_where_they_end() {
        let text = b"%PDF-1.4\n3 0 obj (old) endobj 3 0 obj (new) endobj\n4 0 obj << /Length 999 >> stream\n5 0 obj no\nendstream endobj 6 0 obj 4 0 R endobj trailer << /Root 3 0 R >>";
        let file = File::read(text, 1000);
        assert_eq!(
            file.resolve(&Object::Reference(3)).bytes(),
            Some(&b"new"[..])
        );
        let stream = file.resolve(&Object::Reference(6));
        assert_eq!(file.unpacked(stream).as_deref(), Some(&b"5 0 obj no\n"[..]));
        assert_eq!(*file.resolve(&Object::Reference(5)), Object::Null);
        assert!(!file.is_locked());
    }

    /// Each of these was once read to the end of the file from each object on.
    #[test]
    fn what_is_never_closed_is_read_once() {
        let opened = ["1[", "1(", "1%", "<<>>[", "<<>>(", "<<>>%", "%"];
        let mut texts: Vec<String> = opened
            .iter()
            .map(|open| format!("1 0 obj{open} ").repeat(100_000))
            .collect();
        texts.extend(["trailer[", "trailer(", "trailer%"].map(|text| text.repeat(100_000)));
        for text in texts {
            File::read(text.as_bytes(), 1000);
        }
    }

    /// Each stream says that it ends before megabytes of blanks, each object of the
    /// second file that it is the same long list.
    #[test]
    fn objects_that_point_to_one_place_are_read_in_linear_time() {
        let stream = |i: usize| format!("{i} 0 obj<</Length 4000000>>stream\nendstream ");
        let streams: String = (0..50_000).map(stream).collect();
        let blanks = " ".repeat(5_000_000 - streams.len());
        File::read((streams + &blanks).as_bytes(), 1000);
        let places: String = (10..50_010).map(|i| format!("{i} 0 ")).collect();
        let list = format!("[{}]", "1 ".repeat(250_000));
        let text = format!(
            "9 0 obj << /Type /ObjStm /First {} >> stream\n{places}{list}\nendstream endobj",
            places.len()
        );
        let file = File::read(text.as_bytes(), 1 << 24);
        assert!(file.resolve(&Object::Reference(10)).array().is_some());
        assert!(file.numbered().len() < 10);
    }

    #[test]
    fn references_that_lead_in_circles_lead_nowhere() {
        let file = File::read(b"1 0 obj 2 0 R endobj 2 0 obj 1 0 R endobj", 1000);
        assert_eq!(*file.resolve(&Object::Reference(1)), Object::Null);
    }

    #[test]
    fn packed_objects_are_objects() {
        let text = b"9 0 obj << /Type /ObjStm /N 2 /First 8 /Length 20 >> stream\n1 0 2 4 (a) /Name  \nendstream endobj";
        let file = File::read(text, 1000);
        assert_eq!(file.resolve(&Object::Reference(1)).bytes(), Some(&b"a"[..]));
        assert_eq!(file.resolve(&Object::Reference(2)).name(), Some("Name"));
    }
}

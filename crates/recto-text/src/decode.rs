//! From bytes to text: byte order marks, UTF-8, UTF-16, and a guess with a warning.
//!
//! The order is fixed: what the user names, then a byte order mark, then UTF-8,
//! then detection. Newlines stay as they are. A file with NUL bytes that is not
//! UTF-16, or with many control characters, is binary and refused.

use crate::language::Language;
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};
use recto_math::{Notice, Remedy};

/// Text, and what the reader should know of how it was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decoded {
    /// The text without a byte order mark.
    pub text: String,
    /// What was guessed or replaced; `None` if nothing was.
    pub warning: Option<Notice>,
    /// The name of the encoding, if it was guessed.
    pub guessed: Option<&'static str>,
}

impl Decoded {
    /// Text about which there is nothing to say.
    fn plain(text: String) -> Self {
        Self {
            text,
            warning: None,
            guessed: None,
        }
    }
}

/// Why bytes are not text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DecodeError {
    /// Not a text file.
    #[error("binary file: {what} at byte {at}")]
    Binary {
        /// What gave it away.
        what: &'static str,
        /// Where.
        at: usize,
    },
    /// The encoding that the user named does not fit the bytes.
    #[error("not {encoding}: a sequence near byte {at} cannot be read")]
    Invalid {
        /// The encoding's name.
        encoding: &'static str,
        /// The first byte of the text around which it fails.
        at: usize,
    },
}

/// Name the encoding, or another one.
const NAME_IT: Remedy = Remedy::Set(&["encoding"]);

impl DecodeError {
    /// What can be done about it by a parameter; `None` if nothing.
    pub fn remedy(&self) -> Option<Remedy> {
        match self {
            Self::Binary { .. } => Some(Remedy::When("if it is text", &NAME_IT)),
            Self::Invalid { .. } => Some(Remedy::When("if it is in another encoding", &NAME_IT)),
        }
    }
}

impl From<&DecodeError> for Notice {
    fn from(error: &DecodeError) -> Self {
        Self {
            message: error.to_string(),
            remedy: error.remedy(),
        }
    }
}

/// The encoding of that name ("utf-8", "latin1", "windows-1251", "shift_jis" …).
pub fn encoding(name: &str) -> Option<&'static Encoding> {
    Encoding::for_label(name.as_bytes())
}

/// Decodes `bytes`; `named` is the encoding that the user gave.
///
/// ```
/// let decoded = recto_text::decode::decode(b"\xEF\xBB\xBFcaf\xC3\xA9".to_vec(), None)?;
/// assert_eq!(decoded.text, "café");
/// # Ok::<(), recto_text::decode::DecodeError>(())
/// ```
///
/// # Errors
/// [`DecodeError`] when the bytes are binary or do not fit the named encoding.
pub fn decode(bytes: Vec<u8>, named: Option<&'static Encoding>) -> Result<Decoded, DecodeError> {
    if let Some(encoding) = named {
        return decode_as(&bytes, encoding);
    }
    if let Some((encoding, _)) = Encoding::for_bom(&bytes) {
        return decode_as(&bytes, encoding);
    }
    if let Some(at) = memchr::memchr(0, &bytes) {
        return decode_unmarked_utf16(&bytes).ok_or(DecodeError::Binary {
            what: "a NUL byte",
            at,
        });
    }
    let decoded = match String::from_utf8(bytes) {
        Ok(text) => Decoded::plain(text),
        Err(error) => {
            let at = error.utf8_error().valid_up_to();
            guess(&error.into_bytes(), at)
        }
    };
    refuse_controls(decoded)
}

fn decode_as(bytes: &[u8], encoding: &'static Encoding) -> Result<Decoded, DecodeError> {
    let (text, _, malformed) = encoding.decode(bytes);
    if malformed {
        let at = match std::str::from_utf8(bytes) {
            Err(error) if encoding == UTF_8 => error.valid_up_to(),
            _ => text.find('\u{FFFD}').unwrap_or(0),
        };
        return Err(DecodeError::Invalid {
            encoding: encoding.name(),
            at,
        });
    }
    let text = text.into_owned();
    match text.find('\0') {
        Some(at) => Err(DecodeError::Binary {
            what: "a NUL character",
            at,
        }),
        None => Ok(Decoded::plain(text)),
    }
}

/// UTF-16 without a mark: most of the NULs stand on one side of the byte pairs, and
/// the whole decodes.
fn decode_unmarked_utf16(bytes: &[u8]) -> Option<Decoded> {
    let nuls = |side: usize| bytes.iter().skip(side).step_by(2).filter(|&&b| b == 0);
    let (even, odd) = (nuls(0).count(), nuls(1).count());
    let encoding = if odd > 10 * even { UTF_16LE } else { UTF_16BE };
    let enough = even.max(odd) * 4 >= bytes.len() / 2 && even.min(odd) * 10 < even.max(odd);
    if !bytes.len().is_multiple_of(2) || !enough {
        return None;
    }
    let mut decoded = decode_as(bytes, encoding).ok()?;
    let notice = Notice::from(format!("no byte order mark; read as {}", encoding.name()));
    decoded.warning = Some(notice.with(Remedy::When("if that is wrong", &NAME_IT)));
    decoded.guessed = Some(encoding.name());
    Some(decoded)
}

/// Bytes that are not UTF-8, the first bad one at `at`. A few stray bytes in a text
/// that is plainly UTF-8 are replaced; otherwise the encoding is detected.
fn guess(bytes: &[u8], at: usize) -> Decoded {
    let lossy = String::from_utf8_lossy(bytes);
    let bad = lossy.matches('\u{FFFD}').count();
    let good = lossy.chars().filter(|c| !c.is_ascii()).count() - bad;
    if good >= 10 * bad {
        let warning = format!(
            "{bad} byte sequences are not UTF-8 (the first at byte {at}); each was replaced by U+FFFD"
        );
        return Decoded {
            warning: Some(warning.into()),
            ..Decoded::plain(lossy.into_owned())
        };
    }
    let encoding = detect(bytes);
    let (text, _, _) = encoding.decode(bytes);
    let warning = Notice::from(format!(
        "not UTF-8 (byte {at}); read as {}",
        encoding.name()
    ));
    Decoded {
        text: text.into_owned(),
        warning: Some(warning.with(LOOK)),
        guessed: Some(encoding.name()),
    }
}

/// What to do about a guess.
pub(crate) const LOOK: Remedy = Remedy::When("if letters look wrong", &NAME_IT);

/// Bytes from the start of a text that decide whether it is English.
const SAMPLE: usize = 16 << 10;

/// The likeliest encoding. English has few letters beyond ASCII to tell by: a pound sign is
/// a letter of Polish in the encoding of Central Europe. So the language has a say: what
/// reads as English is weighed again as a page from where English is spoken.
fn detect(bytes: &[u8]) -> &'static Encoding {
    let mut detector = chardetng::EncodingDetector::new();
    detector.feed(bytes, true);
    let first = detector.guess(None, false);
    let (text, _, _) = first.decode(&bytes[..bytes.len().min(SAMPLE)]);
    if Language::detect(&text).code == "en" {
        detector.guess(Some(b"uk"), false)
    } else {
        first
    }
}

/// Text has hardly any control characters; compressed and executable files have many.
fn refuse_controls(decoded: Decoded) -> Result<Decoded, DecodeError> {
    let sample = &decoded.text.as_bytes()[..decoded.text.len().min(1 << 16)];
    let is_control = |byte: &u8| matches!(byte, 0x01..=0x07 | 0x0E..=0x1A | 0x1C..=0x1F | 0x7F);
    let controls = sample.iter().filter(|byte| is_control(byte)).count();
    if controls * 20 <= sample.len() {
        return Ok(decoded);
    }
    let at = sample.iter().position(is_control).unwrap_or(0);
    Err(DecodeError::Binary {
        what: "many control characters, the first",
        at,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn utf16(text: &str, to_bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
        text.encode_utf16().flat_map(to_bytes).collect()
    }

    #[test]
    fn utf16_is_read_with_and_without_a_mark() {
        let text = "A short text in two-byte letters.\r\n";
        for to_bytes in [u16::to_le_bytes, u16::to_be_bytes] {
            let marked = decode(utf16(&format!("\u{FEFF}{text}"), to_bytes), None);
            assert_eq!(marked.as_ref().map(|d| d.text.as_str()), Ok(text));
            let bare = decode(utf16(text, to_bytes), None).expect("it is UTF-16");
            assert_eq!(bare.text, text);
            assert!(bare.warning.is_some_and(|w| w.message.contains("UTF-16")));
        }
    }

    #[test]
    fn a_text_with_nuls_is_binary() {
        let error = decode(b"text\0more text and more".to_vec(), None).unwrap_err();
        assert_eq!(
            error,
            DecodeError::Binary {
                what: "a NUL byte",
                at: 4
            }
        );
    }

    #[test]
    fn latin_letters_are_detected_with_a_warning() {
        let bytes = b"Le caf\xE9 est ferm\xE9 depuis \xE9t\xE9 dernier, h\xE9las.".to_vec();
        let decoded = decode(bytes, None).expect("it is text");
        assert!(decoded.text.starts_with("Le café est fermé"));
        assert!(
            decoded
                .warning
                .is_some_and(|w| w.message.contains("byte 6"))
        );
    }

    #[test]
    fn the_language_has_a_say_in_the_encoding() {
        let rows = [
            (
                "The net costs £5 at the market and the boat £3000.",
                encoding_rs::WINDOWS_1252,
            ),
            ("It costs £20.", encoding_rs::WINDOWS_1252),
            (
                "“The tide won’t wait,” she said – and left.",
                encoding_rs::WINDOWS_1252,
            ),
            (
                "Łódki stoją przy nabrzeżu, a sieci schną na słońcu.",
                encoding_rs::WINDOWS_1250,
            ),
            ("Łódź jest ładna.", encoding_rs::WINDOWS_1250),
            (
                "Balıkçılar gece geç saatte limana döndü, ağlar güneşte kuruyor.",
                encoding_rs::WINDOWS_1254,
            ),
            ("Лодки стоят у причала.", encoding_rs::WINDOWS_1251),
        ];
        for (text, encoding) in rows {
            let (bytes, _, _) = encoding.encode(text);
            let decoded = decode(bytes.into_owned(), None).expect("it is text");
            assert_eq!(decoded.guessed, Some(encoding.name()), "{text}");
            assert_eq!(decoded.text, text);
        }
    }

    #[test]
    fn a_stray_byte_in_utf8_is_replaced_not_reinterpreted() {
        let mut bytes = "é".repeat(40).into_bytes();
        bytes.push(0xFF);
        let decoded = decode(bytes, None).expect("it is text");
        assert!(decoded.text.ends_with("é\u{FFFD}"));
        assert!(
            decoded
                .warning
                .is_some_and(|w| w.message.starts_with("1 byte"))
        );
    }

    #[test]
    fn a_named_encoding_that_does_not_fit_is_an_error() {
        let error = decode(b"ab\xFF".to_vec(), Some(UTF_8)).unwrap_err();
        assert_eq!(
            error,
            DecodeError::Invalid {
                encoding: "UTF-8",
                at: 2
            }
        );
    }

    #[test]
    fn what_cannot_be_read_names_the_parameter_that_may_help() {
        let notice = |bytes: &[u8], named| {
            let error = decode(bytes.to_vec(), named).unwrap_err();
            Notice::from(&error).to_string()
        };
        assert_eq!(
            notice(b"text\0more text and more", None),
            "binary file: a NUL byte at byte 4; if it is text, set `encoding`"
        );
        assert_eq!(
            notice(b"ab\xFF", Some(UTF_8)),
            "not UTF-8: a sequence near byte 2 cannot be read; \
             if it is in another encoding, set `encoding`"
        );
    }

    #[test]
    fn control_characters_give_a_binary_away() {
        let bytes: Vec<u8> = (0..4000u32).map(|i| (i % 31 + 1) as u8).collect();
        assert!(matches!(
            decode(bytes, None),
            Err(DecodeError::Binary { .. })
        ));
    }

    proptest! {
        #[test]
        fn valid_utf8_without_nul_comes_back_as_it_was(text in "[^\\x00-\\x1F\\x7F\u{FEFF}]{0,40}") {
            prop_assert_eq!(decode(text.clone().into_bytes(), None).map(|d| d.text), Ok(text));
        }

        #[test]
        fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = decode(bytes, None);
        }
    }
}

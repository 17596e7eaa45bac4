//! Envelope of saved models: plain data with a version and a checksum, no code.
//!
//! ```text
//! magic       8 bytes
//! u32         version
//! u32         CRC-32 of the rest
//! u64         length of the header
//! header      bytes
//! numbers     f64
//! ```
//!
//! [`Envelope::pack`] puts any value that serde can write into the header, in [`postcard`]'s
//! form; the numbers are then empty.
//!
//! All numbers are little-endian, so that a file is the same on every machine. What is of
//! another kind or version, truncated or altered is refused.

use crate::Remedy;
use serde::{Deserialize, Serialize};

/// The remedy for a saved model that is refused.
pub const SAVE_AGAIN: Remedy =
    Remedy::When("to save the model again", &Remedy::Set(&["save_model"]));

/// Length in bytes of magic, version and checksum, which the checksum does not cover.
const OPENING: usize = 16;

/// What a kind of file begins with.
#[derive(Debug, Clone, Copy)]
pub struct Envelope {
    /// The first bytes.
    pub magic: &'static [u8; 8],
    /// Format version that is written; the only one that is read.
    pub version: u32,
    /// What it holds, for messages: `a topic model`.
    pub content: &'static str,
}

impl Envelope {
    /// Puts a header and numbers into an envelope.
    ///
    /// ```
    /// use recto_math::envelope::{Envelope, numbers};
    /// let envelope = Envelope { magic: b"EXAMPLES", version: 1, content: "an example" };
    /// let bytes = envelope.seal(b"header", [&[0.5, 2.0][..]]);
    /// let (header, rest) = envelope.open(&bytes)?;
    /// assert_eq!((header, numbers(rest).collect()), (&b"header"[..], vec![0.5, 2.0]));
    /// # Ok::<(), String>(())
    /// ```
    pub fn seal<'n>(&self, header: &[u8], numbers: impl IntoIterator<Item = &'n [f64]>) -> Vec<u8> {
        let mut bytes = Vec::new();
        bytes.extend(self.magic);
        bytes.extend(self.version.to_le_bytes());
        bytes.extend([0; 4]);
        bytes.extend((header.len() as u64).to_le_bytes());
        bytes.extend(header);
        for number in numbers.into_iter().flatten() {
            bytes.extend(number.to_le_bytes());
        }
        let checksum = crc32fast::hash(&bytes[OPENING..]).to_le_bytes();
        bytes[OPENING - 4..OPENING].copy_from_slice(&checksum);
        bytes
    }

    /// The header, and the bytes of the numbers.
    ///
    /// # Errors
    /// Why the bytes are refused.
    pub fn open<'b>(&self, bytes: &'b [u8]) -> Result<(&'b [u8], &'b [u8]), String> {
        if bytes.len() < OPENING || &bytes[..8] != self.magic {
            return Err(format!("not {} saved by recto", self.content));
        }
        let version = whole(&bytes[8..12]);
        if version != u64::from(self.version) {
            return Err(format!(
                "format version {version} is not supported; this program reads version {}",
                self.version
            ));
        }
        let body = &bytes[OPENING..];
        if whole(&bytes[12..16]) != u64::from(crc32fast::hash(body)) {
            return Err("wrong checksum: the file is truncated or was altered".into());
        }
        let Some((length, rest)) = body.split_at_checked(8) else {
            return Err("the header is missing".into());
        };
        let length = usize::try_from(whole(length)).unwrap_or(usize::MAX);
        let parts = rest.split_at_checked(length);
        parts.ok_or_else(|| "the header is truncated".into())
    }

    /// Puts a value into an envelope.
    ///
    /// ```
    /// # use recto_math::envelope::Envelope;
    /// let envelope = Envelope { magic: b"EXAMPLES", version: 1, content: "an example" };
    /// let bytes = envelope.pack(&("boats", 0.5));
    /// assert_eq!(envelope.unpack(&bytes), Ok(("boats", 0.5)));
    /// ```
    ///
    /// # Panics
    /// If the value has a list of unknown length or refuses to be written.
    pub fn pack<T: Serialize + ?Sized>(&self, value: &T) -> Vec<u8> {
        let bytes = postcard::to_allocvec(value).expect("plain data with known lengths");
        self.seal(&bytes, [])
    }

    /// The value of [`Envelope::pack`].
    ///
    /// # Errors
    /// Why the bytes are refused.
    pub fn unpack<'b, T: Deserialize<'b>>(&self, bytes: &'b [u8]) -> Result<T, String> {
        let (header, numbers) = self.open(bytes)?;
        let (value, rest) = postcard::take_from_bytes(header)
            .map_err(|error| format!("not {}: {error}", self.content))?;
        if rest.is_empty() && numbers.is_empty() {
            Ok(value)
        } else {
            Err("there are bytes after its end".into())
        }
    }
}

/// The numbers of an envelope; what is left of an incomplete one is ignored.
pub fn numbers(bytes: &[u8]) -> impl Iterator<Item = f64> {
    let eights = bytes.chunks_exact(8);
    eights.map(|eight| f64::from_bits(whole(eight)))
}

/// A little-endian whole number of up to 8 bytes.
fn whole(bytes: &[u8]) -> u64 {
    let shifted = |all: u64, &byte: &u8| all << 8 | u64::from(byte);
    bytes.iter().rev().fold(0, shifted)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const ENVELOPE: Envelope = Envelope {
        magic: b"ENVELOPE",
        version: 3,
        content: "a test",
    };

    #[test]
    fn altered_truncated_and_foreign_bytes_are_refused() {
        let sealed = ENVELOPE.seal(b"{}", [&[1.0, -0.0][..], &[f64::MIN_POSITIVE]]);
        let (header, rest) = ENVELOPE.open(&sealed).expect("as sealed");
        assert_eq!(header, b"{}");
        let bits: Vec<u64> = numbers(rest).map(f64::to_bits).collect();
        assert_eq!(bits, [1.0, -0.0, f64::MIN_POSITIVE].map(f64::to_bits));
        for at in 0..sealed.len() {
            let mut altered = sealed.clone();
            altered[at] ^= 1;
            assert!(ENVELOPE.open(&altered).is_err(), "byte {at}");
            assert!(ENVELOPE.open(&sealed[..at]).is_err(), "cut at {at}");
        }
        let later = Envelope {
            version: 4,
            ..ENVELOPE
        };
        let message = later.open(&sealed).expect_err("another version");
        assert!(message.contains("version 3 is not supported"), "{message}");
    }

    #[test]
    fn a_packed_value_with_bytes_after_it_is_refused() {
        let packed = ENVELOPE.pack(&vec![1u32, 2]);
        assert_eq!(ENVELOPE.unpack(&packed), Ok(vec![1u32, 2]));
        let with_more_bytes = ENVELOPE.seal(&[2, 1, 2, 3], []);
        assert!(ENVELOPE.unpack::<Vec<u32>>(&with_more_bytes).is_err());
        let with_numbers = ENVELOPE.seal(&[2, 1, 2], [&[0.5][..]]);
        assert!(ENVELOPE.unpack::<Vec<u32>>(&with_numbers).is_err());
        // A length that no memory could hold.
        let endless = ENVELOPE.seal(&[0xff, 0xff, 0xff, 0xff, 0x0f, 1], []);
        assert!(ENVELOPE.unpack::<Vec<u32>>(&endless).is_err());
    }

    proptest! {
        #[test]
        fn a_header_opens_only_if_its_length_fits(
            rest in prop::collection::vec(any::<u8>(), 0..200), length in any::<u64>()
        ) {
            let body: Vec<u8> = length.to_le_bytes().into_iter().chain(rest).collect();
            let mut bytes = ENVELOPE.magic.to_vec();
            bytes.extend(ENVELOPE.version.to_le_bytes());
            bytes.extend(crc32fast::hash(&body).to_le_bytes());
            bytes.extend(&body);
            let fits = usize::try_from(length).is_ok_and(|length| length <= body.len() - 8);
            prop_assert_eq!(ENVELOPE.open(&bytes).is_ok(), fits);
        }
    }
}

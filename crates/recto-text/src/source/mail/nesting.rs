//! Messages with very many parts inside parts.
//!
//! The parser looks for the end of each multipart in all that follows, and calls itself for
//! each message inside a message. A message of some megabytes would take hours, or end the
//! program with a full stack. No mail program nests so much: what stands beyond the limit is
//! cut off before the message is parsed. An encoded message may hide such parts, so that a
//! long one is cut off too; messages inside messages are never read.

/// Multiparts and messages in a message. Digests of mailing lists have some hundred parts.
const MOST: usize = 500;

/// Bytes of a message times its multiparts, which is the time that parsing takes.
const WORK: usize = 1 << 30;

/// Multiparts that any message may have, however long it is.
const LEAST: usize = 16;

/// Bytes of an encoded message inside a message: parsing what it hides takes an instant.
const ENCODED: usize = 128 << 10;

/// Bytes to either side of a type in which the header lines around it end.
const HEADER: usize = 64 << 10;

/// The message up to the limit, and whether something was cut off.
pub(super) fn limited(message: &[u8]) -> (&[u8], bool) {
    let most = (WORK / message.len().max(1)).clamp(LEAST, MOST);
    let mut digests = Digests::default();
    let mut count = 0;
    for slash in memchr::memchr_iter(b'/', message) {
        let is_message = follows(message, slash, b"message");
        if !is_message && !follows(message, slash, b"multipart") {
            continue;
        }
        count += 1;
        let hides =
            is_message && is_encoded(message, slash) || !is_message && digests.hide(message, slash);
        if count > most || message.len() - slash > ENCODED && hides {
            let line = memchr::memrchr(b'\n', &message[..slash]);
            return (&message[..line.map_or(0, |end| end + 1)], true);
        }
    }
    (message, false)
}

/// Whether a slash comes behind this word.
fn follows(message: &[u8], slash: usize, word: &[u8]) -> bool {
    let start = slash.checked_sub(word.len());
    start.is_some_and(|start| message[start..slash].eq_ignore_ascii_case(word))
}

/// Whether the header lines around a type name an encoding, or are too long to tell.
fn is_encoded(message: &[u8], slash: usize) -> bool {
    let before = &message[slash.saturating_sub(HEADER)..slash];
    let behind = &message[slash..message.len().min(slash + HEADER)];
    let starts = [&b"\n\n"[..], b"\n\r\n"].map(|blank| memchr::memmem::rfind(before, blank));
    let ends = [&b"\n\n"[..], b"\n\r\n"].map(|blank| memchr::memmem::find(behind, blank));
    let start = starts.into_iter().flatten().max();
    let end = ends.into_iter().flatten().min();
    let is_whole = (start.is_some() || before.len() < HEADER) && end.is_some();
    !is_whole
        || names_encoding(&before[start.unwrap_or(0)..])
        || names_encoding(&behind[..end.unwrap_or(0)])
}

fn names_encoding(bytes: &[u8]) -> bool {
    let lower = bytes.to_ascii_lowercase();
    let names = [&b"base64"[..], b"quoted-printable"];
    names
        .iter()
        .any(|name| memchr::memmem::find(&lower, name).is_some())
}

/// Digests: their parts are messages without a type that says so.
#[derive(Default)]
struct Digests {
    /// Whether an encoding is named behind the first of them.
    is_encoded: Option<bool>,
}

impl Digests {
    fn hide(&mut self, message: &[u8], slash: usize) -> bool {
        let behind = &message[slash + 1..];
        let is_digest = behind
            .get(..6)
            .is_some_and(|kind| kind.eq_ignore_ascii_case(b"digest"));
        is_digest
            && *self
                .is_encoded
                .get_or_insert_with(|| names_encoding(behind))
    }
}

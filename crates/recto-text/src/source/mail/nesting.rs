//! Messages with very many parts inside parts.
//!
//! The parser looks for the end of each multipart in all that follows, and calls itself for
//! each message inside a message. A message of some megabytes would take hours, or end the
//! program with a full stack. No mail program nests so much: what stands beyond the limit is
//! cut off before the message is parsed.

/// Multiparts and messages in a message. Digests of mailing lists have some hundred parts.
const MOST: usize = 500;

/// Bytes of a message times its multiparts, which is the time that parsing takes.
const WORK: usize = 1 << 30;

/// Multiparts that any message may have, however long it is.
const LEAST: usize = 16;

/// The message up to the limit, and whether something was cut off.
pub(super) fn limited(message: &[u8]) -> (&[u8], bool) {
    let most = (WORK / message.len().max(1)).clamp(LEAST, MOST);
    let mut nesting = memchr::memchr_iter(b'/', message).filter(|&at| opens(message, at));
    match nesting.nth(most) {
        Some(at) => {
            let line = memchr::memrchr(b'\n', &message[..at]);
            (&message[..line.map_or(0, |end| end + 1)], true)
        }
        None => (message, false),
    }
}

/// Whether a slash is that of `multipart/` or `message/`, the types of parts with parts.
fn opens(message: &[u8], slash: usize) -> bool {
    [&b"multipart"[..], b"message"].iter().any(|name| {
        let start = slash.checked_sub(name.len());
        start.is_some_and(|start| message[start..slash].eq_ignore_ascii_case(name))
    })
}

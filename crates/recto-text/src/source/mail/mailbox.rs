//! The messages of a mailbox.

use std::borrow::Cow;

/// Whether the first line is one that opens a message of a mailbox.
pub(super) fn is_mailbox(bytes: &[u8]) -> bool {
    opened(bytes).starts_with(b"From ")
}

/// Without blank lines before the first message.
fn opened(bytes: &[u8]) -> &[u8] {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    bytes.trim_ascii_start()
}

/// The messages, each without the line that opens it; a file that is no mailbox is one.
pub(super) fn messages(bytes: &[u8]) -> Vec<Cow<'_, [u8]>> {
    let bytes = opened(bytes);
    if !is_mailbox(bytes) {
        return vec![Cow::Borrowed(bytes)];
    }
    let mut starts = vec![0];
    let mut is_behind_blank = false;
    let mut at = 0;
    for line in bytes.split_inclusive(|byte| *byte == b'\n') {
        let next = bytes.get(at + line.len()..).unwrap_or_default();
        if is_behind_blank && line.starts_with(b"From ") && opens_header(next) {
            starts.push(at);
        }
        is_behind_blank = line.trim_ascii().is_empty();
        at += line.len();
    }
    let ends = starts.iter().skip(1).copied().chain([bytes.len()]);
    let ranges = starts.iter().copied().zip(ends);
    ranges
        .map(|(start, end)| message(&bytes[start..end]))
        .collect()
}

/// Whether a header line comes next: prose may have a paragraph that opens with "From".
fn opens_header(next: &[u8]) -> bool {
    let line = next.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let name = line.split(|byte| *byte == b':').next().unwrap_or_default();
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'-';
    name.len() < line.len() && !name.is_empty() && name.iter().all(is_name)
}

/// A message without its first line; what was written `>From ` is `From `.
fn message(bytes: &[u8]) -> Cow<'_, [u8]> {
    let end = memchr::memchr(b'\n', bytes).map_or(bytes.len(), |at| at + 1);
    let bytes = &bytes[end..];
    if memchr::memmem::find(bytes, b"\n>From ").is_none() {
        return Cow::Borrowed(bytes);
    }
    let mut plain = Vec::with_capacity(bytes.len());
    for line in bytes.split_inclusive(|byte| *byte == b'\n') {
        plain.extend_from_slice(if line.starts_with(b">From ") {
            &line[1..]
        } else {
            line
        });
    }
    Cow::Owned(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_paragraph_that_opens_with_from_starts_no_message() {
        let mailbox = b"From ann Mon\nSubject: Nets\n\nThey dry.\n\n\
            From the quay\nwe saw this: boats.\n\n\
            From ben Tue\nX-Mailer: Ink\n\nThey rest.\n";
        let messages = messages(mailbox);
        assert_eq!(messages.len(), 2);
        assert!(messages[0].ends_with(b"boats.\n\n"));
        assert!(messages[1].starts_with(b"X-Mailer: Ink\n"));
    }
}

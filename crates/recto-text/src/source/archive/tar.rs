//! Tar: headers of 512 bytes, each followed by the contents of its file.
//!
//! Names come from the header (`ustar`, with its prefix), from GNU's long names or from the
//! `path` of a pax header. Links, devices and folders have no contents to read.

use super::{Content, Member};

const BLOCK: usize = 512;
const CUT: &str = "damaged or cut short: a file in it breaks off; what stands before is read; fetch or pack it again";
const HEADER: &str = "damaged: a header in it is no header of a tar archive; what stands before is read; fetch or pack it again";

/// The files of an archive in order, and what is wrong with it, if anything is.
pub(super) fn members(mut bytes: &[u8]) -> (Vec<Member<'_>>, Option<&'static str>) {
    let mut members = Vec::new();
    let mut long_name = None;
    while let Some((header, rest)) = bytes.split_at_checked(BLOCK) {
        if header.iter().all(|byte| *byte == 0) {
            break;
        }
        let Some(size) = size(header) else {
            return (members, Some(HEADER));
        };
        let Some((content, _)) = rest.split_at_checked(size) else {
            return (members, Some(CUT));
        };
        match header[156] {
            b'L' => long_name = Some(text(content)),
            b'x' => long_name = pax_path(content).or(long_name),
            b'0' | 0 | b'7' => members.push(Member {
                name: long_name.take().unwrap_or_else(|| name(header)),
                content: Content::Bytes(content),
            }),
            // A name that is longer than a header holds is that of the entry behind it.
            b'g' | b'K' => {}
            _ => long_name = None,
        }
        let padded = size.next_multiple_of(BLOCK).min(rest.len());
        bytes = &rest[padded..];
    }
    let is_cut = !bytes.is_empty() && bytes.len() < BLOCK;
    (members, is_cut.then_some(CUT))
}

/// The size in octal digits, or as a number of base 256 behind a set bit; `None` if the
/// header's checksum does not fit.
fn size(header: &[u8]) -> Option<usize> {
    let stated = octal(&header[148..156])?;
    let blank = |at: usize| (148..156).contains(&at);
    let bytes = header.iter().enumerate();
    let sum: u64 = bytes
        .map(|(at, byte)| if blank(at) { 32 } else { u64::from(*byte) })
        .sum();
    if sum != stated {
        return None;
    }
    let field = &header[124..136];
    let size = if field[0] & 0x80 == 0 {
        octal(field)?
    } else {
        u64::from_be_bytes(field[4..12].try_into().ok()?)
    };
    usize::try_from(size).ok()
}

fn octal(field: &[u8]) -> Option<u64> {
    let digits = text(field);
    let digits = digits.trim();
    if digits.is_empty() {
        return Some(0);
    }
    u64::from_str_radix(digits, 8).ok()
}

/// Bytes up to the first that is zero.
fn text(field: &[u8]) -> String {
    let end = field.iter().position(|byte| *byte == 0);
    String::from_utf8_lossy(&field[..end.unwrap_or(field.len())]).into_owned()
}

fn name(header: &[u8]) -> String {
    let (name, prefix) = (text(&header[..100]), text(&header[345..500]));
    // GNU writes its own mark, and times where the prefix would be.
    let is_posix = &header[257..263] == b"ustar\0";
    if prefix.is_empty() || !is_posix {
        name
    } else {
        format!("{prefix}/{name}")
    }
}

/// The value of `path` among records `LENGTH KEY=VALUE`, a line each.
fn pax_path(content: &[u8]) -> Option<String> {
    let content = String::from_utf8_lossy(content);
    content.lines().find_map(|line| {
        let (_, record) = line.split_once(' ')?;
        record.strip_prefix("path=").map(String::from)
    })
}

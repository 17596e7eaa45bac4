//! How the bytes of a stream are packed.

use super::object::{Dict, Object};
use flate2::read::{DeflateDecoder, ZlibDecoder};
use std::io::Read;

/// Filters of a stream: no stream of a real file is packed more often.
pub(super) const MOST: usize = 8;

/// Names that the parameters of a filter may have.
pub(super) const PARAMETERS: [&str; 5] = [
    "EarlyChange",
    "Predictor",
    "Colors",
    "BitsPerComponent",
    "Columns",
];

/// The bytes of a stream as they are without its filters.
pub(super) struct Unpacked {
    pub(super) bytes: Vec<u8>,
    /// Bytes that came out of all filters: one may give much of which the next leaves little.
    pub(super) cost: usize,
}

/// Unpacks the bytes of a stream, at most `limit` of them; `None` for pictures and what is
/// packed in a way that has no text. A stream that breaks off gives what stands before.
pub(super) fn unpack(dict: &Dict, bytes: &[u8], limit: usize) -> Option<Unpacked> {
    let one_or_more = |object: &Object| match object {
        Object::Array(values) => values.clone(),
        Object::Null => Vec::new(),
        other => vec![other.clone()],
    };
    let first = |long: &str, short: &str| match dict.get(long) {
        Object::Null => one_or_more(dict.get(short)),
        other => one_or_more(other),
    };
    let filters = first("Filter", "F");
    let parameters = first("DecodeParms", "DP");
    let filters = &filters[..filters.len().min(MOST)];
    if !filters
        .iter()
        .all(|filter| filter.name().is_some_and(is_known))
    {
        return None;
    }
    let mut bytes = bytes.to_vec();
    let mut cost = if filters.is_empty() { bytes.len() } else { 0 };
    for (i, filter) in filters.iter().enumerate() {
        let parameters = parameters.get(i).and_then(Object::dict);
        let limit = limit.saturating_sub(cost);
        bytes = match filter.name()? {
            "FlateDecode" | "Fl" => predicted(inflate(&bytes, limit), parameters),
            "LZWDecode" | "LZW" => predicted(lzw(&bytes, early(parameters), limit), parameters),
            "ASCII85Decode" | "A85" => ascii85(&bytes),
            "ASCIIHexDecode" | "AHx" => hex(&bytes),
            "RunLengthDecode" | "RL" => run_length(&bytes, limit),
            _ => return None,
        };
        cost = cost.saturating_add(bytes.len());
    }
    Some(Unpacked { bytes, cost })
}

fn is_known(filter: &str) -> bool {
    matches!(
        filter,
        "FlateDecode"
            | "Fl"
            | "LZWDecode"
            | "LZW"
            | "ASCII85Decode"
            | "A85"
            | "ASCIIHexDecode"
            | "AHx"
            | "RunLengthDecode"
            | "RL"
    )
}

fn inflate(bytes: &[u8], limit: usize) -> Vec<u8> {
    let mut unpacked = Vec::new();
    let most = limit as u64;
    // What an error leaves is read, as viewers do.
    let _ = ZlibDecoder::new(bytes)
        .take(most)
        .read_to_end(&mut unpacked);
    if unpacked.is_empty() && bytes.len() > 2 {
        let _ = DeflateDecoder::new(&bytes[2..])
            .take(most)
            .read_to_end(&mut unpacked);
    }
    unpacked
}

fn early(parameters: Option<&Dict>) -> bool {
    parameters.and_then(|p| p.get("EarlyChange").number()) != Some(0.0)
}

/// LZW with codes of 9 to 12 bits, the highest first; 256 empties the table, 257 ends.
fn lzw(bytes: &[u8], is_early: bool, limit: usize) -> Vec<u8> {
    let mut unpacked: Vec<u8> = Vec::new();
    // Each entry is a stretch of what came out.
    let mut table: Vec<(usize, usize)> = Vec::new();
    let mut before: Option<(usize, usize)> = None;
    let (mut bits, mut count, mut width) = (0_u32, 0, 9);
    for byte in bytes {
        bits = bits << 8 | u32::from(*byte);
        count += 8;
        if count < width {
            continue;
        }
        count -= width;
        let code = (bits >> count & ((1 << width) - 1)) as usize;
        bits &= (1 << count) - 1;
        let start = unpacked.len();
        match code {
            256 => {
                table.clear();
                before = None;
                width = 9;
                continue;
            }
            257 => break,
            0..256 => unpacked.push(code as u8),
            _ => match (table.get(code - 258), before) {
                (Some(&(from, to)), _) => unpacked.extend_from_within(from..to),
                (None, Some((from, to))) if code - 258 == table.len() => {
                    unpacked.extend_from_within(from..to);
                    unpacked.push(unpacked[start]);
                }
                _ => break,
            },
        }
        if let Some((from, to)) = before {
            // The stretch before, and the first byte of this one, which stands behind it.
            debug_assert_eq!(to, start);
            table.push((from, to + 1));
        }
        before = Some((start, unpacked.len()));
        let next = table.len() + 258 + usize::from(is_early) + 1;
        width = match next {
            ..=512 => 9,
            513..=1024 => 10,
            1025..=2048 => 11,
            _ => 12,
        };
        if unpacked.len() >= limit {
            break;
        }
    }
    unpacked
}

fn ascii85(bytes: &[u8]) -> Vec<u8> {
    let mut unpacked = Vec::new();
    let mut group: Vec<u8> = Vec::new();
    for byte in bytes {
        match byte {
            b'z' if group.is_empty() => unpacked.extend_from_slice(&[0; 4]),
            b'!'..=b'u' => group.push(byte - b'!'),
            b'~' => break,
            _ => {}
        }
        if group.len() == 5 {
            unpacked.extend_from_slice(&value85(&group));
            group.clear();
        }
    }
    if group.len() > 1 {
        let kept = group.len() - 1;
        group.resize(5, 84);
        unpacked.extend_from_slice(&value85(&group)[..kept]);
    }
    unpacked
}

fn value85(group: &[u8]) -> [u8; 4] {
    let value = group.iter().fold(0_u32, |value, digit| {
        value.wrapping_mul(85).wrapping_add(u32::from(*digit))
    });
    value.to_be_bytes()
}

fn hex(bytes: &[u8]) -> Vec<u8> {
    let digits: Vec<u8> = bytes
        .iter()
        .take_while(|byte| **byte != b'>')
        .filter_map(|byte| (*byte as char).to_digit(16))
        .map(|digit| digit as u8)
        .collect();
    let byte = |pair: &[u8]| pair[0] << 4 | pair.get(1).copied().unwrap_or(0);
    digits.chunks(2).map(byte).collect()
}

fn run_length(mut bytes: &[u8], limit: usize) -> Vec<u8> {
    let mut unpacked = Vec::new();
    while let Some((length, rest)) = bytes.split_first() {
        let length = usize::from(*length);
        if length == 128 || unpacked.len() >= limit {
            break;
        }
        if length < 128 {
            let (run, rest) = rest.split_at(rest.len().min(length + 1));
            unpacked.extend_from_slice(run);
            bytes = rest;
        } else {
            let Some((byte, rest)) = rest.split_first() else {
                break;
            };
            unpacked.extend(std::iter::repeat_n(*byte, 257 - length));
            bytes = rest;
        }
    }
    unpacked
}

/// Undoes the prediction of bytes from those to the left and above.
fn predicted(bytes: Vec<u8>, parameters: Option<&Dict>) -> Vec<u8> {
    let value = |key: &str, default: usize| {
        let value = parameters.and_then(|parameters| parameters.get(key).number());
        value.map_or(default, |value| value.clamp(0.0, 1e6) as usize)
    };
    if value("Predictor", 1) < 10 {
        return bytes;
    }
    let bits = value("Colors", 1).clamp(1, 64) * value("BitsPerComponent", 8).clamp(1, 16);
    let step = bits.div_ceil(8).max(1);
    // A row is at most what there is.
    let width = (bits * value("Columns", 1).max(1))
        .div_ceil(8)
        .min(bytes.len());
    let mut plain: Vec<u8> = Vec::with_capacity(bytes.len());
    let mut above = vec![0; width];
    for row in bytes.chunks(width + 1) {
        let (kind, row) = (row[0], &row[1..]);
        let mut line = vec![0; width];
        for (i, byte) in row.iter().enumerate() {
            let left = if i < step { 0 } else { line[i - step] };
            let corner = if i < step { 0 } else { above[i - step] };
            let guess = match kind {
                1 => left,
                2 => above[i],
                3 => ((u16::from(left) + u16::from(above[i])) / 2) as u8,
                4 => paeth(left, above[i], corner),
                _ => 0,
            };
            line[i] = byte.wrapping_add(guess);
        }
        plain.extend_from_slice(&line[..row.len()]);
        above = line;
    }
    plain
}

fn paeth(left: u8, above: u8, corner: u8) -> u8 {
    let [a, b, c] = [left, above, corner].map(i16::from);
    let estimate = a + b - c;
    let [to_a, to_b, to_c] = [a, b, c].map(|value| (estimate - value).abs());
    if to_a <= to_b && to_a <= to_c {
        left
    } else if to_b <= to_c {
        above
    } else {
        corner
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::pdf::object::Lexer;

    fn unpacked(dict: &str, bytes: &[u8]) -> Vec<u8> {
        let object = Lexer::new(dict.as_bytes(), 0).object();
        unpack(object.dict().expect("a dictionary"), bytes, 1 << 20)
            .expect("known")
            .bytes
    }

    #[test]
    fn filters_undo_what_they_are_named_for() {
        assert_eq!(
            unpacked("<</Filter/ASCIIHexDecode>>", b"4E 65 74 73>"),
            b"Nets"
        );
        assert_eq!(
            unpacked("<</Filter[/A85/AHx]>>", b"1-%B'2D?d?1-%6~>"),
            hex(&ascii85(b"1-%B'2D?d?1-%6~>"))
        );
        assert_eq!(ascii85(b"87cURD]i,\"Ebo80~>"), b"Hello World!");
        assert_eq!(
            unpacked("<</Filter/RL>>", &[2, b'a', b'b', b'c', 254, b'x', 128]),
            b"abcxxx"
        );
        // The example of the format's definition.
        let packed = [0x80, 0x0B, 0x60, 0x50, 0x22, 0x0C, 0x0C, 0x85, 0x01];
        assert_eq!(
            unpacked("<</Filter/LZWDecode>>", &packed),
            [45, 45, 45, 45, 45, 65, 45, 45, 45, 66]
        );
    }

    #[test]
    fn rows_are_predicted_from_those_above() {
        let rows = vec![1, 10, 1, 1, 2, 1, 1, 1];
        let object = Lexer::new(b"<</Predictor 12/Columns 3>>", 0).object();
        assert_eq!(predicted(rows, object.dict()), [10, 11, 12, 11, 12, 13]);
    }

    #[test]
    fn what_comes_between_two_filters_counts() {
        let dict = Lexer::new(b"<</Filter[/RL/AHx]>>", 0).object();
        let dict = dict.dict().expect("a dictionary");
        let unpacked = unpack(dict, &[129, b'z', 128], 1000).expect("known");
        assert_eq!((unpacked.bytes.len(), unpacked.cost), (0, 128));
        let picture = Lexer::new(b"<</Filter[/RL/DCTDecode]>>", 0).object();
        assert!(unpack(picture.dict().expect("a dictionary"), &[128], 1000).is_none());
    }
}

//! Lines of sorted files, found by bisection.

/// The line whose first field is `key`, in a file that is sorted by it. Lines that start with
/// a blank are the licence and come before all words.
pub(super) fn find<'f>(file: &'f [u8], key: &str) -> Option<&'f str> {
    if key.is_empty() {
        return None;
    }
    let (mut low, mut high) = (0, file.len());
    while low < high {
        let middle = low + (high - low) / 2;
        let start = start_of_line(file, middle);
        let line = line_from(file, start)?;
        match field(line, 0).unwrap_or_default().cmp(key) {
            std::cmp::Ordering::Less => low = start + line.len() + 1,
            std::cmp::Ordering::Greater => high = start,
            std::cmp::Ordering::Equal => return Some(line),
        }
    }
    None
}

/// The line that starts at this byte and opens with its number.
pub(super) fn line_at(file: &[u8], offset: u32) -> Option<&str> {
    let start = offset as usize;
    let line = line_from(file, start).filter(|_| start < file.len())?;
    let opens: u32 = field(line, 0)?.parse().ok()?;
    (opens == offset).then_some(line)
}

/// A field of a line, from 0; fields are separated by blanks.
pub(super) fn field(line: &str, number: usize) -> Option<&str> {
    line.split(' ').nth(number)
}

fn start_of_line(file: &[u8], at: usize) -> usize {
    let before = file[..at].iter().rposition(|&byte| byte == b'\n');
    before.map_or(0, |newline| newline + 1)
}

/// The line from here to the next end of line; `None` if it is not UTF-8.
fn line_from(file: &[u8], start: usize) -> Option<&str> {
    let rest = file.get(start..)?;
    let end = rest.iter().position(|&byte| byte == b'\n');
    std::str::from_utf8(&rest[..end.unwrap_or(rest.len())]).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_found_and_no_other() {
        let words = ["a", "ash", "barge", "dike", "ferry", "mill"];
        let mut file = "  1 a licence\n  2 of two lines\n".to_owned();
        for word in words {
            file += &format!("{word} n 1\n");
        }
        for word in words {
            let line = find(file.as_bytes(), word).expect("a line");
            assert_eq!(field(line, 0), Some(word));
        }
        for word in ["", "b", "zoo", "fer", "ferrys"] {
            assert_eq!(find(file.as_bytes(), word), None, "{word}");
        }
        assert_eq!(find(b"", "a"), None);
    }
}

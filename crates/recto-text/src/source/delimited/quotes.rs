//! Quotes that are opened and not closed.
//!
//! Without a rule, such a quote swallows row after row, to the next quote or to the end of
//! the file, and nobody is told. Here a quoted field may run over lines only if it ends as
//! it should: with a quote before a separator, the end of a line or of the file. One that
//! does not is no quoted field: its row, to the end of the line where the quote opens, is
//! read without quotes, and quotes count again from the next line on.

/// A part of a table that is read in one way.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Part<'t> {
    pub(super) text: &'t str,
    /// Its first line, 1-based.
    pub(super) line: usize,
    /// The line of the quote that is not closed; `None` where quotes enclose fields.
    pub(super) open_quote: Option<usize>,
}

/// Cuts a table into parts. Time is linear: between the quote that is not closed and the
/// one that shows it there is no other, so that nothing is passed more than twice.
pub(super) fn parts(text: &str, separator: u8) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    let (mut start, mut line) = (0, 1);
    let mut push = |range: std::ops::Range<usize>, is_open: Option<usize>| {
        let part = &text[range];
        let open_quote = is_open.map(|quote| line + count_lines(&part[..quote]));
        if !part.is_empty() {
            let text = part;
            parts.push(Part {
                text,
                line,
                open_quote,
            });
        }
        line += count_lines(part);
    };
    while let Some(open) = open_quote(&text[start..], separator) {
        let (record, quote) = (start + open.record, start + open.quote);
        let end = memchr::memchr(b'\n', &text.as_bytes()[quote..]);
        let end = end.map_or(text.len(), |at| quote + at + 1);
        push(start..record, None);
        push(record..end, Some(quote - record));
        start = end;
    }
    push(start..text.len(), None);
    parts
}

fn count_lines(text: &str) -> usize {
    memchr::memchr_iter(b'\n', text.as_bytes()).count()
}

/// Where a quote stands that is not closed, and where its row begins.
struct Open {
    record: usize,
    quote: usize,
}

#[derive(Clone, Copy)]
enum State {
    FieldStart,
    Plain,
    Quoted {
        from: usize,
        is_long: bool,
    },
    /// After a quote that closes the field, or is the first of two that stand for one.
    Closed {
        from: usize,
        is_long: bool,
    },
}

fn open_quote(text: &str, separator: u8) -> Option<Open> {
    memchr::memchr(b'"', text.as_bytes())?;
    let mut state = State::FieldStart;
    let mut record = 0;
    for (at, byte) in text.bytes().enumerate() {
        let ends_line = matches!(byte, b'\n' | b'\r');
        state = match (state, byte) {
            (State::FieldStart, b'"') => State::Quoted {
                from: at,
                is_long: false,
            },
            (State::Quoted { from, is_long }, b'"') => State::Closed { from, is_long },
            (State::Quoted { from, is_long }, _) => State::Quoted {
                from,
                is_long: is_long || ends_line,
            },
            (State::Closed { from, is_long }, b'"') => State::Quoted { from, is_long },
            (_, byte) if byte == separator => State::FieldStart,
            (_, b'\n' | b'\r') => {
                record = at + 1;
                State::FieldStart
            }
            // Within a line, `"a "b" c"` is what it looks like.
            (State::Closed { from, is_long }, _) if is_long => {
                return Some(Open {
                    record,
                    quote: from,
                });
            }
            _ => State::Plain,
        };
    }
    match state {
        State::Quoted { from, .. } => Some(Open {
            record,
            quote: from,
        }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<(&str, usize, Option<usize>)> {
        let parts = parts(text, b',').into_iter();
        parts
            .map(|part| (part.text, part.line, part.open_quote))
            .collect()
    }

    #[test]
    fn a_table_whose_quotes_are_closed_is_one_part() {
        for text in [
            "a,b\n1,2\n",
            "a,b\n1,\"x\ny, z\"\n\"\",\"say \"\"so\"\"\"",
            "a\n\"x \"y\" z\"\nb \" c\n",
        ] {
            assert_eq!(read(text), [(text, 1, None)]);
        }
    }

    #[test]
    fn a_quote_that_is_open_to_the_end_stands_alone() {
        let text = "a,b\n1,\"x\ny\"\n2,\"z\n3,w\n4,v\n";
        let parts = [
            ("a,b\n1,\"x\ny\"\n", 1, None),
            ("2,\"z\n", 4, Some(4)),
            ("3,w\n4,v\n", 5, None),
        ];
        assert_eq!(read(text), parts);
    }

    #[test]
    fn a_quote_that_ends_where_another_begins_stands_alone() {
        let text = "1,\"x\n2,y\n3,\"z\"\n4,\"w\"\n";
        let parts = [
            ("1,\"x\n", 1, Some(1)),
            ("2,y\n3,\"z\"\n4,\"w\"\n", 2, None),
        ];
        assert_eq!(read(text), parts);
    }

    #[test]
    fn the_row_of_an_open_quote_is_taken_from_its_first_line() {
        let text = "\"a\nb\",\"c\nd\n";
        assert_eq!(
            read(text),
            [("\"a\nb\",\"c\n", 1, Some(2)), ("d\n", 3, None)]
        );
    }
}

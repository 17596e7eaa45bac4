//! Tags with very many attributes.
//!
//! html5ever compares every attribute of a tag with all before it, so that a tag with a
//! million of them would take hours. No page has a use for a thousand: those beyond are
//! cut out before the page is read. What counts as a tag follows the tokenizer: comments
//! and the contents of raw elements (scripts and the like) have none.

use super::names::raw_kind;
use std::borrow::Cow;
use std::ops::Range;

/// Attributes that a tag may have.
const MOST: usize = 1000;

/// The page without attributes beyond the first thousand of a tag.
pub(super) fn limited(html: &str) -> Cow<'_, str> {
    let surplus = surplus(html);
    if surplus.is_empty() {
        return Cow::Borrowed(html);
    }
    let mut kept = String::with_capacity(html.len());
    let mut at = 0;
    for range in surplus {
        kept.push_str(&html[at..range.start]);
        at = range.end;
    }
    kept.push_str(&html[at..]);
    Cow::Owned(kept)
}

/// What is to be cut out, in order.
fn surplus(html: &str) -> Vec<Range<usize>> {
    let mut surplus = Vec::new();
    let mut at = 0;
    while let Some(open) = memchr::memchr(b'<', &html.as_bytes()[at..]) {
        let open = at + open;
        if html[open..].starts_with("<!--") {
            at = html[open..]
                .find("-->")
                .map_or(html.len(), |end| open + end);
            continue;
        }
        let name = &html[open + 1..];
        if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
            at = open + 1;
            continue;
        }
        let ends = |c: char| c.is_ascii_whitespace() || matches!(c, '/' | '>');
        let name = &name[..name.find(ends).unwrap_or(name.len())];
        at = open + 1 + name.len();
        let tag = Tag::read(html, at);
        at = tag.end;
        surplus.extend(tag.surplus);
        if raw_kind(&name.to_ascii_lowercase()).is_some() {
            at = end_of_raw(html, at, name);
        }
    }
    surplus
}

/// Where the end tag of a raw element begins.
fn end_of_raw(html: &str, from: usize, name: &str) -> usize {
    let mut ends = memchr::memmem::find_iter(&html.as_bytes()[from..], b"</").map(|at| from + at);
    let is_end = |at: &usize| {
        let after = html.as_bytes()[at + 2..].get(..name.len());
        after.is_some_and(|after| after.eq_ignore_ascii_case(name.as_bytes()))
    };
    ends.find(is_end).unwrap_or(html.len())
}

/// The attributes of a tag.
struct Tag {
    /// Where its `>` is.
    end: usize,
    surplus: Option<Range<usize>>,
}

impl Tag {
    /// Reads a tag from behind its name.
    fn read(html: &str, from: usize) -> Self {
        let bytes = html.as_bytes();
        let find = |from: usize, is_it: fn(u8) -> bool| {
            let found = bytes[from..].iter().position(|&byte| is_it(byte));
            found.map_or(bytes.len(), |at| from + at)
        };
        let (mut at, mut count, mut first) = (from, 0, None);
        loop {
            at = find(at, |byte| !byte.is_ascii_whitespace() && byte != b'/');
            if matches!(bytes.get(at), None | Some(b'>')) {
                let surplus = first.map(|first| first..at);
                return Self { end: at, surplus };
            }
            count += 1;
            if count > MOST {
                first = first.or(Some(at));
            }
            // A name may begin with `=`.
            at = find(at + 1, |byte| {
                byte.is_ascii_whitespace() || matches!(byte, b'=' | b'>' | b'/')
            });
            let sign = find(at, |byte| !byte.is_ascii_whitespace());
            if bytes.get(sign) != Some(&b'=') {
                continue;
            }
            let value = find(sign + 1, |byte| !byte.is_ascii_whitespace());
            at = match bytes.get(value) {
                Some(b'"') => find(value + 1, |byte| byte == b'"').saturating_add(1),
                Some(b'\'') => find(value + 1, |byte| byte == b'\'').saturating_add(1),
                _ => find(value, |byte| byte.is_ascii_whitespace() || byte == b'>'),
            };
            at = at.min(bytes.len());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn many(n: usize) -> String {
        (0..n).map(|i| format!(" a{i}=\"> {i}\"")).collect()
    }

    #[test]
    fn what_real_pages_have_is_left_alone() {
        let pages = [
            "<p class='a > b'>1 < 2 <b hidden>x</b/></p>".to_string(),
            format!("<p{}>x", many(MOST)),
            format!(
                "<!-- <p{}> --><script>if (a <b) '<p{}>'</script>",
                many(2000),
                many(2000)
            ),
            format!("<p title=\"{}\">", "word ".repeat(5000)),
        ];
        for page in pages {
            assert_eq!(limited(&page), page);
        }
    }

    #[test]
    fn attributes_beyond_the_limit_are_cut_out() {
        let page = format!("<p{}/>x<B c = d{} >y", many(MOST + 5), many(MOST));
        let kept = format!("<p{} >x<B c = d{} >y", many(MOST), many(MOST - 1));
        assert_eq!(limited(&page), kept);
        assert_eq!(
            limited(&format!("<p{}", many(2000))),
            format!("<p{} ", many(MOST))
        );
    }
}

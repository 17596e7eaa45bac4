//! Paragraphs of columns and pages to one text.

use super::paragraphs::{Paragraph, mark};
use super::{LOWERED, PageText, RAISED};
use rustc_hash::FxHashSet;

/// Letters this much larger than those of the text are those of headings.
const LARGER: f64 = 1.12;
/// Lines and characters of a heading at most.
const LINES: usize = 4;
const CHARACTERS: usize = 160;

/// Bytes of the part of a word before a hyphen, at most.
const LONGEST: usize = 100;

/// Puts all paragraphs together; `body` is the size of most letters.
pub(super) fn compose(paragraphs: Vec<Paragraph>, body: f64) -> PageText {
    let words = Words::of(&paragraphs);
    let depths = depths(&paragraphs, body);
    let mut text = PageText::default();
    // A paragraph that may go on, and notes that wait for its end.
    let mut open: Option<(Joined, bool)> = None;
    let mut waiting: Vec<Joined> = Vec::new();
    for paragraph in paragraphs {
        let marks = &words.marks;
        if paragraph.is_note {
            waiting.push(Joined::of(&paragraph, &words, marks, None));
            continue;
        }
        let heading = depths.heading(&paragraph);
        if let Some((joined, true)) = &mut open
            && heading.is_none()
            && joined.heading.is_none()
            && joined.goes_on(&paragraph)
        {
            joined.add(&paragraph, &words, marks);
            open = open.map(|(joined, _)| (joined, paragraph.ends_column));
            continue;
        }
        if let Some((joined, _)) = open.take() {
            joined.push(&mut text);
        }
        waiting.drain(..).for_each(|note| note.push(&mut text));
        let ends_column = paragraph.ends_column;
        open = Some((Joined::of(&paragraph, &words, marks, heading), ends_column));
    }
    if let Some((joined, _)) = open {
        joined.push(&mut text);
    }
    waiting.into_iter().for_each(|note| note.push(&mut text));
    text
}

/// A paragraph as text, and where pages begin in it.
struct Joined {
    text: String,
    pages: Vec<(usize, usize)>,
    heading: Option<u8>,
    size: f64,
    is_full: bool,
}

impl Joined {
    fn of(
        paragraph: &Paragraph,
        words: &Words,
        marks: &FxHashSet<String>,
        heading: Option<u8>,
    ) -> Self {
        let mut joined = Self {
            text: String::new(),
            pages: Vec::new(),
            heading,
            size: paragraph.size,
            is_full: false,
        };
        joined.add(paragraph, words, marks);
        joined
    }

    /// Whether a paragraph at the head of the next column is the rest of this one.
    fn goes_on(&self, next: &Paragraph) -> bool {
        let first = next
            .lines
            .first()
            .and_then(|line| line.chars().find(|c| *c != RAISED));
        let is_alike = (self.size - next.size).abs() <= 0.08 * self.size;
        let is_open = !self
            .text
            .trim_end_matches(['”', '"', '’', '»', ')'])
            .ends_with(['.', '!', '?', ':', '…']);
        let is_small = first.is_some_and(char::is_lowercase);
        is_alike && next.opens_column && is_open && (self.is_full || is_small)
    }

    fn add(&mut self, paragraph: &Paragraph, words: &Words, marks: &FxHashSet<String>) {
        for (i, line) in paragraph.lines.iter().enumerate() {
            let line = match mark(line).filter(|_| paragraph.is_note && i == 0) {
                Some(_) if line.starts_with(RAISED) => {
                    lowered(line.split_once(LOWERED).map_or("", |(_, rest)| rest), marks)
                }
                Some(mark) => lowered(&line[mark.len()..], marks),
                None => lowered(line, marks),
            };
            words.join(&mut self.text, line.trim());
            if i == 0 {
                // The first word of the line tells the page.
                let at = self.text.len() - self.text.len().min(line.trim().len());
                let at = self.text.ceil_char_boundary(at);
                self.pages.push((at, paragraph.page));
            }
        }
        self.is_full = paragraph.is_full;
    }

    fn push(self, text: &mut PageText) {
        let Some(start) = text.push(&self.text, self.heading) else {
            return;
        };
        for (at, page) in self.pages {
            text.landmarks.mark(start + at, format!("page {page}"));
        }
    }
}

/// A line without raised marks that belong to notes.
fn lowered(line: &str, marks: &FxHashSet<String>) -> String {
    let mut plain = String::with_capacity(line.len());
    let mut rest = line;
    while let Some((before, behind)) = rest.split_once(RAISED) {
        let (raised, after) = behind.split_once(LOWERED).unwrap_or((behind, ""));
        plain.push_str(before);
        if !raised.split([',', ' ']).all(|mark| marks.contains(mark)) {
            plain.push_str(raised);
        }
        rest = after;
    }
    plain.push_str(rest);
    plain
}

/// What the document says of its words.
struct Words {
    /// Words with a hyphen inside a line: these keep it at the end of a line.
    hyphenated: FxHashSet<String>,
    /// Marks of notes.
    marks: FxHashSet<String>,
}

impl Words {
    fn of(paragraphs: &[Paragraph]) -> Self {
        let mut hyphenated = FxHashSet::default();
        let mut marks = FxHashSet::default();
        for paragraph in paragraphs {
            if paragraph.is_note {
                let first = paragraph.lines.first().and_then(|line| mark(line));
                marks.extend(first.map(|mark| mark.trim_end_matches(['.', ')']).to_string()));
            }
            for line in &paragraph.lines {
                let words = line.split_whitespace().map(letters);
                hyphenated.extend(
                    words
                        .filter(|word| word.contains('-'))
                        .map(str::to_lowercase),
                );
            }
        }
        Self { hyphenated, marks }
    }

    /// Appends a line; a word that was broken at the end of the last one is made whole.
    fn join(&self, text: &mut String, line: &str) {
        let next = line.chars().next();
        let is_broken = text.ends_with(['-', '\u{AD}', '\u{2010}'])
            && text.chars().rev().nth(1).is_some_and(char::is_alphabetic);
        match next {
            None => return,
            Some(next) if is_broken && next.is_lowercase() => {
                // Lines that all end in a hyphen would be one word, looked through for each.
                let near = &text[text.ceil_char_boundary(text.len().saturating_sub(LONGEST))..];
                let before = near.rsplit(char::is_whitespace).next().unwrap_or_default();
                let after = line.split_whitespace().next().unwrap_or_default();
                let whole = format!("{before}{after}");
                let keeps = self.hyphenated.contains(&letters(&whole).to_lowercase())
                    && text.ends_with('-');
                if !keeps {
                    text.pop();
                }
            }
            // A name with a hyphen, or a number.
            Some(next) if is_broken && (next.is_uppercase() || next.is_ascii_digit()) => {}
            Some(next) if is_cjk(next) && text.chars().next_back().is_some_and(is_cjk) => {}
            Some(_) if text.is_empty() => {}
            Some(_) => text.push(' '),
        }
        text.push_str(line);
    }
}

/// A word without the marks around it; a hyphen at its end is one of them.
fn letters(word: &str) -> &str {
    word.trim_matches(|c: char| !c.is_alphanumeric())
}

/// Scripts without blanks between words.
fn is_cjk(c: char) -> bool {
    matches!(u32::from(c), 0x3000..=0x30FF | 0x3400..=0x9FFF | 0xF900..=0xFAFF | 0xFF00..=0xFFEF)
}

/// The sizes of headings, the largest first.
struct Depths {
    sizes: Vec<i64>,
    body: f64,
}

fn depths(paragraphs: &[Paragraph], body: f64) -> Depths {
    let mut depths = Depths {
        sizes: Vec::new(),
        body,
    };
    let large = paragraphs
        .iter()
        .filter(|paragraph| paragraph.size >= LARGER * body);
    let sizes = large
        .filter(|paragraph| is_short(paragraph))
        .map(|paragraph| halves(paragraph.size));
    depths.sizes = sizes.collect();
    depths.sizes.sort_unstable_by(|a, b| b.cmp(a));
    depths.sizes.dedup();
    depths
}

fn halves(size: f64) -> i64 {
    (size * 2.0).round() as i64
}

fn is_short(paragraph: &Paragraph) -> bool {
    let length: usize = paragraph
        .lines
        .iter()
        .map(|line| line.chars().count())
        .sum();
    let has_letters = paragraph
        .lines
        .iter()
        .any(|line| line.contains(char::is_alphabetic));
    paragraph.lines.len() <= LINES && length <= CHARACTERS && has_letters
}

impl Depths {
    fn heading(&self, paragraph: &Paragraph) -> Option<u8> {
        let ends = |line: &String| line.ends_with(['.', ',', ';']);
        if paragraph.is_note || !is_short(paragraph) || paragraph.lines.last().is_some_and(ends) {
            return None;
        }
        let size = halves(paragraph.size);
        let rank = self.sizes.binary_search_by(|other| size.cmp(other));
        let depth = match rank {
            Ok(rank) => rank,
            Err(_) if paragraph.is_bold && paragraph.size >= 0.95 * self.body => self.sizes.len(),
            Err(_) => return None,
        };
        Some(u8::try_from(depth + 1).unwrap_or(9).min(9))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The word that the lines make was once looked through for each of them.
    #[test]
    fn very_many_broken_lines_are_joined() {
        let paragraph = Paragraph {
            lines: vec!["netsandropes-".into(); 100_000],
            page: 1,
            size: 10.0,
            is_bold: false,
            is_note: false,
            is_full: true,
            ends_column: true,
            opens_column: true,
        };
        let text = compose(vec![paragraph], 10.0).text;
        assert_eq!(text, format!("{}-", "netsandropes".repeat(100_000)));
    }
}

//! What stands around a text and is none of it: licences, headers, page numbers, notices that
//! many documents share, a foot in another language.
//!
//! Nothing is recognised by what it says, so that no list of phrases is needed:
//!
//! 1. lines of stars that announce a start and an end (`*** START OF … ***`) near the two
//!    ends of a document enclose it;
//! 2. at either end, blocks in another language than the rest are no part of it;
//! 3. lines that come back with rising numbers are page numbers and running heads;
//! 4. paragraphs at the ends of documents that many documents of a pile share are furniture.
//!
//! What is set aside stays in the text, so that offsets and lines hold, but is part of no unit
//! ([`Document::aside`]). It is said in a warning. A rule that would leave less than half of a
//! document is wrong about it and leaves it alone.

use crate::document::{Document, Span};
use crate::language::Language;
use crate::source::{Pile, Warning};
use recto_math::{Notice, Remedy};
use rustc_hash::FxHashMap;

/// Why a part of a document was set aside, as a warning says it.
type Reason = &'static str;

const QUOTED: Reason = "quoted text and signatures of mail";
const ENCLOSING: Reason = "outside of the marked start and end";
const FOREIGN: Reason = "another language than the rest";
const PAGES: Reason = "page numbers and running heads";
const SHARED: Reason = "repeated at the start or end of many documents";

/// Documents shorter than this have no room for furniture.
const SHORTEST: usize = 400;

/// Sets aside what is no part of the documents of a pile, and says so.
pub(crate) fn set_aside(pile: &mut Pile) {
    let mut said: FxHashMap<Reason, Vec<(usize, usize)>> = FxHashMap::default();
    for (i, document) in pile.documents.iter_mut().enumerate() {
        // What a reader set aside stays so, however much it is.
        if !document.aside.is_empty() {
            let n = document.aside.iter().map(|span| span.len()).sum();
            said.entry(QUOTED).or_default().push((i, n));
        }
        if document.text.len() < SHORTEST {
            continue;
        }
        for (reason, find) in [
            (ENCLOSING, enclosing as fn(&str) -> Vec<Span>),
            (FOREIGN, foreign),
            (PAGES, pages),
        ] {
            note(document, find(&document.text), |n| {
                said.entry(reason).or_default().push((i, n));
            });
        }
    }
    for (i, spans) in shared(&pile.documents) {
        note(&mut pile.documents[i], spans, |n| {
            said.entry(SHARED).or_default().push((i, n));
        });
    }
    for reason in [QUOTED, ENCLOSING, FOREIGN, PAGES, SHARED] {
        if let Some(found) = said.get(reason) {
            let warning = warning(reason, found, &pile.documents);
            pile.warnings.push(warning);
        }
    }
}

/// Adds spans to what a document has set aside, unless too little would be left.
fn note(document: &mut Document, spans: Vec<Span>, mut said: impl FnMut(usize)) {
    let n: usize = spans.iter().map(|span| span.len()).sum();
    let before: usize = document.aside.iter().map(|span| span.len()).sum();
    if n == 0 || 2 * (n + before) > document.text.len() {
        return;
    }
    document.aside.extend(spans);
    document.aside = merged(std::mem::take(&mut document.aside));
    said(n);
}

/// The same bytes in order, without overlaps.
fn merged(mut spans: Vec<Span>) -> Vec<Span> {
    spans.sort_unstable();
    let mut merged: Vec<Span> = Vec::new();
    for span in spans {
        match merged.last_mut() {
            Some(last) if span.start <= last.end => last.end = last.end.max(span.end),
            _ => merged.push(span),
        }
    }
    merged
}

fn warning(reason: Reason, found: &[(usize, usize)], documents: &[Document]) -> Warning {
    let bytes: usize = found.iter().map(|(_, n)| n).sum();
    let keep = Remedy::When("to read it too", &Remedy::Set(&["keep_all"]));
    match found {
        [(only, _)] => {
            let message = format!("{bytes} bytes were set aside: {reason}");
            let file = documents[*only].file.clone();
            Warning::in_file(file, Notice::from(message).with(keep))
        }
        many => {
            let n = many.len();
            let message = format!("{bytes} bytes of {n} documents were set aside: {reason}");
            Warning::new(Notice::from(message).with(keep))
        }
    }
}

/// The lines of a text with their bytes, line ends included.
fn lines(text: &str) -> impl Iterator<Item = (Span, &str)> {
    let mut at = 0;
    text.split_inclusive('\n').map(move |line| {
        let span = Span::new(at, at + line.len());
        at = span.end;
        (span, line.trim())
    })
}

/// Everything before a line `*** START … ***` in the first third, and behind a line
/// `*** END … ***` in the last half.
fn enclosing(text: &str) -> Vec<Span> {
    if !text.contains("***") {
        return Vec::new();
    }
    let announces = |line: &str, word: &str| {
        let inner = line.trim_matches('*');
        let is_starred = line.starts_with("***") && line.ends_with("***");
        is_starred
            && inner
                .split_whitespace()
                .any(|part| part.eq_ignore_ascii_case(word))
    };
    let (mut start, mut end) = (0, text.len());
    for (span, line) in lines(text) {
        if announces(line, "start") && span.end < text.len() / 3 {
            start = span.end;
        } else if announces(line, "end") && span.start > text.len() / 2 && end == text.len() {
            end = span.start;
        }
    }
    let around = [Span::new(0, start), Span::new(end, text.len())];
    around.into_iter().filter(|span| !span.is_empty()).collect()
}

/// Bytes in which a language can be told.
const BLOCK: usize = 600;

/// Paragraphs at either end in another language than the middle.
fn foreign(text: &str) -> Vec<Span> {
    if text.len() < 8 * BLOCK {
        return Vec::new();
    }
    let third = |n: usize| text.floor_char_boundary(n * text.len() / 3);
    let Some(main) = Language::detect_surely(&text[third(1)..third(2)]) else {
        return Vec::new();
    };
    let is_other = |block: &&Span| {
        let language = Language::detect_surely(&text[block.range()]);
        // Tables, code and lists of names are easily taken for an unknown language.
        language.is_some_and(|language| language.code != main.code && language.code != "und")
    };
    // A long stretch must be foreign; where exactly it ends, its paragraphs tell.
    let long = blocks(text, BLOCK);
    if !long.first().is_some_and(|first| is_other(&first))
        && !long.last().is_some_and(|last| is_other(&last))
    {
        return Vec::new();
    }
    let short = blocks(text, 1);
    let head = long.iter().take_while(is_other).last().and_then(|last| {
        let reached = |block: &&Span| block.start < last.end || is_other(block);
        let last = short.iter().take_while(reached).filter(is_other).last()?;
        Some(Span::new(0, last.end))
    });
    let tail = long
        .iter()
        .rev()
        .take_while(is_other)
        .last()
        .and_then(|first| {
            let reached = |block: &&Span| block.end > first.start || is_other(block);
            let first = short
                .iter()
                .rev()
                .take_while(reached)
                .filter(is_other)
                .last()?;
            Some(Span::new(first.start, text.len()))
        });
    head.into_iter().chain(tail).collect()
}

/// Runs of paragraphs of so many bytes at least.
fn blocks(text: &str, least: usize) -> Vec<Span> {
    let mut blocks = Vec::new();
    let mut start = 0;
    for (span, line) in lines(text) {
        if line.is_empty() && span.end - start >= least {
            blocks.push(Span::new(start, span.end));
            start = span.end;
        }
    }
    match blocks.last_mut() {
        Some(last) if text.len() - start < least => last.end = text.len(),
        _ => blocks.push(Span::new(start, text.len())),
    }
    blocks
}

/// Pages from which numbers are page numbers.
const LEAST_PAGES: usize = 4;

/// Lines that come back with nothing but rising numbers changed, and lines that come back
/// as they are beside them.
fn pages(text: &str) -> Vec<Span> {
    let mut known: FxHashMap<String, Vec<(Span, u64)>> = FxHashMap::default();
    for (span, line) in lines(text) {
        if let Some((shape, number)) = numbered(line) {
            known.entry(shape).or_default().push((span, number));
        }
    }
    let is_paged = |places: &&Vec<(Span, u64)>| {
        places.len() >= LEAST_PAGES
            && places.windows(2).all(|pair| pair[0].1 < pair[1].1)
            && places.last().map_or(0, |last| last.1) <= 3 * places.len() as u64 + places[0].1
    };
    let paged = known.values().filter(is_paged);
    let mut spans: Vec<Span> = paged.flatten().map(|(span, _)| *span).collect();
    spans.sort_unstable();
    spans
}

/// Bytes of a running head at most, blanks included.
const HEAD_BYTES: usize = 160;

/// Words of a running head at most.
const HEAD_WORDS: usize = 12;

/// A line whose last number may be that of a page: what is left without it, and the number.
/// A number at the start belongs to a list, unless nothing follows it.
fn numbered(line: &str) -> Option<(String, u64)> {
    // A look at the length spares most lines of prose the rest.
    if line.len() > HEAD_BYTES {
        return None;
    }
    let end = line.rfind(|c: char| c.is_ascii_digit())? + 1;
    let digits = line[..end].rfind(|c: char| !c.is_ascii_digit());
    let start = digits.map_or(0, |at| {
        at + line[at..].chars().next().map_or(1, char::len_utf8)
    });
    let (before, after) = (&line[..start], &line[end..]);
    let has_words = |part: &str| part.contains(char::is_alphabetic);
    // "3. Bring a lamp" is an entry of a list, "Letter 3" a heading. A page has its number
    // alone, in brackets, or apart from a running head.
    let is_apart = before.ends_with("  ") || before.ends_with('\t') || before.contains('[');
    let is_page = !has_words(after)
        && (!has_words(before) || is_apart)
        && line.split_whitespace().count() <= HEAD_WORDS;
    let number = line[start..end].parse().ok()?;
    is_page.then(|| (format!("{before}\u{0}{after}"), number))
}

/// Paragraphs at each end of a document that may be furniture.
const AT_ENDS: usize = 8;

/// Bytes of a paragraph that can be told from another by them.
const TELLING: usize = 30;

/// Documents that share a paragraph, at least: so many, and one in so many.
const SHARERS: usize = 3;
const ONE_IN: usize = 4;

/// For each document the paragraphs at its ends that many others have at theirs.
fn shared(documents: &[Document]) -> Vec<(usize, Vec<Span>)> {
    let is_long = |document: &&Document| document.text.len() >= SHORTEST;
    if documents.iter().filter(is_long).count() < SHARERS {
        return Vec::new();
    }
    let ends: Vec<Vec<(Span, &str)>> = documents
        .iter()
        .map(|document| {
            if !is_long(&document) {
                return Vec::new();
            }
            let paragraphs = ends_of(&document.text).into_iter();
            let worded = paragraphs.map(|span| (span, document.text[span.range()].trim()));
            worded.filter(|(_, text)| text.len() >= TELLING).collect()
        })
        .collect();
    let mut uses: FxHashMap<&str, usize> = FxHashMap::default();
    for ends in &ends {
        let mut own: Vec<&str> = ends.iter().map(|(_, text)| *text).collect();
        own.sort_unstable();
        own.dedup();
        own.into_iter()
            .for_each(|text| *uses.entry(text).or_default() += 1);
    }
    let least = SHARERS.max(documents.len().div_ceil(ONE_IN));
    let of = |ends: &Vec<(Span, &str)>| -> Vec<Span> {
        let is_shared = |(_, text): &&(Span, &str)| uses[text] >= least;
        let shared = ends.iter().filter(is_shared);
        shared.map(|(span, _)| *span).collect()
    };
    let found = ends.iter().map(of).enumerate();
    found.filter(|(_, spans)| !spans.is_empty()).collect()
}

/// The first and the last paragraphs of a text.
fn ends_of(text: &str) -> Vec<Span> {
    let mut paragraphs: Vec<Span> = Vec::new();
    let mut is_open = false;
    for (span, line) in lines(text) {
        match paragraphs.last_mut() {
            _ if line.is_empty() => is_open = false,
            Some(last) if is_open => last.end = span.end,
            _ => {
                paragraphs.push(span);
                is_open = true;
            }
        }
    }
    let n = paragraphs.len();
    if n > 2 * AT_ENDS {
        paragraphs.drain(AT_ENDS..n - AT_ENDS);
    }
    paragraphs
}

#[cfg(test)]
mod tests;

//! What a summary should not show: headings, bylines, captions, datelines, and in a
//! transcript what only keeps the talk going.
//!
//! Most rules look at form alone, so that they hold in any language: no mark at the end
//! although the rest of the document has them, nothing but a bracket, hardly a letter, an
//! address. A short list of words adds the bylines and notices of English web pages.

use super::Standing;
use recto_text::{Span, Token, Units};

/// Share of a document's sentences that end with a mark, below which a missing mark says
/// nothing.
const MARKED: f64 = 0.6;

/// Words below which a sentence without a mark at its end is a heading or a caption.
const HEADING: usize = 12;

/// Words that a candidate of ordinary text has at least, stop words among them.
pub(super) const LEAST_WORDS: usize = 3;

/// Words that a sentence has at least to be chosen before all others.
const LEAST_CHOSEN: usize = 5;

/// Words that it has at most: what is longer is mostly a paragraph without marks.
const MOST_CHOSEN: usize = 90;

/// How the sentences of a document look as a whole.
pub(super) struct Look {
    marked: bool,
}

impl Look {
    /// The look of a document.
    pub(super) fn of(units: &Units<'_>) -> Self {
        let n = units.len();
        let marked = (0..n)
            .filter(|&unit| ends_with_mark(units.text_of(unit)))
            .count();
        Self {
            marked: marked as f64 >= MARKED * n as f64,
        }
    }

    /// Whether a sentence of so many words may be chosen; a heading or a filler is passed
    /// over.
    pub(super) fn standing(&self, text: &str, words: usize, is_passed_over: bool) -> Standing {
        let unmarked = self.marked && words < HEADING && !ends_with_mark(text);
        if is_passed_over || unmarked || is_debris(text) {
            return Standing::Boilerplate;
        }
        by_length(words)
    }
}

/// Words of content that a sentence of a transcript has at least to be chosen.
const LEAST_SAID: usize = 3;

/// Words that fill a pause or say that one listens. They are no function words elsewhere.
const FILLERS: [&str; 33] = [
    "ah", "aha", "alright", "anyway", "bye", "eh", "er", "erm", "exactly", "gonna", "great",
    "guess", "hello", "hey", "hi", "hm", "hmm", "huh", "mean", "mhm", "mm", "nope", "oh", "ok",
    "okay", "right", "sorry", "sure", "uh", "um", "well", "yeah", "yep",
];

/// Whether a unit of a transcript says too little to be quoted: a back-channel, a filler, a
/// remark of the transcriber in brackets.
pub(super) fn is_filler(units: &Units<'_>, unit: usize) -> bool {
    if units.labels.is_empty() {
        return false;
    }
    let says = |token: &&Token| {
        let span = token.span();
        let word = &units.text[span.range()];
        let is_remark = units.text[..span.start].ends_with(['{', '[', '<'])
            || units.text[span.end..].starts_with(['}', ']', '>']);
        let is_filler = FILLERS
            .iter()
            .any(|filler| filler.eq_ignore_ascii_case(word));
        token.term().is_some() && !is_remark && !is_filler
    };
    units.tokens_of(unit).iter().filter(says).count() < LEAST_SAID
}

/// Whether a sentence of so many words, of which nothing else is known, may be chosen.
pub(super) fn by_length(words: usize) -> Standing {
    if !(LEAST_CHOSEN..=MOST_CHOSEN).contains(&words) {
        Standing::Short
    } else {
        Standing::Choosable
    }
}

/// Whether nine in ten sentences have five words at most: answers to a question, not
/// prose. A heading or a notice says nothing about that.
pub(super) fn are_terse(sentences: impl Iterator<Item = (usize, Standing)>) -> bool {
    let (mut all, mut short) = (0, 0);
    for (words, _) in sentences.filter(|(_, standing)| *standing != Standing::Boilerplate) {
        all += 1;
        short += usize::from(words <= LEAST_CHOSEN);
    }
    all > 0 && 10 * short >= 9 * all
}

fn is_closing(c: char) -> bool {
    matches!(
        c,
        '"' | '\'' | '”' | '’' | '»' | '«' | '“' | ')' | ']' | '』' | '」' | ' '
    )
}

fn ends_with_mark(text: &str) -> bool {
    let last = text.trim_end_matches(is_closing).chars().next_back();
    last.is_some_and(|c| {
        matches!(
            c,
            '.' | '!' | '?' | '…' | ':' | ';' | '。' | '！' | '？' | '؟' | '।' | '։' | '။'
        )
    })
}

/// Words that only notices have, in lower case.
const NOTICES: [&str; 14] = [
    "©",
    "(c) ",
    "all rights reserved",
    "photo:",
    "photos:",
    "image:",
    "image copyright",
    "media caption",
    "hide caption",
    "pic.twitter.com",
    "click here",
    "sign up for",
    "read more:",
    "breaking news emails",
];

fn is_debris(text: &str) -> bool {
    let bracketed = text.starts_with('(') && text.trim_end_matches('.').ends_with(')')
        || text.starts_with('[') && text.ends_with(']');
    bracketed
        || is_hardly_letters(text)
        || has_address(text)
        || is_byline(text)
        || is_roll(text)
        || is_notice(text)
}

fn is_hardly_letters(text: &str) -> bool {
    let (mut letters, mut others) = (0, 0);
    for c in text.chars() {
        match c {
            _ if c.is_alphabetic() => letters += 1,
            _ if c.is_whitespace() => {}
            _ => others += 1,
        }
    }
    letters < others
}

/// Whether one of the notices stands in the text, in whatever case.
fn is_notice(text: &str) -> bool {
    let bytes = text.as_bytes();
    let is_at = |notice: &str, at: usize| {
        let end = at + notice.len();
        end <= bytes.len() && bytes[at..end].eq_ignore_ascii_case(notice.as_bytes())
    };
    // Every notice has its first byte in lower case, or one that has no case.
    (0..bytes.len()).any(|at| {
        let first = bytes[at].to_ascii_lowercase();
        let mut notices = NOTICES.iter();
        matches!(
            first,
            0xc2 | b'(' | b'a' | b'p' | b'i' | b'm' | b'h' | b'c' | b's' | b'r' | b'b'
        ) && notices.any(|notice| notice.as_bytes()[0] == first && is_at(notice, at))
    })
}

fn has_address(text: &str) -> bool {
    if !text.contains(['@', '/', 'w']) {
        return false;
    }
    text.contains("://")
        || text.split_whitespace().any(|word| {
            let at = word.find('@');
            at.is_some_and(|at| at > 0 && word[at..].contains('.')) || word.starts_with("www.")
        })
}

/// "By" and a few words that are names or "and".
fn is_byline(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let first = words.next();
    if !matches!(first, Some("By" | "BY")) {
        return false;
    }
    let is_name = |word: &str| word == "and" || word.starts_with(char::is_uppercase);
    let rest: Vec<&str> = words.collect();
    !rest.is_empty() && rest.len() <= 8 && rest.iter().all(|word| is_name(word))
}

/// Words that may stand before the colon of a list of names.
const ROLL_LABEL: usize = 4;

/// A list of names behind a label, as minutes open with: `Present: Cllr Hart (chair), Mr Dean,
/// Mrs Ives for the harbour office.` Six words in ten begin with a capital letter, which no
/// sentence has, in German either.
fn is_roll(text: &str) -> bool {
    let Some((label, names)) = text.split_once(':') else {
        return false;
    };
    // What somebody is stands in brackets, in small letters.
    let outside = names.split('(').enumerate().map(|(i, part)| match i {
        0 => part,
        _ => part.split_once(')').map_or(part, |(_, behind)| behind),
    });
    let (mut words, mut capitals) = (0, 0);
    for word in outside.flat_map(str::split_whitespace) {
        let Some(first) = word.chars().find(|c| c.is_alphanumeric()) else {
            continue;
        };
        words += 1;
        capitals += usize::from(first.is_uppercase());
    }
    label.split_whitespace().count() <= ROLL_LABEL
        && names.matches(',').count() >= 2
        && 10 * capitals >= 6 * words
}

/// Where the sentence begins behind a dateline such as `LONDON (Agency) -`.
pub(super) fn behind_dateline(text: &str, span: Span) -> Span {
    let start = agency_line(text).map_or(span.start, |length| span.start + length);
    Span::new(start, span.end)
}

/// Bytes that a dateline may take.
const DATELINE: usize = 70;

fn agency_line(text: &str) -> Option<usize> {
    let head = &text[..text.floor_char_boundary(DATELINE)];
    let marks = [" — ", " – ", " -- ", " - "];
    let found = marks
        .iter()
        .filter_map(|mark| Some((head.find(mark)?, mark.len())));
    let (at, length) = found.min()?;
    let place = &head[..at];
    let first = place.split_whitespace().next()?;
    let mut capitals = first.chars().filter(|c| c.is_alphabetic());
    let shouted = first.chars().filter(|c| c.is_alphabetic()).count() >= 3
        && capitals.all(char::is_uppercase);
    let is_place = |word: &str| !word.starts_with(char::is_lowercase);
    let rest = text[at + length..].trim_start();
    let opens = rest.starts_with(|c: char| c.is_uppercase() || matches!(c, '"' | '“' | '\''));
    let is_dateline = shouted && opens && place.split_whitespace().all(is_place);
    is_dateline.then(|| text.len() - rest.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notices_brackets_addresses_and_bylines_are_debris() {
        for text in [
            "(Photo: harbour office)",
            "[Enlarge this picture]",
            "By Ada Brown and Carl Green",
            "Write to the desk at news@example.org today.",
            "See https://example.org for the full list of boats.",
            "12 - 14 / 03 : 2 - 1",
            "© 2020 The Harbour Post, every word of it.",
            "Present: Cllr Hart (chair), Mr Dean, Mrs Ives for the Harbour Office.",
            "Present: Cllr Hart (chair), Mrs Ives (harbour master), Mr Dean for the Fleet, the clerk.",
            "Present: Cllr Hart (chair), Mrs Ives, the clerk.",
            "Anwesend: Frau Adler, Herr Busch, Herr Carl.",
        ] {
            assert!(is_debris(text), "{text}");
        }
        for text in [
            "By Tuesday the harbour was open again.",
            "The boat (a small one) came home.",
            "It cost $40 in 2019.",
            "Three things were lost: the Crane, the Mole and a boat, all in one night.",
            "Es fehlten: der Kran, die Mole, ein Boot und das Vertrauen der Stadt.",
        ] {
            assert!(!is_debris(text), "{text}");
        }
    }

    #[test]
    fn a_missing_mark_counts_only_where_others_have_one() {
        let prose = Look { marked: true };
        let list = Look { marked: false };
        let heading = "What the harbour needs most of all";
        assert_eq!(prose.standing(heading, 7, false), Standing::Boilerplate);
        assert_eq!(list.standing(heading, 7, false), Standing::Choosable);
        assert_eq!(prose.standing("So it was said.", 4, false), Standing::Short);
        assert_eq!(
            prose.standing("It goes on and on.", 91, false),
            Standing::Short
        );
        assert_eq!(
            prose.standing("He said “so it was said.”", 6, true),
            Standing::Boilerplate
        );
    }

    #[test]
    fn a_dateline_is_left_behind_and_other_dashes_stay() {
        let behind = |text: &str| agency_line(text).map(|at| text[at..].to_string());
        assert_eq!(
            behind("OSTEND, Belgium (AB) — The ferry is late.").as_deref(),
            Some("The ferry is late.")
        );
        assert_eq!(
            behind("LONDON - A man fell in.").as_deref(),
            Some("A man fell in.")
        );
        assert_eq!(behind("The ferry - an old one - is late."), None);
        assert_eq!(behind("NATO ships - three of them - came."), None);
        assert_eq!(behind("—"), None);
    }
}

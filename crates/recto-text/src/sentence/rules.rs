//! The rules that decide whether a mark ends a sentence.

use super::Decision;
use crate::language::{Abbreviation, Language};

/// How far back and ahead a rule looks, in bytes: keeps the pass linear on any text.
const REACH: usize = 400;

/// English verbs that tie a quotation to its speaker.
const SPEECH: [&str; 24] = [
    "said",
    "says",
    "asked",
    "asks",
    "replied",
    "cried",
    "shouted",
    "whispered",
    "answered",
    "added",
    "murmured",
    "called",
    "muttered",
    "exclaimed",
    "yelled",
    "laughed",
    "sighed",
    "snapped",
    "wondered",
    "began",
    "continued",
    "growled",
    "told",
    "wrote",
];

/// Words with a capital that may follow a time of day inside a sentence.
const CALENDAR: [&str; 19] = [
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

/// Languages that write ordinals with a point ("3. Mai").
const POINT_ORDINALS: [&str; 6] = ["de", "da", "no", "fi", "hu", "pl"];

/// A paragraph whose end is the end of `text`.
pub(super) struct Context<'t> {
    text: &'t str,
    language: &'t Language,
}

/// What stands after a mark: the first letter or digit and the word it opens.
struct Follow<'t> {
    first: char,
    word: &'t str,
    rest: &'t str,
}

impl<'t> Context<'t> {
    pub(super) fn new(text: &'t str, language: &'t Language) -> Self {
        Self { text, language }
    }

    /// Decides at the mark or line break at `at` in the sentence from `start`.
    pub(super) fn decide(&self, start: usize, at: usize) -> Decision {
        let c = self.text[at..].chars().next().expect("inside the text");
        if c == '\n' {
            return self.at_line_break(at);
        }
        if !self.is_end_mark(c) {
            return Decision::GoOn(at + c.len_utf8());
        }
        let marks_end = at
            + self.text[at..]
                .find(|c| !self.is_end_mark(c))
                .unwrap_or(self.text.len() - at);
        let marks = &self.text[at..marks_end];
        let end = self.skip_closers(marks_end);
        let closers = &self.text[marks_end..end];
        let rest = &self.text[end..];
        let next = end + (rest.len() - rest.trim_start().len());
        let is_wide = marks.chars().any(is_wide_mark);
        if next == self.text.len() || (next == end && !is_wide) {
            return Decision::GoOn(marks_end);
        }
        match self.ends(start, at, marks, closers, next, is_wide) {
            true => Decision::Cut { end, next },
            false => Decision::GoOn(next),
        }
    }

    /// A line that opens with a list mark is a unit of its own.
    fn at_line_break(&self, at: usize) -> Decision {
        let next = at + 1 + leading_blanks(&self.text[at + 1..]);
        match opens_list_item(&self.text[next..]) {
            true => Decision::Cut { end: at, next },
            false => Decision::GoOn(at + 1),
        }
    }

    fn is_end_mark(&self, c: char) -> bool {
        matches!(
            c,
            '.' | '!' | '?' | '…' | '‼' | '⁇' | '⁈' | '⁉' | '؟' | '۔' | '।' | '॥' | '\u{37E}'
        ) || is_wide_mark(c)
            || (c == ';' && self.language.code == "el")
    }

    /// Past closing quotes and brackets, also where French puts a blank before them.
    fn skip_closers(&self, from: usize) -> usize {
        let mut at = from;
        for c in self.text[from..].chars().take(8) {
            let closes = matches!(
                c,
                '"' | '\''
                    | '’'
                    | '”'
                    | '“'
                    | '»'
                    | '›'
                    | ')'
                    | ']'
                    | '}'
                    | '」'
                    | '』'
                    | '）'
                    | '*'
                    | '_'
            );
            if !closes {
                break;
            }
            at += c.len_utf8();
        }
        let rest = &self.text[at..];
        let mut inner = rest.chars();
        let spaced = inner
            .next()
            .is_some_and(|c| matches!(c, ' ' | '\u{A0}' | '\u{202F}'))
            && inner.next() == Some('»')
            && inner.next().is_none_or(|c| !c.is_alphanumeric());
        match spaced {
            true => at + rest.find('»').map_or(0, |offset| offset + '»'.len_utf8()),
            false => at,
        }
    }

    fn ends(
        &self,
        start: usize,
        at: usize,
        marks: &str,
        closers: &str,
        next: usize,
        is_wide: bool,
    ) -> bool {
        if is_wide {
            // A quotation that the narrator takes up again: 「…。」と.
            let following = self.text[next..].chars().next();
            return closers.is_empty()
                || !following.is_some_and(|c| ('\u{3041}'..='\u{309F}').contains(&c));
        }
        let Some(follow) = self.follow(next) else {
            return false;
        };
        if follow.first.is_lowercase() || self.is_inside_brackets(start, at) {
            return false;
        }
        if closers.contains(['"', '\'', '’', '”', '“', '»']) && self.is_speech_tag(&follow) {
            return false;
        }
        match marks {
            "." => self.dot_ends(start, at, &follow),
            _ if marks.chars().all(|c| matches!(c, '.' | '…')) => follow.word != "I",
            _ => true,
        }
    }

    fn follow(&self, next: usize) -> Option<Follow<'t>> {
        let window = &self.text[next..];
        let window = &window[..window.floor_char_boundary(REACH)];
        let at = window.find(char::is_alphanumeric)?;
        let rest = &window[at..];
        let length = rest
            .find(|c: char| !c.is_alphanumeric())
            .unwrap_or(rest.len());
        Some(Follow {
            first: rest.chars().next()?,
            word: &rest[..length],
            rest: &rest[length..],
        })
    }

    /// Function words open sentences; names and nouns also follow abbreviations.
    fn is_starter(&self, follow: &Follow<'_>) -> bool {
        self.language
            .stop_words()
            .contains_key(follow.word.to_lowercase().as_str())
    }

    /// `“Why?” Anna asked`: a name or "I", then within two words a verb of speech.
    fn is_speech_tag(&self, follow: &Follow<'_>) -> bool {
        if self.language.code != "en" || (follow.word != "I" && self.is_starter(follow)) {
            return false;
        }
        let clause = follow
            .rest
            .split([',', ';', '!', '?', '"', '“'])
            .next()
            .unwrap_or("");
        let verbs = clause.split_whitespace().take(2);
        verbs
            .map(|word| word.trim_end_matches('.'))
            .any(|word| SPEECH.contains(&word))
    }

    /// Whether a bracket that opened inside the sentence is still to be closed.
    fn is_inside_brackets(&self, start: usize, at: usize) -> bool {
        let from = self
            .text
            .floor_char_boundary(at.saturating_sub(REACH))
            .max(start);
        let before = &self.text[from..at];
        let Some(open) = before.rfind('(') else {
            return false;
        };
        if before[open..].contains(')') || from + open == start {
            return false;
        }
        let ahead = &self.text[at..];
        let ahead = &ahead[..ahead.floor_char_boundary(REACH)];
        ahead
            .find(')')
            .is_some_and(|close| !ahead[..close].contains('('))
    }

    /// Whether a single dot behind the word before it ends the sentence; a capital,
    /// a digit or a letter without case follows.
    fn dot_ends(&self, start: usize, at: usize, follow: &Follow<'_>) -> bool {
        let word = self.word_before(start, at);
        let opens = at - word.len() == start;
        let starter = self.is_starter(follow);
        let lower = word.to_lowercase();
        match self.language.abbreviations().get(lower.as_str()) {
            Some(Abbreviation::NeverEnds) => false,
            Some(Abbreviation::BeforeName) => {
                starter && self.is_after_capital(start, at - word.len())
            }
            Some(Abbreviation::BeforeNumber) => !is_numeral(follow.word),
            Some(Abbreviation::MayEnd) => may_end(word, follow, starter),
            None => self.plain_dot_ends(word, opens, follow, starter),
        }
    }

    fn plain_dot_ends(&self, word: &str, opens: bool, follow: &Follow<'_>, starter: bool) -> bool {
        let mut letters = word.chars();
        let (first, second) = (letters.next(), letters.next());
        let is_initial = second.is_none() && first.is_some_and(char::is_uppercase);
        if is_initial {
            let is_pronoun = word == "I" && self.language.code == "en";
            return !opens && (is_pronoun || starter);
        }
        if is_dotted_letters(word) {
            return starter;
        }
        if opens && (is_numeral(word) || word.chars().all(|c| c.is_ascii_digit())) {
            return false;
        }
        let is_ordinal =
            word.len() <= 2 && word.chars().all(|c| c.is_ascii_digit()) && !word.is_empty();
        if is_ordinal && POINT_ORDINALS.contains(&self.language.code) {
            return starter || follow.first.is_ascii_digit();
        }
        true
    }

    /// The run of non-blanks before `at`, without what opens it.
    fn word_before(&self, start: usize, at: usize) -> &'t str {
        let from = self
            .text
            .floor_char_boundary(at.saturating_sub(64))
            .max(start);
        let before = &self.text[from..at];
        let is_break = |c: char| {
            c.is_whitespace()
                || matches!(
                    c,
                    '(' | '[' | '{' | '"' | '“' | '‘' | '\'' | '«' | '—' | '–' | '/' | '-'
                )
        };
        before.rsplit(is_break).next().unwrap_or("")
    }

    /// Whether the word that ends before `at` has a capital and does not open the
    /// sentence: "Main St." is a street, "St. Ives" is not.
    fn is_after_capital(&self, start: usize, at: usize) -> bool {
        let before = self.text[start..at].trim_end();
        let word = before.rsplit(char::is_whitespace).next().unwrap_or("");
        word.starts_with(char::is_uppercase)
    }
}

/// "etc.", "Inc." and "p.m." end before a capital; "U.S." only before a function word.
fn may_end(word: &str, follow: &Follow<'_>, starter: bool) -> bool {
    let is_capital_letters = is_dotted_letters(word) && word.starts_with(char::is_uppercase);
    if is_capital_letters {
        return starter;
    }
    let is_dotted = word.contains('.');
    let is_shouted = follow.word.len() > 1 && follow.word.chars().all(char::is_uppercase);
    let is_date = CALENDAR.contains(&follow.word.to_lowercase().as_str());
    !(is_dotted && (is_shouted || is_date))
}

/// "U.S", "J.S": letters with dots between them.
fn is_dotted_letters(word: &str) -> bool {
    word.contains('.')
        && word.split('.').all(|part| part.chars().count() == 1)
        && word.chars().any(char::is_alphabetic)
}

/// A number in digits, in Roman letters, or a single letter as in "Fig. A".
fn is_numeral(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit())
        || (!word.is_empty() && word.chars().all(|c| "IVXLCDM".contains(c)))
        || (word.chars().count() == 1
            && word.starts_with(char::is_uppercase)
            && word != "I"
            && word != "A")
}

fn is_wide_mark(c: char) -> bool {
    matches!(c, '。' | '！' | '？' | '．' | '｡')
}

fn leading_blanks(text: &str) -> usize {
    text.len() - text.trim_start_matches([' ', '\t']).len()
}

/// `- `, `• `, `12. `, `3) `, `b) `, `(iv) ` at the start of a line.
fn opens_list_item(line: &str) -> bool {
    let mut letters = line.chars();
    let first = letters.next();
    if first.is_some_and(|c| matches!(c, '-' | '*' | '+' | '•' | '–' | '—' | '·' | '▪' | '◦' | '‣'))
    {
        return letters
            .next()
            .is_some_and(|c| matches!(c, ' ' | '\t' | '\u{A0}'));
    }
    let (open, inner) = match line.strip_prefix('(') {
        Some(inner) => (true, inner),
        None => (false, line),
    };
    let length = inner
        .find(|c: char| !c.is_ascii_alphanumeric())
        .unwrap_or(0);
    let (label, rest) = inner.split_at(length);
    let digits = !label.is_empty() && label.len() <= 3 && label.bytes().all(|b| b.is_ascii_digit());
    let roman = !label.is_empty() && label.len() <= 4 && label.bytes().all(|b| b"ivx".contains(&b));
    let closed = |marks: &[char]| {
        let mut rest = rest.chars();
        rest.next().is_some_and(|c| marks.contains(&c))
            && rest.next().is_some_and(char::is_whitespace)
    };
    match (digits, roman || label.len() == 1, open) {
        (true, _, false) => closed(&['.', ')']),
        (true, _, true) | (_, true, _) => closed(&[')']),
        _ => false,
    }
}

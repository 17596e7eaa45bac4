//! The single dot: abbreviations, initials, ordinals and list numbers.

use super::rules::{Context, Follow, Mark};
use crate::language::Abbreviation;
use crate::time::is_day_or_month;
use crate::token::is_unspaced;

/// Zones, which may follow a time of day inside a sentence as days and months may.
const ZONES: [&str; 4] = ["atlantic", "central", "eastern", "pacific"];

/// Languages that write ordinals with a point ("3. Mai").
const POINT_ORDINALS: [&str; 6] = ["de", "da", "no", "fi", "hu", "pl"];

/// The longest part of an abbreviation that is written with blanks ("z. B.").
const PART: usize = 4;

impl<'t> Context<'t> {
    /// Whether a single dot behind the word before it ends the sentence; a capital,
    /// a digit or a letter without case follows.
    pub(super) fn dot_ends(&self, start: usize, mark: &Mark<'_>, follow: &Follow<'_>) -> bool {
        let at = mark.at;
        let word = self.word_before(start, at);
        let lower = word.to_lowercase();
        if self.goes_on_spaced(&lower, &self.text[mark.next..]) {
            return false;
        }
        let starter = || self.is_starter(follow);
        let opens = at - word.len() == start;
        match self.known(start, at, word, &lower) {
            Some(Abbreviation::NeverEnds) => false,
            Some(Abbreviation::BeforeName) => {
                starter() && self.is_after_capital(start, at - word.len())
            }
            Some(Abbreviation::BeforeNumber) => !is_numeral(follow.word),
            Some(Abbreviation::MayEnd) => {
                !opens_citation(&self.text[mark.next..]) && may_end(word, follow, &starter)
            }
            None if self.is_part_of_title(start, at, word) => false,
            None => self.plain_dot_ends(word, opens.then_some(start), follow, &starter),
        }
    }

    /// Whether a list holds the word that ends at `at`.
    pub(super) fn is_abbreviation(&self, start: usize, at: usize) -> bool {
        let word = self.word_before(start, at);
        self.known(start, at, word, &word.to_lowercase()).is_some()
    }

    /// What the lists say of the word before the dot, alone or with the short dotted
    /// words before it. One capital is an initial, whatever its small letter stands
    /// for, unless it is a title ("M. Lenoir").
    fn known(&self, start: usize, at: usize, word: &str, lower: &str) -> Option<Abbreviation> {
        let spaced = self.ends_spaced(start, at - word.len(), lower);
        let alone = self.language.abbreviations().get(lower).copied();
        let is_title = alone == Some(Abbreviation::BeforeName);
        spaced.or(alone.filter(|_| is_title || !is_capital(word)))
    }

    /// `EE.` before ` UU.`: the word and those after it are one abbreviation.
    fn goes_on_spaced(&self, lower: &str, after: &str) -> bool {
        if lower.is_empty() || lower.chars().count() > PART {
            return false;
        }
        let mut joined = String::new();
        let mut rest = after;
        for _ in 0..3 {
            // A dot further away ends no part.
            let near = &rest[..rest.floor_char_boundary(4 * PART + 1)];
            let part = near.split_once('.').map(|(part, _)| part);
            let Some(part) = part.filter(|part| is_part(part)) else {
                return false;
            };
            if joined.is_empty() {
                joined.push_str(lower);
            }
            let tail = &rest[part.len() + 1..];
            joined.push('.');
            joined.extend(part.chars().flat_map(char::to_lowercase));
            if self.language.abbreviations().contains_key(joined.as_str()) {
                return true;
            }
            rest = tail.trim_start_matches([' ', '\u{A0}', '\u{202F}']);
        }
        false
    }

    /// `UU.` after `EE. `, `д.` after `т. `: the kind of the abbreviation that ends
    /// with the word at `at`.
    fn ends_spaced(&self, start: usize, at: usize, lower: &str) -> Option<Abbreviation> {
        let mut joined = String::new();
        let mut before = &self.text[start..at];
        let mut kind = None;
        for _ in 0..3 {
            let trimmed = before.trim_end_matches([' ', '\u{A0}', '\u{202F}']);
            let head = trimmed.strip_suffix('.').filter(|_| trimmed != before)?;
            let part = self.word_before(start, start + head.len());
            if !is_part(part) {
                break;
            }
            if joined.is_empty() {
                joined.push_str(lower);
            }
            joined = format!("{}.{joined}", part.to_lowercase());
            let known = self.language.abbreviations().get(joined.as_str());
            kind = known.copied().or(kind);
            before = &head[..head.len() - part.len()];
            if before.is_empty() {
                break;
            }
        }
        kind
    }

    /// `em.` in "Prof. em. Dr.": a short word in small letters after a title.
    fn is_part_of_title(&self, start: usize, at: usize, word: &str) -> bool {
        let is_short = word.chars().count() <= PART && word.chars().all(char::is_lowercase);
        let before = self.text[start..at - word.len()].trim_end();
        let Some(head) = before.strip_suffix('.').filter(|_| is_short) else {
            return false;
        };
        let title = self.word_before(start, start + head.len()).to_lowercase();
        self.language.abbreviations().get(title.as_str()) == Some(&Abbreviation::BeforeName)
    }

    /// `opens` is where the sentence starts, if the word opens it.
    fn plain_dot_ends(
        &self,
        word: &str,
        opens: Option<usize>,
        follow: &Follow<'_>,
        starter: &dyn Fn() -> bool,
    ) -> bool {
        if is_capital(word) {
            let is_pronoun = word == "I" && self.language.code == "en";
            return opens.is_none() && (is_pronoun || starter());
        }
        if is_dotted_letters(word) {
            return starter();
        }
        if is_caseless_letter(word) {
            return false;
        }
        let is_digits = !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit());
        if opens.is_some_and(|start| self.is_item_number(word, start)) {
            return false;
        }
        if is_digits && word.len() <= 2 && POINT_ORDINALS.contains(&self.language.code) {
            return starter() || follow.first.is_ascii_digit();
        }
        true
    }

    /// `12.`, `iv.`, and at the start of a line `2.1.`: elsewhere a long number or a
    /// fraction is an answer, not the number of an item.
    fn is_item_number(&self, word: &str, start: usize) -> bool {
        let opens_line = || {
            let before = self.text[..start].trim_end_matches([' ', '\t']);
            before.is_empty() || before.ends_with('\n')
        };
        if word.starts_with(|c: char| c.is_ascii_digit()) {
            (word.len() <= 2 && !word.contains('.')) || opens_line()
        } else {
            word.is_empty() || is_numeral(word)
        }
    }

    /// The run of non-blanks before `at`, without what opens it.
    pub(super) fn word_before(&self, start: usize, at: usize) -> &'t str {
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

/// `(2001)` and `[12]` behind "et al.": a year or a number in brackets.
fn opens_citation(after: &str) -> bool {
    let inside = after.strip_prefix(['(', '[']);
    inside.is_some_and(|inside| inside.starts_with(|c: char| c.is_ascii_digit()))
}

/// "etc.", "Inc." and "p.m." end before a capital; "U.S." only before a function word.
fn may_end(word: &str, follow: &Follow<'_>, starter: &dyn Fn() -> bool) -> bool {
    let is_capital_letters = is_dotted_letters(word) && word.starts_with(char::is_uppercase);
    if is_capital_letters {
        return starter();
    }
    let is_dotted = word.contains('.');
    let is_shouted = follow.word.len() > 1 && follow.word.chars().all(char::is_uppercase);
    let word = follow.word.to_lowercase();
    let is_date = is_day_or_month(&word) || ZONES.contains(&word.as_str());
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
        || (is_capital(word) && word != "I" && word != "A")
}

fn single(word: &str) -> Option<char> {
    let mut letters = word.chars();
    letters.next().filter(|_| letters.next().is_none())
}

fn is_capital(word: &str) -> bool {
    single(word).is_some_and(char::is_uppercase)
}

/// A single letter of a script without capitals stands for a longer word.
fn is_caseless_letter(word: &str) -> bool {
    single(word).is_some_and(|c| {
        c.is_alphabetic() && !c.is_lowercase() && !c.is_uppercase() && !is_unspaced(c)
    })
}

/// Whether a word may be one part of an abbreviation with blanks.
fn is_part(word: &str) -> bool {
    // Bytes first: what stands before a far dot is not worth counting.
    !word.is_empty()
        && word.len() <= 4 * PART
        && word.chars().count() <= PART
        && word.chars().all(char::is_alphabetic)
}

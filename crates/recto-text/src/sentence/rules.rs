//! The rules that decide whether a mark ends a sentence.

use super::small::Letters;
use super::{Decision, lists};
use crate::language::Language;

/// How far back and ahead a rule looks, in bytes: keeps the pass linear on any text.
pub(super) const REACH: usize = 400;

/// A paragraph whose end is the end of `text`.
pub(super) struct Context<'t> {
    pub(super) text: &'t str,
    pub(super) language: &'t Language,
    /// Those of the whole text.
    pub(super) letters: &'t Letters<'t>,
}

/// A run of end marks, the quotes and brackets that close behind it, and where the
/// text goes on.
pub(super) struct Mark<'t> {
    pub(super) at: usize,
    pub(super) marks: &'t str,
    pub(super) closers: &'t str,
    pub(super) next: usize,
}

/// What stands after a mark: the first letter or digit and the word it opens.
pub(super) struct Follow<'t> {
    pub(super) first: char,
    pub(super) word: &'t str,
    pub(super) rest: &'t str,
}

impl<'t> Context<'t> {
    /// Decides at the mark or line break at `at` in the sentence from `start`.
    pub(super) fn decide(&self, start: usize, at: usize) -> Decision {
        let c = self.text[at..].chars().next().expect("inside the text");
        match c {
            '\n' => self.at_line_break(at),
            '–' | '—' => self.at_dash(at + c.len_utf8()),
            _ if self.is_end_mark(c) => self.at_mark(start, at),
            _ => Decision::GoOn(at + c.len_utf8()),
        }
    }

    fn at_mark(&self, start: usize, at: usize) -> Decision {
        let marks_end = self.skip_marks(at);
        let end = self.skip_closers(marks_end);
        let next = self.skip_blanks(end);
        let mark = Mark {
            at,
            marks: &self.text[at..marks_end],
            closers: &self.text[marks_end..end],
            next,
        };
        let is_wide = mark.marks.chars().any(is_wide_mark);
        if next == self.text.len() || (next == end && !is_wide) {
            return Decision::GoOn(marks_end);
        }
        let opens_item =
            || self.text[end..next].contains('\n') && lists::opens_item(&self.text[next..]);
        let ends = if is_wide {
            !self.is_taken_up(&mark)
        } else {
            self.ends(start, &mark) || opens_item()
        };
        if ends {
            Decision::Cut { end, next }
        } else {
            Decision::GoOn(next)
        }
    }

    /// A line that opens with a list mark is a unit of its own.
    fn at_line_break(&self, at: usize) -> Decision {
        let rest = &self.text[at + 1..];
        let next = at + 1 + rest.len() - rest.trim_start_matches([' ', '\t']).len();
        if lists::opens_item(&self.text[next..]) {
            Decision::Cut { end: at, next }
        } else {
            Decision::GoOn(at + 1)
        }
    }

    fn is_end_mark(&self, c: char) -> bool {
        matches!(
            c,
            '.' | '!' | '?' | '…' | '‼' | '⁇' | '⁈' | '⁉' | '؟' | '۔' | '।' | '॥' | '\u{37E}'
        ) || is_wide_mark(c)
            || (c == ';' && self.language.code == "el")
    }

    /// Past a run of end marks, and past dots with blanks between them (`. . .`).
    fn skip_marks(&self, at: usize) -> usize {
        let run = |from: usize| {
            let rest = &self.text[from..];
            from + rest.find(|c| !self.is_end_mark(c)).unwrap_or(rest.len())
        };
        let mut end = run(at);
        while self.text[end..].starts_with(' ') && self.text[end + 1..].starts_with(['.', '!', '?'])
        {
            // ` .5` is a number.
            let is_number = self.text[end + 2..].starts_with(char::is_alphanumeric);
            if is_number || self.opens_with_dots(end + 1) {
                break;
            }
            end = run(end + 1);
        }
        end
    }

    pub(super) fn skip_blanks(&self, from: usize) -> usize {
        self.text.len() - self.text[from..].trim_start().len()
    }

    fn ends(&self, start: usize, mark: &Mark<'t>) -> bool {
        let Some(follow) = self.follow(mark.next) else {
            return false;
        };
        // Dots that open a sentence do not end it.
        if mark.at == start && mark.marks.chars().all(|c| matches!(c, '.' | '…' | ' ')) {
            return false;
        }
        if self.is_inside_brackets(start, mark.at) && !self.closes_brackets(start, mark, &follow) {
            return false;
        }
        if self.is_before_unnamed(mark) || self.opens_with_dots(mark.next) {
            return true;
        }
        if follow.first.is_lowercase() && !self.opens_contraction(mark.next) {
            return self.is_before_aside(start, mark, &follow)
                || self.is_before_reference(mark)
                || self.is_before_symbol(start, mark, &follow)
                || self.ends_small(start, mark, &follow);
        }
        if self.is_before_speaker(mark, &follow) {
            return false;
        }
        match mark.marks {
            "." => self.dot_ends(start, mark, &follow),
            marks if marks.chars().all(|c| matches!(c, '.' | '…' | ' ')) => follow.word != "I",
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

    /// Dutch `'s Avonds`: the capital stands on the second word.
    fn opens_contraction(&self, next: usize) -> bool {
        if self.language.code != "nl" {
            return false;
        }
        let mut letters = self.text[next..].chars();
        matches!(letters.next(), Some('\'' | '’' | '‘'))
            && matches!(letters.next(), Some('s' | 't' | 'k' | 'n' | 'm'))
            && letters.next() == Some(' ')
            && letters.next().is_some_and(char::is_uppercase)
    }

    /// `It fell. (laughter)`: a bracket in small letters after a full stop is a unit;
    /// after an abbreviation or an ellipsis the sentence goes on.
    fn is_before_aside(&self, start: usize, mark: &Mark<'_>, follow: &Follow<'_>) -> bool {
        let is_aside = self.text[mark.next..].starts_with(['(', '[']) && mark.closers.is_empty();
        is_aside
            && match mark.marks {
                "." => !self.is_abbreviation(start, mark.at) && self.dot_ends(start, mark, follow),
                "?" | "!" => true,
                _ => false,
            }
    }

    /// Function words open sentences; names and nouns also follow abbreviations.
    pub(super) fn is_starter(&self, follow: &Follow<'_>) -> bool {
        self.language
            .stop_words()
            .contains_key(follow.word.to_lowercase().as_str())
    }

    /// Whether a bracket that opened inside the sentence is still to be closed.
    fn is_inside_brackets(&self, start: usize, at: usize) -> bool {
        let bytes = self.text.as_bytes();
        let from = at.saturating_sub(REACH).max(start);
        let before = &bytes[from..at];
        let Some(open) = memchr::memrchr2(b'(', b')', before) else {
            return false;
        };
        if before[open] == b')' || from + open == start {
            return false;
        }
        let ahead = &bytes[at..(at + REACH).min(bytes.len())];
        memchr::memchr2(b'(', b')', ahead).is_some_and(|close| ahead[close] == b')')
    }
}

fn is_wide_mark(c: char) -> bool {
    matches!(c, '。' | '！' | '？' | '．' | '｡')
}

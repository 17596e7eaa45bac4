//! Dates in running text: `2 October 2024`, `Oct. 2nd, 2024`, `02.10.2024`, `2024年10月2日`.

mod months;

use jiff::civil::Date;
pub(crate) use months::month_of;
use std::ops::Range;

/// Which number comes first in dates such as 02/10/2024.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Order {
    DayFirst,
    MonthFirst,
    /// Only dates that have one reading are found.
    Unknown,
}

/// A date and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct WrittenDate {
    pub(crate) date: Date,
    pub(crate) range: Range<usize>,
}

/// The dates of a text, in order. They have a day, a month and a year, and lie between 1000 and
/// 2100; years of two digits belong to 1970 to 2069.
pub(crate) fn dates_in(text: &str, order: Order) -> Vec<WrittenDate> {
    let tokens = tokens(text);
    let mut dates = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        match date_at(&tokens[at..], order) {
            Some((date, n_tokens)) if !is_part_of_number(&tokens, at, at + n_tokens) => {
                dates.push(WrittenDate {
                    date,
                    range: tokens[at].range.start..tokens[at + n_tokens - 1].range.end,
                });
                at += n_tokens;
            }
            _ => at += 1,
        }
    }
    dates
}

/// Whether the tokens are part of a longer number, such as that of a version: `1.2.10.2024`.
fn is_part_of_number(tokens: &[Token<'_>], start: usize, end: usize) -> bool {
    let joins = |left: &Token<'_>, right: &Token<'_>| left.range.end == right.range.start;
    let is_mark = |token: &Token<'_>| token.is_mark(&['.', '/', '-']);
    let is_number = |token: &Token<'_>| matches!(token.kind, Kind::Number { .. });
    let goes_on = |left: &Token<'_>, mark: &Token<'_>, right: &Token<'_>| {
        is_mark(mark)
            && joins(left, mark)
            && joins(mark, right)
            && is_number(left)
            && is_number(right)
    };
    let before = start >= 2 && goes_on(&tokens[start - 2], &tokens[start - 1], &tokens[start]);
    let after = end + 1 < tokens.len() && goes_on(&tokens[end - 1], &tokens[end], &tokens[end + 1]);
    before || after
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind<'t> {
    /// A number of up to four digits.
    Number {
        value: i16,
        digits: u8,
    },
    Word(&'t str),
    Mark(char),
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Token<'t> {
    kind: Kind<'t>,
    range: Range<usize>,
}

impl Token<'_> {
    fn is_mark(&self, marks: &[char]) -> bool {
        matches!(self.kind, Kind::Mark(mark) if marks.contains(&mark))
    }

    fn year(&self) -> Option<i16> {
        match self.kind {
            Kind::Number { value, digits: 4 } if (1000..2100).contains(&value) => Some(value),
            _ => None,
        }
    }

    /// A day or month in figures.
    fn small(&self) -> Option<i8> {
        match self.kind {
            Kind::Number {
                value,
                digits: 1 | 2,
            } if value > 0 => i8::try_from(value).ok(),
            _ => None,
        }
    }

    fn month(&self) -> Option<i8> {
        match self.kind {
            // The longest name has twelve letters.
            Kind::Word(word) if word.len() <= 32 => month_of(&word.to_lowercase()),
            _ => None,
        }
    }

    fn is_word(&self, words: &str) -> bool {
        match self.kind {
            Kind::Word(word) => {
                let word = word.to_lowercase();
                words.split(' ').any(|known| known == word)
            }
            _ => false,
        }
    }
}

/// Words between the parts of a date.
const FILLERS: &str = "of the de del do den";
/// Endings of ordinal numbers.
const ORDINALS: &str = "st nd rd th er º ª";

/// The date that the tokens begin with, and how many tokens it has.
fn date_at(tokens: &[Token<'_>], order: Order) -> Option<(Date, usize)> {
    match tokens.first()?.kind {
        Kind::Number { digits: 4, .. } => year_first(tokens),
        Kind::Number { .. } => in_figures(tokens, order)
            .or_else(|| day_first(tokens))
            .or_else(|| vietnamese(tokens)),
        Kind::Word(_) => month_first(tokens),
        Kind::Mark(_) => None,
    }
}

/// `2024-10-02`, `2024/10/2`, `2024年10月2日`, `2024. október 2.`
fn year_first(tokens: &[Token<'_>]) -> Option<(Date, usize)> {
    let year = tokens[0].year()?;
    let skipped = usize::from(tokens.get(1)?.is_mark(&['.']));
    if let Some(month) = tokens.get(1 + skipped)?.month() {
        return dated(year, month, tokens.get(2 + skipped)?.small()?, 3 + skipped);
    }
    let [_, first, month, second, day, ..] = tokens else {
        return None;
    };
    let is_form = first.is_mark(&['-', '/', '.']) && first.kind == second.kind
        || first.is_word("年") && second.is_word("月");
    if !is_form {
        return None;
    }
    dated(year, month.small()?, day.small()?, 5)
}

/// `02.10.2024`, `2/10/2024`, `02.10.24`
fn in_figures(tokens: &[Token<'_>], order: Order) -> Option<(Date, usize)> {
    let [first, mark, second, other_mark, year, ..] = tokens else {
        return None;
    };
    if !mark.is_mark(&['.', '/', '-']) || mark.kind != other_mark.kind {
        return None;
    }
    let year = match year.kind {
        Kind::Number { value, digits: 2 } if !mark.is_mark(&['-']) => {
            value + if value < 70 { 2000 } else { 1900 }
        }
        _ => year.year()?,
    };
    let (first, second) = (first.small()?, second.small()?);
    // With full stops, the day comes first everywhere.
    let order = if mark.is_mark(&['.']) {
        Order::DayFirst
    } else {
        order
    };
    let (day, month) = match order {
        _ if first == second => (first, second),
        _ if first > 12 => (first, second),
        _ if second > 12 => (second, first),
        Order::DayFirst => (first, second),
        Order::MonthFirst => (second, first),
        Order::Unknown => return None,
    };
    dated(year, month, day, 5)
}

/// `2 October 2024`, `2nd of Oct., 2024`, `2. Oktober 2024`, `2 de octubre de 2024`, `2-Oct-2024`
fn day_first(tokens: &[Token<'_>]) -> Option<(Date, usize)> {
    let day = tokens[0].small()?;
    let mut at = 1;
    while tokens.get(at)?.is_word(ORDINALS)
        || tokens[at].is_word(FILLERS)
        || tokens[at].is_mark(&['.', '-', '°', 'º'])
    {
        at += 1;
        if at > 3 {
            return None;
        }
    }
    let month = tokens[at].month()?;
    at += 1;
    let after_month = at;
    while tokens.get(at)?.is_word(FILLERS) || tokens[at].is_mark(&['.', ',', '-']) {
        at += 1;
        if at > after_month + 2 {
            return None;
        }
    }
    dated(tokens[at].year()?, month, day, at + 1)
}

/// `October 2, 2024`, `Oct. 2nd 2024`
fn month_first(tokens: &[Token<'_>]) -> Option<(Date, usize)> {
    let month = tokens[0].month()?;
    let mut at = 1 + usize::from(tokens.get(1)?.is_mark(&['.']));
    let day = tokens.get(at)?.small()?;
    at += 1;
    at += usize::from(tokens.get(at)?.is_word(ORDINALS));
    at += usize::from(tokens.get(at)?.is_mark(&[',', '.']));
    dated(tokens.get(at)?.year()?, month, day, at + 1)
}

/// `2 tháng 10 năm 2024`, `2 tháng 10, 2024`
fn vietnamese(tokens: &[Token<'_>]) -> Option<(Date, usize)> {
    let [day, word, month, between, year, ..] = tokens else {
        return None;
    };
    let is_form = word.is_word("tháng") && (between.is_word("năm") || between.is_mark(&[',']));
    if !is_form {
        return None;
    }
    dated(year.year()?, month.small()?, day.small()?, 5)
}

fn dated(year: i16, month: i8, day: i8, n_tokens: usize) -> Option<(Date, usize)> {
    let date = Date::new(year, month, day).ok()?;
    Some((date, n_tokens))
}

fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut tokens: Vec<Token<'_>> = Vec::new();
    let mut chars = text.char_indices().peekable();
    while let Some((start, c)) = chars.next() {
        let is_digit = digit(c).is_some();
        if !is_digit && !c.is_alphabetic() {
            if !c.is_whitespace() {
                tokens.push(Token {
                    kind: Kind::Mark(c),
                    range: start..start + c.len_utf8(),
                });
            }
            continue;
        }
        let is_word_of_one = matches!(c, '年' | '月' | '日');
        let mut end = start + c.len_utf8();
        while let Some(&(at, next)) = chars.peek() {
            let goes_on = if is_digit {
                digit(next).is_some()
            } else {
                is_of_word(next)
            };
            if is_word_of_one || !goes_on {
                break;
            }
            end = at + next.len_utf8();
            chars.next();
        }
        let kind = if is_digit {
            number(&text[start..end])
        } else {
            Kind::Word(&text[start..end])
        };
        tokens.push(Token {
            kind,
            range: start..end,
        });
    }
    tokens
}

/// Letters and the marks on them that Indic scripts write behind them.
fn is_of_word(c: char) -> bool {
    c.is_alphabetic() || matches!(c, '\u{300}'..='\u{36f}' | '\u{93c}'..='\u{94d}')
}

/// A number of up to four digits; a longer one is a word, which is part of no date.
fn number(digits: &str) -> Kind<'_> {
    let n_digits = digits.chars().count();
    if n_digits > 4 {
        return Kind::Word(digits);
    }
    let values = digits.chars().filter_map(digit);
    Kind::Number {
        value: values.fold(0, |value, digit| 10 * value + digit),
        digits: n_digits as u8,
    }
}

/// The value of a European, Arabic, Persian or Hindi digit.
fn digit(c: char) -> Option<i16> {
    let zeros = ['0', '\u{660}', '\u{6f0}', '\u{966}'];
    let value = |zero: char| {
        u32::from(c)
            .checked_sub(u32::from(zero))
            .filter(|value| *value < 10)
    };
    zeros.into_iter().find_map(value).map(|value| value as i16)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dates(text: &str, order: Order) -> Vec<String> {
        dates_in(text, order)
            .iter()
            .map(|written| written.date.to_string())
            .collect()
    }

    #[test]
    fn one_date_is_found_however_it_is_written() {
        for text in [
            "2024-10-02",
            "2024/10/2",
            "2024.10.02",
            "2024年10月2日",
            "2024. október 2.",
            "02.10.2024",
            "2. 10. 2024",
            "02.10.24",
            "2 October 2024",
            "2nd of October, 2024",
            "Wednesday, October 2nd, 2024, 10:15",
            "OCT. 2, 2024",
            "2. Oktober 2024",
            "le 2 octobre 2024",
            "2 de octubre de 2024",
            "2 de outubro de 2024",
            "2 ottobre 2024",
            "2-Oct-2024",
            "2 октября 2024 г.",
            "2 października 2024",
            "2 Ekim 2024",
            "2 tháng 10 năm 2024",
            "٢ أكتوبر ٢٠٢٤",
            "2 अक्टूबर 2024",
            "Οκτωβρίου 2, 2024",
        ] {
            assert_eq!(dates(text, Order::Unknown), ["2024-10-02"], "{text}");
        }
    }

    #[test]
    fn dates_in_figures_are_read_in_the_order_of_the_place() {
        assert_eq!(dates("02/10/2024", Order::DayFirst), ["2024-10-02"]);
        assert_eq!(dates("10/02/2024", Order::MonthFirst), ["2024-10-02"]);
        assert_eq!(
            dates("13/10/2024 and 10/13/2024", Order::Unknown),
            ["2024-10-13", "2024-10-13"]
        );
        assert!(dates("02/10/2024", Order::Unknown).is_empty());
    }

    #[test]
    fn numbers_that_are_no_dates_are_passed_over() {
        for text in [
            "",
            "31.02.2024",
            "2024",
            "October 2024",
            "Version 1.2.10.2024",
            "10.1.2 of 2024",
            "120 October 2024",
            "2 Octember 2024",
            "12:30 2024",
            "20241002",
        ] {
            assert!(dates(text, Order::DayFirst).is_empty(), "{text}");
        }
    }

    #[test]
    fn a_date_stands_where_its_range_says() {
        let text = "From 2 Oct. 2024 to 3 Oct. 2024.";
        let dates = dates_in(text, Order::Unknown);
        let written: Vec<&str> = dates.iter().map(|date| &text[date.range.clone()]).collect();
        assert_eq!(written, ["2 Oct. 2024", "3 Oct. 2024"]);
    }

    proptest::proptest! {
        #[test]
        fn ranges_are_in_order_and_on_character_boundaries(text in "[0-9a-zéж年月/., -]{0,60}|\\PC{0,60}") {
            let mut end = 0;
            for written in dates_in(&text, Order::DayFirst) {
                proptest::prop_assert!(written.range.start >= end);
                proptest::prop_assert!(text.get(written.range.clone()).is_some());
                end = written.range.end;
            }
        }
    }
}

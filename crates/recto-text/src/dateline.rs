//! The date at the head of a letter, a report or minutes: `Skarrow, 2 October 2024`.
//!
//! A wrong date is worse than none, so that only a line that is nothing but a dateline counts:
//! it is one of the first few, short, ends with a day, a month in words (or the form
//! 2024-10-02) and a year, and what stands before looks like a place or a sender and not like a
//! sentence. The first line may also be a title that says what kind of document this is,
//! `Minutes of the meeting of 2 October 2024`. Dates in figures alone, such as 02/10/2024, are
//! not read: whether the day or the month comes first depends on who writes.

use crate::written_date::month_of;
use jiff::civil::Date;

/// Lines that are not blank among which the dateline is looked for: a letterhead has a few.
const HEAD_LINES: usize = 5;

/// Words of a dateline at most.
const MAX_WORDS: usize = 14;

/// Words of a first line at most that is a title with a date.
const MAX_TITLE_WORDS: usize = 30;

/// Words of a date at most: `le 3 de mars de 1848`.
const MAX_DATE_WORDS: usize = 6;

/// Names of weekdays, which stand before a date.
const WEEKDAYS: &str = "monday tuesday wednesday thursday friday saturday sunday montag dienstag \
    mittwoch donnerstag freitag samstag sonntag lundi mardi mercredi jeudi vendredi samedi \
    dimanche lunes martes miércoles jueves viernes sábado domingo";

/// Labels of the date of a text; other labels are of other dates, such as that of a birth.
const LABELS: &str = "date dated sent posted published datum fecha data dato";

/// Kinds of documents that a title names.
const KINDS: &str = "report minutes statement opinion transcript letter memorandum memo notice \
    survey agenda bericht protokoll brief rapport lettre informe acta carta verslag notulen";

/// What minutes and transcripts are of.
const SITTINGS: &str = "meeting session hearing sitzung réunion vergadering";

/// Words that belong to a date and say nothing of it.
const FILLERS: &str = "the of on this de del do den le";

/// Year, month (1 to 12) and day of the dateline of a text; `None` where there is none.
///
/// ```
/// use recto_text::dateline;
///
/// assert_eq!(dateline("Paris, le 3 mars 1848\n\nMonsieur,"), Some((1848, 3, 3)));
/// assert_eq!(dateline("The pier was opened on 3 March 1848."), None);
/// ```
#[must_use]
pub fn dateline(text: &str) -> Option<(i64, u32, u32)> {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let mut lines = lines.take(HEAD_LINES);
    let first = lines.next()?;
    let of_title = || date_at_end(first, MAX_TITLE_WORDS, is_title);
    let of_line = |line| date_at_end(line, MAX_WORDS, is_place_or_sender);
    of_line(first)
        .or_else(of_title)
        .or_else(|| lines.find_map(of_line))
}

/// Words that a title has at most whose date is a year.
const TITLE: usize = 16;

/// Bytes of a first line that is a title with its date, such as `Harbour Committee. Minutes of
/// 4 May 2021.`: a short line that ends in a year, or a dateline, with a blank line behind it.
/// 0 where there is none. Its parts end like sentences and say nothing.
#[must_use]
pub fn dated_title(text: &str) -> usize {
    let start = text.len() - text.trim_start().len();
    let line = text[start..].lines().next().unwrap_or_default();
    let mut behind = text[start + line.len()..].lines().skip(1);
    let is_apart = behind.next().is_some_and(|next| next.trim().is_empty());
    let year = line.split_whitespace().next_back().unwrap_or_default();
    let year = year.trim_end_matches(['.', ')', ':']);
    let is_year = year.len() == 4 && year.parse::<u16>().is_ok_and(|year| year >= 1000);
    let is_short = line.split_whitespace().count() <= TITLE;
    if is_apart && (is_year && is_short || dateline(line).is_some()) {
        start + line.len()
    } else {
        0
    }
}

/// The date that a line of a few words ends with, where what stands before it allows it to be
/// that of the text.
fn date_at_end(
    line: &str,
    max_words: usize,
    allows: fn(&[&str]) -> bool,
) -> Option<(i64, u32, u32)> {
    // Lines of a text without line breaks may be very long.
    let words: Vec<&str> = line.split_whitespace().take(max_words + 1).collect();
    if words.len() > max_words {
        return None;
    }
    (1..=words.len().min(MAX_DATE_WORDS)).find_map(|n| {
        let (before, date) = words.split_at(words.len() - n);
        let date = written_date(date)?;
        allows(before).then_some(date)
    })
}

/// A date in words, or in the form 2024-10-02.
fn written_date(words: &[&str]) -> Option<(i64, u32, u32)> {
    let plain = |word: &&str| {
        let word = word.trim_matches(|c: char| !c.is_alphanumeric());
        word.to_lowercase()
    };
    let words: Vec<String> = words.iter().map(plain).collect();
    let is_filler = |word: &str| FILLERS.split_whitespace().any(|filler| filler == word);
    let parts: Vec<&str> = words
        .iter()
        .map(String::as_str)
        .filter(|word| !is_filler(word))
        .collect();
    let (year, month, day) = match parts[..] {
        [iso] if iso.len() == 10 => {
            let mut numbers = iso.splitn(3, '-').map(|part| part.parse::<i16>().ok());
            (numbers.next()??, numbers.next()??, numbers.next()??)
        }
        [day, month, year] if ordinal(day).is_some() => {
            (year_of(year)?, month_of(month)?.into(), ordinal(day)?)
        }
        [month, day, year] => (year_of(year)?, month_of(month)?.into(), ordinal(day)?),
        _ => return None,
    };
    let date = Date::new(year, month.try_into().ok()?, day.try_into().ok()?).ok()?;
    let (month, day) = (date.month().unsigned_abs(), date.day().unsigned_abs());
    Some((date.year().into(), month.into(), day.into()))
}

fn year_of(word: &str) -> Option<i16> {
    let year = word.parse().ok()?;
    (word.len() == 4 && (1000..2100).contains(&year)).then_some(year)
}

/// The day of the month in figures: `2`, `2nd`, `2º`.
fn ordinal(word: &str) -> Option<i16> {
    let digits = word.trim_end_matches(|c: char| !c.is_ascii_digit());
    let ending = &word[digits.len()..];
    let is_ending = matches!(ending, "" | "st" | "nd" | "rd" | "th" | "er" | "º" | "°");
    digits
        .parse()
        .ok()
        .filter(|_| is_ending && digits.len() <= 2)
}

/// Whether words before a date name a place, a sender or a weekday: nothing at all, a part that
/// ends with a comma or a full stop and is mostly names, or a label that says that the date is
/// that of the text.
fn is_place_or_sender(before: &[&str]) -> bool {
    let Some((last, rest)) = before.split_last() else {
        return true;
    };
    let is_weekday = is_one_of(WEEKDAYS, last);
    if rest.is_empty() && (is_weekday || last.ends_with(':') && is_one_of(LABELS, last)) {
        return true;
    }
    let is_name = |word: &&&str| {
        let first = word.chars().find(|c| c.is_alphanumeric());
        first.is_some_and(|c| c.is_uppercase() || c.is_numeric())
    };
    let n_names = before.iter().filter(is_name).count();
    (last.ends_with([',', '.']) || is_weekday) && 2 * n_names > before.len()
}

/// Whether words before a date are a title that says what kind of document it is: the kind
/// stands right before the date, `report of`, or the date stands behind a comma.
fn is_title(before: &[&str]) -> bool {
    let is_kind = |word: &str| is_one_of(KINDS, word);
    let Some(last) = before.last() else {
        return false;
    };
    let is_right_before =
        (is_kind(last) || is_one_of(SITTINGS, last)) && last.ends_with(char::is_alphanumeric);
    is_right_before || last.ends_with(',') && before.iter().any(|word| is_kind(word))
}

/// Whether a list of words has a word, whatever its case and the marks around it.
fn is_one_of(list: &str, word: &str) -> bool {
    let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
    list.split_whitespace()
        .any(|own| own == bare.to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn datelines_of_letters_and_papers_are_read() {
        for (line, expected) in [
            ("Skarrow, 2 October 2024", (2024, 10, 2)),
            ("Skarrow School, class 6, 3 December 2024", (2024, 12, 3)),
            ("October 27, 1787", (1787, 10, 27)),
            (
                "For the Independent Journal. Saturday, October 27, 1787",
                (1787, 10, 27),
            ),
            ("Date: 2025-03-10", (2025, 3, 10)),
            ("Tuesday 10th March, 2025", (2025, 3, 10)),
            ("Weimar, den 28. August 1815.", (1815, 8, 28)),
            ("Paris, le 1er mai 1848", (1848, 5, 1)),
            ("Madrid, 10 de marzo de 2025", (2025, 3, 10)),
            ("Sept. 3rd, 1862", (1862, 9, 3)),
            ("(14 juin 1940)", (1940, 6, 14)),
            (
                "Harbour Committee. Minutes of the meeting of 10 September 2024.",
                (2024, 9, 10),
            ),
            (
                "Finances of the harbour. Report of the treasurer to the council, 3 February 2025.",
                (2025, 2, 3),
            ),
        ] {
            assert_eq!(dateline(line), Some(expected), "{line}");
        }
    }

    #[test]
    fn dates_inside_sentences_and_odd_ones_are_not() {
        for line in [
            "",
            "The pier was opened on 3 March 1848.",
            "She was born in Paris, 3 May 1821.",
            "Report on the storm of 16 January 2025",
            "Skarrow, 31 February 2024",
            "Skarrow, 2 Octember 2024",
            "Flight 12 March 99999",
            "02/10/2024",
            "2024",
            "LONDON, March 3 (Reuters)",
            "Next meeting: 12 March 2025",
            "Next meeting, 12 March 2025",
            "Born: 3 May 1821",
            "The battle of the two rivers, 3 May 1821",
            "Text\nHe read the report, 3 May 1821.",
        ] {
            assert_eq!(dateline(line), None, "{line}");
        }
    }

    #[test]
    fn only_the_head_of_a_text_is_looked_at() {
        let letter = "Harbour View Guest House\nSkarrow\n\nDear Mrs Vaas,\n";
        let late = format!("{letter}One.\nTwo.\nThree.\n2 October 2024");
        assert_eq!(
            dateline(&format!("{letter}2 October 2024")),
            Some((2024, 10, 2))
        );
        assert_eq!(dateline(&late), None);
    }

    #[test]
    fn a_first_line_that_ends_in_a_year_is_a_title() {
        let title = "Harbour Committee. Minutes of 4 May 2021.";
        assert_eq!(
            dated_title(&format!("{title}\n\nThe roof leaks.")),
            title.len()
        );
        // Prose, or a first sentence of a paragraph.
        assert_eq!(dated_title(&format!("{title}\nThe roof leaks.")), 0);
        assert_eq!(dated_title("The roof leaks.\n\nIt was mended in 2021."), 0);
        assert_eq!(dated_title(""), 0);
        // A long one that says what it is.
        let title = "Joint statement of the working group on berths, dues, nets, boxes and ice at \
                     the north quay of the town, 24 March 2025.";
        assert_eq!(dated_title(&format!("{title}\n\nWhereas.")), title.len());
    }

    #[test]
    fn every_month_is_known_by_its_beginning() {
        let months = "jan feb mar apr may jun jul aug sep oct nov dec";
        for (at, month) in months.split(' ').enumerate() {
            let line = format!("1 {month}. 1900");
            assert_eq!(dateline(&line), Some((1900, at as u32 + 1, 1)), "{line}");
        }
    }

    proptest::proptest! {
        #[test]
        fn no_text_panics(text in "\\PC{0,60}") {
            let found = dateline(&text);
            proptest::prop_assert!(found.is_none_or(|(_, month, day)| month <= 12 && day <= 31));
        }
    }
}

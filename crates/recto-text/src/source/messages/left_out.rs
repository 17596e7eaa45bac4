//! Lines that are no messages, counted by what is wrong with them.

use recto_math::{Notice, Remedy};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Why a line is no message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum LineProblem {
    /// It is not a JSON object.
    NotAnObject,
    /// A row of a table with another number of fields than the header.
    WrongLength,
    /// It has no text.
    NoText,
    /// It has no time.
    NoTime,
    /// Its time cannot be read.
    BadTime,
    /// Its time is before 1990 or after 2099.
    ImplausibleTime,
}

impl LineProblem {
    fn notice(self, lines: &str) -> Notice {
        let message = |what: &str| Notice::from(format!("{lines}: {what}"));
        match self {
            Self::NotAnObject => message("not a JSON object; each line must be one message"),
            Self::WrongLength => message("another number of fields than the header has"),
            Self::NoText => message("no text").with(Remedy::Set(&["text_field"])),
            Self::NoTime => message("no time").with(Remedy::Set(&["time_field"])),
            Self::BadTime => {
                message("a time that cannot be read; write it as 2025-03-10T20:19:00Z")
            }
            Self::ImplausibleTime => message("a time before 1990 or after 2099"),
        }
    }
}

/// Lines that are named for each reason.
const NAMED: usize = 3;

/// Lines that were left out, by reason.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeftOut(BTreeMap<LineProblem, (usize, Vec<usize>)>);

impl LeftOut {
    /// Counts a line (1-based).
    pub fn add(&mut self, line: usize, reason: LineProblem) {
        let (count, lines) = self.0.entry(reason).or_default();
        *count += 1;
        if lines.len() < NAMED {
            lines.push(line);
        }
    }

    /// How many lines there are, for any reason.
    pub fn count(&self) -> usize {
        self.0.values().map(|(count, _)| count).sum()
    }

    /// A notice for each reason, with the first lines that it is about.
    pub fn notices(&self) -> Vec<Notice> {
        let notice = |(reason, (count, lines)): (&LineProblem, &(usize, Vec<usize>))| {
            reason.notice(&named(*count, lines))
        };
        self.0.iter().map(notice).collect()
    }
}

/// `line 4`, `2 lines (4 and 9)`, `12 lines (4, 9, 31 …)`.
fn named(count: usize, lines: &[usize]) -> String {
    match lines {
        [only] if count == 1 => format!("line {only} left out"),
        [one, two] if count == 2 => format!("2 lines left out ({one} and {two})"),
        _ => {
            let numbers: Vec<String> = lines.iter().map(ToString::to_string).collect();
            let more = if count > lines.len() { " …" } else { "" };
            format!("{count} lines left out ({}{more})", numbers.join(", "))
        }
    }
}

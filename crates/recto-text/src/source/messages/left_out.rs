//! Lines that are no messages, counted by what is wrong with them.

use recto_math::{Notice, Remedy};
use std::collections::BTreeMap;

/// What is wrong with a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Reason {
    NotAnObject,
    WrongLength,
    NoText,
    NoTime,
    BadTime,
    ImplausibleTime,
}

impl Reason {
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
#[derive(Debug, Default)]
pub(super) struct LeftOut(BTreeMap<Reason, (usize, Vec<usize>)>);

impl LeftOut {
    pub(super) fn add(&mut self, line: usize, reason: Reason) {
        let (count, lines) = self.0.entry(reason).or_default();
        *count += 1;
        if lines.len() < NAMED {
            lines.push(line);
        }
    }

    /// A notice for each reason, with the first lines that it is about.
    pub(super) fn notices(&self) -> Vec<Notice> {
        let notice = |(reason, (count, lines)): (&Reason, &(usize, Vec<usize>))| {
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

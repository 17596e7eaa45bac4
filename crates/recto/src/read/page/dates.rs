//! When the documents of a pile are from, as counts in equal stretches of time.

use crate::calendar::{day, written_day};
use crate::read::body::{DocumentFacts, Facts};
use crate::report::number::counted;
use crate::report::time::days_since_1970;

/// When the documents are from, where at least half of them have a date and these differ.
pub(super) struct Dates<'a> {
    first: &'a str,
    last: &'a str,
    n_stretches: usize,
    /// The stretch of each document of the pile; `None` for messages and summaries, and where
    /// no date is known.
    stretches: Vec<Option<usize>>,
    n_undated: usize,
}

impl<'a> Dates<'a> {
    /// Their days in so many stretches at most; a stretch has at least a day.
    pub(super) fn of(facts: &'a Facts, most: usize) -> Option<Self> {
        // Messages have a timeline of their own.
        let date = |one: &'a DocumentFacts| one.date.as_deref().filter(|_| one.is_whole());
        let dates = || facts.documents.iter().map(date);
        let n_dated = dates().flatten().count();
        let n_whole = facts.documents.iter().filter(|one| one.is_whole()).count();
        let (first, last) = (dates().flatten().min()?, dates().flatten().max()?);
        let number = |date: &str| {
            let (year, month, day) = day(date)?;
            Some(days_since_1970(year, month, day))
        };
        let (from, to) = (number(first)?, number(last)?);
        if 2 * n_dated < n_whole || from == to {
            return None;
        }
        let n_stretches = most.min((to - from + 1) as usize);
        let stretch = |date: &str| {
            let share = (number(date)? - from) as f64 / (to - from + 1) as f64;
            Some((share * n_stretches as f64) as usize)
        };
        Some(Self {
            first,
            last,
            n_stretches,
            stretches: dates().map(|date| stretch(date?)).collect(),
            n_undated: n_whole - n_dated,
        })
    }

    /// How many of these documents are from each stretch.
    pub(super) fn histogram(&self, places: impl Iterator<Item = usize>) -> Vec<u32> {
        let mut counts = vec![0; self.n_stretches];
        for stretch in places.filter_map(|place| self.stretches[place]) {
            counts[stretch] += 1;
        }
        counts
    }

    /// From when to when: "10 Sep 2024 to 28 Mar 2025".
    pub(super) fn range(&self) -> String {
        format!("{} to {}", written_day(self.first), written_day(self.last))
    }

    /// Of how many documents no date is known, as a sentence behind another; empty for none.
    pub(super) fn undated(&self) -> String {
        match self.n_undated {
            0 => String::new(),
            n => format!(" No date is known of {}.", counted(n, "document")),
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::read::body::PileKind;

    /// A pile of documents with these dates.
    pub(in super::super) fn facts(dates: &[Option<&str>]) -> Facts {
        let documents = dates.iter().enumerate().map(|(i, date)| DocumentFacts {
            id: format!("{i}.txt"),
            words: 10,
            date: date.map(Into::into),
            ..DocumentFacts::default()
        });
        Facts {
            kind: PileKind::Few,
            words: 10 * dates.len(),
            languages: Vec::new(),
            dates: None,
            labels: Vec::new(),
            folders: Vec::new(),
            copies: Vec::new(),
            threads: Vec::new(),
            documents: documents.collect(),
        }
    }

    #[test]
    fn documents_are_counted_where_their_date_lies() {
        let (first, last) = (Some("2024-01-01"), Some("2024-01-03"));
        let facts = facts(&[first, last, None, last]);
        let dates = Dates::of(&facts, 48).expect("dates that differ");
        assert_eq!(dates.histogram(0..4), [1, 0, 2]);
        assert_eq!(dates.histogram(2..4), [0, 0, 1]);
        assert_eq!(dates.range(), "1 Jan 2024 to 3 Jan 2024");
        assert_eq!(dates.undated(), " No date is known of 1 document.");
    }

    #[test]
    fn years_fill_the_stretches_from_end_to_end() {
        let facts = facts(&[Some("1787-10-27"), Some("2024-01-01"), None, None]);
        let counts = Dates::of(&facts, 48).map(|dates| dates.histogram(0..4));
        let counts = counts.expect("half of them have a date");
        assert_eq!((counts.len(), counts[0], counts[47]), (48, 1, 1));
        assert_eq!(counts.iter().sum::<u32>(), 2);
    }

    #[test]
    fn one_date_or_few_dates_make_no_picture() {
        let one = Some("2024-01-01");
        for dates in [&[one; 3][..], &[one, None, None], &[None]] {
            assert!(Dates::of(&facts(dates), 48).is_none(), "{dates:?}");
        }
    }
}

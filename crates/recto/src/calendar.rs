//! Documents over time: what a source writes as time, in spans of days, months or years.

use recto_text::time::Zone;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A day: year, month from 1, day from 1.
pub(crate) type Day = (i64, u32, u32);

/// More spans than this are too many to read.
const MOST: usize = 60;

/// Documents that a span should have on average: fewer say little of it.
const WANTED: usize = 3;

/// How long a span is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Grain {
    /// Days.
    Day,
    /// Months.
    Month,
    /// Years.
    Year,
}

/// Spans of time, and in which each document stands.
pub(crate) struct Spans {
    pub(crate) grain: Grain,
    /// The name of each span, in order: `2025`, `2025-03`, `2025-03-10`.
    pub(crate) names: Vec<String>,
    pub(crate) of_document: Vec<Option<usize>>,
}

impl Spans {
    /// The finest spans that are not too many for the documents or for a reader, or else
    /// the coarsest of which there are two; `None` where all documents stand in one.
    pub(crate) fn of<'t>(times: impl Iterator<Item = Option<&'t str>>) -> Option<Self> {
        let days: Vec<Option<Day>> = times.map(|time| day(time?)).collect();
        let dated = days.iter().flatten().count();
        let grains = [Grain::Day, Grain::Month, Grain::Year];
        let all = grains.map(|grain| Self::by(grain, &days));
        let several = all.into_iter().filter(|spans| spans.names.len() > 1);
        let several: Vec<Self> = several.collect();
        let reads = |spans: &Self| spans.names.len() <= MOST && spans.names.len() * WANTED <= dated;
        let fitting = several.iter().position(reads);
        let at = fitting.unwrap_or(several.len().checked_sub(1)?);
        several.into_iter().nth(at)
    }

    fn by(grain: Grain, days: &[Option<Day>]) -> Self {
        let name = |&(year, month, day): &Day| match grain {
            Grain::Day => format!("{year:04}-{month:02}-{day:02}"),
            Grain::Month => format!("{year:04}-{month:02}"),
            Grain::Year => format!("{year:04}"),
        };
        let own: Vec<Option<String>> = days.iter().map(|day| day.as_ref().map(name)).collect();
        let mut names: Vec<String> = own.iter().flatten().cloned().collect();
        names.sort();
        names.dedup();
        let place = |name: &String| names.binary_search(name).ok();
        let of_document = own
            .iter()
            .map(|name| name.as_ref().and_then(place))
            .collect();
        Self {
            grain,
            of_document,
            names,
        }
    }
}

/// A day as `recto` writes it in JSON, `2025-03-10`, for people: `10 Mar 2025`.
pub(crate) fn written_day(text: &str) -> String {
    day(text).map_or_else(
        || text.to_owned(),
        |(year, month, day)| crate::report::time::written_date(year, month, day),
    )
}

/// The day of a time as sources write it: `2025-03-10`, with or without a clock behind it,
/// `2025-03`, `2025`, or any other form that [`Zone::read`] knows. A day that is written
/// out stands as it is written, whatever its zone.
pub(crate) fn day(text: &str) -> Option<Day> {
    let text = text.trim();
    day_in_figures(text).or_else(|| {
        let moment = Zone::default().read(text)?;
        Some(crate::report::time::day(
            moment.micros.div_euclid(1_000_000),
        ))
    })
}

fn day_in_figures(text: &str) -> Option<Day> {
    let date = text.split(['T', ' ']).next()?;
    let mut parts = date.split(['-', '/']);
    let year = parts.next().filter(|year| year.len() == 4)?.parse().ok()?;
    let mut small = |most: u32| match parts.next() {
        Some(part) => part.parse().ok().filter(|n| (1..=most).contains(n)),
        None => Some(1),
    };
    Some((year, small(12)?, small(31)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_as_sources_write_them() {
        assert_eq!(day("2025-03-10T21:19:00Z"), Some((2025, 3, 10)));
        assert_eq!(day("2025-03-10 21:19"), Some((2025, 3, 10)));
        assert_eq!(day("2025/03"), Some((2025, 3, 1)));
        assert_eq!(day("1987"), Some((1987, 1, 1)));
        assert_eq!(day("1741641540"), Some((2025, 3, 10)));
        assert_eq!(day("1741641540000"), Some((2025, 3, 10)));
        assert_eq!(day("Mon Mar 10 20:19:00 +0000 2025"), Some((2025, 3, 10)));
        // It is the 11th in UTC by then, but not where it was written.
        assert_eq!(day("2025-03-10T23:19:00-05:00"), Some((2025, 3, 10)));
        for odd in [
            "",
            "yesterday",
            "2025-13-01",
            "10-03-2025",
            "2025-03-10-1x-",
        ] {
            let found = day(odd);
            assert!(
                found.is_none() || odd.starts_with("2025-03-10"),
                "{odd}: {found:?}"
            );
        }
    }

    #[test]
    fn spans_are_as_fine_as_can_be_read() {
        let times = |step: u32, n: u32| -> Vec<String> {
            (0..n)
                .map(|i| {
                    format!(
                        "{}-{:02}-{:02}",
                        2000 + i * step / 12,
                        i * step % 12 + 1,
                        i % 28 + 1
                    )
                })
                .collect()
        };
        let grain = |times: &[String]| {
            let spans = Spans::of(times.iter().map(|time| Some(time.as_str())));
            spans.map(|spans| spans.grain)
        };
        let daily: Vec<String> = (0..90)
            .map(|i| format!("2025-01-{:02}", i % 28 + 1))
            .collect();
        assert_eq!(grain(&daily), Some(Grain::Day));
        assert_eq!(grain(&times(1, 61)), Some(Grain::Year));
        let monthly: Vec<String> = (0..90)
            .map(|i| format!("2025-{:02}-{:02}", i % 12 + 1, i % 28 + 1))
            .collect();
        assert_eq!(grain(&monthly), Some(Grain::Month));
        assert_eq!(grain(&times(1, 1)), None);
        let undated = Spans::of([None, Some("2025-01-02"), Some("2025-02-02")].into_iter());
        assert_eq!(undated.unwrap().of_document, [None, Some(0), Some(1)]);
    }
}

//! Points in time as sources write them: calendar dates with a clock and a zone, and counts
//! of seconds, milliseconds, microseconds or nanoseconds since 1970.
//!
//! Everything becomes microseconds since 1970 (UTC). The unit of a count is told by its
//! size: today's seconds have ten digits, milliseconds thirteen, and so on. A calendar time
//! without an offset is read in the [`Zone`] that the caller names, UTC by default.

use jiff::civil::DateTime;
use jiff::fmt::{rfc2822, strtime};
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use recto_math::finite_number;

/// Microseconds in a second.
const SECOND: f64 = 1e6;

/// 1990 and 2100, in microseconds: messages from outside are errors of a clock. The end does
/// not depend on today, so that a file gives the same answer on any day.
const PLAUSIBLE: std::ops::Range<i64> = 631_152_000_000_000..4_102_444_800_000_000;

/// A point in time, and how it was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Moment {
    /// Microseconds since 1970 (UTC).
    pub micros: i64,
    /// How it was written.
    pub written: Written,
}

/// How a point in time is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Written {
    /// A date and a clock with an offset from UTC or a zone.
    Zoned,
    /// A date and a clock without an offset.
    Local,
    /// Seconds since 1970.
    Seconds,
    /// Milliseconds since 1970.
    Millis,
    /// Microseconds since 1970.
    Micros,
    /// Nanoseconds since 1970.
    Nanos,
}

impl Moment {
    /// Whether it lies between 1990 and 2100, as messages do.
    pub fn is_plausible(self) -> bool {
        PLAUSIBLE.contains(&self.micros)
    }
}

/// The zone of times that name none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Zone(TimeZone);

impl Default for Zone {
    fn default() -> Self {
        Self(TimeZone::UTC)
    }
}

impl Zone {
    /// The zone of a name of the IANA database, such as `Europe/Lisbon`; `None` if the
    /// machine knows no such zone.
    ///
    /// ```
    /// assert!(recto_text::time::Zone::named("UTC").is_some());
    /// assert!(recto_text::time::Zone::named("Europe/Nowhere").is_none());
    /// ```
    pub fn named(name: &str) -> Option<Self> {
        TimeZone::get(name).ok().map(Self)
    }

    /// Its name in the time zone database; `None` for one that was not taken from there.
    pub fn name(&self) -> Option<&str> {
        self.0.iana_name()
    }

    /// The point in time that a text stands for; `None` if it is none.
    ///
    /// ```
    /// use recto_text::time::Zone;
    /// let micros = |text| Zone::default().read(text).map(|moment| moment.micros);
    /// assert_eq!(micros("2025-03-10T21:19:00+01:00"), Some(1_741_637_940_000_000));
    /// assert_eq!(micros("Mon Mar 10 20:19:00 +0000 2025"), Some(1_741_637_940_000_000));
    /// assert_eq!(micros("1741637940"), Some(1_741_637_940_000_000));
    /// assert_eq!(micros("1741637940000"), Some(1_741_637_940_000_000));
    /// assert_eq!(micros("yesterday"), None);
    /// ```
    pub fn read(&self, text: &str) -> Option<Moment> {
        let text = text.trim();
        if text
            .bytes()
            .all(|byte| matches!(byte, b'0'..=b'9' | b'.' | b'-' | b'+'))
        {
            // Digits with two dashes are a date, with one in front a count before 1970.
            if let Ok(whole) = text.parse::<i64>() {
                return Some(counted(whole));
            }
            if let Some(number) = finite_number(text) {
                return from_number(number);
            }
        }
        if let Ok(at) = text.parse::<Timestamp>() {
            return Some(zoned(at));
        }
        if let Ok(local) = text.parse::<DateTime>() {
            return self.local(local);
        }
        self.read_other(text)
    }

    /// Forms that are tried last.
    fn read_other(&self, text: &str) -> Option<Moment> {
        const SERVICE: &str = "%a %b %d %H:%M:%S %z %Y";
        const SLASHES: [&str; 2] = ["%Y/%m/%d %H:%M:%S", "%Y/%m/%d %H:%M"];
        if let Ok(at) = strtime::parse(SERVICE, text).and_then(|parts| parts.to_timestamp()) {
            return Some(zoned(at));
        }
        if let Ok(at) = rfc2822::DateTimeParser::new().parse_timestamp(text) {
            return Some(zoned(at));
        }
        let local = |form: &&str| strtime::parse(form, text).ok()?.to_datetime().ok();
        self.local(SLASHES.iter().find_map(local)?)
    }

    fn local(&self, local: DateTime) -> Option<Moment> {
        let at = self.0.to_ambiguous_zoned(local).compatible().ok()?;
        Some(Moment {
            micros: at.timestamp().as_microsecond(),
            written: Written::Local,
        })
    }
}

fn zoned(at: Timestamp) -> Moment {
    Moment {
        micros: at.as_microsecond(),
        written: Written::Zoned,
    }
}

/// The point in time of a number, by its size; `None` for what is no number.
pub fn from_number(number: f64) -> Option<Moment> {
    if !number.is_finite() {
        return None;
    }
    let (written, micros) = match number.abs() {
        size if size < 1e11 => (Written::Seconds, number * SECOND),
        size if size < 1e14 => (Written::Millis, number * 1e3),
        size if size < 1e17 => (Written::Micros, number),
        _ => (Written::Nanos, number / 1e3),
    };
    Some(Moment {
        micros: micros.round() as i64,
        written,
    })
}

/// As [`from_number`], without rounding long counts to the precision of a float.
fn counted(whole: i64) -> Moment {
    let (written, micros) = match whole.unsigned_abs() {
        size if size < 100_000_000_000 => (Written::Seconds, whole * 1_000_000),
        size if size < 100_000_000_000_000 => (Written::Millis, whole * 1_000),
        size if size < 100_000_000_000_000_000 => (Written::Micros, whole),
        _ => (Written::Nanos, whole.div_euclid(1_000)),
    };
    Moment { micros, written }
}

/// A time in microseconds since 1970 as RFC 3339 in UTC; the nearest end of the calendar
/// where it lies outside.
///
/// ```
/// assert_eq!(recto_text::time::rfc3339(1_741_637_940_500_000), "2025-03-10T20:19:00.5Z");
/// ```
pub fn rfc3339(micros: i64) -> String {
    Timestamp::UNIX_EPOCH
        .saturating_add(SignedDuration::from_micros(micros))
        .unwrap_or(Timestamp::UNIX_EPOCH)
        .to_string()
}

/// English names of days and months, in lower case.
const DAYS_AND_MONTHS: [&str; 19] = [
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

/// Whether a word in lower case is the English name of a day or a month, which is written
/// with a capital and yet names nobody.
///
/// ```
/// use recto_text::time::is_day_or_month;
/// assert!(is_day_or_month("friday") && !is_day_or_month("rhyl"));
/// ```
pub fn is_day_or_month(word: &str) -> bool {
    DAYS_AND_MONTHS.contains(&word)
}

#[cfg(test)]
mod tests {
    use super::*;

    const AT: i64 = 1_741_637_940_000_000;

    fn read(text: &str) -> Option<(i64, Written)> {
        let moment = Zone::default().read(text)?;
        Some((moment.micros, moment.written))
    }

    #[test]
    fn calendar_times_are_read_with_their_offsets() {
        for text in [
            "2025-03-10T20:19:00Z",
            "2025-03-10t20:19:00z",
            "2025-03-10 22:19:00+02:00",
            "2025-03-10T16:19:00-0400",
            "2025-03-10T16:19:00-04:00[America/New_York]",
            "Mon Mar 10 20:19:00 +0000 2025",
            "Mon, 10 Mar 2025 20:19:00 +0000",
            " 2025-03-10T20:19:00.000Z ",
        ] {
            assert_eq!(read(text), Some((AT, Written::Zoned)), "{text}");
        }
    }

    #[test]
    fn times_without_an_offset_are_read_in_the_zone_that_is_given() {
        for text in [
            "2025-03-10 20:19:00",
            "2025-03-10T20:19",
            "2025/03/10 20:19:00",
        ] {
            assert_eq!(read(text), Some((AT, Written::Local)), "{text}");
        }
        let hour = 3_600_000_000;
        let there = Zone(TimeZone::fixed(jiff::tz::offset(2)));
        let moment = there.read("2025-03-10 20:19:00").expect("a time");
        assert_eq!(moment.micros, AT - 2 * hour);
        let moment = there.read("2025-03-10T20:19:00Z").expect("a time");
        assert_eq!(moment.micros, AT);
    }

    #[test]
    fn the_unit_of_a_count_is_told_by_its_size() {
        for (text, written) in [
            ("1741637940", Written::Seconds),
            ("1741637940.0", Written::Seconds),
            ("1741637940000", Written::Millis),
            ("1741637940000000", Written::Micros),
            ("1741637940000000000", Written::Nanos),
        ] {
            assert_eq!(read(text), Some((AT, written)), "{text}");
        }
        assert_eq!(
            read("1741637940123456"),
            Some((AT + 123_456, Written::Micros))
        );
    }

    #[test]
    fn what_is_no_time_is_none() {
        for text in [
            "",
            "noon",
            "2025-02-30",
            "NaN",
            "inf",
            "-",
            "12:30",
            "..",
            "2025-13-01",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn times_before_1990_and_after_2100_are_not_plausible() {
        let plausible = |text| Zone::default().read(text).map(Moment::is_plausible);
        assert_eq!(plausible("1989-12-31T23:59:59Z"), Some(false));
        assert_eq!(plausible("1990-01-01T00:00:00Z"), Some(true));
        assert_eq!(plausible("2100-01-01T00:00:00Z"), Some(false));
        assert_eq!(plausible("-5"), Some(false));
    }

    #[test]
    fn the_size_of_a_number_tells_its_unit() {
        let rows = [
            (1.7e9, Written::Seconds),
            (1.7e12, Written::Millis),
            (1.7e15, Written::Micros),
            (1.7e18, Written::Nanos),
        ];
        for (number, written) in rows {
            let moment = from_number(number).expect("a finite number");
            assert_eq!(moment.written, written, "{number:e}");
            assert_eq!(moment.micros, 1_700_000_000_000_000, "{number:e}");
        }
    }

    #[test]
    fn a_time_is_written_in_utc() {
        assert_eq!(rfc3339(AT), "2025-03-10T20:19:00Z");
        assert!(rfc3339(i64::MAX).starts_with("1970") || rfc3339(i64::MAX).starts_with("9999"));
    }
}

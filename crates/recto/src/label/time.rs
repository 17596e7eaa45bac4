//! Times as exports write them: ISO 8601 in UTC.

use crate::report::time::day;

const DAY: i64 = 86_400_000;

/// Milliseconds since 1970 as `2026-03-01T09:30:05.250Z`.
pub fn iso(time: i64) -> String {
    let (year, month, date) = day(time.div_euclid(1000));
    let rest = time.rem_euclid(DAY);
    let (hours, minutes) = (rest / 3_600_000, rest / 60_000 % 60);
    let (seconds, millis) = (rest / 1000 % 60, rest % 1000);
    format!("{year:04}-{month:02}-{date:02}T{hours:02}:{minutes:02}:{seconds:02}.{millis:03}Z")
}

/// The inverse of [`iso`]; also takes times without fractions, with a zone such as `+02:00`,
/// and dates alone. `None` for anything else.
pub fn from_iso(text: &str) -> Option<i64> {
    let text = text.trim();
    let (date, rest) = match text.split_at_checked(10)? {
        (date, "") => (date, "T00:00:00Z"),
        parts => parts,
    };
    let mut parts = date.split('-').map(|part| part.parse::<i64>().ok());
    let (year, month, day) = (parts.next()??, parts.next()??, parts.next()??);
    if parts.next().is_some() || !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    let rest = rest.strip_prefix(['T', ' '])?;
    let zone_at = rest.find(['Z', 'z', '+', '-']).unwrap_or(rest.len());
    let (clock, zone) = rest.split_at(zone_at);
    let clock = clock_millis(clock)?;
    let zone = zone_millis(zone)?;
    Some(days_since_1970(year, month, day).checked_mul(DAY)? + clock - zone)
}

/// `HH:MM`, `HH:MM:SS` or `HH:MM:SS.fff` in milliseconds.
fn clock_millis(text: &str) -> Option<i64> {
    let mut parts = text.splitn(3, ':');
    let hours: i64 = parts.next()?.parse().ok()?;
    let minutes: i64 = parts.next()?.parse().ok()?;
    let seconds: f64 = parts.next().unwrap_or("0").parse().ok()?;
    let fits = (0..24).contains(&hours) && (0..60).contains(&minutes);
    let fits = fits && (0.0..61.0).contains(&seconds);
    fits.then(|| (hours * 60 + minutes) * 60_000 + (seconds * 1000.0).round() as i64)
}

/// `Z`, nothing, or `+02:00` in milliseconds.
fn zone_millis(text: &str) -> Option<i64> {
    if matches!(text, "" | "Z" | "z") {
        return Some(0);
    }
    let sign = if text.starts_with('-') { -1 } else { 1 };
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    let number = |range: std::ops::Range<usize>| digits.get(range)?.parse::<i64>().ok();
    Some(sign * (number(0..2)? * 60 + number(2..4).unwrap_or(0)) * 60_000)
}

/// Days of the Gregorian calendar; years begin in March, so that leap days come last.
fn days_since_1970(year: i64, month: i64, day: i64) -> i64 {
    let shifted = if month > 2 { year } else { year - 1 };
    let (era, of_era) = (shifted.div_euclid(400), shifted.rem_euclid(400));
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn times_of_other_tools_are_read() {
        let noon = 951_825_600_000; // 29 February 2000, 12:00 UTC
        for text in [
            "2000-02-29T12:00:00Z",
            "2000-02-29 12:00",
            "2000-02-29T14:00:00.000+02:00",
            "2000-02-29T04:00:00-0800",
        ] {
            assert_eq!(from_iso(text), Some(noon), "{text}");
        }
        assert_eq!(from_iso("2000-02-29"), Some(noon - DAY / 2));
        for text in [
            "",
            "yesterday",
            "2000-13-01",
            "2000-02-29T25:00",
            "2000-02-29Tnoon",
        ] {
            assert_eq!(from_iso(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn a_time_is_read_as_it_was_written(time in -60_000_000_000_000_i64..250_000_000_000_000) {
            prop_assert_eq!(from_iso(&iso(time)), Some(time));
        }

        #[test]
        fn no_text_panics(text in "\\PC{0,30}") {
            from_iso(&text);
        }
    }
}

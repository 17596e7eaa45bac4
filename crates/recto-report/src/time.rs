//! Times and dates as a reader says them, in UTC.

const MONTHS: [&str; 12] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
];
const DAY: i64 = 86_400;

/// Hour and minute of a time in seconds since 1970: `21:19`.
#[must_use]
pub fn clock(unix: i64) -> String {
    let minutes = unix.rem_euclid(DAY) / 60;
    format!("{:02}:{:02}", minutes / 60, minutes % 60)
}

/// Day, month and year of a time in seconds since 1970: `10 Mar 2025`.
#[must_use]
pub fn date(unix: i64) -> String {
    let (year, month, day) = day(unix);
    written_date(year, month, day)
}

/// A date with its month in letters: `10 Mar 2025`. A month that is none is left out.
#[must_use]
pub fn written_date(year: i64, month: u32, day: u32) -> String {
    match (month as usize)
        .checked_sub(1)
        .and_then(|at| MONTHS.get(at))
    {
        Some(month) => format!("{day} {month} {year}"),
        None => year.to_string(),
    }
}

/// Days from 1 January 1970 to a date of the Gregorian calendar, month 1 to 12.
#[must_use]
pub fn days_since_1970(year: i64, month: u32, day: u32) -> i64 {
    let year = year - i64::from(month <= 2);
    let era = year.div_euclid(400);
    let from_march = i64::from((month + 9) % 12);
    let of_year = (153 * from_march + 2) / 5 + i64::from(day) - 1;
    let year_of_era = year.rem_euclid(400);
    let of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + of_year;
    era * 146_097 + of_era - 719_468
}

/// Year, month (1 to 12) and day (1 to 31) of a time in seconds since 1970.
#[must_use]
pub fn day(unix: i64) -> (i64, u32, u32) {
    let (year, month, day) = civil(unix.div_euclid(DAY));
    (year, month as u32 + 1, day as u32)
}

/// Ticks for an axis from `from` over `seconds`: at most eight, at round
/// times, each with its label.
#[must_use]
pub fn ticks(from: i64, seconds: i64) -> Vec<(i64, String)> {
    const STEPS: [i64; 14] = [
        60,
        300,
        600,
        900,
        1800,
        3600,
        7200,
        10_800,
        21_600,
        43_200,
        DAY,
        7 * DAY,
        30 * DAY,
        91 * DAY,
    ];
    let step = STEPS
        .into_iter()
        .find(|step| seconds / step <= 8)
        .unwrap_or_else(|| (seconds / 8).max(1));
    let within_days = seconds <= 2 * DAY;
    let mut ticks = Vec::new();
    let mut at = (from.div_euclid(step) + 1).saturating_mul(step);
    while at < from.saturating_add(seconds) {
        let label = if within_days { clock(at) } else { date(at) };
        ticks.push((at, label));
        at += step;
    }
    ticks
}

/// Year, month (0 to 11) and day of a count of days since 1970, in the
/// proleptic Gregorian calendar: years are counted from 1 March, so that the
/// leap day comes last.
fn civil(days: i64) -> (i64, usize, i64) {
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let of_era = days.rem_euclid(146_097);
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * of_year + 2) / 153;
    let day = of_year - (153 * from_march + 2) / 5 + 1;
    let month = (from_march + 2) % 12;
    let year = year_of_era + era * 400 + i64::from(month < 2);
    (year, month as usize, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_follow_the_calendar() {
        assert_eq!(date(0), "1 Jan 1970");
        assert_eq!(date(-1), "31 Dec 1969");
        assert_eq!(date(951_782_400), "29 Feb 2000");
        assert_eq!(date(1_741_641_540), "10 Mar 2025");
        assert_eq!(clock(1_741_641_540), "21:19");
    }

    #[test]
    fn days_are_counted_as_the_calendar_has_them() {
        assert_eq!(days_since_1970(1970, 1, 1), 0);
        assert_eq!(days_since_1970(2025, 3, 10), 1_741_641_540 / DAY);
        for days in (-800_000..800_000).step_by(97) {
            let (year, month, of_month) = day(days * DAY);
            assert_eq!(days_since_1970(year, month, of_month), days);
        }
    }

    #[test]
    fn an_axis_has_few_round_ticks() {
        let labels: Vec<_> = ticks(1_741_631_400, 4 * 3600)
            .into_iter()
            .map(|t| t.1)
            .collect();
        assert_eq!(labels[0], "19:00");
        assert!(labels.len() <= 8, "{labels:?}");
        assert!(ticks(0, 0).is_empty());
    }
}

//! The one way to print a number.

use serde::{Serialize, Serializer};
use serde_json::Value;

/// What kind of number it is, and so how a reader says it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Number {
    /// How many: `4,812`.
    #[default]
    Count,
    /// Part of a whole, 0 to 1: `61 %`.
    Share,
    /// A probability: `.84`.
    Probability,
    /// Anything else, to three digits: `0.0713`.
    Score,
}

impl Number {
    /// The number in words.
    #[must_use]
    pub fn say(self, x: f64) -> String {
        if !x.is_finite() {
            return "none".into();
        }
        match self {
            Self::Count => count(x),
            Self::Share => share(x),
            Self::Probability => probability(x),
            Self::Score => score(x),
        }
    }

    /// An interval in words; the unit is said once.
    #[must_use]
    pub fn interval(self, low: f64, high: f64) -> String {
        match self {
            Self::Share => format!("{} to {}", count(100.0 * low), share(high)),
            _ => format!("{} to {}", self.say(low), self.say(high)),
        }
    }
}

/// A whole number with commas between thousands.
#[must_use]
pub fn count(x: f64) -> String {
    let digits = format!("{:.0}", x.abs());
    let mut out = String::new();
    if x < 0.0 && digits != "0" {
        out.push('-');
    }
    for (i, c) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(c);
    }
    out
}

/// A number of things, with a plural in -s: `1 document`, `4,812 documents`.
#[must_use]
pub fn counted(n: usize, noun: &str) -> String {
    let plural = if n == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", count(n as f64))
}

/// Per cent of a share, with a no-break space. Neither none nor all is said of
/// a share that only rounds to it.
#[must_use]
pub fn share(x: f64) -> String {
    let per_cent = 100.0 * x;
    if per_cent > 0.0 && per_cent < 0.5 {
        "under 1\u{a0}%".into()
    } else if (99.5..100.0).contains(&per_cent) {
        "over 99\u{a0}%".into()
    } else {
        format!("{}\u{a0}%", count(per_cent))
    }
}

/// Two digits without the nought before the point.
#[must_use]
pub fn probability(x: f64) -> String {
    if x <= 0.0 {
        "0".into()
    } else if x >= 1.0 {
        "1".into()
    } else if x < 0.005 {
        "under .01".into()
    } else if x >= 0.995 {
        "over .99".into()
    } else {
        format!("{x:.2}").trim_start_matches('0').into()
    }
}

/// Three significant digits, never an exponent within reason.
#[must_use]
pub fn score(x: f64) -> String {
    if x == 0.0 {
        return "0".into();
    }
    // The exponent after rounding, so that 0.9996 becomes 1.00 and not 1.000.
    let rounded: f64 = format!("{x:.2e}").parse().unwrap_or(x);
    let exponent = rounded.abs().log10().floor() as i32;
    match exponent {
        3.. => count(rounded),
        -7..=2 => format!("{rounded:.*}", (2 - exponent) as usize),
        _ => format!("{x:.2e}"),
    }
}

/// A place on an axis: a count if it is whole, else three digits.
#[must_use]
pub fn place(x: f64) -> String {
    if x.fract() == 0.0 { count(x) } else { score(x) }
}

/// The nearest number with six significant digits.
#[must_use]
pub fn six_digits(x: f64) -> f64 {
    let rounded = near_one(x.abs()).map(|rounded| rounded.copysign(x));
    rounded.unwrap_or_else(|| format!("{x:.5e}").parse().unwrap_or(x))
}

/// [`six_digits`] of a number that a power of ten makes an integer of six digits, without
/// writing and reading it: a large answer is mostly such numbers. `None` where that is not
/// exact, because the number is far from 1 or about halfway between two.
fn near_one(x: f64) -> Option<f64> {
    const POWERS: [f64; 14] = [
        1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    ];
    // Powers up to 1e22 and integers are exact, so that the quotient is the nearest number to
    // the decimal, which is what reading it gives.
    let power = POWERS.into_iter().find(|power| x * power >= 1e5)?;
    let scaled = x * power;
    let is_clear = (scaled.fract() - 0.5).abs() > 1e-6;
    (scaled < 1e6 && is_clear).then(|| scaled.round() / power)
}

/// Serialises a number with six significant digits, for `serialize_with`.
///
/// # Errors
///
/// Those of the serializer.
pub fn round6<S: Serializer>(x: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(six_digits(*x))
}

/// As [`round6`], for a number that may be missing.
///
/// # Errors
///
/// Those of the serializer.
pub fn round6_option<S: Serializer>(x: &Option<f64>, serializer: S) -> Result<S::Ok, S::Error> {
    x.map(six_digits).serialize(serializer)
}

/// Rounds every fraction in a JSON value to six significant digits.
pub fn round_json(value: &mut Value) {
    match value {
        Value::Number(number) if number.is_f64() => {
            *value = number.as_f64().map(six_digits).into();
        }
        Value::Array(values) => values.iter_mut().for_each(round_json),
        Value::Object(map) => map.values_mut().for_each(round_json),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_said_as_a_reader_says_them() {
        assert_eq!(count(1_234_567.0), "1,234,567");
        assert_eq!(count(-1234.0), "-1,234");
        assert_eq!(count(-0.2), "0");
        assert_eq!(count(999.0), "999");
        assert_eq!(share(0.61), "61\u{a0}%");
        assert_eq!(share(0.001), "under 1\u{a0}%");
        assert_eq!(share(0.999), "over 99\u{a0}%");
        assert_eq!(share(1.0), "100\u{a0}%");
        assert_eq!(probability(0.84), ".84");
        assert_eq!(probability(0.999), "over .99");
        assert_eq!(probability(1.0), "1");
        assert_eq!(Number::Share.interval(0.67, 0.91), "67 to 91\u{a0}%");
        assert_eq!(Number::Count.interval(67.0, 91.0), "67 to 91");
        assert_eq!(Number::Count.say(f64::NAN), "none");
    }

    #[test]
    fn scores_keep_three_digits() {
        assert_eq!(score(0.9996), "1.00");
        assert_eq!(score(12.34), "12.3");
        assert_eq!(score(0.0123), "0.0123");
        assert_eq!(score(123_456.0), "123,000");
        assert_eq!(score(-2.5), "-2.50");
        assert_eq!(score(1e-12), "1.00e-12");
    }

    #[test]
    fn six_digits_are_those_that_are_written() {
        let written = |x: f64| format!("{x:.5e}").parse::<f64>().expect("a number");
        let mut x = 1.234_567_89e-20;
        while x < 1e8 {
            for x in [x, -x, x * 0.999_999_5, six_digits(x), x / 3.0] {
                assert_eq!(six_digits(x), written(x), "{x:e}");
            }
            x *= 1.000_37;
        }
        for x in [
            0.0,
            -0.0,
            1.0,
            0.5,
            0.1,
            9.999_995,
            0.999_999_5,
            0.123_456_5,
            99_999.95,
        ] {
            assert_eq!(six_digits(x).to_bits(), written(x).to_bits(), "{x}");
        }
    }

    #[test]
    fn json_has_six_digits() {
        assert_eq!(six_digits(0.123_456_789), 0.123_457);
        assert_eq!(six_digits(1_234_567.0), 1_234_570.0);
        assert!(six_digits(f64::NAN).is_nan());
        let mut value = serde_json::json!({"a": [0.123_456_789, 7, null], "b": "0.123456789"});
        round_json(&mut value);
        assert_eq!(
            value.to_string(),
            r#"{"a":[0.123457,7,null],"b":"0.123456789"}"#
        );
    }
}

//! What long work will take, told before it begins.
//!
//! An estimate from what was read and the method, good to a factor of four or so: enough to
//! know whether to wait, or to ask for less.

use recto::{Pile, forecast};
use recto_report::Number;
use serde_json::{Map, Value};

/// Work below this is not worth a word, in seconds.
const LEAST_SECONDS: f64 = 20.0;

/// Memory below this is not worth a word, in MB.
const LEAST_MEMORY: f64 = 500.0;

/// A line about work that will take long or much memory; `None` for the rest, and for
/// methods that were not measured.
pub(crate) fn line(command: &str, request: &Map<String, Value>, pile: &Pile) -> Option<String> {
    let bytes: usize = pile
        .documents
        .iter()
        .map(|document| document.text.len())
        .sum();
    let (seconds, memory) = forecast::estimate(command, request, bytes, pile.documents.len())?;
    if seconds < LEAST_SECONDS && memory < LEAST_MEMORY {
        return None;
    }
    let documents = pile.documents.len();
    let noun = if documents == 1 {
        "document"
    } else {
        "documents"
    };
    Some(format!(
        "about {} on one core and {} for {} {noun}",
        time(seconds),
        size(memory),
        Number::Count.say(documents as f64)
    ))
}

/// A time in one or two digits: "40 s", "3 min", "2 h".
fn time(seconds: f64) -> String {
    let (number, unit) = if seconds < 90.0 {
        (seconds, "s")
    } else if seconds < 5400.0 {
        (seconds / 60.0, "min")
    } else {
        (seconds / 3600.0, "h")
    };
    format!("{} {unit}", two_digits(number.max(1.0)))
}

/// A size in MB in two digits: "560 MB", "1.2 GB".
fn size(megabytes: f64) -> String {
    if megabytes < 995.0 {
        format!("{} MB", two_digits(megabytes))
    } else {
        format!("{} GB", two_digits(megabytes / 1000.0))
    }
}

fn two_digits(number: f64) -> String {
    if number < 9.95 {
        let said = format!("{number:.1}");
        said.strip_suffix(".0").map(String::from).unwrap_or(said)
    } else if number < 99.5 {
        format!("{number:.0}")
    } else {
        format!("{:.0}0", number / 10.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn pile(documents: usize, bytes: usize) -> Pile {
        Pile::from(vec!["a ".repeat(bytes / 2); documents])
    }

    fn told(command: &str, request: Value, pile: &Pile) -> Option<String> {
        line(command, request.as_object().expect("an object"), pile)
    }

    #[test]
    fn long_work_is_told_and_short_work_is_not() {
        let many = pile(120_000, 150);
        let said = told("topics", json!({}), &many);
        let line = "about 40 s on one core and 420 MB for 120,000 documents";
        assert_eq!(said.as_deref(), Some(line));
        assert_eq!(told("topics", json!({"topics": 10}), &many), None);
        assert_eq!(told("segment", json!({}), &pile(1, 1_000_000)), None);
        let one = told("authors", json!({}), &pile(1, 24_000_000));
        let line = "about 48 s on one core and 610 MB for 1 document";
        assert_eq!(one.as_deref(), Some(line));
    }

    #[test]
    fn nothing_is_told_of_methods_that_were_not_measured() {
        let many = pile(200_000, 200);
        assert_eq!(told("topics", json!({"method": "vsm"}), &many), None);
        assert_eq!(told("topics", json!({"paper": true}), &many), None);
        assert_eq!(told("nonsense", json!({}), &many), None);
    }

    #[test]
    fn times_and_sizes_have_two_digits() {
        let times = [20.4, 89.0, 130.0, 1234.0, 9000.0].map(time);
        assert_eq!(times, ["20 s", "89 s", "2.2 min", "21 min", "2.5 h"]);
        let sizes = [512.0, 999.0, 1234.0, 45_000.0].map(size);
        assert_eq!(sizes, ["510 MB", "1 GB", "1.2 GB", "45 GB"]);
    }
}

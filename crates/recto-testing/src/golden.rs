//! Golden files: numbers from an independent source, under `tests/golden/` of a crate.
//!
//! [`golden!`](crate::golden!) gives the root [`Entry`] of a file of the calling crate. An
//! entry knows its place in the file, so that a test that fails names what differs:
//!
//! ```should_panic
//! # let file = recto_testing::golden::File::parse("em.json", r#"{"gamma": [[0.5, 0.5]]}"#);
//! # let golden = file.root();
//! use recto_testing::golden::Tolerance::Absolute;
//! // em.json, gamma[0][1]: found 0.6, expected 0.5 (within 1e-9 of it)
//! golden.at("gamma").assert_all_near(&[0.5, 0.6], Absolute(1e-9));
//! ```

use serde::Deserialize;
use serde_json::Value;
use std::fmt;

/// The root [`Entry`](crate::golden::Entry) of `tests/golden/NAME.json` of the calling
/// crate, or of another crate of the workspace. A file that is not there does not compile.
///
/// ```text
/// let golden = recto_testing::golden!("auto");
/// let k = golden.at("em").at("K").count();
/// let shared = recto_testing::golden!("aps_iterations" of "recto-math");
/// ```
#[macro_export]
macro_rules! golden {
    ($name:literal) => {
        $crate::golden!(@ $name, concat!("/tests/golden/", $name, ".json"))
    };
    ($name:literal of $owner:literal) => {
        $crate::golden!(@ $name, concat!("/../", $owner, "/tests/golden/", $name, ".json"))
    };
    (@ $name:literal, $path:expr) => {{
        static FILE: ::std::sync::LazyLock<$crate::golden::File> =
            ::std::sync::LazyLock::new(|| {
                let text = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), $path));
                $crate::golden::File::parse(concat!($name, ".json"), text)
            });
        FILE.root()
    }};
}

/// A golden file that has been read.
#[derive(Debug)]
pub struct File {
    name: &'static str,
    value: Value,
}

impl File {
    /// Reads the JSON of a file; `name` is for messages.
    ///
    /// # Panics
    /// If it is no JSON.
    pub fn parse(name: &'static str, json: &str) -> Self {
        let value = serde_json::from_str(json).unwrap_or_else(|error| panic!("{name}: {error}"));
        Self { name, value }
    }

    /// The whole of it.
    pub fn root(&self) -> Entry<'_> {
        Entry {
            file: self.name,
            place: String::new(),
            value: &self.value,
        }
    }
}

/// How far a number may be from the golden one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Tolerance {
    /// By this much.
    Absolute(f64),
    /// By this much times the golden number, or by this much where that is below 1.
    Relative(f64),
}

impl Tolerance {
    /// Never true of a number that is NaN.
    fn allows(self, found: f64, expected: f64) -> bool {
        let most = match self {
            Self::Absolute(most) => most,
            Self::Relative(share) => share * expected.abs().max(1.0),
        };
        (found - expected).abs() <= most
    }
}

impl fmt::Display for Tolerance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Absolute(most) => write!(f, "within {most:e} of it"),
            Self::Relative(share) => write!(f, "within {share:e} of its size"),
        }
    }
}

/// A value in a golden file, with its place there. Every method panics, naming the place,
/// if the file has something else than is asked for.
#[derive(Debug, Clone)]
pub struct Entry<'a> {
    file: &'static str,
    /// As `cases[2].gamma`; empty for the root.
    place: String,
    value: &'a Value,
}

impl fmt::Display for Entry<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place.as_str() {
            "" => f.write_str(self.file),
            place => write!(f, "{}, {place}", self.file),
        }
    }
}

impl<'a> Entry<'a> {
    /// The entry under `key` of an object.
    #[track_caller]
    pub fn at(&self, key: &str) -> Entry<'a> {
        let Some(value) = self.value.get(key) else {
            panic!("{self}: no entry {key:?}");
        };
        self.field(key, value)
    }

    /// The entries of a list, in order.
    #[track_caller]
    pub fn entries(&self) -> Vec<Entry<'a>> {
        let Some(values) = self.value.as_array() else {
            panic!("{self}: not a list");
        };
        let entry = |(i, value)| Entry {
            file: self.file,
            place: format!("{}[{i}]", self.place),
            value,
        };
        values.iter().enumerate().map(entry).collect()
    }

    /// Keys and entries of an object, in the order of the file.
    #[track_caller]
    pub fn fields(&self) -> Vec<(&'a str, Entry<'a>)> {
        let Some(fields) = self.value.as_object() else {
            panic!("{self}: not an object");
        };
        let field = |(key, value): (&'a String, &'a Value)| (key.as_str(), self.field(key, value));
        fields.iter().map(field).collect()
    }

    fn field(&self, key: &str, value: &'a Value) -> Entry<'a> {
        let place = match self.place.as_str() {
            "" => key.to_string(),
            above => format!("{above}.{key}"),
        };
        Entry {
            file: self.file,
            place,
            value,
        }
    }

    /// The entry as any type that JSON can hold; `Option` for one that may be null.
    #[track_caller]
    pub fn read<T: Deserialize<'a>>(&self) -> T {
        // A closure would be named as the place of the panic, and not the test.
        match T::deserialize(self.value) {
            Ok(value) => value,
            Err(error) => panic!("{self}: {error}"),
        }
    }

    /// A number.
    #[track_caller]
    pub fn number(&self) -> f64 {
        self.read()
    }

    /// A whole number from 0.
    #[track_caller]
    pub fn count(&self) -> usize {
        self.read()
    }

    /// A text.
    #[track_caller]
    pub fn text(&self) -> &'a str {
        self.read()
    }

    /// A list of numbers.
    #[track_caller]
    pub fn numbers(&self) -> Vec<f64> {
        self.read()
    }

    /// A list of whole numbers from 0.
    #[track_caller]
    pub fn counts(&self) -> Vec<usize> {
        self.read()
    }

    /// A list of rows of numbers.
    #[track_caller]
    pub fn matrix(&self) -> Vec<Vec<f64>> {
        self.read()
    }

    /// Fails the test unless `found` is this number to the tolerance.
    #[track_caller]
    pub fn assert_near(&self, found: f64, tolerance: Tolerance) {
        let expected = self.number();
        assert!(
            tolerance.allows(found, expected),
            "{self}: found {found}, expected {expected} ({tolerance})"
        );
    }

    /// Fails the test unless `found` are the numbers of this list, as many of them and each
    /// to the tolerance. Lists in lists are taken one after the other: a matrix row by row.
    #[track_caller]
    pub fn assert_all_near(&self, found: &[f64], tolerance: Tolerance) {
        let mut numbers = Vec::new();
        self.flatten(&mut numbers);
        let (n, expected) = (found.len(), numbers.len());
        assert!(
            n == expected,
            "{self}: found {n} numbers, expected {expected}"
        );
        for (entry, &found) in numbers.iter().zip(found) {
            entry.assert_near(found, tolerance);
        }
    }

    fn flatten(&self, numbers: &mut Vec<Entry<'a>>) {
        if self.value.is_array() {
            for entry in self.entries() {
                entry.flatten(numbers);
            }
        } else {
            numbers.push(self.clone());
        }
    }

    /// Fails the test unless `found` is this entry.
    #[track_caller]
    pub fn assert_equal<T: Deserialize<'a> + PartialEq + fmt::Debug>(&self, found: &T) {
        let expected: T = self.read();
        assert!(
            *found == expected,
            "{self}: found {found:?}, expected {expected:?}"
        );
    }
}

#[cfg(test)]
mod tests {
    use super::Tolerance::{Absolute, Relative};
    use super::*;

    const JSON: &str = r#"{"n": 3, "none": null, "name": "em", "weights": {"b": 1, "a": 2},
        "cases": [{"gamma": [[0.25, 0.75], [1, 1000]]}]}"#;

    fn message_of(work: impl FnOnce(&Entry<'_>)) -> String {
        let file = File::parse("em.json", JSON);
        let work = std::panic::AssertUnwindSafe(|| work(&file.root()));
        let panic = std::panic::catch_unwind(work).expect_err("it must not hold");
        *panic.downcast::<String>().expect("a message")
    }

    #[test]
    fn entries_are_read_as_what_they_are() {
        let file = File::parse("em.json", JSON);
        let golden = file.root();
        assert_eq!((golden.at("n").number(), golden.at("n").count()), (3.0, 3));
        assert_eq!(golden.at("none").read::<Option<f64>>(), None);
        assert_eq!(golden.at("name").text(), "em");
        let keys: Vec<&str> = golden.at("weights").fields().iter().map(|f| f.0).collect();
        assert_eq!(keys, ["b", "a"]);
        let gamma = golden.at("cases").entries()[0].at("gamma");
        assert_eq!(gamma.matrix(), [[0.25, 0.75], [1.0, 1000.0]]);
        assert_eq!(gamma.entries()[1].counts(), [1, 1000]);
        gamma.assert_all_near(&[0.25, 0.75 + 1e-10, 1.0, 1000.0], Absolute(1e-9));
        gamma.assert_all_near(&[0.25, 0.75, 1.0, 1000.0 + 1e-7], Relative(1e-9));
        golden.at("name").assert_equal(&"em");
    }

    #[test]
    fn what_differs_is_named_with_its_place() {
        let near = |found: &[f64], tolerance: Tolerance| {
            message_of(|golden| {
                let gamma = golden.at("cases").entries()[0].at("gamma");
                gamma.assert_all_near(found, tolerance);
            })
        };
        assert_eq!(
            near(&[0.25, 0.75, 1.5, 1000.0], Absolute(1e-9)),
            "em.json, cases[0].gamma[1][0]: found 1.5, expected 1 (within 1e-9 of it)"
        );
        let far = near(&[0.25, 0.75, 1.0, 1000.0 + 1e-5], Relative(1e-9));
        assert!(far.starts_with("em.json, cases[0].gamma[1][1]: "), "{far}");
        assert!(near(&[f64::NAN, 0.75, 1.0, 1e3], Absolute(1.0)).contains("found NaN"));
        assert!(near(&[0.25], Absolute(1.0)).ends_with("found 1 numbers, expected 4"));
        let equal = message_of(|golden| golden.at("n").assert_equal(&4));
        assert_eq!(equal, "em.json, n: found 4, expected 3");
        let missing = message_of(|golden| _ = golden.at("weights").at("c"));
        assert_eq!(missing, "em.json, weights: no entry \"c\"");
        let typed = message_of(|golden| _ = golden.at("name").number());
        assert!(typed.starts_with("em.json, name: invalid type"), "{typed}");
    }
}

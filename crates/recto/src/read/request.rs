//! What `read` can be asked.

use crate::field::{self, Field, Notation};
use recto_math::finite_number;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

/// What is asked of `read`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Request {
    /// The name of a method; there is one.
    pub method: String,
    /// The parts to run, whether or not they suit the pile; empty for those that do.
    pub only: Vec<Part>,
    /// Parts not to run.
    pub skip: Vec<Part>,
    /// Seconds on one core that the parts may take by the forecast; `None` sets no bound.
    pub budget: Option<f64>,
}

impl Default for Request {
    fn default() -> Self {
        Self {
            method: "auto".into(),
            only: Vec::new(),
            skip: Vec::new(),
            budget: None,
        }
    }
}

/// What a reading is made of: a capability each, by the name of its command.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Part {
    /// The gist.
    Summarize,
    /// What the pile is about.
    Topics,
    /// How folders differ.
    Compare,
    /// Outlines of long documents.
    Segment,
    /// Styles within a document.
    Authors,
    /// Opinions.
    Classify,
    /// What happened when.
    Events,
    /// What supports a summary.
    Align,
}

impl Part {
    /// All parts, in the order of the page.
    pub const ALL: [Self; 8] = [
        Self::Summarize,
        Self::Topics,
        Self::Compare,
        Self::Segment,
        Self::Authors,
        Self::Classify,
        Self::Events,
        Self::Align,
    ];

    /// The name of its command.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Summarize => "summarize",
            Self::Topics => "topics",
            Self::Compare => "compare",
            Self::Segment => "segment",
            Self::Authors => "authors",
            Self::Classify => "classify",
            Self::Events => "events",
            Self::Align => "align",
        }
    }

    fn named(name: &str) -> Result<Self, String> {
        let part = Self::ALL.into_iter().find(|part| part.name() == name);
        part.ok_or_else(|| {
            let names: Vec<&str> = Self::ALL.iter().map(|part| part.name()).collect();
            format!("must be names out of: {}", names.join(", "))
        })
    }
}

static PARTS: Notation = Notation {
    parse: |text| Part::named(text.trim()).map(|part| json!(part)),
    schema: || json!({ "enum": Part::ALL }),
};

static BUDGET: Notation = Notation {
    parse: |text| match seconds(text) {
        Some(seconds) => Ok(json!(seconds)),
        None => Err("must be a time such as 30s, 5min or 1h".into()),
    },
    schema: || json!({ "type": "number", "exclusiveMinimum": 0 }),
};

/// A time as people write it: `30s`, `5min`, `1h`; a bare number is seconds.
fn seconds(text: &str) -> Option<f64> {
    let text = text.trim();
    let unit = text.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    let number = finite_number(&text[..text.len() - unit.len()])?;
    let seconds = match unit.trim() {
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return None,
    };
    Some(number * seconds).filter(|x| x.is_finite() && *x > 0.0)
}

pub(super) static FIELDS: &[Field] = &[
    Field::method("How the pile is read"),
    Field::list(
        "only",
        &PARTS,
        "Run these parts alone, whether or not they suit the pile: summarize, topics, compare, \
         segment, authors, classify, events, align",
    )
    .otherwise("those that suit the pile"),
    Field::list("skip", &PARTS, "Leave these parts out").without(&["only"]),
    Field::notation(
        "budget",
        &BUDGET,
        "Time on one core that the parts may take, such as 30s or 5min, by the forecast; parts \
         that do not fit read a sample or are left out, and the page says which",
    )
    .called("TIME")
    .otherwise("no limit"),
    Field::documents_or_file(
        "since",
        ".json",
        "Show what is new since an earlier pile, or since an earlier reading: its JSON",
    ),
    field::STOP_WORDS,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_as_people_write_them() {
        let read = ["30s", "5min", "5 m", "1.5h", "90"].map(seconds);
        let expected = [30.0, 300.0, 300.0, 5400.0, 90.0].map(Some);
        assert_eq!(read, expected);
        assert_eq!(["", "s", "0s", "-3s", "3 days"].map(seconds), [None; 5]);
    }

    #[test]
    fn a_part_is_known_by_the_name_of_its_command() {
        for part in Part::ALL {
            assert_eq!(Part::named(part.name()), Ok(part));
            assert_eq!(json!(part), part.name());
            let capability = crate::capabilities().iter();
            let mut names = capability.map(|capability| capability.name());
            assert!(names.any(|name| name == part.name()), "{}", part.name());
        }
        assert!(Part::named("voices").is_err());
    }
}

//! What `events` can be asked.

use crate::field::{self, Choice, Field};
use recto_events::{Context, Profile};
use serde::{Deserialize, Serialize};

/// What is asked of `events`; `None` leaves it to the method.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Request {
    /// The name of a method.
    pub method: String,
    /// The literal parameters of the method's paper.
    pub paper: bool,
    /// Which set of defaults to start from.
    pub profile: Option<Profile>,
    /// Over which parts of the stream the contexts of two names are compared.
    pub context: Option<Context>,
    /// Expected number of events that chance alone puts on the timeline.
    pub false_alarms: Option<f64>,
    /// Messages that are quoted for each event.
    pub quotes: Option<usize>,
    /// Whether messages that repeat others are used.
    pub keep_reposts: bool,
    /// Whether copies of a text within ten minutes are used.
    pub keep_duplicates: bool,
    /// Seconds that the profile `stream` waits for messages out of order.
    pub lateness: Option<f64>,
}

impl Default for Request {
    fn default() -> Self {
        Self {
            method: "auto".into(),
            paper: false,
            profile: None,
            context: None,
            false_alarms: None,
            quotes: None,
            keep_reposts: false,
            keep_duplicates: false,
            lateness: None,
        }
    }
}

impl Request {
    /// Whether the published form is asked for, by either name.
    pub(super) fn is_paper(&self) -> bool {
        self.paper || self.profile == Some(Profile::Paper)
    }
}

pub(super) static FIELDS: &[Field] = &[
    Field::method("Detection method"),
    field::PAPER,
    Field::choice(
        "profile",
        &[
            Choice {
                name: "auto",
                help: "All messages at once, with the best settings that were measured",
            },
            Choice {
                name: "paper",
                help: "As with `paper`, the closest form to the paper",
            },
            Choice {
                name: "stream",
                help: "One message after the other in bounded memory, as a live stream is read",
            },
        ],
        "Set of defaults to start from",
    )
    .otherwise("auto"),
    Field::file(
        "participants",
        "File of participants, one a line: a name, then other names of the same after commas",
    )
    .by_method(),
    Field::number(
        "false_alarms",
        "Events by chance alone that you put up with in the whole stream: lower for fewer and \
         surer events",
    )
    .within(1e-9, 1e6)
    .otherwise("0.01")
    .by_method(),
    Field::choice(
        "context",
        &[
            Choice {
                name: "local",
                help: "In segments of three minutes",
            },
            Choice {
                name: "global",
                help: "In the whole stream at once",
            },
            Choice {
                name: "none",
                help: "Not at all: names are joined by their letters alone",
            },
        ],
        "Where words around two names must agree for both to be one participant",
    )
    .otherwise("local")
    .by_method(),
    Field::count("quotes", "Most messages to quote for each event")
        .from_to(1, 100)
        .otherwise("3"),
    Field::switch("keep_reposts", "Use messages that repeat others, too"),
    Field::switch(
        "keep_duplicates",
        "Use copies of a text within ten minutes, too",
    ),
    Field::number(
        "lateness",
        "Seconds that a running stream, or the profile stream, waits for messages out of order",
    )
    .within(0.0, 3600.0)
    .otherwise("10")
    .by_method(),
];

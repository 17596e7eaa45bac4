//! The command line's contract: keys, ids, offsets, exit codes, files.
//!
//! Programs rely on these facts. A failing test here is a breaking change, not a test
//! to adapt.

mod common;

#[path = "contract/align.rs"]
mod align;
#[path = "contract/authors.rs"]
mod authors;
#[path = "contract/classification.rs"]
mod classification;
#[path = "contract/classify.rs"]
mod classify;
#[path = "contract/events.rs"]
mod events;
#[path = "contract/files.rs"]
mod files;
#[path = "contract/ids.rs"]
mod ids;
#[path = "contract/json.rs"]
mod json;
#[path = "contract/places.rs"]
mod places;
#[path = "contract/replicate.rs"]
mod replicate;
#[path = "contract/rouge.rs"]
mod rouge;
#[path = "contract/stop_words.rs"]
mod stop_words;
#[path = "contract/summarize.rs"]
mod summarize;
#[path = "contract/tables.rs"]
mod tables;
#[path = "contract/terminal.rs"]
mod terminal;
#[path = "contract/titles.rs"]
mod titles;
#[path = "contract/topics.rs"]
mod topics;

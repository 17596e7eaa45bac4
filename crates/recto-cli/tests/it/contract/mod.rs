//! The command line's contract: keys, ids, offsets, exit codes, files.
//!
//! Programs rely on these facts. A failing test here is a breaking change, not a test
//! to adapt.

mod align;
mod authors;
mod classification;
mod classify;
mod events;
mod files;
mod ids;
mod json;
mod places;
mod replicate;
mod rouge;
mod stop_words;
mod summarize;
mod tables;
mod terminal;
mod titles;
mod topics;

//! recto reads a pile of text before a person does.
//!
//! This crate is the facade: it brings a pile of documents to a capability and the
//! capability's typed result to an [`Answer`] (JSON by the contract) and to a
//! [`report::Report`] (blocks). The feature `render` adds what draws them, for a terminal
//! or as a page.
//!
//! ```
//! use recto::segment::{self, Request};
//! use recto::{Document, Pile, Run, Silent};
//!
//! let text = "Nets dry on the quay. Boats come in. The oven glows. Bread bakes slowly.";
//! let pile = Pile { documents: vec![Document::new("note", text)], ..Pile::default() };
//! let method = segment::methods().iter().find(|row| row.name == "uniform").expect("a row");
//! let options = segment::Options { segments: Some("2".parse()?), ..Default::default() };
//! let request = Request { options, ..Request::new(method) };
//! let answer = segment::run(&pile, &request, &Run::new(0, &Silent))?;
//! assert_eq!(answer.body.documents[0].segments[1].start_unit, 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answer;
pub mod authors;
mod calendar;
pub mod compare;
mod each;
pub mod evaluate;
pub mod segment;
pub mod summarize;
pub mod topics;

pub use answer::{Answer, to_json};
pub use recto_math::{Cancelled, Method, MethodInfo, Observer, Progress, Run, Silent};
pub use recto_report as report;
pub use recto_summarize::rouge;
pub use recto_text::{
    Document, Encoding, Failure, Language, Limits, Pile, SourceOptions, UnitKind, Warning, decode,
    source,
};

/// The version that every output names.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

//! recto reads a pile of text before a person does.
//!
//! This crate is the facade: it brings a pile of documents to a capability and the
//! capability's typed result to an [`Answer`] (JSON by the contract) and to a
//! [`report::Report`] (blocks). The feature `render` adds what draws them, for a terminal
//! or as a page.
//!
//! One line asks one question:
//!
//! ```
//! let text = "Nets dry on the quay. Boats come in.\n\nThe oven glows. Bread bakes slowly.";
//! let segments = &recto::segment(text)?.body.documents[0].segments;
//! assert_eq!(segments.last().map(|segment| segment.end_unit), Some(4));
//! # Ok::<(), recto::Error>(())
//! ```
//!
//! A request says more, and several capabilities may share one [`Reading`] of a pile:
//!
//! ```
//! use recto::{Attachments, Capability, Pile, Reading, Run, Silent, segment, summarize};
//!
//! let pile: Pile = [("a", "Nets dry on the quay."), ("b", "Bread bakes slowly all night.")].into_iter().collect();
//! let (reading, files, run) = (Reading::new(&pile), Attachments::default(), Run::new(0, &Silent));
//! let request = summarize::Request { words: Some(5), ..Default::default() };
//! let gist = summarize::SUMMARIZE.run(&reading, &request, &files, &run)?;
//! let parts = segment::SEGMENT.run(&reading, &Default::default(), &files, &run)?;
//! assert_eq!(parts.body.documents.len(), 2);
//! # Ok::<(), recto::Error>(())
//! ```
//!
//! A front end that should not know what there is loops over [`capabilities`] and speaks
//! JSON:
//!
//! ```
//! use recto::report::Detail;
//! use recto::{Attachments, Pile, Reading, Run, Silent, capabilities};
//!
//! let pile = Pile::from(vec!["Nets dry on the quay. Boats come in. Bread bakes slowly."]);
//! let (reading, files, run) = (Reading::new(&pile), Attachments::default(), Run::new(0, &Silent));
//! let capability = capabilities().iter().find(|row| row.name() == "segment");
//! let request = serde_json::json!({ "method": "uniform", "segments": 3 });
//! let request = request.as_object().expect("an object");
//! let answer = capability.expect("a row").run(&reading, request, &files, Detail::Outline, &run)?;
//! let mut json = Vec::new();
//! answer.write_json(&mut json)?;
//! assert!(String::from_utf8_lossy(&json).contains("\"segments\":[{\"start_unit\":0"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod align;
mod answer;
mod attachments;
pub mod authors;
mod calendar;
mod capability;
pub mod classify;
pub mod compare;
pub mod counts;
mod csv;
mod error;
pub mod evaluate;
pub mod events;
mod field;
pub mod forecast;
pub mod gather;
mod kept;
#[cfg(feature = "label")]
pub mod label;
mod library;
mod made;
mod offsets;
mod per_document;
pub mod read;
mod reading;
pub mod segment;
pub mod summarize;
pub mod topics;

pub use answer::{Answer, to_json};
pub use attachments::{Attachment, Attachments};
pub use capability::{
    About, AnyAnswer, AnyCapability, Capability, OutputFile, Subject, capabilities,
};
pub use csv::{TableError, table_columns, table_names, write_table};
pub use error::Error;
pub use field::{Choice, Field, Group as FieldGroup, Kind, Notation, Usual};
pub use kept::{KeptAnswer, Snapshot};
pub use library::{align, ask, authors, classify, compare, segment, summarize, topics};
pub use offsets::{Offsets, TextOf, VisitOffset};
pub use reading::{Group, Reading};
pub use recto_math::{
    Cancelled, Method, MethodInfo, Notice, Observer, Progress, Remedy, Run, Silent,
};
pub use recto_report as report;
pub use recto_summarize::rouge;
pub use recto_text::{
    Document, Encoding, Failure, Language, Limits, Pile, Post, SourceOptions, StopWords, TextPair,
    Thread, UnitKind, Warning, decode, one_line, source, time,
};

/// The version that every output names.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Compiles the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

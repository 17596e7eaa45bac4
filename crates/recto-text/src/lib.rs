//! Text for recto: from files to documents, units, tokens and counts.
//!
//! ```text
//! files, folders, globs, stdin
//!   -> source     bytes -> Document: id, text, title, time, labels
//!   -> unit       sentences, paragraphs or lines, as spans of the text
//!   -> token      words and marks, as spans of the text
//!   -> analysis   a named recipe turns each token into a term, or drops it
//!   -> corpus     vocabulary and sparse counts
//! ```
//!
//! The text of a document is never changed: every later result is a byte range of
//! it, and normal forms stand beside the original, never instead of it.
//!
//! ```
//! use recto_math::{Run, Silent};
//! use recto_text::{Analysis, Analyzer, Document, Language, UnitKind};
//!
//! let document = Document::new("note", "The tide rises. Boats are rising with it!");
//! let english = Language::from_code("en").expect("English is known");
//! let analyzer = Analyzer::new(Analysis::Segment, english);
//! let units = analyzer.units(&document, UnitKind::Sentence, &Run::new(0, &Silent))?;
//! assert_eq!(units.len(), 2);
//! assert_eq!(units.text_of(1), "Boats are rising with it!");
//! // "rises" and "rising" are one term, "the", "are", "with" and "it" are none.
//! let first: Vec<&str> = units.terms(0).map(|term| units.vocabulary.term(term)).collect();
//! let second: Vec<&str> = units.terms(1).map(|term| units.vocabulary.term(term)).collect();
//! assert_eq!(first, ["tide", "rise"]);
//! assert_eq!(second, ["boat", "rise"]);
//! # Ok::<(), recto_math::Cancelled>(())
//! ```

pub mod analysis;
mod aside;
pub mod copies;
pub mod corpus;
mod dateline;
pub mod decode;
pub mod document;
mod heading;
mod landmarks;
pub mod language;
mod lines;
pub mod message;
mod normal;
mod offset;
mod sentence;
pub mod source;
pub mod speaker;
mod stop_words;
pub mod structure;
pub mod time;
mod title;
pub mod token;
pub mod unit;
pub mod vocabulary;
mod wording;
mod written_date;

pub use analysis::{Analysis, Analyzer, Units};
pub use corpus::Corpus;
pub use dateline::{dated_title, dateline};
pub use document::{Document, Post, Span, Thread};
pub use encoding_rs::Encoding;
pub use landmarks::Landmarks;
pub use language::Language;
pub use lines::{LineMap, one_line};
pub use normal::folded;
pub use offset::OffsetMap;
pub use source::{Failure, Limits, Pile, Set, SourceOptions, TextPair, Warning};
pub use stop_words::{StopWords, StopWordsError};
pub use token::Token;
pub use unit::{Unit, UnitKind};
pub use vocabulary::{TermId, Vocabulary};
pub use wording::wording;

/// Compiles the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

//! Opinion lexicon and rule-based polarity.

#![warn(clippy::disallowed_methods)]

pub mod lexicon;
pub mod polarity;

//! Reads a pile of text before a person does.

pub mod report;

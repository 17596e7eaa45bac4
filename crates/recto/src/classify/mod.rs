//! Classification of documents.

pub mod eval;

//! saved.

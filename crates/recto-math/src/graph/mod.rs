//! Graphs of similar rows.

mod neighbours;

pub use neighbours::neighbours;

//! Graphs of similar rows.

mod nearest;
mod neighbours;

pub use nearest::nearest;
pub use neighbours::neighbours;

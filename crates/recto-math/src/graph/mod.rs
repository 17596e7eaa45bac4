//! Graphs of similar rows: which rows are neighbours, which of them dominate or rank.
//!
//! | part | answers |
//! |---|---|
//! | [`neighbours`], [`pairs_above`], [`nearest`] | which rows are alike, without looking at all pairs |
//! | [`Cover`], [`dominate`] | which few vertices stand for all |
//! | [`rank()`] | where a random walk on the graph is most often |

mod dominate;
mod index;
mod neighbours;
mod rank;

pub use dominate::{Cover, Rule, Step, dominate};
pub use neighbours::{nearest, neighbours, pairs_above};
pub use rank::{Walk, multiply, rank};

//! Similarity graphs, greedy dominating sets, PageRank.
//!
//! | item | contents |
//! |---|---|
//! | [`neighbours`], [`pairs_above`], [`nearest`] | pairs of rows above a similarity threshold, by an inverted index |
//! | [`Cover`], [`dominate`] | greedy dominating sets |
//! | [`pagerank`] | PageRank of the vertices |

mod dominate;
mod index;
mod neighbours;
mod pagerank;

pub use dominate::{Cover, Rule, Step, dominate};
pub use neighbours::{nearest, neighbours, pairs_above};
pub use pagerank::{PageRankParams, multiply, pagerank};

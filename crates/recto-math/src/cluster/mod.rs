//! Groups of points.
//!
//! | module | groups |
//! |---|---|
//! | [`agglomerative`] | distributions, by merging the two groups that lose least |
//! | [`bisecting`] | sparse vectors, by splitting the largest group in two |
//! | [`dendrogram`] | the tree of merges: cut, named, written down |

pub mod agglomerative;
pub mod bisecting;
pub mod dendrogram;

use crate::Cancelled;

/// Why points could not be grouped.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ClusterError {
    /// More groups than points, or none.
    #[error("{asked} clusters asked for, but there are {points} points; ask for 1 to {points}")]
    Count {
        /// How many groups were asked for.
        asked: usize,
        /// How many points there are.
        points: usize,
    },
    /// A row that is no distribution.
    #[error("point {row} is no distribution: {problem}")]
    NotADistribution {
        /// Which point.
        row: usize,
        /// What is wrong with it.
        problem: &'static str,
    },
    /// The observer asked to stop.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

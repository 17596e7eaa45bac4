//! Which points belong together.
//!
//! | module | answers |
//! |---|---|
//! | [`affinity`] | how alike the word distributions of parts of a text are |
//! | [`spectral`] | where the points of an affinity lie, and how many groups they form |
//! | [`rotation`] | how well some turn of the axes makes every point lie on one of them |
//! | [`kmeans`] | which centre each point is nearest to |
//! | [`agglomerative`] | which distributions lose least when they are merged |
//! | [`bisecting`] | how the largest group of sparse vectors is split in two |
//! | [`dendrogram`] | what the tree of merges looks like: cut, named, written down |

pub mod affinity;
pub mod agglomerative;
pub mod bisecting;
pub mod dendrogram;
pub mod kmeans;
pub mod rotation;
pub mod spectral;

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

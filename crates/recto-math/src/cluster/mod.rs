//! Clustering: k-means, bisecting k-means, spectral and agglomerative.
//!
//! | module | contents |
//! |---|---|
//! | [`affinity`] | affinity matrices: Jensen-Shannon divergence, binary cosine |
//! | [`spectral`] | spectral embedding, and the choice of the number of clusters |
//! | [`rotation`] | alignment of eigenvectors with the axes, for that choice |
//! | [`kmeans`] | k-means++ and Lloyd's algorithm |
//! | [`agglomerative`] | agglomerative clustering of distributions |
//! | [`bisecting`] | bisecting spherical k-means of sparse vectors |
//! | [`dendrogram`] | dendrograms: cuts, Newick and JSON |

pub mod affinity;
pub mod agglomerative;
pub mod bisecting;
pub mod dendrogram;
pub mod kmeans;
pub mod rotation;
pub mod spectral;

use crate::Cancelled;

/// An error of a clustering.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ClusterError {
    /// No clusters, or more clusters than points.
    #[error("clusters must be between 1 and {points}, the number of points, not `{asked}`")]
    Count {
        /// The number of clusters that was asked for.
        asked: usize,
        /// Number of points.
        points: usize,
    },
    /// A point that is not a probability distribution.
    #[error("point {row} is not a probability distribution: {problem}")]
    NotADistribution {
        /// Index of the point.
        row: usize,
        /// What is wrong with it.
        problem: &'static str,
    },
    /// The observer asked to stop.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

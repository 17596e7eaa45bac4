//! Numerical methods that recto's algorithms share; nothing here knows about text.
//!
//! | module | contents |
//! |---|---|
//! | [`run`] | run context: seed, threads, progress, cancellation |
//! | [`method`] | the row of a table of methods |
//! | [`notation`] | finite numbers in text, JSON values that are a number or a string |
//! | [`notice`] | warnings and error messages with a remedy |
//! | [`remedy`] | remedies by parameter, worded by each front end |
//! | [`rng`] | seeded random streams, one per restart and item |
//! | [`csr`] | sparse matrices in compressed row form |
//! | [`weight`] | tf-idf and other term weightings |
//! | [`association`] | how far a word's counts in two collections differ |
//! | [`similarity`] | cosine and other similarities of sparse vectors |
//! | [`special`] | log-gamma, digamma, trigamma, inverse digamma |
//! | [`band`] | banded similarity matrices of neighbouring units |
//! | [`max_sum`] | max-sum message passing that selects segment centres (affinity propagation) |
//! | [`seq`] | dynamic programmes over sequences: segmentation, hidden Markov models |
//! | [`dense`] | dense matrices |
//! | [`eigen`] | eigenvalues and eigenvectors of symmetric matrices |
//! | [`factor`] | matrix factorisations: NMF, symmetric NMF, SVD |
//! | [`graph`] | similarity graphs, dominating sets, PageRank |
//! | [`cluster`] | k-means, spectral and agglomerative clustering |
//! | [`logistic`] | logistic regression |
//! | [`minimize`](mod@minimize) | minimisation by L-BFGS |
//! | [`assign`] | one-to-one assignment (Hungarian algorithm) |
//! | [`parameter`] | error for a parameter out of its range |
//! | [`partition`] | comparison of two clusterings: B-cubed, Rand, NMI |
//! | [`sample`] | bootstrap intervals and paired tests |
//! | [`em`] | driver of iterative fits: stopping rule, restarts |
//! | [`envelope`] | files of saved models: version, checksum, header, numbers |
//! | [`chunk`] | parallel chunks of fixed size, for the same bytes with any number of threads |

pub mod assign;
pub mod association;
pub mod band;
pub mod chunk;
pub mod cluster;
pub mod csr;
pub mod dense;
pub mod eigen;
pub mod em;
pub mod envelope;
pub mod factor;
pub mod graph;
pub mod logistic;
pub mod max_sum;
pub mod method;
pub mod minimize;
pub mod notation;
pub mod notice;
pub mod parameter;
pub mod partition;
pub mod remedy;
pub mod rng;
pub mod run;
pub mod sample;
pub mod seq;
pub mod similarity;
pub mod special;
pub mod weight;

pub use csr::{CsrBuilder, CsrMatrix, SparseRow};
pub use dense::DenseMatrix;
pub use method::{Method, MethodInfo};
pub use notation::{NumberOrText, finite_number};
pub use notice::Notice;
pub use parameter::BadParameter;
pub use remedy::Remedy;
pub use run::{Cancelled, Observer, Progress, QuietObserver, Run, Silent};

/// Compiles the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

//! Numbers for recto: what every algorithm shares and what knows nothing of text.
//!
//! | module | answers |
//! |---|---|
//! | [`run`] | what travels with a long computation: seed, threads, progress, cancel |
//! | [`method`] | the row of a table of methods |
//! | [`notation`] | values that are a number or a text |
//! | [`notice`] | a message, and what can be done about it |
//! | [`remedy`] | what can be done about a problem, as data |
//! | [`rng`] | which random numbers a restart or an item gets |
//! | [`csr`] | how sparse counts are kept |
//! | [`weight`] | how counts become weights |
//! | [`similarity`] | how alike two sparse vectors are |
//! | [`special`] | ln-gamma, digamma and kin |
//! | [`band`] | how alike neighbouring units are, without a square matrix |
//! | [`max_sum`] | which units messages between them choose as centres |
//! | [`seq`] | where a sequence is best cut |
//! | [`dense`] | how full matrices are kept |
//! | [`eigen`] | along which directions a symmetric matrix stretches |
//! | [`factor`] | of which smaller matrices a matrix is the product |
//! | [`graph`] | which rows are neighbours, which of them dominate or rank |
//! | [`cluster`] | which points belong together |
//! | [`logistic`] | which class a count vector belongs to |
//! | [`assign`] | which rows and columns belong together, one to one |
//! | [`partition`] | how alike two groupings of the same items are |
//! | [`sample`] | what a sample says of a difference or a mean |
//! | [`em`] | how an iterative fit runs, stops and keeps the best restart |
//! | [`chunk`] | how work is cut so that any number of threads gives the same bytes |

pub mod assign;
pub mod band;
pub mod chunk;
pub mod cluster;
pub mod csr;
pub mod dense;
pub mod eigen;
pub mod em;
pub mod factor;
pub mod graph;
pub mod logistic;
pub mod max_sum;
pub mod method;
pub mod notation;
pub mod notice;
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
pub use notation::NumberOrText;
pub use notice::Notice;
pub use remedy::Remedy;
pub use run::{Cancelled, Observer, Progress, QuietObserver, Run, Silent};

/// Compiles the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

//! Which points belong together.
//!
//! | module | answers |
//! |---|---|
//! | [`affinity`] | how alike the word distributions of parts of a text are |
//! | [`spectral`] | where the points of an affinity lie, and how many groups they form |
//! | [`rotation`] | how well some turn of the axes makes every point lie on one of them |
//! | [`kmeans`] | which centre each point is nearest to |

pub mod affinity;
pub mod kmeans;
pub mod rotation;
pub mod spectral;

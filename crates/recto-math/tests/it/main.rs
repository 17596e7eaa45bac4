//! The integration tests of this crate, in one binary: it is built and linked once.

mod golden_vectors;
mod split;

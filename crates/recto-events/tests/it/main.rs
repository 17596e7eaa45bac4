//! The integration tests of this crate, in one binary: it is built and linked once.

mod laws;
mod made;
mod published;

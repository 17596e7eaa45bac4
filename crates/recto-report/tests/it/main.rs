//! The integration tests of this crate, in one binary: it is built and linked once.

mod browser;
mod fixtures;
mod report;

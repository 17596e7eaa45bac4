//! The integration tests of this crate, in one binary: it is built and linked once.

mod files;
mod fuzz;
mod languages;
mod sentences;
mod sources;

//! The integration tests of this crate, in one binary: it is built and linked once.

mod factor;
mod laws;
mod methods_golden;
mod rouge_golden;

//! (to be written)
pub mod metrics;

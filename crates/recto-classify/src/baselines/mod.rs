//! Baselines: what a method has to beat, each by its textbook form.

pub(crate) mod linear;
pub(crate) mod vote;

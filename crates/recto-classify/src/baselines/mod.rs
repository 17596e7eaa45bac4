//! Baselines: what a method has to beat, each in its textbook form.

pub(crate) mod cocluster;
pub(crate) mod graph;
pub(crate) mod linear;
pub(crate) mod vote;

//! Golden vectors of what is public. Those that share their means with the property tests
//! of a module stand beside these.

mod cluster;
mod graph;
mod partition;

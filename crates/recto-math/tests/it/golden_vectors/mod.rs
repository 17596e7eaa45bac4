//! Golden vectors of public functions. Those of message passing, dominating sets and
//! blocks of eigenvectors share code with the property tests of their modules and stand
//! there.

mod cluster;
mod graph;
mod partition;

//! The integration tests of this crate, in one binary: it is built and linked once.

mod brokers;
mod common;
mod contract;
mod docs;
mod follow;
mod help;
mod hostile;
mod interrupt;
mod label;
mod pages;
mod registry;
mod threads;

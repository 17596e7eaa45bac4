//! The integration tests of this crate, in one binary: it is built and linked once.

#[macro_use]
mod common;

mod brokers;
mod contract;
mod docs;
mod follow;
mod help;
mod hostile;
mod interrupt;
mod label;
mod pages;
mod pipes;
mod registry;
mod threads;

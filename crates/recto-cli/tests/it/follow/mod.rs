//! `recto events --follow`: streams that go on, are stopped, killed and resumed.

#![cfg(unix)]

mod ends;
mod kills;
mod memory;
pub(crate) mod posts;
mod room;
mod said;

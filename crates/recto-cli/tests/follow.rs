//! `recto events --follow`: streams that go on, are stopped, killed and resumed.

#![cfg(unix)]

mod common;
#[path = "follow/ends.rs"]
mod ends;
#[path = "follow/kills.rs"]
mod kills;
#[path = "follow/memory.rs"]
mod memory;
#[path = "follow/posts.rs"]
mod posts;
#[path = "follow/room.rs"]
mod room;
#[path = "follow/said.rs"]
mod said;

//! What the tests of several crates share. Never published, only ever a dev-dependency.
//!
//! | module | for |
//! |---|---|
//! | [`scratch`] | a folder of its own for one test |
//! | [`text`] | made text, and text as units |
//!
//! Everything here panics where a test should fail.

pub mod scratch;
pub mod text;

pub use scratch::Scratch;

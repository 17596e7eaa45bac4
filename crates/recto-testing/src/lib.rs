//! What the tests of several crates share. Never published, only ever a dev-dependency.
//!
//! | module | for |
//! |---|---|
//! | [`laws`] | facts that hold for every row of a table of methods |
//! | [`observers`] | observers that stop a run |
//! | [`golden`](mod@golden) | golden files of the calling crate, compared to a tolerance |
//! | [`scratch`] | a folder of its own for one test |
//! | [`data`] | tests on real corpora, ignored where there are none |
//! | [`split`] | a fit split over workers that exchange nothing but bytes |
//! | [`pdf`], [`encrypted_pdf`], [`tar`], [`zip`] | small files of these formats |
//! | [`saved`] | what holds for every kind of saved model |
//! | [`text`] | made text, and text as units |
//!
//! Everything here panics where a test should fail.

pub mod data;
pub mod encrypted_pdf;
pub mod golden;
pub mod laws;
pub mod observers;
pub mod pdf;
pub mod saved;
pub mod scratch;
pub mod seeds;
pub mod spans;
pub mod split;
pub mod tar;
pub mod text;
pub mod zip;

pub use scratch::Scratch;

//! The part `deny`: licences, double versions and sources of dependencies, by cargo-deny.
//!
//! It is not installed for the purpose: even without optimisation that took two and a half
//! minutes on a busy machine of two cores. The test `repository` holds the same lists
//! against `cargo metadata`, in less than a second.

use crate::part::{self, Outcome, cargo, on_path};

const ADVISORIES: &str = "advisories are not checked, their database needs a network";

/// Runs cargo-deny, or says what stands in for it.
pub(crate) fn check() -> Outcome {
    if !on_path("cargo-deny") {
        return Outcome::Skipped(format!(
            "no cargo-deny (cargo install --locked cargo-deny); the tests check deny.toml \
             without it; {ADVISORIES}"
        ));
    }
    println!("{ADVISORIES}");
    let words = ["deny", "--locked", "check", "bans", "licenses", "sources"];
    part::all([cargo(&words)])
}

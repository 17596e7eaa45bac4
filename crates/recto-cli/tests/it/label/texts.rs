//! Made reviews, and projects of them.

use crate::common::{Scratch, recto};
use serde_json::json;

const CLASSES: &str = "blame,praise";

/// The arguments that make a project of a file of reviews without labels.
pub(crate) fn making<'a>(project: &'a str, file: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let base = ["label", project, "--from", file, "--classes", CLASSES];
    [&base, more].concat()
}

/// A project of made reviews without labels; returns its path.
pub(crate) fn made(scratch: &Scratch, n: usize) -> String {
    let file = scratch.write("reviews.jsonl", reviews(n, false));
    let project = scratch.arg("reviews");
    recto(&making(&project, &file, &["--status"])).ends(0);
    project
}

const GOODS: [&str; 7] = [
    "net", "rope", "lamp", "anchor", "kettle", "ladder", "bucket",
];
const PLACES: [&str; 6] = [
    "harbour", "kitchen", "garden", "cellar", "market", "workshop",
];
const WHEN: [&str; 5] = ["spring", "summer", "autumn", "winter", "holidays"];

const COLOURS: [&str; 8] = [
    "red", "blue", "green", "yellow", "white", "black", "brown", "grey",
];

/// The review with this number; even ones praise. No two of 3,360 have the same words.
pub(crate) fn review(at: usize) -> String {
    let n = at / 2;
    let (thing, place) = (GOODS[n % 7], PLACES[n / 7 % 6]);
    let (when, colour) = (WHEN[n / 42 % 5], COLOURS[n / 210 % 8]);
    if at.is_multiple_of(2) {
        format!(
            "Bought in {when}: a sturdy {colour} {thing} for the {place}, well made. Reliable, too."
        )
    } else {
        format!(
            "Bought in {when}: a flimsy {colour} {thing} for the {place}, badly made. Broken at once."
        )
    }
}

/// Reviews as JSON lines; `labelled` ones have a label.
pub(crate) fn reviews(n: usize, labelled: bool) -> String {
    let row = |at: usize| {
        let mut row = json!({"id": format!("r{at:03}"), "text": review(at)});
        if labelled {
            row["label"] = json!(["praise", "blame"][at % 2]);
        }
        format!("{row}\n")
    };
    (0..n).map(row).collect()
}

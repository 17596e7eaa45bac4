//! Made reviews.

use serde_json::json;

const GOODS: [&str; 7] = [
    "net", "rope", "lamp", "anchor", "kettle", "ladder", "bucket",
];
const PLACES: [&str; 6] = [
    "harbour", "kitchen", "garden", "cellar", "market", "workshop",
];
const WHEN: [&str; 5] = ["spring", "summer", "autumn", "winter", "holidays"];

/// The review with this number; even ones praise.
pub(crate) fn review(at: usize) -> String {
    let (thing, place) = (GOODS[at / 2 % 7], PLACES[at / 3 % 6]);
    let when = WHEN[at / 5 % 5];
    if at.is_multiple_of(2) {
        format!("Bought in {when}: a sturdy {thing} for the {place}, well made. Reliable, too.")
    } else {
        format!("Bought in {when}: a flimsy {thing} for the {place}, badly made. Broken at once.")
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

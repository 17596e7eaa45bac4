//! Similarities and preferences of units that a user gives.
#![no_main]

use recto_segment::{Preference, SimilarityTable};

libfuzzer_sys::fuzz_target!(|text: &str| {
    let _ = Preference::from_lines(text);
    let number = |word: &str| word.parse().ok();
    let row = |line: &str| line.split_whitespace().map_while(number).collect();
    let rows: Vec<Vec<f64>> = text.lines().take(100).map(row).collect();
    let _ = SimilarityTable::from_rows(&rows);
});

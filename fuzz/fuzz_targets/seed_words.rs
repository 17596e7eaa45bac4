//! Seed words of topics.
#![no_main]

use recto_topics::Guide;

libfuzzer_sys::fuzz_target!(|text: &str| {
    let _ = text.parse::<Guide>();
});

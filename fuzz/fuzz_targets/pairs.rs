//! Documents with their summaries, a pair a line.
#![no_main]

use recto_fuzz::{options, read_with};
use recto_text::source::Format;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let mut options = options();
    options.format = Some(Format::Pairs);
    read_with("a.jsonl", bytes, &options);
});

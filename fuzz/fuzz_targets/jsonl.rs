//! JSON lines: documents, and sets of documents.
#![no_main]

use recto_fuzz::read;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    read("a.jsonl", bytes);
});

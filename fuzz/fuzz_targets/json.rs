//! JSON documents.
#![no_main]

use recto_fuzz::read;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    read("a.json", bytes);
});

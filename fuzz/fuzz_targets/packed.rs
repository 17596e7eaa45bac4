//! Packed files: gzip and Zstandard.
#![no_main]

use recto_fuzz::read;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    read("a.txt.gz", bytes);
    read("a.txt.zst", bytes);
});

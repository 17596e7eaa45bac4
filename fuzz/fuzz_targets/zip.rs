//! ZIP archives, and the documents that are such archives.
#![no_main]

use recto_fuzz::read;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    read("a.zip", bytes);
    read("a.docx", bytes);
    read("a.odt", bytes);
    read("a.epub", bytes);
});

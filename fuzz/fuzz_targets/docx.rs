//! The text of a Word document, without an archive in the way.
#![no_main]

use recto_fuzz::read;
use recto_testing::zip::zipped;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    read("a.docx", &zipped(&[("word/document.xml", bytes)]));
});

//! The table of contents of a book, without an archive in the way.
#![no_main]

use recto_fuzz::read;
use recto_testing::seeds::book;
use recto_testing::zip::zipped;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let mut files = book("");
    files[2].1 = bytes;
    read("a.epub", &zipped(&files));
});

//! The text of an OpenDocument, without an archive in the way.
#![no_main]

use recto_fuzz::read;
use recto_testing::zip::zipped;

const KIND: &[u8] = b"application/vnd.oasis.opendocument.text";

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    read(
        "a.odt",
        &zipped(&[("mimetype", KIND), ("content.xml", bytes)]),
    );
});

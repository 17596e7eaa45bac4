//! Reference segmentations in the formats of other tools.
#![no_main]

use recto_segment::metrics::formats;

libfuzzer_sys::fuzz_target!(|text: &str| {
    let _ = formats::parse(text, None);
    let _ = formats::parse(text, Some(&[4, 3]));
});

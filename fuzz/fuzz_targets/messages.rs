//! Messages of streams, in a file and line by line.
#![no_main]

use recto_fuzz::{options, read_with};
use recto_text::source::{Format, read_message};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let mut options = options();
    for line in String::from_utf8_lossy(bytes).lines() {
        let _ = read_message(line, &options);
    }
    options.format = Some(Format::Messages);
    read_with("a.jsonl", bytes, &options);
    read_with("a.csv", bytes, &options);
});

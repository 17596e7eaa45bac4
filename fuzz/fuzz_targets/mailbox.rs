//! Mailboxes, by message and by thread.
#![no_main]

use recto_fuzz::{options, read_with};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    for by_thread in [false, true] {
        let mut options = options();
        options.by_thread = by_thread;
        read_with("a.mbox", bytes, &options);
    }
});

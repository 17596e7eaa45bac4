//! Saved states of a running detector of events, with a correct checksum.
#![no_main]

use recto_events::stream::StreamDetector;
use recto_events::{Message, Options};
use recto_fuzz::{run, with_checksum};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let Ok(mut detector) = StreamDetector::load(&with_checksum(bytes), &Options::default()) else {
        return;
    };
    let start = detector.newest().unwrap_or(1.4e9);
    for seconds in [1.0, 30.0, 60.0, 400.0, 2500.0] {
        let message = Message {
            time: start + seconds,
            text: "goal for the harbour team",
            user: None,
            language: None,
            is_repost: false,
            is_reply: false,
        };
        let _ = detector.push(&message, &run());
    }
    let _ = detector.finish(&run());
});

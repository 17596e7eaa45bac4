//! Saved states of a stream that is followed, with a correct checksum.
#![no_main]

use recto::events::{Request, follow::Follower};
use recto::{Attachments, Pile, Reading, SourceOptions};
use recto_fuzz::{run, with_checksum};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let pile = Pile::default();
    let how = Reading::for_one_run(&pile);
    let files = Attachments::default();
    let request = Request::default();
    let follower = Follower::new(&request, &files, &how, SourceOptions::default(), &run());
    let mut follower = follower.expect("the usual request");
    if follower.resume(&with_checksum(bytes)).is_ok() {
        let line = b"{\"time\": \"2025-03-10T20:19:00Z\", \"text\": \"Lights out\", \"id\": 7}\n";
        let _ = follower.take(line, &run());
        let _ = follower.finish(&run());
    }
});

//! Saved states, and messages in batches: neither changes what is told.

use super::*;
use proptest::prelude::*;
use std::sync::LazyLock;

/// A stream with some messages late, some far ahead and some twice.
static MESSAGES: LazyLock<Vec<OwnedMessage>> = LazyLock::new(|| {
    let mut messages = generate(&Parameters {
        scale: 0.4,
        duration: 3200.0,
        start: 1.4e9,
        ..Parameters::new(5)
    });
    for place in (0..messages.len() - 400).step_by(97) {
        let late = messages.remove(place);
        messages.insert(place + 20 + place % 350, late);
    }
    messages[700].time += 9000.0;
    messages
});

static WHOLE: LazyLock<(Vec<Change>, Vec<u8>)> = LazyLock::new(|| {
    let run = Run::new(0, &Silent);
    let mut detector = detector();
    let mut changes = Vec::new();
    for message in MESSAGES.iter() {
        changes.extend(detector.push(&message.as_message(), &run).expect("a push"));
    }
    let bytes = detector.save();
    changes.extend(detector.finish(&run).expect("an end"));
    assert!(detector.counts().late > 3, "{:?}", detector.counts());
    (changes, bytes)
});

fn bytes_of(changes: &[Change]) -> Vec<u8> {
    postcard::to_allocvec(changes).expect("bytes")
}

fn borrowed() -> Vec<Message<'static>> {
    MESSAGES.iter().map(OwnedMessage::as_message).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 6, ..ProptestConfig::default() })]

    #[test]
    fn a_detector_goes_on_where_it_was_saved(mut cuts in prop::collection::vec(0usize..MESSAGES.len(), 1..4)) {
        let run = Run::new(0, &Silent);
        let messages = borrowed();
        cuts.sort_unstable();
        cuts.push(messages.len());
        let (mut detector, mut changes, mut start) = (detector(), Vec::new(), 0);
        for cut in cuts {
            changes.extend(detector.push_batch(&messages[start..cut], &run).expect("a push"));
            let bytes = detector.save();
            detector = StreamDetector::load(&bytes, &Options::default()).expect("a state");
            prop_assert!(detector.save() == bytes, "other bytes after {cut}");
            start = cut;
        }
        prop_assert!(detector.save() == WHOLE.1, "other bytes at the end");
        changes.extend(detector.finish(&run).expect("an end"));
        prop_assert!(bytes_of(&changes) == bytes_of(&WHOLE.0), "other changes");
    }

    #[test]
    fn batches_of_any_size_give_the_same_changes(sizes in prop::collection::vec(1usize..900, 1..6)) {
        let run = Run::new(0, &Silent);
        let messages = borrowed();
        let (mut detector, mut changes, mut start) = (detector(), Vec::new(), 0);
        for size in sizes.iter().cycle() {
            let end = (start + size).min(messages.len());
            changes.extend(detector.push_batch(&messages[start..end], &run).expect("a push"));
            start = end;
            if start == messages.len() {
                break;
            }
        }
        prop_assert!(detector.save() == WHOLE.1, "other bytes");
        changes.extend(detector.finish(&run).expect("an end"));
        prop_assert!(bytes_of(&changes) == bytes_of(&WHOLE.0), "other changes");
    }

    #[test]
    fn damaged_bytes_are_refused(flips in prop::collection::vec((0usize..WHOLE.1.len(), 0u32..8), 1..3), end in 0usize..WHOLE.1.len()) {
        let load = |bytes: &[u8]| StreamDetector::load(bytes, &Options::default());
        let mut bytes = WHOLE.1.clone();
        for (at, bit) in flips {
            bytes[at] ^= 1 << bit;
        }
        if bytes != WHOLE.1 {
            prop_assert!(matches!(load(&bytes), Err(EventsError::BadState(_))));
        }
        prop_assert!(matches!(load(&WHOLE.1[..end]), Err(EventsError::BadState(_))));
    }

    /// A checksum guards against accidents only: bytes that have the right one must be
    /// looked at, too.
    #[test]
    fn bytes_that_make_no_sense_do_no_harm(flips in prop::collection::vec((any::<prop::sample::Index>(), 0u32..8), 1..4)) {
        let run = Run::new(0, &Silent);
        let (content, _) = super::state::ENVELOPE.open(&WHOLE.1).expect("a state");
        let mut content = content.to_vec();
        for (at, bit) in flips {
            let at = at.index(content.len());
            content[at] ^= 1 << bit;
        }
        let bytes = super::state::ENVELOPE.seal(&content, []);
        if let Ok(mut detector) = StreamDetector::load(&bytes, &Options::default()) {
            let last = MESSAGES.last().expect("a message");
            let mut next = last.as_message();
            for seconds in [1.0, 30.0, 60.0, 400.0, 2500.0] {
                next.time = last.time + seconds;
                let _ = detector.push(&next, &run);
            }
            let _ = detector.finish(&run);
        }
    }
}

#[test]
fn a_state_of_other_options_is_refused_by_name() {
    let bytes = detector().save();
    let options = Options {
        lateness: 20.0,
        ..Options::default()
    };
    let error = StreamDetector::load(&bytes, &options).err();
    let message = error.expect("refused").to_string();
    assert_eq!(
        message,
        "the state was saved with lateness 10.0, now it is 20.0"
    );
    let file = Options {
        profile: Profile::Stream,
        ..Options::default()
    };
    assert!(StreamDetector::load(&bytes, &file).is_ok());
}

#[test]
fn every_changed_bit_and_every_cut_of_a_short_state_is_refused() {
    let bytes = detector().save();
    let load = |bytes: &[u8]| StreamDetector::load(bytes, &Options::default());
    assert!(load(&bytes).is_ok());
    recto_testing::saved::assert_damage_is_refused(&bytes, |bytes| load(bytes).map(drop));
}

#[test]
fn foreign_bytes_are_refused() {
    for bytes in [&b""[..], b"recto", &[0; 64], &[255; 4096]] {
        let loaded = StreamDetector::load(bytes, &Options::default());
        assert!(matches!(loaded, Err(EventsError::BadState(_))));
    }
}

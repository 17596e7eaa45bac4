//! Memory is bounded whatever comes.

use super::*;

/// A stream of ever new words, users, names and phrases.
fn feed(detector: &mut StreamDetector, numbers: std::ops::Range<u32>, per_second: f64) {
    let run = Run::new(0, &Silent);
    let texts: Vec<String> = numbers
        .clone()
        .map(|i| format!("we saw Ann{i} Boat{} at #pier{i} @user{i} again", i / 3))
        .collect();
    let messages: Vec<Message<'_>> = numbers
        .zip(&texts)
        .map(|(i, text)| Message {
            user: Some(u64::from(i)),
            ..Message::new(f64::from(i) / per_second, text)
        })
        .collect();
    detector.push_batch(&messages, &run).expect("a push");
}

#[test]
fn memory_does_not_grow_with_the_stream() {
    let mut detector = detector();
    let mut sizes = Vec::new();
    for part in 0..8 {
        // A little over an hour each.
        feed(&mut detector, part * 20_000..(part + 1) * 20_000, 5.0);
        sizes.push((detector.save().len(), detector.memory()));
    }
    let (n_messages, n_words) = detector.state.window.size();
    // Half an hour and five minutes at five messages a second, with four new words each.
    assert!(
        n_messages <= 10_700 && n_words <= 43_000,
        "{n_messages} {n_words}"
    );
    let (bytes, memory) = sizes[1];
    for (later_bytes, later_memory) in &sizes[2..] {
        assert!(*later_bytes <= bytes * 6 / 5, "{sizes:?}");
        assert!(*later_memory <= memory * 6 / 5, "{sizes:?}");
    }
    assert!(memory > bytes / 2 && memory < bytes * 8, "{sizes:?}");
    assert!(
        detector.oldest_number() >= 149_000,
        "{}",
        detector.oldest_number()
    );
}

#[test]
fn beyond_the_limits_messages_and_words_are_forgotten() {
    let limits = super::super::window::Limits {
        messages: 4000,
        words: 3000,
    };
    let mut detector = detector();
    detector.state.window.set_limits(limits);
    for part in 0..6 {
        feed(&mut detector, part * 3000..(part + 1) * 3000, 5.0);
        let (n_messages, n_words) = detector.state.window.size();
        assert!(
            n_messages <= 4000 && n_words <= 3000,
            "{n_messages} {n_words}"
        );
    }
    assert!(detector.n_forgotten() > 1000, "{}", detector.n_forgotten());
    let bytes = detector.save();
    let loaded = StreamDetector::load(&bytes, &Options::default()).expect("a state");
    assert!(loaded.save() == bytes);
}

#[test]
fn a_flood_of_late_messages_is_bounded() {
    let run = Run::new(0, &Silent);
    let mut detector = detector();
    let push = |detector: &mut StreamDetector, time: f64| {
        let message = Message::new(time, "the boats are out on cold dark water tonight");
        detector.push(&message, &run).expect("a push");
    };
    push(&mut detector, 5000.0);
    for _ in 0..MOST_LATE + 10 {
        push(&mut detector, 4900.0);
    }
    let counts = detector.counts();
    assert_eq!((counts.late, counts.dropped_late), (MOST_LATE, 10));
    push(&mut detector, 5030.0);
    assert!(detector.memory() < 10 * MOST_LATE, "{}", detector.memory());
}

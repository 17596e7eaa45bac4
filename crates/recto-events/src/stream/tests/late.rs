//! Messages that come after their bin was closed.

use super::*;

/// The messages of a made stream with some of one sub-event delivered `by` seconds late.
fn delayed(by: f64) -> Vec<OwnedMessage> {
    let messages = generate(&Parameters {
        duration: 3000.0,
        ..Parameters::new(3)
    });
    let mut arrivals: Vec<(f64, OwnedMessage)> = Vec::new();
    for (place, message) in messages.into_iter().enumerate() {
        let is_late = (1480.0..1560.0).contains(&message.time) && place % 4 == 0;
        let delay = if is_late { by } else { 0.0 };
        arrivals.push((message.time + delay, message));
    }
    arrivals.sort_by(|a, b| a.0.total_cmp(&b.0));
    arrivals.into_iter().map(|(_, message)| message).collect()
}

fn run_all(messages: &[OwnedMessage]) -> (Vec<Change>, Counts) {
    let run = Run::new(0, &Silent);
    let mut detector = detector();
    let messages: Vec<Message<'_>> = messages.iter().map(OwnedMessage::as_message).collect();
    let mut changes = detector.push_batch(&messages, &run).expect("a push");
    changes.extend(detector.finish(&run).expect("an end"));
    (changes, detector.counts())
}

/// Members of the goal of minute 25, in the last change of a kind.
fn goal(changes: &[Change], kind: ChangeKind) -> Option<(&Change, usize)> {
    let is_goal = |c: &&Change| c.kind == kind && (c.event.peak - 1515.0).abs() < 45.0;
    let change = changes.iter().rfind(is_goal);
    change.map(|change| (change, change.event.members.len()))
}

#[test]
fn late_messages_are_put_in_their_place() {
    let (in_time, _) = run_all(&delayed(0.0));
    let (late, counts) = run_all(&delayed(60.0));
    assert!(counts.late > 50 && counts.dropped_late == 0, "{counts:?}");
    let (_, n) = goal(&in_time, ChangeKind::Final).expect("the goal");
    let (_, n_late) = goal(&late, ChangeKind::Final).expect("the goal");
    assert!(n.abs_diff(n_late) * 20 <= n, "{n} {n_late}");
}

#[test]
fn a_final_sub_event_is_revised_for_a_while() {
    let (changes, counts) = run_all(&delayed(200.0));
    assert!(counts.late > 50, "{counts:?}");
    let (first, n) = goal(&changes, ChangeKind::Final).expect("the goal");
    let (revised, n_revised) = goal(&changes, ChangeKind::Revised).expect("a revision");
    assert_eq!(first.id, revised.id);
    assert!(revised.seq > first.seq && n_revised > n, "{n} {n_revised}");
    let (changes, counts) = run_all(&delayed(900.0));
    assert!(counts.late > 50, "{counts:?}");
    assert!(goal(&changes, ChangeKind::Revised).is_none());
}

#[test]
fn messages_older_than_the_window_are_dropped() {
    let run = Run::new(0, &Silent);
    let mut detector = detector();
    for time in [5000.0, 5060.0, 3300.0, 3000.0] {
        let text = format!("the boats are out at {time}");
        let message = Message::new(time, &text);
        detector.push(&message, &run).expect("a push");
    }
    detector.finish(&run).expect("an end");
    let counts = detector.counts();
    let found = (counts.used, counts.late, counts.dropped_late);
    assert_eq!(found, (3, 1, 1));
    assert_eq!(detector.oldest_number(), 0);
}

#[test]
fn a_message_that_is_merged_away_names_where_it_went() {
    let changes = all_changes(&generate(&Parameters::new(6)));
    let ids: Vec<&str> = changes.iter().map(|change| change.id.as_str()).collect();
    for change in &changes {
        if let Some(other) = &change.merged_into {
            assert_eq!(change.kind, ChangeKind::Retracted);
            assert!(ids.contains(&other.as_str()) && *other != change.id);
        }
    }
}

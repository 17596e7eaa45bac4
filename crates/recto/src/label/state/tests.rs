use super::*;
use crate::label::Origin;
use proptest::prelude::*;

fn answer(item: u8, reply: Reply) -> Action {
    Action::Answer {
        item: ItemKey::Document(format!("d{item}")),
        reply,
        drawn: Drawn::Chosen,
        predicted: None,
        seconds: None,
        origin: Origin::Session,
    }
}

fn entry(number: u64, annotator: &str, action: Action) -> Entry {
    Entry {
        number,
        time: number as i64,
        annotator: annotator.into(),
        action,
    }
}

fn log(rows: impl IntoIterator<Item = (&'static str, Action)>) -> Vec<Entry> {
    let classes = ["neg", "pos"].map(|name| ("ada", Action::AddClass { name: name.into() }));
    let rows = classes.into_iter().chain(rows);
    (1..)
        .zip(rows)
        .map(|(number, (who, action))| entry(number, who, action))
        .collect()
}

fn verdict(state: &State, item: u8) -> Option<Verdict<'_>> {
    state
        .item(&ItemKey::Document(format!("d{item}")))?
        .verdict()
}

#[test]
fn the_last_answer_counts_and_undo_brings_the_one_before_back() {
    let rows = [
        ("ada", answer(1, Reply::Class(0))),
        ("ada", answer(1, Reply::Class(1))),
        ("ada", Action::Undo { target: 4 }),
        ("ada", Action::Undo { target: 3 }),
    ];
    let log = log(rows);
    let held = |n: usize| State::of(&log[..n]);
    assert_eq!(verdict(&held(4), 1), Some(Verdict::Agreed(1)));
    assert_eq!(verdict(&held(5), 1), Some(Verdict::Agreed(0)));
    assert_eq!(verdict(&held(6), 1), None);
    assert_eq!(held(6).last_of("ada"), None);
}

#[test]
fn equal_votes_are_a_dispute_until_somebody_settles_it() {
    let settle = Action::Settle {
        item: ItemKey::Document("d1".into()),
        reply: Reply::Class(0),
    };
    let rows = [
        ("ada", answer(1, Reply::Class(0))),
        ("ben", answer(1, Reply::Class(1))),
        ("cem", settle),
    ];
    let log = log(rows);
    let open = State::of(&log[..4]);
    assert_eq!(verdict(&open, 1), Some(Verdict::Disputed));
    assert_eq!(
        verdict(&open, 1).map(|verdict| verdict.reply()),
        Some(Reply::DontKnow)
    );
    let closed = State::of(&log);
    let by = |verdict| match verdict {
        Verdict::Settled(said) => Some((said.annotator.clone(), said.reply)),
        _ => None,
    };
    assert_eq!(
        verdict(&closed, 1).and_then(by),
        Some(("cem".into(), Reply::Class(0)))
    );
    assert!(!closed.items().any(|(_, judged)| judged.is_open_dispute()));
}

#[test]
fn a_class_counts_more_than_dont_know_and_that_more_than_a_skip() {
    let rows = [
        ("ada", answer(1, Reply::Skip)),
        ("ben", answer(1, Reply::DontKnow)),
        ("cem", answer(1, Reply::Class(1))),
    ];
    let log = log(rows);
    let held = |n: usize| verdict(&State::of(&log[..n]), 1).map(|verdict| verdict.reply());
    assert_eq!(held(3), Some(Reply::Skip));
    assert_eq!(held(4), Some(Reply::DontKnow));
    assert_eq!(held(5), Some(Reply::Class(1)));
}

#[test]
fn what_does_not_fit_is_refused() {
    let log = log([("ada", answer(1, Reply::Class(0)))]);
    let state = State::of(&log);
    let refused =
        |who: &str, action: Action| state.check(who, &action).expect_err("it does not fit");
    assert_eq!(
        refused("ben", Action::Undo { target: 3 }),
        Refusal::NothingToUndo
    );
    assert_eq!(
        refused("ada", Action::Undo { target: 1 }),
        Refusal::NothingToUndo
    );
    assert_eq!(
        refused("ada", answer(1, Reply::Class(2))),
        Refusal::NoSuchClass(2)
    );
    assert_eq!(refused(" ", answer(1, Reply::Skip)), Refusal::NoAnnotator);
    let named = |name: &str| Action::AddClass { name: name.into() };
    assert_eq!(
        refused("ada", named("pos")),
        Refusal::NameTaken("pos".into())
    );
    assert_eq!(refused("ada", named(" ")), Refusal::NoName);
    let same = Action::RenameClass {
        class: 1,
        name: "pos".into(),
    };
    assert_eq!(state.check("ada", &same), Ok(()));
    let settle = Action::Settle {
        item: ItemKey::Word("net".into()),
        reply: Reply::Skip,
    };
    assert_eq!(refused("ada", settle), Refusal::NothingToSettle);
}

/// What holds by the definition: rows that were taken back are left out, then the last
/// counts.
fn by_definition(log: &[Entry]) -> Vec<(ItemKey, String, Reply)> {
    let mut undone = BTreeSet::new();
    let mut state = State::default();
    let mut kept: Vec<&Entry> = Vec::new();
    for entry in log {
        if state.check(&entry.annotator, &entry.action).is_ok() {
            kept.push(entry);
            if let Action::Undo { target } = entry.action {
                undone.insert(target);
            }
        }
        state.apply(entry);
    }
    let mut last = BTreeMap::new();
    for entry in kept.iter().filter(|entry| !undone.contains(&entry.number)) {
        if let Action::Answer { item, reply, .. } = &entry.action {
            last.insert((item.clone(), entry.annotator.clone()), *reply);
        }
    }
    last.into_iter()
        .map(|((item, who), reply)| (item, who, reply))
        .collect()
}

pub(crate) fn any_action() -> impl Strategy<Value = Action> {
    let reply = || {
        prop_oneof![
            (0_usize..4).prop_map(Reply::Class),
            Just(Reply::DontKnow),
            Just(Reply::Skip)
        ]
    };
    let item = || (0_u8..5).prop_map(|n| ItemKey::Document(format!("d{n}")));
    let name = || prop_oneof![Just("neg"), Just("mixed"), Just("odd"), Just("")];
    prop_oneof![
        6 => (0_u8..5, reply()).prop_map(|(item, reply)| answer(item, reply)),
        3 => (1_u64..40).prop_map(|target| Action::Undo { target }),
        1 => item().prop_map(|item| Action::Comment { item, text: "see the second line".into() }),
        1 => name().prop_map(|name| Action::AddClass { name: name.into() }),
        1 => (0_usize..4, name())
            .prop_map(|(class, name)| Action::RenameClass { class, name: name.into() }),
        1 => (item(), reply()).prop_map(|(item, reply)| Action::Settle { item, reply }),
    ]
}

pub(crate) fn any_log() -> impl Strategy<Value = Vec<Entry>> {
    let who = prop_oneof![Just("ada"), Just("ben"), Just("cem")];
    prop::collection::vec((who, any_action()), 0..40).prop_map(log)
}

proptest! {
    #[test]
    fn the_fold_is_what_the_definition_says(log in any_log()) {
        let state = State::of(&log);
        let mut held = Vec::new();
        for (item, judged) in state.items() {
            for said in judged.answers() {
                held.push((item.clone(), said.annotator.clone(), said.reply));
            }
        }
        prop_assert_eq!(held, by_definition(&log));
    }

    #[test]
    fn a_log_can_be_folded_in_parts(log in any_log(), cut in 0_usize..40) {
        let (one, two) = log.split_at(cut.min(log.len()));
        let mut state = State::of(one);
        for entry in two {
            state.apply(entry);
        }
        prop_assert_eq!(state, State::of(&log));
    }

    #[test]
    fn a_log_written_as_json_lines_gives_the_same_state(log in any_log()) {
        let lines: Vec<String> = log.iter().map(|entry| serde_json::to_string(entry).unwrap()).collect();
        let read: Vec<Entry> = lines.iter().map(|line| serde_json::from_str(line).unwrap()).collect();
        prop_assert_eq!(&read, &log);
        prop_assert_eq!(State::of(&read), State::of(&log));
    }

    #[test]
    fn undo_of_everything_leaves_nothing(log in any_log()) {
        let mut state = State::of(&log);
        let mut number = state.last();
        for who in ["ada", "ben", "cem"] {
            while let Some((target, _)) = state.last_of(who) {
                number += 1;
                state.apply(&entry(number, who, Action::Undo { target }));
            }
        }
        prop_assert!(state.items().all(|(_, judged)| judged.verdict().is_none()));
    }
}

use super::*;
use recto_testing::Scratch;
use recto_testing::saved::assert_damage_is_refused;

fn checkpoint(n: u8) -> Checkpoint {
    Checkpoint {
        positions: vec![Position::default()],
        next_seq: n.into(),
        follower: vec![n; 100],
    }
}

fn lines(n: u8) -> Entry {
    Entry::Lines {
        source: 0,
        position: Position {
            offset: n.into(),
            head: vec![n],
            mark: String::new(),
        },
        bytes: vec![n; 50],
    }
}

/// A store with three generations behind it, and two entries in its last journal.
fn made(scratch: &Scratch) -> PathBuf {
    let folder = scratch.path("kept");
    let (opened, kept) = open(&folder).expect("a new folder");
    assert!(kept.checkpoint.is_none() && kept.entries.is_empty());
    let mut store = opened.begin(&kept, &checkpoint(1)).expect("room");
    for n in [2, 3] {
        store.add(&lines(n)).expect("room");
        store.checkpoint(&checkpoint(n)).expect("room");
    }
    store.add(&lines(10)).expect("room");
    store.add(&Entry::Tick(1.5)).expect("room");
    folder
}

fn kept(folder: &Path) -> Kept {
    open(folder).expect("readable").1
}

#[test]
fn the_last_state_and_its_journal_come_back() {
    let scratch = Scratch::new();
    let kept = kept(&made(&scratch));
    assert_eq!(kept.checkpoint, Some(checkpoint(3)));
    assert_eq!(kept.entries, [lines(10), Entry::Tick(1.5)]);
    assert!(kept.warnings.is_empty());
}

#[test]
fn a_torn_state_leaves_the_one_before_and_both_journals() {
    let scratch = Scratch::new();
    let folder = made(&scratch);
    let newest = state(&folder, 3);
    let whole = std::fs::read(&newest).expect("written");
    for length in [0, 5, 20, whole.len() - 1] {
        std::fs::write(&newest, &whole[..length]).expect("our own file");
        let kept = kept(&folder);
        assert_eq!(kept.checkpoint, Some(checkpoint(2)), "{length}");
        assert_eq!(kept.entries, [lines(3), lines(10), Entry::Tick(1.5)]);
        assert_eq!(kept.warnings.len(), 1, "{:?}", kept.warnings);
    }
}

#[test]
fn a_state_with_any_bit_changed_is_refused_by_name() {
    let scratch = Scratch::new();
    let folder = made(&scratch);
    let newest = state(&folder, 3);
    let whole = std::fs::read(&newest).expect("written");
    assert_damage_is_refused(&whole, |bytes| {
        std::fs::write(&newest, bytes).expect("our own file");
        let problem = match read(&folder) {
            Ok(mut kept) if kept.warnings.len() == 1 => {
                assert_eq!(kept.checkpoint, Some(checkpoint(2)));
                kept.warnings.remove(0)
            }
            Ok(_) => return Ok(()),
            Err(problem) => problem,
        };
        assert!(problem.starts_with("state-00000003.recto: "), "{problem}");
        Err(problem)
    });
}

#[test]
fn a_position_that_cannot_be_is_refused_under_a_correct_checksum() {
    let mut bad = checkpoint(1);
    bad.positions[0].head = vec![0; 300];
    assert!(matches!(
        opened(&ENVELOPE.pack(&bad)),
        Err(Refused::Damaged(_))
    ));
    let of_no_source = Entry::Lines {
        source: 1,
        position: Position::default(),
        bytes: Vec::new(),
    };
    assert!(!of_no_source.is_valid(1));
    assert!(!Entry::Tick(f64::NAN).is_valid(1));
}

#[test]
fn states_of_others_are_refused_and_left_alone() {
    let scratch = Scratch::new();
    let folder = made(&scratch);
    let newest = state(&folder, 3);
    let mut later = std::fs::read(&newest).expect("written");
    later[8] += 1;
    std::fs::write(&newest, &later).expect("our own file");
    let refused = open(&folder).expect_err("a later version");
    assert!(refused.contains("version 2 is not supported"), "{refused}");
    std::fs::write(&newest, "something else altogether").expect("our own file");
    let refused = open(&folder).expect_err("no state");
    assert!(
        refused.contains("not a checkpoint saved by recto"),
        "{refused}"
    );
    let left = std::fs::read(&newest).expect("still there");
    assert_eq!(left, b"something else altogether");
}

#[test]
fn a_journal_ends_where_it_was_torn() {
    let scratch = Scratch::new();
    let folder = made(&scratch);
    let journal = journal(&folder, 3);
    let whole = std::fs::read(&journal).expect("written");
    let first = whole.len() - 8 - 9;
    for length in 0..whole.len() {
        std::fs::write(&journal, &whole[..length]).expect("our own file");
        let expected = usize::from(length >= first);
        let cut = kept(&folder);
        assert_eq!(cut.entries.len(), expected, "{length}");
        let is_between = length == 0 || length == first;
        assert_eq!(cut.warnings.len(), usize::from(!is_between), "{length}");
        // A changed byte ends it, too.
        let mut changed = whole.clone();
        changed[length] ^= 0x10;
        std::fs::write(&journal, &changed).expect("our own file");
        let damaged = kept(&folder);
        assert!(damaged.entries.len() <= expected, "{length}");
        let named = damaged.warnings.first().expect("a warning");
        assert!(named.starts_with("journal-00000003.log: "), "{named}");
    }
}

#[test]
fn a_folder_has_one_process_at_a_time() {
    let scratch = Scratch::new();
    let folder = made(&scratch);
    let held = open(&folder).expect("free");
    let refused = open(&folder).expect_err("held");
    assert!(refused.contains("another process"), "{refused}");
    drop(held);
    assert!(open(&folder).is_ok());
}

#[test]
fn two_generations_are_kept() {
    let scratch = Scratch::new();
    let folder = made(&scratch);
    let names = |start: &str| {
        let entries = std::fs::read_dir(&folder).expect("ours").flatten();
        let names = entries.map(|entry| entry.file_name().display().to_string());
        names.filter(|name| name.starts_with(start)).count()
    };
    assert_eq!((names("state-"), names("journal-")), (2, 2));
}

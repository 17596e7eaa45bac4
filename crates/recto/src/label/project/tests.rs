use super::*;
use crate::label::{Drawn, ItemKey, Origin, Refusal, Reply};
use crate::{Attachment, Error};
use proptest::prelude::*;
use recto_testing::Scratch;
use std::collections::BTreeSet;

fn pile() -> Pile {
    let texts = [
        ("a", "The net is strong and light."),
        ("b", "The rope frayed within a week."),
        ("c", "It floats."),
    ];
    texts.into_iter().collect()
}

fn setup() -> Setup {
    Setup {
        classes: vec!["neg".into(), "pos".into()],
        ..Setup::default()
    }
}

fn made(scratch: &Scratch) -> Project {
    let path = scratch.path("nets.label");
    Project::create(&path, &pile(), &setup(), "ada", 5).expect("a new file")
}

fn answer(id: &str, reply: Reply) -> Action {
    Action::Answer {
        item: ItemKey::Document(id.into()),
        reply,
        drawn: Drawn::AtRandom,
        predicted: Some(vec![0.25, 0.75]),
        seconds: Some(1.5),
        origin: Origin::Session,
    }
}

#[test]
fn what_was_written_is_there_when_the_file_is_opened_again() {
    let scratch = Scratch::new();
    let mut project = made(&scratch);
    let rows = [
        answer("a", Reply::Class(1)),
        answer("b", Reply::Skip),
        Action::Undo { target: 4 },
        Action::Comment {
            item: ItemKey::Word("rope".into()),
            text: "of hemp".into(),
        },
        Action::AddClass {
            name: "mixed".into(),
        },
        Action::RenameClass {
            class: 0,
            name: "blame".into(),
        },
        Action::Settle {
            item: ItemKey::Document("a".into()),
            reply: Reply::DontKnow,
        },
    ];
    for (at, row) in rows.iter().enumerate() {
        project.add("ada", row, 10 + at as i64).expect("it fits");
    }
    let (state, log) = (project.state().clone(), project.log().expect("rows"));
    drop(project);
    let again = Project::open(&scratch.path("nets.label")).expect("a project");
    assert_eq!(again.state(), &state);
    assert_eq!(again.log().expect("rows"), log);
    assert_eq!(State::of(&log), state);
    assert_eq!(state.classes(), ["blame", "pos", "mixed"]);
    let written: Vec<&Action> = log[2..].iter().map(|entry| &entry.action).collect();
    assert_eq!(written, rows.iter().collect::<Vec<_>>());
    assert_eq!(log[2].time, 10);
    let documents = again.documents().expect("documents");
    assert_eq!(documents[2].document.text, "It floats.");
    assert_eq!(
        scratch.names(),
        ["nets.label"],
        "one file, without anything beside it"
    );
}

#[test]
fn settings_and_files_keep_what_they_were() {
    let scratch = Scratch::new();
    let mut project = made(&scratch);
    let file = |text: &str| Attachment {
        label: "guide.md".into(),
        bytes: text.into(),
    };
    project
        .attach("guidelines", &file("one"), 1)
        .expect("written");
    project
        .attach("guidelines", &file("two"), 2)
        .expect("written");
    project.set("strategy", "random", 3).expect("written");
    assert_eq!(
        project.attachment("guidelines").expect("read"),
        Some(file("two"))
    );
    assert_eq!(
        project.setting("strategy").expect("read").as_deref(),
        Some("random")
    );
    assert_eq!(project.setting("seed").expect("read").as_deref(), Some("0"));
    let count = |table: &str| {
        let count = format!("SELECT count(*) FROM {table}");
        project
            .connection
            .query_row(&count, [], |row| row.get::<_, i64>(0))
            .expect("a count")
    };
    assert_eq!(count("attachments"), 2);
    assert_eq!(count("settings"), 8 + 1);
}

#[test]
fn rows_of_the_log_cannot_be_changed_or_removed() {
    let scratch = Scratch::new();
    let project = made(&scratch);
    for change in [
        "UPDATE log SET annotator = 'eve'",
        "DELETE FROM log",
        "DELETE FROM documents",
    ] {
        assert!(project.connection.execute(change, []).is_err(), "{change}");
    }
}

#[test]
fn two_processes_see_what_each_other_wrote() {
    let scratch = Scratch::new();
    let mut one = made(&scratch);
    let mut two = Project::open(one.path()).expect("a project");
    one.add("ada", &answer("a", Reply::Class(0)), 1)
        .expect("it fits");
    two.add("ben", &Action::AddClass { name: "odd".into() }, 2)
        .expect("it fits");
    let taken = one.add("ada", &Action::AddClass { name: "odd".into() }, 3);
    assert!(
        matches!(taken, Err(ProjectError::Refused(Refusal::NameTaken(_)))),
        "{taken:?}"
    );
    assert_eq!(
        one.refresh().expect("read"),
        0,
        "it was read before the refusal"
    );
    assert_eq!(one.state(), two.state());
}

#[test]
fn documents_are_added_behind_the_others_all_or_none() {
    let scratch = Scratch::new();
    let mut one = made(&scratch);
    let mut two = Project::open(one.path()).expect("a project");
    one.add("ada", &answer("a", Reply::Class(0)), 1)
        .expect("it fits");
    let add = |project: &mut Project, texts: &[(&str, &str)]| {
        project.add_documents(&texts.iter().copied().collect(), 7)
    };
    let both = |added, there| Added { added, there };
    let found = add(&mut one, &[("c", "It floats."), ("d", "It sank.")]).expect("written");
    assert_eq!(found, both(1, 1));
    let found = add(&mut two, &[("d", "It sank."), ("e", "It drifts.")]).expect("written");
    assert_eq!(found, both(1, 1), "the other process was first");
    let error = add(&mut two, &[("f", "New."), ("a", "Other.")]).expect_err("another text");
    assert!(error.to_string().contains("document a is there"), "{error}");
    let again = Project::open(one.path()).expect("a project");
    let stored = again.documents().expect("documents");
    let ids: Vec<&str> = stored.iter().map(|one| one.document.id.as_str()).collect();
    assert_eq!(ids, ["a", "b", "c", "d", "e"]);
    assert_eq!(again.state(), one.state());
}

#[test]
fn further_documents_do_not_change_what_labels_are_for() {
    let labelled = |id: &str, label: &str| {
        let mut document = recto_text::Document::new(id, format!("The net {id}."));
        document
            .labels
            .extend((!label.is_empty()).then(|| label.to_owned()));
        document
    };
    for (labels, given) in [
        (["neg", "pos"], Given::Aside),
        (["neg", ""], Given::Known),
        (["", ""], Given::Auto),
    ] {
        let scratch = Scratch::new();
        let mut pile = Pile {
            documents: vec![labelled("a", labels[0]), labelled("b", labels[1])],
            ..Pile::default()
        };
        let path = scratch.path("nets.label");
        let mut project = Project::create(&path, &pile, &setup(), "ada", 5).expect("a new file");
        pile.documents = vec![labelled("c", "")];
        project.add_documents(&pile, 6).expect("written");
        assert_eq!(project.given().expect("read"), given);
    }
}

#[test]
fn rows_are_added_all_or_none() {
    let scratch = Scratch::new();
    let mut project = made(&scratch);
    let rows = [
        ("ada".to_owned(), 1, answer("a", Reply::Class(0))),
        ("ada".to_owned(), 2, answer("b", Reply::Class(9))),
    ];
    assert!(project.add_all(&rows).is_err());
    assert_eq!(project.log().expect("rows").len(), 2, "the two classes");
    assert!(project.state().items().next().is_none());
}

#[test]
fn a_question_is_held_by_one_session_until_it_expires_or_is_let_go() {
    let scratch = Scratch::new();
    let mut project = made(&scratch);
    let item = ItemKey::Document("a".into());
    let hold = |session, now| Reservation {
        session,
        now,
        until: now + 100,
    };
    let mut held = |session, now| {
        project
            .reserve(&item, &hold(session, now))
            .expect("written")
    };
    assert!(held("one", 0));
    assert!(!held("two", 50));
    assert!(held("one", 60), "longer");
    assert!(!held("two", 159));
    assert!(held("two", 160));
    let others = |project: &Project, session| project.held_by_others(session, 200).expect("read");
    assert_eq!(others(&project, "one").len(), 1);
    assert_eq!(others(&project, "two").len(), 0);
    project
        .release("two", &[item.clone()].into())
        .expect("written");
    assert_eq!(others(&project, "one").len(), 1);
    project.release("two", &BTreeSet::new()).expect("written");
    assert_eq!(others(&project, "one").len(), 0);
}

#[test]
fn what_is_no_project_is_refused_with_what_it_is() {
    let scratch = Scratch::new();
    let opened = |name: &str| {
        let error = Project::open(&scratch.path(name))
            .err()
            .expect("no project");
        error.to_string()
    };
    scratch.write("text", "The net is strong, and here are more bytes.");
    scratch.write("short", "net");
    scratch.write("empty", "");
    let other = Connection::open(scratch.path("other")).expect("a file");
    other
        .execute_batch("CREATE TABLE stock (net TEXT)")
        .expect("a table");
    std::fs::create_dir(scratch.path("folder")).expect("a folder");
    for (name, what) in [
        ("text", "its contents are of another kind"),
        ("short", "its contents are of another kind"),
        ("empty", "it is empty"),
        ("other", "a SQLite file of another program"),
        ("folder", "it is a folder"),
    ] {
        let message = opened(name);
        assert!(
            message.contains(&format!("not a labelling project ({what})")),
            "{message}"
        );
    }
    assert!(opened("nothing").ends_with("no such project"));
}

#[test]
fn a_damaged_file_is_refused() {
    let scratch = Scratch::new();
    let path = made(&scratch).path().to_path_buf();
    let whole = std::fs::read(&path).expect("the file");
    // The root page of every table, zeroed in turn; and a file cut in half.
    for page in 1..whole.len() / 4096 {
        let mut bytes = whole.clone();
        bytes[page * 4096..page * 4096 + 200].fill(0xaa);
        std::fs::write(&path, &bytes).expect("written");
        let opened = Project::open(&path).and_then(|project| project.documents().map(drop));
        let error = opened
            .err()
            .map(|error| error.to_string())
            .unwrap_or_default();
        assert!(
            error.contains("damaged") && error.contains("copy"),
            "page {page}: {error}"
        );
    }
    std::fs::write(&path, &whole[..whole.len() / 2]).expect("written");
    let error = Project::open(&path).err().expect("half a file").to_string();
    assert!(error.contains("damaged"), "{error}");
}

/// A project with answers, in pages that are small enough to change bytes all over the file.
fn answered(scratch: &Scratch) -> PathBuf {
    let mut project = made(scratch);
    let rows = [
        answer("a", Reply::Class(1)),
        answer("b", Reply::Class(0)),
        Action::Comment {
            item: ItemKey::Document("b".into()),
            text: "of hemp".into(),
        },
        answer("c", Reply::Class(1)),
    ];
    for row in &rows {
        project.add("ada", row, 10).expect("it fits");
    }
    let shrink = "PRAGMA page_size = 512; VACUUM";
    project.connection.execute_batch(shrink).expect("room");
    project.path().to_path_buf()
}

/// Distance of the bytes that are changed; 1 takes a minute.
const STEP: usize = 83;

#[test]
fn a_changed_bit_or_a_cut_is_refused_by_name_or_changes_nothing() {
    let scratch = Scratch::new();
    let path = answered(&scratch);
    let whole = std::fs::read(&path).expect("the file");
    let contents = |project: Project| {
        let documents = project.documents().expect("documents");
        (project.log().expect("rows"), documents)
    };
    let before = contents(Project::open(&path).expect("whole"));
    let name = path.display().to_string();
    let mut refused = 0;
    let mut check = |bytes: &[u8], what: &str| {
        std::fs::write(&path, bytes).expect("our own file");
        match Project::open(&path) {
            // Counters and bytes that no row uses.
            Ok(project) => assert_eq!(contents(project), before, "{what}"),
            Err(error) => {
                let message = error.to_string();
                assert!(message.starts_with(&name), "{what}: {message}");
                assert!(!message.contains("cannot be written"), "{what}: {message}");
                refused += 1;
            }
        }
    };
    let mut changed = whole.clone();
    for at in (0..whole.len()).step_by(STEP) {
        let bit = 1 << (at % 8);
        changed[at] ^= bit;
        check(&changed, &format!("bit {bit} of byte {at}"));
        changed[at] ^= bit;
        check(&whole[..at], &format!("cut at {at}"));
    }
    assert!(refused > whole.len() / STEP, "{refused} of {}", whole.len());
}

#[test]
fn a_changed_class_is_noticed() {
    let scratch = Scratch::new();
    let path = answered(&scratch);
    let change = "DROP TRIGGER log_stays; UPDATE log SET class = 1 - class WHERE number = 4;
        CREATE TRIGGER log_stays BEFORE UPDATE ON log
    BEGIN SELECT RAISE(ABORT, 'rows of the log are never changed'); END;";
    let connection = Connection::open(&path).expect("a file");
    connection.execute_batch(change).expect("statements");
    drop(connection);
    let message = Project::open(&path).err().expect("changed").to_string();
    let problem = "damaged (row 4 of table log was changed or lost); restore it from a copy";
    assert!(message.ends_with(problem), "{message}");
}

#[test]
fn answers_around_a_damaged_row_are_salvaged() {
    let scratch = Scratch::new();
    let path = answered(&scratch);
    let log = Project::open(&path).expect("whole").log().expect("rows");
    let mut bytes = std::fs::read(&path).expect("the file");
    let at = bytes.windows(7).position(|part| part == b"of hemp");
    bytes[at.expect("the comment")] = b'i';
    std::fs::write(&path, &bytes).expect("our own file");
    assert!(Project::open(&path).is_err());
    let (project, warnings) = Project::salvage(&path).expect("most of it");
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    let damaged = |entry: &Entry| matches!(entry.action, Action::Comment { .. });
    let others: Vec<Entry> = log.into_iter().filter(|entry| !damaged(entry)).collect();
    assert_eq!(project.log().expect("rows"), others);
    assert_eq!(project.documents().expect("documents").len(), 3);
    assert_eq!(std::fs::read(&path).expect("the file"), bytes, "left alone");
}

#[test]
fn a_changed_text_is_noticed() {
    let scratch = Scratch::new();
    let path = made(&scratch).path().to_path_buf();
    let mut bytes = std::fs::read(&path).expect("the file");
    let at = bytes
        .windows(6)
        .position(|part| part == b"frayed")
        .expect("the word");
    bytes[at..at + 6].copy_from_slice(b"melted");
    std::fs::write(&path, &bytes).expect("written");
    let error = Project::open(&path).err().expect("another text");
    assert!(
        error
            .to_string()
            .contains("row 1 of table documents was changed"),
        "{error}"
    );
}

#[test]
fn a_file_of_a_later_version_is_refused() {
    let scratch = Scratch::new();
    let project = made(&scratch);
    project
        .connection
        .pragma_update(None, "user_version", 99)
        .expect("written");
    let error = Project::open(project.path())
        .err()
        .expect("a later version")
        .to_string();
    assert!(
        error.contains("later version of recto (schema 99"),
        "{error}"
    );
}

#[test]
fn nothing_is_made_over_a_file_or_of_too_few_classes() {
    let scratch = Scratch::new();
    scratch.write("text", "mine");
    let make = |name: &str, setup: &Setup| {
        Project::create(&scratch.path(name), &pile(), setup, "ada", 1)
            .err()
            .map(Error::from)
    };
    let error = make("text", &setup()).expect("a file is there");
    assert!(error.to_string().contains("already"), "{error}");
    for classes in [vec![], vec!["pos"], vec!["pos", "pos"], vec!["pos", " "]] {
        let classes = classes.into_iter().map(String::from).collect();
        let error = make("new", &Setup { classes, ..setup() }).expect("too few");
        assert!(matches!(error, Error::Request(_)), "{error}");
    }
    assert_eq!(scratch.names(), ["text"]);
    scratch.write("left", "");
    assert!(
        make("left", &setup()).is_none(),
        "a file that was left empty is used"
    );
}

#[test]
fn a_full_disk_loses_nothing_that_was_written_and_says_so() {
    let scratch = Scratch::new();
    let mut project = made(&scratch);
    let pages: u32 = project
        .connection
        .pragma_query_value(None, "page_count", |row| row.get(0))
        .expect("a count");
    project.limit_pages(pages).expect("set");
    let long = Action::Comment {
        item: ItemKey::Document("a".into()),
        text: "frayed ".repeat(2000),
    };
    let before = project.state().clone();
    let error = project.add("ada", &long, 1).expect_err("no room");
    assert!(
        error.is_passing() && error.to_string().contains("full"),
        "{error}"
    );
    assert_eq!(project.state(), &before);
    project.limit_pages(1000).expect("set");
    project.add("ada", &long, 2).expect("there is room again");
    assert_eq!(
        Project::open(project.path()).expect("a project").state(),
        project.state()
    );
}

/// A file of each schema that was ever released, as the statements that make it.
const RELEASED: [&str; 2] = [
    include_str!("fixtures/v1.sql"),
    include_str!("fixtures/v2.sql"),
];

#[test]
fn projects_of_every_version_open() {
    assert_eq!(
        RELEASED.len(),
        schema::STEPS.len(),
        "a fixture for each version"
    );
    for (version, statements) in (1..).zip(RELEASED) {
        let scratch = Scratch::new();
        let path = scratch.path("old.label");
        let old = Connection::open(&path).expect("a file");
        old.execute_batch(statements).expect("statements");
        assert_eq!(schema::version(&old).expect("a version"), version);
        drop(old);
        let project = Project::open(&path).expect("an old project");
        assert_eq!(
            project.schema().expect("a version"),
            schema::STEPS.len() as i64
        );
        assert_eq!(project.state().classes(), ["neg", "pos"]);
        assert_eq!(project.state().history("ada").len(), 1);
        assert_eq!(project.documents().expect("documents").len(), 2);
    }
}

#[test]
fn a_step_is_taken_once_and_keeps_the_rows() {
    let scratch = Scratch::new();
    let mut project = made(&scratch);
    let log = project.log().expect("rows");
    let steps = [schema::STEPS, &["ALTER TABLE log ADD COLUMN mood TEXT"]].concat();
    let known = schema::STEPS.len() as i64;
    assert_eq!(
        schema::migrate(&mut project.connection, &steps).expect("a step"),
        known
    );
    assert_eq!(
        schema::migrate(&mut project.connection, &steps).expect("no step"),
        known + 1
    );
    assert_eq!(project.log().expect("rows"), log);
}

#[test]
fn a_step_that_fails_changes_nothing() {
    let scratch = Scratch::new();
    let mut project = made(&scratch);
    let steps = [
        schema::STEPS,
        &["CREATE TABLE mood (a TEXT)", "no statement"],
    ]
    .concat();
    assert!(schema::migrate(&mut project.connection, &steps).is_err());
    assert!(Project::open(project.path()).is_ok());
    let found = project.connection.execute("SELECT * FROM mood", []);
    assert!(
        found.is_err(),
        "the first step was taken back with the second"
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn replaying_a_log_gives_the_same_state(log in crate::label::state::tests::any_log()) {
        let scratch = Scratch::new();
        let mut project = made(&scratch);
        for entry in &log {
            // Rows that do not fit are refused and not written.
            let _ = project.add(&entry.annotator, &entry.action, entry.time);
        }
        let again = Project::open(project.path()).expect("a project");
        prop_assert_eq!(again.state(), project.state());
        prop_assert_eq!(&State::of(&project.log().expect("rows")), project.state());
    }

    #[test]
    fn no_damage_makes_a_panic(at in prop::collection::vec((0.0..1.0_f64, any::<u8>()), 1..20)) {
        let scratch = Scratch::new();
        let mut project = made(&scratch);
        project.add("ada", &answer("a", Reply::Class(1)), 1).expect("it fits");
        let path = project.path().to_path_buf();
        drop(project);
        let mut bytes = std::fs::read(&path).expect("the file");
        for (place, byte) in at {
            let place = (place * bytes.len() as f64) as usize;
            bytes[place] = byte;
        }
        std::fs::write(&path, bytes).expect("written");
        if let Ok(mut project) = Project::open(&path) {
            let _ = project.documents();
            let _ = project.log();
            let _ = project.add("ada", &answer("b", Reply::Class(0)), 2);
        }
    }
}

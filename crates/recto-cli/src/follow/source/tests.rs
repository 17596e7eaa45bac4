use super::*;
use recto_testing::Scratch;
use std::io::Write;

const LIMIT: usize = 1 << 20;

/// All that a source passes on from `position`, until it ends or `enough` lines came.
fn passed(named: &[Named], position: Position, enough: usize) -> (Vec<String>, Position) {
    let sources = Sources::start(named, std::slice::from_ref(&position), LIMIT);
    collect(&sources, position, enough)
}

fn collect(sources: &Sources, mut last: Position, enough: usize) -> (Vec<String>, Position) {
    let mut lines = Vec::new();
    let begun = std::time::Instant::now();
    while lines.len() < enough {
        assert!(begun.elapsed() < Duration::from_secs(60), "only {lines:?}");
        match sources.next(POLL) {
            Some((0, Passed::Lines { bytes, position })) => {
                let text = String::from_utf8(bytes).expect("text");
                lines.extend(text.lines().map(String::from));
                last = position;
            }
            Some((_, Passed::End)) => break,
            _ => {}
        }
    }
    (lines, last)
}

fn append(path: &Path, text: &str) {
    let mut file = std::fs::File::options()
        .append(true)
        .create(true)
        .open(path)
        .expect("our own file");
    file.write_all(text.as_bytes()).expect("room");
}

fn file(scratch: &Scratch, text: &str) -> (PathBuf, [Named; 1]) {
    let path = PathBuf::from(scratch.write("posts.jsonl", text));
    (path.clone(), [Named::File(path)])
}

#[test]
fn a_file_is_read_on_as_it_grows_and_half_a_line_waits() {
    let scratch = Scratch::new();
    let (path, named) = file(&scratch, "one\ntw");
    let sources = Sources::start(&named, &[Position::default()], LIMIT);
    let (lines, position) = collect(&sources, Position::default(), 1);
    assert_eq!(lines, ["one"]);
    assert_eq!(position.offset, 4);
    append(&path, "o\nthree\n");
    let (lines, position) = collect(&sources, position, 2);
    assert_eq!(lines, ["two", "three"]);
    assert_eq!(position.offset, 14);
}

#[test]
fn a_file_goes_on_where_it_was_left() {
    let scratch = Scratch::new();
    let (path, named) = file(&scratch, "one\ntwo\n");
    let (_, position) = passed(&named, Position::default(), 2);
    append(&path, "three\n");
    assert_eq!(passed(&named, position, 1).0, ["three"]);
}

#[test]
fn a_rotated_file_is_read_to_its_end_before_the_new_one() {
    let scratch = Scratch::new();
    let (path, named) = file(&scratch, "one\n");
    let sources = Sources::start(&named, &[Position::default()], LIMIT);
    let (lines, position) = collect(&sources, Position::default(), 1);
    assert_eq!(lines, ["one"]);
    append(&path, "two\n");
    std::fs::rename(&path, scratch.path("posts.jsonl.1")).expect("our own file");
    append(&scratch.path("posts.jsonl.1"), "three\n");
    append(&path, "four\n");
    let (lines, position) = collect(&sources, position, 3);
    assert_eq!(lines, ["two", "three", "four"]);
    assert_eq!(position.offset, 5, "of the new file");
}

#[test]
fn a_file_that_was_rotated_while_nobody_read_it_is_found_again() {
    let scratch = Scratch::new();
    let (path, named) = file(&scratch, "one\ntwo\n");
    let (_, position) = passed(&named, Position::default(), 2);
    append(&path, "three\n");
    std::fs::rename(&path, scratch.path("posts.jsonl.1")).expect("our own file");
    append(&path, "four\n");
    assert_eq!(passed(&named, position, 2).0, ["three", "four"]);
}

#[test]
fn a_file_that_was_cut_to_nothing_begins_anew() {
    let scratch = Scratch::new();
    let (path, named) = file(&scratch, "one\ntwo\n");
    let sources = Sources::start(&named, &[Position::default()], LIMIT);
    let (_, position) = collect(&sources, Position::default(), 2);
    std::fs::write(&path, "six\n").expect("our own file");
    let (lines, position) = collect(&sources, position, 1);
    assert_eq!((lines, position.offset), (vec!["six".into()], 4));
}

/// What a stream that ends passes on from `position`.
fn piped(text: &str, position: &Position) -> (Vec<String>, Position) {
    let (sender, receiver) = sync_channel(100);
    let is_over = Arc::new(AtomicBool::new(false));
    let passing = Passing {
        number: 0,
        sender,
        is_over: is_over.clone(),
    };
    pipe::follow(&mut text.as_bytes(), position.clone(), LIMIT, &passing);
    let sources = Sources {
        receiver,
        safe: Vec::new(),
        is_over,
    };
    collect(&sources, position.clone(), usize::MAX)
}

#[test]
fn a_stream_that_begins_as_before_is_passed_over_as_far_as_it_was_read() {
    let (lines, position) = piped("one\ntwo\nhalf", &Position::default());
    assert_eq!(lines, ["one", "two", "half"]);
    assert_eq!(piped("one\ntwo\nhalf\nnew\n", &position).0, ["", "new"]);
    assert_eq!(piped("new\n", &position).0, ["new"]);
    // Less than before is nothing new.
    assert_eq!(piped("one\n", &position), (Vec::new(), position.clone()));
    assert_eq!(piped("", &position), (Vec::new(), position));
}

#[test]
fn folders_pipes_and_packed_files_are_refused_with_what_to_do() {
    let scratch = Scratch::new();
    let packed = PathBuf::from(scratch.write("posts.gz", b"\x1f\x8b\x08\x00"));
    let folder = scratch.path("");
    for (path, part) in [
        (packed, "name - instead"),
        (folder, "name the files in it"),
        (scratch.path("none.jsonl"), "cannot be read"),
    ] {
        let refused = Named::of(&path).expect_err("not to be followed");
        assert!(refused.contains(part), "{refused}");
    }
    assert_eq!(Named::of(Path::new("-")), Ok(Named::Stdin));
}

//! No output replaces what the run reads, or another output.

use crate::common::{Ran, Scratch, recto, text::made};
use std::ffi::OsString;
use std::path::Path;

/// A folder with all that commands read; whatever is in it stays as it is.
struct Kept {
    scratch: Scratch,
    before: Vec<(String, Vec<u8>)>,
}

const FILES: [(&str, &[u8]); 6] = [
    ("pile/bad.jsonl", b"{\"text\": \n"),
    ("pile/binary.txt", &[0, 1, 2]),
    ("pile/back\\slash.txt", b"Nets dry on the quay. Boats rest."),
    ("seeds.txt", b"harbour nets\n"),
    ("similar.tsv", b"0\t1\t0.5\n"),
    ("gold.txt", b"00100\n"),
];

impl Kept {
    fn new() -> Self {
        let scratch = Scratch::new();
        for (name, bytes) in FILES {
            scratch.write(name, bytes);
        }
        scratch.write("pile/a.txt", made(3000, 1));
        scratch.write("known.txt", made(1000, 2));
        scratch.write("topic-keys.txt", made(2000, 3));
        let names = FILES.iter().map(|(name, _)| *name);
        let names = names.chain(["pile/a.txt", "known.txt", "topic-keys.txt"]);
        let before = names.map(|name| {
            let bytes = std::fs::read(scratch.path(name)).expect("it was written");
            (name.to_string(), bytes)
        });
        let before = before.collect();
        Self { scratch, before }
    }

    /// Fails unless the command line, its words with `@` in front being files of the folder,
    /// is refused with both names and leaves every file as it was.
    fn refuses(&self, line: &str, place: &str, read: &str) {
        let words = line.split(' ').map(|word| match word.split_once('@') {
            Some((before, name)) => format!("{before}{}", self.scratch.arg(name)),
            None => word.to_string(),
        });
        let ran = recto(&words.collect::<Vec<_>>());
        self.check(line, ran, place, read);
    }

    fn check(&self, line: &str, ran: Ran, place: &str, read: &str) {
        for (name, bytes) in &self.before {
            let now = std::fs::read(self.scratch.path(name)).expect("it is there");
            assert!(now == *bytes, "`{line}` changed {name}: {ran:?}");
        }
        assert_eq!(ran.code, Some(2), "`{line}`: {}", ran.err);
        for part in [place, read] {
            assert!(
                ran.err.contains(part),
                "`{line}`: no {part:?} in {}",
                ran.err
            );
        }
    }
}

#[test]
fn an_output_onto_what_is_read_is_refused_with_both_names() {
    let kept = Kept::new();
    let rows = [
        ("segment @pile/a.txt -o @pile/a.txt", "-o", "a.txt"),
        ("segment @pile -o @pile/a.txt", "-o", "pile/a.txt"),
        (
            "segment @pile -o @pile/bad.jsonl --format json",
            "-o",
            "bad.jsonl",
        ),
        ("segment @pile -o @pile/binary.txt", "-o", "binary.txt"),
        (
            "segment @pile -o @pile/back\\slash.txt",
            "-o",
            "back\\slash.txt",
        ),
        (
            "segment @pile/a.txt --method exact --similarity @similar.tsv -o @similar.tsv --format json",
            "-o",
            "similar.tsv",
        ),
        (
            "topics @pile --save-model @pile/a.txt",
            "--save-model",
            "pile/a.txt",
        ),
        ("topics @pile --tree @pile/bad.jsonl", "--tree", "bad.jsonl"),
        (
            "topics @topic-keys.txt --mallet @",
            "--mallet",
            "topic-keys.txt",
        ),
        (
            "topics @pile --seed-words @seeds.txt --save-model @seeds.txt",
            "--save-model",
            "seeds.txt",
        ),
        (
            "topics @pile --load-model @known.txt -o @known.txt",
            "-o",
            "known.txt",
        ),
        (
            "summarize @pile --since @known.txt -o @known.txt",
            "-o",
            "known.txt",
        ),
        (
            "compare a=@pile b=@known.txt -o @known.txt",
            "-o",
            "known.txt",
        ),
        (
            "eval segmentation @gold.txt @gold.txt -o @gold.txt",
            "-o",
            "gold.txt",
        ),
        ("replicate APS --data @pile -o @pile/a.txt", "-o", "a.txt"),
    ];
    for (line, place, read) in rows {
        kept.refuses(line, place, &format!("{read}, which is read"));
    }
}

#[test]
fn two_outputs_are_never_one_file() {
    let kept = Kept::new();
    let same = "are the same file";
    kept.refuses(
        "topics @pile --save-model @new -o @new",
        "--save-model",
        same,
    );
    kept.refuses("topics @pile --tree @new -o @pile/../new", "--tree", same);
    kept.refuses("topics @pile --mallet @m -o @m/doc-topics.txt", "-o", same);
}

#[cfg(unix)]
#[test]
fn other_names_of_a_file_are_the_file() {
    use std::os::unix::ffi::OsStrExt;
    let kept = Kept::new();
    let file = kept.scratch.path("pile/a.txt");
    std::os::unix::fs::symlink(&file, kept.scratch.path("soft")).expect("a link");
    std::fs::hard_link(&file, kept.scratch.path("hard")).expect("a link");
    for link in ["soft", "hard"] {
        let line = format!("segment @pile -o @{link}");
        kept.refuses(&line, link, "a.txt, which is read");
    }
    let latin = kept
        .scratch
        .path("pile")
        .join(std::ffi::OsStr::from_bytes(b"caf\xe9.txt"));
    std::fs::write(&latin, "Boats rest.").expect("a scratch file");
    let words: [OsString; 4] = [
        "segment".into(),
        latin.clone().into(),
        "-o".into(),
        latin.into(),
    ];
    kept.check(
        "not UTF-8",
        recto(&words),
        "caf\u{FFFD}.txt",
        "which is read",
    );
}

/// A file that is read through standard input would be lost as well.
#[cfg(unix)]
#[test]
fn standard_input_may_be_the_file() {
    let kept = Kept::new();
    let file = kept.scratch.arg("pile/a.txt");
    let input = std::fs::File::open(&file).expect("it is there");
    let output = crate::common::command(&["segment", "-", "-o", &file])
        .stdin(input)
        .output();
    let ran = crate::common::ran(output.expect("recto runs"));
    kept.check("stdin", ran, "a.txt", "which is read");
}

#[cfg(unix)]
#[test]
fn a_read_only_file_and_a_link_to_nowhere_are_not_replaced() {
    use std::os::unix::fs::PermissionsExt;
    let kept = Kept::new();
    let place = kept.scratch.write("old.json", "old");
    let mode = PermissionsExt::from_mode(0o444);
    std::fs::set_permissions(&place, mode).expect("our own file");
    std::os::unix::fs::symlink("nowhere", kept.scratch.path("link.json")).expect("a link");
    let rows = [("old.json", "is read-only"), ("link.json", "leads nowhere")];
    for (name, part) in rows {
        let (file, place) = (kept.scratch.arg("pile/a.txt"), kept.scratch.arg(name));
        recto(&["segment", &file, "-o", &place])
            .ends(1)
            .says(name)
            .says(part);
    }
    assert_eq!(std::fs::read(place).expect("it is there"), b"old");
    assert!(!Path::new(&kept.scratch.path("nowhere")).exists());
}

//! What the command of every capability keeps to, whichever it is: the rows of hostile
//! inputs and of threads that come with a registration.

use super::{Ran, Scratch, inputs::inputs, text::made};
use recto::{AnyCapability, Subject};

/// Name of the input, or `*` for all that have no line of their own; exit code; and a
/// part of what stderr says, where an empty part says that stderr is empty. `3 of 4 units`
/// stands for the complaint that the input has 3 units and the good file 4, on whichever
/// side they are.
pub(crate) type Ending = (&'static str, i32, &'static str);

/// How every command ends that reads a pile, where its own lines do not say otherwise.
pub(crate) const UNREADABLE: &[Ending] = &[
    ("binary", 1, "binary file: a NUL byte at byte 0"),
    ("only NULs", 1, "binary file: a NUL byte at byte 0"),
    (
        "a NUL in text",
        1,
        "nul.txt: binary file: a NUL byte at byte 9",
    ),
    (
        "PDF",
        1,
        "paper.txt: damaged or cut short: no page in it; fetch or save it again",
    ),
    ("utf-16 cut off", 1, "not UTF-16LE"),
    ("malformed JSONL", 1, "bad.jsonl: line 1: not JSON"),
    (
        "JSONL without text",
        1,
        "line 1: no field `text` (there are: body); set --text-field",
    ),
    (
        "malformed CSV",
        1,
        "line 2: 3 fields where the header has 2",
    ),
    (
        "CSV without text",
        1,
        "no field `text` (there are: id, body)",
    ),
    ("missing", 1, "missing.txt: no such file"),
    ("empty folder", 1, "empty-folder: no file there"),
    ("folder without text", 1, "binaries/a.bin: binary file"),
    ("pattern without match", 1, "*.nothing: no file there"),
];

/// The words of a command that reads `path`, where the capability takes groups as one of
/// two.
pub(crate) fn words(capability: &dyn AnyCapability, path: &str, other: &str) -> Vec<String> {
    let name = capability.name().to_string();
    match capability.subject() {
        Subject::Documents | Subject::Messages | Subject::Anything => {
            vec![name, path.to_string()]
        }
        Subject::Groups => vec![name, format!("a={path}"), format!("b={other}")],
        Subject::Pairs => vec![name, path.to_string(), other.to_string()],
    }
}

/// Inputs of which messages are read in another way than documents: what is said of them
/// differs, that they cannot be used does not.
const ROWS: &[&str] = &[
    "PDF",
    "malformed JSONL",
    "JSONL without text",
    "malformed CSV",
    "CSV without text",
];

/// What is wrong with the ways in which the command ends on hostile inputs: a file that
/// cannot be read is named; everything else gives a whole result, or ends with the code of
/// bad input and a message; nothing panics.
pub(crate) fn hostile(
    capability: &dyn AnyCapability,
    run: impl Fn(&[String]) -> Ran,
) -> Vec<String> {
    let scratch = Scratch::new();
    let other = scratch.write(
        "other.txt",
        "Nets dry on the quay.\nBoats rest in the bay.\n",
    );
    let mut wrong = Vec::new();
    for (name, path) in inputs(&scratch, 300_000) {
        for format in ["json", "html"] {
            let mut words = words(capability, &path, &other);
            words.extend(["--format", format, "-o", "-"].map(String::from));
            let ran = run(&words);
            let is_row = capability.subject() == Subject::Messages && ROWS.contains(&name);
            let problem = if is_row {
                let is_right = ran.code == Some(1) && ran.err.contains("error: ");
                (!is_right).then(|| format!("not 1 with an error: {ran:?}"))
            } else {
                problem(name, format, &ran)
            };
            wrong.extend(problem.map(|problem| format!("{} {name}: {problem}", words[0])));
        }
    }
    wrong
}

fn problem(input: &str, format: &str, ran: &Ran) -> Option<String> {
    let unreadable = UNREADABLE.iter().find(|(name, _, _)| *name == input);
    if ran.err.contains("panicked") || ran.err.contains("RUST_BACKTRACE") {
        return Some(format!("panicked: {}", ran.err));
    }
    if let Some((_, code, part)) = unreadable {
        let is_right = ran.code == Some(*code) && ran.err.contains(part);
        return (!is_right).then(|| format!("not {code} with {part:?}: {ran:?}"));
    }
    let is_whole = match format {
        "json" => serde_json::from_slice::<serde_json::Value>(&ran.out).is_ok(),
        _ => ran.out.ends_with(b"</html>"),
    };
    match ran.code {
        Some(0) if !is_whole => Some("not a whole result".into()),
        Some(0) => None,
        Some(1) if ran.err.contains("error: ") => None,
        code => Some(format!("ended with {code:?} and said {:?}", ran.err)),
    }
}

/// What differs between runs of the command with 1, 2 and 7 threads.
pub(crate) fn threads(
    capability: &dyn AnyCapability,
    run: impl Fn(&[String]) -> Ran,
) -> Vec<String> {
    let scratch = Scratch::new();
    // A summary is shorter than what it sums up.
    let length = match capability.subject() {
        Subject::Pairs => 2_000,
        _ => 200_000,
    };
    let other = scratch.write("other.txt", made(length, 1));
    for i in 0..12 {
        scratch.write(&format!("folder/{i}.txt"), made(20_000, 2 + i));
    }
    let mut differ = Vec::new();
    for format in ["json", "html", "text"] {
        let with = |threads: &str| {
            let mut words = match capability.subject() {
                Subject::Messages => ["events", "--synthetic", "1"].map(String::from).to_vec(),
                _ => words(capability, &scratch.arg("folder"), &other),
            };
            words.extend(
                ["--format", format, "--threads", threads, "--seed", "3"].map(String::from),
            );
            let ran = run(&words).ends(0);
            (ran.out, ran.err)
        };
        let one = with("1");
        assert!(!one.0.is_empty());
        for threads in ["2", "7"] {
            if with(threads) != one {
                differ.push(format!(
                    "{} as {format} at {threads} threads",
                    capability.name()
                ));
            }
        }
    }
    differ
}

//! The guide says what the program does. With `RECTO_BLESS=1` the tables are rewritten.

use crate::common::{Scratch, leaf, leaves, repository};
use recto_cli::docs;
use std::sync::Mutex;

/// What stands around a part of a page that this test makes.
fn marks(part: &str) -> [String; 2] {
    [
        format!("<!-- {part}: made by the test `docs`, RECTO_BLESS=1 rewrites it -->\n"),
        format!("<!-- end of {part} -->\n"),
    ]
}

/// Two tests rewrite one page; `cargo test` runs them at the same time.
static PAGES: Mutex<()> = Mutex::new(());

fn is_blessed() -> bool {
    std::env::var_os("RECTO_BLESS").is_some_and(|value| value == "1")
}

/// Compares a part of a page with what it should be, or rewrites it.
fn check_part(page: &str, part: &str, expected: &str) {
    let _alone = PAGES.lock();
    let path = repository(page);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{page}: {error}"));
    let [begin, end] = marks(part);
    let (before, rest) = text
        .split_once(&begin)
        .unwrap_or_else(|| panic!("{page}: no mark before the {part}"));
    let (found, after) = rest
        .split_once(&end)
        .unwrap_or_else(|| panic!("{page}: no mark behind the {part}"));
    if is_blessed() {
        let text = [before, &begin, expected, &end, after].concat();
        std::fs::write(path, text).expect("the guide is ours to write");
        return;
    }
    assert_eq!(found, expected, "{page}: run it again with RECTO_BLESS=1");
}

#[test]
fn the_tables_of_methods_and_flags_are_those_of_the_program() {
    for capability in recto::capabilities() {
        let page = format!("docs/{}.md", capability.name());
        check_part(&page, "methods", &docs::methods(*capability));
        let command = leaf(&[capability.name().to_string()]);
        check_part(&page, "flags", &docs::flags(&command));
    }
    let label = leaf(&["label".to_string()]);
    check_part("docs/label.md", "flags", &docs::flags(&label));
}

/// Pages of the guide: `docs/segment.md`, and `docs/eval.md` for all tasks of `eval`.
fn page(words: &[String]) -> String {
    let path = format!("docs/{}.md", words[0]);
    std::fs::read_to_string(repository(&path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

#[test]
fn every_flag_of_every_command_is_in_its_page() {
    let shown = leaves()
        .into_iter()
        .filter(|words| leaf(words).get_arguments().count() > 3);
    for words in shown {
        let page = page(&words);
        for flag in leaf(&words).get_arguments() {
            let Some(long) = flag.get_long() else {
                continue;
            };
            assert!(
                page.contains(&format!("`--{long}")),
                "{words:?}: no `--{long}`"
            );
        }
    }
}

#[test]
fn every_page_is_in_the_index_and_every_link_leads_to_a_file() {
    let index = std::fs::read_to_string(repository("docs/README.md")).expect("docs/README.md");
    for entry in std::fs::read_dir(repository("docs")).expect("docs") {
        let name = entry
            .expect("an entry")
            .file_name()
            .to_string_lossy()
            .into_owned();
        let is_page = name.ends_with(".md") && name != "README.md";
        assert!(
            !is_page || index.contains(&format!("({name})")),
            "{name} is not in the index"
        );
    }
    let guide = std::fs::read_dir(repository("docs")).expect("docs");
    let pages = guide
        .map(|entry| entry.expect("an entry").path())
        .chain([repository("README.md")])
        .filter(|path| path.extension().is_some_and(|ending| ending == "md"));
    for page in pages {
        let text = std::fs::read_to_string(&page).expect("a page");
        let page = page.display();
        for target in links(&text) {
            let path = std::path::Path::new(&page.to_string()).with_file_name(&target);
            assert!(path.exists(), "{page} links to {target}");
        }
    }
}

/// Targets of links to files, without anchors.
fn links(text: &str) -> Vec<String> {
    let targets = text
        .split("](")
        .skip(1)
        .filter_map(|rest| rest.split(')').next());
    let targets = targets.map(|target| target.split('#').next().unwrap_or_default());
    let is_file = |target: &&str| !target.is_empty() && !target.contains("://");
    targets.filter(is_file).map(String::from).collect()
}

/// A page with the output of each command in its `console` blocks made anew. A command
/// stands behind `$ `; all of a page run in one folder, which has the examples in it.
#[cfg(unix)]
fn with_output(page: &str) -> String {
    let scratch = Scratch::new();
    let examples = repository("examples").canonicalize().expect("the examples");
    std::os::unix::fs::symlink(examples, scratch.path("examples")).expect("a link");
    let mut made = String::new();
    let mut inside = false;
    for line in page.lines() {
        let is_fence = line.starts_with("```");
        if is_fence {
            inside = line == "```console";
        }
        let command = line.strip_prefix("$ ").filter(|_| inside);
        if !inside || is_fence || command.is_some() {
            made += &format!("{line}\n");
        }
        if let Some(command) = command {
            made += &output(command, &scratch);
        }
    }
    made
}

/// What a shell with recto on its path prints.
#[cfg(unix)]
fn output(command: &str, scratch: &Scratch) -> String {
    let binary = std::path::Path::new(env!("CARGO_BIN_EXE_recto"));
    let folder = binary.parent().expect("in a folder").display();
    let path = std::env::var("PATH").unwrap_or_default();
    let output = std::process::Command::new("sh")
        .args(["-c", &format!("exec 2>&1; {command}")])
        .current_dir(scratch.path(""))
        .env("PATH", format!("{folder}:{path}"))
        .env_remove("COLUMNS")
        .output();
    String::from_utf8(output.expect("sh runs").stdout).expect("UTF-8")
}

/// Examples in the guide are runs, not wishes.
#[cfg(unix)]
#[test]
fn every_worked_command_prints_what_its_page_shows() {
    let _alone = PAGES.lock();
    let capabilities = recto::capabilities();
    let names = capabilities.iter().map(|capability| capability.name());
    for name in names.chain(["eval", "label", "schema"]) {
        let name = &format!("docs/{name}.md");
        let path = repository(name);
        let page = std::fs::read_to_string(&path).expect("a page");
        let made = with_output(&page);
        assert!(
            page.matches("\n$ recto ").count() >= 3,
            "{name} has worked commands"
        );
        if is_blessed() {
            std::fs::write(path, made).expect("the guide is ours to write");
            continue;
        }
        assert!(
            made == page,
            "{name} shows old output; run it again with RECTO_BLESS=1"
        );
    }
}

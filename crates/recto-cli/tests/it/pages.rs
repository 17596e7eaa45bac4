//! Completions and manual pages.

use crate::common::{Scratch, leaves, recto};

#[test]
fn every_shell_gets_completions_for_every_command() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = recto(&["completions", shell]).ends(0).text();
        for word in leaves().concat() {
            assert!(script.contains(&word), "{shell}: no {word}");
        }
        assert!(script.contains("with-text"), "{shell}: no flags");
    }
}

/// Only where there is a bash: the script is read and asked, as the shell does.
#[test]
fn bash_completes_a_method() {
    let scratch = Scratch::new();
    let script = recto(&["completions", "bash"]).ends(0).text();
    let ask = "\nCOMP_WORDS=(recto segment --method textt); COMP_CWORD=3\n\
               _recto recto textt --method\necho \"${COMPREPLY[@]}\"\n";
    let file = scratch.write("ask.sh", script + ask);
    match std::process::Command::new("bash").arg(file).output() {
        Ok(output) => assert_eq!(String::from_utf8_lossy(&output.stdout), "texttiling\n"),
        Err(_) => eprintln!("SKIPPED: no bash"),
    }
}

#[test]
fn the_page_of_recto_itself_goes_to_stdout() {
    let page = recto(&["man"]).ends(0).text();
    for part in [
        ".TH recto 1",
        "recto\\-segment(1)",
        ".SH EXAMPLES",
        "recto segment",
    ] {
        assert!(page.contains(part), "no {part:?} in {page}");
    }
}

#[test]
fn a_folder_gets_a_page_for_every_command_and_nothing_else() {
    let scratch = Scratch::new();
    let folder = scratch.arg("man1");
    assert!(recto(&["man", "--out", &folder]).ends(0).out.is_empty());
    let mut names: Vec<String> = std::fs::read_dir(&folder)
        .expect("it is made")
        .map(|entry| {
            entry
                .expect("an entry")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    names.sort();
    let mut expected: Vec<String> = leaves()
        .iter()
        .map(|words| format!("recto-{}.1", words.join("-")))
        .collect();
    expected.extend(["recto.1", "recto-eval.1"].map(String::from));
    expected.sort();
    assert_eq!(names, expected);
    let page = std::fs::read_to_string(scratch.path("man1/recto-eval-segmentation.1"));
    let page = page.expect("a page");
    assert!(
        page.contains("recto eval segmentation") && page.contains(".SH EXAMPLES"),
        "{page}"
    );
}

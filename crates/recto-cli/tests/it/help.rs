//! Help that cannot rot: every example parses, near misses get hints.

use crate::common::{leaf, leaves, recto};
use recto_cli::args;

/// The examples in a command's long help: the lines that run recto.
fn examples(help: &str) -> Vec<String> {
    let after = help.split("Examples:").nth(1).unwrap_or_default();
    let runs = |line: &&str| line.trim_start().starts_with("recto ") || line.contains("| recto ");
    after
        .lines()
        .filter(runs)
        .map(|line| line.trim().to_string())
        .collect()
}

/// The words of an example's recto, without pipes, redirections and the remark, which
/// stands behind two blanks or more.
fn words(example: &str) -> Vec<String> {
    let line = example.split("  ").next().unwrap_or_default();
    let recto = line
        .split(" | ")
        .find(|part| part.starts_with("recto "))
        .unwrap_or(line);
    let recto = recto.split(" > ").next().unwrap_or_default();
    recto
        .split_whitespace()
        .map(|word| word.trim_matches('\'').to_string())
        .collect()
}

#[test]
fn every_command_has_two_examples_that_parse() {
    for path in leaves() {
        let help = leaf(&path).render_long_help().to_string();
        let found = examples(&help);
        assert!(found.len() >= 2, "{path:?} has {} examples", found.len());
        for example in found {
            let tree = args::command(recto::capabilities());
            let words = words(&example);
            let parsed = tree.try_get_matches_from(&words);
            let error = parsed
                .err()
                .map(|error| error.to_string())
                .unwrap_or_default();
            assert!(error.is_empty(), "{example}\n{error}");
            let is_own = words[1..].starts_with(&path) || path[0] == "eval";
            assert!(is_own, "{path:?} shows another command: {example}");
        }
    }
}

#[test]
fn the_examples_of_recto_itself_parse() {
    let help = args::command(recto::capabilities())
        .render_long_help()
        .to_string();
    let found = examples(&help);
    assert!(found.len() >= 2);
    for example in found {
        let parsed = args::command(recto::capabilities()).try_get_matches_from(words(&example));
        assert!(parsed.is_ok(), "{example}");
    }
}

#[test]
fn every_flag_says_what_it_does() {
    for path in leaves() {
        for flag in leaf(&path).get_arguments() {
            assert!(flag.get_help().is_some(), "{path:?}: {}", flag.get_id());
        }
    }
}

#[test]
fn help_is_the_same_by_flag_and_by_command() {
    let by_flag = recto(&["eval", "segmentation", "--help"]).ends(0).text();
    let by_command = recto(&["help", "eval", "segmentation"]).ends(0).text();
    assert_eq!(by_flag, by_command);
}

#[test]
fn near_misses_get_a_hint() {
    let hint = |flag: &str| recto(&["segment", "x.txt", flag, "5"]).ends(2).err;
    assert!(
        hint("--segmnts").contains("'--segments'"),
        "{}",
        hint("--segmnts")
    );
    assert!(hint("--k").contains("hint: recto calls --k --segments"));
    assert!(hint("--language").contains("hint: recto calls --language --lang"));
    assert!(hint("--num-threads").contains("--threads"));
}

#[test]
fn flags_of_other_tools_are_answered_with_one_that_the_command_has() {
    for (command, flag, hint) in [
        ("summarize", "--length", "recto calls --length --words"),
        (
            "summarize",
            "--max-words",
            "recto calls --max-words --words",
        ),
        (
            "summarize",
            "--num-sentences",
            "recto calls --num-sentences --sentences",
        ),
        (
            "topics",
            "--length",
            "topics has no --length; summarize has --words",
        ),
        (
            "topics",
            "--num-topics",
            "recto calls --num-topics --topics",
        ),
        (
            "topics",
            "--n-clusters",
            "recto calls --n-clusters --clusters",
        ),
        ("topics", "--k", "recto calls --k --topics"),
        ("authors", "--k", "recto calls --k --authors"),
        ("authors", "--language", "recto calls --language --lang"),
        ("man", "--output", "recto calls --output --out"),
    ] {
        let said = recto(&[command, flag, "5"]).ends(2).err;
        assert!(said.contains(&format!("hint: {hint}\n")), "{said}");
        assert!(!said.contains("tip: "), "{said}");
    }
    let command = recto(&["segmnt", "x.txt"]).ends(2).err;
    assert!(command.contains("'segment'"), "{command}");
}

#[test]
fn an_unknown_unit_is_answered_with_those_that_there_are() {
    let error = recto(&["segment", "x.txt", "--unit", "word"]).ends(2).err;
    insta::assert_snapshot!(error, @r"
    error: invalid value 'word' for '--unit <KIND>'
      [possible values: sentence, paragraph, line, turn]

    For more information, try '--help'.
    ");
}

#[test]
fn a_missing_file_is_named_with_what_to_do() {
    let error = recto(&["segment", "no-such-file.txt"]).ends(1).err;
    insta::assert_snapshot!(error, @"error: no-such-file.txt: no such file; check the name (a link may point nowhere)");
}

#[test]
fn wrong_numbers_are_answered_with_the_right_ones() {
    let says = |flag: &str, value: &str, part: &str| {
        let ran = recto(&["segment", "x.txt", flag, value]).ends(2);
        assert!(ran.err.contains(part), "{}", ran.err);
    };
    says(
        "--segments",
        "0",
        "'--segments <K|A..B>': must be a number from 1",
    );
    says("--segments", "9..3", "a range such as 8..15");
    says("--threads", "0", "must be a whole number from 1");
    says("--seed", "x", "must be a whole number from 0");
}

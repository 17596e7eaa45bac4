//! What must hold of the repository as a whole.

mod citations;
mod dependencies;
mod files;
mod flags;
mod golden;
mod hygiene;

use std::collections::BTreeMap;

/// Fails with one line a problem.
fn report(problems: &[String]) {
    assert!(problems.is_empty(), "\n{}\n", problems.join("\n"));
}

/// A file that must be there.
fn read(path: &str) -> String {
    let text = std::fs::read_to_string(files::root().join(path));
    text.unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn sources(extensions: &[&str]) -> BTreeMap<String, String> {
    let mut texts = files::texts();
    texts.retain(|path, _| extensions.iter().any(|extension| path.ends_with(extension)));
    texts
}

#[test]
fn every_cited_equation_is_indexed_and_every_index_row_leads_to_it() {
    let papers = read("docs/PAPERS.md");
    let mut code = sources(&[".rs"]);
    // The checker's own tests cite works that do not exist.
    code.remove("xtask/tests/repository/citations.rs");
    report(&citations::check(&papers, &code));
}

#[test]
fn no_file_names_a_machine_or_a_registry() {
    let texts = files::texts();
    assert!(texts.len() > 20, "git lists only {} files", texts.len());
    report(
        &texts
            .iter()
            .flat_map(|(path, text)| hygiene::hosts(path, text))
            .collect::<Vec<_>>(),
    );
}

#[test]
fn no_code_is_unfinished_or_switched_off() {
    let code = sources(&[".rs", ".js", ".mjs", ".css", ".html", ".py", ".sh"]);
    report(
        &code
            .iter()
            .flat_map(|(path, text)| hygiene::unfinished(path, text))
            .collect::<Vec<_>>(),
    );
}

#[test]
fn no_message_of_a_library_names_a_flag() {
    let code = sources(&[".rs"]);
    report(
        &code
            .iter()
            .flat_map(|(path, text)| flags::in_messages(path, text))
            .collect::<Vec<_>>(),
    );
}

#[test]
fn no_source_file_is_longer_than_700_lines() {
    let code = sources(&[".rs", ".js", ".mjs", ".css"]);
    report(
        &code
            .iter()
            .flat_map(|(path, text)| hygiene::too_long(path, text))
            .collect::<Vec<_>>(),
    );
}

#[test]
fn every_golden_file_says_what_made_it_and_is_stored_once() {
    report(&golden::check(&files::texts()));
}

#[test]
fn dependencies_have_allowed_licences_one_version_and_one_source() {
    let lists = dependencies::Lists::parse(&read("deny.toml")).expect("deny.toml");
    report(&dependencies::check(&lists, &dependencies::packages()));
}

#[test]
fn the_command_and_the_tests_share_every_package_they_build() {
    let command = dependencies::features(&["--package", "recto-cli", "--edges", "no-dev"]);
    let tests = dependencies::features(&["--workspace"]);
    let rebuilt = command.difference(&tests);
    // List such a package in recto-cli with the features that the tests need; its manifest says why.
    report(
        &rebuilt
            .map(|package| format!("built again with other features: {package}"))
            .collect::<Vec<_>>(),
    );
}

#[test]
fn every_dependency_is_used() {
    report(&dependencies::unused(
        &dependencies::packages(),
        &files::texts(),
    ));
}

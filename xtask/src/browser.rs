//! What the browser tests need. They run with the other cargo tests and skip without it.
//!
//! On CI missing programs are installed, and the part fails if that did not help; on a person's
//! machine it only says what is missing and how to get it.

use std::path::PathBuf;

use crate::part::{self, Outcome, command, on_path};

const PLAYWRIGHT: &str = "playwright-core@1.65.0";

/// Makes ready for browser tests, or says why they will be skipped.
pub(crate) fn prepare() -> Outcome {
    if part::is_ci() {
        install();
    }
    let missing = missing();
    if missing.is_empty() {
        Outcome::Passed
    } else {
        Outcome::Skipped(format!("browser tests need {}", missing.join("; ")))
    }
}

/// Installs the missing programs. Failures show in what is still missing afterwards.
fn install() {
    let packages = [
        (has_chromium(), "chromium"),
        (on_path("node"), "nodejs"),
        (on_path("npm"), "npm"),
    ];
    let wanted = packages
        .into_iter()
        .filter(|(there, _)| !there)
        .map(|(_, package)| package);
    let wanted: Vec<&str> = wanted.collect();
    if !wanted.is_empty() {
        part::install_packages(&wanted);
    }
    if !has_playwright() {
        let mut npm = command("npm", &["install", "--no-save", "--prefix"]);
        npm.arg(folder()).arg(PLAYWRIGHT);
        part::all([npm]);
    }
}

fn missing() -> Vec<String> {
    let npm = format!(
        "npm install --no-save --prefix {} {PLAYWRIGHT}",
        folder().display()
    );
    let needs = [
        (
            has_chromium(),
            "chromium (Debian: apt-get install chromium)".to_owned(),
        ),
        (
            on_path("node"),
            "node (Debian: apt-get install nodejs npm)".to_owned(),
        ),
        (has_playwright(), format!("{PLAYWRIGHT} ({npm})")),
    ];
    needs
        .into_iter()
        .filter(|(there, _)| !there)
        .map(|(_, what)| what)
        .collect()
}

fn has_chromium() -> bool {
    on_path("chromium") || PathBuf::from("/usr/bin/chromium").is_file()
}

fn has_playwright() -> bool {
    folder()
        .join("node_modules/playwright-core/package.json")
        .is_file()
}

fn folder() -> PathBuf {
    part::target().join("browser")
}

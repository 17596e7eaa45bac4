//! What a report tells of how an answer was made.
//!
//! A reader can use the method, the settings that could have been others, the seed, and what
//! was read and left out. The rest of an answer's parameters is of use to who knows the
//! method: it is folded away, and all of it is in the JSON.

use crate::capability::About;
use crate::report::{Detail, Report};
use crate::{Answer, Document};
use recto_math::Method;
use recto_text::Failure;
use std::collections::BTreeSet;

/// Files that are named where they were left out; beyond that they are counted.
const NAMED: usize = 3;

/// The report of an answer, without findings: what can be set and what was read stands
/// before what is the method's own.
pub(crate) fn report<B, O, T: ?Sized, E>(
    answer: &Answer<B>,
    about: &About,
    methods: &[Method<O, T, E>],
    documents: &[Document],
    detail: Detail,
) -> Report {
    let mut report = answer.report();
    report.read = documents.len();
    let all = std::mem::take(&mut report.made);
    let all = all.into_iter().filter(|(_, value)| value != "not set");
    let method = answer.parameters.get("method");
    let row = methods
        .iter()
        .find(|row| method.is_some_and(|name| name == row.name));
    let is_setting = |name: &str| {
        let field = about.fields.iter().find(|field| field.name == name);
        let is_used = |parameter| row.is_none_or(|row| row.uses.contains(&parameter));
        match field {
            Some(field) => field.by_method.is_none_or(is_used),
            None => name == "lang" || name == "seed",
        }
    };
    let (settings, internals) = all.partition(|(name, _)| is_setting(name));
    (report.made, report.internals) = (settings, internals);
    // What was not switched on needs no word.
    report.made.retain(|(_, value)| value != "false");
    if detail == Detail::Outline {
        report.in_a_line();
    }
    report.made.push(("read".into(), read(documents)));
    if !answer.failed.is_empty() {
        report
            .made
            .push(("left out".into(), left_out(&answer.failed)));
    }
    report
}

fn read(documents: &[Document]) -> String {
    let files: BTreeSet<&str> = documents.iter().map(|document| &*document.file).collect();
    let n = documents.len();
    match (documents, files.len()) {
        ([only], _) => only.file.clone(),
        ([first, ..], 1) => format!("{n} documents of {}", first.file),
        (_, files) => format!("{n} documents of {files} files"),
    }
}

fn left_out(failed: &[Failure]) -> String {
    named(failed.iter().map(|failure| &*failure.file))
}

/// A few names in order, each once, and how many more there are.
pub(crate) fn named<'n>(names: impl Iterator<Item = &'n str>) -> String {
    let files: BTreeSet<&str> = names.collect();
    let named: Vec<&str> = files.iter().copied().take(NAMED).collect();
    let more = files.len() - named.len();
    let named = named.join(", ");
    if more > 0 {
        format!("{named} and {more} more")
    } else {
        named
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::segment::{Request, SEGMENT};
    use crate::{Attachments, Capability, Pile, Reading, Run, Silent};

    const TEXT: &str = "Nets dry on the quay. Boats come in with the tide. Gulls follow them.";

    fn made(pile: &Pile, request: &Request, detail: Detail) -> Report {
        let reading = Reading::new(pile);
        let (files, run) = (Attachments::default(), Run::new(0, &Silent));
        let answer = SEGMENT.run(&reading, request, &files, &run);
        SEGMENT.report(&answer.expect("text"), &reading, detail)
    }

    #[test]
    fn settings_stand_before_what_is_the_methods_own() {
        let report = made(&Pile::from(vec![TEXT]), &Request::default(), Detail::Whole);
        let name = |(name, _): &(String, String)| name.clone();
        let settings: Vec<String> = report.made.iter().map(name).collect();
        assert!(settings.contains(&"method".to_string()), "{settings:?}");
        assert!(settings.contains(&"seed".to_string()), "{settings:?}");
        // It is a number of the method that no field sets, and a switch that is off.
        assert!(!settings.contains(&"pilot".to_string()), "{settings:?}");
        assert!(!settings.contains(&"paper".to_string()), "{settings:?}");
        let internals: Vec<String> = report.internals.iter().map(name).collect();
        assert!(internals.contains(&"pilot".to_string()), "{internals:?}");
    }

    #[test]
    fn a_terminal_is_told_the_settings_in_a_line_and_what_was_read() {
        let mut pile = Pile::from(vec![TEXT, TEXT]);
        pile.failed.push(Failure::new("torn.txt", "no such file"));
        let report = made(&pile, &Request::default(), Detail::Outline);
        let names: Vec<&str> = report.made.iter().map(|(name, _)| &**name).collect();
        assert_eq!(names, ["settings", "read", "left out"]);
        assert!(report.made[0].1.starts_with("method auto, "));
        assert_eq!(report.made[1].1, "2 documents of 2 files");
        assert_eq!(report.made[2].1, "torn.txt");
    }

    #[test]
    fn few_files_are_named_and_the_rest_is_counted() {
        let failed: Vec<Failure> = ["d", "a", "c", "b", "e"]
            .map(|file| Failure::new(file, "cannot be read"))
            .into();
        assert_eq!(left_out(&failed), "a, b, c and 2 more");
    }
}

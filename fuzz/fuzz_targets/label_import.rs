//! Labels from other tools.
#![no_main]

use recto::Attachment;
use recto::label::{Project, Setup, import};
use std::cell::RefCell;

/// Imports into one project: it grows with each class that is added, and slows down.
const IMPORTS: usize = 200;

thread_local! {
    static PROJECT: RefCell<(Project, usize)> = RefCell::new((made(), 0));
}

fn made() -> Project {
    let path = recto_fuzz::scratch("import.label");
    let _ = std::fs::remove_file(&path);
    let pile = [("a", "It floats."), ("b", "It sinks.")]
        .into_iter()
        .collect();
    let setup = Setup {
        classes: vec!["neg".into(), "pos".into()],
        ..Setup::default()
    };
    Project::create(&path, &pile, &setup, "ada", 5).expect("a new file")
}

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    for label in ["a.jsonl", "a.csv"] {
        let file = Attachment {
            label: label.into(),
            bytes: bytes.to_vec(),
        };
        PROJECT.with_borrow_mut(|(project, imports)| {
            *imports += 1;
            if *imports > IMPORTS {
                (*project, *imports) = (made(), 1);
            }
            let _ = import::import(project, &file, "ada", 7);
        });
    }
});

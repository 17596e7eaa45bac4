//! No run of eight words in the repository stands in the corpora that recto is measured on.
//!
//! Their texts are other people's, and an example taken from one would make a test of memory.
//! Runs only where `RECTO_DATA` names the folder of corpora.

mod corpora;
mod exempt;
#[path = "../repository/files.rs"]
mod files;
mod grams;

use std::path::Path;

#[test]
fn no_eight_words_of_the_repository_stand_in_the_corpora() {
    let Some(data) = std::env::var_os("RECTO_DATA") else {
        println!("SKIPPED: set RECTO_DATA to the folder of corpora to look for shared text");
        return;
    };
    let mut texts = files::texts();
    let exemptions = exempt::list(include_str!("../shared_text_exempt.txt")).expect("exemptions");
    texts.retain(|path, _| !exemptions.iter().any(|exemption| exemption.covers(path)));

    let runs = grams::Runs::of(&texts);
    let mut shared = Vec::new();
    let n_files = corpora::each(Path::new(&data), &mut |file, words| {
        shared.extend(
            runs.find(words)
                .map(|run| format!("{run} (in {})", file.display())),
        );
    });
    assert!(n_files > 0, "no file below RECTO_DATA");
    shared.sort();
    shared.dedup();
    println!(
        "{} runs of the repository, {n_files} files of corpora",
        runs.len()
    );
    assert!(
        shared.is_empty(),
        "{} shared runs:\n{}",
        shared.len(),
        shared.join("\n")
    );
}

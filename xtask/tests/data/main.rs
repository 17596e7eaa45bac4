//! No run of eight words in the repository stands in the corpora that recto is measured on.
//!
//! Their texts are other people's, and an example taken from one would make a test of memory.
//! Runs where `RECTO_DATA` names the folder of corpora, and is ignored elsewhere.

#![expect(clippy::print_stdout, reason = "counts are printed")]

mod corpora;
mod exempt;
#[path = "../repository/files.rs"]
mod files;
mod grams;

use std::path::Path;

recto_testing::data_tests! {
    on "": [no_eight_words_of_the_repository_stand_in_the_corpora],
    always: [
        corpora::tags_scripts_and_styles_are_no_text,
        corpora::strings_of_a_list_follow_each_other_and_members_of_an_object_do_not,
        exempt::patterns_cover_what_they_say_and_nothing_goes_without_a_reason,
        grams::a_shared_run_is_found_across_case_lines_and_marks,
        grams::rows_of_numbers_and_of_letters_are_no_text,
    ],
}

fn no_eight_words_of_the_repository_stand_in_the_corpora(data: &Path) {
    let mut texts = files::texts();
    let exemptions = exempt::list(include_str!("../shared_text_exempt.txt")).expect("exemptions");
    texts.retain(|path, _| !exemptions.iter().any(|exemption| exemption.covers(path)));

    let runs = grams::Runs::of(&texts);
    let mut shared = Vec::new();
    let n_files = corpora::each(data, &mut |file, words| {
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

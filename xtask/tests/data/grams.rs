//! Runs of eight words, as hashes.

use std::collections::BTreeMap;
use std::hash::Hasher;

use rustc_hash::{FxHashMap, FxHasher};

/// Words in a run.
const LENGTH: usize = 8;
/// A run with fewer different words of letters is a table or a row of numbers, not text.
const MIN_WORDS: usize = 4;

/// The runs of the repository, each with the place where it stands first.
pub(crate) struct Runs(FxHashMap<u64, String>);

impl Runs {
    pub(crate) fn of(texts: &BTreeMap<String, String>) -> Self {
        let mut runs = FxHashMap::default();
        for (path, text) in texts {
            let words: Vec<String> = words(text).collect();
            for run in words.windows(LENGTH).filter(|run| is_text(run)) {
                let place = || format!("{path}: {}", run.join(" "));
                runs.entry(hash_run(run.iter().map(|word| hash(word))))
                    .or_insert_with(place);
            }
        }
        Self(runs)
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// The runs that stand in a stream of hashed words.
    pub(crate) fn find<'a>(&'a self, words: &'a [u64]) -> impl Iterator<Item = &'a str> {
        let hits = words
            .windows(LENGTH)
            .filter_map(|run| self.0.get(&hash_run(run.iter().copied())));
        hits.map(String::as_str)
    }
}

/// Lower-case runs of letters and digits.
pub(crate) fn words(text: &str) -> impl Iterator<Item = String> {
    let words = text
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty());
    words.map(str::to_lowercase)
}

/// The hash of a word in lower case.
pub(crate) fn hash(word: &str) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(word.as_bytes());
    hasher.finish()
}

fn hash_run(words: impl Iterator<Item = u64>) -> u64 {
    words.fold(0, |run, word| {
        (run ^ word)
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            .rotate_left(29)
    })
}

fn is_text(run: &[String]) -> bool {
    let mut spelled: Vec<&str> = run
        .iter()
        .map(String::as_str)
        .filter(|word| word.chars().any(char::is_alphabetic))
        .collect();
    spelled.sort_unstable();
    spelled.dedup();
    // Letters in alphabetical order are the index of a page or the parameters of a function.
    let is_spelled_out = spelled.iter().all(|word| word.chars().count() == 1);
    spelled.len() >= MIN_WORDS && !is_spelled_out
}

pub(crate) fn a_shared_run_is_found_across_case_lines_and_marks() {
    let texts = BTreeMap::from([(
        "a.md".to_owned(),
        "Old herons wade,\n/// slow herons; Grey water rises.".to_owned(),
    )]);
    let runs = Runs::of(&texts);
    assert_eq!(runs.len(), 1);
    let hashed = |text: &str| words(text).map(|word| hash(&word)).collect::<Vec<_>>();
    let found = hashed("so OLD herons wade slow herons grey-water \"rises\" now");
    assert_eq!(
        runs.find(&found).collect::<Vec<_>>(),
        ["a.md: old herons wade slow herons grey water rises"]
    );
    assert_eq!(
        runs.find(&hashed("old herons wade slow herons grey water falls"))
            .count(),
        0
    );
}

pub(crate) fn rows_of_numbers_and_of_letters_are_no_text() {
    let texts = BTreeMap::from([(
        "a.json".to_owned(),
        "[1, 2, 3, 4, 5, 6, 7, 8], a a a a a a a a, a b c d e f g h".to_owned(),
    )]);
    assert_eq!(Runs::of(&texts).len(), 0);
}

//! Base forms that an inflected word may have, by the endings of its part of speech.

use super::Part;

/// Endings and what they stand for.
const NOUN: &[(&str, &str)] = &[
    ("s", ""),
    ("ses", "s"),
    ("xes", "x"),
    ("zes", "z"),
    ("ches", "ch"),
    ("shes", "sh"),
    ("men", "man"),
    ("ies", "y"),
];
const VERB: &[(&str, &str)] = &[
    ("s", ""),
    ("ies", "y"),
    ("es", "e"),
    ("es", ""),
    ("ed", "e"),
    ("ed", ""),
    ("ing", "e"),
    ("ing", ""),
];
const ADJECTIVE: &[(&str, &str)] = &[("er", ""), ("est", ""), ("er", "e"), ("est", "e")];

/// What a word may be a form of, the likeliest first.
pub(super) fn candidates(word: &str, part: Part) -> impl Iterator<Item = String> {
    let endings = match part {
        Part::Noun => NOUN,
        Part::Verb => VERB,
        Part::Adjective => ADJECTIVE,
        Part::Adverb => &[],
    };
    endings.iter().filter_map(move |(ending, base)| {
        let stem = word.strip_suffix(ending).filter(|stem| !stem.is_empty())?;
        Some(format!("{stem}{base}"))
    })
}

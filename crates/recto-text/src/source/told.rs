//! Warnings that hold for many files, said once.

use super::foreign::Foreign;
use super::input::Input;
use super::{FileRows, Warning};
use crate::decode;
use recto_math::Notice;

/// Warnings of the files in folders that are not read: one for each kind, and one for all
/// pictures and fonts.
pub(super) fn of_foreign(inputs: &[Input], files: &[FileRows]) -> Vec<Warning> {
    let mut kinds: Vec<(Foreign, usize, &str)> = Vec::new();
    let mut pictures = 0;
    for (input, file) in inputs.iter().zip(files) {
        let Some(kind) = file.foreign.filter(|_| input.is_in_folder) else {
            continue;
        };
        match kinds.iter_mut().find(|(known, _, _)| *known == kind) {
            _ if kind.is_picture() => pictures += 1,
            Some((_, count, _)) => *count += 1,
            None => kinds.push((kind, 1, &input.name)),
        }
    }
    let kinds = kinds.into_iter();
    let mut warnings: Vec<Warning> = kinds
        .map(|(kind, count, first)| Warning::new(kind.left_out(count, first)))
        .collect();
    if pictures > 0 {
        let message = format!("{pictures} pictures and fonts left out");
        warnings.push(Warning::new(message));
    }
    warnings
}

/// A warning of the encodings that were guessed: that of the file if it is one, else how
/// many files were read as what.
pub(super) fn of_guesses(inputs: &[Input], files: &[FileRows]) -> Option<Warning> {
    let guesses = inputs.iter().zip(files);
    let guesses = guesses.filter_map(|(input, file)| Some((input, file.guess.as_ref()?)));
    let guesses: Vec<(&Input, &(&'static str, Notice))> = guesses.collect();
    let (first, (_, notice)) = guesses.first()?;
    if guesses.len() == 1 {
        return Some(Warning::in_file(&first.name, notice.clone()));
    }
    let mut counts: Vec<(&str, usize)> = Vec::new();
    for (_, (encoding, _)) in &guesses {
        match counts.iter_mut().find(|(known, _)| known == encoding) {
            Some((_, count)) => *count += 1,
            None => counts.push((encoding, 1)),
        }
    }
    let counts = counts
        .iter()
        .map(|(name, count)| format!("{name} ({count})"));
    let message = format!(
        "{} files are not UTF-8 and do not name their encoding (the first: {}); read as {}",
        guesses.len(),
        first.name,
        counts.collect::<Vec<_>>().join(", ")
    );
    Some(Warning::new(message).with(decode::LOOK))
}

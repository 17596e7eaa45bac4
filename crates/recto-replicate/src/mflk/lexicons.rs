//! Lexicons beside the sets: files `lexicon*.tsv`, and the list that recto brings.

use crate::files::entries;
use crate::two_classes::{file, file_name, name_of};
use crate::{ReplicateError, warning};
use recto_classify::lexicon::Lexicon;
use recto_math::Run;
use recto_text::{Failure, Warning};
use std::path::Path;

/// Words with a polarity.
pub(super) struct WordList {
    /// File name, or `recto` for the list that recto brings.
    pub(super) name: String,
    /// Each word, and whether it is positive; in the order of their letters.
    pub(super) words: Vec<(String, bool)>,
}

/// The lexicons of a folder in the order of their names, then that of recto.
pub(super) fn read(
    folder: &Path,
    warnings: &mut Vec<Warning>,
    failed: &mut Vec<Failure>,
    run: &Run<'_>,
) -> Result<Vec<WordList>, ReplicateError> {
    let mut lists = Vec::new();
    for path in entries(folder)?.iter().filter(|path| is_lexicon(path)) {
        let Some(file) = file(path, failed, run)? else {
            continue;
        };
        match Lexicon::parse(&file.text) {
            Ok((lexicon, notices)) => {
                let said = notices.iter().map(|notice| &notice.message);
                warnings.extend(said.map(|said| warning(format!("{}: {said}", name_of(path)))));
                lists.push(WordList::new(name_of(path), &lexicon));
            }
            Err(error) => failed.push(Failure::new(&file.file, error.to_string())),
        }
    }
    lists.push(WordList::new("recto".into(), Lexicon::english()));
    Ok(lists)
}

fn is_lexicon(path: &Path) -> bool {
    let name = file_name(path);
    name.starts_with("lexicon") && name.ends_with(".tsv")
}

impl WordList {
    fn new(name: String, lexicon: &Lexicon) -> Self {
        let words = lexicon
            .words()
            .map(|(word, weight)| (word.into(), weight > 0.0));
        Self {
            name: name.strip_prefix("lexicon_").unwrap_or(&name).into(),
            words: words.collect(),
        }
    }
}

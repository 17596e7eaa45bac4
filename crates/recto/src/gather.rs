//! Piles put together: groups of documents to compare, a source and its summary.

use crate::Group;
use recto_text::{Document, Failure, Pile, TextPair};

/// One pile of several that have names. Documents are called by their group and their id,
/// because two groups may well have files of the same name.
///
/// ```
/// use recto::{Pile, gather};
/// let then = ("then".to_string(), Pile::from(vec!["The ferry runs on coal."]));
/// let now = ("now".to_string(), Pile::from(vec!["The ferry runs on batteries."]));
/// let (pile, groups) = gather::groups([then, now]);
/// assert_eq!(pile.documents[1].id, "now/1");
/// assert_eq!(groups[1].documents, 1..2);
/// ```
pub fn groups(piles: impl IntoIterator<Item = (String, Pile)>) -> (Pile, Vec<Group>) {
    let mut all = Pile::default();
    let mut groups = Vec::new();
    for (name, mut pile) in piles {
        for document in &mut pile.documents {
            document.id = format!("{name}/{}", document.id);
        }
        let start = all.documents.len();
        all.append(pile);
        groups.push(Group {
            name,
            documents: start..all.documents.len(),
        });
    }
    (all, groups)
}

/// A source and its summary as one pair. Without either there is no pair; the pile then
/// says what is wrong.
pub fn pair(source: Pile, mut summary: Pile) -> Pile {
    let mut pile = source;
    let n_source = pile.documents.len();
    if let [first, more, ..] = &summary.documents[..] {
        let message = format!(
            "{} documents ({}, {} …) where one summary is expected",
            summary.documents.len(),
            first.id,
            more.id
        );
        let failure = Failure::new(&first.file, message);
        summary.failed.push(failure);
        summary.documents.clear();
    }
    if let Some(document) = summary.documents.first_mut() {
        document.id = free_id(document, &pile.documents);
    }
    pile.append(summary);
    if n_source == 0 || pile.documents.len() == n_source {
        pile.documents.clear();
        return pile;
    }
    pile.pairs = vec![TextPair {
        id: pile.documents[n_source].id.clone(),
        source: 0..n_source,
        summary: n_source,
        ..TextPair::default()
    }];
    pile
}

/// The id of a summary, with its folder or a remark where a document of the source has the
/// same.
fn free_id(summary: &Document, source: &[Document]) -> String {
    let ids = [summary.id.clone(), summary.file.clone()];
    let is_free = |id: &String| source.iter().all(|document| document.id != *id);
    let free = ids.into_iter().find(is_free);
    free.unwrap_or_else(|| format!("{} (summary)", summary.id))
}

/// Texts and their summaries, each pair with an id. Documents are called by the id of their
/// pair and their side.
pub fn text_pairs<I, T>(pairs: impl IntoIterator<Item = (I, T, T)>) -> Pile
where
    I: Into<String>,
    T: Into<String>,
{
    let mut pile = Pile::default();
    for (id, source, summary) in pairs {
        let (id, start) = (id.into(), pile.documents.len());
        let sides = [("document", source), ("summary", summary)];
        let documents = sides.map(|(side, text)| Document::new(format!("{id}/{side}"), text));
        pile.documents.extend(documents);
        pile.pairs.push(TextPair {
            id,
            source: start..start + 1,
            summary: start + 1,
            ..TextPair::default()
        });
    }
    pile
}

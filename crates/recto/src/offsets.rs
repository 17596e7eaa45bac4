//! Offsets of an answer for those who count code points.
//!
//! Answers count bytes. A front end whose strings count code points rewrites all offsets of
//! an answer at once, before it is written; each body says which of its numbers they are.

use recto_text::{OffsetMap, Pile};
use rustc_hash::FxHashMap;

/// A body whose offsets can be rewritten.
pub trait Offsets {
    /// Calls `visit` with every offset and the text that it refers to. A body without
    /// offsets does nothing.
    fn each_offset(&mut self, _visit: &mut VisitOffset<'_>) {}
}

/// What is done with an offset.
pub type VisitOffset<'v> = dyn FnMut(TextOf<'_>, &mut usize) + 'v;

/// The text that an offset refers to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TextOf<'a> {
    /// That of the document with this id.
    Document(&'a str),
    /// That of the summary in the pair whose source begins with the document of this id.
    SummaryOf(&'a str),
}

/// Rewrites the offsets of a body from bytes to code points of the texts of a pile.
pub(crate) fn count_code_points<B: Offsets>(body: &mut B, pile: &Pile) {
    let maps = maps(pile);
    body.each_offset(&mut |text, offset| {
        // A text that is not here is in ASCII: both counts are the same.
        if let Some(map) = maps.get(&text) {
            *offset = map.code_point(*offset);
        }
    });
}

/// Whether bytes and code points are the same in all texts.
pub(crate) fn is_ascii(pile: &Pile) -> bool {
    pile.documents
        .iter()
        .all(|document| document.text.is_ascii())
}

fn maps(pile: &Pile) -> FxHashMap<TextOf<'_>, OffsetMap<'_>> {
    let documents = pile.documents.iter();
    let documents = documents.map(|document| (TextOf::Document(&document.id), &document.text));
    let summaries = pile.pairs.iter().filter_map(|pair| {
        let source = pile.documents.get(pair.source.start)?;
        let summary = pile.documents.get(pair.summary)?;
        Some((TextOf::SummaryOf(&source.id), &summary.text))
    });
    let foreign = documents
        .chain(summaries)
        .filter(|(_, text)| !text.is_ascii());
    foreign
        .map(|(text_of, text)| (text_of, OffsetMap::new(text)))
        .collect()
}

/// Visits both ends of a range.
pub(crate) fn range(visit: &mut VisitOffset<'_>, text: TextOf<'_>, ends: [&mut usize; 2]) {
    ends.into_iter().for_each(|end| visit(text, end));
}

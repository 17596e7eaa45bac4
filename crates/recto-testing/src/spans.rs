//! Checks of the spans of every document, whatever it was read from.

use recto_text::Pile;

/// Asserts that headings, boilerplate and landmarks are in order, inside their text and on
/// character boundaries.
///
/// # Panics
/// If one of them is not.
pub fn assert_spans_fit(pile: &Pile) {
    for document in &pile.documents {
        let mut last = 0;
        for span in &document.headings {
            assert!(last <= span.start && span.start < span.end);
            assert!(document.text.get(span.range()).is_some());
            last = span.end;
        }
        for span in &document.aside {
            assert!(document.text.get(span.range()).is_some());
        }
        for (byte, name) in document.landmarks.iter() {
            assert!(document.text.is_char_boundary(byte) && !name.is_empty());
        }
    }
    for set in &pile.sets {
        assert!(pile.documents.get(set.documents.clone()).is_some());
    }
    for pair in &pile.pairs {
        assert!(pile.documents.get(pair.source.clone()).is_some());
        assert!(pair.summary < pile.documents.len());
    }
}

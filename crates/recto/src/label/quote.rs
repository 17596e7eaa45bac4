//! Sentences that a word stands in.

use super::Texts;
use recto_classify::polarity::negation;
use recto_math::{Cancelled, Run};
use recto_text::{Analysis, Analyzer, UnitKind};
use std::ops::Range;

/// A sentence with a word in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quote {
    /// The id of the document.
    pub document: String,
    /// The sentence.
    pub text: String,
    /// Where in it the word stands, in bytes.
    pub word: Range<usize>,
}

/// Longest text that is searched for sentences, in bytes: the answer should not wait for a
/// book to be taken apart.
const SEARCHED: usize = 1 << 20;

/// The first sentence of each of these documents in which a term of the corpus stands, at
/// most `most`.
pub(super) fn quotes(
    texts: &Texts,
    term: &str,
    places: impl IntoIterator<Item = usize>,
    most: usize,
    run: &Run<'_>,
) -> Result<Vec<Quote>, Cancelled> {
    let reading = texts.reading();
    let mut found = Vec::new();
    for place in places {
        let document = &texts.pile.documents[place];
        if found.len() == most {
            break;
        }
        if document.text.len() > SEARCHED {
            continue;
        }
        let analyzer = Analyzer::new(Analysis::Sentiment, reading.language(place));
        let units = analyzer.units(document, UnitKind::Sentence, run)?;
        let mut sentences = 0..units.len();
        let quote = sentences.find_map(|unit| {
            let terms = negation::terms(&units, unit);
            let at = terms.iter().position(|own| own.as_deref() == Some(term))?;
            let sentence = units.units[unit].span;
            let token = units.tokens_of(unit)[at].span();
            Some(Quote {
                document: document.id.clone(),
                text: units.text[sentence.range()].to_owned(),
                word: token.start - sentence.start..token.end - sentence.start,
            })
        });
        found.extend(quote);
    }
    Ok(found)
}

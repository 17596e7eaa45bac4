//! From the texts of a pair to its words, and where they stand.

use super::body::{PairDocument, SourceSentence};
use crate::{Reading, per_document};
use recto_align::support::{Quote, Reason};
use recto_math::{Cancelled, Run};
use recto_text::source::{GivenTokens, TextPair};
use recto_text::{Analysis, Document, Language, Span, UnitKind, Warning};
use std::ops::Range;

/// The words of one side of a pair.
#[derive(Debug, Default)]
pub(super) struct Words {
    /// The documents that they stand in.
    pub(super) documents: Vec<PairDocument>,
    /// Where each word stands in its document.
    pub(super) spans: Vec<Span>,
    /// The sentences, none of them without a word.
    pub(super) sentences: Vec<SourceSentence>,
}

impl Words {
    /// The first word of each sentence.
    pub(super) fn starts(&self) -> Vec<usize> {
        let first = |sentence: &SourceSentence| sentence.tokens[0];
        self.sentences.iter().map(first).collect()
    }

    /// The words as they are written; `documents` are those of the side.
    pub(super) fn written<'d>(&self, documents: &'d [Document]) -> Vec<&'d str> {
        let mut written = Vec::with_capacity(self.spans.len());
        for (own, document) in self.documents.iter().zip(documents) {
            let spans = &self.spans[own.tokens[0]..own.tokens[1]];
            written.extend(spans.iter().map(|span| &document.text[span.range()]));
        }
        written
    }

    /// How some of the words read in the text, blanks as one; `None` if they stand in two
    /// documents.
    fn text(&self, documents: &[Document], words: &Range<usize>) -> Option<String> {
        let holds = |own: &PairDocument| own.tokens[0] <= words.start && words.end <= own.tokens[1];
        let document = &documents[self.documents.iter().position(holds)?];
        let span = self.spans[words.start].start..self.spans[words.end - 1].end;
        let text: Vec<&str> = document.text[span].split_whitespace().collect();
        Some(text.join(" "))
    }

    /// Adds a document whose words are the tokens of its sentences.
    fn push_read(
        &mut self,
        reading: &Reading<'_>,
        place: usize,
        language: &'static Language,
        run: &Run<'_>,
    ) -> Result<Vec<Warning>, Cancelled> {
        let (analysis, kind) = (Analysis::Align, UnitKind::Sentence);
        let units = reading.units_in(language, place, analysis, kind, run)?;
        let document = &reading.documents()[place];
        let first = self.spans.len();
        let tokens = units.tokens.iter().map(|token| token.span());
        self.spans.extend(tokens);
        for unit in &units.units {
            self.push_sentence(
                document,
                unit.span,
                [unit.first_token, unit.end_token],
                first,
            );
        }
        self.close(document, first);
        Ok(per_document::warnings(document, &units, Vec::new()))
    }

    /// Adds a document whose words are given.
    fn push_given(&mut self, document: &Document, given: &GivenTokens) {
        let first = self.spans.len();
        self.spans.extend(&given.spans);
        let ends = given.sentences.iter().skip(1).copied();
        let ends = ends.chain([given.spans.len()]);
        for (&start, end) in given.sentences.iter().zip(ends) {
            let span = Span::new(given.spans[start].start, given.spans[end - 1].end);
            self.push_sentence(document, span, [start, end], first);
        }
        self.close(document, first);
    }

    /// Adds a sentence of the document that is being added.
    fn push_sentence(&mut self, document: &Document, span: Span, tokens: [usize; 2], first: usize) {
        let [start, end] = tokens;
        if start < end {
            self.sentences.push(SourceSentence {
                document: self.documents.len(),
                place: document.place(span.start).map(String::from),
                start: span.start,
                end: span.end,
                tokens: [first + start, first + end],
            });
        }
    }

    fn close(&mut self, document: &Document, first: usize) {
        self.documents.push(PairDocument {
            id: document.id.clone(),
            tokens: [first, self.spans.len()],
        });
    }
}

/// The words of a pair, and what to know about them.
pub(super) struct PairWords {
    pub(super) source: Words,
    pub(super) summary: Words,
    pub(super) warnings: Vec<Warning>,
}

impl PairWords {
    /// Puts words as the texts spell them into reasons.
    pub(super) fn spell<'r>(
        &self,
        source: &[Document],
        summary: &Document,
        reasons: impl Iterator<Item = &'r mut Reason>,
    ) {
        let put = |quote: &mut Quote, text: Option<String>| {
            if let Some(text) = text {
                quote.text = text;
            }
        };
        for reason in reasons {
            for quote in reason.summary_quotes() {
                let text = self
                    .summary
                    .text(std::slice::from_ref(summary), &quote.words);
                put(quote, text);
            }
            if let Some(quote) = reason.source_quote() {
                let text = self.source.text(source, &quote.words);
                put(quote, text);
            }
        }
    }
}

/// Reads both sides of a pair.
///
/// # Errors
/// [`Cancelled`] when the observer asks to stop.
pub(super) fn read(
    reading: &Reading<'_>,
    pair: &TextPair,
    language: &'static Language,
    run: &Run<'_>,
) -> Result<PairWords, Cancelled> {
    let mut warnings = Vec::new();
    let mut side = |places: std::ops::Range<usize>, given: &Option<GivenTokens>| {
        let mut words = Words::default();
        for place in places {
            match given {
                Some(given) => words.push_given(&reading.documents()[place], given),
                None => warnings.extend(words.push_read(reading, place, language, run)?),
            }
        }
        Ok::<Words, Cancelled>(words)
    };
    let source = side(pair.source.clone(), &pair.source_tokens)?;
    let summary = side(pair.summary..pair.summary + 1, &pair.summary_tokens)?;
    Ok(PairWords {
        source,
        summary,
        warnings,
    })
}

/// What is wrong with the links that people made, if anything is: tokens that are not there.
pub(super) fn wrong_gold(pair: &TextPair, words: &PairWords) -> Option<String> {
    let gold = pair.gold.as_ref()?;
    let (n, m) = (words.source.spans.len(), words.summary.spans.len());
    let mut links = [("sure", &gold.sure), ("possible", &gold.possible)]
        .into_iter()
        .flat_map(|(name, links)| links.iter().map(move |link| (name, link)));
    let (name, (i, j)) = links.find(|(_, (i, j))| *i >= n || *j >= m)?;
    Some(format!(
        "pair {}: field `{name}` links [{i}, {j}], but the document has {n} tokens and the \
         summary {m}",
        pair.id
    ))
}

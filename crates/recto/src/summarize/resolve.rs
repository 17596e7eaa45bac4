//! From rows of a pool to sentences with their places, and what they stand for.

use super::body::{Order, Summarized, SummarySentence};
use crate::calendar::{self, Day};
use recto_summarize::pool::Place;
use recto_summarize::{Chosen, Pool, Sentence};
use recto_text::token::count_words;
use recto_text::{Document, Language};

/// Turns rows of a pool into sentences with places; `documents` are those of the pool, in
/// the order of their numbers.
pub(crate) struct SentenceResolver<'a> {
    pub(crate) pool: &'a Pool,
    pub(crate) documents: Vec<&'a Document>,
    pub(crate) language: &'static Language,
}

impl SentenceResolver<'_> {
    fn at(&self, place: Place) -> (String, usize, usize) {
        let id = self.documents[place.document].id.clone();
        (id, place.span.start, place.span.end)
    }

    fn sentence(&self, rank: usize, chosen: &Chosen) -> SummarySentence {
        let sentence = &self.pool.sentences()[chosen.sentence];
        let (document, start, end) = self.at(sentence.place);
        let text = &self.documents[sentence.place.document].text;
        let speaker = sentence
            .place
            .speaker
            .map(|name| text[name.range()].to_string());
        let place = self.documents[sentence.place.document].place(start);
        SummarySentence {
            text: text[start..end].to_string(),
            place: place.map(String::from),
            speaker,
            document,
            start,
            end,
            score: chosen.score,
            rank: rank + 1,
            copies: sentence
                .copies
                .iter()
                .map(|&place| self.at(place))
                .collect(),
            covers: self.places(&self.covered(chosen)),
            phrases: chosen.phrases.clone(),
        }
    }

    /// The rows that a sentence stands for; what says the opposite is not among them, however
    /// alike its words are.
    fn covered(&self, chosen: &Chosen) -> Vec<usize> {
        let covers = chosen.covers.iter().copied();
        covers
            .filter(|&row| !self.pool.are_opposite(chosen.sentence, row))
            .collect()
    }

    /// Where rows stand, their copies too.
    fn places(&self, rows: &[usize]) -> Vec<(String, usize, usize)> {
        let sentences = rows.iter().map(|&row| &self.pool.sentences()[row]);
        let places = sentences.flat_map(Sentence::places);
        places.map(|place| self.at(place)).collect()
    }

    /// Sentences of the text that rows are, copies counted each.
    fn count(&self, rows: impl Iterator<Item = usize>) -> usize {
        rows.map(|row| 1 + self.pool.sentences()[row].copies.len())
            .sum()
    }

    /// The summary of a group.
    pub(crate) fn summarized(&self, chosen: &[Chosen], group: usize, order: Order) -> Summarized {
        let rows = self.pool.group(group);
        let mut told: Vec<(usize, &Chosen)> = chosen.iter().enumerate().collect();
        if order == Order::Text {
            let dates = dates(&self.documents);
            told.sort_by_key(|(_, chosen)| {
                let place = self.pool.sentences()[chosen.sentence].place;
                (
                    dates[place.document].clone(),
                    place.document,
                    place.position,
                )
            });
        }
        let sentences: Vec<SummarySentence> = told
            .into_iter()
            .map(|(rank, chosen)| self.sentence(rank, chosen))
            .collect();
        let lines: Vec<String> = sentences.iter().map(SummarySentence::line).collect();
        let candidates = self.count(rows);
        // Each row is chosen, or covered once, or neither: the parts never pass the whole.
        let spoken_for = chosen.iter().flat_map(|chosen| {
            let covered = self.covered(chosen).into_iter();
            covered.chain([chosen.sentence])
        });
        let covered = self.count(spoken_for);
        let summary = lines.join("\n");
        Summarized {
            language: self.language.code.into(),
            words: count_words(&summary),
            summary,
            candidates,
            coverage: covered as f64 / candidates.max(1) as f64,
            sentences,
        }
    }
}

/// The time of each document, to sort by, where all have one; nothing otherwise.
fn dates(documents: &[&Document]) -> Vec<Option<(Day, String)>> {
    let date = |document: &&Document| {
        let time = document.time.as_deref()?;
        Some((calendar::day(time)?, time.to_string()))
    };
    let dates: Vec<Option<(Day, String)>> = documents.iter().map(date).collect();
    if dates.iter().all(Option::is_some) {
        dates
    } else {
        vec![None; documents.len()]
    }
}

//! From rows of a pool to sentences with their places, and what they stand for.

use super::body::{Order, Summarized, SummarySentence};
use crate::calendar::{self, Day};
use recto_summarize::pool::Place;
use recto_summarize::{Chosen, Pool};
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
        let is_copy = |row: &usize| self.pool.are_near(chosen.sentence, *row);
        let (same, like): (Vec<usize>, Vec<usize>) =
            chosen.covers.iter().partition(|row| is_copy(row));
        let others = sentence.copies.iter().map(|&place| self.at(place));
        SummarySentence {
            text: self.documents[sentence.place.document].text[start..end].to_string(),
            document,
            start,
            end,
            score: chosen.score,
            rank: rank + 1,
            copies: others.chain(self.places(&same)).collect(),
            covers: self.places(&like).collect(),
        }
    }

    /// Where rows stand, their copies too.
    fn places(&self, rows: &[usize]) -> impl Iterator<Item = (String, usize, usize)> {
        let sentences = rows.iter().map(|&row| &self.pool.sentences()[row]);
        let places = sentences.flat_map(|sentence| {
            let copies = sentence.copies.iter().copied();
            [sentence.place].into_iter().chain(copies)
        });
        places
            .map(|place| self.at(place))
            .collect::<Vec<_>>()
            .into_iter()
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
        let covered: usize = chosen.iter().map(|chosen| chosen.covers.len() + 1).sum();
        let summary = lines.join("\n");
        Summarized {
            language: self.language.code.into(),
            words: summary.split_whitespace().count(),
            summary,
            candidates: rows.len(),
            coverage: covered as f64 / rows.len().max(1) as f64,
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

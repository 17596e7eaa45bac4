//! What the pile is about: topics with a sentence each, and the documents that are about them.

use super::documents::{DOCUMENTS, TOPIC};
use super::{Page, counted};
use crate::report::{Cell, Column, Detail, Number, Reference, Section, State, Table};
use crate::topics::{Body, Topic};
use crate::{Run, Silent};
use recto_text::{Analysis, UnitKind, one_line};
use recto_topics::model_selection::STABLE;
use std::ops::Range;

/// Topics that are shown: as many as have a letter.
const SHOWN: usize = 8;

/// Words of a topic that are shown.
const WORDS: usize = 7;

/// Passages of a topic in which a sentence is looked for.
const PASSAGES: usize = 3;

/// Words of a sentence that can stand for a topic.
const LENGTH: std::ops::RangeInclusive<usize> = 6..=45;

impl Page<'_, '_> {
    pub(super) fn topics_section(&self, found: &Body) -> Section {
        let account = match (&found.choice, found.topics.len()) {
            (Some(choice), n) => match choice.stability {
                Some(stability) => format!(
                    "{}; topics of two halves of the pile agree by {}",
                    counted(n, "topic"),
                    Number::Probability.say(stability)
                ),
                None => counted(n, "topic"),
            },
            (None, n) => counted(n, "topic"),
        };
        let mut columns = vec![Column::label("Topic"), Column::label("Words")];
        if self.detail == Detail::Whole {
            columns.push(Column::quote("A sentence about it"));
        }
        columns.extend([
            Column::number("Of all words", Number::Share),
            Column::number("Documents", Number::Count),
        ]);
        let chief = chief_topics(found);
        let row = |topic: &Topic| {
            let words: Vec<&str> = topic.terms.iter().map(|(term, _)| &**term).collect();
            let words = words[..words.len().min(WORDS)].join(", ");
            let mut row = vec![topic.label.as_str().into(), words.into()];
            if self.detail == Detail::Whole {
                row.push(self.sentence_about(topic, found));
            }
            row.push(topic.weight.into());
            let n = chief.iter().filter(|&&one| one == Some(topic.id)).count();
            row.push(self.documents_about(topic, n));
            row
        };
        let more = found.topics.len().saturating_sub(SHOWN);
        let beyond = match more {
            0 => String::new(),
            more => format!(" {} are in the JSON.", counted(more, "smaller topic")),
        };
        let table = Table {
            caption: format!(
                "Largest first, named with words of the text; documents are counted with their \
                 largest topic.{beyond}"
            ),
            columns,
            rows: found.topics.iter().take(SHOWN).map(row).collect(),
        };
        let stability = found.choice.as_ref().and_then(|choice| choice.stability);
        let section = Section::new("topics", "Topics").account(account);
        match stability {
            Some(stability) if stability < STABLE => section.with(State::Unsure {
                block: table.into(),
                note: "Half of the documents would give rather different topics: read these as a \
                       first impression."
                    .into(),
            }),
            _ => section.with(table),
        }
    }

    fn documents_about(&self, topic: &Topic, n: usize) -> Cell {
        if n == 0 || self.detail == Detail::Outline {
            return (n as f64).into();
        }
        Cell::Rows {
            count: n as f64,
            section: DOCUMENTS.into(),
            column: TOPIC,
            value: topic.label.clone(),
        }
    }

    /// The sentence of a topic's best passages with most of its words.
    fn sentence_about(&self, topic: &Topic, found: &Body) -> Cell {
        let run = Run::new(0, &Silent);
        let mut best: Option<(f64, usize, Range<usize>)> = None;
        for passage in topic.segments.iter().take(PASSAGES) {
            let place = self.place_of(&found.documents[passage.document].id);
            let Some(place) = place else { continue };
            let units = self
                .reading
                .units(place, Analysis::Topic, UnitKind::Sentence, &run);
            let Ok(units) = units else { continue };
            for unit in &units.units {
                let span = unit.span;
                if span.start < passage.start || span.end > passage.end {
                    continue;
                }
                let text = &self.reading.documents()[place].text[span.range()];
                let value = told(text, topic);
                if value > 0.0 && best.as_ref().is_none_or(|(most, ..)| value > *most) {
                    best = Some((value, place, span.range()));
                }
            }
        }
        let Some((_, source, span)) = best else {
            return Cell::Blank;
        };
        let text = &self.reading.documents()[source].text[span.clone()];
        Cell::Linked {
            text: one_line(text),
            at: Reference::new(source, span),
        }
    }

    /// The place of a document, by its id.
    pub(super) fn place_of(&self, id: &str) -> Option<usize> {
        self.body.pile.documents.iter().position(|one| one.id == id)
    }
}

/// How much a sentence says of a topic: the probabilities of its different words, held against
/// its length. 0 for one that is too short or too long to stand alone.
fn told(text: &str, topic: &Topic) -> f64 {
    let words: Vec<String> = text
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    let is_sentence = text.trim_end().ends_with(['.', '!', '?', '…']);
    if !LENGTH.contains(&words.len()) || !is_sentence || is_list(text) {
        return 0.0;
    }
    let has = |term: &str| words.iter().any(|word| word == term);
    let own = topic.terms.iter().filter(|(term, _)| has(term));
    own.map(|(_, p)| p).sum::<f64>() / (words.len() as f64).sqrt()
}

/// Whether most words begin with a capital letter, as in a list of names.
fn is_list(text: &str) -> bool {
    let (mut words, mut capitals) = (0, 0);
    for word in text.split_whitespace() {
        words += 1;
        let first = word.chars().find(|c| c.is_alphanumeric());
        capitals += usize::from(first.is_some_and(char::is_uppercase));
    }
    2 * capitals > words
}

/// The largest topic of each document; `None` where it has no word that was kept.
pub(super) fn chief_topics(found: &Body) -> Vec<Option<usize>> {
    let chief = |topics: &Vec<f64>| {
        let mut best: Option<(usize, f64)> = None;
        for (topic, &share) in topics.iter().enumerate() {
            if best.is_none_or(|(_, most)| share > most) {
                best = Some((topic, share));
            }
        }
        best.map(|(topic, _)| topic)
    };
    found
        .documents
        .iter()
        .map(|one| chief(&one.topics))
        .collect()
}

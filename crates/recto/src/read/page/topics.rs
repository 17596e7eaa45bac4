//! What the pile is about: topics with a sentence each, and the documents that are about them.

use super::Page;
use super::dates::Dates;
use super::documents::{DOCUMENTS, TOPIC};
use crate::report::number::counted;
use crate::report::{
    Block, Column, Detail, Item, Number, Ranked, Reference, RowsLink, Section, State, Table, Voice,
};
use crate::topics::{Body, Topic};
use crate::{Run, Silent};
use recto_text::{Analysis, UnitKind, dated_title, one_line};
use recto_topics::model_selection::STABLE;
use std::ops::Range;

/// Topics that are shown: as many as have a letter.
const SHOWN: usize = 8;

/// Words of a topic that are shown.
const WORDS: usize = 7;

/// Passages of a topic in which a sentence is looked for.
const PASSAGES: usize = 10;

/// Words of a sentence that can stand for a topic.
const LENGTH: std::ops::RangeInclusive<usize> = 6..=45;

/// Words below which the length of a sentence counts little: a few words of a topic by
/// themselves say less of it than a whole sentence with more of them.
const SHORT: f64 = 30.0;

/// Stretches of time in the histogram of a topic.
const STRETCHES: usize = 20;

impl Page<'_, '_> {
    /// A line for each topic on a terminal, a card with a sentence on a page.
    pub(super) fn topics_section(&self, found: &Body) -> Section {
        let stability = found.choice.as_ref().and_then(|choice| choice.stability);
        let n_topics = counted(found.topics.len(), "topic");
        let account = stability.map_or_else(
            || n_topics.clone(),
            |stability| {
                let agreement = Number::Probability.say(stability);
                format!("{n_topics}; topics of two halves of the pile agree by {agreement}")
            },
        );
        let beyond = match found.topics.len().saturating_sub(SHOWN) {
            0 => String::new(),
            more => format!(" The JSON also has {}.", counted(more, "smaller topic")),
        };
        let caption = format!(
            "Largest first, named with words of the text; documents are counted with their \
             largest topic.{beyond}"
        );
        let block: Block = match self.detail {
            Detail::Outline => self.topic_table(found, caption).into(),
            Detail::Whole => self.topic_cards(found, caption).into(),
        };
        let section = Section::new("topics", "Topics").account(account);
        match stability {
            Some(stability) if stability < STABLE => section.with(State::Unsure {
                block,
                note: "Half of the documents would give rather different topics: read these as a \
                       first impression."
                    .into(),
            }),
            _ => section.with(State::Full { block }),
        }
    }

    fn topic_cards(&self, found: &Body, mut caption: String) -> Ranked {
        let chief = chief_topics(found);
        let dates = Dates::of(&self.body.pile, STRETCHES);
        if let Some(dates) = &dates {
            let range = dates.range();
            caption += &format!(" Bars show when they are from, {range}, all topics to one scale.");
        }
        let card = |topic: &Topic| {
            let sentence = self.sentence_about(topic, found);
            let quote = sentence.as_ref().map(|at| {
                let document = &self.reading.documents()[at.source];
                one_line(&document.text[at.span.clone()])
            });
            let about = chief.iter().zip(&found.documents);
            let about = about.filter(|(chief, _)| **chief == Some(topic.id));
            let places: Vec<usize> = about
                .filter_map(|(_, one)| self.place_of(&one.id))
                .collect();
            let label = self.topic_labels[&topic.id].clone();
            Item {
                text: label.clone(),
                voice: Voice::Recto,
                note: words(topic),
                quote: quote.unwrap_or_default(),
                at: sentence,
                value: Some(topic.weight),
                histogram: dates
                    .as_ref()
                    .map_or_else(Vec::new, |dates| dates.histogram(places.iter().copied())),
                rows: (!places.is_empty()).then(|| RowsLink {
                    count: places.len(),
                    section: DOCUMENTS.into(),
                    column: TOPIC,
                    value: label,
                }),
                ..Item::default()
            }
        };
        Ranked {
            caption,
            unit: "of all words".into(),
            number: Number::Share,
            row: "document".into(),
            items: found.topics.iter().take(SHOWN).map(card).collect(),
            ..Ranked::default()
        }
    }

    fn topic_table(&self, found: &Body, caption: String) -> Table {
        let chief = chief_topics(found);
        let row = |topic: &Topic| {
            let n = chief.iter().filter(|&&one| one == Some(topic.id)).count();
            vec![
                self.topic_labels[&topic.id].as_str().into(),
                words(topic).into(),
                topic.weight.into(),
                (n as f64).into(),
            ]
        };
        Table {
            caption,
            columns: vec![
                Column::label("Topic"),
                Column::label("Words"),
                Column::number("Of all words", Number::Share),
                Column::number("Documents", Number::Count),
            ],
            rows: found.topics.iter().take(SHOWN).map(row).collect(),
        }
    }

    /// The sentence of a topic's best passages with most of its words.
    fn sentence_about(&self, topic: &Topic, found: &Body) -> Option<Reference> {
        let run = Run::new(0, &Silent);
        let mut best: Option<(f64, usize, Range<usize>)> = None;
        for passage in topic.segments.iter().take(PASSAGES) {
            let place = self.place_of(&found.documents[passage.document].id);
            let Some(place) = place else { continue };
            let units = self
                .reading
                .units(place, Analysis::Topic, UnitKind::Sentence, &run);
            let Ok(units) = units else { continue };
            let title = dated_title(units.text);
            for unit in &units.units {
                let span = unit.span;
                if span.start < passage.start.max(title) || span.end > passage.end {
                    continue;
                }
                let text = &self.reading.documents()[place].text[span.range()];
                let value = told(text, topic);
                if value > 0.0 && best.as_ref().is_none_or(|(most, ..)| value > *most) {
                    best = Some((value, place, span.range()));
                }
            }
        }
        best.map(|(_, source, span)| Reference::new(source, span))
    }
}

/// The likeliest words of a topic.
fn words(topic: &Topic) -> String {
    let words = topic.terms.iter().take(WORDS);
    let words: Vec<&str> = words.map(|(term, _)| &**term).collect();
    words.join(", ")
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
    own.map(|(_, p)| p).sum::<f64>() / (words.len() as f64 + SHORT).sqrt()
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

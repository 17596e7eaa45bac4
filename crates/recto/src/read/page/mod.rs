//! The page of a reading: one section a part, every text once, each claim a click from it.

mod dates;
mod documents;
mod groups;
mod names;
mod opinions;
mod outline;
mod overview;
mod pile;
mod topics;
mod voices;

use super::body::Body;
use super::request::Part;
use crate::calendar::written_day;
use crate::report::number::counted;
use crate::report::{Block, Detail, Report, Section, SourceText, State};
use crate::topics::labels;
use crate::{Answer, Reading, align, compare, events, summarize};
use indexmap::IndexSet;
use names::Names;
use recto_text::Warning;
use rustc_hash::FxHashMap;
use std::borrow::Cow;

/// The report of an answer about a reading.
pub fn report(answer: &Answer<Body>, reading: &Reading<'_>, detail: Detail) -> Report {
    let (body, documents) = (&answer.body, reading.documents());
    let names = Names::of(documents);
    let mut report = Report {
        title: names.title(documents),
        account: pile::account(&body.pile),
        read: documents.len(),
        sources: sources(body, reading),
        made: made(answer),
        warnings: shortened(&names, answer.report().warnings),
        ..answer.report()
    };
    if let [only] = documents {
        report = report.of_document(&only.id, only.shown_title().as_deref());
    }
    let ids = documents.iter().enumerate();
    let topics = body.topics.as_ref();
    let page = Page {
        body,
        reading,
        detail,
        place_of_id: ids.map(|(place, one)| (&*one.id, place)).collect(),
        topic_labels: topics
            .map(|part| labels(&part.body.topics))
            .unwrap_or_default(),
    };
    let sections = page.sections(&mut report);
    report.sections = sections;
    report
}

fn sources(body: &Body, reading: &Reading<'_>) -> Vec<SourceText> {
    let facts = body.pile.documents.iter();
    let all = reading.documents().iter().zip(facts);
    let source = all.map(|(document, facts)| {
        let date = facts.date.as_deref().map(written_day);
        SourceText::of(document, date.unwrap_or_default())
    });
    source.collect()
}

/// Files are named without the folders of the machine: a page is made to be sent.
fn shortened(names: &Names, warnings: Vec<Warning>) -> Vec<Warning> {
    let short = |mut warning: Warning| {
        warning.file = warning.file.map(|file| names.short(&file).to_owned());
        warning
    };
    warnings.into_iter().map(short).collect()
}

/// What was run and what was not, with the reason.
fn made(answer: &Answer<Body>) -> Vec<(String, String)> {
    let names = |parts: &[&str]| parts.join(", ");
    let body = &answer.body;
    let ran: Vec<&str> = Part::ALL
        .into_iter()
        .filter(|part| body.has(*part))
        .map(Part::name)
        .collect();
    let mut made = vec![("parts".to_owned(), names(&ran))];
    for sampled in &body.sampled {
        made.push((sampled.part.name().into(), sampled.said()));
    }
    for left in &body.left_out {
        made.push((format!("no {}", left.part.name()), left.reason.clone()));
    }
    for name in ["budget", "lang", "stop_words", "seed"] {
        let value = answer.parameters.get(name).filter(|value| !value.is_null());
        made.extend(value.map(|value| (name.to_owned(), value.to_string())));
    }
    made
}

/// A report in the making.
struct Page<'a, 'p> {
    body: &'a Body,
    reading: &'a Reading<'p>,
    detail: Detail,
    /// Places of the documents in the pile, by their ids.
    place_of_id: FxHashMap<&'a str, usize>,
    /// What each topic is called, by its id; no two have one name.
    topic_labels: FxHashMap<usize, String>,
}

impl Page<'_, '_> {
    fn sections(&self, report: &mut Report) -> Vec<Section> {
        let (body, detail) = (self.body, self.detail);
        let mut sections = Vec::new();
        sections.extend(self.pile_section());
        sections.extend(self.news_section(report));
        // The gist of one long document comes mostly from its opening: what follows what is
        // said first.
        let is_alone = self.reading.documents().len() == 1;
        if is_alone {
            sections.extend(self.outlines(report));
        }
        if let Some(part) = &body.summarize {
            let found = part.answer("summarize");
            let own = summarize::report(&found, self.reading.documents(), detail);
            let own = report.adopt(own, "gist");
            let own = self.dated(chosen(own, &["gist-gist", "gist-summary"]));
            sections.extend(self.noted(Part::Summarize, &part.warnings, own));
        }
        if let Some(part) = &body.topics {
            let groups = self.groups_section(&part.body);
            let own = std::iter::once(self.topics_section(&part.body)).chain(groups);
            let own = own.collect();
            sections.extend(self.noted(Part::Topics, &part.warnings, own));
        }
        if let Some(part) = &body.compare {
            let found = part.answer("compare");
            let own = compare::report(&found, self.reading.documents(), detail);
            let own = report.adopt(own, "groups");
            sections.extend(self.noted(Part::Compare, &part.warnings, differences(own)));
        }
        if !is_alone {
            sections.extend(self.outlines(report));
        }
        sections.extend(self.speakers_section());
        if let Some(part) = &body.authors {
            let own = self.voices_section(&part.body).into_iter().collect();
            sections.extend(self.noted(Part::Authors, &[], own));
        }
        if let Some(part) = &body.classify {
            let own = self.opinion_sections(&part.body);
            sections.extend(self.noted(Part::Classify, &part.warnings, own));
        }
        if let Some(part) = &body.events {
            let found = part.answer("events");
            let own = events::report(&found, self.reading, detail);
            let own = report.adopt(own, "timeline");
            sections.extend(self.noted(Part::Events, &part.warnings, own));
        }
        if let Some(part) = &body.align {
            let found = part.answer("align");
            let own = align::report(&found, self.reading, detail);
            let own = report.adopt(own, "support");
            sections.extend(self.noted(Part::Align, &part.warnings, own));
        }
        if detail == Detail::Whole && self.reading.documents().len() > 1 {
            sections.push(self.documents_section());
        }
        sections
    }

    /// Outlines of long documents. What is to be known about single documents is too much for a
    /// section; the JSON has it.
    fn outlines(&self, report: &mut Report) -> Vec<Section> {
        let Some(part) = &self.body.segment else {
            return Vec::new();
        };
        let own = self.outline_sections(&part.body, report);
        self.noted(Part::Segment, &[], own)
    }

    /// The place of a document in the pile.
    fn place_of(&self, id: &str) -> Option<usize> {
        self.place_of_id.get(id).copied()
    }

    /// The sections of a part, the first with what to know about it.
    fn noted(&self, part: Part, warnings: &[Warning], mut sections: Vec<Section>) -> Vec<Section> {
        let sampled = self.body.sampled.iter().find(|one| one.part == part);
        let sample = sampled.map(|sampled| Cow::from(format!("This is of {}.", sampled.said())));
        // Many documents may be warned of in one way.
        let said: IndexSet<Cow<'_, str>> = warnings.iter().map(said).chain(sample).collect();
        let Some(first) = sections.first_mut().filter(|_| !said.is_empty()) else {
            return sections;
        };
        let note = said.into_iter().collect::<Vec<_>>().join(" ");
        let mut parts = std::mem::take(&mut first.parts).into_iter();
        if let Some(part) = parts.next() {
            first.parts.push(match part {
                State::Full { block } => State::Unsure { block, note },
                State::Unsure { block, note: own } => State::Unsure {
                    block,
                    note: format!("{own} {note}"),
                },
                other => other,
            });
        }
        first.parts.extend(parts);
        sections
    }

    /// The sections with the date of each quoted document as its note, where there are several:
    /// what was read from its source, the name of its file or its dateline.
    fn dated(&self, mut sections: Vec<Section>) -> Vec<Section> {
        let is_alone = self.reading.documents().len() == 1;
        for part in sections.iter_mut().flat_map(|section| &mut section.parts) {
            let (State::Full { block } | State::Unsure { block, .. }) = part else {
                continue;
            };
            let Block::Ranked(list) = block else { continue };
            for item in &mut list.items {
                let Some(at) = &item.at else { continue };
                let date = self.body.pile.documents[at.source].date.as_deref();
                let date = date.filter(|_| !is_alone);
                item.note = date.map(written_day).unwrap_or_default();
            }
        }
        sections
    }

    /// What is new since an earlier pile or reading.
    fn news_section(&self, report: &mut Report) -> Option<Section> {
        let news = self.body.new.as_ref()?;
        let account = format!(
            "{} new, {} changed, {} gone, of {} known before",
            news.added.len(),
            news.changed.len(),
            news.gone.len(),
            counted(news.known, "document"),
        );
        let section = Section::new("new", "What is new").account(account);
        let Some(gist) = &news.gist else {
            return Some(section.with(State::Empty {
                reason: "No document is new or has another text.".into(),
                remedy: String::new(),
            }));
        };
        let found = gist.answer("summarize");
        let own = summarize::report(&found, self.reading.documents(), self.detail);
        let own = report.adopt(own, "new");
        let parts = own.into_iter().take(1).flat_map(|own| own.parts);
        Some(parts.fold(section, Section::with))
    }
}

/// The sections with these ids, if there are any; otherwise the first.
fn chosen(sections: Vec<Section>, ids: &[&str]) -> Vec<Section> {
    let has = sections.iter().any(|section| ids.contains(&&*section.id));
    let mut all = sections.into_iter();
    if has {
        all.filter(|section| ids.contains(&&*section.id)).collect()
    } else {
        all.next().into_iter().collect()
    }
}

/// What sets folders apart, as one section: their words, and their sentences side by side.
fn differences(sections: Vec<Section>) -> Vec<Section> {
    let mut parts = Vec::new();
    for section in sections {
        if section.id == "groups-words" || section.id == "groups-beside" {
            parts.extend(section.parts);
        }
    }
    let section = Section::new("differences", "How the folders differ");
    vec![parts.into_iter().fold(section, Section::with)]
}

/// A warning as a sentence.
fn said(warning: &Warning) -> Cow<'_, str> {
    let message = &warning.message;
    let mut letters = message.chars();
    match letters.next() {
        Some(first) => Cow::Owned(format!("{}{}.", first.to_uppercase(), letters.as_str())),
        None => Cow::Borrowed(""),
    }
}

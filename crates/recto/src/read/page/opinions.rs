//! Which opinion the documents hold, and the words that decide.

use super::Page;
use crate::classify::{Body, ClassifiedDocument};
use crate::report::number::counted;
use crate::report::{Cell, Column, Detail, Item, Number, Ranked, Reference, Section, Table};
use crate::{Run, Silent};
use recto_text::{Analysis, UnitKind, one_line};
use std::collections::BTreeMap;
use std::ops::Range;

/// Documents that are quoted for each class.
const QUOTED: usize = 3;

/// Words that a class is told by.
const WORDS: usize = 10;

impl Page<'_, '_> {
    /// How many documents hold which opinion, and the surest of each.
    pub(super) fn opinion_sections(&self, found: &Body) -> Vec<Section> {
        let n = found.documents.len();
        let undecided = found
            .documents
            .iter()
            .filter(|one| one.label.is_none())
            .count();
        let account = format!(
            "{} of {}",
            said_share(n - undecided, n),
            counted(n, "document")
        );
        let section = Section::new("opinions", heading(found));
        let section = section.account(format!("a class for {account}"));
        let section = section.with(self.classes(found, undecided));
        let section = match self.detail {
            Detail::Outline => section,
            Detail::Whole => {
                let lists = found
                    .classes
                    .iter()
                    .filter_map(|class| self.surest(found, &class.name));
                lists.fold(section, Section::with)
            }
        };
        vec![section]
    }

    fn classes(&self, found: &Body, undecided: usize) -> Table {
        let all = found.documents.len().max(1) as f64;
        let row = |class: &crate::classify::ClassSummary| {
            vec![
                said_class(&class.name).into(),
                (class.documents as f64).into(),
                (class.documents as f64 / all).into(),
                deciding(found, &class.name).into(),
            ]
        };
        let mut rows: Vec<Vec<Cell>> = found.classes.iter().map(row).collect();
        if undecided > 0 {
            rows.push(vec![
                "undecided".into(),
                (undecided as f64).into(),
                (undecided as f64 / all).into(),
                Cell::Blank,
            ]);
        }
        Table {
            caption: String::new(),
            columns: vec![
                Column::label("Class"),
                Column::number("Documents", Number::Count),
                Column::number("Share", Number::Share),
                Column::label("Words that decide"),
            ],
            rows,
        }
    }

    /// The surest documents of a class, each by the sentence that has most of its words.
    fn surest(&self, found: &Body, class: &str) -> Option<Ranked> {
        let p = |one: &&ClassifiedDocument| one.p.get(class).copied().unwrap_or_default();
        let mut own: Vec<&ClassifiedDocument> = found
            .documents
            .iter()
            .filter(|one| one.label.as_deref() == Some(class))
            .collect();
        own.sort_by(|a, b| p(b).total_cmp(&p(a)));
        let items = own.iter().filter_map(|one| self.quoted(one, p(one)));
        let items: Vec<Item> = items.take(QUOTED).collect();
        (!items.is_empty()).then(|| Ranked {
            caption: format!("Surest of {}:", said_class(class)),
            measure: "p".into(),
            number: Number::Probability,
            max: 1.0,
            items,
            ..Ranked::default()
        })
    }

    fn quoted(&self, found: &ClassifiedDocument, p: f64) -> Option<Item> {
        let place = self.place_of(&found.id)?;
        let span = self.telling(place, &found.because)?;
        let text = &self.reading.documents()[place].text[span.clone()];
        let words: Vec<&str> = found
            .because
            .iter()
            .take(4)
            .map(|(word, _)| &**word)
            .collect();
        Some(Item {
            text: one_line(text),
            at: Some(Reference::new(place, span)),
            note: format!("because of: {}", words.join(", ").replace("not_", "not ")),
            value: Some(p),
            ..Item::default()
        })
    }

    /// The sentence in which the words that decide weigh most.
    fn telling(&self, place: usize, because: &[(String, f64)]) -> Option<Range<usize>> {
        let run = Run::new(0, &Silent);
        let units = self
            .reading
            .units(place, Analysis::Sentiment, UnitKind::Sentence, &run);
        let units = units.ok()?;
        let text = &self.reading.documents()[place].text;
        let weight = |span: &Range<usize>| {
            let sentence = text[span.clone()].to_lowercase();
            let has = |word: &str| {
                let mut words = sentence.split(|c: char| !c.is_alphanumeric());
                sentence.contains(word) && (word.contains(' ') || words.any(|own| own == word))
            };
            let own = because
                .iter()
                .filter(|(word, _)| has(word.trim_start_matches("not_")));
            own.map(|(_, weight)| weight).sum::<f64>()
        };
        let mut best: Option<(f64, Range<usize>)> = None;
        for unit in &units.units {
            let span = unit.span.range();
            let value = weight(&span);
            if value > 0.0 && best.as_ref().is_none_or(|(most, _)| value > *most) {
                best = Some((value, span));
            }
        }
        best.map(|(_, span)| span)
    }
}

/// The words that decide most documents of a class, in most documents first.
fn deciding(found: &Body, class: &str) -> String {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let own = found
        .documents
        .iter()
        .filter(|one| one.label.as_deref() == Some(class));
    for (word, weight) in own.flat_map(|one| &one.because) {
        if *weight > 0.0 {
            *counts.entry(word).or_default() += 1;
        }
    }
    let mut words: Vec<(&str, usize)> = counts.into_iter().collect();
    words.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
    let words = words
        .iter()
        .take(WORDS)
        .map(|(word, _)| word.replace("not_", "not "));
    words.collect::<Vec<_>>().join(", ")
}

fn heading(found: &Body) -> &'static str {
    let is_opinion = found.classes.iter().any(|class| class.name == "pos");
    if is_opinion { "Opinions" } else { "Classes" }
}

/// The built-in classes in words.
pub(super) fn said_class(class: &str) -> &str {
    match class {
        "pos" => "praise",
        "neg" => "blame",
        other => other,
    }
}

fn said_share(n: usize, all: usize) -> String {
    if n == all {
        "all".into()
    } else {
        Number::Count.say(n as f64)
    }
}

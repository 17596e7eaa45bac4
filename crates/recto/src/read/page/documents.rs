//! All documents, with what was found of each.

use super::Page;
use super::opinions::said_class;
use super::pile::sure_language;
use super::topics::chief_topics;
use crate::calendar::written_day;
use crate::report::number::counted;
use crate::report::{Cell, Column, Kind, Number, Section, Table};
use rustc_hash::{FxHashMap, FxHashSet};

/// The id of the section.
pub(super) const DOCUMENTS: &str = "documents";

/// The column of the main topic; other tables lead to its rows.
pub(super) const TOPIC: usize = 2;

/// The column of the group, behind the topic, where there are several groups.
pub(super) const GROUP: usize = 3;

impl Page<'_, '_> {
    pub(super) fn documents_section(&self) -> Section {
        let body = self.body;
        let facts = &body.pile;
        let has_topics = body.topics.is_some();
        let has_dates = facts.dates.is_some();
        let languages: FxHashSet<&str> = facts.documents.iter().filter_map(sure_language).collect();
        let has_languages = languages.len() > 1;
        let mut columns = vec![
            Column::label("Document"),
            Column::number("Words", Number::Count),
        ];
        if has_topics {
            columns.push(Column::label("Chiefly about"));
        }
        let mut groups = self.group_names();
        if groups.is_some() {
            columns.push(Column::label("Group"));
        }
        if has_dates {
            columns.push(Column::of("Date", Kind::Date));
        }
        if has_languages {
            columns.push(Column::label("Language"));
        }
        if body.classify.is_some() {
            columns.push(Column::label("Opinion"));
        }
        if !facts.copies.is_empty() {
            let mut copy = Column::of("Copy of", Kind::File);
            copy.wide = true;
            columns.push(copy);
        }
        let topics = self.main_topics();
        let opinions = self.opinions();
        let firsts = self.firsts();
        let rows = facts.documents.iter().enumerate().map(|(place, one)| {
            let mut row = vec![
                self.opening(Some(place), self.name(place)),
                (one.words as f64).into(),
            ];
            if has_topics {
                row.push(topics.get(&*one.id).copied().unwrap_or_default().into());
            }
            if let Some(groups) = &mut groups {
                row.push(groups.remove(&*one.id).unwrap_or_default().into());
            }
            if has_dates {
                row.push(
                    one.date
                        .as_deref()
                        .map(written_day)
                        .unwrap_or_default()
                        .into(),
                );
            }
            if has_languages {
                row.push(sure_language(one).unwrap_or_default().into());
            }
            if body.classify.is_some() {
                row.push(opinions.get(&*one.id).copied().unwrap_or_default().into());
            }
            if !facts.copies.is_empty() {
                row.push(firsts.get(&*one.id).copied().unwrap_or_default().into());
            }
            row
        });
        Section::new(DOCUMENTS, "Documents")
            .account(counted(facts.documents.len(), "document"))
            .with(Table {
                caption: String::new(),
                rows: rows.collect::<Vec<Vec<Cell>>>(),
                columns,
            })
    }

    /// The label of each document's largest topic.
    fn main_topics(&self) -> FxHashMap<&str, &str> {
        let Some(part) = &self.body.topics else {
            return FxHashMap::default();
        };
        let found = &part.body;
        let chief = chief_topics(found).into_iter();
        let documents = found.documents.iter().zip(chief);
        let named = documents.filter_map(|(one, topic)| {
            let label = self.topic_labels.get(&topic?)?;
            Some((&*one.id, &**label))
        });
        named.collect()
    }

    fn opinions(&self) -> FxHashMap<&str, &str> {
        let Some(part) = &self.body.classify else {
            return FxHashMap::default();
        };
        let documents = part.body.documents.iter();
        let named = documents.map(|one| {
            (
                &*one.id,
                one.label.as_deref().map_or("undecided", said_class),
            )
        });
        named.collect()
    }

    /// For each copy, the document that it is a copy of.
    fn firsts(&self) -> FxHashMap<&str, &str> {
        let groups = self.body.pile.copies.iter();
        let pairs =
            groups.flat_map(|group| group.others.iter().map(|(other, _)| (&**other, &*group.id)));
        pairs.collect()
    }
}

//! Groups of documents that belong together, and how they differ.

use super::Page;
use super::documents::{DOCUMENTS, GROUP};
use crate::report::number::counted;
use crate::report::{Cell, Column, Detail, Number, RowsLink, Section, State, Table};
use crate::topics::{Apart, Body, Cluster};
use rustc_hash::FxHashMap;

/// Words that a group is told by.
const WORDS: usize = 6;

/// Words in the name of a group.
const NAME_WORDS: usize = 2;

impl Page<'_, '_> {
    /// The groups with the words that set them apart; `None` where there is but one.
    pub(super) fn groups_section(&self, found: &Body) -> Option<Section> {
        let clusters = groups(found)?;
        let mut columns = vec![
            Column::label("Group"),
            Column::label("Words that set it apart"),
        ];
        if self.detail == Detail::Whole {
            let mut typical = Column::label("Like most of it");
            typical.wide = true;
            columns.push(typical);
        }
        columns.push(Column::number("Documents", Number::Count));
        let row = |(place, cluster): (usize, &Cluster)| {
            let name = name_of(place, cluster);
            let mut row = vec![name.as_str().into(), self.said_words(cluster).into()];
            if self.detail == Detail::Whole {
                row.push(self.typical(found, cluster));
            }
            row.push(self.members(cluster, name));
            row
        };
        let table = Table {
            caption: self.caption().into(),
            columns,
            rows: clusters.iter().enumerate().map(row).collect(),
        };
        Some(
            Section::new("groups", "Groups of documents")
                .account(counted(clusters.len(), "group"))
                .with(State::from(table)),
        )
    }

    fn caption(&self) -> &'static str {
        match self.detail {
            Detail::Outline => "Documents that share words, largest group first.",
            Detail::Whole => {
                "Documents that share words, largest group first. Behind a word: how many of the \
                 group's documents have it, and how many of the others."
            }
        }
    }

    fn said_words(&self, cluster: &Cluster) -> String {
        if cluster.terms.is_empty() {
            return "none for sure".into();
        }
        let share = |share: f64| Number::Share.say(share);
        let word = |word: &Apart| match self.detail {
            Detail::Outline => word.term.clone(),
            Detail::Whole => format!(
                "{} ({}, others {})",
                word.term,
                share(word.inside),
                share(word.outside)
            ),
        };
        let words: Vec<String> = cluster.terms.iter().take(WORDS).map(word).collect();
        words.join(", ")
    }

    fn typical(&self, found: &Body, cluster: &Cluster) -> Cell {
        let document = cluster.typical.and_then(|place| found.documents.get(place));
        let place = document.and_then(|document| self.place_of(&document.id));
        place.map_or(Cell::Blank, |place| {
            self.opening(Some(place), self.name(place))
        })
    }

    /// How many documents a group has; on a page they are listed.
    fn members(&self, cluster: &Cluster, name: String) -> Cell {
        if self.detail == Detail::Outline {
            return (cluster.documents as f64).into();
        }
        Cell::Rows(RowsLink {
            count: cluster.documents,
            section: DOCUMENTS.into(),
            column: GROUP,
            value: name,
        })
    }

    /// The name of each document's group; `None` where there is but one.
    pub(super) fn group_names(&self) -> Option<FxHashMap<&str, String>> {
        let found = &self.body.topics.as_ref()?.body;
        let clusters = groups(found)?;
        let names: FxHashMap<usize, String> = clusters
            .iter()
            .enumerate()
            .map(|(place, cluster)| (cluster.id, name_of(place, cluster)))
            .collect();
        let named = found.documents.iter().filter_map(|document| {
            let name = names.get(&document.cluster?)?;
            Some((&*document.id, name.clone()))
        });
        Some(named.collect())
    }
}

/// The groups, where there are several.
fn groups(found: &Body) -> Option<&[Cluster]> {
    found.clusters.as_deref().filter(|all| all.len() > 1)
}

/// Its number and the first words that set it apart.
fn name_of(place: usize, cluster: &Cluster) -> String {
    let words = cluster.terms.iter().take(NAME_WORDS);
    let words: Vec<&str> = words.map(|word| &*word.term).collect();
    format!("{} {}", place + 1, words.join(", "))
        .trim_end()
        .to_owned()
}

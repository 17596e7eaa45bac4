//! Outlines of long documents.

use super::Page;
use crate::read::body::Lead;
use crate::read::leads::{SHOWN, outlined};
use crate::report::number::counted;
use crate::report::{
    Cell, Column, Detail, Item, Number, Ranked, Reference, Report, Section, Table,
};
use crate::segment::{Body, SegmentedDocument, longest, outline};
use recto_text::one_line;

/// Documents that the list of a terminal has; the page and the JSON have all.
const LISTED: usize = 8;

/// Segments of which a terminal shows a sentence each; of more it has the titles.
const LEADS: usize = 12;

impl Page<'_, '_> {
    /// The outline of each document that has several segments and is long enough to want one.
    pub(super) fn outline_sections(&self, found: &Body, report: &mut Report) -> Vec<Section> {
        let long = outlined(found, &self.body.pile);
        if long.is_empty() {
            return Vec::new();
        }
        let is_alone = self.reading.documents().len() == 1;
        // A terminal has room for the outline of one document.
        if long.len() > SHOWN || self.detail == Detail::Outline && !is_alone {
            return vec![self.outline_list(&long, report)];
        }
        let section = |(place, found): &(usize, &SegmentedDocument)| {
            let document = &self.reading.documents()[*place];
            let (id, heading) = if is_alone {
                ("outline".into(), "Outline".into())
            } else {
                (
                    format!("outline-{place}"),
                    format!("Outline: {}", self.name(*place)),
                )
            };
            let section = Section::new(id, heading).account(said(found));
            let blocks = outline(found, document, *place, self.detail);
            let section = blocks.into_iter().fold(section, Section::with);
            let has_room = self.detail == Detail::Whole || found.segments.len() <= LEADS;
            match self.leads(*place, found).filter(|_| has_room) {
                Some(leads) => section.with(leads),
                None => section,
            }
        };
        long.iter().map(section).collect()
    }

    /// A sentence of each segment of a document.
    fn leads(&self, place: usize, found: &SegmentedDocument) -> Option<Ranked> {
        let item = |lead: &Lead| Item {
            text: one_line(&lead.text),
            note: found.segments[lead.segment].title.clone(),
            at: Some(Reference::new(place, lead.start..lead.end)),
            ..Item::default()
        };
        let leads = self
            .body
            .leads
            .iter()
            .filter(|lead| lead.document == found.id);
        let items: Vec<Item> = leads.map(item).collect();
        (!items.is_empty()).then(|| Ranked {
            caption: "A sentence of each segment.".into(),
            items,
            ..Ranked::default()
        })
    }

    /// The longest of some documents, in their order.
    fn longest<'f>(
        &self,
        long: &[(usize, &'f SegmentedDocument)],
    ) -> Vec<(usize, &'f SegmentedDocument)> {
        let words = |place: usize| self.body.pile.documents[place].words;
        let mut longest = long.to_vec();
        longest.sort_by_key(|&(place, _)| (std::cmp::Reverse(words(place)), place));
        longest.truncate(LISTED);
        longest.sort_by_key(|&(place, _)| place);
        longest
    }

    /// The title of a document, or its id.
    pub(super) fn name(&self, place: usize) -> &str {
        let facts = &self.body.pile.documents[place];
        facts.title.as_deref().unwrap_or(&facts.id)
    }

    /// A list from which outlines open; on a terminal it says what each document is about.
    fn outline_list(&self, long: &[(usize, &SegmentedDocument)], report: &mut Report) -> Section {
        let mut about = Column::label("Its longest segments");
        about.wide = self.detail == Detail::Whole;
        let columns = vec![
            Column::label("Document"),
            Column::number("Segments", Number::Count),
            about,
        ];
        let listed = match self.detail {
            Detail::Outline => &self.longest(long)[..],
            Detail::Whole => long,
        };
        let rows = listed.iter().map(|&(place, found)| {
            let text = self.name(place).to_owned();
            let name = match self.detail {
                Detail::Outline => text.into(),
                Detail::Whole => {
                    let document = &self.reading.documents()[place];
                    let section = Section::new("outline", "Outline").account(said(found));
                    let blocks = outline(found, document, place, self.detail);
                    let section = blocks.into_iter().fold(section, Section::with);
                    report.sources[place].sections.push(section);
                    Cell::Opens {
                        text,
                        source: place,
                    }
                }
            };
            vec![
                name,
                (found.segments.len() as f64).into(),
                longest(&found.segments).into(),
            ]
        });
        let rows = rows.collect();
        let account = counted(long.len(), "long document");
        let caption = match self.detail {
            Detail::Outline if listed.len() < long.len() => {
                "The longest; the page and the JSON have all."
            }
            Detail::Outline => "",
            Detail::Whole => "Choose a document to read its outline.",
        };
        Section::new("outlines", "Outlines")
            .account(account)
            .with(Table {
                caption: caption.into(),
                columns,
                rows,
            })
    }
}

fn said(found: &SegmentedDocument) -> String {
    let sentences = counted(found.units, "sentence");
    format!(
        "{} in {sentences}",
        counted(found.segments.len(), "segment")
    )
}

//! Findings of one report taken into another about the same documents.
//!
//! A report that joins several (`recto read`) has every text once. What another report found
//! is taken over by [`Report::adopt`]: its references then point into the texts of this
//! report, and its sections have ids of their own.

use std::collections::BTreeMap;

use super::{Block, Cell, Meaning, Report, Section, State};

impl Report {
    /// The sections of another report, referring to the sources of this one. Texts are the
    /// same where their ids are; a text that this report does not have is added.
    ///
    /// Ids of sections get `prefix` in front, so that two reports may both have an outline.
    /// Findings that open on demand ([`SourceText::sections`](super::SourceText::sections))
    /// are put behind those that their source has already.
    #[must_use]
    pub fn adopt(&mut self, mut other: Report, prefix: &str) -> Vec<Section> {
        let own = self.sources.iter().enumerate();
        let known: BTreeMap<String, usize> = own
            .map(|(place, source)| (source.id.clone(), place))
            .collect();
        let mut places = Vec::with_capacity(other.sources.len());
        for source in &other.sources {
            let place = known.get(&source.id).copied().unwrap_or_else(|| {
                let mut text = source.clone();
                text.sections = Vec::new();
                self.sources.push(text);
                self.sources.len() - 1
            });
            places.push(place);
        }
        let moved = |sections: &mut [Section]| {
            for section in sections {
                section.id = format!("{prefix}-{}", section.id);
                each_state(section, &mut |state| point(state, &places, prefix));
            }
        };
        moved(&mut other.sections);
        for (source, &place) in other.sources.iter_mut().zip(&places) {
            moved(&mut source.sections);
            self.sources[place].sections.append(&mut source.sections);
        }
        other.sections
    }
}

fn each_state(section: &mut Section, visit: &mut dyn FnMut(&mut State)) {
    let steps = section
        .levels
        .iter_mut()
        .flat_map(|levels| &mut levels.steps);
    let steps = steps.flat_map(|step| &mut step.parts);
    section.parts.iter_mut().chain(steps).for_each(visit);
}

/// Moves the references of a state to their new sources.
fn point(state: &mut State, places: &[usize], prefix: &str) {
    let (State::Full { block } | State::Unsure { block, .. }) = state else {
        return;
    };
    let to = |source: &mut usize| *source = places.get(*source).copied().unwrap_or(*source);
    match block {
        Block::Ranked(ranked) => {
            for item in &mut ranked.items {
                item.at.iter_mut().for_each(|at| to(&mut at.source));
                if let Some(rows) = &mut item.rows {
                    rows.section = format!("{prefix}-{}", rows.section);
                }
                item.more
                    .iter_mut()
                    .for_each(|more| to(&mut more.at.source));
            }
        }
        Block::Table(table) => {
            for cell in table.rows.iter_mut().flatten() {
                match cell {
                    Cell::Place(at) | Cell::Linked { at, .. } => to(&mut at.source),
                    Cell::Opens { source, .. } => to(source),
                    Cell::Rows(rows) => rows.section = format!("{prefix}-{}", rows.section),
                    Cell::Blank | Cell::Text(_) | Cell::Number(_) | Cell::Histogram(_) => {}
                }
            }
        }
        Block::Marked(marked) => {
            to(&mut marked.source);
            for mark in &mut marked.marks {
                if let Meaning::Support { to: passages, .. } = &mut mark.meaning {
                    passages.iter_mut().for_each(|at| to(&mut at.source));
                }
            }
        }
        Block::Timeline(timeline) => {
            let messages = timeline.events.iter_mut();
            let messages = messages.flat_map(|event| &mut event.messages);
            messages.for_each(|at| to(&mut at.source));
        }
        Block::Strip(strip) => to(&mut strip.source),
        Block::Band(band) => to(&mut band.source),
        Block::Aligned(aligned) => {
            aligned
                .source
                .iter_mut()
                .for_each(|part| to(&mut part.at.source));
            aligned
                .summary
                .iter_mut()
                .for_each(|part| to(&mut part.at.source));
            for link in &mut aligned.links {
                to(&mut link.summary.source);
                to(&mut link.source.source);
            }
            for gap in &mut aligned.gaps {
                to(&mut gap.at.source);
                gap.nearest
                    .iter_mut()
                    .for_each(|(at, _)| to(&mut at.source));
            }
        }
        Block::Curve(_) | Block::Matrix(_) | Block::Plane(_) | Block::Score(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Column, Item, Ranked, Reference, RowsLink, SourceText, Strip, Table};

    fn quoting(source: usize, text: &str) -> Ranked {
        Ranked {
            items: vec![Item {
                text: text.into(),
                at: Some(Reference::new(source, 0..text.len())),
                ..Item::default()
            }],
            ..Ranked::default()
        }
    }

    /// A report on two documents, the second of which is known to [`host`].
    fn guest() -> Report {
        let mut report = Report {
            sources: vec![
                SourceText::new("new", "Bread."),
                SourceText::new("b", "Boats."),
            ],
            sections: vec![
                Section::new("list", "List").with(Table {
                    columns: vec![Column::label("Document"), Column::label("Where")],
                    rows: vec![vec![
                        Cell::Opens {
                            text: "b".into(),
                            source: 1,
                        },
                        Cell::Rows(RowsLink {
                            count: 1,
                            section: "gist".into(),
                            column: 0,
                            value: "x".into(),
                        }),
                    ]],
                    ..Table::default()
                }),
                Section::new("gist", "Gist")
                    .with(quoting(1, "Boats."))
                    .with(quoting(0, "Bread.")),
            ],
            ..Report::default()
        };
        report.sources[1].sections = vec![Section::new("text", "Text").with(Strip {
            source: 1,
            ..Strip::default()
        })];
        report
    }

    fn host() -> Report {
        Report {
            sources: vec![
                SourceText::new("a", "Nets."),
                SourceText::new("b", "Boats."),
            ],
            ..Report::default()
        }
    }

    #[test]
    fn findings_of_another_report_point_into_the_texts_of_this_one() {
        let mut report = host();
        let sections = report.adopt(guest(), "sum");
        let ids: Vec<&str> = sections.iter().map(|section| &*section.id).collect();
        assert_eq!(ids, ["sum-list", "sum-gist"]);
        report.sections = sections;
        // Quotations are the source's words, what opens is there, and ids are unique.
        assert_eq!(report.faults(), [""; 0]);
        let ids: Vec<&str> = report.sources.iter().map(|source| &*source.id).collect();
        assert_eq!(ids, ["a", "b", "new"]);
    }

    #[test]
    fn what_opens_on_demand_moves_to_its_text_behind_what_it_has() {
        let mut report = host();
        report.sources[1].sections = vec![Section::new("own", "Own")];
        let _ = report.adopt(guest(), "sum");
        let ids: Vec<&str> = report.sources[1].sections.iter().map(|s| &*s.id).collect();
        assert_eq!(ids, ["own", "sum-text"]);
        let State::Full {
            block: Block::Strip(strip),
        } = &report.sources[1].sections[1].parts[0]
        else {
            panic!("a strip")
        };
        assert_eq!(strip.source, 1);
    }
}

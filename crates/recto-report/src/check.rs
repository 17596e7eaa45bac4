//! What a report must keep to, whatever the command.

use super::place::Places;
use super::{Block, Cell, Reference, Report, RowsLink, Section, State, Voice};
use recto_text::one_line;

impl Report {
    /// What is wrong with the report: references that open nothing, quotations
    /// that are not in their source, rows of the wrong length, duplicate ids.
    ///
    /// Renderers draw a faulty report as well as they can; a command's tests
    /// should find this list empty.
    #[must_use]
    pub fn faults(&self) -> Vec<String> {
        let mut faults = Faults {
            report: self,
            places: Places::new(&self.sources),
            list: Vec::new(),
        };
        faults.sections(&self.sections);
        for source in &self.sources {
            faults.sections(&source.sections);
        }
        faults.list
    }
}

struct Faults<'r> {
    report: &'r Report,
    places: Places<'r>,
    list: Vec<String>,
}

impl Faults<'_> {
    fn sections(&mut self, sections: &[Section]) {
        for (i, section) in sections.iter().enumerate() {
            if sections[..i].iter().any(|other| other.id == section.id) {
                let id = &section.id;
                self.list.push(format!("two sections have the id {id}"));
            }
            let steps = section.levels.iter().flat_map(|levels| &levels.steps);
            let steps = steps.flat_map(|step| &step.parts);
            for part in section.parts.iter().chain(steps) {
                if let State::Full { block } | State::Unsure { block, .. } = part {
                    self.block(&section.id, block);
                }
            }
        }
    }

    /// A cell that leads somewhere must lead to something.
    fn cell(&mut self, section: &str, cell: &Cell) {
        match cell {
            Cell::Place(at) | Cell::Linked { at, .. } => self.reference(section, at),
            Cell::Opens { text, source } => {
                let source = self.report.sources.get(*source);
                if source.is_none_or(|source| source.sections.is_empty()) {
                    self.list
                        .push(format!("{section}: nothing to open: {text}"));
                }
            }
            Cell::Rows(rows) => self.rows(section, rows),
            Cell::Blank | Cell::Text(_) | Cell::Number(_) | Cell::Histogram(_) => {}
        }
    }

    fn rows(&mut self, section: &str, rows: &RowsLink) {
        let to = &rows.section;
        if !self.report.sections.iter().any(|other| other.id == *to) {
            self.list.push(format!("{section}: no section {to}"));
        }
    }

    fn reference(&mut self, section: &str, at: &Reference) {
        let good = self.report.sources.get(at.source).is_some_and(|source| {
            at.span.start < at.span.end && source.text.get(at.span.clone()).is_some()
        });
        if !good {
            let Reference { source, span } = at;
            self.list.push(format!(
                "{section}: nothing to open at {span:?} of source {source}"
            ));
        }
    }

    fn quote(&mut self, section: &str, text: &str, at: &Reference) {
        self.reference(section, at);
        if one_line(text) != one_line(self.places.words(at)) {
            self.list
                .push(format!("{section}: not the source's words: {text}"));
        }
    }

    fn block(&mut self, section: &str, block: &Block) {
        match block {
            Block::Ranked(ranked) => {
                for item in &ranked.items {
                    match (&item.at, item.voice) {
                        (Some(at), Voice::Source) => self.quote(section, &item.text, at),
                        (Some(at), Voice::Recto) if item.quote.is_empty() => {
                            self.reference(section, at);
                        }
                        (Some(at), Voice::Recto) => self.quote(section, &item.quote, at),
                        (None, Voice::Recto) if item.rows.is_some() => {}
                        (None, _) => self
                            .list
                            .push(format!("{section}: no reference: {}", item.text)),
                    }
                    if let Some(rows) = &item.rows {
                        self.rows(section, rows);
                    }
                    for more in &item.more {
                        self.quote(section, &more.text, &more.at);
                    }
                }
            }
            Block::Table(table) => {
                for row in table
                    .rows
                    .iter()
                    .filter(|row| row.len() != table.columns.len())
                {
                    self.list
                        .push(format!("{section}: a row has {} cells", row.len()));
                }
                for cell in table.rows.iter().flatten() {
                    self.cell(section, cell);
                }
            }
            Block::Marked(marked) => {
                for mark in &marked.marks {
                    self.reference(section, &Reference::new(marked.source, mark.span.clone()));
                }
            }
            Block::Strip(strip) => {
                for cell in &strip.cells {
                    self.reference(section, &Reference::new(strip.source, cell.span.clone()));
                }
            }
            Block::Timeline(timeline) => {
                for at in timeline.events.iter().flat_map(|event| &event.messages) {
                    self.reference(section, at);
                }
            }
            Block::Aligned(aligned) => {
                let source = aligned.source.iter().map(|part| &part.at);
                let summary = aligned.summary.iter().map(|part| &part.at);
                let links = aligned.links.iter();
                let links = links.flat_map(|link| [&link.summary, &link.source]);
                let gaps = aligned.gaps.iter().map(|gap| &gap.at);
                for at in source.chain(summary).chain(links).chain(gaps) {
                    self.reference(section, at);
                }
            }
            Block::Curve(_)
            | Block::Matrix(_)
            | Block::Band(_)
            | Block::Plane(_)
            | Block::Score(_) => {}
        }
    }
}

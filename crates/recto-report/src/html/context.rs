//! What every block needs to know of the page around it.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::ops::Range;

use maud::{Markup, html};

use crate::place::Places;
use crate::{Block, Reference, Report, RowsLink, Section, State};

/// Ids that the page itself uses.
const RESERVED: [&str; 9] = [
    "main", "leaf", "results", "made", "data", "q", "theme", "levels", "opened",
];

pub(super) struct Context<'r> {
    pub(super) places: &'r Places<'r>,
    section_ids: Vec<String>,
    /// Whether running text is named by its place instead of written out: the script fills it
    /// in, and the page has each text once.
    is_folded: bool,
    /// Starts of stretches that are shown in full on the page.
    anchors: BTreeSet<(usize, usize)>,
    /// Those whose id is not yet on the page: an id may stand there once.
    free: RefCell<BTreeSet<(usize, usize)>>,
}

impl<'r> Context<'r> {
    pub(super) fn new(report: &'r Report, places: &'r Places<'r>) -> Self {
        let ids = section_ids(&report.sections);
        Self::of(&report.sections, ids, places, false)
    }

    /// The context of the findings about one source, which the script opens.
    pub(super) fn folded(source: usize, sections: &[Section], places: &'r Places<'r>) -> Self {
        let ids = section_ids(sections).into_iter();
        let ids = ids.map(|id| format!("doc{source}-{id}")).collect();
        Self::of(sections, ids, places, true)
    }

    fn of(
        sections: &[Section],
        section_ids: Vec<String>,
        places: &'r Places<'r>,
        is_folded: bool,
    ) -> Self {
        let anchors = anchors(sections, places);
        Self {
            section_ids,
            free: RefCell::new(anchors.clone()),
            anchors,
            places,
            is_folded,
        }
    }

    /// Running text of a source, or its place for the script to fill in.
    pub(super) fn words(&self, source: usize, span: Range<usize>) -> Markup {
        html! {
            @if self.is_folded { i data-t=(self.places.utf16(source, &span)) {} }
            @else { (&self.places.text(source)[span]) }
        }
    }

    /// The id of a section, safe and unique.
    pub(super) fn section_id(&self, index: usize) -> &str {
        &self.section_ids[index]
    }

    /// A reference as a link that reads as file and line.
    pub(super) fn evidence(&self, at: &Reference) -> Markup {
        html! { @if let Some(label) = self.places.label(at) { (self.link(at, &label)) } }
    }

    /// A link to a reference, in other words than file and line.
    pub(super) fn link(&self, at: &Reference, words: &str) -> Markup {
        html! {
            @match self.places.href(at) {
                Some(href) => a class="ev" href=(href) { (words) },
                None => (words),
            }
        }
    }

    /// A link that leaves only some rows of a table.
    pub(super) fn rows(&self, rows: &RowsLink, words: &str) -> Markup {
        html! {
            a class="ev rows" href={ "#" (rows.section) } data-column=(rows.column)
                data-value=(rows.value) { (words) }
        }
    }

    /// Where a picture's cell leads: to the stretch on this page if there is
    /// one, else to the source.
    pub(super) fn target(&self, at: &Reference) -> Option<String> {
        let start = self.places.clamp(at.source, &at.span).start;
        if self.anchors.contains(&(at.source, start)) {
            Some(anchor_id("#", at.source, start))
        } else {
            self.places.href(at)
        }
    }

    /// The id of the stretch that starts here, the first time it is asked for.
    pub(super) fn take_anchor(&self, source: usize, start: usize) -> Option<String> {
        let free = self.free.borrow_mut().remove(&(source, start));
        free.then(|| anchor_id("", source, start))
    }
}

fn anchor_id(before: &str, source: usize, start: usize) -> String {
    format!("{before}at{source}-{start}")
}

/// Levels are left out: what they show may be hidden, and links must not fail.
fn anchors(sections: &[Section], places: &Places<'_>) -> BTreeSet<(usize, usize)> {
    let parts = sections.iter().flat_map(|section| &section.parts);
    let marked = parts.filter_map(|part| match part {
        State::Full {
            block: Block::Marked(marked),
        }
        | State::Unsure {
            block: Block::Marked(marked),
            ..
        } => Some(marked),
        _ => None,
    });
    let mut anchors = BTreeSet::new();
    for marked in marked {
        for stretch in crate::runs::stretches(marked, places) {
            if stretch.cut.is_some() {
                anchors.insert((marked.source, stretch.span.start));
            }
        }
    }
    anchors
}

fn section_ids(sections: &[Section]) -> Vec<String> {
    let mut taken: BTreeSet<String> = RESERVED.iter().map(|&id| id.into()).collect();
    let mut ids = Vec::new();
    for (i, section) in sections.iter().enumerate() {
        let good = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        // A letter in front keeps clear of the ids of references and stretches.
        let fits = section.id.starts_with(|c: char| c.is_ascii_lowercase());
        let mut id = section.id.clone();
        if !fits || !id.chars().all(good) || taken.contains(&id) {
            id = format!("section-{}", i + 1);
        }
        while !taken.insert(id.clone()) {
            id.push('x');
        }
        ids.push(id);
    }
    ids
}

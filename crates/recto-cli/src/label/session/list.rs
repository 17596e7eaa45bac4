//! Lists to choose from: older answers, disagreements, classes.

use recto::label::ItemKey;

/// A list with one row chosen.
pub(super) struct List {
    pub(super) kind: Kind,
    pub(super) title: &'static str,
    pub(super) rows: Vec<String>,
    pub(super) chosen: usize,
}

/// What the rows are.
pub(super) enum Kind {
    /// Own answers, newest first.
    History(Vec<ItemKey>),
    /// What annotators disagree about.
    Disputes(Vec<ItemKey>),
    /// Classes to answer with.
    Answer,
    /// Classes to rename.
    Rename,
}

impl List {
    pub(super) fn new(kind: Kind, title: &'static str, rows: Vec<String>) -> Self {
        Self {
            kind,
            title,
            rows,
            chosen: 0,
        }
    }

    /// Chooses a row so many further down.
    pub(super) fn go(&mut self, by: isize) {
        let last = self.rows.len().saturating_sub(1);
        self.chosen = self.chosen.saturating_add_signed(by).min(last);
    }

    /// The first row to draw, so that the chosen one is in view.
    pub(super) fn first(&self, height: usize) -> usize {
        (self.chosen + 1).saturating_sub(height.max(1))
    }
}

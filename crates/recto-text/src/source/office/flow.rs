//! Paragraphs as a word processor has them: in rows of tables, in boxes, with notes.

use crate::source::Row;
use crate::source::composed::{Collapsed, Composed, collapsed};

/// A paragraph that is being written, and where pages begin in it.
#[derive(Debug, Default)]
struct Paragraph {
    text: String,
    heading: Option<u8>,
    pages: Vec<(usize, usize)>,
    notes: Vec<String>,
    is_left_out: bool,
}

/// Everything that has been written so far.
#[derive(Debug, Default)]
pub(super) struct Flow {
    composed: Composed,
    paragraph: Paragraph,
    /// Paragraphs around the text box that is being written.
    around: Vec<Paragraph>,
    /// The paragraphs of each cell of the row that is being written; `None` outside of tables.
    row: Option<Vec<Vec<Paragraph>>>,
    /// Rows around a table inside a cell.
    rows_around: usize,
    /// The page that is being written, from 1; 0 as long as no page ended.
    page: usize,
}

impl Flow {
    pub(super) fn set_title(&mut self, title: Option<String>) {
        self.composed.title = title;
    }

    pub(super) fn write(&mut self, text: &str) {
        self.paragraph.text.push_str(text);
    }

    /// Says that the paragraph is a heading of this depth.
    pub(super) fn heading(&mut self, depth: u8) {
        self.paragraph.heading = Some(depth.clamp(1, 9));
    }

    /// Says that the paragraph is no part of the text.
    pub(super) fn leave_out(&mut self) {
        self.paragraph.is_left_out = true;
    }

    /// A page ends here.
    pub(super) fn break_page(&mut self) {
        self.page = self.page.max(1) + 1;
        let place = (self.paragraph.text.len(), self.page);
        // Of pages that begin at one place, only the last has text.
        match self.paragraph.pages.last_mut() {
            Some(last) if last.0 == place.0 => *last = place,
            _ => self.paragraph.pages.push(place),
        }
    }

    /// A note whose mark stands here.
    pub(super) fn note(&mut self, text: String) {
        self.paragraph.notes.push(text);
    }

    /// A text box opens inside a paragraph: it comes before that.
    pub(super) fn open_box(&mut self) {
        self.around.push(std::mem::take(&mut self.paragraph));
    }

    pub(super) fn close_box(&mut self) {
        self.end_paragraph();
        self.paragraph = self.around.pop().unwrap_or_default();
    }

    pub(super) fn open_row(&mut self) {
        if self.row.is_some() {
            self.rows_around += 1;
        } else {
            self.row = Some(Vec::new());
        }
    }

    pub(super) fn open_cell(&mut self) {
        if let Some(row) = self.row.as_mut().filter(|_| self.rows_around == 0) {
            row.push(Vec::new());
        }
    }

    /// A row whose cells have a paragraph each is one line; in others each paragraph stands
    /// alone.
    pub(super) fn close_row(&mut self) {
        self.end_paragraph();
        if self.rows_around > 0 {
            self.rows_around -= 1;
            return;
        }
        let cells = self.row.take().unwrap_or_default();
        if cells.iter().any(|cell| cell.len() > 1) {
            cells
                .into_iter()
                .flatten()
                .for_each(|paragraph| self.put(paragraph));
            return;
        }
        let mut row = Paragraph::default();
        for paragraph in cells.into_iter().flatten() {
            if !row.text.is_empty() {
                row.text.push('\t');
            }
            let before = row.text.len();
            let pages = paragraph.pages.iter();
            row.pages
                .extend(pages.map(|(at, page)| (at + before, *page)));
            row.text.push_str(&paragraph.text);
            row.notes.extend(paragraph.notes);
        }
        self.put(row);
    }

    pub(super) fn end_paragraph(&mut self) {
        let mut paragraph = std::mem::take(&mut self.paragraph);
        if paragraph.is_left_out {
            paragraph.text.clear();
            paragraph.heading = None;
        }
        if paragraph.text.trim().is_empty() && paragraph.notes.is_empty() {
            // The page that began in it goes on in the next one.
            let last = paragraph.pages.last();
            self.paragraph.pages = last.map(|(_, page)| (0, *page)).into_iter().collect();
            return;
        }
        match &mut self.row {
            Some(row) => match row.last_mut() {
                Some(cell) => cell.push(paragraph),
                None => row.push(vec![paragraph]),
            },
            None => self.put(paragraph),
        }
    }

    fn put(&mut self, paragraph: Paragraph) {
        let Paragraph {
            text,
            heading,
            pages,
            notes,
            ..
        } = paragraph;
        let before = self.composed.text.len();
        let mut clean = Collapsed::default();
        let mut written = 0;
        let places: Vec<usize> = pages
            .iter()
            .map(|(at, _)| {
                clean.push(&text[written..*at]);
                written = *at;
                clean.text.len()
            })
            .collect();
        clean.push(&text[written..]);
        let leading = clean.text.len() - clean.text.trim_start().len();
        let start = self.composed.push(&clean.text, heading).unwrap_or(before);
        for (at, (_, page)) in places.into_iter().zip(pages) {
            self.composed.landmarks.mark(
                (start + at.saturating_sub(leading)).min(self.composed.text.len()),
                format!("page {page}"),
            );
        }
        for note in notes {
            self.composed.push(&collapsed(&note), None);
        }
    }

    /// The document. Where the file does not say where pages begin, headings are the places.
    pub(super) fn finish(mut self) -> Row {
        self.close_row();
        self.end_paragraph();
        let mut composed = self.composed;
        if self.page == 0 {
            composed.mark_sections();
        } else {
            let later = std::mem::take(&mut composed.landmarks);
            composed.landmarks.mark(0, "page 1");
            for (byte, name) in later.iter() {
                composed.landmarks.mark(byte, name);
            }
        }
        composed.into_row()
    }
}

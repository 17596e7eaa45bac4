//! What a reader calls a document.

use crate::document::{Document, Span};
use crate::heading;

/// Lines from the start of a plain text that may say its title.
const HEADER: usize = 20;

/// Bytes from the start of a text that are looked at: a line may be megabytes long.
const OPENING: usize = 1 << 12;

impl Document {
    /// The title that a reader would give: that of the source; in a plain text a line
    /// `Title: X` among the first twenty, or the heading that it opens with. `None` where
    /// there is no more than the id.
    ///
    /// ```
    /// use recto_text::Document;
    /// let note = Document::new("note.txt", "Nets and boats\n\nNets dry. Boats rest.");
    /// assert_eq!(note.shown_title().as_deref(), Some("Nets and boats"));
    /// assert_eq!(Document::new("a.txt", "Nets dry. Boats rest.").shown_title(), None);
    /// ```
    pub fn shown_title(&self) -> Option<String> {
        let given = self.title.as_deref().and_then(one_line);
        let marked = || {
            let first: &Span = self.headings.first()?;
            one_line(&self.text[first.range()])
        };
        given.or_else(marked).or_else(|| self.plain_title())
    }

    /// The title that a plain text says at its start.
    fn plain_title(&self) -> Option<String> {
        if self.line.is_some() || self.source_lines.is_some() {
            return None;
        }
        let opening = &self.text[..self.text.floor_char_boundary(OPENING)];
        let header = opening.lines().take(HEADER).find_map(header_title);
        header.and_then(one_line).or_else(|| {
            let first = self.content().find(|piece| !piece.trim().is_empty())?;
            opening_heading(&first[..first.floor_char_boundary(OPENING)])
        })
    }
}

/// What stands behind `Title:`.
fn header_title(line: &str) -> Option<&str> {
    let (name, title) = line.split_once(':')?;
    name.trim().eq_ignore_ascii_case("title").then_some(title)
}

/// The first paragraph, if it is a line that looks like a heading and prose follows it; the
/// date line of a letter has a salutation behind it, which ends in no full stop.
fn opening_heading(text: &str) -> Option<String> {
    let (first, rest) = text.trim_start().split_once('\n')?;
    let (blank, rest) = rest.split_once('\n')?;
    let first = first.trim();
    let is_heading = heading::looks_like_heading(first) && !heading::numbers_chapter(first);
    if !is_heading || !blank.trim().is_empty() {
        return None;
    }
    let body = rest.trim_start().lines();
    let body = body.take_while(|line| !line.trim().is_empty()).last()?;
    let marks: &[char] = &['"', '\'', ')', '”', '’', '»'];
    let end = body.trim_end().trim_end_matches(marks).chars().next_back();
    let is_prose = end.is_some_and(|end| ".!?:…".contains(end)) || text.len() >= OPENING;
    is_prose.then(|| one_line(first))?
}

/// A text with runs of blanks as one blank; `None` if there is nothing else in it.
fn one_line(text: &str) -> Option<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    (!words.is_empty()).then(|| words.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROSE: &str = "Nets dry on the quay. Boats rest.";

    fn title(text: &str) -> Option<String> {
        Document::new("t.txt", text).shown_title()
    }

    #[test]
    fn the_title_of_the_source_comes_first_then_its_first_heading() {
        let text = format!("The quay\n\n{PROSE}");
        let mut document = Document {
            title: Some(" At\nthe quay ".into()),
            headings: vec![Span::new(0, 8)],
            ..Document::new("t.md", text)
        };
        assert_eq!(document.shown_title().as_deref(), Some("At the quay"));
        document.title = Some(" ".into());
        assert_eq!(document.shown_title().as_deref(), Some("The quay"));
    }

    #[test]
    fn a_plain_text_says_its_title_in_a_header_or_a_heading() {
        let header = format!("Author: K. Sayle\nTITLE:  The weigh-house\n\n{PROSE}");
        assert_eq!(title(&header).as_deref(), Some("The weigh-house"));
        let heading = format!("\r\n The weigh-house\r\n\r\n{PROSE}\r\n\r\nMore");
        assert_eq!(title(&heading).as_deref(), Some("The weigh-house"));
        let late = format!("{}Title: The weigh-house\n", "Rain.\n".repeat(20));
        assert_eq!(title(&late), None);
    }

    #[test]
    fn openings_that_are_no_titles_are_not_taken_for_one() {
        for opening in [
            PROSE.into(),
            format!("CHAPTER I\n\n{PROSE}"),
            format!("The weigh-house\n{PROSE}"),
            "Skarrow, 3 March\n\nDear Mr. Sayle,\n\nNets dry.".into(),
            "Nets\n\nBoats\n\nGulls\n".into(),
            "Title:\n\nnets dry".into(),
            String::new(),
        ] {
            assert_eq!(title(&opening), None, "{opening}");
        }
    }

    #[test]
    fn a_row_has_the_title_that_its_table_gives_it() {
        let row = Document {
            line: Some(3),
            ..Document::new("3", format!("The quay\n\n{PROSE}"))
        };
        assert_eq!(row.shown_title(), None);
    }
}

//! Line numbers of the file that a document was read from.
//!
//! A plain text has the lines of its file. Markdown and HTML are rendered first, and their
//! readers mark on which line of the file each piece of the text stood.

/// A text on one line, with one blank for each run of them.
///
/// ```
/// assert_eq!(recto_text::one_line(" High\n  tide "), "High tide");
/// ```
pub fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    line
}

/// From bytes of a text to lines of its file.
///
/// ```
/// use recto_text::LineMap;
/// let lines = LineMap::of("tide\nboat\n");
/// assert_eq!((lines.at(0), lines.at(6)), (1, 2));
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LineMap {
    /// A byte of the text and the line that begins there, or goes on; both increasing.
    marks: Vec<(usize, usize)>,
}

impl LineMap {
    /// The lines of a text that is its file.
    pub fn of(text: &str) -> Self {
        let ends = memchr::memchr_iter(b'\n', text.as_bytes());
        let starts = ends.enumerate().map(|(i, end)| (end + 1, i + 2));
        let starts = starts.filter(|(start, _)| *start < text.len());
        Self {
            marks: [(0, 1)].into_iter().chain(starts).collect(),
        }
    }

    /// A text that stands on one line.
    pub fn on(line: usize) -> Self {
        Self {
            marks: vec![(0, line)],
        }
    }

    /// Says that from this byte on, the text stands on this line.
    pub(crate) fn mark(&mut self, byte: usize, line: usize) {
        match self.marks.last_mut() {
            Some((_, last)) if *last == line => {}
            Some(last) if last.0 == byte => last.1 = line,
            _ => self.marks.push((byte, line)),
        }
    }

    /// Gives back the room that is not used.
    pub(crate) fn shrink_to_fit(&mut self) {
        self.marks.shrink_to_fit();
    }

    /// Appends the lines of a part of the text that begins at `start`.
    pub(crate) fn append(&mut self, start: usize, part: &LineMap) {
        for &(byte, line) in &part.marks {
            self.mark(start + byte, line);
        }
    }

    /// The same for a text that lacks the first `bytes`.
    pub(crate) fn without_first(&self, bytes: usize) -> Self {
        let mut rest = Self::default();
        for &(byte, line) in &self.marks {
            rest.mark(byte.saturating_sub(bytes), line);
        }
        rest
    }

    /// The line that a byte stands on, from 1.
    pub fn at(&self, byte: usize) -> usize {
        let after = self.marks.partition_point(|(start, _)| *start <= byte);
        let mark = after.checked_sub(1).and_then(|at| self.marks.get(at));
        mark.map_or(1, |(_, line)| *line)
    }

    /// Whether all of the text stands on one line.
    pub fn is_single(&self) -> bool {
        self.marks.len() < 2
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_counted_as_editors_do() {
        let lines = LineMap::of("a\r\n\nbc\n");
        assert_eq!(
            [0, 1, 3, 4, 5, 99].map(|byte| lines.at(byte)),
            [1, 1, 2, 3, 3, 3]
        );
        assert!(LineMap::of("one line\n").is_single());
        assert_eq!(LineMap::of("").at(0), 1);
    }

    #[test]
    fn parts_are_put_together() {
        let mut part = LineMap::default();
        part.mark(0, 7);
        part.mark(4, 7);
        part.mark(9, 8);
        let mut all = LineMap::default();
        all.append(0, &part.without_first(2));
        all.append(20, &part);
        assert_eq!(
            [0, 6, 7, 19, 20, 29].map(|byte| all.at(byte)),
            [7, 7, 8, 8, 7, 8]
        );
    }
}

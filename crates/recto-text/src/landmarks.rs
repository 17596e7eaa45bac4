//! Places of a document that have names: the pages of a PDF, the chapters of a book, the
//! times of subtitles.
//!
//! A plain text needs none, its lines are its places ([`LineMap`](crate::LineMap)). Where a
//! reader of a format knows places that a person can find again, it marks where each begins.

/// From bytes of a text to the names of its places.
///
/// ```
/// use recto_text::Landmarks;
/// let mut pages = Landmarks::default();
/// pages.mark(0, "page 1");
/// pages.mark(40, "page 2");
/// assert_eq!((pages.at(39), pages.at(40)), (Some("page 1"), Some("page 2")));
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Landmarks {
    /// The byte at which a place begins, and its name; bytes increasing.
    marks: Vec<(usize, String)>,
}

impl Landmarks {
    /// Says that a place begins at this byte, which is not before the last that was marked.
    /// Of places that begin at one byte the last counts; a place that goes on needs no
    /// second mark.
    pub fn mark(&mut self, byte: usize, name: impl Into<String>) {
        let name = name.into();
        match self.marks.last_mut() {
            Some((at, last)) if *at >= byte => *last = name,
            Some((_, last)) if *last == name => {}
            None => {
                // Most rows of a list have one place: room for four would be most of them.
                self.marks.reserve_exact(1);
                self.marks.push((byte, name));
            }
            _ => self.marks.push((byte, name)),
        }
    }

    /// The name of the place that a byte belongs to; `None` before the first.
    pub fn at(&self, byte: usize) -> Option<&str> {
        let after = self.marks.partition_point(|(start, _)| *start <= byte);
        let mark = after.checked_sub(1).and_then(|at| self.marks.get(at));
        mark.map(|(_, name)| name.as_str())
    }

    /// Whether the text has no named places.
    pub fn is_empty(&self) -> bool {
        self.marks.is_empty()
    }

    /// The first byte and the name of each place, in order.
    pub fn iter(&self) -> impl Iterator<Item = (usize, &str)> {
        self.marks.iter().map(|(byte, name)| (*byte, name.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_belongs_to_the_last_place_that_began() {
        let mut places = Landmarks::default();
        assert_eq!(places.at(0), None);
        places.mark(3, "page 1");
        places.mark(3, "page 2");
        places.mark(9, "page 2");
        places.mark(12, "page 3");
        assert_eq!(
            [0, 3, 11, 12, 99].map(|byte| places.at(byte)),
            [
                None,
                Some("page 2"),
                Some("page 2"),
                Some("page 3"),
                Some("page 3")
            ]
        );
        assert_eq!(places.iter().count(), 2);
    }
}

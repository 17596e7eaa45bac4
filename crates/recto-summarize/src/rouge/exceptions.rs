//! Exceptions of the stemmer: irregular forms and their bases.
//!
//! The list of ROUGE-1.5.5 has thousands of lines, of which a run needs some dozens: they
//! stay one string, and a table says where each form begins.

use rustc_hash::FxHasher;
use std::hash::Hasher;

/// Inflected forms and their bases.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Exceptions {
    text: String,
    /// Where each form begins, plus one; 0 for none. At most half full, so that a search
    /// that goes on to the next slot ends soon.
    slots: Vec<u32>,
}

impl Exceptions {
    /// Reads lines of a form and its base with a blank between, the last line of a form
    /// standing. A list of more than 4 GiB is cut there.
    pub(super) fn parse(text: &str) -> Self {
        let n_lines = text.bytes().filter(|&byte| byte == b'\n').count() + 1;
        let mut found = Self {
            text: text.into(),
            slots: vec![0; (2 * n_lines).next_power_of_two()],
        };
        let starts = text.lines().filter_map(|line| {
            let (form, _) = pair(line)?;
            let start = form.as_ptr() as usize - text.as_ptr() as usize;
            Some((form, u32::try_from(start + 1).ok()?))
        });
        for (form, start) in starts {
            let slot = found.slot(form);
            found.slots[slot] = start;
        }
        found
    }

    /// The base of a form.
    pub(super) fn base(&self, form: &str) -> Option<&str> {
        if self.slots.is_empty() {
            return None;
        }
        let start = self.slots[self.slot(form)].checked_sub(1)?;
        let line = self.text[start as usize..].lines().next()?;
        pair(line).map(|(_, base)| base)
    }

    /// The slot that has the form, or the one that is free for it.
    fn slot(&self, form: &str) -> usize {
        let mask = self.slots.len() - 1;
        let mut hasher = FxHasher::default();
        hasher.write(form.as_bytes());
        let mut at = hasher.finish() as usize & mask;
        while self.slots[at] != 0 && !self.begins(self.slots[at] as usize - 1, form) {
            at = (at + 1) & mask;
        }
        at
    }

    fn begins(&self, start: usize, form: &str) -> bool {
        let rest = self.text.as_bytes()[start..].strip_prefix(form.as_bytes());
        rest.and_then(<[u8]>::first)
            .is_some_and(u8::is_ascii_whitespace)
    }
}

/// The first two words of a line.
fn pair(line: &str) -> Option<(&str, &str)> {
    let mut words = line.split_ascii_whitespace();
    Some((words.next()?, words.next()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_line_of_a_form_stands_and_a_part_of_a_form_is_none() {
        let lines = "better good\nwent\tgo\r\n\nalone\n  mice  mouse x\nbetter well";
        let found = Exceptions::parse(lines);
        assert_eq!(found.base("better"), Some("well"));
        assert_eq!(found.base("went"), Some("go"));
        assert_eq!(found.base("mice"), Some("mouse"));
        for none in ["bet", "alone", "good", "x", ""] {
            assert_eq!(found.base(none), None, "{none}");
        }
        assert_eq!(Exceptions::default().base("went"), None);
    }

    #[test]
    fn every_form_of_a_long_list_is_found() {
        let lines: Vec<String> = (0..3000).map(|i| format!("form{i} base{i}")).collect();
        let found = Exceptions::parse(&lines.join("\n"));
        for i in 0..3000 {
            assert_eq!(found.base(&format!("form{i}")), Some(&*format!("base{i}")));
            assert_eq!(found.base(&format!("form{}", i + 3000)), None);
        }
    }
}

//! Where names occur in messages.

use rustc_hash::FxHashMap;

/// Names by their first word.
#[derive(Debug, Clone, Default)]
pub(crate) struct Matcher {
    /// Names that begin with a word, the longest first.
    by_first: FxHashMap<u32, Vec<(Vec<u32>, u32)>>,
}

impl Matcher {
    /// A matcher of names; each comes with its number.
    pub(crate) fn new<'n>(names: impl IntoIterator<Item = (&'n [u32], u32)>) -> Self {
        let mut by_first: FxHashMap<u32, Vec<(Vec<u32>, u32)>> = FxHashMap::default();
        for (words, number) in names {
            if let Some(&first) = words.first() {
                let rows = by_first.entry(first).or_default();
                rows.push((words.to_vec(), number));
                rows.sort_by(|a, b| b.0.len().cmp(&a.0.len()).then(a.cmp(b)));
            }
        }
        Self { by_first }
    }

    /// Calls `each` with the number of every name, also of one inside another.
    pub(crate) fn all(&self, words: &[u32], mut each: impl FnMut(u32)) {
        for (at, word) in words.iter().enumerate() {
            for (name, number) in self.by_first.get(word).into_iter().flatten() {
                if words[at..].starts_with(name) {
                    each(*number);
                }
            }
        }
    }

    /// Calls `each` with the number, the place and the length of every name that is not
    /// inside a longer one that begins at or before it.
    pub(crate) fn longest(&self, words: &[u32], mut each: impl FnMut(u32, usize, usize)) {
        let mut at = 0;
        while at < words.len() {
            let rows = self.by_first.get(&words[at]).into_iter().flatten();
            let found = { rows }.find(|(name, _)| words[at..].starts_with(name));
            at += match found {
                Some((name, number)) => {
                    each(*number, at, name.len());
                    name.len()
                }
                None => 1,
            };
        }
    }
}

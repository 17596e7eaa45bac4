//! Where names occur in messages.

/// Names by their first word.
#[derive(Debug, Clone, Default)]
pub(crate) struct Matcher {
    /// By word: one more than the place in `names`; 0 if no name begins with it.
    places: Vec<u32>,
    /// Names that begin with the same word, the longest first.
    names: Vec<Vec<(Vec<u32>, u32)>>,
}

impl Matcher {
    /// A matcher of names; each comes with its number.
    pub(crate) fn new<'n>(names: impl IntoIterator<Item = (&'n [u32], u32)>) -> Self {
        let mut matcher = Self::default();
        for (words, number) in names {
            if let Some(&first) = words.first() {
                matcher.begin_with(first).push((words.to_vec(), number));
            }
        }
        for rows in &mut matcher.names {
            rows.sort_by(|a, b| b.0.len().cmp(&a.0.len()).then(a.cmp(b)));
        }
        matcher
    }

    fn begin_with(&mut self, first: u32) -> &mut Vec<(Vec<u32>, u32)> {
        let first = first as usize;
        if self.places.len() <= first {
            self.places.resize(first + 1, 0);
        }
        if self.places[first] == 0 {
            self.names.push(Vec::new());
            self.places[first] = self.names.len() as u32;
        }
        &mut self.names[self.places[first] as usize - 1]
    }

    /// The names that begin with a word, the longest first.
    fn of(&self, word: u32) -> &[(Vec<u32>, u32)] {
        match self.places.get(word as usize) {
            None | Some(0) => &[],
            Some(&place) => &self.names[place as usize - 1],
        }
    }

    /// Calls `each` with the number of every name, also of one inside another.
    pub(crate) fn all(&self, words: &[u32], mut each: impl FnMut(u32)) {
        for (at, word) in words.iter().enumerate() {
            for (name, number) in self.of(*word) {
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
            let found = self
                .of(words[at])
                .iter()
                .find(|(name, _)| words[at..].starts_with(name));
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

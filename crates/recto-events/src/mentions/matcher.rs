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

    /// Calls `each` with the number of every name, also of one inside another, and whether
    /// [`Self::longest`] would find it there.
    pub(crate) fn all(&self, words: &[u32], mut each: impl FnMut(u32, bool)) {
        let mut end_of_longest = 0;
        for (at, word) in words.iter().enumerate() {
            for (name, number) in self.of(*word) {
                if words[at..].starts_with(name) {
                    let is_longest = at >= end_of_longest;
                    if is_longest {
                        end_of_longest = at + name.len();
                    }
                    each(*number, is_longest);
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn one_walk_finds_every_name_and_tells_the_longest(
            names in prop::collection::vec(prop::collection::vec(0u32..4, 1..4), 1..6),
            words in prop::collection::vec(0u32..4, 0..12),
        ) {
            let matcher = Matcher::new(names.iter().map(Vec::as_slice).zip(0..));
            let (mut all, mut marked, mut longest) = (Vec::new(), Vec::new(), Vec::new());
            matcher.all(&words, |name, is_longest| {
                all.push(name);
                if is_longest {
                    marked.push(name);
                }
            });
            matcher.longest(&words, |name, _, _| longest.push(name));
            prop_assert_eq!(marked, longest);
            let places = |name: &Vec<u32>| words.windows(name.len()).filter(|run| run == name).count();
            let expected: usize = names.iter().map(places).sum();
            prop_assert_eq!(all.len(), expected);
        }
    }
}

//! Terms and their numbers.

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::FxBuildHasher;
use std::hash::BuildHasher;

/// The number of a term, in the order in which terms are first seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TermId(pub u32);

impl TermId {
    /// Stands for "no term" inside a token.
    pub(crate) const NONE: TermId = TermId(u32::MAX);

    /// As an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The terms of a text or a collection; ids count them in first-seen order.
///
/// ```
/// use recto_text::Vocabulary;
/// let mut vocabulary = Vocabulary::default();
/// let tide = vocabulary.intern("tide");
/// assert_eq!(vocabulary.intern("tide"), tide);
/// assert_eq!(vocabulary.term(tide), "tide");
/// assert_eq!(vocabulary.get("ebb"), None);
/// ```
///
/// All terms stand in one string, so that a vocabulary costs a handful of allocations
/// whatever its size.
#[derive(Debug, Clone, Default)]
pub struct Vocabulary {
    terms: Terms,
    /// Each id with the hash of its term, so that growing reads no letters.
    ids: HashTable<(u32, u32)>,
}

/// Distinct terms in the order of their ids, without a way to look one up.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Terms {
    letters: String,
    ends: Vec<u32>,
}

impl Terms {
    pub(crate) fn push(&mut self, term: &str) {
        self.letters.push_str(term);
        let end = u32::try_from(self.letters.len()).expect("terms are limited to 4 GiB");
        self.ends.push(end);
    }

    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(crate) fn get(&self, index: usize) -> &str {
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.letters[start as usize..self.ends[index] as usize]
    }

    pub(crate) fn iter(&self) -> impl ExactSizeIterator<Item = &str> {
        (0..self.len()).map(|index| self.get(index))
    }
}

fn hash(term: &str) -> u32 {
    let hash = FxBuildHasher.hash_one(term);
    (hash ^ (hash >> 32)) as u32
}

/// The table takes its place from the low bits and a mark from the high ones.
fn spread(hash: u32) -> u64 {
    u64::from(hash) << 32 | u64::from(hash)
}

impl Vocabulary {
    /// A vocabulary of terms that are known to be distinct.
    pub(crate) fn from_distinct(terms: Terms) -> Self {
        let mut ids = HashTable::with_capacity(terms.len());
        for (id, term) in (0..).zip(terms.iter()) {
            let hash = hash(term);
            ids.insert_unique(spread(hash), (hash, id), |&(hash, _)| spread(hash));
        }
        Self { terms, ids }
    }

    /// The id of a term, new or known.
    pub fn intern(&mut self, term: &str) -> TermId {
        let terms = &mut self.terms;
        let hash = hash(term);
        let is_term = |&(other, id): &(u32, u32)| other == hash && terms.get(id as usize) == term;
        match self
            .ids
            .entry(spread(hash), is_term, |&(hash, _)| spread(hash))
        {
            Entry::Occupied(known) => TermId(known.get().1),
            Entry::Vacant(free) => {
                let id = u32::try_from(terms.len()).expect("fewer than four billion terms");
                free.insert((hash, id));
                terms.push(term);
                TermId(id)
            }
        }
    }

    /// The id of a known term.
    pub fn get(&self, term: &str) -> Option<TermId> {
        let is_term = |&(_, id): &(u32, u32)| self.terms.get(id as usize) == term;
        let &(_, id) = self.ids.find(spread(hash(term)), is_term)?;
        Some(TermId(id))
    }

    /// The term with that id.
    ///
    /// # Panics
    /// If the id is not of this vocabulary.
    pub fn term(&self, id: TermId) -> &str {
        self.terms.get(id.index())
    }

    /// How many terms.
    pub fn len(&self) -> usize {
        self.terms.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All terms in the order of their ids.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &str> {
        self.terms.iter()
    }
}

impl PartialEq for Vocabulary {
    fn eq(&self, other: &Self) -> bool {
        self.terms == other.terms
    }
}

impl Eq for Vocabulary {}

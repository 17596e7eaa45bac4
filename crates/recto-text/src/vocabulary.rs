//! Terms and their numbers.

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

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
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Vocabulary {
    terms: IndexSet<Box<str>, FxBuildHasher>,
}

impl Vocabulary {
    /// The id of a term, new or known.
    pub fn intern(&mut self, term: &str) -> TermId {
        let index = match self.terms.get_index_of(term) {
            Some(index) => index,
            None => self.terms.insert_full(term.into()).0,
        };
        TermId(u32::try_from(index).expect("fewer than four billion terms"))
    }

    /// The id of a known term.
    pub fn get(&self, term: &str) -> Option<TermId> {
        let index = self.terms.get_index_of(term)?;
        u32::try_from(index).ok().map(TermId)
    }

    /// The term with that id.
    ///
    /// # Panics
    /// If the id is not of this vocabulary.
    pub fn term(&self, id: TermId) -> &str {
        &self.terms[id.index()]
    }

    /// How many terms.
    pub fn len(&self) -> usize {
        self.terms.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    /// All terms in the order of their ids.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &str> {
        self.terms.iter().map(AsRef::as_ref)
    }
}

//! The documents of a project as questions see them: copies folded into one.

use super::{Given, Project, ProjectError};
use crate::Reading;
use recto_text::language::LanguageShares;
use recto_text::{Language, Pile};
use rustc_hash::FxHashMap;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

/// What two texts must share to be copies: their words, whatever stands between them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Wording([u8; 32]);

impl Wording {
    pub(super) fn of(text: &str) -> Self {
        let mut digest = Sha256::new();
        for word in text.split_whitespace() {
            digest.update(word);
            digest.update(b" ");
        }
        Self(digest.finalize().into())
    }
}

/// The documents of a project, each wording once.
#[derive(Debug)]
pub struct Texts {
    /// The first document of each wording, with the labels that are learned from.
    pub pile: Pile,
    /// The language of all documents; `None` if each one's is detected.
    pub language: Option<&'static Language>,
    /// Labels that documents came with and that are kept aside, by place in the pile.
    pub aside: Vec<Option<String>>,
    places: FxHashMap<String, usize>,
    copies: BTreeMap<String, usize>,
    /// Shares of the languages of the pile, once they are needed: every question reads a few
    /// documents, and must not read all of them for it.
    shares: OnceLock<Option<Arc<LanguageShares>>>,
}

impl Texts {
    /// The documents of a project.
    ///
    /// # Errors
    /// [`ProjectError`] if they cannot be read.
    pub fn of(project: &Project) -> Result<Self, ProjectError> {
        let code: String = project.parsed("language")?;
        let stored = project.documents()?;
        let n_given = stored.iter().filter(|one| !one.document.labels.is_empty());
        let learns = project.given()?.of(stored.len(), n_given.count()) == Some(Given::Known);
        let mut texts = Self {
            pile: Pile::default(),
            language: Language::from_code(&code),
            aside: Vec::new(),
            places: FxHashMap::default(),
            copies: BTreeMap::new(),
            shares: OnceLock::new(),
        };
        let mut wordings: FxHashMap<Wording, usize> = FxHashMap::default();
        for one in stored {
            let mut document = one.document;
            let next = texts.pile.documents.len();
            let place = *wordings.entry(Wording::of(&document.text)).or_insert(next);
            let labels = std::mem::take(&mut document.labels);
            let id = document.id.clone();
            if place == next {
                texts.places.insert(id, next);
                texts.pile.documents.push(document);
                texts.aside.push(None);
            } else {
                texts.copies.insert(id, place);
            }
            texts.give(place, labels, learns);
        }
        Ok(texts)
    }

    /// A reading of the documents for a single run.
    pub(super) fn reading(&self) -> Reading<'_> {
        let reading = Reading::for_one_run(&self.pile).in_language(self.language);
        match self.shares.get_or_init(|| reading.language_shares()) {
            Some(shares) => reading.with_language_shares(Arc::clone(shares)),
            None => reading,
        }
    }

    /// Takes the labels that a document or one of its copies came with; the first counts.
    fn give(&mut self, place: usize, labels: Vec<String>, learns: bool) {
        let [label] = <[String; 1]>::try_from(labels).unwrap_or_default();
        if label.is_empty() {
            return;
        }
        let own = &mut self.pile.documents[place].labels;
        if learns && own.is_empty() {
            own.push(label);
        } else if !learns {
            self.aside[place].get_or_insert(label);
        }
    }

    /// The place of a document that is no copy of an earlier one.
    pub fn place(&self, id: &str) -> Option<usize> {
        self.places.get(id).copied()
    }

    /// The place of a document or of that which it is a copy of.
    pub fn place_of_wording(&self, id: &str) -> Option<usize> {
        self.place(id).or_else(|| self.copies.get(id).copied())
    }

    /// Copies, each with the place of the document that is asked in its stead.
    pub fn copies(&self) -> impl Iterator<Item = (&str, usize)> {
        self.copies.iter().map(|(id, place)| (id.as_str(), *place))
    }

    /// The id of the document at a place.
    pub fn id(&self, place: usize) -> &str {
        &self.pile.documents[place].id
    }
}

//! Messages cut into words: the part of reading that does not depend on other messages, so
//! that many can be prepared at once.

use super::read::{Filter, Refusal};
use super::shortened;
use crate::Message;
use crate::mentions::{Marker, Marks};
use recto_text::Language;
use recto_text::message::MessageReader;
use rustc_hash::FxHasher;
use std::hash::Hasher;

/// Texts of so few words are the same by chance.
const COPY_WORDS: usize = 3;

/// Cuts messages of one language into words.
#[derive(Debug, Clone)]
pub(crate) struct Preparer {
    reader: MessageReader,
    filter: Filter,
}

/// A message cut into words that have no numbers yet.
#[derive(Debug, Clone, Default)]
pub(crate) struct Prepared {
    /// Normal forms of all words, one after the other.
    forms: String,
    /// End of each word in `forms`, and how it is written.
    words: Vec<(u32, Marks)>,
    /// The same for copies; `None` for texts of few words.
    pub(super) copy_key: Option<u64>,
    pub(super) refusal: Option<Refusal>,
    pub(super) is_shortened: bool,
}

impl Preparer {
    pub(crate) fn new(language: &'static Language, filter: Filter) -> Self {
        Self {
            reader: MessageReader::new(language),
            filter,
        }
    }

    /// Cuts a message into words, or tells why it is left out.
    pub(crate) fn prepare(&mut self, message: &Message<'_>) -> Prepared {
        let mut prepared = Prepared::default();
        self.prepare_into(message, &mut prepared);
        prepared
    }

    /// The same into what another message was prepared into, without new memory.
    pub(crate) fn prepare_into(&mut self, message: &Message<'_>, into: &mut Prepared) {
        into.forms.clear();
        into.words.clear();
        into.refusal = self.filter.refuses(message);
        if into.refusal.is_some() {
            return;
        }
        let text = shortened(message.text);
        into.is_shortened = text.len() < message.text.len();
        let mut marker = Marker::default();
        let mut key = CopyKey::default();
        self.reader.read(text, |word| {
            into.forms.push_str(word.form);
            let marks = marker.mark(text, word.span, word.is_content);
            into.words.push((into.forms.len() as u32, marks));
            if word.is_content {
                key.add(word.form);
            }
        });
        into.copy_key = key.finish();
        into.refusal = into.words.is_empty().then_some(Refusal::Empty);
    }
}

impl Prepared {
    /// The words with their marks, in order.
    pub(super) fn words(&self) -> impl Iterator<Item = (&str, Marks)> {
        let mut start = 0;
        self.words.iter().map(move |&(end, marks)| {
            let form = &self.forms[start..end as usize];
            start = end as usize;
            (form, marks)
        })
    }
}

/// A number that copies of a text share: that of its words that carry meaning.
#[derive(Default)]
struct CopyKey {
    hasher: FxHasher,
    n: usize,
}

impl CopyKey {
    fn add(&mut self, form: &str) {
        self.hasher.write(form.as_bytes());
        self.hasher.write_u8(0);
        self.n += 1;
    }

    fn finish(self) -> Option<u64> {
        (self.n > COPY_WORDS).then(|| self.hasher.finish())
    }
}

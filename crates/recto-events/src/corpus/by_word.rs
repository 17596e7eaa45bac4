//! The messages with each word.

use super::Corpus;
use crate::lists::Lists;

/// By word that carries meaning: the messages with it in order. A running stream adds its
/// newest messages before each search instead of going over all of them.
#[derive(Debug, Clone, Default)]
pub(crate) struct MessagesByWord {
    lists: Lists,
    /// Messages of the corpus that are in the lists.
    n_messages: usize,
}

impl MessagesByWord {
    pub(crate) fn of(corpus: &Corpus) -> Self {
        let mut all = Self::default();
        all.extend(corpus);
        all
    }

    /// Adds the messages of a corpus that are not in the lists yet.
    pub(crate) fn extend(&mut self, corpus: &Corpus) {
        self.lists.0.resize(corpus.n_words(), Vec::new());
        for message in self.n_messages..corpus.len() {
            for word in corpus.content(message) {
                self.lists.add(word, message);
            }
        }
        self.n_messages = corpus.len();
    }

    /// Forgets the messages from `first` on.
    pub(crate) fn truncate(&mut self, first: usize) {
        for list in &mut self.lists.0 {
            list.truncate(list.partition_point(|&message| (message as usize) < first));
        }
        self.n_messages = self.n_messages.min(first);
    }

    /// By word: its messages.
    pub(crate) fn lists(&self) -> &[Vec<u32>] {
        &self.lists.0
    }

    /// Bytes held, about.
    pub(crate) fn memory(&self) -> usize {
        let of = |list: &Vec<u32>| size_of::<Vec<u32>>() + list.capacity() * size_of::<u32>();
        self.lists.0.iter().map(of).sum()
    }
}

//! One message after the other into a corpus.

use super::read::{Copies, Filter, Refusal};
use super::{Corpus, shortened};
use crate::mentions::Evidence;
use crate::{Counts, Message};
use recto_text::Language;
use recto_text::message::MessageReader;

/// A corpus that grows, with the evidence for names.
pub(crate) struct Reading {
    pub(crate) corpus: Corpus,
    pub(crate) evidence: Evidence,
    copies: Copies,
    reader: MessageReader,
    filter: Filter,
}

impl Reading {
    /// An empty corpus in a language.
    pub(crate) fn new(language: &'static Language, filter: Filter) -> Self {
        Self {
            corpus: Corpus {
                starts: vec![0],
                language: Some(language),
                ..Corpus::default()
            },
            evidence: Evidence::default(),
            copies: Copies::default(),
            reader: MessageReader::new(language),
            filter,
        }
    }

    /// Adds a message, unless it is left out; returns whether it was added. Times must not
    /// fall.
    pub(crate) fn push(&mut self, index: u32, message: &Message<'_>, counts: &mut Counts) -> bool {
        let refusal = self
            .filter
            .refuses(message)
            .or_else(|| self.read(message.text, message.time));
        if let Some(refusal) = refusal {
            refusal.count(counts);
            self.evidence.grow(self.corpus.is_content.len());
            return false;
        }
        let corpus = &mut self.corpus;
        counts.shortened += usize::from(shortened(message.text).len() < message.text.len());
        corpus.starts.push(corpus.words.len());
        corpus.times.push(message.time);
        corpus.indices.push(index);
        corpus.users.push(message.user);
        corpus.replies.push(message.is_reply);
        self.evidence.close(&corpus.is_content);
        true
    }

    /// Appends the words of a message, or takes them back and tells why.
    fn read(&mut self, text: &str, time: f64) -> Option<Refusal> {
        let text = shortened(text);
        let (corpus, evidence) = (&mut self.corpus, &mut self.evidence);
        let start = corpus.words.len();
        evidence.open();
        self.reader.read(text, |word| {
            let term = corpus.vocabulary.intern(word.form).0;
            if term as usize == corpus.is_content.len() {
                corpus.is_content.push(word.is_content);
            }
            corpus.words.push(term);
            evidence.word(text, word, term);
        });
        let refusal = if corpus.words.len() == start {
            Some(Refusal::Empty)
        } else {
            self.is_copy(start, time).then_some(Refusal::Duplicate)
        };
        if refusal.is_some() {
            self.corpus.words.truncate(start);
        }
        refusal
    }

    fn is_copy(&mut self, start: usize, time: f64) -> bool {
        let corpus = &self.corpus;
        let words = corpus.words[start..].iter().copied();
        let content = words.filter(|&word| corpus.is_content[word as usize]);
        let spelt = content.map(|word| corpus.spelling(word));
        !self.filter.keep_duplicates && self.copies.is_copy(spelt, time)
    }

    /// Forgets the first messages and the words that only they hold.
    pub(crate) fn forget_first(&mut self, n: usize) {
        let marks = self.evidence.take_marks(n, &self.corpus);
        self.corpus = self.corpus.without_first(n);
        self.evidence = Evidence::of(&self.corpus, marks);
    }
}

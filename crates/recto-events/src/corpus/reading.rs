//! One message after the other into a corpus.

use super::copies::Copies;
use super::prepare::Prepared;
use super::read::Refusal;
use super::{Corpus, vocabulary};
use crate::mentions::{Evidence, Marks};
use crate::{Counts, Message};
use recto_text::{Language, Vocabulary};
use serde::{Deserialize, Serialize};

/// A corpus that grows, with the evidence for names.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Reading {
    pub(crate) corpus: Corpus,
    pub(crate) evidence: Evidence,
    copies: Copies,
}

/// What a message has beside its words.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Head {
    /// Position of the message in the slice as given.
    pub(crate) index: u32,
    pub(crate) time: f64,
    pub(crate) user: Option<u64>,
    pub(crate) is_reply: bool,
}

impl Head {
    pub(crate) fn of(message: &Message<'_>, index: u32) -> Self {
        Self {
            index,
            time: message.time,
            user: message.user,
            is_reply: message.is_reply,
        }
    }
}

impl Reading {
    /// An empty corpus in a language.
    pub(crate) fn new(language: &'static Language) -> Self {
        Self {
            corpus: Corpus {
                starts: vec![0],
                language: Some(language),
                ..Corpus::default()
            },
            evidence: Evidence::default(),
            copies: Copies::default(),
        }
    }

    /// Adds a message at the end, unless it is left out; returns whether it was added.
    pub(crate) fn push(
        &mut self,
        head: Head,
        prepared: &Prepared,
        keeps_copies: bool,
        counts: &mut Counts,
    ) -> bool {
        let refusal = prepared.refusal.or_else(|| {
            let key = prepared.copy_key.filter(|_| !keeps_copies)?;
            let is_copy = self.copies.is_copy(key, head.time);
            is_copy.then_some(Refusal::Duplicate)
        });
        if let Some(refusal) = refusal {
            refusal.count(counts);
            return false;
        }
        counts.shortened += usize::from(prepared.is_shortened);
        self.add(head, prepared);
        true
    }

    fn add(&mut self, head: Head, prepared: &Prepared) {
        let corpus = &mut self.corpus;
        let start = corpus.words.len();
        for (form, marks) in prepared.words() {
            let term = corpus.vocabulary.intern(form).0;
            if term as usize == corpus.is_content.len() {
                corpus.is_content.push(marks.has(Marks::CONTENT));
            }
            corpus.words.push(term);
            corpus.marks.push(marks);
        }
        corpus.starts.push(corpus.words.len());
        corpus.times.push(head.time);
        corpus.indices.push(head.index);
        corpus.users.push(head.user);
        corpus.replies.push(head.is_reply);
        let (words, marks) = (&corpus.words[start..], &corpus.marks[start..]);
        self.evidence.add(words, marks, corpus.is_content.len());
    }

    /// Forgets the first messages and the words that only they hold.
    pub(crate) fn forget_first(&mut self, n: usize) {
        for message in 0..n {
            let (words, marks) = self.corpus.written(message);
            self.evidence.remove(words, marks);
        }
        self.corpus.forget_first(n);
        self.keep_words(|messages| messages > 0);
    }

    /// Forgets words that few messages hold until there are at most `most`; those that
    /// fewest messages hold go first.
    pub(crate) fn forget_rare_words(&mut self, most: usize) {
        let mut least = 2;
        while self.corpus.n_words() > most {
            self.keep_words(|messages| messages >= least);
            least = least.saturating_mul(2);
        }
    }

    /// Keeps the words with as many messages as asked, in the same order.
    fn keep_words(&mut self, keeps: impl Fn(u32) -> bool) {
        let old = &self.corpus;
        let mut numbers: Vec<Option<u32>> = vec![None; old.n_words()];
        let (mut kept, mut is_content) = (Vocabulary::default(), Vec::new());
        for word in 0..old.n_words() as u32 {
            if keeps(self.evidence.messages(word)) {
                numbers[word as usize] = Some(kept.intern(old.spelling(word)).0);
                is_content.push(old.is_content[word as usize]);
            }
        }
        if kept.len() < numbers.len() {
            let number = |word: u32| numbers[word as usize];
            self.corpus.renumber(kept, is_content, number);
            self.evidence.renumber(number);
        }
    }

    /// Why a corpus that was read from bytes cannot be; `None` if it can.
    pub(crate) fn fault(&self) -> Option<&'static str> {
        let n_words = self.corpus.vocabulary.len();
        self.corpus.fault().or_else(|| {
            let is_sound = self.evidence.is_of(n_words) && self.copies.is_sound();
            (!is_sound).then_some("counts of words that are not there")
        })
    }

    /// Bytes held, about.
    pub(crate) fn memory(&self) -> usize {
        let corpus = &self.corpus;
        let message = size_of::<(f64, u32, Option<u64>, bool, usize)>();
        let letters: usize = corpus.vocabulary.iter().map(str::len).sum();
        corpus.len() * message
            + corpus.words.len() * (size_of::<u32>() + 1)
            + letters
            + corpus.n_words() * vocabulary::ROW
            + self.evidence.memory()
            + self.copies.memory()
    }
}

//! A corpus that moves with a running stream: old messages go, late ones come in between.

use super::Corpus;
use recto_text::Vocabulary;

impl Corpus {
    /// Forgets the first messages; their words stay in the vocabulary.
    pub(super) fn forget_first(&mut self, n: usize) {
        let first_word = self.starts[n];
        self.times.drain(..n);
        self.users.drain(..n);
        self.replies.drain(..n);
        self.starts.drain(..n);
        self.starts
            .iter_mut()
            .for_each(|start| *start -= first_word);
        self.words.drain(..first_word);
        self.marks.drain(..first_word);
        self.number_messages();
    }

    /// Messages are known by their place.
    pub(crate) fn number_messages(&mut self) {
        self.indices = (0..self.times.len() as u32).collect();
    }

    /// Gives words other numbers; those without one are taken out of the messages.
    pub(super) fn renumber(
        &mut self,
        vocabulary: Vocabulary,
        is_content: Vec<bool>,
        number: impl Fn(u32) -> Option<u32>,
    ) {
        let mut kept = 0;
        for message in 0..self.len() {
            let range = self.starts[message]..self.starts[message + 1];
            self.starts[message] = kept;
            for place in range {
                if let Some(word) = number(self.words[place]) {
                    (self.words[kept], self.marks[kept]) = (word, self.marks[place]);
                    kept += 1;
                }
            }
        }
        self.words.truncate(kept);
        self.marks.truncate(kept);
        if let Some(last) = self.starts.last_mut() {
            *last = kept;
        }
        self.vocabulary = vocabulary;
        self.is_content = is_content;
    }

    /// Puts messages that were added at the end in their places by time; of equal times the
    /// one that came first stands first. Returns the first place that changed and, from
    /// there on, the old place of each message; `None` if all are in order.
    pub(crate) fn sort_late(&mut self, n_late: usize) -> Option<(usize, Vec<usize>)> {
        let in_order = self.len() - n_late;
        let late = self.times[in_order..].iter().copied();
        let earliest = late.fold(f64::INFINITY, f64::min);
        let first = self.times[..in_order].partition_point(|&time| time <= earliest);
        if first == in_order && self.times.is_sorted() {
            return None;
        }
        let mut order: Vec<usize> = (first..self.len()).collect();
        order.sort_by(|&a, &b| self.times[a].total_cmp(&self.times[b]));
        self.reorder(first, &order);
        Some((first, order))
    }

    fn reorder(&mut self, first: usize, order: &[usize]) {
        let first_word = self.starts[first];
        let mut words = Vec::with_capacity(self.words.len() - first_word);
        let mut marks = Vec::with_capacity(words.capacity());
        let mut starts = Vec::with_capacity(order.len());
        for &message in order {
            starts.push(first_word + words.len());
            let (own, own_marks) = self.written(message);
            words.extend_from_slice(own);
            marks.extend_from_slice(own_marks);
        }
        self.words.splice(first_word.., words);
        self.marks.splice(first_word.., marks);
        let last = self.starts.len() - 1;
        self.starts.splice(first..last, starts);
        reorder(&mut self.times, first, order);
        reorder(&mut self.users, first, order);
        reorder(&mut self.replies, first, order);
    }

    /// Why a corpus that was read from bytes cannot be; `None` if it can.
    pub(super) fn fault(&self) -> Option<&'static str> {
        let n = self.times.len();
        let n_words = self.vocabulary.len();
        let is_long = self.users.len() == n && self.replies.len() == n;
        let is_full = self.starts.len() == n + 1 && self.starts.first() == Some(&0);
        let ends = self.starts.last() == Some(&self.words.len());
        let times = self.times.iter().all(|time| time.is_finite());
        if !is_long || !is_full || !ends || self.marks.len() != self.words.len() {
            Some("lists of different lengths")
        } else if !times || !self.origin.is_finite() || !self.times.is_sorted() {
            Some("times out of order")
        } else if !self.starts.is_sorted() || self.is_content.len() != n_words {
            Some("words out of order")
        } else if self.words.iter().any(|&word| word as usize >= n_words) {
            Some("a word that is not in the vocabulary")
        } else if !self.marks.iter().all(|marks| marks.is_known()) || self.language.is_none() {
            Some("unknown marks")
        } else {
            None
        }
    }
}

/// Puts the items from `first` on in the order of their old places.
pub(crate) fn reorder<T: Clone>(items: &mut Vec<T>, first: usize, order: &[usize]) {
    let sorted: Vec<T> = order.iter().map(|&place| items[place].clone()).collect();
    items.truncate(first);
    items.extend(sorted);
}

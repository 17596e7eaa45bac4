//! Per-thread cache from spellings to terms.
//!
//! Normalising a word costs about a hundred times as much as looking it up, and prose
//! repeats its words. Each thread keeps a memo for the last few recipes (forms,
//! language and stop words). A memo holds only pure functions of the spelling, so no result depends on
//! what it happens to hold.
//!
//! A text is analysed in parts by several threads. While a memo serves a text it numbers
//! the terms of that text in the order in which its thread meets them, over all parts of
//! the thread. These numbers belong to a *count*, one per memo and text. Whoever joins the
//! parts gets the letters of a term only from the part that met it first, and translates
//! the numbers of a count once for all its parts.
//!
//! The layout is chosen for the memory hierarchy: most words are found in `front`, a
//! direct-mapped table that stays in the core's cache; others in `table`, open addressing
//! with keys stored inline; spellings above fifteen bytes, which are rare, in a hash map.

use crate::document::Span;
use crate::language::Language;
use crate::normal::{Forms, Normalizer};
use crate::stop_words::StopWords;
use crate::token::Token;
use crate::vocabulary::{TermId, Terms, Vocabulary};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A memo with more spellings than this, about 16 MiB, is dropped and a new one started.
const FULL: usize = 1 << 18;
/// Number of memos that a thread keeps.
const KEPT: usize = 3;
/// Number of entries in the front: 384 KiB, which leaves room in a core's second-level
/// cache. Nine of ten words of prose are among its most frequent 16,000.
const FRONT: usize = 1 << 14;
/// Number of words that are looked up together.
const BATCH: usize = 64;
/// Length in bytes of the longest spelling that the table holds: one byte of the 16 of a
/// key is the length.
const SHORT: usize = 15;

thread_local! {
    static MEMOS: RefCell<Vec<Memo>> = const { RefCell::new(Vec::new()) };
}

/// A number that is unique in the process, for a text or a count.
pub(super) fn unique() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// Terms of spellings by one recipe, and their numbers within the current text.
pub(super) struct Memo {
    forms: Forms,
    language: &'static Language,
    stop_words: Option<Arc<StopWords>>,
    normalizer: Normalizer,
    table: Table,
    long: FxHashMap<Box<str>, u32>,
    terms: Vocabulary,
    /// For each term, the last count that numbered it and its number there.
    local: Vec<(u32, TermId)>,
    /// The text that the memo serves, or served last.
    text: u64,
    /// The current count, within this memo. Every stored number carries its count, so that
    /// starting another text invalidates all numbers at once, without clearing anything.
    count: u32,
    /// The current count, within the process.
    source: u64,
    /// Number of terms of the count that were handed out by [`Memo::take_found`].
    counted: u32,
    /// Terms of the count that were not handed out yet.
    found: Terms,
    /// Direct-mapped cache of recent spellings with their count and number. A collision
    /// overwrites: the table has them all.
    front: Vec<(Key, u32, TermId)>,
}

/// Terms that were met in a part for the first time.
pub(super) struct Found {
    /// The count, within the process, that numbered them.
    pub(super) source: u64,
    /// Number of the first term; the others follow.
    pub(super) first: u32,
    pub(super) terms: Terms,
}

impl Memo {
    /// Takes this thread's memo for a recipe, or a new one, to serve the text with the
    /// unique number `text`. It is removed from the thread's store, so that other work on
    /// this thread cannot find it in use.
    pub(super) fn take(
        forms: Forms,
        language: &'static Language,
        stop_words: Option<&Arc<StopWords>>,
        text: u64,
    ) -> Self {
        let kept = MEMOS.with_borrow_mut(|memos| {
            // A memo keeps its list alive, so that no other list can stand at its address.
            let fits = |memo: &Memo| {
                memo.forms == forms
                    && memo.language == language
                    && memo.stop_words.as_ref().map(Arc::as_ptr) == stop_words.map(Arc::as_ptr)
            };
            let at = memos.iter().position(fits)?;
            Some(memos.remove(at))
        });
        let mut memo = kept
            .filter(|memo| memo.table.used + memo.long.len() < FULL && memo.count < u32::MAX)
            .unwrap_or_else(|| Self::new(forms, language, stop_words.cloned()));
        if memo.text != text {
            memo.text = text;
            memo.count += 1;
            memo.source = unique();
            memo.counted = 0;
        }
        memo
    }

    fn new(forms: Forms, language: &'static Language, stop_words: Option<Arc<StopWords>>) -> Self {
        Self {
            forms,
            language,
            normalizer: Normalizer::new(forms, language, stop_words.clone()),
            stop_words,
            table: Table::default(),
            long: FxHashMap::default(),
            terms: Vocabulary::default(),
            local: Vec::new(),
            text: 0,
            count: 0,
            source: 0,
            counted: 0,
            found: Terms::default(),
            front: vec![(FREE, 0, TermId::NONE); FRONT],
        }
    }

    /// Returns the memo to its thread; the least recently used beyond [`KEPT`] is dropped.
    pub(super) fn put_back(self) {
        MEMOS.with_borrow_mut(|memos| {
            memos.insert(0, self);
            memos.truncate(KEPT);
        });
    }

    /// Terms numbered since the last call, in the order of their numbers.
    pub(super) fn take_found(&mut self) -> Found {
        let first = self.counted;
        let terms = std::mem::take(&mut self.found);
        self.counted += u32::try_from(terms.len()).expect("fewer than four billion terms");
        Found {
            source: self.source,
            first,
            terms,
        }
    }

    /// Sets the term of every token to its number within the current count.
    pub(super) fn number(&mut self, text: &str, tokens: &mut [Token]) {
        tokens
            .chunks_mut(BATCH)
            .for_each(|batch| self.number_batch(text, batch));
    }

    /// Numbers a batch in three passes, because a rare word waits for memory about a hundred
    /// times longer than its comparison takes. First the front is read for all words,
    /// without a branch that could be mispredicted. Then the table is read once for each
    /// miss without using the result, so that the processor waits for many cache misses at
    /// once (a prefetch in safe code). Only then are the misses looked up.
    fn number_batch(&mut self, text: &str, batch: &mut [Token]) {
        let mut missed = [(FREE, 0); BATCH];
        let mut n_missed = 0;
        for (i, token) in batch.iter_mut().enumerate() {
            let key = pack(text.as_bytes(), token.span());
            let (known, count, number) = self.front[mix(key) as usize % FRONT];
            // Set even on a miss, which the third pass corrects: no branch.
            *token = token.with_term(number);
            missed[n_missed] = (key, i);
            n_missed += usize::from(known != key || count != self.count);
        }
        let missed = &missed[..n_missed];
        let touched = missed
            .iter()
            .fold(0, |all, &(key, _)| all ^ self.table.touch(key));
        // Without a use of the reads, the compiler would remove them.
        std::hint::black_box(touched);
        for &(key, i) in missed {
            let surface = &text[batch[i].span().range()];
            let number = if key == FREE {
                self.number_long(surface)
            } else {
                self.number_short(key, surface)
            };
            batch[i] = batch[i].with_term(number);
        }
    }

    fn number_short(&mut self, key: Key, surface: &str) -> TermId {
        let at = match self.table.find(key) {
            Some(at) => at,
            None => {
                let term = self.normalize(surface);
                self.table.insert(key, term)
            }
        };
        let place = self.table.places[at];
        let number = if place.count == self.count {
            place.number
        } else {
            self.number_of(place.term)
        };
        self.table.places[at] = Place {
            count: self.count,
            number,
            ..place
        };
        self.front[mix(key) as usize % FRONT] = (key, self.count, number);
        number
    }

    fn number_long(&mut self, surface: &str) -> TermId {
        let term = match self.long.get(surface) {
            Some(&term) => term,
            None => {
                let term = self.normalize(surface);
                self.long.insert(surface.into(), term);
                term
            }
        };
        self.number_of(term)
    }

    fn number_of(&mut self, term: u32) -> TermId {
        if term == TermId::NONE.0 {
            return TermId::NONE;
        }
        let (count, number) = self.local[term as usize];
        if count == self.count {
            number
        } else {
            self.number_new(term)
        }
    }

    #[cold]
    fn normalize(&mut self, surface: &str) -> u32 {
        let Some(term) = self.normalizer.term(surface) else {
            return TermId::NONE.0;
        };
        let TermId(id) = self.terms.intern(&term);
        self.local.resize(self.terms.len(), (0, TermId::NONE));
        id
    }

    fn number_new(&mut self, term: u32) -> TermId {
        let new = u32::try_from(self.found.len()).expect("fewer than four billion terms");
        let number = TermId(self.counted + new);
        self.found.push(self.terms.term(TermId(term)));
        self.local[term as usize] = (self.count, number);
        number
    }
}

/// A spelling of at most fifteen bytes, and its length in the last byte. The length tells
/// `a` from `a` followed by a zero byte. Comparing two words is comparing two numbers.
type Key = [u64; 2];

/// The key of no spelling: every spelling has a length above 0.
const FREE: Key = [0, 0];

/// The key of the spelling at `span`, or [`FREE`] if it is too long for one. Reads sixteen
/// bytes whatever the length and masks the rest off, which is faster than copying a variable
/// number of bytes; only the last bytes of a text need the copy.
#[inline]
fn pack(text: &[u8], span: Span) -> Key {
    let length = span.len();
    if length > SHORT {
        return FREE;
    }
    let letters = match text[span.start..].first_chunk::<16>() {
        Some(chunk) => u128::from_le_bytes(*chunk),
        None => {
            let mut chunk = [0; 16];
            chunk[..length].copy_from_slice(&text[span.range()]);
            u128::from_le_bytes(chunk)
        }
    };
    let kept = letters & ((1 << (8 * length)) - 1);
    let key = kept | (length as u128) << (8 * SHORT);
    [key as u64, (key >> 64) as u64]
}

/// Multiplicative hash of a key. The upper half is folded into the lower, because indices
/// take the lower bits, which after a multiplication depend on fewer bits of the key.
fn mix([low, high]: Key) -> u64 {
    let mixed = (low ^ high.rotate_left(29)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    mixed ^ (mixed >> 32)
}

/// Hash table of packed spellings with open addressing and linear probing. The size is a
/// power of two. A place holds the key and the number itself, so that most look-ups read a
/// single cache line.
#[derive(Default)]
struct Table {
    places: Vec<Place>,
    used: usize,
}

/// A place of the table, aligned so that none spans two cache lines.
#[derive(Debug, Clone, Copy)]
#[repr(align(32))]
struct Place {
    key: Key,
    term: u32,
    /// The last count that looked the spelling up; `number` is its number there.
    count: u32,
    number: TermId,
}

impl Place {
    const FREE: Self = Self {
        key: FREE,
        term: 0,
        count: 0,
        number: TermId::NONE,
    };
}

impl Table {
    /// Reads the first place of a key, to bring it into the cache.
    fn touch(&self, key: Key) -> u64 {
        let at = mix(key) as usize & self.places.len().wrapping_sub(1);
        self.places.get(at).map_or(0, |place| place.key[0])
    }

    /// Index of the place of a key; `None` if the table does not have it.
    fn find(&self, key: Key) -> Option<usize> {
        let at = self.probe(key)?;
        (self.places[at].key == key).then_some(at)
    }

    /// Index of the place of a key, or of the free place where it belongs. The search ends
    /// because at most three quarters of the places are used.
    fn probe(&self, key: Key) -> Option<usize> {
        let last = self.places.len().checked_sub(1)?;
        let mut at = mix(key) as usize & last;
        while self.places[at].key != key && self.places[at].key != FREE {
            at = (at + 1) & last;
        }
        Some(at)
    }

    /// Adds a key that the table does not have; returns the index of its place.
    fn insert(&mut self, key: Key, term: u32) -> usize {
        if self.used * 4 >= self.places.len() * 3 {
            let larger = vec![Place::FREE; (self.places.len() * 2).max(1 << 10)];
            let old = std::mem::replace(&mut self.places, larger);
            for place in old.into_iter().filter(|place| place.key != FREE) {
                self.put(place);
            }
        }
        self.used += 1;
        self.put(Place {
            key,
            term,
            ..Place::FREE
        })
    }

    fn put(&mut self, place: Place) -> usize {
        let at = self.probe(place.key).expect("the table has places");
        self.places[at] = place;
        at
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn spellings_pack_to_one_number_each(words in prop::collection::vec("\\PC{1,4}", 1..40)) {
            let text = words.concat();
            let mut known: FxHashMap<Key, &str> = FxHashMap::default();
            let mut table = Table::default();
            let mut start = 0;
            for word in &words {
                let end = start + word.len();
                if word.len() <= SHORT {
                    let key = pack(text.as_bytes(), Span::new(start, end));
                    prop_assert_eq!(*known.entry(key).or_insert(word), word.as_str());
                    let id = u32::try_from(start).expect("short");
                    let at = table.find(key).unwrap_or_else(|| table.insert(key, id));
                    let first = table.places[at].term as usize;
                    prop_assert!(text[first..].starts_with(word));
                }
                start = end;
            }
        }
    }
}

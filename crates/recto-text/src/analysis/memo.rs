//! What each spelling becomes, remembered from part to part and text to text.
//!
//! Normalising a word costs some hundred times as much as finding it again, and
//! prose repeats its words. Each thread keeps a memo for the last few recipes; what
//! it remembers is a pure function of the spelling, so that no result depends on it.
//!
//! While a memo serves one text it counts the terms it meets there, over all parts
//! that its thread works on. Whoever joins the parts learns a term's letters from the
//! part that met it first, and what that number means once for all parts.

use crate::language::Language;
use crate::normal::{Forms, Normalizer};
use crate::vocabulary::{TermId, Terms, Vocabulary};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::sync::atomic::{AtomicU64, Ordering};

/// Spellings above which a memo is thrown away: about 16 MiB.
const FULL: usize = 1 << 18;
/// Memos that a thread keeps.
const KEPT: usize = 3;
/// Spellings in front: 384 KiB, a part of what a core's second cache holds. Nine of
/// ten words of prose are among its most frequent 16,000.
const FRONT: usize = 1 << 14;
/// The longest spelling that the table holds, in bytes.
const SHORT: usize = 15;

thread_local! {
    static MEMOS: RefCell<Vec<Memo>> = const { RefCell::new(Vec::new()) };
}

/// A number that nothing else in the process has: of a text at work, or of a count.
pub(super) fn unique() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// The terms of spellings by one recipe, and their numbers within a text.
pub(super) struct Memo {
    forms: Forms,
    language: &'static Language,
    normalizer: Normalizer,
    short: Table,
    long: FxHashMap<Box<str>, u32>,
    terms: Vocabulary,
    /// For each term the count that saw it last and its number there.
    local: Vec<(u32, TermId)>,
    /// The text that the memo serves, or served last.
    text: u64,
    /// The count of its terms, by the memo's own reckoning and in the process.
    count: u32,
    source: u64,
    /// How many terms the count has, those of earlier parts included.
    counted: u32,
    found: Terms,
    /// Spellings met lately with their count and number: most words are one of a few
    /// thousand, and these fit into a processor's cache.
    front: Vec<(Key, u32, TermId)>,
}

/// The terms that a part met first.
pub(super) struct Found {
    /// The count that numbered them.
    pub(super) source: u64,
    /// The number of the first.
    pub(super) first: u32,
    pub(super) terms: Terms,
}

impl Memo {
    /// This thread's memo for a recipe, or a new one, to serve the text with the
    /// unique number `text`. It is taken out of the thread's store, so that nothing
    /// can meet it in use.
    pub(super) fn take(forms: Forms, language: &'static Language, text: u64) -> Self {
        let kept = MEMOS.with_borrow_mut(|memos| {
            let fits = |memo: &Memo| memo.forms == forms && memo.language == language;
            let at = memos.iter().position(fits)?;
            Some(memos.remove(at))
        });
        let mut memo = kept
            .filter(|memo| memo.short.used + memo.long.len() < FULL && memo.count < u32::MAX)
            .unwrap_or_else(|| Self::new(forms, language));
        if memo.text != text {
            memo.text = text;
            memo.count += 1;
            memo.source = unique();
            memo.counted = 0;
        }
        memo
    }

    fn new(forms: Forms, language: &'static Language) -> Self {
        Self {
            forms,
            language,
            normalizer: Normalizer::new(forms, language),
            short: Table::default(),
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

    /// Gives the memo back to its thread.
    pub(super) fn put_back(self) {
        MEMOS.with_borrow_mut(|memos| {
            memos.insert(0, self);
            memos.truncate(KEPT);
        });
    }

    /// The terms that came up since the last call, in the order of their numbers.
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

    /// The number within this text of the term of `text[start..end]`.
    #[inline]
    pub(super) fn number(&mut self, text: &str, start: usize, end: usize) -> TermId {
        if end - start > SHORT {
            let term = self.long_term(&text[start..end]);
            return self.number_of(term);
        }
        let key = pack(text.as_bytes(), start, end);
        let place = mix(key) as usize % FRONT;
        let (known, count, number) = self.front[place];
        if known == key && count == self.count {
            return number;
        }
        let term = self.short_term(key, &text[start..end]);
        let number = self.number_of(term);
        self.front[place] = (key, self.count, number);
        number
    }

    fn number_of(&mut self, term: u32) -> TermId {
        if term == TermId::NONE.0 {
            return TermId::NONE;
        }
        let (count, number) = self.local[term as usize];
        match count == self.count {
            true => number,
            false => self.number_new(term),
        }
    }

    fn short_term(&mut self, key: Key, surface: &str) -> u32 {
        if let Some(term) = self.short.get(key) {
            return term;
        }
        let term = self.normalize(surface);
        self.short.insert(key, term);
        term
    }

    fn long_term(&mut self, surface: &str) -> u32 {
        if let Some(&term) = self.long.get(surface) {
            return term;
        }
        let term = self.normalize(surface);
        self.long.insert(surface.into(), term);
        term
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

/// A spelling of at most fifteen bytes and its length.
type Key = [u64; 2];

/// No spelling: all have a length.
const FREE: Key = [0, 0];

fn pack(text: &[u8], start: usize, end: usize) -> Key {
    let length = end - start;
    let letters = match text[start..].first_chunk::<16>() {
        Some(chunk) => u128::from_le_bytes(*chunk),
        None => {
            let mut chunk = [0; 16];
            chunk[..length].copy_from_slice(&text[start..end]);
            u128::from_le_bytes(chunk)
        }
    };
    let kept = letters & ((1 << (8 * length)) - 1);
    let key = kept | (length as u128) << (8 * SHORT);
    [key as u64, (key >> 64) as u64]
}

fn mix([low, high]: Key) -> u64 {
    let mixed = (low ^ high.rotate_left(29)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    mixed ^ (mixed >> 32)
}

/// Open addressing over packed spellings. A key holds the spelling itself, so that a
/// look-up touches one place.
#[derive(Default)]
struct Table {
    places: Vec<(Key, u32)>,
    used: usize,
}

impl Table {
    /// The place of a key, or the free one where it belongs.
    fn find(&self, key: Key) -> usize {
        let last = self.places.len() - 1;
        let mut at = mix(key) as usize & last;
        while self.places[at].0 != key && self.places[at].0 != FREE {
            at = (at + 1) & last;
        }
        at
    }

    fn get(&self, key: Key) -> Option<u32> {
        if self.places.is_empty() {
            return None;
        }
        let (found, term) = self.places[self.find(key)];
        (found == key).then_some(term)
    }

    fn insert(&mut self, key: Key, term: u32) {
        if self.used * 2 >= self.places.len() {
            let larger = vec![(FREE, 0); (self.places.len() * 2).max(1 << 10)];
            let old = std::mem::replace(&mut self.places, larger);
            for (key, term) in old.into_iter().filter(|&(key, _)| key != FREE) {
                let at = self.find(key);
                self.places[at] = (key, term);
            }
        }
        let at = self.find(key);
        self.places[at] = (key, term);
        self.used += 1;
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
                    let key = pack(text.as_bytes(), start, end);
                    prop_assert_eq!(*known.entry(key).or_insert(word), word.as_str());
                    let seen = table.get(key);
                    let id = u32::try_from(start).expect("short");
                    match seen {
                        None => table.insert(key, id),
                        Some(first) => prop_assert!(text[first as usize..].starts_with(word)),
                    }
                }
                start = end;
            }
        }
    }
}

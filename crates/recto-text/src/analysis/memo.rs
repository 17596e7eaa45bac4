//! What each spelling becomes, remembered from part to part and text to text.
//!
//! Normalising a word costs some hundred times as much as finding it again, and
//! prose repeats its words. Each thread keeps a memo for the last few recipes; what
//! it remembers is a pure function of the spelling, so that no result depends on it.
//!
//! While a memo serves one text it counts the terms it meets there, over all parts
//! that its thread works on. Whoever joins the parts learns a term's letters from the
//! part that met it first, and what that number means once for all parts.

use crate::document::Span;
use crate::language::Language;
use crate::normal::{Forms, Normalizer};
use crate::token::Token;
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
/// Words that are looked up together.
const BATCH: usize = 64;
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
    table: Table,
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
            .filter(|memo| memo.table.used + memo.long.len() < FULL && memo.count < u32::MAX)
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

    /// Gives every token the number of its term within this text.
    pub(super) fn number(&mut self, text: &str, tokens: &mut [Token]) {
        tokens
            .chunks_mut(BATCH)
            .for_each(|batch| self.number_batch(text, batch));
    }

    /// A rare word waits for memory some hundred times longer than it takes to
    /// compare. So the front is asked for all words of a batch without a branch, and
    /// the places of those it does not know are read one after the other before any
    /// is looked at: the processor then waits for many at once.
    fn number_batch(&mut self, text: &str, batch: &mut [Token]) {
        let mut missed = [(FREE, 0); BATCH];
        let mut n_missed = 0;
        for (i, token) in batch.iter_mut().enumerate() {
            let key = pack(text.as_bytes(), token.span());
            let (known, count, number) = self.front[mix(key) as usize % FRONT];
            *token = token.with_term(number);
            missed[n_missed] = (key, i);
            n_missed += usize::from(known != key || count != self.count);
        }
        let missed = &missed[..n_missed];
        let touched = missed
            .iter()
            .fold(0, |all, &(key, _)| all ^ self.table.touch(key));
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

/// A spelling of at most fifteen bytes and its length.
type Key = [u64; 2];

/// No spelling: all have a length.
const FREE: Key = [0, 0];

/// The key of the spelling at `span`, or [`FREE`] if it is too long for one.
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

fn mix([low, high]: Key) -> u64 {
    let mixed = (low ^ high.rotate_left(29)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    mixed ^ (mixed >> 32)
}

/// Open addressing over packed spellings. A place holds the spelling itself and its
/// number, so that a look-up mostly touches nothing else.
#[derive(Default)]
struct Table {
    places: Vec<Place>,
    used: usize,
}

/// Aligned, so that none lies across two lines of the cache.
#[derive(Debug, Clone, Copy)]
#[repr(align(32))]
struct Place {
    key: Key,
    term: u32,
    /// The count that asked last, and the number there.
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
    /// Reads from where a key is likely to stand, and nothing more.
    fn touch(&self, key: Key) -> u64 {
        let at = mix(key) as usize & self.places.len().wrapping_sub(1);
        self.places.get(at).map_or(0, |place| place.key[0])
    }

    /// The place of a key.
    fn find(&self, key: Key) -> Option<usize> {
        let at = self.probe(key)?;
        (self.places[at].key == key).then_some(at)
    }

    /// The place of a key, or the free one where it belongs.
    fn probe(&self, key: Key) -> Option<usize> {
        let last = self.places.len().checked_sub(1)?;
        let mut at = mix(key) as usize & last;
        while self.places[at].key != key && self.places[at].key != FREE {
            at = (at + 1) & last;
        }
        Some(at)
    }

    /// Adds a key that is not there; returns its place.
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

//! Concepts: what sentences speak of, each with a weight and worth covering once.
//!
//! Two kinds: terms, and pairs of adjacent words of which one at least is no stop word. The
//! weight of a concept grows with the places that have it and falls with their position:
//!
//! ```text
//! three documents or more   sum over documents of max over its sentences of (1 + p)^-e
//! fewer                     sum over places of (1 + p)^-e
//! ```
//!
//! It is 0 for a concept that a single document, or a single place, has: nothing tells it
//! from chance. Of several documents a sentence counts where it stands first; its copies
//! elsewhere are what one took from another, and no further use of its words.

use super::ground::Spot;
use crate::pool::{Pool, is_stop};
use rustc_hash::FxHashMap;

/// Documents from which on a concept counts once a document.
const SEVERAL: usize = 3;

/// The concepts of each candidate, those of weight 0 left out.
pub(super) struct Concepts {
    /// Where the concepts of each candidate end in `of_rows`.
    ends: Vec<usize>,
    of_rows: Vec<u32>,
    pub(super) weights: Vec<f64>,
    /// What each concept is: one word, or the first of two in the upper half.
    keys: Vec<u64>,
}

/// What is known of a concept while places are read, document by document.
#[derive(Clone, Copy, Default)]
struct Tally {
    sum: f64,
    /// The largest weight in the document under way.
    most: f64,
    /// The document under way, from 1.
    under_way: usize,
    n: u32,
}

impl Concepts {
    /// The terms of each row.
    pub(super) fn words(pool: &Pool, rows: &[usize], spots: &[Spot], n_documents: usize) -> Self {
        let keys = |row: usize, keys: &mut Vec<u64>| {
            keys.extend(pool.row(row).columns.iter().map(|&term| u64::from(term)));
        };
        Self::new(rows, spots, n_documents, keys)
    }

    /// The pairs of adjacent words of each row.
    pub(super) fn pairs(pool: &Pool, rows: &[usize], spots: &[Spot], n_documents: usize) -> Self {
        let keys = |row: usize, keys: &mut Vec<u64>| {
            let pairs = pool.words(row).windows(2);
            let told = pairs.filter(|pair| !(is_stop(pair[0]) && is_stop(pair[1])));
            keys.extend(told.map(|pair| u64::from(pair[0]) << 32 | u64::from(pair[1])));
            keys.sort_unstable();
            keys.dedup();
        };
        Self::new(rows, spots, n_documents, keys)
    }

    fn new(
        rows: &[usize],
        spots: &[Spot],
        n_documents: usize,
        keys_of: impl Fn(usize, &mut Vec<u64>),
    ) -> Self {
        let repeated = Repeated::new(rows, spots, &keys_of);
        let mut numbers: FxHashMap<u64, u32> = FxHashMap::default();
        let mut found = Self {
            ends: Vec::with_capacity(rows.len()),
            of_rows: Vec::new(),
            weights: Vec::new(),
            keys: Vec::new(),
        };
        let mut keys = Vec::new();
        for &row in rows {
            keys_of(row, &mut keys);
            for key in keys.drain(..).filter(|&key| repeated.may_be(key)) {
                let number = *numbers.entry(key).or_insert_with(|| {
                    found.keys.push(key);
                    found.keys.len() as u32 - 1
                });
                found.of_rows.push(number);
            }
            found.ends.push(found.of_rows.len());
        }
        found.weigh(spots, n_documents);
        found.drop_weightless();
        found
    }

    /// The weight of each concept; `spots` are in the order of documents.
    fn weigh(&mut self, spots: &[Spot], n_documents: usize) {
        let several = n_documents >= SEVERAL;
        let mut tallies = vec![Tally::default(); self.keys.len()];
        let counted = spots.iter().enumerate();
        for (i, spot) in counted.filter(|(_, spot)| !several || spot.is_first) {
            let group = if several { spot.document + 1 } else { i + 1 };
            for &concept in self.of(spot.candidate) {
                let tally = &mut tallies[concept as usize];
                if tally.under_way != group {
                    tally.sum += tally.most;
                    (tally.most, tally.under_way) = (0.0, group);
                    tally.n += 1;
                }
                tally.most = tally.most.max(spot.weight);
            }
        }
        let weight = |tally: &Tally| {
            if tally.n < 2 {
                0.0
            } else {
                tally.sum + tally.most
            }
        };
        self.weights = tallies.iter().map(weight).collect();
    }

    /// Renumbers the concepts that have a weight.
    fn drop_weightless(&mut self) {
        let mut kept = Self {
            ends: Vec::with_capacity(self.ends.len()),
            of_rows: Vec::new(),
            weights: Vec::new(),
            keys: Vec::new(),
        };
        let mut numbers = vec![u32::MAX; self.keys.len()];
        for (concept, number) in numbers.iter_mut().enumerate() {
            if self.weights[concept] > 0.0 {
                *number = kept.keys.len() as u32;
                kept.keys.push(self.keys[concept]);
                kept.weights.push(self.weights[concept]);
            }
        }
        for candidate in 0..self.ends.len() {
            let of = self
                .of(candidate)
                .iter()
                .map(|&concept| numbers[concept as usize]);
            kept.of_rows.extend(of.filter(|&number| number != u32::MAX));
            kept.ends.push(kept.of_rows.len());
        }
        *self = kept;
    }

    /// The concepts of a candidate.
    pub(super) fn of(&self, candidate: usize) -> &[u32] {
        let start = candidate
            .checked_sub(1)
            .map_or(0, |before| self.ends[before]);
        &self.of_rows[start..self.ends[candidate]]
    }

    /// The sum of the weights of a candidate's concepts that are not covered.
    pub(super) fn gain(&self, candidate: usize, covered: &[bool]) -> f64 {
        let open = self.of(candidate).iter();
        let open = open.filter(|&&concept| !covered[concept as usize]);
        open.map(|&concept| self.weights[concept as usize]).sum()
    }

    /// The two words of a pair.
    fn pair(&self, concept: u32) -> [u32; 2] {
        let key = self.keys[concept as usize];
        [(key >> 32) as u32, key as u32]
    }

    /// Whether one word of a pair is a stop word.
    pub(super) fn has_stop(&self, concept: u32) -> bool {
        self.pair(concept).into_iter().any(is_stop)
    }

    /// The two words of a pair, as they are spelled most often.
    pub(super) fn spelled(&self, concept: u32, pool: &Pool) -> String {
        let [first, second] = self.pair(concept);
        format!("{} {}", pool.spelled(first), pool.spelled(second))
    }
}

/// Most counters of [`Repeated`], as a power of two: 64 MB.
const MOST_COUNTERS: u32 = 26;

/// Which keys may have a second place, by a counter for the keys that share a hash: most
/// pairs of a large pile occur once, and need not be numbered to have no weight.
struct Repeated {
    counters: Vec<u8>,
    shift: u32,
}

impl Repeated {
    fn new(rows: &[usize], spots: &[Spot], keys_of: impl Fn(usize, &mut Vec<u64>)) -> Self {
        // About two counters for each word of an ordinary sentence.
        let bits = (64 * rows.len().max(1)).ilog2().clamp(10, MOST_COUNTERS);
        let mut found = Self {
            counters: vec![0; 1 << bits],
            shift: u64::BITS - bits,
        };
        let mut places = vec![0u8; rows.len()];
        for spot in spots {
            let places = &mut places[spot.candidate];
            *places = places.saturating_add(1);
        }
        let mut keys = Vec::new();
        for (&row, places) in rows.iter().zip(places) {
            keys_of(row, &mut keys);
            for key in keys.drain(..) {
                let slot = found.slot(key);
                found.counters[slot] = found.counters[slot].saturating_add(places);
            }
        }
        found
    }

    /// Multiplicative hashing by the golden ratio.
    fn slot(&self, key: u64) -> usize {
        (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> self.shift) as usize
    }

    fn may_be(&self, key: u64) -> bool {
        self.counters[self.slot(key)] > 1
    }
}

//! Documents that say the same in nearly the same words.
//!
//! Two documents are copies if most of their word quadruples are the same: the Jaccard
//! similarity of their sets of shingles (Broder 1997) is at least [`LEAST`]. Pairs to compare
//! are found by one-permutation minwise hashing (Li, Owen and Zhang 2012; empty bins borrow
//! from the next full one) with banding, in time that grows with the text; every pair is
//! then compared exactly, so that a wrong pair is never reported. A pair at the threshold is
//! missed with a probability below 1 in 1,000.
//!
//! Case and punctuation are put aside. Documents of fewer than [`SHORT`] words are copies
//! only where all their words are the same.

use crate::document::Document;
use rayon::prelude::*;
use recto_math::{Cancelled, Run};
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::Hasher;

/// The share of word quadruples that two copies have in common, of those that either has.
pub const LEAST: f64 = 0.8;

/// Words below which a document has too few quadruples to be nearly another.
pub const SHORT: usize = 20;

/// Words in a shingle.
const SHINGLE: usize = 4;

/// Bins of a signature, and bins in a band. A pair of similarity .8 agrees in one of 16
/// bands of 4 with probability 1 - (1 - .8^4)^16 = .9998.
const BINS: usize = 64;
const BAND: usize = 4;

/// Documents of a bucket that a further one is compared with, at most: copies of one text
/// are all like its first.
const COMPARED: usize = 8;

/// A document and its copies, by their places.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Copies {
    /// The first of them.
    pub first: usize,
    /// The others in order, each with whether all its words are those of the first.
    pub others: Vec<(usize, bool)>,
}

/// Groups of copies, in the order of their first documents.
///
/// ```
/// use recto_math::{Run, Silent};
/// use recto_text::{Document, copies};
/// let texts = ["Nets dry on the quay.", "Bread bakes.", "nets dry, on the Quay"];
/// let pile: Vec<Document> = texts.iter().map(|text| Document::new(*text, *text)).collect();
/// let found = copies::find(pile.iter(), &Run::new(0, &Silent))?;
/// assert_eq!(found, [copies::Copies { first: 0, others: vec![(2, true)] }]);
/// # Ok::<(), recto_math::Cancelled>(())
/// ```
///
/// # Errors
/// [`Cancelled`] when the observer asks to stop.
pub fn find<'d>(
    documents: impl Iterator<Item = &'d Document>,
    run: &Run<'_>,
) -> Result<Vec<Copies>, Cancelled> {
    let documents: Vec<&Document> = documents.collect();
    let total = Some(documents.len() as u64);
    let signatures: Vec<Option<[u64; BINS]>> = documents
        .par_iter()
        .enumerate()
        .map(|(i, document)| {
            if i % 256 == 0 {
                run.report("comparing documents", i as u64, total)?;
            }
            Ok(signature(&shingles(document)))
        })
        .collect::<Result<_, Cancelled>>()?;
    let mut groups = Groups::new(documents.len());
    for band in 0..BINS / BAND {
        run.report("comparing documents", documents.len() as u64, total)?;
        let mut buckets: FxHashMap<[u64; BAND], Vec<usize>> = FxHashMap::default();
        for (i, signature) in signatures.iter().enumerate() {
            let Some(signature) = signature else { continue };
            let mut key = [0; BAND];
            key.copy_from_slice(&signature[band * BAND..][..BAND]);
            let bucket = buckets.entry(key).or_default();
            let is_joined = bucket.iter().any(|&other| {
                groups.first(other) == groups.first(i)
                    || (is_copy(documents[other], documents[i]) && groups.join(other, i))
            });
            if !is_joined && bucket.len() < COMPARED {
                bucket.push(i);
            }
        }
    }
    Ok(groups.copies(&documents))
}

/// Hashes of the words of a document, in order, case and punctuation put aside.
fn words(document: &Document) -> Vec<u64> {
    let mut words = Vec::new();
    for piece in document.content() {
        let pieces = piece.split(|c: char| !c.is_alphanumeric());
        for word in pieces.filter(|word| !word.is_empty()) {
            let mut hasher = FxHasher::default();
            word.chars()
                .flat_map(char::to_lowercase)
                .for_each(|c| hasher.write_u32(c.into()));
            words.push(mixed(hasher.finish()));
        }
    }
    words
}

/// The set of shingles, sorted; all words as one shingle where there are few.
fn shingles(document: &Document) -> Vec<u64> {
    let words = words(document);
    let of = |words: &[u64]| {
        let joined = words.iter().fold(words.len() as u64, |sum, &word| {
            mixed(sum.rotate_left(7) ^ word)
        });
        mixed(joined)
    };
    if words.is_empty() {
        return Vec::new();
    }
    if words.len() < SHORT {
        return vec![of(&words)];
    }
    let mut shingles: Vec<u64> = words.windows(SHINGLE).map(of).collect();
    shingles.sort_unstable();
    shingles.dedup();
    shingles
}

/// Spreads a hash over all bits (the finaliser of SplitMix64): bins take the upper ones.
fn mixed(hash: u64) -> u64 {
    let hash = (hash ^ (hash >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let hash = (hash ^ (hash >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    hash ^ (hash >> 31)
}

/// The least shingle of each bin; `None` for a document without words.
fn signature(shingles: &[u64]) -> Option<[u64; BINS]> {
    let mut least = [u64::MAX; BINS];
    for &shingle in shingles {
        let bin = (shingle >> (64 - BINS.ilog2())) as usize;
        least[bin] = least[bin].min(shingle);
    }
    let full: Vec<usize> = (0..BINS).filter(|&bin| least[bin] != u64::MAX).collect();
    let (&first, _) = full.split_first()?;
    let signature = std::array::from_fn(|bin| {
        let at = full.partition_point(|&other| other < bin);
        let from = full.get(at).copied().unwrap_or(first);
        // A borrowed value must differ from the same value at home: the distance is mixed in.
        let distance = (from + BINS - bin) % BINS;
        mixed(least[from].wrapping_add(distance as u64))
    });
    Some(signature)
}

/// Whether two documents are copies, compared shingle by shingle.
fn is_copy(a: &Document, b: &Document) -> bool {
    let (a, b) = (shingles(a), shingles(b));
    let common = common(&a, &b);
    common as f64 >= LEAST * (a.len() + b.len() - common) as f64
}

/// How many numbers two sorted lists have in common.
fn common(a: &[u64], b: &[u64]) -> usize {
    let (mut i, mut j, mut n) = (0, 0, 0);
    while i < a.len() && j < b.len() {
        match a[i].cmp(&b[j]) {
            std::cmp::Ordering::Less => i += 1,
            std::cmp::Ordering::Greater => j += 1,
            std::cmp::Ordering::Equal => (i, j, n) = (i + 1, j + 1, n + 1),
        }
    }
    n
}

/// Groups of documents that are joined, each known by its first.
struct Groups(Vec<usize>);

impl Groups {
    fn new(n: usize) -> Self {
        Self((0..n).collect())
    }

    fn first(&self, mut i: usize) -> usize {
        while self.0[i] != i {
            i = self.0[i];
        }
        i
    }

    /// Joins two groups; always true, for use in conditions.
    fn join(&mut self, a: usize, b: usize) -> bool {
        let (a, b) = (self.first(a), self.first(b));
        self.0[a.max(b)] = a.min(b);
        true
    }

    fn copies(&self, documents: &[&Document]) -> Vec<Copies> {
        let mut others: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
        for i in 0..self.0.len() {
            let first = self.first(i);
            if first != i {
                others.entry(first).or_default().push(i);
            }
        }
        let firsts = (0..self.0.len()).filter_map(|i| Some((i, others.remove(&i)?)));
        let copies = firsts.map(|(first, others)| {
            let own = words(documents[first]);
            let others = others.into_iter();
            let others = others.map(|other| (other, words(documents[other]) == own));
            Copies {
                first,
                others: others.collect(),
            }
        });
        copies.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use recto_math::Silent;

    fn pile(texts: &[String]) -> Vec<Document> {
        let named = texts.iter().enumerate();
        named
            .map(|(i, text)| Document::new(i.to_string(), text.as_str()))
            .collect()
    }

    fn found(texts: &[String]) -> Vec<Copies> {
        find(pile(texts).iter(), &Run::new(0, &Silent)).expect("nobody cancels")
    }

    /// A text of `n` words, each its own.
    fn text(from: usize, n: usize) -> String {
        let words: Vec<String> = (from..from + n).map(|i| format!("w{i}")).collect();
        words.join(" ")
    }

    #[test]
    fn a_changed_word_makes_a_near_copy_and_another_text_none() {
        let changed = text(0, 100).replace("w50 ", "other ");
        let all = [text(0, 100), text(500, 100), changed, text(0, 100)];
        let expected = Copies {
            first: 0,
            others: vec![(2, false), (3, true)],
        };
        assert_eq!(found(&all), [expected]);
    }

    #[test]
    fn half_of_a_text_is_no_copy() {
        assert_eq!(found(&[text(0, 100), text(0, 50)]), []);
        assert_eq!(found(&[text(0, 100), text(20, 100)]), []);
    }

    #[test]
    fn short_texts_are_copies_only_word_for_word() {
        let all = ["Very good.", "very GOOD", "Very bad."].map(String::from);
        let expected = Copies {
            first: 0,
            others: vec![(1, true)],
        };
        assert_eq!(found(&all), [expected]);
    }

    #[test]
    fn texts_without_words_are_copies_of_nothing() {
        assert_eq!(found(&["", "…", "", "…"].map(String::from)), []);
    }

    /// Every pair, compared exactly, joined where it is a copy.
    fn brute_force(texts: &[String]) -> Vec<Copies> {
        let pile = pile(texts);
        let documents: Vec<&Document> = pile.iter().collect();
        let mut groups = Groups::new(documents.len());
        for i in 0..documents.len() {
            for j in 0..i {
                let has_words = !words(documents[i]).is_empty();
                if has_words && is_copy(documents[j], documents[i]) {
                    groups.join(j, i);
                }
            }
        }
        groups.copies(&documents)
    }

    proptest! {
        /// Texts that are alike or not at all: at the threshold itself a pair may be missed.
        #[test]
        fn what_is_found_is_what_comparing_all_pairs_finds(
            which in prop::collection::vec((0usize..4, 0usize..3, 0usize..2), 1..12)
        ) {
            let texts: Vec<String> = which.iter().map(|&(from, changes, short)| {
                let n = if short == 1 { 12 } else { 160 };
                let mut text = text(from * 1000, n);
                for i in 0..changes {
                    text = text.replace(&format!("w{} ", from * 1000 + 3 + 40 * i), "x ");
                }
                text
            }).collect();
            prop_assert_eq!(found(&texts), brute_force(&texts));
        }
    }
}

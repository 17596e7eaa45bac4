//! ROUGE-N: n-grams that a summary shares with a reference (Lin 2004, section 2).
//!
//! An n-gram has a number, made of the number of its first n - 1 words and its last word:
//! a ladder of tables, one for each length, so that any n costs one look-up a word and
//! step. Where no reference has the first words, none has the rest.

use super::text::UNKNOWN;
use rustc_hash::FxHashMap;

/// The numbers of the n-grams of the references, length 2 first.
#[derive(Debug, Default)]
pub(super) struct Ladder {
    steps: Vec<FxHashMap<(u32, u32), u32>>,
}

impl Ladder {
    /// A ladder up to length `n`.
    pub(super) fn new(n: usize) -> Self {
        Self {
            steps: vec![FxHashMap::default(); n.saturating_sub(1)],
        }
    }

    /// Takes in all n-grams of `words`.
    pub(super) fn learn(&mut self, words: &[u32]) {
        let mut grams = words.to_vec();
        for (step, n) in self.steps.iter_mut().zip(2..) {
            climb(&mut grams, words, n, |pair| {
                let next = step.len() as u32;
                *step.entry(pair).or_insert(next)
            });
        }
    }

    /// The number of the n-gram at each place; [`UNKNOWN`] where no reference has it.
    pub(super) fn grams(&self, words: &[u32], n: usize) -> Vec<u32> {
        let mut grams = words.to_vec();
        for (step, n) in self.steps.iter().zip(2..=n) {
            climb(&mut grams, words, n, |pair| {
                let is_known = pair.0 != UNKNOWN && pair.1 != UNKNOWN;
                let known = is_known.then(|| step.get(&pair).copied());
                known.flatten().unwrap_or(UNKNOWN)
            });
        }
        grams
    }
}

/// From the (n - 1)-grams of `words` to its n-grams.
fn climb(grams: &mut Vec<u32>, words: &[u32], n: usize, mut number: impl FnMut((u32, u32)) -> u32) {
    grams.truncate(n_grams(words.len(), n));
    for (place, gram) in grams.iter_mut().enumerate() {
        *gram = number((*gram, words[place + n - 1]));
    }
}

/// How many n-grams so many words have.
pub(super) fn n_grams(n_words: usize, n: usize) -> usize {
    (n_words + 1).saturating_sub(n)
}

/// How often each n-gram stands in a text, in order of their numbers.
pub(super) fn counts(mut grams: Vec<u32>) -> Vec<(u32, u32)> {
    grams.sort_unstable();
    let runs = grams.chunk_by(|a, b| a == b);
    let counted = runs.map(|run| (run[0], run.len() as u32));
    counted.filter(|&(gram, _)| gram != UNKNOWN).collect()
}

/// Lin04 sec. 2: n-grams that two texts share, each at most as often as it stands in the one
/// that has it less often.
pub(super) fn shared(a: &[(u32, u32)], b: &[(u32, u32)]) -> u64 {
    let (mut i, mut j, mut hits) = (0, 0, 0);
    while let (Some(&(left, n)), Some(&(right, m))) = (a.get(i), b.get(j)) {
        if left == right {
            hits += u64::from(n.min(m));
        }
        i += usize::from(left <= right);
        j += usize::from(right <= left);
    }
    hits
}

//! IBM Model 1: every target word comes from any source word, or from NULL, with the same
//! probability before its translation is looked at.
//!
//! ```text
//! p(target) = prod_j 1/(n + 1) sum_i t(target_j | source_i),    i = 0 is NULL
//! ```
//!
//! EM from a uniform table; its likelihood is concave, so that the start does not matter.

use super::Sentences;
use crate::AlignError;
use recto_math::Run;
use recto_text::TermId;
use rustc_hash::FxHashMap;

/// The source word that stands for none.
pub(super) const NULL: TermId = TermId(u32::MAX);

/// t(target | source) for all words that stand together in a pair.
#[derive(Debug)]
pub(super) struct Table {
    entries: FxHashMap<(TermId, TermId), u32>,
    sources: Vec<TermId>,
    pub(super) t: Vec<f64>,
}

impl Table {
    pub(super) fn entry(&self, source: TermId, target: TermId) -> usize {
        self.entries[&(source, target)] as usize
    }

    fn new(pairs: &[Sentences<'_>], seeds: u32) -> Self {
        let mut table = Self {
            entries: FxHashMap::default(),
            sources: Vec::new(),
            t: Vec::new(),
        };
        for pair in pairs {
            for &target in pair.target {
                pair.source
                    .iter()
                    .for_each(|&source| table.add(source, target));
                table.add(NULL, target);
            }
        }
        for word in (0..seeds).map(TermId) {
            table.add(word, word);
            table.add(NULL, word);
        }
        // The first E-step divides by the sum over sources, so that any constant is uniform.
        table.t = vec![1.0; table.sources.len()];
        table
    }

    fn add(&mut self, source: TermId, target: TermId) {
        let next = self.sources.len() as u32;
        let entry = self.entries.entry((source, target)).or_insert(next);
        if *entry == next {
            self.sources.push(source);
        }
    }

    /// Replaces the table by expected counts, divided by their sum for each source word.
    pub(super) fn learn(&mut self, counts: Vec<f64>) {
        let mut totals: FxHashMap<TermId, f64> = FxHashMap::default();
        for (source, count) in self.sources.iter().zip(&counts) {
            *totals.entry(*source).or_default() += count;
        }
        self.t = counts;
        for (source, t) in self.sources.iter().zip(&mut self.t) {
            let total = totals[source];
            *t = if total > 0.0 { *t / total } else { 0.0 };
        }
    }
}

/// Learns the table from pairs and from each of the first `seeds` words as a pair with
/// itself.
pub(super) fn learn(
    pairs: &[Sentences<'_>],
    seeds: u32,
    iterations: usize,
    run: &Run<'_>,
) -> Result<Table, AlignError> {
    let mut table = Table::new(pairs, seeds);
    for iteration in 0..iterations {
        run.report("learning", iteration as u64, Some(iterations as u64))?;
        let mut counts = vec![0.0; table.t.len()];
        for pair in pairs {
            for &target in pair.target {
                share(&table, pair.source, target, &mut counts);
            }
        }
        add_seeds(&table, seeds, &mut counts);
        table.learn(counts);
    }
    Ok(table)
}

/// Adds the counts of words that are pairs with themselves.
pub(super) fn add_seeds(table: &Table, seeds: u32, counts: &mut [f64]) {
    for word in (0..seeds).map(TermId) {
        share(table, &[word], word, counts);
    }
}

/// Adds one target word, shared among the source words by their probabilities (IBM1 def. Model1).
fn share(table: &Table, source: &[TermId], target: TermId, counts: &mut [f64]) {
    let entries = || {
        source
            .iter()
            .chain([&NULL])
            .map(|&word| table.entry(word, target))
    };
    let total: f64 = entries().map(|entry| table.t[entry]).sum();
    if total > 0.0 {
        entries().for_each(|entry| counts[entry] += table.t[entry] / total);
    }
}

/// The likeliest source word of each target word, the earlier of equal ones; `None` if NULL
/// is likelier than all.
pub(super) fn best(table: &Table, pair: &Sentences<'_>) -> Vec<Option<usize>> {
    let of = |&target: &TermId| {
        let mut best = (None, table.t[table.entry(NULL, target)]);
        for (place, &source) in pair.source.iter().enumerate() {
            let t = table.t[table.entry(source, target)];
            if t > best.1 {
                best = (Some(place), t);
            }
        }
        best.0
    };
    pair.target.iter().map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use recto_math::Silent;

    #[test]
    fn one_iteration_is_what_a_hand_works_out() {
        // a b -> x, a -> y. Uniform: x is shared by a, b, NULL, a third each; y by a and
        // NULL, a half each. So t(x|a) = (1/3) / (1/3 + 1/2) = .4, t(x|b) = 1,
        // t(x|NULL) = .4.
        let [a, b, x, y] = [0, 1, 2, 3].map(TermId);
        let pairs = [
            Sentences {
                source: &[a, b],
                target: &[x],
            },
            Sentences {
                source: &[a],
                target: &[y],
            },
        ];
        let table = learn(&pairs, 0, 1, &Run::new(0, &Silent)).expect("not stopped");
        let t = |source, target| table.t[table.entry(source, target)];
        assert!((t(a, x) - 0.4).abs() < 1e-12);
        assert!((t(a, y) - 0.6).abs() < 1e-12);
        assert!((t(b, x) - 1.0).abs() < 1e-12);
        assert!((t(NULL, x) - 0.4).abs() < 1e-12);
        assert_eq!(best(&table, &pairs[0]), [Some(1)]);
    }
}

//! Groups of two halves of the words, and what they share.
//!
//! Each token of a document goes to one of two halves by lot ([`super::chance::halves`]), and
//! documents are grouped by either half alone. What both groupings have in common is in the
//! text: the *mutual information* of two cuts of `K` groups, `I`, says how many nats one
//! tells about the other, at most `ln K`. Cuts that have nothing to do with each other share
//! `(K - 1)^2 / 2n` on average, and `2nI` is then distributed as chi squared with
//! `(K - 1)^2` degrees of freedom (Wilks 1938), whose standard deviation is `√2 (K - 1)`.
//! Several pairs of halves are drawn, and their statistics added up.

use super::chance::halves;
use super::latent::{self, Latent};
use super::merge_tree::MergeTree;
use super::neighbour_graph::graph;
use super::{Grouper, RESOLUTION, best_tree};
use recto_math::partition::Overlap;
use recto_math::{Cancelled, Run, rng};

/// Pairs of halves whose groups are compared at least and at most. The fewer documents, the
/// more the lot decides (bench/README.md), and the less a pair costs.
const PAIRS: (usize, usize) = (4, 8);

/// Documents that all pairs have together, within these bounds.
const DOCUMENTS: usize = 6000;

/// Pairs of halves for `n` documents.
fn n_pairs(n: usize) -> usize {
    DOCUMENTS.div_ceil(n.max(1)).clamp(PAIRS.0, PAIRS.1)
}

/// What the groups of two halves have in common, over several pairs of halves.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Shared {
    /// Mean adjusted Rand index.
    pub(super) agreement: f64,
    /// Mean mutual information in nats, above that of unrelated groups.
    pub(super) information: f64,
    /// Standard deviations by which the information is above that of unrelated groups.
    pub(super) deviations: f64,
}

impl Shared {
    /// `None` without a pair; all tables are of the same `n` documents.
    fn of(tables: &[Overlap], n: usize) -> Option<Self> {
        if tables.is_empty() {
            return None;
        }
        let pairs = tables.len() as f64;
        let freedom = |table: &Overlap| ((table.n_groups() - 1) * (table.n_classes() - 1)) as f64;
        let expected: f64 = tables.iter().map(freedom).sum();
        let statistic = |table: &Overlap| 2.0 * n as f64 * table.information();
        let excess = tables.iter().map(statistic).sum::<f64>() - expected;
        let agreement: f64 = tables.iter().map(Overlap::adjusted_rand).sum();
        Some(Self {
            agreement: agreement / pairs,
            information: excess / (2.0 * n as f64 * pairs),
            deviations: excess / (2.0 * expected).sqrt().max(1.0),
        })
    }
}

/// The trees of pairs of halves.
pub(super) struct Halves {
    pairs: Vec<[MergeTree; 2]>,
    /// Documents of the sample.
    n: usize,
}

impl Halves {
    /// Groups the sample of a grouper by halves of its words.
    ///
    /// # Errors
    /// [`Cancelled`] if the observer asks to stop.
    pub(super) fn new(grouper: &Grouper<'_>, run: &Run<'_>) -> Result<Self, Cancelled> {
        // One pair after the other: each half takes memory for all terms.
        let n = grouper.sample.len();
        let pairs = (0..n_pairs(n)).map(|pair| half_trees(grouper, pair as u64, run));
        Ok(Self {
            pairs: pairs.collect::<Result<_, Cancelled>>()?,
            n,
        })
    }

    /// What cuts of `groups` groups share, over the pairs that both have as many; `None` if
    /// no pair has.
    pub(super) fn shared(&self, groups: usize) -> Option<Shared> {
        let table = |[a, b]: &[MergeTree; 2]| Some(Overlap::new(&a.cut(groups)?, &b.cut(groups)?));
        let tables: Vec<Overlap> = self.pairs.iter().filter_map(table).collect();
        Shared::of(&tables, self.n)
    }
}

/// The trees of two halves of the words of the sample.
fn half_trees(
    grouper: &Grouper<'_>,
    pair: u64,
    run: &Run<'_>,
) -> Result<[MergeTree; 2], Cancelled> {
    let mut parts = [Vec::new(), Vec::new()];
    let purpose = format!("halves of words {pair}");
    for &document in &grouper.sample {
        let mut stream = rng::stream(run.seed, &purpose, document as u64);
        let row = latent::counts(grouper.corpus, document);
        let split = halves(&row, &mut stream);
        for (part, half) in parts.iter_mut().zip(split) {
            part.push(half);
        }
    }
    let tree = |part: Vec<Vec<(u32, f64)>>| {
        let rows = grouper.weights.matrix(part.into_iter());
        let latent = Latent::new(&rows, &grouper.by_chance.noise, run)?;
        let graph = graph(&latent.places(&rows));
        Ok(best_tree(&graph, RESOLUTION, 1, run.seed))
    };
    let [one, other] = parts;
    let (one, other) = rayon::join(|| tree(one), || tree(other));
    Ok([one?, other?])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shared_information_is_that_worked_out_by_hand() {
        // Two groups of four, the same in both: I = ln 2, one degree of freedom a pair.
        let same = Overlap::new(&[0, 0, 0, 0, 1, 1, 1, 1], &[0, 0, 0, 0, 1, 1, 1, 1]);
        let found = Shared::of(&[same.clone(), same], 8).expect("two pairs");
        assert_eq!(found.agreement, 1.0);
        assert!((found.information - (2f64.ln() - 1.0 / 16.0)).abs() < 1e-12);
        let expected = (2.0 * 16.0 * 2f64.ln() - 2.0) / 2.0;
        assert!((found.deviations - expected).abs() < 1e-12);
        assert_eq!(Shared::of(&[], 8), None);
        // One group tells nothing.
        let one = Shared::of(&[Overlap::new(&[0, 0], &[0, 0])], 2).expect("a pair");
        assert_eq!((one.information, one.deviations), (0.0, 0.0));
    }

    #[test]
    fn few_documents_are_halved_more_often() {
        let found = [0, 6, 1000, 1001, 2000, 3000, 10_000].map(n_pairs);
        assert_eq!(found, [8, 8, 6, 6, 4, 4, 4]);
    }

    /// Labels by lot share nothing: the statistic has the mean 0 and the deviation 1.
    #[test]
    fn unrelated_groups_share_what_chance_gives() {
        let mut stream = rng::stream(0, "unrelated groups", 0);
        for (n, k) in [(200, 2), (200, 3), (1000, 6)] {
            let mut labels =
                || -> Vec<usize> { (0..n).map(|_| rng::below(&mut stream, k)).collect() };
            let mut drawn = || {
                let tables = [0; 4].map(|_| Overlap::new(&labels(), &labels()));
                Shared::of(&tables, n).expect("pairs").deviations
            };
            let values: Vec<f64> = (0..400).map(|_| drawn()).collect();
            let mean = values.iter().sum::<f64>() / 400.0;
            let square = values.iter().map(|z| (z - mean).powi(2)).sum::<f64>() / 400.0;
            assert!(mean.abs() < 0.2, "{n} documents, {k} groups: mean {mean}");
            assert!((square.sqrt() - 1.0).abs() < 0.15, "{n}, {k}: {square}");
        }
    }

    #[test]
    fn groups_that_follow_each_other_share_more_the_more_they_do() {
        let mut stream = rng::stream(1, "related groups", 0);
        let labels: Vec<usize> = (0..600).map(|i| i % 4).collect();
        let mut at = |kept: f64| {
            let copy = |&label: &usize| {
                if rng::uniform(&mut stream) < kept {
                    label
                } else {
                    rng::below(&mut stream, 4)
                }
            };
            let copied: Vec<usize> = labels.iter().map(copy).collect();
            Shared::of(&[Overlap::new(&labels, &copied)], 600).expect("a pair")
        };
        let [none, some, most] = [0.0, 0.5, 0.95].map(&mut at);
        assert!(none.information < some.information && some.information < most.information);
        assert!(most.information < 4f64.ln() && some.deviations > 10.0 && none.deviations < 4.0);
    }
}

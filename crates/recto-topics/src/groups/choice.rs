//! How many groups: modularity above chance, and agreement of two halves of the words.

use super::chance::halves;
use super::latent::{self, Latent};
use super::merge_tree::MergeTree;
use super::neighbour_graph::graph;
use super::{Grouper, RESOLUTION, best_tree};
use crate::TopicsError;
use recto_math::partition::Overlap;
use recto_math::{Cancelled, Notice, Run, rng};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Pairs of halves whose groups are compared.
const PAIRS: u64 = 2;

/// Groups that are chosen at most.
const MOST: usize = 40;

/// Weight of the agreement of halves against modularity above chance; from .1 to .5 the
/// choice is about as good (bench/README.md).
const AGREEMENT: f64 = 0.3;

/// Agreement of halves below which groups are weak.
const WEAK: f64 = 0.1;

/// A number of groups and what speaks for it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Candidate {
    /// Number of groups.
    pub groups: usize,
    /// Modularity of the neighbour graph: share of its edges inside groups, above what the
    /// degrees give; at most 1.
    pub modularity: f64,
    /// Modularity of shuffled documents with as many groups.
    pub by_chance: f64,
    /// Adjusted Rand index between the groups of two halves of the words; 1 if they are the
    /// same, about 0 by chance.
    pub agreement: f64,
}

impl Candidate {
    /// Modularity above chance.
    pub fn gain(&self) -> f64 {
        self.modularity - self.by_chance
    }

    /// What the choice compares.
    fn score(&self) -> f64 {
        self.gain() + AGREEMENT * self.agreement
    }
}

/// The number of groups that was chosen.
pub(super) struct Choice {
    pub(super) n_groups: usize,
    pub(super) candidates: Vec<Candidate>,
    why: Why,
}

enum Why {
    TooFew(usize),
    NothingStandsOut,
    Best(Candidate),
}

impl Choice {
    /// One group, because there are too few documents to tell.
    pub(super) fn too_few(documents: usize) -> Self {
        Self {
            n_groups: 1,
            candidates: Vec::new(),
            why: Why::TooFew(documents),
        }
    }

    /// The best candidate for a graph of `n` documents, or one group if it is not clearly
    /// above chance. `has_directions` says whether words go together more than by chance.
    pub(super) fn of(candidates: Vec<Candidate>, n: usize, has_directions: bool) -> Self {
        let mut best: Option<Candidate> = None;
        for candidate in &candidates {
            if best.is_none_or(|best| candidate.score() > best.score() + 1e-12) {
                best = Some(*candidate);
            }
        }
        // Small graphs have a higher modularity by chance. Halves of documents without
        // groups agree by 0 give or take about one over the number of documents.
        let least = f64::max(0.02, 0.6 / (n as f64).sqrt());
        let agreement = candidates.iter().map(|c| c.agreement).fold(0.0, f64::max);
        let stands_out = has_directions || agreement > 3.0 / n as f64;
        let (n_groups, why) = match best {
            Some(best) if stands_out && best.gain() > least => (best.groups, Why::Best(best)),
            _ => (1, Why::NothingStandsOut),
        };
        Self {
            n_groups,
            candidates,
            why,
        }
    }

    /// What to say of groups that two halves of the words do not confirm.
    pub(super) fn warning(&self) -> Option<Notice> {
        match self.why {
            Why::Best(best) if best.agreement < WEAK => Some(
                "the groups are weak: those found from two halves of the words hardly agree".into(),
            ),
            _ => None,
        }
    }

    /// One sentence that justifies the choice; `n_groups` are left without small ones.
    pub(super) fn reason(&self, n_groups: usize) -> String {
        match self.why {
            Why::TooFew(n) => format!("one group: {n} documents are too few to tell groups"),
            Why::NothingStandsOut => {
                "one group: no groups stand out more than in shuffled documents".into()
            }
            Why::Best(best) => format!(
                "{n_groups} groups: modularity {:.2}, {:.2} above that of shuffled documents; \
                 groups found from two halves of the words agree by {:.2} (adjusted Rand index)",
                best.modularity,
                best.gain(),
                best.agreement
            ),
        }
    }
}

/// The candidates of a grouper.
pub(super) fn candidates(
    grouper: &Grouper<'_>,
    run: &Run<'_>,
) -> Result<Vec<Candidate>, TopicsError> {
    run.report("counting groups", 0, None)?;
    let by_chance = best_tree(&graph(&grouper.by_chance.places), RESOLUTION, 1, run.seed);
    // One pair after the other: each half takes memory for all terms.
    let pairs = (0..PAIRS).map(|pair| half_trees(grouper, pair, run));
    let pairs: Vec<[MergeTree; 2]> = pairs.collect::<Result<_, Cancelled>>()?;
    let candidate = |groups: usize| {
        Some(Candidate {
            groups,
            modularity: grouper.tree.modularity(groups),
            by_chance: by_chance.modularity(groups),
            agreement: agreement(&pairs, groups)?,
        })
    };
    let most = grouper.tree.n_finest().min(MOST);
    Ok((2..=most).filter_map(candidate).collect())
}

/// Mean agreement of the pairs that both have as many groups; `None` if no pair has.
fn agreement(pairs: &[[MergeTree; 2]], groups: usize) -> Option<f64> {
    let of_pair = |[a, b]: &[MergeTree; 2]| {
        let (a, b) = (a.cut(groups)?, b.cut(groups)?);
        Some(Overlap::new(&a, &b).adjusted_rand())
    };
    let values: Vec<f64> = pairs.iter().filter_map(of_pair).collect();
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// The trees of two halves of the words of the sample.
fn half_trees(
    grouper: &Grouper<'_>,
    pair: u64,
    run: &Run<'_>,
) -> Result<[MergeTree; 2], Cancelled> {
    let mut parts = [Vec::new(), Vec::new()];
    for &document in &grouper.sample {
        let mut stream = rng::stream(run.seed ^ pair, "halves of words", document as u64);
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
    fn groups_that_halves_of_the_words_do_not_confirm_are_called_weak() {
        let with = |agreement: f64| {
            let candidate = Candidate {
                groups: 7,
                modularity: 0.5,
                by_chance: 0.2,
                agreement,
            };
            Choice::of(vec![candidate], 1000, true)
        };
        assert!(with(0.0).warning().is_some() && with(0.4).warning().is_none());
        assert!(Choice::too_few(2).warning().is_none());
    }
}

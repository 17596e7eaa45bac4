//! How many groups: modularity above chance, and what two halves of the words share.
//!
//! The best of `Q - Q0 + w A + v (I - c ln K)`: modularity above that of shuffled documents,
//! the agreement `A` of the groups of two halves (adjusted Rand index), and the information
//! `I` that they share ([`super::halves`]) less a part of what `K` groups claim. Modularity
//! is flat from some √n / 2 groups on and has its best below. Agreement favours the level
//! that is most certain, however coarse; information grows as long as both halves find the
//! further groups. By information alone five sections of news were 15 groups, because what
//! they are divided into is found in both halves, too.

use super::halves::{Halves, Shared};
use super::merge_tree::MergeTree;
use super::neighbour_graph::graph;
use super::{Grouper, RESOLUTION, best_tree};
use crate::TopicsError;
use recto_math::{Notice, Run};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Groups that are chosen at most.
const MOST: usize = 40;

/// Weight of the agreement of halves against modularity above chance. The three weights have
/// the least error over four seeds of those that leave a collection of five sections at
/// about as many groups (bench/README.md).
const AGREEMENT: f64 = 0.3;

/// Weight of the information that halves share.
const INFORMATION: f64 = 0.15;

/// Part of `ln K` that halves have to share, so that more groups do not win by being more.
const CONFIRMED: f64 = 0.3;

/// Standard deviations above unrelated groups from which on halves share something. Of 85
/// collections whose words were shuffled 80 had at most 4.0; of the others one had clearly
/// more modularity than by chance and was taken for weak groups (bench/README.md).
const SURE: f64 = 4.0;

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
    /// Information in nats that the groups of one half of the words tell about those of the
    /// other, above chance; at most the logarithm of the number of groups.
    #[serde(default)]
    pub information: f64,
}

impl Candidate {
    /// Modularity above chance.
    pub fn gain(&self) -> f64 {
        self.modularity - self.by_chance
    }

    /// What the choice compares.
    fn score(&self) -> f64 {
        let claimed = (self.groups as f64).ln();
        let confirmed = self.information - CONFIRMED * claimed;
        self.gain() + AGREEMENT * self.agreement + INFORMATION * confirmed
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
    pub(super) fn of(tried: Tried, n: usize, has_directions: bool) -> Self {
        let candidates = tried.candidates;
        let mut best: Option<Candidate> = None;
        for candidate in &candidates {
            if best.is_none_or(|best| candidate.score() > best.score() + 1e-12) {
                best = Some(*candidate);
            }
        }
        // Small graphs have a higher modularity by chance.
        let least = f64::max(0.02, 0.6 / (n as f64).sqrt());
        let stands_out = has_directions || tried.deviations > SURE;
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

/// The numbers of groups that were tried.
pub(super) struct Tried {
    pub(super) candidates: Vec<Candidate>,
    /// Standard deviations by which halves share more than by chance, with the number of
    /// groups for which that is most.
    pub(super) deviations: f64,
}

/// The candidates of a grouper, cut from a tree.
pub(super) fn candidates(
    grouper: &Grouper<'_>,
    tree: &MergeTree,
    run: &Run<'_>,
) -> Result<Tried, TopicsError> {
    run.report("counting groups", 0, None)?;
    let by_chance = best_tree(&graph(&grouper.by_chance.places), RESOLUTION, 1, run.seed);
    let halves = Halves::new(grouper, run)?;
    let most = tree.n_finest().min(MOST);
    let shared = (2..=most).filter_map(|groups| Some((groups, halves.shared(groups)?)));
    let shared: Vec<(usize, Shared)> = shared.collect();
    let candidate = |&(groups, shared): &(usize, Shared)| Candidate {
        groups,
        modularity: tree.modularity(groups),
        by_chance: by_chance.modularity(groups),
        agreement: shared.agreement,
        information: shared.information,
    };
    Ok(Tried {
        candidates: shared.iter().map(candidate).collect(),
        deviations: shared.iter().map(|(_, s)| s.deviations).fold(0.0, f64::max),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidate(groups: usize, gain: f64, agreement: f64, information: f64) -> Candidate {
        Candidate {
            groups,
            modularity: 0.2 + gain,
            by_chance: 0.2,
            agreement,
            information,
        }
    }

    fn choice(candidates: Vec<Candidate>, deviations: f64, has_directions: bool) -> Choice {
        let tried = Tried {
            candidates,
            deviations,
        };
        Choice::of(tried, 1000, has_directions)
    }

    #[test]
    fn groups_that_halves_of_the_words_do_not_confirm_are_called_weak() {
        let with = |agreement: f64| choice(vec![candidate(7, 0.3, agreement, 0.5)], 9.0, true);
        assert!(with(0.0).warning().is_some() && with(0.4).warning().is_none());
        assert!(Choice::too_few(2).warning().is_none());
    }

    #[test]
    fn more_groups_are_chosen_only_if_both_halves_find_them() {
        let of = |information: f64| {
            let few = candidate(6, 0.40, 0.6, 1.2);
            choice(vec![few, candidate(12, 0.39, 0.6, information)], 50.0, true).n_groups
        };
        // .01 of modularity is lost, and what twice as many groups claim.
        let least = 1.2 + 0.01 / INFORMATION + CONFIRMED * 2f64.ln();
        assert_eq!((of(least - 0.01), of(least + 0.01)), (6, 12));
        // Of equals the smaller number.
        let as_good = |k: usize| candidate(k, 0.3, 0.5, CONFIRMED * (k as f64).ln());
        assert_eq!(choice(vec![as_good(3), as_good(6)], 50.0, true).n_groups, 3);
    }

    #[test]
    fn one_group_unless_directions_or_halves_stand_out() {
        let with = |gain: f64, deviations: f64, has_directions: bool| {
            choice(
                vec![candidate(5, gain, 0.1, 0.1)],
                deviations,
                has_directions,
            )
            .n_groups
        };
        assert_eq!(with(0.3, SURE - 0.1, false), 1);
        assert_eq!(with(0.3, SURE + 0.1, false), 5);
        assert_eq!(with(0.3, 0.0, true), 5);
        // Without modularity above chance nothing helps.
        assert_eq!(with(0.02, 90.0, true), 1);
        assert_eq!(choice(Vec::new(), 90.0, true).n_groups, 1);
    }
}

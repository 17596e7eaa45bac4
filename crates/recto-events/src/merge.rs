//! Sub-events of participants merged into those of the event.
//!
//! PES def. GlobalMerge: two sub-events are one if their peaks are at most two minutes apart and
//! they share messages. Most messages name one participant only, so that both halves of
//! "the striker scores for the team" share few: in [`Rule::Words`] sub-events are merged
//! too if one is mostly part of the other, or if the same words burst in both.

use crate::sets::DisjointSets;
use recto_math::similarity::cosine_of;
use serde::{Deserialize, Serialize};

/// Seconds between two peaks within which sub-events may be one.
const SECONDS: f64 = 120.0;
/// Seconds within which less likeness is asked for.
const CLOSE_SECONDS: f64 = 30.0;
/// Jaccard coefficient of the messages above which sub-events are one.
const JACCARD: f64 = 0.1;
/// Share of the smaller one's messages above which it is part of the other.
const PART: f64 = 0.5;
/// Cosine of burst words from which on sub-events are one.
const COSINE: f64 = 0.25;
const CLOSE_COSINE: f64 = 0.10;

/// When sub-events of two participants are one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Rule {
    /// If they share messages, as the paper has it.
    Messages,
    /// If they share messages or the words that burst in them.
    Words,
}

/// What is compared of a sub-event.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Part {
    pub(crate) peak: f64,
    /// Messages in order.
    pub(crate) members: Vec<u32>,
    /// Burst words with their weights, by word, of length 1 in all; empty if there are none.
    pub(crate) words: Vec<(u32, f64)>,
}

/// Groups of sub-events that are one, as indices.
pub(crate) fn groups(parts: &[Part], rule: Rule) -> Vec<Vec<usize>> {
    match rule {
        Rule::Messages => chained(parts),
        Rule::Words => led(parts),
    }
}

/// Single link, as the paper has it.
///
/// PES def. GlobalMerge: peaks within two minutes and a Jaccard coefficient above 0.1.
fn chained(parts: &[Part]) -> Vec<Vec<usize>> {
    let mut order: Vec<usize> = (0..parts.len()).collect();
    order.sort_by(|&a, &b| parts[a].peak.total_cmp(&parts[b].peak).then(a.cmp(&b)));
    let mut sets = DisjointSets::new(parts.len());
    for (place, &a) in order.iter().enumerate() {
        let near = order[place + 1..].iter().copied();
        let near = near.take_while(|&b| parts[b].peak - parts[a].peak <= SECONDS);
        for b in near {
            if are_one(&parts[a], &parts[b], Rule::Messages) {
                sets.join(a, b);
            }
        }
    }
    sets.groups()
}

/// Each one joins the first group whose largest member is near and like it, largest first.
/// Single link joins a goal and the end of the match over those who write about both.
fn led(parts: &[Part]) -> Vec<Vec<usize>> {
    let mut order: Vec<usize> = (0..parts.len()).collect();
    order.sort_by_key(|&index| (std::cmp::Reverse(parts[index].members.len()), index));
    let mut groups: Vec<(Part, Vec<usize>)> = Vec::new();
    for index in order {
        let part = &parts[index];
        let is_own = |(leader, _): &&mut (Part, Vec<usize>)| {
            (leader.peak - part.peak).abs() <= SECONDS && are_one(leader, part, Rule::Words)
        };
        match groups.iter_mut().find(is_own) {
            Some((leader, group)) => {
                group.push(index);
                leader.members.extend(&part.members);
                leader.members.sort_unstable();
                leader.members.dedup();
            }
            None => groups.push((part.clone(), vec![index])),
        }
    }
    groups.into_iter().map(|(_, group)| group).collect()
}

fn are_one(a: &Part, b: &Part, rule: Rule) -> bool {
    let shared = n_shared(&a.members, &b.members) as f64;
    let either = (a.members.len() + b.members.len()) as f64 - shared;
    if either > 0.0 && shared / either > JACCARD {
        return true;
    }
    if rule == Rule::Messages {
        return false;
    }
    let fewer = a.members.len().min(b.members.len()) as f64;
    let least = if (a.peak - b.peak).abs() <= CLOSE_SECONDS {
        CLOSE_COSINE
    } else {
        COSINE
    };
    (fewer > 0.0 && shared / fewer > PART) || cosine(&a.words, &b.words) >= least
}

/// Number of items in both of two sorted lists.
pub(crate) fn n_shared(a: &[u32], b: &[u32]) -> usize {
    let (few, many) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    few.iter()
        .filter(|item| many.binary_search(item).is_ok())
        .count()
}

fn cosine(a: &[(u32, f64)], b: &[(u32, f64)]) -> f64 {
    let weight = |word: u32| {
        let found = b.binary_search_by_key(&word, |row| row.0);
        found.map_or(0.0, |index| b[index].1)
    };
    let dot = a.iter().map(|&(word, x)| x * weight(word)).sum();
    cosine_of(dot, 1.0)
}

/// A word must be so much more frequent in a sub-event than in the event to burst.
const BURST: f64 = 1.5;
/// Share of messages that is added to that of the event, so that new words have no
/// infinite weight.
const UNSEEN: f64 = 1e-4;

/// Burst words: how much more frequent each word is in a sub-event than in the event.
/// `own` are the messages of the sub-event with each word, `all` tells those of the event;
/// `leave_out` are names.
pub(crate) fn burst_words(
    own: &[(u32, u32)],
    n_own: usize,
    all: impl Fn(u32) -> u32,
    n_all: usize,
    leave_out: &[u32],
) -> Vec<(u32, f64)> {
    let frequent = own
        .iter()
        .filter(|row| row.1 >= 2 && !leave_out.contains(&row.0));
    let mut weights: Vec<(u32, f64)> = frequent
        .filter_map(|&(word, count)| {
            let inside = f64::from(count) / n_own.max(1) as f64;
            let outside = f64::from(all(word)) / n_all.max(1) as f64;
            let weight = inside * (inside / (outside + UNSEEN)).ln();
            (inside > BURST * outside).then_some((word, weight))
        })
        .collect();
    let norm = weights.iter().map(|(_, x)| x * x).sum::<f64>().sqrt();
    if norm > 0.0 {
        weights.iter_mut().for_each(|(_, x)| *x /= norm);
    }
    weights
}

#[cfg(test)]
mod tests {
    use super::*;
    use recto_testing::golden;

    #[test]
    fn groups_are_those_of_the_prototype() {
        let file = golden!("merge");
        let subs = file.at("subs").entries();
        let parts: Vec<Part> = subs
            .iter()
            .map(|sub| Part {
                peak: sub.at("peak").number(),
                members: sub.at("ids").read(),
                words: Vec::new(),
            })
            .collect();
        let mut found: Vec<(Vec<&str>, Vec<u32>)> = groups(&parts, Rule::Messages)
            .into_iter()
            .map(|group| {
                let names = group.iter().map(|&i| subs[i].at("participant").text());
                let mut members: Vec<u32> = group
                    .iter()
                    .flat_map(|&i| parts[i].members.clone())
                    .collect();
                members.sort_unstable();
                members.dedup();
                (names.collect(), members)
            })
            .collect();
        found.sort();
        let mut expected: Vec<(Vec<&str>, Vec<u32>)> = file
            .at("expected")
            .entries()
            .iter()
            .map(|row| (row.at("participants").read(), row.at("ids").read()))
            .collect();
        expected.sort();
        assert_eq!(found, expected);
    }

    #[test]
    fn the_same_burst_words_make_one_of_two_sub_events() {
        let part = |peak, members: &[u32], word| Part {
            peak,
            members: members.to_vec(),
            words: vec![(word, 1.0)],
        };
        let parts = [
            part(0.0, &[1], 7),
            part(100.0, &[2], 7),
            part(110.0, &[3], 8),
        ];
        assert_eq!(groups(&parts, Rule::Words), [vec![0, 1], vec![2]]);
        assert_eq!(groups(&parts, Rule::Messages).len(), 3);
    }

    #[test]
    fn burst_words_are_more_frequent_than_elsewhere_and_no_names() {
        // Words 0 to 3 in 100 messages of the event, the sub-event has ten.
        let own = [(0, 9), (1, 5), (2, 5), (3, 1)];
        let all = [9, 50, 5, 1];
        let found = burst_words(&own, 10, |word| all[word as usize], 100, &[2]);
        assert_eq!(found, [(0, 1.0)]);
    }
}

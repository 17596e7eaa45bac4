//! Which topics stay sub-events after a fit.
//!
//! PES def. Readjustment: what happens to topics between two fits.

use super::model::Topics;
use super::{Input, Params};
use crate::sets::DisjointSets;
use crate::time;

/// Largest number of fits.
pub(super) const ROUNDS: usize = 10;
/// Words of a topic that are compared.
const TOP: usize = 10;

/// Responsibilities of topics for messages, sub-events first.
pub(super) struct State {
    pub(super) responsibilities: Vec<f64>,
    pub(super) n_events: usize,
    pub(super) n_topics: usize,
}

impl State {
    /// The topic with the largest responsibility for each message, the first of equals.
    pub(super) fn best(&self) -> Vec<usize> {
        let rows = self.responsibilities.chunks(self.n_topics);
        let best = rows.map(|r| (0..r.len()).reduce(|a, b| if r[b] > r[a] { b } else { a }));
        best.map(|topic| topic.unwrap_or(0)).collect()
    }

    /// Joins columns: each group becomes one topic.
    fn regroup(&mut self, events: &[Vec<usize>], background: &[usize]) {
        let groups = events.iter().map(Vec::as_slice).chain(background.chunks(1));
        let groups: Vec<&[usize]> = groups.collect();
        let rows = self.responsibilities.chunks(self.n_topics);
        let mut joined = Vec::with_capacity(rows.len() * groups.len());
        for r in rows {
            let start = joined.len();
            joined.extend(groups.iter().map(|g| g.iter().map(|&z| r[z]).sum::<f64>()));
            let sum: f64 = joined[start..].iter().sum();
            if sum > 0.0 {
                joined[start..].iter_mut().for_each(|r| *r /= sum);
            } else if let Some(last) = joined.last_mut() {
                *last = 1.0;
            }
        }
        self.responsibilities = joined;
        self.n_events = events.len();
        self.n_topics = groups.len();
    }
}

/// The middle of the bin with most messages of a topic, in seconds from the beginning;
/// `None` if it has none.
pub(super) fn peak(input: &Input<'_>, best: &[usize], topic: usize, smooth: bool) -> Option<f64> {
    let messages = best.iter().zip(input.times).filter(|(z, _)| **z == topic);
    time::peak(messages.map(|(_, &time)| time), input.bin, smooth)
}

/// PES def. Readjustment: drops empty sub-events, turns wide ones into background and joins those that are alike;
/// returns whether anything changed.
pub(super) fn readjust(
    input: &Input<'_>,
    params: &Params,
    topics: &Topics,
    state: &mut State,
) -> bool {
    let best = state.best();
    let mut kept = Vec::new();
    let mut background: Vec<usize> = (state.n_events..state.n_topics).collect();
    for topic in 0..state.n_events {
        match peak(input, &best, topic, params.smooth) {
            None => {}
            Some(_) if topics.sigma[topic] > params.most_sigma => background.push(topic),
            Some(peak) => kept.push((topic, peak, top_words(topics, state.n_topics, topic))),
        }
    }
    let groups = alike(&kept, params);
    if groups.len() == state.n_events {
        return false;
    }
    state.regroup(&groups, &background);
    true
}

/// Groups of sub-events with the same words at the same time.
fn alike(kept: &[(usize, f64, Vec<u32>)], params: &Params) -> Vec<Vec<usize>> {
    let mut sets = DisjointSets::new(kept.len());
    for (a, (_, peak, words)) in kept.iter().enumerate() {
        for (b, (_, other_peak, other_words)) in kept.iter().enumerate().skip(a + 1) {
            let shared = words
                .iter()
                .filter(|word| other_words.contains(word))
                .count();
            if (peak - other_peak).abs() <= params.join_seconds && shared > params.join_words {
                sets.join(a, b);
            }
        }
    }
    let topics = |group: Vec<usize>| group.into_iter().map(|index| kept[index].0).collect();
    sets.groups().into_iter().map(topics).collect()
}

/// The words with the highest probability; ties go to the first in the order of letters.
fn top_words(topics: &Topics, n_topics: usize, topic: usize) -> Vec<u32> {
    let value = |word: u32| topics.log_word[word as usize * n_topics + topic];
    let n_words = (topics.log_word.len() / n_topics) as u32;
    let mut words: Vec<u32> = (0..n_words).collect();
    let order = |a: &u32, b: &u32| value(*b).total_cmp(&value(*a)).then(a.cmp(b));
    if words.len() > TOP {
        words.select_nth_unstable_by(TOP, order);
        words.truncate(TOP);
    }
    words
}

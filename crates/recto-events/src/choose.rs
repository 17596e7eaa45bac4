//! Messages that tell a sub-event.
//!
//! Inouye11 def. HybridTfIdf: hybrid TF-IDF. A message scores the mean weight of its words, where the
//! weight of a word grows with its share of all words of the sub-event and falls with the
//! number of messages that hold it, in the sub-event or in the whole event. Messages are taken by score, those
//! that are too much like one already taken left out.
//!
//! # Departures
//! By default document frequencies are those of the whole event (`Frequencies::Event`), so
//! that words which everybody uses all the time weigh little. The paper ranks a collection
//! of messages by themselves (`Frequencies::SubEvent`).
//!
//! # References
//! Sharifi, Hutton and Kalita 2010, Experiments in microblog summarization; Inouye and
//! Kalita 2011, Comparing Twitter summarization algorithms for multiple post summaries.

use recto_math::similarity::cosine_of;
use rustc_hash::FxHashMap;
use serde::Serialize;

/// Messages in which document frequencies are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Frequencies {
    /// Those of the whole event.
    Event,
    /// Those of the sub-event alone.
    SubEvent,
}

/// Words below which a message counts as longer than it is, so that none wins by a word.
const LEAST_WORDS: usize = 5;
/// Cosine from which on two messages say the same.
const ALIKE: f64 = 0.7;

/// Scores of messages, given their words, the number of messages of the event with each
/// word, and the number of all messages of the event.
///
/// Inouye11 def. HybridTfIdf: the hybrid TF-IDF weight of a post.
pub fn scores(messages: &[Vec<u32>], with_word: impl Fn(u32) -> usize, n_event: usize) -> Vec<f64> {
    let mut counts: FxHashMap<u32, f64> = FxHashMap::default();
    let mut total = 0.0;
    for &word in messages.iter().flatten() {
        *counts.entry(word).or_insert(0.0) += 1.0;
        total += 1.0;
    }
    let weight = |word: &u32| {
        let rarity = (n_event as f64 / with_word(*word).max(1) as f64).log2();
        counts.get(word).map_or(0.0, |count| count / total * rarity)
    };
    let score = |words: &Vec<u32>| {
        let sum: f64 = words.iter().map(weight).sum();
        sum / words.len().max(LEAST_WORDS) as f64
    };
    messages.iter().map(score).collect()
}

/// Scores of messages by document frequencies among themselves.
///
/// PES sec. 3.3: hybrid TF-IDF within a collection of messages.
pub(crate) fn scores_within(messages: &[Vec<u32>]) -> Vec<f64> {
    let mut with_word: FxHashMap<u32, usize> = FxHashMap::default();
    for message in messages {
        let mut words = message.clone();
        words.sort_unstable();
        words.dedup();
        for word in words {
            *with_word.entry(word).or_insert(0) += 1;
        }
    }
    let count = |word| with_word.get(&word).copied().unwrap_or(0);
    scores(messages, count, messages.len())
}

/// Indices of up to `n` messages by score, the first of equals first, none like another.
pub fn choose(messages: &[Vec<u32>], scores: &[f64], n: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..messages.len()).collect();
    order.sort_by(|&a, &b| scores[b].total_cmp(&scores[a]).then(a.cmp(&b)));
    let mut chosen: Vec<usize> = Vec::new();
    for index in order {
        if chosen.len() >= n {
            break;
        }
        let is_new = |&other: &usize| cosine(&messages[index], &messages[other]) < ALIKE;
        if chosen.iter().all(is_new) {
            chosen.push(index);
        }
    }
    chosen
}

/// Cosine of the counts of words; messages are short, so that a quadratic count is quick.
fn cosine(a: &[u32], b: &[u32]) -> f64 {
    let pairs = |a: &[u32], b: &[u32]| {
        let of = |word: &u32| b.iter().filter(|other| *other == word).count();
        a.iter().map(of).sum::<usize>() as f64
    };
    cosine_of(pairs(a, b), (pairs(a, a) * pairs(b, b)).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;
    use recto_testing::golden;
    use recto_testing::golden::Tolerance::Absolute;

    #[test]
    fn a_word_of_every_message_of_a_sub_event_weighs_nothing_there() {
        // Word 0 is in all four messages: log2(4/4) = 0. The others are in one:
        // 1/7 log2(4/1) = 2/7, over five words at least: 2/35.
        let messages = [vec![0], vec![0, 1], vec![0, 2], vec![0, 3]];
        let expected = [0.0, 2.0 / 35.0, 2.0 / 35.0, 2.0 / 35.0];
        for (score, expected) in scores_within(&messages).iter().zip(expected) {
            assert!((score - expected).abs() < 1e-12, "{score} {expected}");
        }
        // In an event of a thousand messages the word is rare, and counts.
        let of_event = scores(&messages, |_| 4, 1000);
        assert!(of_event[0] > 0.0);
    }

    #[test]
    fn scores_and_choice_are_those_of_the_prototype() {
        let file = golden!("hybrid_tfidf");
        let tokens: Vec<Vec<String>> = file.at("tokens").read();
        let event: Vec<String> = file.at("event_posts").read();
        let mut words: Vec<&String> = tokens.iter().flatten().collect();
        words.sort();
        words.dedup();
        let number = |word: &String| words.binary_search(&word).expect("it is listed") as u32;
        let messages: Vec<Vec<u32>> = tokens
            .iter()
            .map(|post| post.iter().map(number).collect())
            .collect();
        let with_word = |word: u32| {
            let holds = |post: &&String| post.split(' ').any(|w| w == words[word as usize]);
            event.iter().filter(holds).count()
        };
        let found = scores(&messages, with_word, event.len());
        file.at("scores").assert_all_near(&found, Absolute(1e-12));
        file.at("selected")
            .assert_equal(&choose(&messages, &found, 3));
    }
}

//! Seed words, forbidden words and pinned words: prior knowledge of the topics.
//!
//! A seed word gets prior counts in its topic, its corpus count times the strength, and the
//! fit starts with it there. A forbidden word starts with probability 0 in its topic and
//! keeps it, because EM never leaves 0. A pinned word is forbidden in every other topic. A
//! word that is not in the vocabulary only causes a warning.

use crate::{Corpus, TopicsError};
use recto_math::DenseMatrix;
use recto_math::Notice;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::str::FromStr;

/// Word lists of topics, each list in the order of topics.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Guide {
    /// Words with a prior for the topic.
    pub seeds: Vec<Vec<String>>,
    /// Words with probability 0 in the topic.
    pub forbidden: Vec<Vec<String>>,
    /// Words with probability 0 in every other topic.
    pub pinned: Vec<Vec<String>>,
    /// Prior counts of a seed word as a multiple of its corpus count, above 0 and at most
    /// 1e6; `None` is 1.
    pub strength: Option<f64>,
}

/// Parses one topic per line: `word` is a seed word, `-word` a forbidden one, `!word` a
/// pinned one. Lines that begin with `#` are comments; an empty line is a topic without
/// words. A text that begins with `{` is parsed as JSON with the fields of [`Guide`].
///
/// ```
/// let guide: recto_topics::Guide = "oil crude -wheat\n\n!grain".parse()?;
/// assert_eq!(guide.seeds[0], ["oil", "crude"]);
/// assert_eq!(guide.forbidden[0], ["wheat"]);
/// assert_eq!(guide.pinned[2], ["grain"]);
/// # Ok::<(), recto_topics::TopicsError>(())
/// ```
impl FromStr for Guide {
    type Err = TopicsError;

    fn from_str(text: &str) -> Result<Self, TopicsError> {
        let text = text.trim_end();
        if text.trim_start().starts_with('{') {
            return serde_json::from_str(text).map_err(|error| TopicsError::Input {
                what: "seed words",
                problem: error.to_string(),
            });
        }
        let mut guide = Self::default();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let (mut seeds, mut forbidden, mut pinned) = (Vec::new(), Vec::new(), Vec::new());
            for word in line.split_whitespace() {
                let (list, word) = match (word.strip_prefix('-'), word.strip_prefix('!')) {
                    (Some(word), _) => (&mut forbidden, word),
                    (None, Some(word)) => (&mut pinned, word),
                    (None, None) => (&mut seeds, word),
                };
                list.push(word.to_string());
            }
            guide.seeds.push(seeds);
            guide.forbidden.push(forbidden);
            guide.pinned.push(pinned);
        }
        Ok(guide)
    }
}

/// The prior over words of topics that a [`Guide`] stands for.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Hints {
    /// Term, topic and prior counts, sorted.
    added: Vec<(usize, usize, f64)>,
    /// Pairs of term and topic with probability 0, sorted.
    barred: Vec<(usize, usize)>,
    /// One for each word that is not in the vocabulary.
    pub(crate) warnings: Vec<Notice>,
}

impl Guide {
    /// Whether all lists are empty.
    pub fn is_empty(&self) -> bool {
        let none = |lists: &[Vec<String>]| lists.iter().all(Vec::is_empty);
        none(&self.seeds) && none(&self.forbidden) && none(&self.pinned)
    }

    /// The prior for a corpus and a number of topics. Words are looked up as terms (stems)
    /// and as spellings.
    pub(crate) fn hints(&self, corpus: &Corpus, n_topics: usize) -> Result<Hints, TopicsError> {
        let mut hints = Hints::default();
        if self.is_empty() {
            return Ok(hints);
        }
        let strength = self.strength.unwrap_or(1.0);
        if !(strength > 0.0 && strength <= 1e6) {
            let range = "above 0 and at most 1000000";
            return Err(TopicsError::parameter("strength", strength, range));
        }
        let said = [&self.seeds, &self.forbidden, &self.pinned];
        if let Some(lists) = said.into_iter().find(|lists| lists.len() > n_topics) {
            return Err(TopicsError::Input {
                what: "seed words",
                problem: format!("{} lines of words for {n_topics} topics", lists.len()),
            });
        }
        let places = places(corpus);
        let totals = corpus.segments().column_sums();
        let mut look_up = |lists: &[Vec<String>], mut found: Box<dyn FnMut(usize, usize) + '_>| {
            for (topic, words) in lists.iter().enumerate() {
                for word in words {
                    match places.get(word.to_lowercase().as_str()) {
                        Some(&term) => found(term, topic),
                        None => hints.warnings.push(format!(
                            "seed words: {word:?} of topic {topic} is absent or too rare; it was ignored"
                        ).into()),
                    }
                }
            }
        };
        let (mut added, mut barred) = (Vec::new(), Vec::new());
        let seed = |term: usize, topic: usize| added.push((term, topic, strength * totals[term]));
        look_up(&self.seeds, Box::new(seed));
        look_up(
            &self.forbidden,
            Box::new(|term, topic| barred.push((term, topic))),
        );
        let pin = |term: usize, topic: usize| {
            barred.extend(
                (0..n_topics)
                    .filter(|&other| other != topic)
                    .map(|other| (term, other)),
            );
        };
        look_up(&self.pinned, Box::new(pin));
        added.sort_by_key(|&(term, topic, _)| (term, topic));
        barred.sort_unstable();
        barred.dedup();
        added.retain(|&(term, topic, _)| barred.binary_search(&(term, topic)).is_err());
        hints.added = added;
        hints.barred = barred;
        hints.check_homes(n_topics, corpus)?;
        Ok(hints)
    }
}

fn places(corpus: &Corpus) -> FxHashMap<String, usize> {
    let mut places = FxHashMap::default();
    for term in 0..corpus.n_terms() {
        places
            .entry(corpus.spelling(term).to_string())
            .or_insert(term);
    }
    // Terms are inserted last: a term wins over another term's spelling of the same form.
    for (term, text) in corpus.terms().iter().enumerate() {
        places.insert(text.clone(), term);
    }
    places
}

impl Hints {
    /// Checks that every word is allowed in at least one topic.
    fn check_homes(&self, n_topics: usize, corpus: &Corpus) -> Result<(), TopicsError> {
        for run in self.barred.chunk_by(|a, b| a.0 == b.0) {
            if run.len() == n_topics {
                return Err(TopicsError::Input {
                    what: "seed words",
                    problem: format!(
                        "{:?} is forbidden in every topic",
                        corpus.spelling(run[0].0)
                    ),
                });
            }
        }
        Ok(())
    }

    /// Adds the prior counts to expected counts, terms by topics, and sets barred ones to 0.
    pub(crate) fn apply(&self, counts: &mut DenseMatrix) {
        for &(term, topic, count) in &self.added {
            counts.row_mut(term)[topic] += count;
        }
        for &(term, topic) in &self.barred {
            counts.row_mut(term)[topic] = 0.0;
        }
    }

    /// Log prior of `phi` beyond that of a symmetric `beta`: what seeds add and what barred
    /// pairs take away.
    pub(crate) fn ln_prior(&self, phi: &DenseMatrix, beta: f64) -> f64 {
        let ln = |term: usize, topic: usize| phi.row(term)[topic].max(1e-300).ln();
        let added = self
            .added
            .iter()
            .map(|&(term, topic, n)| n * ln(term, topic));
        let barred = self
            .barred
            .iter()
            .map(|&(term, topic)| -beta * ln(term, topic));
        added.sum::<f64>() + barred.sum::<f64>()
    }
}

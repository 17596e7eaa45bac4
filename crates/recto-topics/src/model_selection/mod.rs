//! Choice of the number of topics by held-out fit and by stability under resampling.
//!
//! PLSA is fitted with each number of topics of a fixed grid on 90 % of the documents and
//! scored by document completion on the other 10 %. More topics nearly always foresee more,
//! far beyond what people can read (Reuters: perplexity 587 with 45 topics, 544 with 100),
//! but topics of two halves of the documents agree ever less. The choice is the best product
//! of both: the gain in log-likelihood over word frequencies as a share of the best, and the
//! agreement of two halves. Five topics at least are taken where documents allow it.

mod stability;

pub(crate) use stability::columns;
pub use stability::{stability, stability_of};

use crate::heldout::{self, Split};
use crate::{Cache, Corpus, Params, TopicsError};
use rayon::prelude::*;
use recto_math::{Run, rng};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Candidate numbers of topics, each about half as large again as the one before.
const GRID: [usize; 8] = [2, 3, 5, 8, 12, 17, 24, 34];

/// The largest number of topics that is ever chosen, the end of [`GRID`]: more than people
/// read at once, and what they ask for by number.
pub(crate) const MAX_TOPICS: usize = 34;

/// Fewer topics are chosen only for documents that do not allow so many.
const FEWEST: usize = 5;

/// Larger corpora are sampled down to this many documents; more do not change the choice.
const SAMPLE: usize = 2000;

/// Documents with words below which nothing is held out: a figure of so few is chance.
const LEAST: usize = 10;

/// The search stops after this many candidates in a row that do not improve on the best.
const PATIENCE: usize = 2;

/// Agreement of two halves of the documents below which topics are a first impression: fewer
/// than about half of them come again.
pub const STABLE: f64 = 0.5;

/// A candidate number of topics and its score.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Tried {
    /// Number of topics.
    pub topics: usize,
    /// Perplexity on the held-out documents, by document completion.
    pub perplexity: f64,
    /// Agreement of the topics of two halves of the documents, from 0 to 1 (identical).
    pub stability: f64,
}

/// The chosen number of topics and the scores behind the choice.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Choice {
    /// The chosen number of topics.
    pub n_topics: usize,
    /// One sentence that justifies the choice.
    pub reason: String,
    /// Every candidate that was scored, by rising number; empty if there were too few
    /// documents to hold any out.
    pub tried: Vec<Tried>,
    /// Agreement of the topics of two halves of the documents, from 0 to 1 (identical);
    /// `None` if there were too few documents to measure it.
    pub stability: Option<f64>,
}

/// Chooses the number of topics for a corpus.
///
/// # Errors
/// [`TopicsError::Cancelled`] if the observer asks to stop.
pub fn choose_n_topics(
    corpus: &Corpus,
    params: &Params,
    run: &Run<'_>,
) -> Result<Choice, TopicsError> {
    let sample = sampled(corpus, run.seed);
    let most = max_topics_for(&sample);
    let n_filled = sample.n_documents() - sample.empty_documents().len();
    if n_filled < LEAST {
        return Ok(unmeasured(most, n_filled));
    }
    let split = heldout::split(&sample, 0.1, run.seed)?;
    let halves = halves(&split, run.seed);
    let params = Params {
        iterations: 30,
        restarts: 1,
        eta: 0.0,
        estimate_eta: false,
        cache: Cache::Off,
        guide: crate::Guide::default(),
        ..params.clone()
    };
    let mut search = Search::new(heldout::unigram(&split));
    for topics in candidates(most) {
        run.report("choosing the number of topics", topics as u64, None)?;
        search
            .tried
            .push(tried(&split, &halves, &params, topics, run)?);
        if search.is_over() {
            break;
        }
    }
    Ok(search.choice(most))
}

/// Numbers to try where `most` are allowed, at least one: those of [`GRID`] from [`FEWEST`] on,
/// or the largest that is allowed.
fn candidates(most: usize) -> impl Iterator<Item = usize> {
    let allowed = GRID.into_iter().filter(move |n| *n <= most);
    let fewest = allowed.clone().filter(|n| *n <= FEWEST).max();
    let none = fewest.is_none().then_some(most);
    allowed.skip_while(move |n| Some(*n) < fewest).chain(none)
}

/// A candidate with its scores.
fn tried(
    split: &Split,
    halves: &[Split; 2],
    params: &Params,
    topics: usize,
    run: &Run<'_>,
) -> Result<Tried, TopicsError> {
    let fits = [(split, 0), (&halves[0], 1), (&halves[1], 2)];
    let fit = |&(part, offset): &(&Split, u64)| {
        let seed = run.seed.wrapping_add(offset);
        heldout::quick_fit(part, params, topics, &Run { seed, ..*run })
    };
    let fits: Vec<_> = fits.par_iter().map(fit).collect::<Result<_, _>>()?;
    Ok(Tried {
        topics,
        perplexity: heldout::perplexity(&fits[0], split),
        stability: stability(&[&fits[1].words, &fits[2].words]),
    })
}

/// Candidates so far.
struct Search {
    /// Perplexity of word frequencies alone.
    unigram: f64,
    tried: Vec<Tried>,
}

impl Search {
    fn new(unigram: f64) -> Self {
        Self {
            unigram,
            tried: Vec::new(),
        }
    }

    /// Gain in log-likelihood a token over word frequencies; never negative.
    fn gain(&self, tried: &Tried) -> f64 {
        (self.unigram / tried.perplexity).ln().max(0.0)
    }

    /// Index of the candidate with the best product of gain and stability, the first of
    /// equals. The share of the best gain has the same order as the gain.
    fn best(&self) -> usize {
        let score = |tried: &Tried| self.gain(tried) * tried.stability;
        let mut best = 0;
        for (i, tried) in self.tried.iter().enumerate() {
            if score(tried) > score(&self.tried[best]) {
                best = i;
            }
        }
        best
    }

    /// Whether enough candidates after the best one were worse.
    fn is_over(&self) -> bool {
        self.tried.len() > self.best() + PATIENCE
    }

    fn choice(self, most: usize) -> Choice {
        let best = self.best();
        let chosen = &self.tried[best];
        let reason = match &self.tried[..] {
            [only] => format!(
                "{} topics: the only number tried, because {} is the most for so few documents",
                only.topics, most
            ),
            _ => self.reason(best),
        };
        Choice {
            n_topics: chosen.topics,
            reason,
            stability: Some(chosen.stability),
            tried: self.tried,
        }
    }

    /// Why the candidate was chosen among several.
    fn reason(&self, best: usize) -> String {
        let Tried {
            topics,
            perplexity,
            stability,
        } = self.tried[best];
        let all = (&self.tried[0], &self.tried[self.tried.len() - 1]);
        let end = if best + 1 == self.tried.len() {
            "; it is the largest number tried, which is a limit and not a finding: ask for the \
             number that you want to read"
        } else {
            ""
        };
        format!(
            "{topics} topics: of {} to {} topics the best balance of held-out perplexity \
             ({perplexity:.0}; word frequencies alone {:.0}) and of agreement between the topics \
             of two halves of the documents ({stability:.2}){}{end}",
            all.0.topics,
            all.1.topics,
            self.unigram,
            self.doubt(best)
        )
    }

    /// What to say of topics that halves of the documents hardly share.
    fn doubt(&self, best: usize) -> String {
        if self.tried[best].stability >= STABLE {
            return String::new();
        }
        let mut surest = &self.tried[best];
        for tried in &self.tried {
            if tried.stability > surest.stability {
                surest = tried;
            }
        }
        let other = if surest.topics == self.tried[best].topics {
            String::new()
        } else {
            let Tried {
                topics, stability, ..
            } = surest;
            format!(", {topics} topics agree by {stability:.2}")
        };
        format!("; that is little: half of the documents would give rather different topics{other}")
    }
}

/// The choice for a corpus that is too small to measure anything.
fn unmeasured(most: usize, documents: usize) -> Choice {
    let n_topics = most.min(2);
    let noun = if n_topics == 1 { "topic" } else { "topics" };
    Choice {
        n_topics,
        reason: format!(
            "{n_topics} {noun}, not chosen by measurement: {documents} documents with words are \
             too few for it"
        ),
        tried: Vec::new(),
        stability: None,
    }
}

/// At most one topic for every five documents, and never more topics than tokens.
fn max_topics_for(corpus: &Corpus) -> usize {
    let by_documents = (corpus.n_documents() / 5).max(2);
    let tokens = corpus.n_tokens() as usize;
    by_documents.min(MAX_TOPICS).min(tokens).max(1)
}

/// A random subset of [`SAMPLE`] documents in their original order; all of them if fewer.
fn sampled(corpus: &Corpus, seed: u64) -> Corpus {
    let n = corpus.n_documents();
    if n <= SAMPLE {
        return corpus.clone();
    }
    let mut stream = rng::stream(seed, "sample of documents", 0);
    let mut order: Vec<usize> = (0..n).collect();
    rng::shuffle(&mut stream, &mut order);
    order.truncate(SAMPLE);
    order.sort_unstable();
    corpus.subset(&order)
}

/// The training documents by lot in two halves; nothing is held out of them.
fn halves(split: &Split, seed: u64) -> [Split; 2] {
    let mut order: Vec<usize> = (0..split.train.n_documents()).collect();
    let mut stream = rng::stream(seed, "halves of documents", 0);
    rng::shuffle(&mut stream, &mut order);
    let (one, other) = order.split_at(order.len() / 2);
    [one, other].map(|half| {
        let mut half = half.to_vec();
        half.sort_unstable();
        Split {
            train: split.train.subset(&half),
            ..split.clone()
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_always_a_number_to_try() {
        for (most, expected) in [
            (1, &[1][..]),
            (2, &[2]),
            (3, &[3]),
            (4, &[3]),
            (5, &[5]),
            (9, &[5, 8]),
            (34, &[5, 8, 12, 17, 24, 34]),
        ] {
            let found: Vec<usize> = candidates(most).collect();
            assert_eq!(found, expected, "{most}");
        }
    }

    fn search(rows: &[(usize, f64, f64)]) -> Search {
        let tried = |&(topics, perplexity, stability): &(usize, f64, f64)| Tried {
            topics,
            perplexity,
            stability,
        };
        Search {
            unigram: 1000.0,
            tried: rows.iter().map(tried).collect(),
        }
    }

    #[test]
    fn the_best_product_of_gain_and_stability_is_taken() {
        // ln(1000 / p) x stability: .69 x .8 = .55, .92 x .7 = .64, 1.2 x .5 = .60.
        let found = search(&[(5, 500.0, 0.8), (8, 400.0, 0.7), (12, 300.0, 0.5)]);
        assert_eq!(found.best(), 1);
        assert!(!found.is_over());
        let choice = found.choice(34);
        assert_eq!((choice.n_topics, choice.stability), (8, Some(0.7)));
        assert!(
            choice
                .reason
                .starts_with("8 topics: of 5 to 12 topics the best balance")
        );
        assert!(!choice.reason.contains("limit"));
    }

    #[test]
    fn the_search_ends_after_two_candidates_that_are_worse() {
        let rows = [(5, 500.0, 0.8), (8, 500.0, 0.7), (12, 500.0, 0.6)];
        assert!(!search(&rows[..2]).is_over());
        assert!(search(&rows).is_over());
    }

    #[test]
    fn reasons_claim_no_more_than_was_tried() {
        let only = search(&[(3, 500.0, 0.8)]).choice(3);
        assert!(
            only.reason.contains("the only number tried"),
            "{}",
            only.reason
        );
        let last = search(&[(5, 500.0, 0.8), (8, 300.0, 0.8)]).choice(8);
        assert_eq!(last.n_topics, 8);
        assert!(
            last.reason.contains("a limit and not a finding"),
            "{}",
            last.reason
        );
        assert!(!last.reason.contains("that is little"), "{}", last.reason);
        let none = unmeasured(2, 3);
        assert_eq!((none.n_topics, none.stability), (2, None));
        assert!(none.reason.contains("3 documents with words are too few"));
    }

    #[test]
    fn topics_that_halves_do_not_share_are_called_so() {
        let rows = [(5, 500.0, 0.48), (8, 300.0, 0.45), (12, 290.0, 0.3)];
        let unsure = search(&rows).choice(34);
        assert_eq!(unsure.n_topics, 8);
        let expected = "(0.45); that is little: half of the documents would give rather \
                        different topics, 5 topics agree by 0.48";
        assert!(unsure.reason.ends_with(expected), "{}", unsure.reason);
        // The surest number is not named beside itself.
        let least = search(&[(5, 300.0, 0.45), (8, 300.0, 0.4)]).choice(34);
        assert!(
            least.reason.ends_with("rather different topics"),
            "{}",
            least.reason
        );
    }

    #[test]
    fn topics_that_foresee_nothing_are_as_few_as_can_be() {
        let found = search(&[(5, 1100.0, 0.9), (8, 1200.0, 0.9)]);
        assert_eq!(found.choice(34).n_topics, 5);
    }
}

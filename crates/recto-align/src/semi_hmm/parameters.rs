//! The parameters of the semi-HMM that EM learns, and what it learns them from.

use super::jump::{Buckets, SentenceCounts, SentenceLaw, Shaped, SyntaxCounts, SyntaxLaw};
use super::table::Table;
use crate::Jump;
use crate::wordnet::Decay;
use recto_text::{TermId, Vocabulary};
use serde::{Deserialize, Serialize};

/// Number of components of the mixture: word, form, WordNet, lexical table.
pub(crate) const COMPONENTS: usize = 4;

/// Least probability of a word from nowhere, so that every summary has one.
pub(crate) const LEAST_NULL: f64 = 1e-12;

/// All parameters.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Parameters {
    /// Weights of the components; their sum is 1.
    pub(crate) weights: [f64; COMPONENTS],
    /// How WordNet's component falls with the distance.
    pub(crate) decay: Decay,
    /// Probability that a word comes from nowhere.
    pub(crate) p_null: f64,
    /// What words come from nowhere, by word.
    pub(crate) null: Vec<f64>,
    /// Sum of `null` over content words.
    pub(crate) content_mass: f64,
    /// Where the next phrase starts.
    pub(crate) jump: JumpLaw,
    /// Expected counts of the entries of the lexical table, and their sums over the entries
    /// of each document word.
    pub(crate) counts: Vec<f64>,
    pub(crate) totals: Vec<f64>,
}

impl Parameters {
    /// Adds the counts of the lexical table up, for each document word.
    pub(crate) fn add_totals(&mut self, table: &Table) {
        self.totals.fill(0.0);
        for (entry, count) in self.counts.iter().enumerate() {
            self.totals[table.document(entry).index()] += count;
        }
    }

    /// Probability of a word that comes from nowhere.
    pub(crate) fn null(&self, word: TermId) -> f64 {
        self.null[word.index()].max(LEAST_NULL)
    }
}

/// A distribution over jumps.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum JumpLaw {
    /// A table over distances.
    Relative(Buckets),
    /// By sentence, and by distance in documents of one sentence.
    Sentence {
        /// In documents of several sentences.
        law: SentenceLaw,
        /// In documents of one.
        alone: Buckets,
    },
    /// Mean and variance, and the longest distance that there is.
    Gaussian {
        /// Mean distance.
        mean: f64,
        /// Its variance.
        variance: f64,
        /// Distances from -reach to reach have a probability.
        reach: usize,
    },
    /// Two sides that fall off geometrically.
    Laplace {
        /// Probability of a jump ahead.
        ahead: f64,
        /// Ratio of a distance ahead to the one before.
        ahead_ratio: f64,
        /// Ratio of a distance back to the one before.
        back_ratio: f64,
    },
    /// By the constituents that are skipped.
    Syntax(SyntaxLaw),
}

/// Expected jumps.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Default)]
pub(crate) struct Jumps {
    /// By sentence.
    pub(crate) sentence: SentenceCounts,
    /// In each bucket, in documents of one sentence.
    pub(crate) alone: Vec<f64>,
    /// Number, sum and sum of squares of distances.
    pub(crate) moments: [f64; 3],
    /// Number and sum of `distance - 1` ahead, and of `-distance` back.
    pub(crate) sides: [f64; 4],
    /// By constituents.
    pub(crate) syntax: SyntaxCounts,
}

impl Jumps {
    /// Adds others.
    pub(crate) fn add(&mut self, other: &Self) {
        self.sentence.add(&other.sentence);
        add(&mut self.alone, &other.alone);
        add_all(&mut self.moments, &other.moments);
        add_all(&mut self.sides, &other.sides);
        self.syntax.add(&other.syntax);
    }

    /// Adds the jumps of one document that were counted by distance.
    pub(crate) fn add_distances(&mut self, jumps: &Shaped) {
        for (distance, count) in jumps.counted() {
            let d = distance as f64;
            add_all(&mut self.moments, &[count, count * d, count * d * d]);
            match distance {
                1.. => add_all(&mut self.sides[..2], &[count, count * (d - 1.0)]),
                _ => add_all(&mut self.sides[2..], &[count, -count * d]),
            }
        }
    }

    /// Number of jumps.
    pub(crate) fn total(&self) -> f64 {
        let sentence = &self.sentence;
        let by_sentence = sentence
            .leaving
            .iter()
            .chain(&sentence.staying)
            .sum::<f64>();
        by_sentence + self.alone.iter().sum::<f64>() + self.moments[0] + self.syntax.jumps
    }
}

/// Adds a list that may be longer.
pub(crate) fn add(sum: &mut Vec<f64>, other: &[f64]) {
    if sum.len() < other.len() {
        sum.resize(other.len(), 0.0);
    }
    add_all(sum, other);
}

fn add_all(sum: &mut [f64], other: &[f64]) {
    sum.iter_mut()
        .zip(other)
        .for_each(|(sum, other)| *sum += other);
}

/// Added to each bucket for each of its distances, so that no jump is impossible.
pub(crate) const SMALL: f64 = 1e-3;

impl Buckets {
    /// The distribution that expected counts give, with `small` added for each distance;
    /// unchanged if there are none.
    pub(crate) fn learn(&mut self, counts: &[f64], small: f64) {
        if counts.is_empty() || counts.iter().sum::<f64>() <= 0.0 {
            return;
        }
        let with = |bucket: usize| counts[bucket] + small * self.width(bucket) as f64;
        let total: f64 = (0..counts.len()).map(with).sum();
        self.p = (0..counts.len())
            .map(|bucket| with(bucket) / total)
            .collect();
    }
}

impl JumpLaw {
    /// Its name among the options.
    pub(crate) fn name(&self) -> Jump {
        match self {
            Self::Relative(_) => Jump::Relative,
            Self::Sentence { .. } => Jump::Sentence,
            Self::Gaussian { .. } => Jump::Gaussian,
            Self::Laplace { .. } => Jump::Laplace,
            Self::Syntax(SyntaxLaw { stop: Some(_), .. }) => Jump::Syntax,
            Self::Syntax(SyntaxLaw { stop: None, .. }) => Jump::SyntaxLiteral,
        }
    }

    /// A law that prefers no distance up to `reach`.
    pub(crate) fn even(jump: Jump, reach: usize) -> Self {
        match jump {
            Jump::Relative => Self::Relative(Buckets::uniform(reach)),
            Jump::Sentence => Self::Sentence {
                law: SentenceLaw {
                    within: Buckets::uniform(reach),
                    close: 0.05,
                    leave: [0.3; 2],
                },
                alone: Buckets::uniform(reach),
            },
            Jump::Gaussian => Self::Gaussian {
                mean: 1.0,
                variance: (reach as f64 / 4.0).powi(2),
                reach,
            },
            Jump::Laplace => Self::Laplace {
                ahead: 0.5,
                ahead_ratio: 0.9,
                back_ratio: 0.9,
            },
            Jump::Syntax => Self::Syntax(SyntaxLaw::even(true)),
            Jump::SyntaxLiteral => Self::Syntax(SyntaxLaw::even(false)),
        }
    }

    /// The law for the labels of given pairs.
    pub(crate) fn for_labels(&self, labels: &Vocabulary) -> Self {
        match self {
            Self::Syntax(law) => Self::Syntax(law.for_labels(labels)),
            other => other.clone(),
        }
    }

    /// Whether all numbers are probabilities, or a mean and a variance.
    pub(crate) fn is_valid(&self) -> bool {
        let is_share = |p: &f64| (0.0..=1.0).contains(p);
        let is_table = |table: &Buckets| table.is_whole() && table.p.iter().all(is_share);
        match self {
            Self::Relative(table) => is_table(table),
            Self::Sentence { law, alone } => {
                let shares = law.leave.iter().chain([&law.close]);
                is_table(&law.within) && is_table(alone) && shares.into_iter().all(is_share)
            }
            Self::Gaussian {
                mean,
                variance,
                reach,
            } => {
                let is_law = mean.is_finite() && variance.is_finite() && *variance > 0.0;
                is_law && *reach <= MOST_REACH
            }
            Self::Laplace {
                ahead,
                ahead_ratio,
                back_ratio,
            } => [ahead, ahead_ratio, back_ratio].into_iter().all(is_share),
            Self::Syntax(law) => law.is_valid(),
        }
    }

    /// The distribution that expected jumps give; `small` is added for each distance.
    pub(crate) fn learn(&mut self, jumps: &Jumps, small: f64) {
        match self {
            Self::Relative(table) => table.learn(&jumps.alone, small),
            Self::Sentence { law, alone } => {
                law.learn(&jumps.sentence, small);
                alone.learn(&jumps.alone, small);
            }
            Self::Gaussian { mean, variance, .. } => {
                let [count, sum, squares] = jumps.moments;
                if count > 0.0 {
                    *mean = sum / count;
                    *variance = (squares / count - *mean * *mean).max(LEAST_VARIANCE);
                }
            }
            Self::Laplace {
                ahead,
                ahead_ratio,
                back_ratio,
            } => {
                let [n_ahead, far_ahead, n_back, far_back] = jumps.sides;
                if n_ahead + n_back > 0.0 {
                    *ahead = (n_ahead / (n_ahead + n_back)).clamp(1e-6, 1.0 - 1e-6);
                    *ahead_ratio = ratio(n_ahead, far_ahead);
                    *back_ratio = ratio(n_back, far_back);
                }
            }
            Self::Syntax(law) => law.learn(&jumps.syntax),
        }
    }
}

/// Longest distance that a loaded Gaussian may have: it is summed over.
const MOST_REACH: usize = 100_000_000;

/// Below this a Gaussian over whole numbers is a single spike.
const LEAST_VARIANCE: f64 = 1e-3;

/// The ratio of a geometric distribution with the mean `far / n`.
fn ratio(n: f64, far: f64) -> f64 {
    let mean = if n > 0.0 { far / n } else { 0.0 };
    (mean / (1.0 + mean)).clamp(1e-6, 1.0 - 1e-6)
}

/// Probability of each distance under a Gaussian over whole numbers (SemiHMM eq. 1, whose
/// print lost the minus sign and the 2).
pub(crate) fn gaussian(mean: f64, variance: f64, reach: usize) -> impl Fn(i64) -> f64 {
    let density = move |distance: i64| (-(distance as f64 - mean).powi(2) / (2.0 * variance)).exp();
    let reach = reach as i64;
    let total: f64 = (-reach..=reach).map(density).sum();
    move |distance| density(distance) / total + 1e-300
}

/// Probability of each distance when both sides fall off geometrically.
pub(crate) fn laplace(ahead: f64, ahead_ratio: f64, back_ratio: f64) -> impl Fn(i64) -> f64 {
    move |distance| match distance {
        1.. => ahead * (1.0 - ahead_ratio) * ahead_ratio.powi(distance as i32 - 1),
        _ => (1.0 - ahead) * (1.0 - back_ratio) * back_ratio.powi(-distance as i32),
    }
}

//! Groups of sentences by their frequent words and marks: several spectral starts, a
//! sticky hidden Markov model fitted from each, the likeliest kept.
//!
//! Use it for any text of a hundred sentences and more. It needs no prior to be set and
//! measured better than BayesAD on three sets of texts, with the number of authors known
//! and unknown. What it finds are groups of style: one author's dialogue and argument may
//! be two of them.
//!
//! Steps:
//! 1. the 400 most frequent tokens in small letters, punctuation among them, are counted
//!    in each sentence, and bursty ones weighed down (`dispersion`);
//! 2. chunks of 5 to 40 sentences are clustered by all tokens and by these weights
//!    (`starts`);
//! 3. the model is fitted from each clustering (`fit`), for 2 to 6 authors;
//! 4. the number of authors is the one with the largest
//!    `log likelihood / temper - price (K - 1) V`, where the price of a share that is
//!    estimated grows with the text ([`Params::price`]);
//! 5. each sentence gets its likeliest author;
//! 6. halves of the tokens, character 3-grams and the next best fits are asked whether
//!    they agree (`agree`).
//!
//! The price must grow: subjects and modes of one author are real, and what a further group
//! gains grows with the text, so that a constant price (AIC) gave one novelist six groups.
//!
//! Time O(n · words · K · starts · rounds) and O((n/5)^2) for the clusterings, memory
//! O((n/5)^2); above 10,000 sentences chunks grow, so that both stay linear from there.
//! Starts draw from streams of their own; of equal likelihoods the first start wins.
//!
//! # References
//! Chris Giannella, 2015, An Improved Algorithm for Unsupervised Decomposition of a
//! Multi-Author Document, for the clustering; Khaled Aldebei, Xiangjian He and Jie Yang,
//! 2015 and 2016, for related models of the same task.

mod agree;
mod dispersion;
mod fit;
mod grams;
mod starts;
#[cfg(test)]
mod tests;

use crate::result::{Agreement, Alternative, Authorship, Certainty, MoreThanOne, Third};
use crate::steps::Steps;
use crate::text::Text;
use crate::{AuthorsError, Decomposer, Options, TOO_SHORT, check_units, evidence, is_too_short};
use fit::{Features, Fit};
use rayon::prelude::*;
use recto_math::partition::number;
use recto_math::{BadParameter, Cancelled, Run};
use recto_text::Units;
use serde_json::{Value, json};
use starts::Chunks;

pub(crate) const USES: &[&str] = &["authors"];

/// What stands beside every result whose number of groups was not given.
pub const NOTE: &str = "the text was grouped by style on the assumption of at least two \
    groups; texts by one author yield groups too, and the number of groups is a guess, \
    usually too low when there are more than two";

/// `style_gain` of texts of about so many sentences, by one author and by several: 10 %, 50 %
/// and 90 % of them lie below. It falls with the length, and the ranges overlap almost
/// wholly. Measured on four sets by the example `number --texts 12`.
pub const STYLE_GAIN_RANGES: [(usize, [f64; 3], [f64; 3]); 4] = [
    (150, [0.069, 0.095, 0.128], [0.082, 0.110, 0.143]),
    (300, [0.054, 0.082, 0.114], [0.064, 0.092, 0.128]),
    (1000, [0.026, 0.047, 0.080], [0.031, 0.051, 0.080]),
    (3000, [0.017, 0.030, 0.070], [0.018, 0.035, 0.058]),
];

/// Numbers of groups that are tried.
const GROUPS: std::ops::RangeInclusive<usize> = 2..=6;

/// Rounds after which a fit is taken as it is.
const MAX_ROUNDS: usize = 40;

/// Sentences below which an answer is only a rough guess.
const FEW: usize = 80;

/// Scores this close, in nats for each token of the vocabulary, are both named.
const CLOSE: f64 = 0.05;

/// The parameters of the method.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Params {
    /// How many of the most frequent tokens are counted.
    pub tokens: usize,
    /// What log emissions are multiplied by.
    pub temper: f64,
    /// Tokens of the whole text that each author's shares are drawn towards.
    pub strength: f64,
    /// What a parameter costs in the choice of the number of authors, in nats, up to 300
    /// sentences.
    pub penalty: f64,
}

/// Sentences from which the price of a group grows, and the power of their number.
const PRICE_FROM: f64 = 300.0;
const PRICE_POWER: f64 = 0.3;

impl Default for Params {
    /// Chosen on made texts of 150 to 3,000 sentences of essays, the King James Bible, the
    /// Federalist papers and novels, one set left out at a time; choices near them measure
    /// alike (mean accuracy, number given: 200 tokens .723, 400 .726, 800 .713; temper .45
    /// .714, .6 .719, .8 .700; number unknown: penalty and power .8 .4 .694, .9 .3 .692, 1 .2
    /// .690, .7 .4 .674, 1.1 and more towards two groups always, .662).
    fn default() -> Self {
        Self {
            tokens: 400,
            temper: 0.6,
            strength: 300.0,
            penalty: 0.9,
        }
    }
}

impl Params {
    /// What a parameter costs in a text of `n` sentences, in nats:
    /// `penalty · max(1, n / 300)^0.3`.
    pub fn price(&self, n: usize) -> f64 {
        self.penalty * (n as f64 / PRICE_FROM).max(1.0).powf(PRICE_POWER)
    }

    /// Names the first parameter that is out of its range.
    ///
    /// # Errors
    /// [`AuthorsError::Parameter`].
    pub fn check(&self) -> Result<(), AuthorsError> {
        let wrong = |name, value: f64, range| BadParameter::new(name, value, range).into();
        if self.tokens < 2 {
            return Err(wrong("tokens", self.tokens as f64, "at least 2"));
        }
        for (name, value) in [("temper", self.temper), ("strength", self.strength)] {
            if !(value.is_finite() && value > 0.0) {
                return Err(wrong(name, value, "a finite number above 0"));
            }
        }
        if self.penalty.is_finite() && self.penalty >= 0.0 {
            Ok(())
        } else {
            Err(wrong("penalty", self.penalty, "a finite number from 0"))
        }
    }
}

pub(crate) fn build(options: &Options) -> Result<Box<dyn Decomposer>, AuthorsError> {
    options.check()?;
    Ok(Box::new(Hmm::new(Params::default(), options.authors)?))
}

/// The method with its parameters.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hmm {
    params: Params,
    authors: Option<usize>,
}

impl Hmm {
    /// With a number of authors, or `None` to have it chosen.
    ///
    /// # Errors
    /// [`AuthorsError::Parameter`].
    pub fn new(params: Params, authors: Option<usize>) -> Result<Self, AuthorsError> {
        params.check()?;
        Ok(Self { params, authors })
    }
}

impl Decomposer for Hmm {
    fn decompose(&self, units: &Units<'_>, run: &Run<'_>) -> Result<Authorship, AuthorsError> {
        check_units(units, self.authors)?;
        run.report("counting tokens", 0, Some(units.len() as u64))?;
        if self.authors == Some(1) || (self.authors.is_none() && is_too_short(units)) {
            return Ok(undivided(units.len(), self.authors));
        }
        let text = Text::of(units, true);
        let mut found = self.divide(&text, run)?;
        found.evidence = evidence::evidence(&text, &found.labels, found.count, units.language);
        if is_too_short(units) {
            found.warnings.push(TOO_SHORT.into());
        }
        Ok(found)
    }

    fn parameters(&self) -> Value {
        json!({
            "authors": self.authors,
            "tokens": self.params.tokens,
            "temper": self.params.temper,
            "strength": self.params.strength,
            "penalty": self.params.penalty,
        })
    }
}

/// The answer for a text that is not divided.
fn undivided(n: usize, asked: Option<usize>) -> Authorship {
    let mut found = Authorship::from_labels(&vec![0; n]);
    if asked.is_none() {
        found.warnings.push(TOO_SHORT.into());
    } else {
        found.more_than_one_author = MoreThanOne::Assumed;
    }
    found
}

/// All fits for one number of authors.
struct Fits {
    k: usize,
    starts: Vec<Vec<usize>>,
    fits: Vec<Fit>,
    best: usize,
}

impl Fits {
    fn best(&self) -> &Fit {
        &self.fits[self.best]
    }
}

impl Hmm {
    fn divide(&self, text: &Text, run: &Run<'_>) -> Result<Authorship, AuthorsError> {
        let frequent = text.frequent(self.params.tokens, 2);
        let rows = dispersion::weigh(&text.unit_counts(&frequent));
        let features = Features::new(rows, self.params.temper, self.params.strength);
        let k_max = self.authors.unwrap_or(*GROUPS.end());
        let chunks = starts::chunks(text, &features.rows, k_max, run)?;
        let numbers = self.authors.map_or(GROUPS, |k| k..=k);
        let fits = fit_all(text, &features, &chunks, numbers, run)?;
        let scores: Vec<f64> = fits
            .iter()
            .map(|of_k| self.score(of_k, frequent.len(), text.len()))
            .collect();
        let Some(chosen) = choose(&scores) else {
            return Ok(undivided(text.len(), None));
        };
        let of_k = &fits[chosen];
        let best = of_k.best();
        let others = agree::others(text, &features, of_k, run)?;
        let shares = agree::shares(&best.labels, &others);
        let mut found = Authorship::from_labels(&best.labels);
        let agreement = Agreement::of(&shares);
        let certainty = |&share: &f64| Certainty::of(share, agreement.mean);
        found.certainty = Some(shares.iter().map(certainty).collect());
        found.agreement = Some(agreement);
        found.style_gain = style_gain(&fits, &features);
        found.alternatives = alternatives(&fits, &scores);
        if self.authors.is_some() {
            found.more_than_one_author = MoreThanOne::Assumed;
        }
        self.warn(&mut found, frequent.len());
        Ok(found)
    }

    /// The log likelihood without the temper, less the price of what was estimated.
    fn score(&self, of_k: &Fits, n_tokens: usize, n: usize) -> f64 {
        let price = self.params.price(n) * ((of_k.k - 1) * n_tokens) as f64;
        of_k.best().log_likelihood / self.params.temper - price
    }

    fn warn(&self, found: &mut Authorship, n_tokens: usize) {
        let warnings = &mut found.warnings;
        if self.authors.is_none() {
            warnings.push(NOTE.into());
        }
        if found.labels.len() < FEW {
            warnings.push(
                format!("fewer than {FEW} sentences: the groups are only a rough guess").into(),
            );
        }
        if found.agreement.is_some_and(|a| a.third == Third::Low) {
            warnings.push("grouping unstable: other features give other groups".into());
        }
        if let Some(asked) = self.authors.filter(|&asked| asked > found.count) {
            let count = found.count;
            warnings.push(format!("found only {count} of the {asked} authors asked for").into());
        }
        let mut order: Vec<&Alternative> = found.alternatives.iter().collect();
        order.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.authors.cmp(&b.authors)));
        if let [first, second, ..] = order[..]
            && first.score - second.score <= CLOSE * n_tokens as f64
        {
            let (first, second) = (first.authors, second.authors);
            warnings.push(format!("{first} and {second} groups fit nearly as well").into());
        }
    }
}

/// The index of the largest score, the first of equals.
fn choose(scores: &[f64]) -> Option<usize> {
    let better = |best: usize, i: usize| if scores[i] > scores[best] { i } else { best };
    (!scores.is_empty()).then(|| (1..scores.len()).fold(0, better))
}

/// How much better two authors explain a token than one does, in nats.
fn style_gain(fits: &[Fits], features: &Features) -> Option<f64> {
    let two = fits.iter().find(|of_k| of_k.k == 2)?;
    let gain = two.best().log_likelihood - features.of_one();
    Some(gain / features.temper / features.n_tokens().max(1.0))
}

fn alternatives(fits: &[Fits], scores: &[f64]) -> Vec<Alternative> {
    let alternative = |(of_k, &score): (&Fits, &f64)| Alternative {
        authors: of_k.k,
        labels: number(&of_k.best().labels).0,
        score,
    };
    fits.iter().zip(scores).map(alternative).collect()
}

/// Fits every number of authors from every start that has enough chunks for it.
fn fit_all(
    text: &Text,
    features: &Features,
    chunks: &[Chunks],
    numbers: std::ops::RangeInclusive<usize>,
    run: &Run<'_>,
) -> Result<Vec<Fits>, AuthorsError> {
    let is_asked = numbers.start() == numbers.end();
    let mut starts: Vec<(usize, Vec<Vec<usize>>)> = Vec::new();
    for k in numbers {
        let mut of_k = starts::starts(chunks, k);
        if of_k.is_empty() && is_asked {
            of_k = starts::starts(&[starts::small_chunks(text, k, run)], k);
        }
        starts.push((k, of_k));
    }
    let jobs: Vec<(usize, usize)> = (0..starts.len())
        .flat_map(|at| (0..starts[at].1.len()).map(move |start| (at, start)))
        .collect();
    let steps = Steps::new(run, "comparing styles", jobs.len());
    let work = |&(at, start): &(usize, usize)| {
        let (k, of_k) = &starts[at];
        let (fit, _) = features.fit(&of_k[start], *k, MAX_ROUNDS, || steps.ask())?;
        steps.finish_one();
        Ok(fit)
    };
    let fits: Result<Vec<Fit>, Cancelled> = jobs.par_iter().map(work).collect();
    let mut fits = fits?.into_iter();
    let of_k = |(k, starts): (usize, Vec<Vec<usize>>)| {
        let fits: Vec<Fit> = fits.by_ref().take(starts.len()).collect();
        let best = agree::best_of(&fits)?;
        Some(Fits {
            k,
            starts,
            fits,
            best,
        })
    };
    Ok(starts.into_iter().filter_map(of_k).collect())
}

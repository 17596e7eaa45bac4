//! The languages of a pile, and how they bear on each of its documents.

use super::evidence::{LanguageEvidence, N_LANGUAGES, PER_NAT, UNKNOWN};
use super::{LANGUAGES, Language};
use rustc_hash::FxHashSet;

/// A document can be in a language that the rest of its pile is not in: no language has a lower
/// share than this when the language of a document is decided. A language must then explain the
/// document a hundred times better than the main one, which takes about ten words.
const LEAST_SHARE: f64 = 0.01;

/// English before anything is known, in shares of one other language: texts without words,
/// names and the like are taken for English.
const ENGLISH_WEIGHT: f64 = 3.0;

/// Documents that a pile is estimated from; of a larger one, so many from all over it.
const SAMPLE: usize = 4_000;

const ITERATIONS: usize = 30;

/// Shares are rounded to so many parts of one, so that they survive being written and read.
const PARTS: f64 = 10_000.0;

/// Nats by which the best language must lead for it to be certain: twenty to one.
const CERTAIN_LEAD: f64 = 3.0;

/// The share of each language in a pile: what is known about a document before it is read.
///
/// The language of a document is the one with the highest posterior probability, prior share
/// times likelihood. The document itself decides if it is long, the pile if it is short.
///
/// ```
/// use recto_text::language::{LanguageEvidence, LanguageShares};
/// let pile = [
///     "Båten kommer ikke tilbake til havnen før kvelden, og ingen vet hvorfor.",
///     "Hun har bodd på øya siden hun var liten, men nå vil hun flytte til byen.",
///     "Hvor er den",
/// ];
/// let evidence: Vec<_> = pile.iter().map(|text| LanguageEvidence::of(text)).collect();
/// let shares = LanguageShares::estimate(&evidence);
/// assert!(evidence.iter().all(|text| shares.language(text).code == "no"));
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct LanguageShares {
    shares: [f64; N_LANGUAGES],
    /// Logarithms of the shares, none below [`LEAST_SHARE`].
    log_shares: [i32; N_LANGUAGES],
}

impl Default for LanguageShares {
    /// All languages alike, English more likely than another.
    fn default() -> Self {
        Self::new(default_shares())
    }
}

fn default_shares() -> [f64; N_LANGUAGES] {
    let mut shares = [1.0; N_LANGUAGES];
    shares[0] = ENGLISH_WEIGHT;
    let sum: f64 = shares.iter().sum();
    shares.map(|share| share / sum)
}

impl LanguageShares {
    fn new(shares: [f64; N_LANGUAGES]) -> Self {
        let log_share = |share: f64| (share.max(LEAST_SHARE).ln() * PER_NAT).round() as i32;
        Self {
            shares,
            log_shares: shares.map(log_share),
        }
    }

    /// The shares that were stated: codes of languages with numbers that are divided by their
    /// sum. `None` if a code is not known, a number is not finite or below 0, or all are 0.
    pub fn from_codes<'c>(shares: impl IntoIterator<Item = (&'c str, f64)>) -> Option<Self> {
        let mut numbers = [0.0; N_LANGUAGES];
        for (code, share) in shares {
            let row = LANGUAGES
                .iter()
                .position(|language| language.code == code)?;
            if !share.is_finite() || share < 0.0 {
                return None;
            }
            numbers[row] += share;
        }
        let sum: f64 = numbers.iter().sum();
        (sum > 0.0).then(|| Self::new(numbers.map(|share| round(share / sum))))
    }

    /// The shares that explain the texts of a pile best (expectation maximisation; Saerens,
    /// Latinne and Decaestecker 2002). A long text counts more than a short one, and one that is
    /// repeated counts once: two hundred copies of a name say no more than the name.
    pub fn estimate(pile: &[LanguageEvidence]) -> Self {
        let step = pile.len().div_ceil(SAMPLE).max(1);
        let mut seen = FxHashSet::default();
        let texts: Vec<&LanguageEvidence> = pile
            .iter()
            .step_by(step)
            .filter(|evidence| !evidence.is_empty() && seen.insert(*evidence))
            .collect();
        if texts.is_empty() {
            return Self::default();
        }
        let likelihoods: Vec<[f64; N_LANGUAGES]> =
            texts.iter().map(|evidence| likelihoods(evidence)).collect();
        let weight_sum: f64 = texts.iter().map(|text| f64::from(text.weight)).sum();
        let mut shares = default_shares();
        for _ in 0..ITERATIONS {
            let mut sums = [0.0; N_LANGUAGES];
            for (text, likelihoods) in texts.iter().zip(&likelihoods) {
                let mut joint = *likelihoods;
                joint
                    .iter_mut()
                    .zip(&shares)
                    .for_each(|(p, share)| *p *= share);
                let factor = f64::from(text.weight) / joint.iter().sum::<f64>();
                sums.iter_mut()
                    .zip(joint)
                    .for_each(|(sum, p)| *sum += factor * p);
            }
            shares = sums.map(|sum| sum / weight_sum);
        }
        Self::new(shares.map(round))
    }

    /// Codes of the languages with their shares, highest first; shares of 0 are left out.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, f64)> {
        let mut rows: Vec<usize> = (0..N_LANGUAGES)
            .filter(|&row| self.shares[row] > 0.0)
            .collect();
        rows.sort_by(|&a, &b| self.shares[b].total_cmp(&self.shares[a]).then(a.cmp(&b)));
        rows.into_iter()
            .map(|row| (LANGUAGES[row].code, self.shares[row]))
    }

    /// The language with the highest share; the first row wins a tie.
    pub fn main_language(&self) -> &'static Language {
        let code = self.iter().next().map_or("en", |(code, _)| code);
        Language::from_code(code).unwrap_or(&LANGUAGES[0])
    }

    /// The language of a text in a pile with these shares.
    pub fn language(&self, evidence: &LanguageEvidence) -> &'static Language {
        self.best(evidence).0
    }

    /// The language of a text, if it is twenty times as likely as any other.
    pub fn certain_language(&self, evidence: &LanguageEvidence) -> Option<&'static Language> {
        let (language, lead) = self.best(evidence);
        let is_certain = f64::from(lead) >= CERTAIN_LEAD * PER_NAT;
        (is_certain && !evidence.is_empty()).then_some(language)
    }

    /// The best language and its lead over the next; the first row wins a tie.
    fn best(&self, evidence: &LanguageEvidence) -> (&'static Language, i32) {
        let posterior = |row: usize| evidence.scores[row] + self.log_shares[row];
        let (mut best, mut lead) = (0, i32::MAX);
        for row in 1..N_LANGUAGES {
            let ahead = posterior(best) - posterior(row);
            if ahead < 0 {
                (best, lead) = (row, -ahead);
            } else {
                lead = lead.min(ahead);
            }
        }
        (&LANGUAGES[best], lead)
    }

    /// Share of the languages that recto does not know.
    pub fn unknown(&self) -> f64 {
        self.shares[UNKNOWN]
    }
}

/// Likelihoods in proportion, the highest 1.
fn likelihoods(evidence: &LanguageEvidence) -> [f64; N_LANGUAGES] {
    let highest = evidence.scores.iter().copied().max().unwrap_or(0);
    evidence
        .scores
        .map(|score| (f64::from(score - highest) / PER_NAT).exp())
}

fn round(share: f64) -> f64 {
    (share * PARTS).round() / PARTS
}

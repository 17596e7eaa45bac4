//! The compared methods with their settings.

use recto_authors::{AuthorsError, Decomposer, Options, ak, bayes_ad, methods};
use recto_math::cluster::spectral::K_MAX;
use serde::Serialize;

/// A method of the experiments.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum System {
    /// Baseline: one author for all sentences.
    One,
    /// Akiva and Koppel, as the paper runs it.
    Ak,
    /// The same, the number of authors capped as in recto's own use of the method.
    AkCapped,
    /// BayesAD, the method of the paper.
    BayesAd,
    /// The same, the number of authors capped.
    BayesAdCapped,
    /// The default method of recto.
    Auto,
}

impl System {
    /// All methods; where the number of authors is known, there is nothing to cap.
    pub(super) fn all(known: bool) -> &'static [Self] {
        if known {
            &[Self::One, Self::Ak, Self::BayesAd, Self::Auto]
        } else {
            &[
                Self::One,
                Self::Ak,
                Self::AkCapped,
                Self::BayesAd,
                Self::BayesAdCapped,
                Self::Auto,
            ]
        }
    }

    /// Name of the method in a request, and whether it is capped.
    pub fn name(self) -> &'static str {
        match self {
            Self::One => "one",
            Self::Ak => "ak",
            Self::AkCapped => "ak, capped",
            Self::BayesAd => "bayes-ad",
            Self::BayesAdCapped => "bayes-ad, capped",
            Self::Auto => "auto",
        }
    }

    /// Whether it looks at every number of authors, unless one is given.
    pub(super) fn is_slow(self) -> bool {
        matches!(self, Self::Ak | Self::BayesAd)
    }

    /// The method for documents with runs of so many sentences: the paper sets AK's chunks
    /// by that number.
    pub(super) fn build(
        self,
        run_length: usize,
        authors: Option<usize>,
    ) -> Result<Box<dyn Decomposer>, AuthorsError> {
        let cap = matches!(self, Self::AkCapped | Self::BayesAdCapped).then_some(K_MAX);
        match self {
            Self::Ak | Self::AkCapped => {
                let params = ak::Params {
                    segment_size: chunk(run_length),
                    k_max: cap,
                    ..ak::Params::paper()
                };
                Ok(Box::new(ak::Ak::new(params, authors)?))
            }
            Self::BayesAd | Self::BayesAdCapped => {
                let params = bayes_ad::Params {
                    k_max: cap,
                    ..bayes_ad::Params::paper()
                };
                Ok(Box::new(bayes_ad::BayesAd::new(params, authors)?))
            }
            _ => {
                let row = methods().iter().find(|row| row.name == self.name());
                let options = Options {
                    // One author for all needs no number.
                    authors: authors.filter(|_| self != Self::One),
                    ..Options::default()
                };
                (row.expect("a row of the table").build)(&options)
            }
        }
    }
}

/// The paper's system with another prior, the number of authors unknown.
pub(super) fn bayes(theta: bayes_ad::Theta) -> Result<Box<dyn Decomposer>, AuthorsError> {
    let params = bayes_ad::Params {
        theta,
        ..bayes_ad::Params::paper()
    };
    Ok(Box::new(bayes_ad::BayesAd::new(params, None)?))
}

/// Half of all runs with an exponential length are longer than `ln 2` times the mean.
fn chunk(run_length: usize) -> usize {
    let half = (std::f64::consts::LN_2 * run_length as f64).floor() as usize;
    half.clamp(1, 40)
}

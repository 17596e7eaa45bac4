//! The compared methods with their settings.

use recto_authors::{AuthorsError, Decomposer, Options, ak, bayes_ad, methods};
use serde::Serialize;

/// A method of the experiments.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum System {
    /// Baseline: one author for all sentences.
    One,
    /// Akiva and Koppel, as the paper runs it.
    Ak,
    /// BayesAD, the method of the paper.
    BayesAd,
    /// The default method of recto.
    Auto,
}

impl System {
    pub(super) const ALL: [Self; 4] = [Self::One, Self::Ak, Self::BayesAd, Self::Auto];

    /// Name of the method in a request.
    pub fn name(self) -> &'static str {
        match self {
            Self::One => "one",
            Self::Ak => "ak",
            Self::BayesAd => "bayes-ad",
            Self::Auto => "auto",
        }
    }

    /// The method for documents with runs of so many sentences: the paper sets AK's chunks
    /// by that number.
    pub(super) fn build(
        self,
        run_length: usize,
        authors: Option<usize>,
    ) -> Result<Box<dyn Decomposer>, AuthorsError> {
        match self {
            Self::Ak => {
                let params = ak::Params {
                    segment_size: chunk(run_length),
                    ..ak::Params::paper()
                };
                Ok(Box::new(ak::Ak::new(params, authors)?))
            }
            Self::BayesAd => bayes(bayes_ad::Params::paper().theta, authors),
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

/// The paper's system with another prior.
pub(super) fn bayes(
    theta: bayes_ad::Theta,
    authors: Option<usize>,
) -> Result<Box<dyn Decomposer>, AuthorsError> {
    let params = bayes_ad::Params {
        theta,
        ..bayes_ad::Params::paper()
    };
    Ok(Box::new(bayes_ad::BayesAd::new(params, authors)?))
}

/// Half of all runs with an exponential length are longer than `ln 2` times the mean.
fn chunk(run_length: usize) -> usize {
    let half = (std::f64::consts::LN_2 * run_length as f64).floor() as usize;
    half.clamp(1, 40)
}

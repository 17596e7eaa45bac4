//! Classification of documents from labelled documents, labelled words or both.

#![warn(clippy::disallowed_methods)]

mod arithmetic;
pub mod auto;
mod baselines;
mod blend;
pub mod calibration;
pub mod corpus;
pub mod distil;
mod engine;
mod error;
mod explain;
mod fitted;
mod fitter;
pub mod ge;
pub mod lexicon;
mod methods;
pub mod metrics;
mod model;
pub mod nbem;
mod options;
pub mod polarity;
pub mod saved;
mod supervision;
mod switch;
pub mod tri;

pub use corpus::{Corpus, CorpusBuilder, Filter};
pub use error::ClassifyError;
pub use explain::{Contribution, Explainer, Explanation, Leaning};
pub use fitted::{Abstention, FittedClasses};
pub use methods::{Method, methods};
pub use model::{Model, Part, Prediction};
pub use options::Options;
pub use supervision::{Supervision, UNEVEN};
pub use switch::{Evidence, Switch, switches};

use recto_math::Run;
use serde_json::Value;

/// A classifier with its parameters, ready to be fitted.
pub trait Classifier: Send + Sync {
    /// Fits the classifier to `corpus` with what is known of it.
    ///
    /// # Errors
    /// [`ClassifyError`] if labels are missing or do not fit, or if the observer asks to
    /// stop.
    fn fit(
        &self,
        corpus: &Corpus,
        known: &Supervision,
        run: &Run<'_>,
    ) -> Result<FittedClasses, ClassifyError>;

    /// The parameters of the fit as a JSON object, defaults filled in.
    fn parameters(&self) -> Value;
}

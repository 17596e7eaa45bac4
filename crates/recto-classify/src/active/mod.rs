//! Active labelling: which document or word to ask next, and how far the answers have come.
//!
//! [`Labelling`] is a state without input or output: answers go in, the next question, the
//! predictions and the standing come out. The state is a function of the corpus, what is
//! known, the settings and the answers in their order; replaying a log of answers gives the
//! same state for any number of threads.
//!
//! # References
//! Shen and Li 2011, A non-negative matrix factorization based approach for active dual
//! supervision from document and word labels (ADS).

mod choose;
mod expected;
mod fit;
mod item;
mod labelling;
mod pool;
mod settings;
pub mod simulate;
mod standing;
mod strategy;
#[cfg(test)]
mod tests;

pub use item::{Answer, Drawn, Item, Question, Reason, Reply};
pub use labelling::{Change, Labelling, Moved, Predictions};
pub use settings::{Learner, Settings};
pub use standing::{Accuracy, Advice, Sign, Standing};
pub use strategy::{STRATEGIES, Strategy};

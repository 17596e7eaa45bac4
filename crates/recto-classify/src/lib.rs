//! Classification of documents.
mod arithmetic;
pub mod corpus;
mod error;
mod supervision;
pub mod tri;
pub use corpus::{Corpus, CorpusBuilder, Filter};
pub use error::ClassifyError;
pub use supervision::{PRIOR_LABELS, Supervision};

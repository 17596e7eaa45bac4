//! Labelling projects: documents, classes and every answer about them in one SQLite file.
//!
//! | module | contents |
//! |---|---|
//! | [`Project`] | the file: documents, settings, and the log of all that was said |
//! | [`Entry`], [`Action`] | a row of the log; rows are added, never changed or removed |
//! | [`State`] | what the log amounts to: a fold over its rows |
//! | [`Session`], [`Chooser`] | one annotator at a project, and the engine that chooses questions |
//! | [`agreement`] | kappa, alpha and what annotators disagree about |
//! | [`import`](mod@import), [`export`], [`status`] | answers of other tools in, labels out, a summary |
//!
//! Nothing here reads the clock or the environment: whoever drives a project says what time
//! it is and who answers.

pub mod agreement;
mod chooser;
mod entry;
mod error;
pub mod export;
pub mod import;
mod item;
pub mod page;
mod project;
mod quote;
mod session;
mod state;
pub mod status;
mod texts;

pub use chooser::{Chooser, Content, Prepared, Update};
pub use entry::{Action, Entry, Origin};
pub use error::ProjectError;
pub use item::ItemKey;
pub use project::{Added, Given, LexiconChoice, Project, Reservation, Setup, StoredDocument};
pub use quote::Quote;
pub use recto_classify::active;
pub use recto_classify::active::{Drawn, Reply};
pub use session::{Asked, Session, Who, Why};
pub use state::{Judged, Refusal, Said, State, Verdict};
pub use texts::Texts;

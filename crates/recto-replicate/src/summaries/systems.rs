//! The compared systems: methods with their settings.

use recto_summarize::{Options, SummarizeError, Summarizer, methods};

/// What a system sees of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum View {
    /// The documents only.
    Documents,
    /// What is asked too.
    Query,
    /// What is known already too.
    Since,
}

/// A method with its settings.
#[derive(Debug, Clone)]
pub(crate) struct System {
    /// What the tables call it.
    pub(crate) name: &'static str,
    method: &'static str,
    pub(crate) options: Options,
    pub(crate) view: View,
    /// Whether anything is drawn.
    pub(crate) seeded: bool,
}

/// The methods whose answers depend on the seed.
const SEEDED: [&str; 7] = ["random", "nmf", "kmeans", "snmf", "tmr", "bstm", "fgb"];

impl System {
    /// The method as recto sets it.
    pub(crate) fn new(method: &'static str, view: View) -> Self {
        Self::named(method, method, view)
    }

    /// The same under another name.
    pub(crate) fn named(name: &'static str, method: &'static str, view: View) -> Self {
        Self {
            name,
            method,
            options: Options::default(),
            view,
            seeded: SEEDED.contains(&method),
        }
    }

    /// The method as its paper prints it.
    pub(crate) fn paper(name: &'static str, method: &'static str, view: View) -> Self {
        let options = Options {
            paper: true,
            ..Options::default()
        };
        Self {
            options,
            ..Self::named(name, method, view)
        }
    }

    pub(crate) fn build(&self) -> Result<Box<dyn Summarizer>, SummarizeError> {
        let row = methods().iter().find(|row| row.name == self.method);
        let row = row.expect("the replications name methods of the table");
        (row.build)(&self.options)
    }
}

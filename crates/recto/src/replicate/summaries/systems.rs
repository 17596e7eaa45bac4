//! The systems that are compared: a method with its settings.

use recto_summarize::{Options, SummarizeError, Summarizer, methods};

/// What a system sees of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::replicate) enum View {
    /// The documents only.
    Documents,
    /// What is asked too.
    Query,
    /// What is known already too.
    Since,
}

/// A method with its settings.
#[derive(Debug, Clone)]
pub(in crate::replicate) struct System {
    /// What the tables call it.
    pub(in crate::replicate) name: &'static str,
    method: &'static str,
    pub(in crate::replicate) options: Options,
    pub(in crate::replicate) view: View,
    /// Whether anything is drawn.
    pub(in crate::replicate) seeded: bool,
}

/// The methods whose answers depend on the seed.
const SEEDED: [&str; 7] = ["random", "nmf", "kmeans", "snmf", "tmr", "bstm", "fgb"];

impl System {
    /// The method as recto sets it.
    pub(in crate::replicate) fn new(method: &'static str, view: View) -> Self {
        Self::named(method, method, view)
    }

    /// The same under another name.
    pub(in crate::replicate) fn named(
        name: &'static str,
        method: &'static str,
        view: View,
    ) -> Self {
        Self {
            name,
            method,
            options: Options::default(),
            view,
            seeded: SEEDED.contains(&method),
        }
    }

    /// The method as its paper prints it.
    pub(in crate::replicate) fn paper(
        name: &'static str,
        method: &'static str,
        view: View,
    ) -> Self {
        let options = Options {
            paper: true,
            ..Options::default()
        };
        Self {
            options,
            ..Self::named(name, method, view)
        }
    }

    pub(in crate::replicate) fn build(&self) -> Result<Box<dyn Summarizer>, SummarizeError> {
        let row = methods().iter().find(|row| row.name == self.method);
        let row = row.expect("the replications name methods of the table");
        (row.build)(&self.options)
    }
}

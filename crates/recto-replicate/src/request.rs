//! The request of a replication, and the tasks whose corpora it reads.

use std::path::PathBuf;

/// What is asked of a replication. Each uses some of the optional fields, and takes a value
/// of its own for those that are `None`.
#[derive(Debug, Clone, Default)]
pub struct Request {
    /// The folder of the corpora: it holds the sets, or a folder of them under the name of
    /// their task.
    pub data: PathBuf,
    /// Names of the sets that are measured a second time with their headings hidden.
    pub hide_headings: Option<Vec<String>>,
    /// Documents of each kind, and seeds of each text.
    pub documents: Option<Trials>,
    /// Seeds of each figure that draws.
    pub seeds: Option<usize>,
}

impl Request {
    /// Whether an optional field is set.
    #[must_use]
    pub fn has(&self, field: Field) -> bool {
        match field {
            Field::HideHeadings => self.hide_headings.is_some(),
            Field::Documents => self.documents.is_some(),
            Field::Seeds => self.seeds.is_some(),
        }
    }
}

/// How often an experiment is repeated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trials {
    /// So often.
    Number(usize),
    /// As often as in the paper.
    Published,
}

/// An optional field of a [`Request`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Field {
    /// [`Request::hide_headings`].
    HideHeadings,
    /// [`Request::documents`].
    Documents,
    /// [`Request::seeds`].
    Seeds,
}

impl Field {
    /// All fields, in the order of the request.
    pub const ALL: [Self; 3] = [Self::HideHeadings, Self::Documents, Self::Seeds];

    /// The field's name in the request: `hide_headings`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::HideHeadings => "hide_headings",
            Self::Documents => "documents",
            Self::Seeds => "seeds",
        }
    }
}

/// What a paper works on, in the order of recto's commands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Task {
    /// Boundaries between topics.
    Segmentation,
    /// Authors of sentences.
    Authors,
    /// Topics of documents, and clusters.
    Topics,
    /// Summaries and comparisons.
    Summarization,
    /// Links of words.
    Alignment,
    /// Classes of documents, from labelled documents and words.
    Classification,
    /// Events of streams.
    Events,
}

impl Task {
    /// The folder that its corpora may stand in, among those of other tasks.
    #[must_use]
    pub const fn folder(self) -> &'static str {
        match self {
            Self::Segmentation => "segmentation",
            Self::Authors => "authors",
            Self::Topics => "topics",
            Self::Summarization => "summarization",
            Self::Alignment => "alignment",
            Self::Classification => "dual",
            Self::Events => "events",
        }
    }
}

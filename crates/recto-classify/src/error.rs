//! Errors of classification.

use recto_math::envelope::SAVE_AGAIN;
use recto_math::{BadParameter, Cancelled, Notice, Remedy};

/// An error of a classifier, of its parameters or of its input.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ClassifyError {
    /// The corpus has no documents.
    #[error("no documents")]
    NoDocuments,
    /// No document has a word that is left after filtering.
    #[error("no usable words{}", needed(*.min_documents))]
    NoTerms {
        /// Documents that a word had to occur in.
        min_documents: u32,
    },
    /// A count that is negative or no number.
    #[error("document {document}, term {term}: {value} is not a finite number of 0 or more")]
    BadCount {
        /// Row, counted from 0.
        document: usize,
        /// Column, counted from 0.
        term: usize,
        /// The value.
        value: String,
    },
    /// Fewer documents or words than classes.
    #[error("{found} {what} are fewer than the {classes} classes")]
    TooFew {
        /// "documents" or "words".
        what: &'static str,
        /// How many there are.
        found: usize,
        /// Number of classes.
        classes: usize,
    },
    /// Fewer than two classes, or a name twice.
    #[error("classes: {0}")]
    Classes(String),
    /// There is no label at all.
    #[error(
        "no label at all: give a lexicon, a few labelled words or documents, or find topics \
         without labels instead"
    )]
    NoLabels,
    /// A class has neither a labelled word nor a labelled document.
    #[error("the class {0} has neither a labelled word nor a labelled document")]
    UnlabelledClass(String),
    /// A label that cannot be used.
    #[error("{item}: {problem}")]
    Label {
        /// Which document or word.
        item: String,
        /// What is wrong with it.
        problem: String,
    },
    /// A method that needs labelled documents has none.
    #[error("{method} learns from labelled documents only, and there are none")]
    NeedsDocuments {
        /// The method's name in the table.
        method: &'static str,
    },
    /// A method that needs labelled words has none.
    #[error("{method} needs labelled words, and none occurs in the documents")]
    NeedsWords {
        /// The method's name in the table.
        method: &'static str,
    },
    /// A method that needs first guesses has none.
    #[error("{method} reads praise and blame by an opinion lexicon, and there is none")]
    NeedsGuesses {
        /// The method's name in the table.
        method: &'static str,
    },
    /// A method for two classes was given more.
    #[error("{method} is for two classes, not {classes}")]
    TwoClasses {
        /// The method's name in the table.
        method: &'static str,
        /// Number of classes.
        classes: usize,
    },
    /// Too many documents for a method that compares all pairs.
    #[error("{method} compares all pairs of documents: {found} are more than {most}")]
    TooMany {
        /// The method's name in the table.
        method: &'static str,
        /// Number of documents.
        found: usize,
        /// How many it takes.
        most: usize,
    },
    /// A saved model that cannot be loaded, and why.
    #[error("saved model: {0}")]
    Saved(String),
    /// A parameter out of its range.
    #[error(transparent)]
    Parameter(#[from] BadParameter),
    /// The observer asked to stop.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

impl ClassifyError {
    /// The parameter that would resolve the error; `None` if none would.
    pub fn remedy(&self) -> Option<Remedy> {
        match self {
            Self::NoTerms { min_documents } if *min_documents > 1 => {
                Some(Remedy::Lower("min_documents"))
            }
            Self::NoLabels => Some(Remedy::Set(&["lexicon", "words", "labels"])),
            Self::UnlabelledClass(_) => Some(Remedy::Set(&["allow_unlabelled_class"])),
            Self::NeedsDocuments { .. }
            | Self::NeedsWords { .. }
            | Self::NeedsGuesses { .. }
            | Self::TwoClasses { .. }
            | Self::TooMany { .. } => Some(Remedy::Method("auto")),
            Self::Saved(_) => Some(SAVE_AGAIN),
            _ => None,
        }
    }
}

/// What a word had to be, if that was more than being there.
fn needed(min_documents: u32) -> String {
    if min_documents > 1 {
        format!(": no document has a word that occurs in {min_documents} documents")
    } else {
        String::new()
    }
}

impl From<&ClassifyError> for Notice {
    fn from(error: &ClassifyError) -> Self {
        Self {
            message: error.to_string(),
            remedy: error.remedy(),
        }
    }
}

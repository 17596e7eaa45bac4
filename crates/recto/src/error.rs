//! Why a capability gives no answer.

use recto_math::{Cancelled, Notice};

/// Why there is no answer at all. A document that cannot be used is no such error: it is
/// named in [`Answer::failed`](crate::Answer::failed), and the others are done.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The request cannot be met, whatever the documents say.
    #[error("{0}")]
    Request(Notice),
    /// A field that the method does not use and that would be silently ignored.
    #[error("`{field}` has no effect with the method {method}; it applies to: {used_by}")]
    Unused {
        /// The field.
        field: &'static str,
        /// The method.
        method: &'static str,
        /// The methods that use it.
        used_by: String,
    },
    /// The documents or other contents cannot be used.
    #[error("{0}")]
    Input(Notice),
    /// The observer asked to stop.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

impl Error {
    /// A request that cannot be met.
    pub fn request(notice: impl Into<Notice>) -> Self {
        Self::Request(notice.into())
    }

    /// Contents that cannot be used.
    pub fn input(notice: impl Into<Notice>) -> Self {
        Self::Input(notice.into())
    }
}

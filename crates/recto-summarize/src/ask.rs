//! Whether the sentences of a pool can answer the query.

use crate::pool::Pool;
use crate::summary::Summary;
use recto_math::{Notice, Remedy};

/// Warning when no sentence matches the query.
const NO_MATCH: &str = "no sentence shares a word with the query; use other words";

/// Remedy when no sentence matches and a summary is wanted all the same.
const FALL_BACK: Remedy = Remedy::When("for a summary without it", &Remedy::Set(&["fallback"]));

/// The query of a pool, by whether a sentence matches it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Asked {
    /// There is no query.
    Nothing,
    /// No sentence shares a term with the query.
    Unknown,
    /// At least one sentence shares a term with the query.
    Known,
}

impl Asked {
    /// Matches the query of the pool against a group.
    pub(crate) fn of(pool: &Pool, group: usize) -> Self {
        match pool.query() {
            None => Self::Nothing,
            Some(_) if matching(pool, group).is_empty() => Self::Unknown,
            Some(_) => Self::Known,
        }
    }
}

/// The rows of a group that share a term with the query.
pub(crate) fn matching(pool: &Pool, group: usize) -> Vec<usize> {
    let terms = pool.query().unwrap_or_default();
    let asks = |row: &usize| {
        let columns = pool.row(*row).columns;
        terms
            .iter()
            .any(|(term, _)| columns.binary_search(term).is_ok())
    };
    pool.group(group).filter(asks).collect()
}

impl Summary {
    /// The empty summary of a query that nothing matches, with the warning.
    pub(crate) fn unanswered() -> Self {
        Self {
            warnings: vec![Notice::from(NO_MATCH).with(FALL_BACK)],
            ..Self::default()
        }
    }

    /// The same summary with the warning that it ignores the query (fallback).
    pub(crate) fn warned(mut self) -> Self {
        self.warnings.push(NO_MATCH.into());
        self
    }
}

//! What a query is to a pool.

use crate::pool::Pool;
use crate::summary::Summary;
use recto_math::{Notice, Remedy};

/// What is said when nothing answers.
const NO_MATCH: &str = "no sentence shares a word with the query; use other words";

/// What can be done where nothing answers and a summary is wanted all the same.
const FALL_BACK: Remedy = Remedy::When("for a summary without it", &Remedy::Set(&["fallback"]));

/// What was asked, as far as the pool can answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Asked {
    /// Nothing was asked.
    Nothing,
    /// Something that no sentence speaks of.
    Unknown,
    /// Something that some sentence speaks of.
    Known,
}

impl Asked {
    /// What is asked of a group.
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
    /// What is answered where nothing matches: nothing, and why.
    pub(crate) fn unanswered() -> Self {
        Self {
            warnings: vec![Notice::from(NO_MATCH).with(FALL_BACK)],
            ..Self::default()
        }
    }

    /// The same with the warning that it does not answer the query: the fallback.
    pub(crate) fn warned(mut self) -> Self {
        self.warnings.push(NO_MATCH.into());
        self
    }
}

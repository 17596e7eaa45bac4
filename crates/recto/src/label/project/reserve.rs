//! Questions that a session has on its screen, so that another does not ask them too.
//!
//! A reservation ends by itself: a session that was killed holds nothing up for long. An
//! answer is taken whether or not its question is still reserved.

use super::Project;
use crate::label::{ItemKey, ProjectError};
use rusqlite::{TransactionBehavior, params};
use std::collections::BTreeSet;

/// Who holds a question, and until when.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reservation<'s> {
    /// The session, by a name that no other has.
    pub session: &'s str,
    /// Now, in milliseconds since 1970.
    pub now: i64,
    /// When it ends.
    pub until: i64,
}

impl Project {
    /// Questions that other sessions hold.
    ///
    /// # Errors
    /// [`ProjectError`] if they cannot be read.
    pub fn held_by_others(
        &self,
        session: &str,
        now: i64,
    ) -> Result<BTreeSet<ItemKey>, ProjectError> {
        self.read(|connection| {
            let mut rows = connection.prepare(
                "SELECT kind, item FROM reservations WHERE session <> ?1 AND until > ?2",
            )?;
            let items = rows.query_map(params![session, now], |row| {
                Ok(ItemKey::new(row.get_ref(0)?.as_str()?, row.get(1)?))
            })?;
            items.filter_map(Result::transpose).collect()
        })
    }

    /// Holds a question; `false` if another session does.
    ///
    /// # Errors
    /// [`ProjectError`] if it cannot be written.
    pub fn reserve(
        &mut self,
        item: &ItemKey,
        hold: &Reservation<'_>,
    ) -> Result<bool, ProjectError> {
        let wrong = |error: &rusqlite::Error| ProjectError::of(&self.path, error);
        let held = (|| {
            let transaction = self
                .connection
                .transaction_with_behavior(TransactionBehavior::Immediate)?;
            transaction.execute("DELETE FROM reservations WHERE until <= ?1", [hold.now])?;
            let changed = transaction.execute(
                "INSERT INTO reservations (kind, item, session, until) VALUES (?1, ?2, ?3, ?4) \
                 ON CONFLICT DO UPDATE SET until = excluded.until \
                 WHERE session = excluded.session",
                params![item.kind(), item.name(), hold.session, hold.until],
            )?;
            transaction.commit()?;
            Ok(changed > 0)
        })();
        held.map_err(|error| wrong(&error))
    }

    /// Lets go of all questions of a session but `kept`.
    ///
    /// # Errors
    /// [`ProjectError`] if it cannot be written.
    pub fn release(&mut self, session: &str, kept: &BTreeSet<ItemKey>) -> Result<(), ProjectError> {
        let wrong = |error: &rusqlite::Error| ProjectError::of(&self.path, error);
        let released = (|| {
            let transaction = self
                .connection
                .transaction_with_behavior(TransactionBehavior::Immediate)?;
            let held: Vec<(String, String)> = transaction
                .prepare("SELECT kind, item FROM reservations WHERE session = ?1")?
                .query_map([session], |row| Ok((row.get(0)?, row.get(1)?)))?
                .collect::<rusqlite::Result<_>>()?;
            for (kind, item) in held {
                let key = ItemKey::new(&kind, item.clone());
                if key.is_none_or(|key| !kept.contains(&key)) {
                    let delete = "DELETE FROM reservations WHERE kind = ?1 AND item = ?2";
                    transaction.execute(delete, params![kind, item])?;
                }
            }
            transaction.commit()
        })();
        released.map_err(|error| wrong(&error))
    }
}

//! Copies of a text within ten minutes.

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

/// Seconds within which the same text is a copy; each copy begins them anew.
const SECONDS: f64 = 600.0;
/// Largest number of texts in each of two tables; above it the older ones are forgotten
/// before their time.
const MOST: usize = 1_000_000;

/// Texts of the last ten minutes, in two tables: the older one is dropped as a whole.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct Copies {
    #[serde(with = "crate::sorted")]
    recent: FxHashMap<u64, f64>,
    #[serde(with = "crate::sorted")]
    older: FxHashMap<u64, f64>,
    /// Time at which `recent` was begun; `None` before the first text.
    since: Option<f64>,
}

impl Copies {
    /// Whether a text at this time is the copy of one less than ten minutes away. Times may
    /// fall a little.
    pub(crate) fn is_copy(&mut self, key: u64, time: f64) -> bool {
        let since = *self.since.get_or_insert(time);
        if time - since >= SECONDS || self.recent.len() >= MOST {
            self.older = std::mem::take(&mut self.recent);
            self.since = Some(time.max(since));
        }
        let before = self.recent.get(&key).or_else(|| self.older.get(&key));
        let before = before.copied();
        self.recent
            .insert(key, before.map_or(time, |b| b.max(time)));
        before.is_some_and(|before| (time - before).abs() < SECONDS)
    }

    /// Whether all times are numbers.
    pub(crate) fn is_sound(&self) -> bool {
        let times = self.recent.values().chain(self.older.values());
        times.chain(&self.since).all(|time| time.is_finite())
    }

    /// Bytes held, about.
    pub(crate) fn memory(&self) -> usize {
        (self.recent.len() + self.older.len()) * (size_of::<(u64, f64)>() + 1) * 8 / 7
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_copy_renews_the_ten_minutes() {
        let mut copies = Copies::default();
        let found = [0.0, 599.0, 1190.0, 1100.0, 1795.0, 2400.0].map(|t| copies.is_copy(7, t));
        assert_eq!(found, [false, true, true, true, false, false]);
        assert!(copies.recent.len() + copies.older.len() <= 2);
    }

    #[test]
    fn the_tables_are_bounded() {
        let mut copies = Copies::default();
        for key in 0..(2 * MOST as u64 + 10) {
            copies.is_copy(key, 1.0);
        }
        assert!(copies.recent.len() <= MOST && copies.older.len() <= MOST);
        assert!(copies.is_copy(2 * MOST as u64, 2.0));
    }
}

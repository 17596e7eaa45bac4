//! Which messages are used.

use crate::{Counts, EventsError, Message};
use recto_text::Language;
use recto_text::message::{has_link, is_repost};
use rustc_hash::{FxHashMap, FxHasher};
use serde::Serialize;
use std::hash::Hasher;

/// Seconds within which the same text is a copy; each copy begins them anew.
const COPY_SECONDS: f64 = 600.0;
/// Texts of so few words are the same by chance.
const COPY_WORDS: usize = 3;
/// Letters from which on a language can be told.
const LANGUAGE_LETTERS: usize = 20;
/// Largest number of bins of a stream: above it, volumes would take more memory than texts.
const MAX_BINS: f64 = 200_000.0;
/// Share of the messages that may have a wrong clock.
const OUTLIERS: f64 = 0.01;

/// Which messages are left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub(crate) struct Filter {
    pub(crate) language: Option<[u8; 2]>,
    pub(crate) drop_links: bool,
    pub(crate) keep_reposts: bool,
    pub(crate) keep_duplicates: bool,
}

/// Why a message is left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Refusal {
    Repost,
    Duplicate,
    OtherLanguage,
    Link,
    Empty,
}

impl Refusal {
    pub(crate) fn count(self, counts: &mut Counts) {
        *match self {
            Self::Repost => &mut counts.reposts,
            Self::Duplicate => &mut counts.duplicates,
            Self::OtherLanguage => &mut counts.other_language,
            Self::Link => &mut counts.with_links,
            Self::Empty => &mut counts.empty,
        } += 1;
    }
}

impl Filter {
    /// Why a message is left out, as far as it can be told without its words.
    pub(crate) fn refuses(&self, message: &Message<'_>) -> Option<Refusal> {
        if !self.keep_reposts && (message.is_repost || is_repost(message.text)) {
            return Some(Refusal::Repost);
        }
        if self.drop_links && has_link(message.text) {
            return Some(Refusal::Link);
        }
        let wanted = self.language?;
        (!is_in(wanted, message)).then_some(Refusal::OtherLanguage)
    }
}

/// Whether a message is in a language; where that cannot be told, it is.
fn is_in(wanted: [u8; 2], message: &Message<'_>) -> bool {
    if let Some(told) = message.language {
        return told == wanted;
    }
    let letters = message.text.chars().filter(|c| c.is_alphabetic());
    if letters.take(LANGUAGE_LETTERS).count() < LANGUAGE_LETTERS {
        return true;
    }
    let found = Language::detect_surely(message.text);
    found.is_none_or(|language| language.code.as_bytes() == wanted)
}

/// Texts seen in the last ten minutes.
#[derive(Debug, Clone, Default)]
pub(crate) struct Copies {
    seen: FxHashMap<u64, f64>,
    swept: f64,
}

impl Copies {
    /// Whether a message with these words at this time is the copy of one shortly before.
    /// Times must not fall.
    pub(crate) fn is_copy<'w>(&mut self, words: impl Iterator<Item = &'w str>, time: f64) -> bool {
        let (mut hasher, mut n) = (FxHasher::default(), 0);
        for word in words {
            hasher.write(word.as_bytes());
            hasher.write_u8(0);
            n += 1;
        }
        if n <= COPY_WORDS {
            return false;
        }
        self.sweep(time);
        let before = self.seen.insert(hasher.finish(), time);
        before.is_some_and(|before| time - before < COPY_SECONDS)
    }

    /// Forgets old texts, now and then.
    fn sweep(&mut self, time: f64) {
        if time - self.swept >= COPY_SECONDS {
            self.seen.retain(|_, seen| time - *seen < COPY_SECONDS);
            self.swept = time;
        }
    }
}

/// Takes messages with a wrong clock out of an order by time, if the stream is too long for
/// its bins with them.
///
/// # Errors
/// If more than a few are far away, so that the stream itself is too long.
pub(super) fn cut_outliers(
    order: &mut Vec<u32>,
    time: impl Fn(u32) -> f64,
    bin: f64,
) -> Result<(), EventsError> {
    let (Some(&first), Some(&last)) = (order.first(), order.last()) else {
        return Ok(());
    };
    let seconds = time(last) - time(first);
    if seconds <= MAX_BINS * bin {
        return Ok(());
    }
    let middle = time(order[order.len() / 2]);
    let is_near = |&index: &u32| (time(index) - middle).abs() <= MAX_BINS * bin / 2.0;
    let n_near = order.iter().filter(|index| is_near(index)).count();
    if ((order.len() - n_near) as f64) > OUTLIERS * order.len() as f64 {
        return Err(EventsError::TooLong {
            days: seconds / 86_400.0,
            bin,
        });
    }
    order.retain(is_near);
    Ok(())
}

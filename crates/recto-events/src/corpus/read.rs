//! Which messages are used.

use crate::{Counts, EventsError, Message};
use recto_text::Language;
use recto_text::message::{has_link, is_repost};
use serde::Serialize;

/// Letters from which on a language can be told.
const LANGUAGE_LETTERS: usize = 20;
/// Largest number of bins of a stream: above it, volumes would take more memory than texts.
const MAX_BINS: f64 = 200_000.0;
/// Share of the messages that may have a wrong clock.
const OUTLIERS: f64 = 0.01;

/// Which messages are left out.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
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

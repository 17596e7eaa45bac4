//! The messages that are used, as words with numbers.
//!
//! Messages are sorted by time, filtered, freed of copies and cut into words. Words are
//! kept as numbers in one vector for all messages, function words included, because names
//! and titles may hold them; [`Corpus::content`] gives those that carry meaning.

mod by_word;
mod copies;
mod prepare;
mod read;
mod reading;
#[cfg(test)]
mod tests;
mod vocabulary;
mod window;

pub(crate) use by_word::MessagesByWord;
pub(crate) use prepare::{Prepared, Preparer};
pub(crate) use read::Filter;
pub(crate) use reading::{Head, Reading};
pub(crate) use window::reorder;

use crate::mentions::{Evidence, Marks};
use crate::{Counts, EventsError, Message};
use rayon::prelude::*;
use read::cut_outliers;
use recto_math::Run;
use recto_text::{Language, Vocabulary};
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// Longest text of a message that is read, in characters.
pub(crate) const MAX_CHARACTERS: usize = 2000;
/// Messages from which the language of a stream is recognised.
const SAMPLE: usize = 200;
/// Messages that are worked on together where there are several threads.
const PART: usize = 1024;
/// Messages between two reports of progress.
const REPORT: usize = 4096;

/// The used messages of a stream by time.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct Corpus {
    /// Time of each message, in seconds since 1970.
    pub(crate) times: Vec<f64>,
    /// Position of each message in the slice as given; in a running stream, in this corpus.
    #[serde(skip)]
    pub(crate) indices: Vec<u32>,
    /// Author of each message.
    pub(crate) users: Vec<Option<u64>>,
    /// Whether each message answers another.
    pub(crate) replies: Vec<bool>,
    /// Where the words of each message begin, and where the last one's end.
    starts: Vec<usize>,
    /// Words of all messages.
    words: Vec<u32>,
    /// How each of them is written.
    marks: Vec<Marks>,
    /// Spellings of the words.
    #[serde(with = "vocabulary::words")]
    pub(crate) vocabulary: Vocabulary,
    /// Whether each word of the vocabulary carries meaning.
    pub(crate) is_content: Vec<bool>,
    /// Start of the first bin, in seconds since 1970.
    pub(crate) origin: f64,
    /// What was read and left out; a running stream counts elsewhere.
    #[serde(skip)]
    pub(crate) counts: Counts,
    /// The language of the stream.
    #[serde(with = "vocabulary::language")]
    pub(crate) language: Option<&'static Language>,
}

impl Corpus {
    /// Reads messages in any order, and gathers the evidence for names.
    pub(crate) fn read(
        messages: &[Message<'_>],
        filter: &Filter,
        bin: f64,
        run: &Run<'_>,
    ) -> Result<(Self, Evidence), EventsError> {
        let mut counts = Counts {
            read: messages.len(),
            ..Counts::default()
        };
        let order = in_time(messages, bin)?;
        counts.bad_times = messages.len() - order.len();
        let language = language_of(messages, &order);
        let mut reading = Reading::new(language);
        let mut preparer = Preparer::new(language, *filter);
        let mut prepared = Prepared::default();
        for (done, &index) in order.iter().enumerate() {
            if done % REPORT == 0 {
                run.report("reading messages", done as u64, Some(order.len() as u64))?;
            }
            let message = &messages[index as usize];
            preparer.prepare_into(message, &mut prepared);
            let head = Head::of(message, index);
            reading.push(head, &prepared, filter.keep_duplicates, &mut counts);
        }
        let (mut corpus, evidence) = (reading.corpus, reading.evidence);
        counts.used = corpus.len();
        corpus.counts = counts;
        corpus.origin = corpus.times.first().copied().unwrap_or(0.0);
        Ok((corpus, evidence))
    }

    /// Number of used messages.
    pub(crate) fn len(&self) -> usize {
        self.times.len()
    }

    /// All words of a message in order.
    pub(crate) fn words(&self, message: usize) -> &[u32] {
        &self.words[self.starts[message]..self.starts[message + 1]]
    }

    /// All words of a message with how they are written.
    fn written(&self, message: usize) -> (&[u32], &[Marks]) {
        let range = self.starts[message]..self.starts[message + 1];
        (&self.words[range.clone()], &self.marks[range])
    }

    /// Words of a message that carry meaning, in order.
    pub(crate) fn content(&self, message: usize) -> impl Iterator<Item = u32> + Clone {
        let words = self.words(message).iter().copied();
        words.filter(|&word| self.is_content[word as usize])
    }

    /// The spelling of a word.
    pub(crate) fn spelling(&self, word: u32) -> &str {
        self.vocabulary.term(recto_text::TermId(word))
    }

    /// Number of different words.
    pub(crate) fn n_words(&self) -> usize {
        self.is_content.len()
    }

    /// First and last time; `None` without messages.
    pub(crate) fn span(&self) -> Option<(f64, f64)> {
        Some((*self.times.first()?, *self.times.last()?))
    }

    /// Works on runs of messages in parallel; the results are in order.
    pub(crate) fn in_parts<T: Send>(&self, work: impl Fn(Range<usize>) -> T + Sync) -> Vec<T> {
        let n = self.len();
        let starts = (0..n).into_par_iter().step_by(PART);
        starts
            .map(|start| work(start..n.min(start + PART)))
            .collect()
    }

    /// Messages with times from `from` up to before `to`.
    pub(crate) fn between(&self, from: f64, to: f64) -> Range<usize> {
        let start = self.times.partition_point(|&time| time < from);
        let end = self.times.partition_point(|&time| time < to);
        start..end.max(start)
    }
}

/// Indices of the messages whose time can be used, by time and then by index.
pub(crate) fn in_time(messages: &[Message<'_>], bin: f64) -> Result<Vec<u32>, EventsError> {
    let n = u32::try_from(messages.len()).map_err(|_| EventsError::TooMany(messages.len()))?;
    let mut order: Vec<u32> = (0..n)
        .filter(|&index| messages[index as usize].time.is_finite())
        .collect();
    let time = |index: u32| messages[index as usize].time;
    order.sort_by(|&a, &b| time(a).total_cmp(&time(b)).then(a.cmp(&b)));
    cut_outliers(&mut order, time, bin)?;
    Ok(order)
}

/// The language that the stream is mostly in, from messages all over it.
fn language_of(messages: &[Message<'_>], order: &[u32]) -> &'static Language {
    let step = (order.len() / SAMPLE).max(1);
    let sample = order.iter().step_by(step).take(SAMPLE);
    Language::of_pile(sample.map(|&index| shortened(messages[index as usize].text)))
}

/// The first characters of a text; long texts are no messages, and their tail says nothing
/// about the moment.
pub(crate) fn shortened(text: &str) -> &str {
    if text.len() <= MAX_CHARACTERS {
        return text;
    }
    let end = text.char_indices().nth(MAX_CHARACTERS);
    end.map_or(text, |(end, _)| &text[..end])
}

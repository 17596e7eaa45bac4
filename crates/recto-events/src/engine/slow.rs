//! Moments that change what people write about, but not how much they write.
//!
//! At half-time fewer and fewer write, and those who do write about the half: no volume
//! rises, neither that of a participant nor, within a minute, that of a word. What rises is
//! the share of the messages that have a word, and it stays up for minutes. So the share of
//! each word in five minutes is compared with its share in the quarter of an hour before, by
//! G² (Dunning93 def. LogLikelihoodRatio); as both are shares, a stream that swells or ebbs
//! away does not matter. Twice the logarithm of the number of comparisons over the expected
//! number of false alarms bounds G² under chance.
//!
//! Only words that are no names count, as participants have streams of their own, and only
//! where nothing else was found: a large moment changes its words for minutes, too.

use super::Merged;
use crate::corpus::Corpus;
use crate::mentions::Evidence;
use crate::participants::Participants;
use crate::significance::LEAST_RATIO;
use crate::time;
use recto_math::association::signed_g2;

/// Seconds in which a word must be frequent. On three real streams 300 and 480 add nothing
/// that is no moment; 180 adds two.
const LASTING: f64 = 300.0;
/// Seconds before them that it is compared with.
const BEFORE: f64 = 900.0;
/// Seconds from the beginning of its rise in which the peak is.
const RISE: f64 = 60.0;
/// Seconds around the beginning in which nothing else may have been found.
const APART: f64 = 300.0;
/// Messages that a word must occur in, and the share of all that it may.
const LEAST_MESSAGES: u32 = 20;
const MOST_SHARE: f64 = 0.3;
/// By how much its share must rise, beside [`LEAST_RATIO`]: the share that a moment must have of all messages.
const RISEN: f64 = super::join::PROMINENCE;
/// Messages before it below which nothing can be compared.
const LEAST_BEFORE: f64 = 100.0;

/// A word whose share rises at a bin.
struct Rise {
    word: u32,
    bin: usize,
    g2: f64,
}

/// The slow moments of a corpus beside those that were found.
pub(super) struct Slow<'s> {
    pub(super) corpus: &'s Corpus,
    pub(super) evidence: &'s Evidence,
    pub(super) participants: &'s Participants,
    /// Width of a bin in seconds.
    pub(super) bin: f64,
    pub(super) false_alarms: f64,
}

impl Slow<'_> {
    /// Adds the slow moments to what was found, by peak.
    pub(super) fn add_to(&self, found: &mut Vec<Merged>) {
        let mut rises = self.rises();
        rises.sort_by(|a, b| b.g2.total_cmp(&a.g2).then(a.word.cmp(&b.word)));
        let mut told: Vec<(u32, f64)> = Vec::new();
        for rise in rises {
            let start = self.start_of(rise.bin);
            let near = start - APART..start + LASTING + APART;
            let is_near = |event: &Merged| near.contains(&event.peak);
            // What goes on for longer has begun once.
            let goes_on =
                |&(word, other): &(u32, f64)| word == rise.word && (start - other).abs() <= BEFORE;
            if !found.iter().any(is_near) && !told.iter().any(goes_on) {
                found.extend(self.moment(&rise));
                told.push((rise.word, start));
            }
        }
        found.sort_by(|a, b| a.peak.total_cmp(&b.peak).then(a.members.cmp(&b.members)));
    }

    fn start_of(&self, bin: usize) -> f64 {
        self.corpus.origin + bin as f64 * self.bin
    }

    fn n_bins(&self, seconds: f64) -> usize {
        (seconds / self.bin).round().max(1.0) as usize
    }

    /// The rises that are more than chance.
    fn rises(&self) -> Vec<Rise> {
        let all = self.sums(0..self.corpus.len() as u32);
        let words = self.words();
        let n_tests = (words.len() * all.len()).max(1) as f64;
        let least = 2.0 * (n_tests / self.false_alarms).ln();
        let of_word = |(word, messages): &(u32, Vec<u32>)| {
            let own = self.sums(messages.iter().copied());
            self.rises_of(*word, &own, &all, least)
        };
        words.iter().flat_map(of_word).collect()
    }

    /// Messages before each bin.
    fn sums(&self, messages: impl IntoIterator<Item = u32>) -> Vec<u32> {
        let (origin, times) = (self.corpus.origin, &self.corpus.times);
        let last = times.last().map_or(0.0, |last| last - origin);
        let n_bins = time::bin_of(last, self.bin) + 1;
        let times = messages.into_iter().map(|m| times[m as usize] - origin);
        let mut sums = vec![0];
        for count in time::counts(times, self.bin, n_bins) {
            sums.push(sums[sums.len() - 1] + count);
        }
        sums
    }

    /// The messages with each word that is frequent, carries meaning and is no name.
    fn words(&self) -> Vec<(u32, Vec<u32>)> {
        let corpus = self.corpus;
        let most = MOST_SHARE * corpus.len() as f64;
        let is_wanted = |word: u32| {
            let messages = self.evidence.messages(word);
            corpus.is_content[word as usize]
                && messages >= LEAST_MESSAGES
                && f64::from(messages) <= most
        };
        let mut lists: Vec<Option<Vec<u32>>> = (0..corpus.n_words() as u32)
            .map(|word| is_wanted(word).then(Vec::new))
            .collect();
        for &word in self.participants.found.iter().flat_map(|p| &p.words) {
            lists[word as usize] = None;
        }
        for message in 0..corpus.len() {
            for word in corpus.content(message) {
                if let Some(list) = &mut lists[word as usize]
                    && list.last() != Some(&(message as u32))
                {
                    list.push(message as u32);
                }
            }
        }
        let lists = (0..).zip(lists);
        lists
            .filter_map(|(word, list)| Some((word, list?)))
            .collect()
    }

    fn rises_of(&self, word: u32, own: &[u32], all: &[u32], least: f64) -> Vec<Rise> {
        let (lasting, before) = (self.n_bins(LASTING), self.n_bins(BEFORE));
        let last = all.len().saturating_sub(lasting);
        let between = |sums: &[u32], from: usize, to: usize| f64::from(sums[to] - sums[from]);
        let rise = |bin: usize| {
            let (from, to) = (bin - before, bin + lasting);
            let (k, n) = (between(own, bin, to), between(all, bin, to));
            let (k_before, n_before) = (between(own, from, bin), between(all, from, bin));
            let (share, share_before) = (k / n.max(1.0), k_before / n_before.max(1.0));
            let has_risen = share - share_before >= RISEN && share >= LEAST_RATIO * share_before;
            if !has_risen || n_before < LEAST_BEFORE {
                return None;
            }
            let g2 = signed_g2(k, n, k_before, n_before);
            (g2 >= least).then_some(Rise { word, bin, g2 })
        };
        (before..last).filter_map(rise).collect()
    }

    /// The messages with the word while it is frequent; `None` if the bin of the peak cannot
    /// be told.
    fn moment(&self, rise: &Rise) -> Option<Merged> {
        let corpus = self.corpus;
        let start = self.start_of(rise.bin);
        let with_word = |from: f64, to: f64| -> Vec<u32> {
            let messages = corpus.between(from, to);
            let has_word = |m: &usize| corpus.words(*m).contains(&rise.word);
            messages.filter(has_word).map(|m| m as u32).collect()
        };
        let first = with_word(start, start + RISE);
        let times = first
            .iter()
            .map(|&m| corpus.times[m as usize] - corpus.origin);
        let peak = time::peak(times, self.bin, false)?;
        Some(Merged {
            peak: corpus.origin + peak,
            place: None,
            participants: Vec::new(),
            members: with_word(start, start + LASTING),
            ln_p: Some(-0.5 * rise.g2),
            word_score: Some(rise.g2),
        })
    }
}

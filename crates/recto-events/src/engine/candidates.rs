//! Candidates of one stream.

use super::join::absorb_in_stream;
use super::params::{Assign, Params};
use super::streams::Stream;
use super::{Candidate, LEAST_MESSAGES};
use crate::corpus::Corpus;
use crate::significance::{Tested, messages_with_words};
use crate::spike::{self, Window};
use crate::{EventsError, mixture, time};
use recto_math::Run;

/// Members that a sub-event must have.
const LEAST_MEMBERS: usize = 5;

/// The search for candidates in the streams of a corpus.
pub(super) struct Search<'s> {
    pub(super) corpus: &'s Corpus,
    pub(super) params: &'s Params,
    /// Of the test; `None` tests nothing.
    pub(super) threshold: Option<f64>,
    /// First and last time of the event.
    pub(super) span: (f64, f64),
    /// Place of each word in the order of letters; empty for the order of numbers.
    pub(super) ranks: Vec<u32>,
}

/// The place of each word in the order of letters.
pub(super) fn ranks(corpus: &Corpus) -> Vec<u32> {
    let mut order: Vec<u32> = (0..corpus.n_words() as u32).collect();
    order.sort_by(|&a, &b| corpus.spelling(a).cmp(corpus.spelling(b)));
    let mut ranks = vec![0; order.len()];
    for (rank, word) in (0..).zip(order) {
        ranks[word as usize] = rank;
    }
    ranks
}

impl Search<'_> {
    /// The candidates of a stream that pass, by peak.
    pub(super) fn stream(
        &self,
        stream: &Stream<'_>,
        assign: Assign,
        run: &Run<'_>,
    ) -> Result<Vec<Candidate>, EventsError> {
        let messages = stream.messages.as_ref();
        run.report("finding sub-events", 0, None)?;
        if messages.len() < LEAST_MESSAGES {
            return Ok(Vec::new());
        }
        let (start, end) = self.span;
        let bin = self.params.bin;
        let times: Vec<f64> = messages
            .iter()
            .map(|&m| self.corpus.times[m as usize] - start)
            .collect();
        let n_bins = time::bin_of(end - start, bin) + 1;
        let counts = time::counts(times.iter().copied(), bin, n_bins);
        let mut windows = spike::windows(&counts, &self.params.spike);
        self.drop_chance(&mut windows, messages);
        let mut found = match assign {
            Assign::Window => self.in_windows(&windows, &times),
            Assign::Mixture => self.by_mixture(&windows, &times, messages, run)?,
        };
        for candidate in &mut found {
            candidate.participant = stream.participant;
            candidate.peak += start;
            candidate.place = candidate.place.map(|(mu, sigma)| (mu + start, sigma));
            for member in &mut candidate.members {
                *member = messages[*member as usize];
            }
        }
        Ok(self.tested(found, messages))
    }

    /// The last peak of a stream that passes the test and is not before `since`, in seconds
    /// since 1970.
    pub(super) fn last_spike(&self, stream: &Stream<'_>, since: f64) -> Option<f64> {
        let messages = stream.messages.as_ref();
        let (start, end) = self.span;
        let bin = self.params.bin;
        let times = messages
            .iter()
            .map(|&m| self.corpus.times[m as usize] - start);
        let n_bins = time::bin_of(end - start, bin) + 1;
        let windows = spike::windows(&time::counts(times, bin, n_bins), &self.params.spike);
        let tested = self.tested_in(messages);
        let threshold = self.threshold.unwrap_or(0.0);
        let peaks = windows
            .iter()
            .rev()
            .map(|window| start + (window.peak as f64 + 0.5) * bin);
        let recent = peaks.take_while(|&peak| peak >= since);
        { recent }.find(|&peak| tested.passes(peak, threshold))
    }

    /// Drops windows that do not pass the test: fewer topics make a better and quicker fit.
    fn drop_chance(&self, windows: &mut Vec<Window>, messages: &[u32]) {
        if let Some(threshold) = self.threshold {
            let (start, bin) = (self.span.0, self.params.bin);
            let stream = self.tested_in(messages);
            let peak = |window: &Window| start + (window.peak as f64 + 0.5) * bin;
            windows.retain(|window| stream.passes(peak(window), threshold));
        }
    }

    fn tested_in<'m>(&'m self, messages: &'m [u32]) -> Tested<'m> {
        Tested {
            corpus: self.corpus,
            messages,
            span: self.span,
        }
    }

    /// Every window with all messages in it. Times and members are those of the stream.
    fn in_windows(&self, windows: &[Window], times: &[f64]) -> Vec<Candidate> {
        let bin = self.params.bin;
        let place = |time: f64| times.partition_point(|&t| t < time) as u32;
        let candidates = windows.iter().map(|window| Candidate {
            participant: None,
            peak: (window.peak as f64 + 0.5) * bin,
            place: None,
            members: (place(window.start as f64 * bin)..place((window.end + 1) as f64 * bin))
                .collect(),
            test: None,
        });
        candidates.collect()
    }

    fn by_mixture(
        &self,
        windows: &[Window],
        times: &[f64],
        messages: &[u32],
        run: &Run<'_>,
    ) -> Result<Vec<Candidate>, EventsError> {
        if windows.is_empty() {
            return Ok(Vec::new());
        }
        let (starts, words, n_words) = self.vocabulary(messages);
        let (start, end) = self.span;
        let input = mixture::Input {
            times,
            starts: &starts,
            words: &words,
            n_words,
            duration: end - start,
            bin: self.params.bin,
        };
        let topics = mixture::fit(&input, windows, &self.params.mixture, run)?;
        let candidates = topics.into_iter().map(|topic| Candidate {
            participant: None,
            peak: topic.peak,
            place: Some((topic.mu, topic.sigma)),
            members: topic.members,
            test: None,
        });
        Ok(candidates.collect())
    }

    fn rank(&self, word: u32) -> u32 {
        self.ranks.get(word as usize).copied().unwrap_or(word)
    }

    /// Where the words of each message begin, the words, numbered in the order of letters,
    /// and how many different ones there are; those of a single message are left out.
    fn vocabulary(&self, messages: &[u32]) -> (Vec<usize>, Vec<u32>, usize) {
        let corpus = self.corpus;
        let all = messages.iter().map(|&m| m as usize);
        let counts = messages_with_words(corpus, all.clone());
        let mut kept: Vec<u32> = counts
            .into_iter()
            .filter(|&(_, count)| count >= 2)
            .map(|(word, _)| self.rank(word))
            .collect();
        kept.sort_unstable();
        let number = |word: u32| kept.binary_search(&self.rank(word)).ok();
        let (mut starts, mut words) = (vec![0], Vec::new());
        for message in all {
            let known = corpus.content(message).filter_map(number);
            words.extend(known.map(|place| place as u32));
            starts.push(words.len());
        }
        (starts, words, kept.len())
    }

    /// Those that have enough members and pass the test.
    fn tested(&self, mut found: Vec<Candidate>, messages: &[u32]) -> Vec<Candidate> {
        found.retain(|candidate| candidate.members.len() >= LEAST_MEMBERS);
        let Some(threshold) = self.threshold else {
            return found;
        };
        let stream = self.tested_in(messages);
        for candidate in &mut found {
            candidate.test = Some(stream.test(candidate.peak));
        }
        found.retain(|c| c.test.is_some_and(|test| test.passes(threshold)));
        absorb_in_stream(&mut found);
        found
    }
}

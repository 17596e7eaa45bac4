//! Whether a candidate is more than chance.
//!
//! Two tests stand in place of hand-set thresholds. Volume: the messages around the peak
//! against the usual rate, as the tail of a Poisson distribution. Words: how far the words
//! around the peak stand out from those before it, as the sum of the three largest signed
//! G² (Dunning93 def. LogLikelihoodRatio). Words are compared with the past alone, because a large moment is
//! repeated for minutes after.
//!
//! The one knob is the number of sub-events that chance may put on a timeline: with M tests
//! (minutes × streams) the tail must be below that number over M.

use crate::corpus::Corpus;
use recto_math::association::signed_g2;
use recto_math::special::ln_gamma;

/// Seconds before and after a peak whose messages are tested.
const BEFORE: f64 = 20.0;
const AFTER: f64 = 60.0;
/// Seconds around a peak that tell what is usual, and those next to it that do not.
const AROUND: f64 = 900.0;
const GUARD: f64 = 180.0;
/// Seconds before a peak at which the words of the past end.
const PAST_END: f64 = 60.0;
/// Messages per minute below which no rate is believed.
const LEAST_RATE: f64 = 0.2;
/// Messages with a word from which on its G² counts.
const LEAST_WITH_WORD: u32 = 3;
/// Largest G² that are added up.
const BEST_WORDS: usize = 3;
/// Messages of the past from which on words are compared, and the score without them.
const LEAST_PAST: usize = 5;
const SCORE_WITHOUT_PAST: f64 = 30.0;
/// Messages of one user in a window that count.
const MOST_OF_USER: usize = 3;
/// Word score that a candidate needs, unless its volume is beyond doubt by so much.
const LEAST_SCORE: f64 = 25.0;
const BEYOND_DOUBT: f64 = 40.0;
/// Messages over what is expected that a candidate needs.
pub(crate) const LEAST_RATIO: f64 = 2.0;

/// A tested candidate.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Test {
    /// Natural logarithm of the probability of so many messages by chance.
    pub(crate) ln_p: f64,
    /// Sum of the largest G² of its words.
    pub(crate) word_score: f64,
    /// Messages around the peak, at most three of each user.
    pub(crate) n: usize,
    /// Messages expected there.
    pub(crate) expected: f64,
}

impl Test {
    /// Whether its volume alone is beyond chance.
    fn is_large(&self, threshold: f64) -> bool {
        -self.ln_p >= threshold && self.n as f64 >= LEAST_RATIO * self.expected
    }

    /// Whether it passes, with `threshold` for the logarithm of the tail.
    pub(crate) fn passes(&self, threshold: f64) -> bool {
        self.is_large(threshold)
            && (self.word_score >= LEAST_SCORE || -self.ln_p >= threshold + BEYOND_DOUBT)
    }
}

/// How much more real counts vary than Poisson ones: evidence is divided by it. On three
/// real streams everything from 4 to 8 keeps the same large moments.
const OVERDISPERSION: f64 = 6.0;

/// Whether a sub-event as a whole stands out: surprise at its volume and half of its words'
/// G², which is a logarithm of likelihoods too, beyond what varies by itself.
pub(crate) fn stands_out(ln_p: f64, word_score: f64, threshold: f64) -> bool {
    (0.5 * word_score - ln_p) / OVERDISPERSION >= threshold
}

/// The threshold of the tail's logarithm for a number of expected false alarms.
pub(crate) fn threshold(duration: f64, n_streams: usize, false_alarms: f64) -> f64 {
    let tests = (duration / 60.0).max(1.0) * n_streams.max(1) as f64;
    (tests / false_alarms).ln()
}

/// A stream to test in: its messages in order of time.
#[derive(Clone, Copy)]
pub(crate) struct Tested<'s> {
    pub(crate) corpus: &'s Corpus,
    pub(crate) messages: &'s [u32],
    /// First and last time of the whole event.
    pub(crate) span: (f64, f64),
}

impl Tested<'_> {
    /// Messages with times from `from` up to before `to`, as places in the stream.
    fn between(&self, from: f64, to: f64) -> std::ops::Range<usize> {
        let place = |limit: f64| {
            self.messages
                .partition_point(|&m| self.corpus.times[m as usize] < limit)
        };
        let start = place(from);
        start..place(to).max(start)
    }

    /// Tests a candidate by the time of its peak.
    pub(crate) fn test(&self, peak: f64) -> Test {
        let (window, volume) = self.volume(peak);
        self.with_words(window, volume, peak)
    }

    fn with_words(&self, window: std::ops::Range<usize>, volume: Test, peak: f64) -> Test {
        Test {
            word_score: self.word_score(window, peak),
            ..volume
        }
    }

    /// Whether a candidate passes; words are looked at only if its volume does.
    pub(crate) fn passes(&self, peak: f64, threshold: f64) -> bool {
        let (window, volume) = self.volume(peak);
        volume.is_large(threshold) && self.with_words(window, volume, peak).passes(threshold)
    }

    /// The messages around a peak, and the test of their number.
    fn volume(&self, peak: f64) -> (std::ops::Range<usize>, Test) {
        let (begin, end) = self.span;
        let from = (peak - BEFORE).max(begin);
        // The last message belongs to the window that ends with it.
        let to = (peak + AFTER).min(end.next_up());
        let window = self.between(from, to);
        let expected = self.rate(peak) * (to - from).max(1.0) / 60.0;
        let n = self.n_capped(window.clone());
        let volume = Test {
            ln_p: log_poisson_tail(n, expected),
            word_score: 0.0,
            n,
            expected,
        };
        (window, volume)
    }

    /// Messages of a window, at most three of each known user.
    fn n_capped(&self, window: std::ops::Range<usize>) -> usize {
        let messages = self.messages[window].iter();
        let users = messages.map(|&message| self.corpus.users[message as usize]);
        let mut users: Vec<Option<u64>> = users.collect();
        users.sort_unstable();
        let of_user = users.chunk_by(|a, b| a == b);
        let counts = of_user.map(|same| match same[0] {
            Some(_) => same.len().min(MOST_OF_USER),
            None => same.len(),
        });
        counts.sum()
    }

    /// The usual messages per minute around a peak.
    fn rate(&self, peak: f64) -> f64 {
        let (begin, end) = self.span;
        let (from, to) = ((peak - AROUND).max(begin), (peak + AROUND).min(end));
        let minutes = (0..).map(|i| from + 60.0 * f64::from(i));
        let minutes = minutes.take_while(|minute| minute + 60.0 <= to);
        let mut rest = self.between(from, to);
        let mut counts: Vec<usize> = Vec::new();
        for minute in minutes {
            let own = { rest.clone() }
                .take_while(|&place| self.time(place) < minute + 60.0)
                .count();
            rest.start += own;
            if minute + 60.0 <= peak - GUARD || minute >= peak + GUARD {
                counts.push(own);
            }
        }
        if counts.is_empty() {
            let rate = self.messages.len() as f64 * 60.0 / (end - begin).max(60.0);
            return rate.max(LEAST_RATE);
        }
        let mean = counts.iter().sum::<usize>() as f64 / counts.len() as f64;
        median(&mut counts).max(0.5 * mean).max(LEAST_RATE)
    }

    fn time(&self, place: usize) -> f64 {
        self.corpus.times[self.messages[place] as usize]
    }

    fn word_score(&self, window: std::ops::Range<usize>, peak: f64) -> f64 {
        let past = self.between(peak - AROUND, peak - PAST_END);
        if past.len() < LEAST_PAST {
            return SCORE_WITHOUT_PAST;
        }
        let (n, n_past) = (window.len() as f64, past.len() as f64);
        let now = self.messages_with_words(window);
        let before = self.messages_with_words(past);
        let of = |word: u32| {
            let found = before.binary_search_by_key(&word, |row| row.0);
            found.map_or(0, |index| before[index].1)
        };
        let frequent = now.iter().filter(|row| row.1 >= LEAST_WITH_WORD);
        let mut scores: Vec<f64> = frequent
            .map(|&(word, count)| signed_g2(count.into(), n, of(word).into(), n_past))
            .collect();
        scores.sort_by(|a, b| b.total_cmp(a));
        scores.iter().take(BEST_WORDS).sum()
    }

    /// Words with the number of messages that hold each, in the order of their numbers.
    fn messages_with_words(&self, places: std::ops::Range<usize>) -> Vec<(u32, u32)> {
        messages_with_words(
            self.corpus,
            self.messages[places].iter().map(|&m| m as usize),
        )
    }
}

/// Words that carry meaning with the number of messages that hold each, in the order of
/// their numbers.
pub(crate) fn messages_with_words(
    corpus: &Corpus,
    messages: impl Iterator<Item = usize> + Clone,
) -> Vec<(u32, u32)> {
    let n_found: usize = messages.clone().map(|m| corpus.words(m).len()).sum();
    // A table of all words is worth its memory only if many of them are found.
    if n_found > corpus.n_words() / 8 {
        count_in_table(corpus, messages)
    } else {
        count_by_sorting(corpus, messages)
    }
}

fn count_in_table(corpus: &Corpus, messages: impl Iterator<Item = usize>) -> Vec<(u32, u32)> {
    // By word: the messages with it, and the last of them from 1 on.
    let mut table: Vec<(u32, u32)> = vec![(0, 0); corpus.n_words()];
    for (message, number) in messages.zip(1..) {
        for word in corpus.content(message) {
            let (count, last) = &mut table[word as usize];
            *count += u32::from(*last != number);
            *last = number;
        }
    }
    let rows = (0..).zip(table);
    let rows = rows.map(|(word, (count, _))| (word, count));
    rows.filter(|(_, count)| *count > 0).collect()
}

fn count_by_sorting(corpus: &Corpus, messages: impl Iterator<Item = usize>) -> Vec<(u32, u32)> {
    let mut words: Vec<u32> = Vec::new();
    for message in messages {
        let start = words.len();
        for word in corpus.content(message) {
            if !words[start..].contains(&word) {
                words.push(word);
            }
        }
    }
    words.sort_unstable();
    let rows = words.chunk_by(|a, b| a == b);
    rows.map(|same| (same[0], same.len() as u32)).collect()
}

fn median(counts: &mut [usize]) -> f64 {
    counts.sort_unstable();
    let half = counts.len() / 2;
    if counts.len() % 2 == 1 {
        counts[half] as f64
    } else {
        (counts[half - 1] + counts[half]) as f64 / 2.0
    }
}

/// Natural logarithm of the probability that a Poisson variable with mean `lambda` is at
/// least `n`; 0 if `n` is not above the mean.
///
/// ```
/// let ln_p = recto_events::significance::log_poisson_tail(10, 1.0);
/// assert!((ln_p + 16.0099).abs() < 1e-4);
/// ```
pub fn log_poisson_tail(n: usize, lambda: f64) -> f64 {
    let count = n as f64;
    if n == 0 || count <= lambda {
        return 0.0;
    }
    if lambda <= 0.0 {
        return f64::MIN;
    }
    // The first term by its logarithm; the others are that times a falling series.
    let first = count * lambda.ln() - lambda - ln_gamma(count + 1.0);
    let (mut sum, mut term, mut k) = (1.0, 1.0, count);
    loop {
        k += 1.0;
        term *= lambda / k;
        sum += term;
        if term < 1e-12 * sum {
            return (first + sum.ln()).min(0.0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use recto_testing::golden;
    use recto_testing::golden::Tolerance::Absolute;

    #[test]
    fn tails_and_ratios_are_those_of_the_prototype() {
        let file = golden!("tests");
        for row in file.at("log_poisson_sf").entries() {
            let found = log_poisson_tail(row.at("n").count(), row.at("lam").number());
            row.at("value").assert_near(found, Absolute(1e-9));
        }
        for row in file.at("dunning").entries() {
            let at = |key| row.at(key).number();
            let found = signed_g2(at("k1"), at("n1"), at("k2"), at("n2"));
            row.at("value").assert_near(found, Absolute(1e-9));
        }
    }

    proptest! {
        #[test]
        fn tails_are_sums_of_the_distribution(n in 1usize..30, lambda in 0.01f64..20.0) {
            let mut below = 0.0;
            let mut term = (-lambda).exp();
            for k in 0..n {
                below += term;
                term *= lambda / (k + 1) as f64;
            }
            let exact: f64 = 1.0 - below;
            if n as f64 > lambda && exact > 1e-6 {
                prop_assert!((log_poisson_tail(n, lambda) - exact.ln()).abs() < 1e-6);
            }
        }
    }

    #[test]
    fn more_streams_and_fewer_false_alarms_ask_for_more() {
        let base = threshold(7200.0, 10, 0.01);
        assert!((base - (120.0 * 10.0 / 0.01f64).ln()).abs() < 1e-12);
        assert!(threshold(7200.0, 20, 0.01) > base && threshold(7200.0, 10, 0.1) < base);
    }
}

//! Spikes in a series of counts.
//!
//! Marcus11 def. PeakFinding: the peak finding of TwitInfo. A running mean and a running mean
//! deviation follow the counts; a bin that rises above the mean by more than `tau`
//! deviations opens a window, which climbs to a peak and ends where the count is back at its
//! level before, or where the next climb begins. The mean is updated inside windows too, so
//! that a lasting rise of volume becomes the usual.
//!
//! Time is O(bins). Ties of the peak go to the first bin.
//!
//! # Departures
//! The deviation starts as a mean absolute deviation, not as a variance. Only rises count.
//! The deviation has a floor of one count, without which a single message after silence is
//! a spike; with [`Params::poisson`] also of the mean deviation of a Poisson variable, so
//! that `tau` means the same in busy and in quiet streams.
//!
//! # References
//! Marcus, Bernstein, Badar, Karger, Madden and Miller 2011, TwitInfo: aggregating and
//! visualizing microblogs for event exploration.

use serde::{Deserialize, Serialize};

/// Weight of a new bin in the running mean.
const ALPHA: f64 = 0.125;
/// Bins that the deviation starts from.
const FIRST: usize = 5;
/// Mean absolute deviation of a Poisson variable with mean 1, for large means.
const POISSON: f64 = 0.8;

/// When a rise is a spike.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Params {
    /// Deviations above the mean; 4 in PES, 2 in TwitInfo.
    pub tau: f64,
    /// Least deviation, in counts.
    pub floor: f64,
    /// Whether the deviation is at least that of a Poisson variable.
    pub poisson: bool,
}

impl Params {
    /// As PES has it.
    pub fn paper() -> Self {
        Self {
            tau: 4.0,
            floor: 1.0,
            poisson: false,
        }
    }
}

impl Default for Params {
    fn default() -> Self {
        Self {
            tau: 3.0,
            floor: 1.0,
            poisson: true,
        }
    }
}

/// Bins of a spike, the last one included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Window {
    /// The bin before the rise.
    pub start: usize,
    /// The last bin above the count of `start`.
    pub end: usize,
    /// The first bin with the largest count.
    pub peak: usize,
}

/// Running mean and deviation of counts.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(crate) struct Level {
    pub(crate) mean: f64,
    pub(crate) deviation: f64,
}

impl Level {
    /// The level at the beginning of a series.
    pub(crate) fn new(counts: &[u32]) -> Self {
        let first = &counts[..counts.len().min(FIRST)];
        let n = first.len().max(1) as f64;
        let mean = first.iter().map(|&c| f64::from(c)).sum::<f64>() / n;
        let deviation = first
            .iter()
            .map(|&c| (f64::from(c) - mean).abs())
            .sum::<f64>()
            / n;
        Self {
            mean: counts.first().map_or(0.0, |&c| f64::from(c)),
            deviation,
        }
    }

    /// Takes in the next count; the deviation is from the mean before it.
    pub(crate) fn update(&mut self, count: u32) {
        let count = f64::from(count);
        self.deviation = ALPHA * (count - self.mean).abs() + (1.0 - ALPHA) * self.deviation;
        self.mean = ALPHA * count + (1.0 - ALPHA) * self.mean;
    }

    /// Whether a count after another is a spike.
    pub(crate) fn is_hot(&self, before: u32, count: u32, params: &Params) -> bool {
        let poisson = if params.poisson {
            POISSON * self.mean.max(1.0).sqrt()
        } else {
            0.0
        };
        let unit = self.deviation.max(params.floor).max(poisson);
        count > before && (f64::from(count) - self.mean) / unit > params.tau
    }
}

/// The windows of all spikes, in order.
///
/// Marcus11 def. PeakFinding: climb and descend.
///
/// ```
/// use recto_events::spike::{Params, windows};
/// let counts = [2, 3, 2, 3, 2, 2, 12, 20, 9, 4, 2, 3];
/// let found = windows(&counts, &Params::paper());
/// assert_eq!((found[0].start, found[0].peak, found[0].end), (5, 7, 9));
/// ```
pub fn windows(counts: &[u32], params: &Params) -> Vec<Window> {
    let mut level = Level::new(counts);
    let mut found = Vec::new();
    let mut at = 1;
    while at < counts.len() {
        if !level.is_hot(counts[at - 1], counts[at], params) {
            level.update(counts[at]);
            at += 1;
            continue;
        }
        let start = at - 1;
        while at < counts.len() && counts[at] > counts[at - 1] {
            level.update(counts[at]);
            at += 1;
        }
        let mut end = at - 1;
        while at < counts.len() && counts[at] > counts[start] {
            if level.is_hot(counts[at - 1], counts[at], params) {
                break;
            }
            level.update(counts[at]);
            end = at;
            at += 1;
        }
        let peak = first_maximum(&counts[start..=end]) + start;
        found.push(Window { start, end, peak });
    }
    found
}

fn first_maximum(counts: &[u32]) -> usize {
    let best = (0..counts.len()).max_by_key(|&at| (counts[at], std::cmp::Reverse(at)));
    best.unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use recto_testing::golden;

    #[test]
    fn windows_are_those_of_the_prototype() {
        for case in golden!("spikes").at("cases").entries() {
            let counts: Vec<u32> = case.at("counts").read();
            let given = case.at("params");
            let poisson = given.fields().iter().any(|(name, _)| *name == "poisson");
            let params = Params {
                tau: given.at("tau").number(),
                floor: given.at("floor").number(),
                poisson,
            };
            let found: Vec<[usize; 3]> = windows(&counts, &params)
                .into_iter()
                .map(|window| [window.start, window.end, window.peak])
                .collect();
            case.at("windows").assert_equal(&found);
        }
    }

    proptest! {
        #[test]
        fn windows_are_in_order_and_hold_their_peaks(counts in prop::collection::vec(0u32..50, 0..80)) {
            let mut last = 0;
            for window in windows(&counts, &Params::default()) {
                prop_assert!(window.start >= last && window.start < window.end);
                prop_assert!((window.start..=window.end).contains(&window.peak));
                prop_assert!(counts[window.peak] > counts[window.start]);
                last = window.end;
            }
        }
    }
}

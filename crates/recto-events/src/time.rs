//! Bins of time.

/// The bin of a time that is counted from the beginning.
pub(crate) fn bin_of(time: f64, bin: f64) -> usize {
    (time / bin) as usize
}

/// Messages per bin, for times in order.
pub(crate) fn counts(times: impl IntoIterator<Item = f64>, bin: f64, n_bins: usize) -> Vec<u32> {
    let mut counts = vec![0; n_bins];
    for time in times {
        if let Some(count) = counts.get_mut(bin_of(time, bin)) {
            *count += 1;
        }
    }
    counts
}

/// The middle of the bin with most times, the first of equals; with `smooth`, bins count
/// double and their neighbours once. `None` without times.
pub(crate) fn peak(times: impl IntoIterator<Item = f64>, bin: f64, smooth: bool) -> Option<f64> {
    let mut bins: Vec<usize> = times.into_iter().map(|time| bin_of(time, bin)).collect();
    bins.sort_unstable();
    let counts: Vec<(usize, usize)> = bins
        .chunk_by(|a, b| a == b)
        .map(|same| (same[0], same.len()))
        .collect();
    let at = |wanted: Option<usize>| {
        let found = wanted.and_then(|w| counts.binary_search_by_key(&w, |row| row.0).ok());
        found.map_or(0, |index| counts[index].1)
    };
    let weight = |&(place, count): &(usize, usize)| {
        if smooth {
            2 * count + at(place.checked_sub(1)) + at(Some(place + 1))
        } else {
            count
        }
    };
    let best = counts
        .iter()
        .max_by_key(|row| (weight(row), std::cmp::Reverse(row.0)));
    best.map(|&(place, _)| (place as f64 + 0.5) * bin)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_peak_is_the_first_of_the_fullest_bins() {
        let times = [1.0, 12.0, 13.0, 31.0, 32.0];
        assert_eq!(peak(times, 10.0, false), Some(15.0));
        assert_eq!(peak(times, 10.0, true), Some(15.0));
        // 2 + 1 beside 2 alone.
        assert_eq!(peak([1.0, 2.0, 31.0, 32.0, 41.0], 10.0, true), Some(35.0));
        assert_eq!(peak([], 10.0, false), None);
        assert_eq!(counts(times, 10.0, 3), [1, 2, 0]);
    }
}

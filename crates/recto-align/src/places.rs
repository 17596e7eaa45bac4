//! Bounds on the places of a document that summary words are compared with.
//!
//! A text that repeats one word or line has as many places for each summary word as it has
//! words: all of them together would cost the product of both lengths. Ordinary text stays
//! far below the bounds.

/// The most places that each word may have so that all words together have at most `budget`:
/// `most`, or half of it, and so on down to 1. `counts` are the places of each word.
pub(crate) fn most_places(counts: &[usize], most: usize, budget: usize) -> usize {
    let mut most = most;
    while most > 1 && counts.iter().map(|&n| n.min(most)).sum::<usize>() > budget {
        most /= 2;
    }
    most
}

/// `most` of the ascending `places`, half of them before `target`.
pub(crate) fn around<T: Copy>(
    places: &[T],
    most: usize,
    is_before_target: impl Fn(T) -> bool,
) -> &[T] {
    let most = most.min(places.len());
    let middle = places.partition_point(|&place| is_before_target(place));
    let start = middle.saturating_sub(most / 2).min(places.len() - most);
    &places[start..start + most]
}

/// The place of a document of `n` words that stands where word `j` of `words` does in its
/// summary.
pub(crate) fn on_diagonal(j: usize, words: usize, n: usize) -> usize {
    // In u128: the product of two lengths may not fit.
    (j as u128 * n as u128 / words.max(1) as u128) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frequent_words_lose_places_until_all_fit() {
        assert_eq!(most_places(&[3, 100, 100], 4096, 300), 4096);
        assert_eq!(most_places(&[3, 100, 100], 4096, 110), 32);
        assert_eq!(most_places(&[100; 1000], 4096, 10), 1);
        assert_eq!(most_places(&[], 4096, 10), 4096);
    }

    #[test]
    fn places_are_taken_on_both_sides_of_the_target() {
        let places = [1, 4, 5, 9, 12, 20];
        let of = |target: usize, most: usize| around(&places, most, |place| place < target);
        assert_eq!(of(8, 2), [5, 9]);
        assert_eq!(of(0, 3), [1, 4, 5]);
        assert_eq!(of(99, 3), [9, 12, 20]);
        assert_eq!(of(8, 99), places);
        assert_eq!(on_diagonal(5, 10, 100), 50);
        assert_eq!(on_diagonal(0, 0, 0), 0);
    }
}

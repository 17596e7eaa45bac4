//! How alike the words on both sides of each cut are.
//!
//! ```text
//! sim = sum_w v_w l_w r_w / sqrt(sum_w v_w l_w^2  sum_w v_w r_w^2),   v_w = 1 / sqrt(C_w)
//! ```
//!
//! with `l` and `r` the counts of a term among the [`WINDOW`] terms before and after the cut
//! and `C` its count in the text; 0 where a side is empty. Counts are rolled along, O(1) a
//! term.

use super::Layout;
use recto_text::Units;
use recto_text::structure::Level;

/// Terms on each side of a cut.
const WINDOW: usize = 20;

/// A similarity counts as at most so many standard deviations.
const MOST: f64 = 2.5;

/// Fewer places than this have no deviation to speak of: similarities are then taken as they
/// are.
const LEAST_PLACES: usize = 4;

/// The similarity at the start of each unit, standardised over the starts of sentences and
/// whatever is greater.
pub(super) fn standardised(units: &Units<'_>, layout: &Layout) -> Vec<f64> {
    let mut found = similarities(units);
    let measured: Vec<f64> = found
        .iter()
        .zip(&layout.levels)
        .filter(|(_, level)| **level >= Level::Sentence)
        .map(|(similarity, _)| *similarity)
        .collect();
    let n = measured.len() as f64;
    if measured.len() >= LEAST_PLACES {
        let mean = measured.iter().sum::<f64>() / n;
        let squares: f64 = measured.iter().map(|s| (s - mean).powi(2)).sum();
        let deviation = (squares / n).sqrt().max(1e-9);
        found.iter_mut().for_each(|s| *s = (*s - mean) / deviation);
    }
    found.iter_mut().for_each(|s| *s = s.clamp(-MOST, MOST));
    found
}

/// The similarity of the terms before and behind the start of each unit.
fn similarities(units: &Units<'_>) -> Vec<f64> {
    let terms: Vec<usize> = units
        .tokens
        .iter()
        .filter_map(|token| Some(token.term()?.index()))
        .collect();
    let mut window = Window::new(&terms, units.vocabulary.len());
    let mut passed = 0;
    let mut found = Vec::with_capacity(units.len());
    for unit in 0..units.len() {
        while window.at < passed {
            window.step(&terms);
        }
        found.push(window.similarity());
        passed += units.terms(unit).count();
    }
    found
}

/// Counts of terms before and behind a place.
struct Window {
    at: usize,
    left: Vec<f64>,
    right: Vec<f64>,
    weights: Vec<f64>,
    product: f64,
    left_square: f64,
    right_square: f64,
}

impl Window {
    fn new(terms: &[usize], n_terms: usize) -> Self {
        let mut counts = vec![0.0; n_terms];
        terms.iter().for_each(|&term| counts[term] += 1.0);
        let weight = |count: &f64| 1.0 / count.max(1.0).sqrt();
        let mut window = Self {
            at: 0,
            left: vec![0.0; n_terms],
            right: vec![0.0; n_terms],
            weights: counts.iter().map(weight).collect(),
            product: 0.0,
            left_square: 0.0,
            right_square: 0.0,
        };
        for &term in terms.iter().take(WINDOW) {
            window.add_right(term, 1.0);
        }
        window
    }

    /// Moves the place behind the next term.
    fn step(&mut self, terms: &[usize]) {
        let next = terms[self.at];
        self.add_right(next, -1.0);
        self.add_left(next, 1.0);
        if let Some(gone) = self.at.checked_sub(WINDOW) {
            self.add_left(terms[gone], -1.0);
        }
        if let Some(&come) = terms.get(self.at + WINDOW) {
            self.add_right(come, 1.0);
        }
        self.at += 1;
    }

    fn add_left(&mut self, term: usize, by: f64) {
        let weight = self.weights[term];
        self.product += weight * by * self.right[term];
        self.left_square += weight * (2.0 * by * self.left[term] + 1.0);
        self.left[term] += by;
    }

    fn add_right(&mut self, term: usize, by: f64) {
        let weight = self.weights[term];
        self.product += weight * by * self.left[term];
        self.right_square += weight * (2.0 * by * self.right[term] + 1.0);
        self.right[term] += by;
    }

    fn similarity(&self) -> f64 {
        // What rolling leaves of an empty side is rounding.
        let norm = self.left_square.max(0.0) * self.right_square.max(0.0);
        if norm > 1e-12 {
            self.product / norm.sqrt()
        } else {
            0.0
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// The similarity as its definition says.
    fn naive(terms: &[usize], at: usize, n_terms: usize) -> f64 {
        let count = |part: &[usize], w: usize| part.iter().filter(|&&t| t == w).count() as f64;
        let left = &terms[at.saturating_sub(WINDOW)..at];
        let right = &terms[at..terms.len().min(at + WINDOW)];
        let (mut product, mut l, mut r) = (0.0, 0.0, 0.0);
        for w in 0..n_terms {
            let weight = 1.0 / count(terms, w).max(1.0).sqrt();
            product += weight * count(left, w) * count(right, w);
            l += weight * count(left, w).powi(2);
            r += weight * count(right, w).powi(2);
        }
        if l * r > 0.0 {
            product / (l * r).sqrt()
        } else {
            0.0
        }
    }

    #[test]
    fn rolling_counts_give_the_similarity_of_the_definition() {
        let terms: Vec<usize> = (0..90).map(|i| (i * i + i / 7) % 11).collect();
        let mut window = Window::new(&terms, 11);
        for at in 0..=terms.len() {
            let expected = naive(&terms, at, 11);
            assert!((window.similarity() - expected).abs() < 1e-9, "at {at}");
            if at < terms.len() {
                window.step(&terms);
            }
        }
    }
}

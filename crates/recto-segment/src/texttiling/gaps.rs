//! Steps 1 to 4 of TextTiling: from words to the depth score of each gap.

use recto_math::similarity::cosine_of;
use recto_text::{TermId, Units};
use std::ops::Range;

/// Hearst97 sec. 4.1: the terms of each run of `width` words; a short last run joins
/// the one before.
pub(super) fn sequences(units: &Units<'_>, width: usize) -> Vec<Vec<TermId>> {
    let n = (units.tokens.len() / width).max(1);
    let range = |i: usize| {
        i * width..if i + 1 == n {
            units.tokens.len()
        } else {
            (i + 1) * width
        }
    };
    let terms = |range: Range<usize>| units.tokens[range].iter().filter_map(|token| token.term());
    (0..n).map(|i| terms(range(i)).collect()).collect()
}

/// Hearst97 sec. 4.2: the cosine of the term counts on both sides of each gap.
pub(super) fn gap_scores(sequences: &[Vec<TermId>], n_terms: usize, block: usize) -> Vec<f64> {
    let n = sequences.len();
    let mut blocks = Blocks::new(sequences, n_terms);
    (0..n.saturating_sub(1))
        .map(|gap| {
            let b = block.min(gap + 1).min(n - gap - 1);
            blocks.move_to(gap + 1 - b..gap + 1, gap + 1..gap + 1 + b);
            blocks.cosine()
        })
        .collect()
}

/// The counts of two neighbouring blocks, moved along the text. All sums are whole
/// numbers, so moving loses nothing to rounding.
struct Blocks<'s> {
    sequences: &'s [Vec<TermId>],
    left: Side,
    right: Side,
    dot: i64,
}

/// The counts of one block, and the sum of their squares.
struct Side {
    range: Range<usize>,
    counts: Vec<i64>,
    squares: i64,
}

impl<'s> Blocks<'s> {
    fn new(sequences: &'s [Vec<TermId>], n_terms: usize) -> Self {
        let side = || Side {
            range: 0..0,
            counts: vec![0; n_terms],
            squares: 0,
        };
        Self {
            sequences,
            left: side(),
            right: side(),
            dot: 0,
        }
    }

    fn move_to(&mut self, left: Range<usize>, right: Range<usize>) {
        shift(
            self.sequences,
            &mut self.left,
            &self.right.counts,
            &mut self.dot,
            left,
        );
        shift(
            self.sequences,
            &mut self.right,
            &self.left.counts,
            &mut self.dot,
            right,
        );
    }

    fn cosine(&self) -> f64 {
        let norms = (self.left.squares as f64).sqrt() * (self.right.squares as f64).sqrt();
        cosine_of(self.dot as f64, norms)
    }
}

/// Moves one side to another range: only what leaves and what enters is counted. Ranges
/// only move forward.
fn shift(
    sequences: &[Vec<TermId>],
    side: &mut Side,
    other: &[i64],
    dot: &mut i64,
    to: Range<usize>,
) {
    let from = std::mem::replace(&mut side.range, to.clone());
    let mut add = |range: Range<usize>, by: i64| {
        for &term in sequences[range].iter().flatten() {
            side.add(term, by, other, dot);
        }
    };
    add(from.start..to.start.min(from.end), -1);
    add(from.end.max(to.start)..to.end.max(from.end), 1);
    add(to.end.min(from.end)..from.end, -1);
}

impl Side {
    fn add(&mut self, term: TermId, by: i64, other: &[i64], dot: &mut i64) {
        let count = &mut self.counts[term.index()];
        self.squares += by * (2 * *count + by);
        *count += by;
        *dot += by * other[term.index()];
    }
}

/// The mean over a window of `2 * half + 1` scores, clipped at the ends, `rounds` times.
pub(super) fn smooth(mut scores: Vec<f64>, half: usize, rounds: usize) -> Vec<f64> {
    for _ in 0..rounds {
        let window = |i: usize| i.saturating_sub(half)..(i + half + 1).min(scores.len());
        let mean = |range: Range<usize>| {
            let length = range.len() as f64;
            scores[range].iter().sum::<f64>() / length
        };
        scores = (0..scores.len()).map(|i| mean(window(i))).collect();
    }
    scores
}

/// Hearst97 sec. 4.3: how far each score lies below the peaks to its left and right. The
/// peak is reached by walking while the scores do not fall, so the peak of a gap is that
/// of its neighbour where the neighbour is not lower.
pub(super) fn depths(scores: &[f64]) -> Vec<f64> {
    let mut depths = vec![0.0; scores.len()];
    let mut peak = 0.0;
    for i in 0..scores.len() {
        peak = if i > 0 && scores[i - 1] >= scores[i] {
            peak
        } else {
            scores[i]
        };
        depths[i] += peak - scores[i];
    }
    for i in (0..scores.len()).rev() {
        let climbs = scores.get(i + 1).is_some_and(|&next| next >= scores[i]);
        peak = if climbs { peak } else { scores[i] };
        depths[i] += peak - scores[i];
    }
    depths
}

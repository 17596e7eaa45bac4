//! Divisive clustering: splits where the inside density rises most.

use super::rank::Sums;

/// Choi00 sec. 3.3: splits in the order in which they are made, and the inside density of
/// 1, 2, … segments, until there are `most`.
pub(super) fn divide(sums: &Sums, most: usize) -> (Vec<usize>, Vec<f64>) {
    let n = sums.n_units();
    let mut segments = vec![(0, n)];
    let (mut total, mut area) = (sums.block(0, n), (n * n) as f64);
    let (mut splits, mut densities) = (Vec::new(), vec![total / area]);
    let diagonal: Vec<f64> = (0..=n).map(|t| sums.row(t)[t]).collect();
    while segments.len() < most {
        let mut best = (f64::NEG_INFINITY, 0, 0);
        for (at, &(a, b)) in segments.iter().enumerate() {
            let (from, to) = (sums.row(a), sums.row(b));
            let rest = total - sums.block(a, b);
            let cells = area - ((b - a) * (b - a)) as f64;
            for t in a + 1..b {
                let left = diagonal[t] - 2.0 * from[t] + diagonal[a];
                let right = diagonal[b] - 2.0 * to[t] + diagonal[t];
                let squares = (t - a) * (t - a) + (b - t) * (b - t);
                let density = (rest + left + right) / (cells + squares as f64);
                if density > best.0 {
                    best = (density, at, t);
                }
            }
        }
        let (density, at, t) = best;
        let (a, b) = segments[at];
        total += sums.block(a, t) + sums.block(t, b) - sums.block(a, b);
        area -= (2 * (t - a) * (b - t)) as f64;
        segments[at] = (a, t);
        segments.insert(at + 1, (t, b));
        splits.push(t);
        densities.push(density);
    }
    (splits, densities)
}

/// Weights of neighbouring gains in the smoothing.
const KERNEL: [f64; 7] = [1.0, 2.0, 4.0, 8.0, 4.0, 2.0, 1.0];

/// Choi00 sec. 3.3: the number of segments after which the smoothed gain of density falls
/// to the usual.
pub(super) fn count(densities: &[f64], deviations: f64) -> usize {
    let gains: Vec<f64> = densities.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let smoothed: Vec<f64> = (0..gains.len()).map(|at| smooth(&gains, at)).collect();
    let n = smoothed.len().max(1) as f64;
    let mean = smoothed.iter().sum::<f64>() / n;
    let variance = smoothed
        .iter()
        .map(|x| (x - mean) * (x - mean))
        .sum::<f64>()
        / n;
    let threshold = mean + deviations * variance.sqrt();
    1 + smoothed
        .iter()
        .take_while(|&&gain| gain > threshold)
        .count()
}

fn smooth(gains: &[f64], at: usize) -> f64 {
    let first = (at + 3).saturating_sub(gains.len() - 1);
    let (mut sum, mut weights) = (0.0, 0.0);
    // Kernel position k stands for gain at + 3 - k.
    for (k, weight) in KERNEL
        .iter()
        .enumerate()
        .skip(first)
        .take_while(|&(k, _)| k <= at + 3)
    {
        sum += weight * gains[at + 3 - k];
        weights += weight;
    }
    sum / weights
}

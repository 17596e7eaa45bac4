//! Gains of the chosen sentences, and the sentences that each covers.

use super::coverage::Coverage;
use crate::select_within_budget::COVERS;
use crate::summary::{Chosen, Summary};

/// Orders the chosen rows by gain and assigns every other row to the most similar chosen
/// one, if its cosine is above [`COVERS`]. Greedy runs again over the chosen rows alone,
/// which gives their order and gains whatever selected them.
pub(super) fn explained(coverage: &Coverage<'_>, chosen: &[usize], rows: &[usize]) -> Summary {
    let mut ordered = Vec::new();
    let scores = coverage.greedy(chosen, &mut ordered, |_| true);
    let mut nearest: Vec<Option<(usize, f64)>> = vec![None; coverage.len()];
    for (at, &row) in ordered.iter().enumerate() {
        for (other, cosine) in coverage.similar.row(row).iter() {
            let best = &mut nearest[other as usize];
            if cosine > best.map_or(COVERS, |(_, best)| best) {
                *best = Some((at, cosine));
            }
        }
    }
    let taken = ordered.iter().zip(&scores);
    let mut summary: Vec<Chosen> = taken
        .map(|(&row, &score)| Chosen {
            sentence: rows[row],
            score,
            ..Chosen::default()
        })
        .collect();
    for (row, nearest) in nearest.iter().enumerate() {
        if let Some((at, _)) = nearest.filter(|_| !ordered.contains(&row)) {
            summary[at].covers.push(rows[row]);
        }
    }
    let trace = scores.iter().scan(0.0, |total, gain| {
        *total += gain;
        Some(*total)
    });
    Summary {
        trace: trace.collect(),
        chosen: summary,
        ..Summary::default()
    }
}

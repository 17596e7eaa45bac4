//! The HMM of Vogel: as Model 1, with jumps from the last source word to the next.
//!
//! It is the semi-HMM with phrases of one word and the lexical table alone, and uses its
//! inference: a table over distances, and null states that keep their position.

use super::Sentences;
use super::ibm1::{NULL, Table, add_seeds};
use crate::AlignError;
use crate::semi_hmm::{
    Beam, Buckets, Candidate, Distances, Emissions, SMALL, backward, forward, viterbi,
};
use recto_math::Run;

/// Probability of NULL.
const P_NULL: f64 = 0.2;

/// Goes on from the table of Model 1, and returns the source word of each target word
/// (VogelHMM def. AlignmentHMM).
pub(super) fn align(
    pairs: &[Sentences<'_>],
    mut table: Table,
    seeds: u32,
    iterations: usize,
    run: &Run<'_>,
) -> Result<Vec<Vec<Option<usize>>>, AlignError> {
    let longest = pairs
        .iter()
        .map(|pair| pair.source.len())
        .max()
        .unwrap_or(0);
    let mut jumps = Buckets::uniform(longest + 2);
    for iteration in 0..iterations {
        run.report("learning", iteration as u64, Some(iterations as u64))?;
        let mut counts = vec![0.0; table.t.len()];
        let mut jumped = vec![0.0; jumps.p.len()];
        for pair in pairs.iter().filter(|pair| !pair.source.is_empty()) {
            let emissions = emissions(&table, pair);
            let mut moves = Distances::new(&jumps, 1.0 - P_NULL, pair.source.len(), true);
            let Ok(ahead) = forward(&emissions, &mut moves, Beam::All) else {
                continue;
            };
            let found = backward(&emissions, &mut moves, &ahead, true);
            for (j, &target) in pair.target.iter().enumerate() {
                counts[table.entry(NULL, target)] += found.null[j];
                for at in emissions.range(j) {
                    let source = pair.source[emissions.candidates[at].start as usize - 1];
                    counts[table.entry(source, target)] += found.candidates[at];
                }
            }
            let sums = jumped.iter_mut().zip(&moves.counts);
            sums.for_each(|(sum, count)| *sum += count);
        }
        add_seeds(&table, seeds, &mut counts);
        table.learn(counts);
        jumps.learn(&jumped, SMALL);
    }
    let best = |pair: &Sentences<'_>| {
        let mut found = vec![None; pair.target.len()];
        if pair.source.is_empty() {
            return found;
        }
        let emissions = emissions(&table, pair);
        let mut moves = Distances::new(&jumps, 1.0 - P_NULL, pair.source.len(), true);
        let Ok((path, _)) = viterbi(&emissions, &mut moves) else {
            return found;
        };
        for segment in path {
            found[segment.summary.0] = segment.document.map(|(place, _)| place);
        }
        found
    };
    Ok(pairs.iter().map(best).collect())
}

/// Least probability of a word from NULL, so that every sentence can be produced.
const LEAST: f64 = 1e-12;

fn emissions(table: &Table, pair: &Sentences<'_>) -> Emissions {
    let mut emissions = Emissions {
        document: pair.source.len(),
        offsets: vec![0],
        ..Emissions::default()
    };
    for &target in pair.target {
        for (&source, start) in pair.source.iter().zip(1..) {
            let value = table.t[table.entry(source, target)];
            if value > 0.0 {
                emissions.candidates.push(Candidate {
                    start,
                    length: 1,
                    words: 1,
                    value,
                });
            }
        }
        emissions.offsets.push(emissions.candidates.len());
        let null = table.t[table.entry(NULL, target)].max(LEAST);
        emissions.null.push(P_NULL * null);
    }
    emissions
}

//! Why each sentence was chosen: the sentences that it covers, the word pairs that it is
//! the first to bring.

use super::concepts::Concepts;
use super::objective::Pick;
use crate::pool::Pool;
use crate::select_within_budget::attribute;
use crate::summary::{Chosen, Summary};
use recto_math::CsrMatrix;

/// Word pairs that are named for each sentence.
const NAMED: usize = 5;

/// The summary of the picks, by rows of the pool.
pub(super) fn explained(
    pool: &Pool,
    vectors: &CsrMatrix,
    rows: &[usize],
    pairs: &Concepts,
    picks: &[Pick],
) -> Summary {
    let chosen = picks.iter().map(|pick| Chosen {
        sentence: rows[pick.candidate],
        score: pick.score,
        phrases: phrases(pool, pairs, &pick.brings),
        ..Chosen::default()
    });
    let mut chosen: Vec<Chosen> = chosen.collect();
    attribute(pool, vectors, 0, &mut chosen);
    let trace = chosen.iter().scan(0.0, |total, chosen| {
        *total += chosen.score;
        Some(*total)
    });
    Summary {
        trace: trace.collect(),
        chosen,
        ..Summary::default()
    }
}

/// The heaviest of the pairs, with their weights. A pair with a stop word is heavier, as more
/// texts have it, and says less: it is named only after all others.
fn phrases(pool: &Pool, pairs: &Concepts, brings: &[u32]) -> Vec<(String, f64)> {
    let mut brings = brings.to_vec();
    let weight = |pair: u32| pairs.weights[pair as usize];
    brings.sort_by(|&a, &b| {
        let by_weight = weight(b).total_cmp(&weight(a)).then(a.cmp(&b));
        pairs.has_stop(a).cmp(&pairs.has_stop(b)).then(by_weight)
    });
    let named = brings.into_iter().take(NAMED);
    named
        .map(|pair| (pairs.spelled(pair, pool), weight(pair)))
        .collect()
}

//! Where the candidates stand, and how much position counts.
//!
//! What a document says first counts more, by `(1 + p)^-e`. In one document of forty
//! sentences and more, order itself is tested: a text drifts from its first half to its
//! second, a heap of lines has no order, so that its halves are as alike as its lines of
//! odd and of even number. With tf-isf vectors `y`,
//!
//! ```text
//! d = 1 - cos(sum of the first half, sum of the second) / cos(sum of odd, sum of even)
//! ```
//!
//! and position counts by the share `d / 0.2`, at most 1.

use crate::pool::{Place, Pool};
use recto_math::CsrMatrix;
use recto_math::weight::{Weighting, unit_rows};

/// Candidates of a single document from which on its order is tested.
const TESTED: usize = 40;

/// Drift from which on position counts fully.
const FULL: f64 = 0.2;

/// A place of a candidate.
pub(super) struct Spot {
    pub(super) document: usize,
    pub(super) candidate: usize,
    /// Whether it is the first place of the candidate.
    pub(super) is_first: bool,
    /// `(1 + p)^-e`
    pub(super) weight: f64,
}

/// Places of all candidates, by document.
pub(super) fn spots(pool: &Pool, rows: &[usize], e: f64) -> Vec<Spot> {
    let of = |(candidate, &row): (usize, &usize)| {
        let places = pool.sentences()[row].places();
        places
            .enumerate()
            .map(move |(at, place): (usize, Place)| Spot {
                document: place.document,
                candidate,
                is_first: at == 0,
                weight: (1.0 + place.position as f64).powf(-e),
            })
    };
    let mut spots: Vec<Spot> = rows.iter().enumerate().flat_map(of).collect();
    spots.sort_by_key(|spot| spot.document);
    spots
}

/// Number of documents that have a candidate.
pub(super) fn n_documents(pool: &Pool, rows: &[usize]) -> usize {
    let places = rows.iter().flat_map(|&row| pool.sentences()[row].places());
    let mut documents: Vec<usize> = places.map(|place| place.document).collect();
    documents.sort_unstable();
    documents.dedup();
    documents.len()
}

/// How far a document drifts from its first half to its second; `None` where order is not
/// tested, because there are several documents or too few sentences.
pub(super) fn drift(pool: &Pool, rows: &[usize], n_documents: usize) -> Option<f64> {
    if n_documents != 1 || rows.len() < TESTED {
        return None;
    }
    let counts = pool.counts().select_rows(rows.iter().copied());
    let vectors = unit_rows(&Weighting::TfIdf.apply(&counts));
    let half = rows.len() / 2;
    let halves = cosine(&vectors, |row| row < half);
    let alternate = cosine(&vectors, |row| row % 2 == 0);
    (alternate > 0.0).then(|| 1.0 - halves / alternate)
}

/// The part of the position weight that a drift leaves.
pub(super) fn share(drift: Option<f64>) -> f64 {
    drift.map_or(1.0, |drift| (drift / FULL).clamp(0.0, 1.0))
}

/// Cosine between the sums of the rows that are in a part and of those that are not.
fn cosine(vectors: &CsrMatrix, is_in: impl Fn(usize) -> bool) -> f64 {
    let mut sums = [
        vec![0.0; vectors.n_columns()],
        vec![0.0; vectors.n_columns()],
    ];
    for (at, row) in vectors.rows().enumerate() {
        let sum = &mut sums[usize::from(is_in(at))];
        row.iter()
            .for_each(|(term, weight)| sum[term as usize] += weight);
    }
    let [a, b] = &sums;
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let norms = (dot(a, a) * dot(b, b)).sqrt();
    if norms > 0.0 { dot(a, b) / norms } else { 0.0 }
}

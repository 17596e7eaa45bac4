//! Scores of comparative summaries: accuracy, overlap and coverage.

use super::contrast::{Draw, Library};
use recto_math::similarity::{cosine, dot};
use recto_math::{CsrBuilder, CsrMatrix};
use recto_summarize::Pool;

impl Library {
    /// `ln((1 + N) / (1 + n))` of each term, over the documents of a draw.
    pub(super) fn weights(&self, draw: &Draw) -> Vec<f64> {
        let mut with = vec![0.0; self.vocabulary.len()];
        let all = draw.summarised.iter().chain(&draw.tested).flatten();
        let mut n = 0.0;
        for &i in all {
            n += 1.0;
            let mut terms = self.bags[i].clone();
            terms.sort_unstable();
            terms.dedup();
            terms
                .into_iter()
                .for_each(|term| with[term as usize] += 1.0);
        }
        with.into_iter()
            .map(|with: f64| ((1.0 + n) / (1.0 + with)).ln())
            .collect()
    }

    /// The share of tested documents that are nearest to the bag of their group.
    pub(super) fn accuracy(&self, bags: &[Vec<u32>], draw: &Draw, weights: &[f64]) -> f64 {
        let matrix = |bags: &mut dyn Iterator<Item = &Vec<u32>>| {
            let mut builder = CsrBuilder::new(weights.len());
            bags.for_each(|bag| builder.push_counts(bag.iter().copied()));
            let counts = builder.finish();
            counts.map(|_, term, count| (1.0 + count).ln() * weights[term as usize])
        };
        let groups = matrix(&mut bags.iter());
        let (mut right, mut n) = (0.0, 0.0);
        for (group, members) in draw.tested.iter().enumerate() {
            let tested = matrix(&mut members.iter().map(|&i| &self.bags[i]));
            for document in tested.rows() {
                let best = groups
                    .rows()
                    .map(|group| cosine(document, group))
                    .enumerate()
                    .filter(|(_, cosine)| *cosine > 0.0)
                    .reduce(|best, next| if next.1 > best.1 { next } else { best });
                n += 1.0;
                right += f64::from(u8::from(best.is_some_and(|(i, _)| i == group)));
            }
        }
        right / n
    }
}

/// How like chosen sentences are to those of other groups, and how like the sentences of a
/// group are to its own: means of the greatest cosine.
pub(super) fn alike(pool: &Pool, vectors: &CsrMatrix, groups: &[Vec<usize>]) -> [f64; 2] {
    let nearest = |row: usize, others: &mut dyn Iterator<Item = usize>| {
        let cosines = others.map(|other| dot(vectors.row(row), vectors.row(other)));
        cosines.fold(0.0, f64::max)
    };
    let (mut overlap, mut coverage) = (Vec::new(), Vec::new());
    for (group, rows) in groups.iter().enumerate() {
        for &row in rows {
            let others = groups.iter().enumerate().filter(|(i, _)| *i != group);
            let mut others = others.flat_map(|(_, rows)| rows.iter().copied());
            overlap.push(nearest(row, &mut others));
        }
        let own = pool.group(group);
        let covered: Vec<f64> = own
            .map(|row| nearest(row, &mut rows.iter().copied()))
            .collect();
        coverage.push(mean(&covered));
    }
    [mean(&overlap), mean(&coverage)]
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

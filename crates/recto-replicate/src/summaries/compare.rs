//! Paired comparisons of systems over records, and means over sets.

use super::work::Figures;
use super::{Lead, Recall, ScoredSet, SystemRow};
use recto_math::rng;
use recto_math::sample::{Better, Difference, difference};

/// Measures that leads are told in, by their place among the scores.
const MEASURES: [(&str, usize); 3] = [("rouge_1", 0), ("rouge_2", 1), ("rouge_su4", 3)];

/// Resamples of the mean over sets.
const RESAMPLES: usize = 3000;

/// Two systems that are compared, with the difference in ROUGE-2 that the paper prints.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Pair {
    pub(crate) system: &'static str,
    pub(crate) over: &'static str,
    pub(crate) published: Option<f64>,
}

impl Pair {
    pub(crate) const fn new(system: &'static str, over: &'static str) -> Self {
        Self {
            system,
            over,
            published: None,
        }
    }
}

/// The leads of each pair on each set and over all sets, on the records that no setting was
/// chosen on.
pub(crate) fn compared(sets: &[Figures], pairs: &[Pair], seed: u64) -> Vec<Lead> {
    let mut leads = Vec::new();
    for pair in pairs {
        for (measure, place) in MEASURES {
            let strata: Vec<(&'static str, Vec<f64>)> = sets
                .iter()
                .filter_map(|set| Some((set.name, gains(set, pair, place)?)))
                .filter(|(_, gains)| !gains.is_empty())
                .collect();
            let lead = |set, difference| Lead {
                system: pair.system,
                over: pair.over,
                set,
                measure,
                difference,
                published: pair.published.filter(|_| measure == "rouge_2"),
            };
            if strata.len() > 1 {
                let values: Vec<&[f64]> = strata.iter().map(|(_, gains)| &gains[..]).collect();
                leads.push(lead(None, stratified(&values, seed)));
            }
            for (name, gains) in &strata {
                let found = difference(gains, Better::Higher, seed, 0);
                leads.extend(found.map(|found| lead(Some(name), found)));
            }
        }
    }
    leads
}

fn gains(set: &Figures, pair: &Pair, place: usize) -> Option<Vec<f64>> {
    let (ours, theirs) = (set.of(pair.system)?, set.of(pair.over)?);
    let records = ours.iter().zip(&theirs).zip(&set.reported);
    let reported = records.filter(|(_, is_reported)| **is_reported);
    Some(
        reported
            .map(|((ours, theirs), _)| ours[place] - theirs[place])
            .collect(),
    )
}

/// The mean over sets of their mean differences, records drawn again within each set.
fn stratified(sets: &[&[f64]], seed: u64) -> Difference {
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let over_sets = |means: &mut dyn Iterator<Item = f64>| means.sum::<f64>() / sets.len() as f64;
    let resampled = |i: u64| {
        let mut stream = rng::stream(seed, "stratified bootstrap", i);
        let mut means = sets.iter().map(|values| {
            let draw = |_| values[rng::below(&mut stream, values.len())];
            (0..values.len()).map(draw).sum::<f64>() / values.len() as f64
        });
        over_sets(&mut means)
    };
    let mut drawn: Vec<f64> = (0..RESAMPLES as u64).map(resampled).collect();
    drawn.sort_by(f64::total_cmp);
    let cut = RESAMPLES / 40;
    Difference {
        better: Better::Higher,
        documents: sets.iter().map(|values| values.len()).sum(),
        mean: over_sets(&mut sets.iter().map(|values| mean(values))),
        interval: [drawn[cut], drawn[RESAMPLES - 1 - cut]],
        t: None,
        p_one_tailed: None,
        p_two_tailed: None,
    }
}

/// The mean over sets of each system that was run on all of them.
pub(crate) fn macro_mean(sets: &[ScoredSet]) -> Vec<SystemRow> {
    let Some(first) = sets.first() else {
        return Vec::new();
    };
    let row = |like: &SystemRow| {
        let of = |set: &ScoredSet| set.rows.iter().position(|row| row.system == like.system);
        let rows: Vec<&SystemRow> = sets
            .iter()
            .map(|set| Some(&set.rows[of(set)?]))
            .collect::<Option<_>>()?;
        let scores: Vec<Recall> = rows.iter().map(|row| row.scores).collect();
        let reported: Option<Vec<Recall>> = rows.iter().map(|row| row.report).collect();
        let seed = |i: usize| {
            let means = rows.iter().map(|row| row.by_seed[i]);
            means.sum::<f64>() / rows.len() as f64
        };
        Some(SystemRow {
            system: like.system,
            scores: mean_of(&scores),
            report: reported.map(|reported| mean_of(&reported)),
            by_seed: (0..like.by_seed.len()).map(seed).collect(),
        })
    };
    first.rows.iter().filter_map(row).collect()
}

fn mean_of(scores: &[Recall]) -> Recall {
    let n = scores.len().max(1) as f64;
    let of = |get: fn(&Recall) -> f64| scores.iter().map(get).sum::<f64>() / n;
    Recall {
        rouge_1: of(|s| s.rouge_1),
        rouge_2: of(|s| s.rouge_2),
        rouge_l: of(|s| s.rouge_l),
        rouge_su4: of(|s| s.rouge_su4),
    }
}

/// The rank correlation of two lists, equals sharing their mean rank; `None` where one has
/// no spread.
pub(crate) fn spearman(a: &[f64], b: &[f64]) -> Option<f64> {
    let (a, b) = (ranks(a), ranks(b));
    let n = a.len() as f64;
    let mean = (n - 1.0) / 2.0;
    let product = |x: &[f64], y: &[f64]| -> f64 {
        let pairs = x.iter().zip(y);
        pairs.map(|(x, y)| (x - mean) * (y - mean)).sum()
    };
    let spread = (product(&a, &a) * product(&b, &b)).sqrt();
    (spread > 0.0).then(|| product(&a, &b) / spread)
}

fn ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]).then(a.cmp(&b)));
    let mut ranks = vec![0.0; values.len()];
    let mut first = 0;
    for equals in order.chunk_by(|&a, &b| values[a].total_cmp(&values[b]).is_eq()) {
        let rank = first as f64 + (equals.len() - 1) as f64 / 2.0;
        equals.iter().for_each(|&i| ranks[i] = rank);
        first += equals.len();
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_correlate_as_worked_out_by_hand() {
        assert_eq!(spearman(&[1.0, 2.0, 3.0], &[10.0, 30.0, 90.0]), Some(1.0));
        assert_eq!(spearman(&[1.0, 2.0, 3.0], &[3.0, 2.0, 1.0]), Some(-1.0));
        // Ranks 0 1 2 3 and 1 0 3 2, each off by 1: 1 - 6 x 4 / (4 x 15).
        let found = spearman(&[1.0, 2.0, 3.0, 4.0], &[2.0, 1.0, 4.0, 3.0]).unwrap();
        assert!((found - 0.6).abs() < 1e-12);
        assert_eq!(ranks(&[5.0, 5.0, 1.0]), [1.5, 1.5, 0.0]);
        assert_eq!(spearman(&[1.0, 1.0], &[1.0, 2.0]), None);
    }

    #[test]
    fn a_mean_over_sets_gives_each_set_the_same_weight() {
        let found = stratified(&[&[1.0; 10], &[0.0, 0.0]], 0);
        assert_eq!((found.mean, found.interval), (0.5, [0.5, 0.5]));
        assert_eq!(found.documents, 12);
    }
}

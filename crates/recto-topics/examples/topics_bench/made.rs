//! Made input, the same on every machine.

use rand_chacha::rand_core::Rng;
use recto_math::rng;
use recto_topics::{Corpus, CorpusBuilder, Filter, TopicsError};

fn unit(draw: &mut impl Rng) -> f64 {
    (draw.next_u64() >> 11) as f64 / (1u64 << 53) as f64
}

/// Distributions around forty centres, as a fit gives them: few topics each, the rest near
/// 0.
pub(crate) fn distributions(n: usize, topics: usize) -> Vec<f64> {
    let mut draw = rng::stream(0, "made distributions", 0);
    let mut points = Vec::with_capacity(n * topics);
    for _ in 0..n {
        let centre = draw.next_u64() % 40;
        let mut row: Vec<f64> = (0..topics as u64)
            .map(|z| {
                let near = (z * 7 + centre * 3) % topics as u64 / 3;
                0.002 + unit(&mut draw).powi(8) + if near == 0 { unit(&mut draw) } else { 0.0 }
            })
            .collect();
        let sum: f64 = row.iter().sum();
        row.iter_mut().for_each(|p| *p /= sum);
        points.extend(row);
    }
    points
}

/// Short documents of ten to thirty words by Zipf's law, a third of them from one of a
/// hundred subjects.
pub(crate) fn documents(n: usize) -> Result<Corpus, TopicsError> {
    let mut draw = rng::stream(0, "made documents", 0);
    let terms: Vec<String> = (0..20_000).map(|i| format!("word{i}")).collect();
    let mut builder = CorpusBuilder::new();
    for _ in 0..n {
        let subject = (draw.next_u64() % 100) as usize;
        let length = 10 + draw.next_u64() % 21;
        let words: Vec<&str> = (0..length)
            .map(|_| match draw.next_u64() % 3 {
                0 => 10_000 + subject * 100 + (unit(&mut draw).powi(3) * 100.0) as usize,
                _ => 10_000f64.powf(unit(&mut draw)) as usize,
            })
            .map(|i| terms[i.min(terms.len() - 1)].as_str())
            .collect();
        builder.push_terms([words]);
    }
    builder.finish(&Filter::default())
}

//! Cosines, edges and ranks of a graph of similar sentences.

use recto_math::graph::{PageRankParams, multiply, neighbours, pagerank};
use recto_math::{CsrBuilder, CsrMatrix, Run, Silent, weight};
use recto_testing::golden;
use recto_testing::golden::Tolerance::Absolute;
use std::collections::BTreeMap;

fn vectors() -> CsrMatrix {
    let sentences: Vec<Vec<&str>> = golden!("graph").at("tokens").read();
    let mut ids: BTreeMap<&str, u32> = BTreeMap::new();
    let mut builder = CsrBuilder::new(32);
    for tokens in sentences {
        let mut id = |token| {
            let next = ids.len() as u32;
            *ids.entry(token).or_insert(next)
        };
        builder.push_counts(tokens.into_iter().map(&mut id).collect::<Vec<_>>());
    }
    weight::unit_rows(&weight::Weighting::TfIdf.apply(&builder.finish()))
}

#[test]
fn cosines_and_edges_equal_the_golden_vectors() {
    let golden = golden!("graph");
    let vectors = vectors();
    let run = Run::new(0, &Silent);
    let all = neighbours(&vectors, 0.0, &run).unwrap();
    for (i, row) in golden.at("cosine").entries().iter().enumerate() {
        let mut found = vec![0.0; row.entries().len()];
        found[i] = 1.0;
        all.row(i)
            .iter()
            .for_each(|(j, cosine)| found[j as usize] = cosine);
        row.assert_all_near(&found, Absolute(1e-11));
    }
    let graph = neighbours(&vectors, 0.12, &run).unwrap();
    let edges: Vec<(usize, usize)> = (0..graph.n_rows())
        .flat_map(|i| graph.row(i).columns.iter().map(move |&j| (i, j as usize)))
        .filter(|(i, j)| i < j)
        .collect();
    golden.at("edges").assert_equal(&edges);
}

#[test]
fn ranks_equal_the_golden_vectors() {
    let run = Run::new(0, &Silent);
    let graph = neighbours(&vectors(), 0.1, &run).unwrap();
    let ones = graph.map(|_, _, _| 1.0);
    let with_loops = |p: &[f64]| -> Vec<f64> {
        multiply(&ones, p)
            .iter()
            .zip(p)
            .map(|(a, b)| a + b)
            .collect()
    };
    let ranks = pagerank(6, with_loops, None, &PageRankParams::default(), &run).unwrap();
    let expected = golden!("graph").at("pagerank_lexrank_thr_0_1");
    expected.assert_all_near(&ranks, Absolute(1e-8));
}

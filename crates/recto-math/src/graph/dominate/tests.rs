use super::*;
use crate::CsrBuilder;
use proptest::prelude::*;

#[derive(serde::Deserialize)]
struct Golden {
    random_graphs: Vec<Drawn>,
    update: Update,
    comparative: Comparative,
}

#[derive(serde::Deserialize)]
struct Drawn {
    n: usize,
    edges: Vec<(usize, usize)>,
    weights: Vec<f64>,
    greedy_closed: Vec<(usize, usize)>,
    greedy_open_paper: Vec<(usize, usize)>,
    greedy_weighted_closed: Vec<(usize, usize)>,
    min_dominating_set_size: usize,
    min_weight: f64,
}

#[derive(serde::Deserialize)]
#[expect(non_snake_case, reason = "the paper's letters")]
struct Update {
    n: usize,
    edges: Vec<(usize, usize)>,
    C1: Vec<usize>,
    C2: Vec<usize>,
    D1: Vec<usize>,
    update_D2: Vec<(usize, usize)>,
}

#[derive(serde::Deserialize)]
#[expect(non_snake_case, reason = "the paper's letters")]
struct Comparative {
    groups: Vec<Vec<usize>>,
    D: Vec<Vec<usize>>,
    CD: Vec<Vec<(usize, usize)>>,
}

fn golden() -> Golden {
    serde_json::from_str(include_str!("../../../tests/golden/mds.json")).expect("golden JSON")
}

fn graph(n: usize, edges: &[(usize, usize)]) -> CsrMatrix {
    let mut rows = vec![Vec::new(); n];
    for &(a, b) in edges.iter().filter(|(a, b)| a != b) {
        rows[a].push(b as u32);
        rows[b].push(a as u32);
    }
    let mut builder = CsrBuilder::new(n);
    for mut row in rows {
        row.sort_unstable();
        row.dedup();
        builder.push_counts(row);
    }
    builder.finish()
}

fn pairs(steps: &[Step]) -> Vec<(usize, usize)> {
    steps.iter().map(|step| (step.vertex, step.gain)).collect()
}

#[test]
fn greedy_sets_equal_the_golden_vectors() {
    for drawn in golden().random_graphs {
        let graph = graph(drawn.n, &drawn.edges);
        let closed = Rule::default();
        let open = Rule {
            open: true,
            ..closed
        };
        let weighted = Rule {
            weights: Some(&drawn.weights),
            ..closed
        };
        assert_eq!(pairs(&dominate(&graph, &closed)), drawn.greedy_closed);
        assert_eq!(pairs(&dominate(&graph, &open)), drawn.greedy_open_paper);
        assert_eq!(
            pairs(&dominate(&graph, &weighted)),
            drawn.greedy_weighted_closed
        );
        let (size, weight) = optimum(&graph, &drawn.weights);
        assert_eq!(size, drawn.min_dominating_set_size);
        assert!((weight - drawn.min_weight).abs() < 1e-9);
    }
}

fn marks(n: usize, vertices: impl IntoIterator<Item = usize>) -> Vec<bool> {
    let mut marks = vec![false; n];
    vertices.into_iter().for_each(|vertex| marks[vertex] = true);
    marks
}

/// The greedy set of some vertices, when all others and what `known` reaches is covered.
fn within(graph: &CsrMatrix, group: &[usize], known: &[usize]) -> Vec<(usize, usize)> {
    let n = graph.n_rows();
    let candidates = marks(n, group.iter().copied());
    let reached = known.iter().flat_map(|&v| reach(graph, v, false));
    let reached = marks(n, reached);
    let covered: Vec<bool> = (0..n).map(|v| reached[v] || !candidates[v]).collect();
    let rule = Rule {
        candidates: Some(&candidates),
        covered: Some(&covered),
        ..Rule::default()
    };
    pairs(&dominate(graph, &rule))
}

#[test]
fn update_and_comparison_equal_the_golden_vectors() {
    let Golden {
        update,
        comparative,
        ..
    } = golden();
    let graph = graph(update.n, &update.edges);
    let first = |steps: Vec<(usize, usize)>| -> Vec<usize> { steps.iter().map(|s| s.0).collect() };
    assert_eq!(first(within(&graph, &update.C1, &[])), update.D1);
    assert_eq!(within(&graph, &update.C2, &update.D1), update.update_D2);
    for (i, group) in comparative.groups.iter().enumerate() {
        assert_eq!(first(within(&graph, group, &[])), comparative.D[i]);
        let others = &comparative.D[1 - i];
        assert_eq!(within(&graph, group, others), comparative.CD[i]);
    }
}

/// The greedy set by looking at every vertex at every step.
fn naive(graph: &CsrMatrix, rule: &Rule<'_>) -> Vec<(usize, usize)> {
    let n = graph.n_rows();
    let mut covered = rule.covered.map_or(vec![false; n], <[bool]>::to_vec);
    let mut steps = Vec::new();
    loop {
        let mut best: Option<(f64, f64, Reverse<usize>, usize)> = None;
        for v in 0..n {
            if rule.candidates.is_some_and(|may| !may[v]) || steps.iter().any(|&(s, _)| s == v) {
                continue;
            }
            let gain = reach(graph, v, rule.open).filter(|&u| !covered[u]).count();
            let price = gain as f64 / rule.weights.map_or(1.0, |w| w[v].max(FLOOR));
            let entry = (price, rule.ties.map_or(0.0, |t| t[v]), Reverse(v), gain);
            if gain > 0 && best.is_none_or(|best| entry > best) {
                best = Some(entry);
            }
        }
        let Some((_, _, Reverse(v), gain)) = best else {
            return steps;
        };
        reach(graph, v, rule.open).for_each(|u| covered[u] = true);
        steps.push((v, gain));
    }
}

/// Size and weight of the smallest and the lightest dominating set, of all subsets.
fn optimum(graph: &CsrMatrix, weights: &[f64]) -> (usize, f64) {
    let n = graph.n_rows();
    let masks: Vec<u32> = (0..n)
        .map(|v| reach(graph, v, false).fold(0, |mask, u| mask | 1 << u))
        .collect();
    let (mut size, mut weight) = (n, f64::INFINITY);
    for set in 0u32..1 << n {
        let members = || (0..n).filter(|v| set >> v & 1 == 1);
        if members().fold(0, |mask, v| mask | masks[v]) == (1 << n) - 1 {
            size = size.min(members().count());
            weight = weight.min(members().map(|v| weights[v]).sum());
        }
    }
    (size, weight)
}

fn any_edges(n: usize, most: usize) -> impl Strategy<Value = Vec<(usize, usize)>> {
    prop::collection::vec((0..n, 0..n), 0..most)
}

proptest! {
    #[test]
    fn buckets_and_heap_choose_as_a_full_search_does(
        edges in any_edges(20, 70),
        open in any::<bool>(),
        keys in prop::collection::vec(0u8..3, 20),
        weights in prop::collection::vec(0u8..4, 20),
        lists in prop::collection::vec((any::<bool>(), any::<bool>()), 20),
        used in (any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>()),
    ) {
        let graph = graph(20, &edges);
        let ties: Vec<f64> = keys.into_iter().map(f64::from).collect();
        let weights: Vec<f64> = weights.into_iter().map(f64::from).collect();
        let (candidates, covered): (Vec<bool>, Vec<bool>) = lists.into_iter().unzip();
        let rule = Rule {
            open,
            weights: used.0.then_some(&weights),
            ties: used.1.then_some(&ties),
            candidates: used.2.then_some(&candidates),
            covered: used.3.then_some(&covered),
        };
        prop_assert_eq!(pairs(&dominate(&graph, &rule)), naive(&graph, &rule));
    }

    #[test]
    fn greedy_sets_keep_the_harmonic_bound(
        edges in any_edges(9, 24), weights in prop::collection::vec(0.01..1.0f64, 9)
    ) {
        let graph = graph(9, &edges);
        let degree = graph.rows().map(|row| row.columns.len()).max().unwrap_or(0);
        let harmonic: f64 = (1..=degree + 1).map(|k| 1.0 / k as f64).sum();
        let (size, weight) = optimum(&graph, &weights);
        let plain = dominate(&graph, &Rule::default());
        prop_assert!(plain.len() as f64 <= harmonic * size as f64 + 1e-9);
        let rule = Rule { weights: Some(&weights), ..Rule::default() };
        let spent: f64 = dominate(&graph, &rule).iter().map(|step| weights[step.vertex]).sum();
        prop_assert!(spent <= harmonic * weight + 1e-9);
    }

    #[test]
    fn a_new_round_offers_every_vertex_that_was_not_offered(edges in any_edges(15, 40)) {
        let graph = graph(15, &edges);
        let mut cover = Cover::new(&graph, &Rule::default());
        let mut offered = Vec::new();
        for _ in 0..15 {
            while let Some(step) = cover.next_best() {
                if offered.len() % 3 != 2 {
                    prop_assert_eq!(cover.take(step.vertex).len(), step.gain);
                }
                offered.push(step.vertex);
            }
            cover.renew();
        }
        offered.sort_unstable();
        prop_assert!(offered.into_iter().eq(0..15));
    }
}

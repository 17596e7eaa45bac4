//! Golden iterations, updates against the definitions, and what is chosen.

use super::engine::{Alpha, Model, Prior, UnitPass};
use super::problem::{self, Problem, Units};
use super::select::Topics;
use super::state::{self, Parameters, State};
use super::{Select, SentenceTopics};
use crate::{Budget, Limit, Options, SummarizeError};
use recto_math::em::{self, Iterate, Start, Stop};
use recto_math::special::{digamma, ln_gamma};
use recto_math::{CsrBuilder, CsrMatrix, DenseMatrix, Run, Silent, rng};
use recto_testing::golden;
use recto_testing::golden::Entry;
use recto_testing::golden::Tolerance::{self, Relative};
use recto_testing::split::assert_splits;

/// How far numbers may be from the golden ones.
const TOLERANCE: Tolerance = Relative(1e-9);

fn even(alpha: f64) -> Prior {
    Prior::Dirichlet(Alpha::Even(alpha))
}

fn point(units: f64, topics: f64) -> Prior {
    Prior::Point { units, topics }
}

fn matrix(entry: &Entry<'_>) -> DenseMatrix {
    let rows = entry.matrix();
    DenseMatrix::from_fn(rows.len(), rows[0].len(), |i, j| rows[i][j])
}

/// The columns of a full matrix as sparse rows.
fn columns(full: &DenseMatrix) -> CsrMatrix {
    let mut builder = CsrBuilder::new(full.n_rows());
    for j in 0..full.n_columns() {
        let kept = (0..full.n_rows()).map(|i| (i as u32, full[(i, j)]));
        builder.push_weights(kept.filter(|entry| entry.1 > 0.0));
    }
    builder.finish()
}

fn near(found: &[f64], expected: &[f64], tolerance: f64) {
    assert_eq!(found.len(), expected.len());
    for (x, y) in found.iter().zip(expected) {
        assert!(
            (x - y).abs() <= tolerance * y.abs().max(1.0),
            "{x} is not {y}"
        );
    }
}

/// A fit under way, with all units in one batch.
struct Fitting {
    parameters: Parameters,
    state: State,
}

impl Fitting {
    fn new(problem: &Problem, topics: DenseMatrix, units: DenseMatrix) -> Self {
        Self {
            parameters: Parameters::new(&problem.bases, topics),
            state: State::new(&problem.bases, units),
        }
    }

    fn drawn(problem: &Problem, k: usize, seed: u64) -> Self {
        let mut start = state::drawn(problem, k, seed);
        Self {
            parameters: start.parameters,
            state: start.states.swap_remove(0),
        }
    }

    fn pass(&self, model: &Model<'_>, problem: &Problem) -> Vec<UnitPass> {
        model.pass(&problem.units, &self.state, &self.parameters)
    }

    fn steps(&mut self, model: &Model<'_>, problem: &Problem, n: usize) -> Vec<f64> {
        let units = &problem.units;
        let step = |_| {
            let (sums, next) = model.step(units, self.state.clone(), &self.parameters);
            let objective = model.update(sums, &mut self.parameters);
            self.state = model.finish(units, next, &self.parameters);
            objective
        };
        (0..n).map(step).collect()
    }
}

#[test]
fn iterations_equal_the_golden_vectors() {
    let golden = golden!("bstm");
    let base = columns(&matrix(&golden.at("B")));
    let problem = Problem::literal(base, columns(&matrix(&golden.at("Y"))));
    let alpha = golden.at("alpha").number();
    for (name, prior, is_gauss_seidel) in [
        ("bstm_jacobi", even(alpha), false),
        ("bstm_gauss_seidel", even(alpha), true),
        ("fgb_jacobi", point(0.0, 0.0), false),
    ] {
        let expected = golden.at(name);
        let near = |key: &str, found: &[f64]| expected.at(key).assert_all_near(found, TOLERANCE);
        let (topics, units) = (matrix(&golden.at("U0")), matrix(&golden.at("V0")));
        let mut fitting = Fitting::new(&problem, topics, units);
        let model = Model {
            bases: &problem.bases,
            prior,
            is_gauss_seidel,
        };
        let trace = fitting.steps(&model, &problem, 5);
        near("bound_before_each_update", &trace);
        let pass = fitting.pass(&model, &problem);
        near("bound_final", &[model.objective(&fitting.state, &pass)]);
        near("U", fitting.parameters.topics.values());
        near("V", fitting.state.units.values());
        let gamma: Vec<f64> = pass.iter().flat_map(|u| u.gamma.clone()).collect();
        near("gamma", &gamma);
    }
}

/// The pool of the golden documents.
fn golden_pool() -> crate::Pool {
    let golden = golden!("default");
    let tokens: Vec<Vec<String>> = golden.at("tokens").read();
    let (words, documents) = (
        golden.at("words").counts(),
        golden.at("document_of").counts(),
    );
    let mut builder = crate::PoolBuilder::new();
    for document in 0..3 {
        let own = (0..tokens.len()).filter(|&s| documents[s] == document);
        builder.push_terms(own.map(|s| (tokens[s].as_slice(), words[s])));
    }
    builder.finish()
}

#[test]
fn the_repair_equals_the_golden_vectors() {
    let pool = golden_pool();
    let places = problem::units_of(&pool, true);
    let own = places.iter().map(|units| problem::only(units)).collect();
    let counts = problem::counts(&pool, &places);
    let problem = Problem::leave_own_out(problem::sentences(&pool), counts, own);
    let expected = golden!("default").at("bstm_leave_own_document_out");
    let model = Model {
        bases: &problem.bases,
        prior: even(expected.at("alpha").number()),
        is_gauss_seidel: false,
    };
    for run in expected.at("runs").entries() {
        let near = |key: &str, found: &[f64]| run.at(key).assert_all_near(found, TOLERANCE);
        let (topics, units) = (matrix(&expected.at("U0")), matrix(&expected.at("V0")));
        let mut fitting = Fitting::new(&problem, topics, units);
        let trace: Vec<f64> = (0..run.at("iterations").count())
            .map(|_| {
                let pass = fitting.pass(&model, &problem);
                fitting.steps(&model, &problem, 1);
                pass.iter().map(UnitPass::log_likelihood).sum()
            })
            .collect();
        near("loglik_before_each_step", &trace);
        near("U", fitting.parameters.topics.values());
        near("V", fitting.state.units.values());
        near("background_share", &fitting.state.shares);
    }
}

/// A random problem: sentences with a few words, and units that are sums of sentences.
struct Drawn {
    base: CsrMatrix,
    units: CsrMatrix,
    unit_of: Vec<Option<usize>>,
}

fn drawn(seed: u64) -> Drawn {
    let mut stream = rng::stream(seed, "bstm test", 0);
    let (n_words, n, n_units) = (
        4 + rng::below(&mut stream, 12),
        3 + rng::below(&mut stream, 10),
        2 + rng::below(&mut stream, 4),
    );
    let (mut base, mut units) = (CsrBuilder::new(n_words), vec![Vec::new(); n_units]);
    let mut unit_of = Vec::new();
    for s in 0..n {
        let length = 1 + rng::below(&mut stream, 8);
        let mut word = || rng::below(&mut stream, n_words) as u32;
        let words: Vec<u32> = (0..length).map(|_| word()).collect();
        base.push_weights(words.iter().map(|&w| (w, 1.0 / length as f64)));
        let unit = if s < n_units {
            s
        } else {
            rng::below(&mut stream, n_units)
        };
        units[unit].extend(words);
        unit_of.push(Some(unit));
    }
    let mut counts = CsrBuilder::new(n_words);
    units
        .into_iter()
        .for_each(|words| counts.push_counts(words));
    Drawn {
        base: base.finish(),
        units: counts.finish(),
        unit_of,
    }
}

impl Drawn {
    fn literal(&self) -> Problem {
        Problem::literal(self.base.clone(), self.units.clone())
    }

    fn repaired(&self) -> Problem {
        let own = self.unit_of.clone();
        Problem::leave_own_out(self.base.clone(), self.units.clone(), own)
    }
}

const ALPHAS: [f64; 4] = [0.01, 0.1, 1.0, 5.0];

/// Falls of the bound as parts of its size: the proof allows rounding alone, except where
/// a background competes with rows of `V` that are scaled to sum 1 (see the departures).
fn allowed(model: &Model<'_>) -> f64 {
    match (&model.prior, &model.bases.background) {
        (Prior::Dirichlet(_), Some(_)) => 1e-3,
        _ => 1e-10,
    }
}

fn check_trace(model: &Model<'_>, problem: &Problem, k: usize, seed: u64) {
    let run = Run::new(seed, &Silent);
    let start = state::drawn(problem, k, seed);
    let batches = std::slice::from_ref(&problem.units);
    let stop = Stop {
        iterations: 150,
        tolerance: 0.0,
    };
    let fit = em::fit(model, batches, start, stop, "testing", &run).expect("nobody cancels");
    for pair in fit.history.windows(2) {
        let fell = (pair[0] - pair[1]) / pair[0].abs();
        assert!(
            fell <= allowed(model),
            "seed {seed}, {:?}: {pair:?}",
            model.prior
        );
    }
    let ends = (fit.history.first(), fit.history.last());
    assert!(ends.0 <= ends.1 || k == 1, "seed {seed}: {ends:?}");
    let state = &fit.states[0];
    let topics = fit.parameters.topics.values().iter();
    let all = topics.chain(state.units.values());
    assert!(
        all.chain(&state.shares)
            .all(|x| (0.0..=1.0 + 1e-12).contains(x))
    );
}

#[test]
fn the_bound_never_falls() {
    for seed in 0..24 {
        let drawn = drawn(seed);
        let k = 1 + (seed as usize) % 4;
        for problem in [&drawn.literal(), &drawn.repaired()] {
            let priors = ALPHAS.map(even).into_iter();
            for prior in priors.chain([point(0.0, 0.0), point(0.5, 0.0), point(0.5, 0.5)]) {
                for is_gauss_seidel in [false, true] {
                    let model = Model {
                        bases: &problem.bases,
                        prior: prior.clone(),
                        is_gauss_seidel,
                    };
                    check_trace(&model, problem, k, seed);
                }
            }
        }
    }
}

/// Every unit in a batch of its own.
fn unit_by_unit(problem: &Problem) -> Vec<Units> {
    let units = &problem.units;
    let alone = |d: usize| Units::new(units.counts.part(d..d + 1), vec![units.own[d].clone()]);
    (0..units.own.len()).map(alone).collect()
}

#[test]
fn a_fit_is_the_same_over_two_workers() {
    let mut n_checked = 0;
    for seed in 0..12 {
        let drawn = drawn(seed);
        for problem in [&drawn.literal(), &drawn.repaired()] {
            let batches = unit_by_unit(problem);
            if batches.len() < 3 {
                continue;
            }
            n_checked += 1;
            let start = || {
                let start = state::drawn(problem, 3, seed);
                let units = &start.states[0].units;
                let one = |d: usize| DenseMatrix::from_fn(1, 3, |_, k| units[(d, k)]);
                Start {
                    states: (0..batches.len())
                        .map(|d| State::new(&problem.bases, one(d)))
                        .collect(),
                    parameters: start.parameters,
                }
            };
            for is_gauss_seidel in [false, true] {
                let model = Model {
                    bases: &problem.bases,
                    prior: even(0.1),
                    is_gauss_seidel,
                };
                assert_splits(&model, &batches, start, 12);
            }
        }
    }
    assert!(n_checked > 10);
}

/// The problem with four nested loops: `q`, the numerators of `U`, `gamma`, the share of
/// the background and the bound, by the definitions.
struct Brute {
    numerators: DenseMatrix,
    gamma: DenseMatrix,
    shares: Vec<f64>,
    bound: f64,
}

fn brute(problem: &Problem, fitting: &Fitting, alpha: f64) -> Brute {
    let (topics, state) = (&fitting.parameters.topics, &fitting.state);
    let (bases, counts) = (&problem.bases, &problem.units.counts);
    let (n, k) = (topics.n_rows(), topics.n_columns());
    let n_units = state.units.n_rows();
    let mut found = Brute {
        numerators: DenseMatrix::zeros(n, k),
        gamma: DenseMatrix::zeros(n_units, k),
        shares: vec![0.0; n_units],
        bound: 0.0,
    };
    for d in 0..n_units {
        let share = state.shares[d];
        let n_words = counts.row(d).sum();
        for (w, y) in counts.row(d).iter() {
            let base = |s: usize| {
                let entry = bases.base.row(s).iter().find(|entry| entry.0 == w);
                let may = bases.unit_of[s] != Some(d);
                if may {
                    entry.map_or(0.0, |entry| entry.1)
                } else {
                    0.0
                }
            };
            let p = bases.background.as_ref().map_or(0.0, |p| p[w as usize]);
            let joint = |s: usize, t: usize| (1.0 - share) * base(s) * topics[(s, t)];
            let mut q = share * p;
            for s in 0..n {
                for t in 0..k {
                    q += joint(s, t) * state.units[(d, t)];
                }
            }
            for s in 0..n {
                for t in 0..k {
                    let phi = joint(s, t) * state.units[(d, t)] / q;
                    found.gamma[(d, t)] += y * phi;
                    found.numerators[(s, t)] += y * phi;
                    if phi > 0.0 {
                        found.bound += y * phi * (joint(s, t) / phi).ln();
                    }
                }
            }
            let phi = share * p / q;
            found.shares[d] += y * phi / n_words;
            if phi > 0.0 {
                found.bound += y * phi * (share * p / phi).ln();
            }
        }
        let ln_beta = |add: &dyn Fn(usize) -> f64| {
            let parts = (0..k).map(|t| alpha + add(t));
            let total: f64 = parts.clone().sum();
            parts.map(ln_gamma).sum::<f64>() - ln_gamma(total)
        };
        found.bound += ln_beta(&|t| found.gamma[(d, t)]) - ln_beta(&|_| 0.0);
    }
    found
}

#[test]
fn sparse_forms_equal_four_nested_loops() {
    for seed in 0..20 {
        let drawn = drawn(seed);
        for problem in [&drawn.literal(), &drawn.repaired()] {
            let alpha = ALPHAS[seed as usize % 4];
            let model = Model {
                bases: &problem.bases,
                prior: even(alpha),
                is_gauss_seidel: false,
            };
            let mut fitting = Fitting::drawn(problem, 3, seed);
            for _ in 0..3 {
                let expected = brute(problem, &fitting, alpha);
                let pass = fitting.pass(&model, problem);
                let gamma: Vec<f64> = pass.iter().flat_map(|u| u.gamma.clone()).collect();
                near(&gamma, expected.gamma.values(), 1e-12);
                let bound = model.objective(&fitting.state, &pass);
                near(&[bound], &[expected.bound], 1e-12);
                fitting.steps(&model, problem, 1);
                let state = &fitting.state;
                near(
                    fitting.parameters.topics.values(),
                    normalized(expected.numerators).values(),
                    1e-12,
                );
                near(&state.shares, &expected.shares, 1e-12);
                for d in 0..state.units.n_rows() {
                    let adjusted = adjusted(expected.gamma.row(d), alpha);
                    // The two forms of the digamma function differ in the twelfth digit.
                    near(state.units.row(d), &adjusted, 1e-10);
                }
            }
        }
    }
}

fn normalized(mut columns: DenseMatrix) -> DenseMatrix {
    let n = columns.n_rows();
    for k in 0..columns.n_columns() {
        let sum: f64 = (0..n).map(|s| columns[(s, k)]).sum();
        let share = |x: f64| if sum > 0.0 { x / sum } else { 1.0 / n as f64 };
        (0..n).for_each(|s| columns[(s, k)] = share(columns[(s, k)]));
    }
    columns
}

fn adjusted(gamma: &[f64], alpha: f64) -> Vec<f64> {
    let total: f64 = gamma.iter().map(|g| alpha + g).sum();
    let y = gamma
        .iter()
        .map(|g| (digamma(alpha + g) - digamma(total)).exp().max(1e-300));
    let sum: f64 = y.clone().sum();
    y.map(|y| y / sum).collect()
}

#[test]
fn a_single_document_is_cut_into_units() {
    let sentence = |i: usize| vec![format!("word{i}"), "shared".to_string()];
    let mut sentences: Vec<Vec<String>> = (0..23).map(sentence).collect();
    sentences.push(sentence(4));
    let mut builder = crate::PoolBuilder::new();
    builder.push_terms(sentences.iter().map(|terms| (terms.as_slice(), 6)));
    let pool = builder.finish();
    let blocks = problem::units_of(&pool, false);
    assert_eq!(blocks[9], [0]);
    assert_eq!(blocks[10], [1]);
    assert_eq!(problem::counts(&pool, &blocks).n_rows(), 3);
    let own = problem::units_of(&pool, true);
    assert_eq!(problem::only(&own[3]), Some(3));
    // It stands twice, so that each place may explain the other.
    assert_eq!(own[4].len(), 2);
    assert_eq!(problem::only(&own[4]), None);
    assert_eq!(problem::counts(&pool, &own).n_rows(), 24);
}

#[test]
fn the_likeliest_sentence_of_each_topic_comes_in_turn() {
    // Topic 1 is heavier; its best sentence is 2, then 0, then 1.
    let sentences = DenseMatrix::from_fn(3, 2, |s, k| [[0.5, 0.3], [0.3, 0.1], [0.2, 0.6]][s][k]);
    let mut base = CsrBuilder::new(1);
    (0..3).for_each(|_| base.push_weights([(0, 1.0)]));
    let topics = Topics {
        sentences: &sentences,
        words: &DenseMatrix::from_fn(1, 2, |_, _| 1.0),
        weights: &[1.0, 3.0],
        base: &base.finish(),
    };
    let rows = |select, factor: &dyn Fn(usize) -> f64| -> Vec<usize> {
        let order = topics.order(&[0, 1, 2], select, factor);
        order.into_iter().map(|(row, _)| row).collect()
    };
    assert_eq!(rows(Select::Topic, &|_| 1.0), [2, 0, 1]);
    assert_eq!(
        rows(Select::Topic, &|row| f64::from(u8::from(row == 1))),
        [1, 0, 2]
    );
    assert_eq!(rows(Select::TopicCosine, &|_| 1.0), [0, 1, 2]);
    // .35, .15, .5 of the mixture.
    assert_eq!(rows(Select::Mix, &|_| 1.0), [2, 0, 1]);
}

#[test]
fn the_golden_documents_have_a_summary_with_its_trace() {
    let pool = golden_pool();
    let run = Run::new(0, &Silent);
    let budget = Budget::overshoot(Limit::Words(40));
    let options = Options {
        topics: Some(99),
        ..Options::default()
    };
    let bstm = SentenceTopics::bstm(&options).expect("good options");
    let summary = bstm.summarize(&pool, budget, &run).expect("a summary");
    assert!(summary.chosen.len() >= 4);
    assert_eq!(summary.warnings.len(), 1, "more topics than sentences");
    assert!(summary.trace.len() > 2 && summary.trace.iter().all(|x| x.is_finite()));
    assert_eq!(bstm.parameters()["explain"], "leave-own-out");
}

/// Every document's sentences as published: none merged, none left out.
fn published_pool(golden: &Entry<'_>) -> crate::Pool {
    let documents: Vec<Vec<Vec<String>>> = golden.at("documents").read();
    let mut builder = crate::PoolBuilder::new().as_published();
    for sentences in &documents {
        builder.push_terms(
            sentences
                .iter()
                .map(|terms| (terms.as_slice(), terms.len())),
        );
    }
    builder.finish()
}

#[test]
fn the_published_form_leads_from_words_to_the_golden_summary() {
    let golden = golden!("bstm_end_to_end");
    let pool = published_pool(&golden);
    let budget = Budget::overshoot(Limit::Words(golden.at("words").count()));
    let near = |entry: &Entry<'_>, key: &str, found: &[f64]| {
        entry.at(key).assert_all_near(found, TOLERANCE);
    };
    for name in ["bstm", "fgb"] {
        for expected in golden.at(name).entries() {
            let alpha = expected.at("alpha").numbers();
            let is_bayesian = name == "bstm";
            let options = Options {
                paper: true,
                topics: Some(alpha.len()),
                alpha: (!is_bayesian).then_some(alpha[0]),
                alpha_by_topic: is_bayesian.then_some(alpha),
                iterations: Some(golden.at("iterations").count()),
                tolerance: Some(0.0),
                ..Options::default()
            };
            let method = SentenceTopics {
                name,
                params: super::Params::new(&options, is_bayesian).expect("good options"),
            };
            let problem = method.problem(&pool);
            let (topics, units) = (matrix(&expected.at("U0")), matrix(&expected.at("V0")));
            let start = || Start {
                parameters: Parameters::new(&problem.bases, topics.clone()),
                states: vec![State::new(&problem.bases, units.clone())],
            };
            let run = Run::new(0, &Silent);
            let stop = method.params.stop();
            let fit = super::fit(
                &method.model(&problem),
                &problem,
                start(),
                (name, stop),
                &run,
            );
            let (parameters, state) = fit.expect("a fit").parameters;
            near(&expected, "U", parameters.topics.values());
            near(&expected, "V", state.units.values());
            let summary = method.summarize_from(start(), &problem, &pool, budget, &run);
            let summary = summary.expect("a summary");
            near(&expected, "trace", &summary.trace);
            assert_eq!(summary.rows(), expected.at("chosen").counts(), "{name}");
        }
    }
}

#[test]
fn a_vector_of_priors_is_as_long_as_there_are_topics() {
    let summary = |options: &Options| {
        let bstm = SentenceTopics::bstm(options)?;
        let budget = Budget::fit(Limit::Words(40));
        bstm.summarize(&golden_pool(), budget, &Run::new(0, &Silent))
    };
    let by_topic = |alpha: &[f64], topics: Option<usize>| Options {
        alpha_by_topic: Some(alpha.to_vec()),
        topics,
        ..Options::default()
    };
    let even = Options {
        alpha: Some(0.3),
        topics: Some(2),
        ..Options::default()
    };
    // Its length is the number of topics, and a vector of equal numbers is the number.
    let (vector, number) = (summary(&by_topic(&[0.3, 0.3], None)), summary(&even));
    let (vector, number) = (vector.expect("a summary"), number.expect("a summary"));
    assert_eq!(vector.rows(), number.rows());
    near(&vector.trace, &number.trace, 1e-12);
    assert!(summary(&by_topic(&[0.3, 0.3], Some(3))).is_err());
    assert!(summary(&by_topic(&[0.3, 0.0], None)).is_err());
}

#[test]
fn bad_options_are_named() {
    let options = Options {
        alpha: Some(0.0),
        ..Options::default()
    };
    let error = SentenceTopics::bstm(&options).err();
    assert!(matches!(
        error,
        Some(SummarizeError::Parameter(recto_math::BadParameter {
            name: "alpha",
            ..
        }))
    ));
    let options = Options {
        alpha: Some(0.5),
        ..Options::default()
    };
    assert!(SentenceTopics::bstm(&options).is_ok());
    assert!(
        SentenceTopics::fgb(&options).is_err(),
        "below 1 it has no density"
    );
}

#[test]
fn a_bound_that_is_no_number_is_an_error() {
    let options = Options {
        alpha: Some(1e308),
        iterations: Some(3),
        ..Options::default()
    };
    let bstm = SentenceTopics::bstm(&options).expect("a number above 0");
    let pool = golden_pool();
    let budget = Budget::fit(Limit::Words(40));
    let error = bstm.summarize(&pool, budget, &Run::new(0, &Silent)).err();
    let expected = SummarizeError::NotFinite {
        method: "bstm",
        iteration: 0,
    };
    assert_eq!(error, Some(expected));
}

use super::*;
use proptest::prelude::*;
use recto_math::{CsrBuilder, CsrMatrix, Silent, rng};
use recto_testing::golden;
use recto_testing::golden::{Entry, Tolerance};

fn matrix(rows: &[Vec<f64>]) -> CsrMatrix {
    let mut builder = CsrBuilder::new(rows[0].len());
    for row in rows {
        let entries = (0..).zip(row.iter().copied());
        builder.push_weights(entries.filter(|(_, value)| *value > 0.0));
    }
    builder.finish()
}

fn targets(entry: &Entry<'_>, n: usize) -> Targets {
    let one_hot = DenseMatrix::identity(2);
    let pairs: Vec<Vec<f64>> = entry.matrix();
    let labels = pairs
        .iter()
        .map(|pair| (pair[0] as usize, one_hot.row(pair[1] as usize)));
    Targets::new(n, 2, labels)
}

/// Runs `check` on the example of the golden files with a rule.
fn with_example(rule: Rule, check: impl Fn(&Problem<'_>)) {
    let file = golden!("init_objective");
    let input = file.at("input");
    let x = matrix(&input.at("X").matrix());
    let transposed = x.transpose();
    let documents = targets(&input.at("doc_labels"), x.n_rows());
    let words = targets(&input.at("word_labels"), x.n_columns());
    let params = Params {
        rule,
        ..Params::default()
    };
    check(&Problem::new(
        &x,
        &transposed,
        (&documents, &words),
        None,
        (2, params),
    ));
}

fn assert_factors(entry: &Entry<'_>, factors: &Factors, tolerance: f64) {
    let parts = [
        ("G", &factors.documents),
        ("S", &factors.core),
        ("F", &factors.words),
    ];
    for (key, found) in parts {
        for (entry, row) in entry.at(key).entries().iter().zip(found.rows()) {
            entry.assert_all_near(row, Tolerance::Absolute(tolerance));
        }
    }
}

#[test]
fn the_start_and_its_objective_are_those_of_the_prototype() {
    let file = golden!("init_objective");
    with_example(Rule::Plain, |problem| {
        let factors = start::start(problem, &Run::new(0, &Silent)).expect("nobody cancels");
        assert_factors(&file, &factors, 1e-9);
        let near = Tolerance::Absolute(1e-9);
        file.at("objective").assert_near(factors.history[0], near);
        file.at("alpha_eff").assert_near(problem.alpha, near);
        file.at("beta_eff").assert_near(problem.beta, near);
        file.at("s0").assert_near(problem.core_target[0], near);
        file.at("tg").assert_near(problem.document_scale[0], near);
    });
}

#[test]
fn one_step_of_every_rule_is_that_of_the_prototype() {
    let names = [
        ("plain", Rule::Plain),
        ("a", Rule::PaperA),
        ("a-sqrt", Rule::PaperASqrt),
        ("d", Rule::PaperD),
        ("d-sqrt", Rule::PaperDSqrt),
        ("sym", Rule::Sym),
        ("sym-sqrt", Rule::Orth),
    ];
    let file = golden!("one_step_variants");
    for (name, rule) in names {
        let expected = file.at("variants").at(name);
        with_example(rule, |problem| {
            let mut factors = start::start(problem, &Run::new(0, &Silent)).expect("a start");
            step::step(problem, &mut factors);
            assert_factors(&expected, &factors, 1e-9);
            let last = factors.history[1];
            expected
                .at("objective")
                .assert_near(last, Tolerance::Absolute(1e-9));
        });
    }
}

#[test]
fn ten_iterations_and_posteriors_are_those_of_the_prototype() {
    let file = golden!("fit10_plain");
    with_example(Rule::Plain, |problem| {
        let factors = fit(problem, &Run::new(0, &Silent)).expect("nobody cancels");
        let near = Tolerance::Absolute(1e-8);
        file.at("objective_trace")
            .assert_all_near(&factors.history, near);
        assert_factors(&file, &factors, 1e-8);
        let tables = [
            ("doc_posterior", factors.document_posteriors()),
            ("word_posterior", factors.word_posteriors()),
        ];
        for (key, table) in tables {
            for (entry, row) in file.at(key).entries().iter().zip(table.rows()) {
                entry.assert_all_near(row, near);
            }
        }
    });
}

/// Gradient of the objective by its formula, from small dense products.
fn gradients(problem: &Problem<'_>, at: &Factors) -> [DenseMatrix; 3] {
    use recto_math::dense::axpy;
    use recto_math::factor::times;
    let (g, s, f) = (&at.documents, &at.core, &at.words);
    let st = s.transpose();
    let (gg, ff) = (g.transpose().times(g), f.transpose().times(f));
    let less = |mut a: DenseMatrix, b: &DenseMatrix| {
        axpy(-1.0, b.values(), a.values_mut());
        a.values_mut().iter_mut().for_each(|x| *x *= 2.0);
        a
    };
    let pulled = |mut table: DenseMatrix,
                  factor: &DenseMatrix,
                  targets: &Targets,
                  strength: f64,
                  scale: &[f64]| {
        for (i, label) in targets.iter() {
            for k in 0..scale.len() {
                table[(i, k)] += 2.0 * strength * (factor[(i, k)] - label[k] * scale[k]);
            }
        }
        table
    };
    let xf = times(problem.x, f);
    let dg = less(g.times(&s.times(&ff).times(&st)), &xf.times(&st));
    let df = less(
        f.times(&st.times(&gg).times(s)),
        &times(problem.transposed, g).times(s),
    );
    let mut ds = less(gg.times(s).times(&ff), &g.transpose().times(&xf));
    for a in 0..s.n_rows() {
        for b in 0..s.n_rows() {
            let target = if a == b { problem.core_target[a] } else { 0.0 };
            ds[(a, b)] += 2.0 * problem.gamma * (s[(a, b)] - target);
        }
    }
    [
        pulled(
            dg,
            g,
            problem.documents,
            problem.beta,
            &problem.document_scale,
        ),
        ds,
        pulled(df, f, problem.words, problem.alpha, &problem.word_scale),
    ]
}

#[test]
fn gradients_are_those_of_central_differences_and_of_the_prototype() {
    let file = golden!("init_objective");
    with_example(Rule::Plain, |problem| {
        let mut at = start::start(problem, &Run::new(0, &Silent)).expect("a start");
        let found = gradients(problem, &at);
        for (key, table) in ["grad_G", "grad_S", "grad_F"].into_iter().zip(&found) {
            for (entry, row) in file.at(key).entries().iter().zip(table.rows()) {
                entry.assert_all_near(row, Tolerance::Absolute(1e-9));
            }
        }
        for (part, table) in found.iter().enumerate() {
            for i in 0..table.values().len() {
                let mut shifted = |by: f64| {
                    let factor = [&mut at.documents, &mut at.core, &mut at.words];
                    factor[part].values_mut()[i] += by;
                    let value = step::objective(problem, &at);
                    let factor = [&mut at.documents, &mut at.core, &mut at.words];
                    factor[part].values_mut()[i] -= by;
                    value
                };
                let slope = (shifted(1e-5) - shifted(-1e-5)) / 2e-5;
                assert!((slope - table.values()[i]).abs() < 1e-6);
            }
        }
    });
}

proptest! {
    #[test]
    fn the_plain_objective_never_rises(
        seed in 0u64..500, k in 2usize..6, literal: bool, n_labels in 0usize..6
    ) {
        let mut draw = rng::stream(seed, "tri", 0);
        let mut builder = CsrBuilder::new(12);
        for _ in 0..15 {
            let row: Vec<(u32, f64)> = (0..rng::below(&mut draw, 8))
                .map(|_| (rng::below(&mut draw, 12) as u32, rng::uniform(&mut draw)))
                .collect();
            builder.push_weights(row);
        }
        let x = builder.finish();
        let transposed = x.transpose();
        let one_hot = DenseMatrix::identity(k);
        let label = |i: usize| (i, one_hot.row((i * 7 + seed as usize) % k));
        let documents = Targets::new(15, k, (0..n_labels).map(label));
        let words = Targets::new(12, k, (0..6).map(label));
        let scale = if literal { Scale::Literal } else { Scale::Orthonormal };
        let shares: Vec<f64> = (1..=k).map(|i| i as f64 / (k * (k + 1) / 2) as f64).collect();
        let params = Params { scale, iterations: Budget::Fixed(30), ..Params::default() };
        let problem = Problem::new(&x, &transposed, (&documents, &words), Some(&shares), (k, params));
        let factors = fit(&problem, &Run::new(seed, &Silent)).expect("nobody cancels");
        for pair in factors.history.windows(2) {
            prop_assert!(pair[1] <= pair[0] * (1.0 + 1e-9) + 1e-12, "{:?}", factors.history);
        }
        let all = [&factors.documents, &factors.core, &factors.words];
        prop_assert!(all.iter().all(|f| f.values().iter().all(|x| x.is_finite() && *x >= 0.0)));
    }
}

#[test]
fn both_closed_forms_of_the_core_have_the_squares_of_the_matrix() {
    for shares in [[0.5, 0.5], [0.2, 0.8]] {
        let sum: f64 = problem::core_target(7.0, &shares)
            .iter()
            .map(|s| s * s)
            .sum();
        assert!((sum - 7.0).abs() < 1e-12);
    }
    assert_eq!(problem::core_target(8.0, &[0.5, 0.5]), [2.0, 2.0]);
}

/// Targets with one more label.
fn with_label(targets: &Targets, n: usize, row: usize, class: usize, k: usize) -> Targets {
    let one_hot = DenseMatrix::identity(k);
    let mut labels: Vec<(usize, Vec<f64>)> = targets
        .iter()
        .map(|(i, label)| (i, label.to_vec()))
        .filter(|(i, _)| *i != row)
        .collect();
    labels.push((row, one_hot.row(class).to_vec()));
    labels.sort_by_key(|(i, _)| *i);
    Targets::new(n, k, labels.iter().map(|(i, label)| (*i, &label[..])))
}

/// Reconstruction error after iterations from `factors` with one more label, by copying
/// everything.
fn naive_error(
    problem: &Problem<'_>,
    factors: &Factors,
    (is_document, row, class): (bool, usize, usize),
    iterations: usize,
) -> f64 {
    let k = problem.n_classes;
    let (n, m) = (problem.x.n_rows(), problem.x.n_columns());
    let mut documents = problem.documents.clone();
    let mut words = problem.words.clone();
    if is_document {
        documents = with_label(&documents, n, row, class, k);
    } else {
        words = with_label(&words, m, row, class, k);
    }
    let labels = (&documents, &words);
    let shares: Vec<f64> = problem
        .core_target
        .iter()
        .map(|target| target * target / problem.squares)
        .collect();
    let params = problem.params;
    let labelled = Problem::new(
        problem.x,
        problem.transposed,
        labels,
        Some(&shares),
        (k, params),
    );
    let mut copy = factors.clone();
    for _ in 0..iterations {
        step::step(&labelled, &mut copy);
    }
    let product = copy.documents.times(&copy.core);
    let mut error = 0.0;
    for j in 0..n {
        let mut row = vec![0.0; m];
        problem
            .x
            .row(j)
            .iter()
            .for_each(|(i, x)| row[i as usize] = x);
        for (i, x) in row.iter().enumerate() {
            let made = recto_math::dense::dot(product.row(j), copy.words.row(i));
            error += (x - made).powi(2);
        }
    }
    error
}

#[test]
fn errors_of_candidates_are_those_of_the_prototype() {
    let file = golden!("ere_candidates");
    with_example(Rule::Plain, |problem| {
        let factors = fit(problem, &Run::new(0, &Silent)).expect("nobody cancels");
        for candidate in file.at("candidates").entries() {
            let is_document = candidate.at("kind").text() == "doc";
            let row = candidate.at("index").count();
            let found =
                [0, 1].map(|class| naive_error(problem, &factors, (is_document, row, class), 5));
            let near = Tolerance::Absolute(1e-8);
            candidate.at("re_full5").assert_all_near(&found, near);
        }
    });
}

#[test]
fn errors_of_documents_by_their_own_row_alone_are_those_of_the_prototype() {
    let file = golden!("ere_candidates");
    with_example(Rule::Plain, |problem| {
        let factors = fit(problem, &Run::new(0, &Silent)).expect("nobody cancels");
        let local = Local::new(problem, &factors);
        let candidates = file.at("candidates").entries();
        let documents = candidates
            .iter()
            .filter(|one| one.at("kind").text() == "doc");
        let mut compared = 0;
        for candidate in documents {
            let row = candidate.at("index").count();
            let found = [0, 1].map(|class| local.document(row, class));
            let near = Tolerance::Absolute(1e-8);
            candidate.at("re_local").assert_all_near(&found, near);
            compared += 1;
        }
        assert_eq!(compared, 4);
    });
}

proptest! {
    #[test]
    fn errors_of_candidates_by_few_products_are_those_of_a_whole_iteration(
        seed in 0u64..1000,
        k in 2usize..6,
        iterations in 0usize..4,
        constrained in proptest::bool::ANY,
    ) {
        let (n, m) = (9, 11);
        let mut draw = rng::stream(seed, "candidates", 0);
        let mut builder = CsrBuilder::new(m);
        for _ in 0..n {
            let row = (0..m as u32).map(|i| (i, rng::uniform(&mut draw)));
            builder.push_weights(row.filter(|(_, x)| *x > 0.6).collect::<Vec<_>>());
        }
        let x = builder.finish();
        let transposed = x.transpose();
        let one_hot = DenseMatrix::identity(k);
        let labels = |n: usize| Targets::new(n, k, (0..k).map(|c| (c + 1, one_hot.row(c))));
        let (documents, words) = (labels(n), labels(m));
        let shares: Vec<f64> = (1..=k).map(|c| c as f64).collect();
        let total: f64 = shares.iter().sum();
        let shares: Vec<f64> = shares.iter().map(|share| share / total).collect();
        let params = Params {
            iterations: Budget::Fixed(iterations),
            constraint: if constrained { Constraint::Closed } else { Constraint::Off },
            ..Params::default()
        };
        let problem = Problem::new(
            &x,
            &transposed,
            (&documents, &words),
            Some(&shares),
            (k, params),
        );
        let factors = fit(&problem, &Run::new(seed, &Silent)).expect("nobody cancels");
        let candidates = Candidates::new(&problem, &factors);
        for class in 0..k {
            for row in [0, n - 1] {
                let found = candidates.document(row, class).error;
                let naive = naive_error(&problem, &factors, (true, row, class), 1);
                prop_assert!((found - naive).abs() < 1e-9 * naive.max(1.0), "{found} {naive}");
                let found = candidates.word(row, class).error;
                let naive = naive_error(&problem, &factors, (false, row, class), 1);
                prop_assert!((found - naive).abs() < 1e-9 * naive.max(1.0), "{found} {naive}");
            }
        }
    }
}

//! What the methods choose, against a prototype in another language.

use recto_math::{Run, Silent};
use recto_summarize::{Budget, Limit, Options, Pool, PoolBuilder, Ties, methods};
use recto_testing::golden;
use recto_testing::golden::Entry;

fn pool(pile: &Entry<'_>) -> Pool {
    let documents: Vec<Vec<Vec<String>>> = pile.at("documents").read();
    let mut builder = PoolBuilder::new();
    for document in &documents {
        let sentences = document.iter();
        builder.push_terms(sentences.map(|terms| (terms.as_slice(), terms.len() + 3)));
    }
    builder.finish()
}

/// The method and the options behind a key of the golden file.
fn asked(key: &str) -> (&str, Options) {
    let usual = Options::default();
    match key {
        "lexrank_continuous" => {
            let continuous = true;
            (
                "lexrank",
                Options {
                    continuous,
                    ..usual
                },
            )
        }
        "mds_index" => {
            let ties = Some(Ties::Index);
            ("mds", Options { ties, ..usual })
        }
        "mds_paper" => (
            "mds",
            Options {
                paper: true,
                ..usual
            },
        ),
        _ => (key, usual),
    }
}

#[test]
fn choices_equal_the_golden_vectors() {
    for pile in golden!("methods").at("piles").entries() {
        let pool = pool(&pile);
        let budget = Budget::overshoot(Limit::Words(pile.at("budget_words").count()));
        for (key, expected) in pile.at("chosen").fields() {
            let (name, options) = asked(key);
            let row = methods()
                .iter()
                .find(|row| row.name == name)
                .expect("a method");
            let method = (row.build)(&options).expect("in range");
            let found = method.summarize(&pool, budget, &Run::new(0, &Silent));
            expected.assert_equal(&found.expect("nobody cancels").rows());
        }
    }
}

//! What the methods choose, against a prototype in another language.

use recto_math::{Run, Silent};
use recto_summarize::{Budget, Limit, Options, Pool, PoolBuilder, Ties, methods};
use std::collections::BTreeMap;

#[derive(serde::Deserialize)]
struct Golden {
    piles: Vec<Pile>,
}

#[derive(serde::Deserialize)]
struct Pile {
    documents: Vec<Vec<Vec<String>>>,
    budget_words: usize,
    chosen: BTreeMap<String, Vec<usize>>,
}

impl Pile {
    fn pool(&self) -> Pool {
        let mut builder = PoolBuilder::new();
        for document in &self.documents {
            let sentences = document.iter();
            builder.push_terms(sentences.map(|terms| (terms.as_slice(), terms.len() + 3)));
        }
        builder.finish()
    }
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
    let golden: Golden =
        serde_json::from_str(include_str!("golden/methods.json")).expect("golden JSON");
    for (number, pile) in golden.piles.iter().enumerate() {
        let budget = Budget::overshoot(Limit::Words(pile.budget_words));
        for (key, expected) in &pile.chosen {
            let (name, options) = asked(key);
            let row = methods()
                .iter()
                .find(|row| row.name == name)
                .expect("a method");
            let method = (row.build)(&options).expect("in range");
            let found = method.summarize(&pile.pool(), budget, &Run::new(0, &Silent));
            let rows = found.expect("nobody cancels").rows();
            assert_eq!(&rows, expected, "{key}, pile {number}");
        }
    }
}

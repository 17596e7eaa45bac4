use super::porter::{self, Flavour};
use super::*;
use proptest::prelude::*;

fn stemmed(word: &str, flavour: Flavour) -> String {
    let mut word = word.as_bytes().to_vec();
    porter::stem(&mut word, flavour);
    String::from_utf8(word).unwrap()
}

fn golden(text: &str) -> serde_json::Value {
    serde_json::from_str(text).unwrap()
}

#[test]
fn the_stemmer_is_that_of_the_perl_program() {
    let golden = golden(include_str!("../../tests/golden/stem.json"));
    for (word, stem) in golden["porter"].as_object().unwrap() {
        assert_eq!(
            stemmed(word, Flavour::Script),
            stem.as_str().unwrap(),
            "{word}"
        );
    }
}

proptest! {
    #[test]
    fn skip_totals_are_those_of_counting(n in 0usize..40, gap in proptest::option::of(0usize..10), singles: bool) {
        let skip = Skip { gap, singles };
        let mut total = 0;
        for i in 0..n.saturating_sub(1) {
            total += u64::from(singles);
            total += (i + 1..n).filter(|j| gap.is_none_or(|gap| j - i <= gap + 1)).count() as u64;
        }
        prop_assert_eq!(skip.total(n), total);
    }
}

//! Golden stems, cases by hand, and the measures by their definitions.

use super::porter::{self, Flavour};
use super::*;
use proptest::prelude::*;
use recto_testing::golden;

fn stemmed(word: &str, flavour: Flavour) -> String {
    let mut word = word.as_bytes().to_vec();
    porter::stem(&mut word, flavour);
    String::from_utf8(word).unwrap()
}

#[test]
fn the_stemmers_are_those_of_the_perl_program_and_of_nltk() {
    for (stems, flavour) in [
        (golden!("stem").at("porter"), Flavour::Script),
        (golden!("stem_nltk").at("stems"), Flavour::Nltk),
    ] {
        for (word, stem) in stems.fields() {
            stem.assert_equal(&stemmed(word, flavour));
        }
    }
}

#[test]
fn exceptions_come_before_the_stemmer_and_stop_words_before_both() {
    let rules = Rules::parse("feet\tfoot\nwent go\n\nlone\n", "the\n\n");
    let options = Options {
        stem: true,
        stop: true,
        ..Options::default()
    };
    let scorer = Scorer::new(vec![Measure::N(1)], options, rules).unwrap();
    let score = scorer.score("The feet went", &["the foot go"])[0];
    assert_eq!((score.recall, score.precision), (1.0, 1.0));
}

fn all() -> Vec<Measure> {
    let names = [
        "1", "2", "3", "L", "W", "W2", "S0", "S4", "S*", "SU4", "SU*",
    ];
    names.map(|name| name.parse().unwrap()).to_vec()
}

fn scorer(measures: Vec<Measure>) -> Scorer {
    Scorer::new(measures, Options::default(), Rules::default()).unwrap()
}

#[test]
fn names_read_and_print() {
    for measure in all() {
        assert_eq!(measure.to_string().parse::<Measure>().unwrap(), measure);
        assert_eq!(measure.said().parse::<Measure>().unwrap(), measure);
    }
    assert_eq!(Measure::W(1.2).key(), "rouge_w1_2");
    assert_eq!(Measure::SU(None).key(), "rouge_su_unlimited");
    for bad in ["", "x", "S", "SU", "Wx", "S-1", "1.5", "-1"] {
        assert!(bad.parse::<Measure>().is_err(), "{bad}");
    }
    assert!(Measure::N(0).check(Variant::Script).is_err());
    assert!(Measure::W(0.5).check(Variant::Script).is_err());
    assert!(Measure::SU(None).check(Variant::RougeScore).is_err());
}

#[test]
fn nothing_scores_nothing() {
    let scorer = scorer(all());
    for (summary, reference) in [("", ""), ("a b c", ""), ("", "a b c"), ("...", "\n\n \n")] {
        let nothing = vec![Score::default(); all().len()];
        assert_eq!(scorer.score(summary, &[reference]), nothing);
        assert_eq!(scorer.prepare(&[reference; 3]).jackknife(summary), nothing);
    }
    assert_eq!(scorer.score("a b", &[] as &[&str])[0], Score::default());
}

#[test]
fn a_limit_cuts_both_texts() {
    let cut = |cut| {
        let options = Options {
            cut: Some(cut),
            ..Options::default()
        };
        let scorer = Scorer::new(vec![Measure::N(1), Measure::L], options, Rules::default());
        scorer.unwrap().score("a b\nc d e", &["a b x c\nd e"])
    };
    // a b c of the summary, a b x of the reference.
    assert_eq!(cut(Cut::Words(3))[0].recall, 0.66667);
    // "a b", "c" and "a b ".
    assert_eq!(cut(Cut::Bytes(4))[0].recall, 1.0);
    assert_eq!(cut(Cut::Bytes(4))[1].precision, 0.66667);
}

#[test]
fn other_scripts_need_the_other_alphabet() {
    let score = |alphabet| {
        let options = Options {
            alphabet,
            stem: true,
            ..Options::default()
        };
        let scorer = Scorer::new(vec![Measure::N(1)], options, Rules::default()).unwrap();
        scorer.score("ĐÊM TỐI, 灯台", &["đêm tối 灯火"])[0].recall
    };
    assert_eq!(score(Alphabet::Unicode), 0.75);
    // `m` and `t`, `i` are what ASCII leaves of it.
    assert_eq!(score(Alphabet::Ascii), 1.0);
}

#[test]
fn a_jackknife_is_the_mean_over_the_references_but_one() {
    let scorer = scorer(vec![Measure::N(1)]);
    let references = ["a b", "a c", "d e"];
    let mean = scorer.prepare(&references).jackknife("a b")[0].recall;
    let without = |i: usize| {
        let mut kept = references.to_vec();
        kept.remove(i);
        scorer.score("a b", &kept)[0].recall
    };
    assert_eq!(mean, (without(0) + without(1) + without(2)) / 3.0);
}

#[test]
fn references_agree_as_each_scores_against_the_others() {
    let scorer = scorer(all());
    let references = ["a b c\nd e", "a c d", "e a b"];
    let found = scorer.prepare(&references).agreement().unwrap();
    for (at, found) in found.iter().enumerate() {
        let each = |i: usize| {
            let mut others = references.to_vec();
            let own = others.remove(i);
            scorer.score(own, &others)[at].recall
        };
        assert_eq!(found.recall, (each(0) + each(1) + each(2)) / 3.0);
    }
    assert_eq!(scorer.prepare(&["a"]).agreement(), None);
}

/// The union of subsequences by a plain table, ways up first among equals.
fn union(reference: &[Vec<&str>], summary: &[Vec<&str>]) -> usize {
    let mut left: Vec<&str> = summary.concat();
    let mut hits = 0;
    for sentence in reference {
        let mut marks = vec![false; sentence.len()];
        for other in summary {
            let mut c = vec![vec![0; other.len() + 1]; sentence.len() + 1];
            for i in 1..=sentence.len() {
                for j in 1..=other.len() {
                    c[i][j] = if sentence[i - 1] == other[j - 1] {
                        c[i - 1][j - 1] + 1
                    } else {
                        c[i - 1][j].max(c[i][j - 1])
                    };
                }
            }
            let (mut i, mut j) = (sentence.len(), other.len());
            while i > 0 && j > 0 {
                if sentence[i - 1] == other[j - 1] {
                    (i, j) = (i - 1, j - 1);
                    marks[i] = true;
                } else if c[i - 1][j] >= c[i][j - 1] {
                    i -= 1;
                } else {
                    j -= 1;
                }
            }
        }
        for (word, _) in sentence.iter().zip(&marks).filter(|(_, mark)| **mark) {
            if let Some(at) = left.iter().position(|other| other == word) {
                left.swap_remove(at);
                hits += 1;
            }
        }
    }
    hits
}

/// Hits of skip pairs by writing down all of them.
fn pairs(words: &[&str], gap: Option<usize>) -> Vec<(String, String)> {
    let mut pairs = Vec::new();
    for (i, a) in words.iter().enumerate() {
        let reach = gap.map_or(words.len(), |gap| gap + 1);
        for b in words[i + 1..].iter().take(reach) {
            pairs.push((a.to_string(), b.to_string()));
        }
    }
    pairs
}

fn overlap<T: PartialEq>(a: &[T], b: &[T]) -> usize {
    let mut left: Vec<&T> = b.iter().collect();
    let found = a.iter().filter(|item| {
        let at = left.iter().position(|other| other == item);
        at.map(|at| left.swap_remove(at)).is_some()
    });
    found.count()
}

fn longest(a: &[&str], b: &[&str]) -> usize {
    let subsequences = (0u32..1 << a.len()).filter(|set| {
        let mut rest = b.iter();
        let mut chosen = (0..a.len()).filter(|i| set >> i & 1 == 1);
        chosen.all(|i| rest.any(|word| *word == a[i]))
    });
    subsequences.map(u32::count_ones).max().unwrap_or(0) as usize
}

fn close(score: f64, hits: usize, of: usize) -> bool {
    (score - hits as f64 / of.max(1) as f64).abs() < 6e-6
}

proptest! {
    #[test]
    fn a_text_is_like_itself(text in "[a-e]{1,2}( [a-e]{1,2}){3,30}(\n[a-c]( [a-c]){0,9}){0,3}") {
        for (score, measure) in scorer(all()).score(&text, &[&text, &text]).iter().zip(all()) {
            // W puts its weight twice on the reference: 1 only in precision and one sentence.
            if !matches!(measure, Measure::W(_)) {
                prop_assert_eq!((score.recall, score.f), (1.0, 1.0), "{}", measure);
            }
        }
    }

    #[test]
    fn skip_pairs_are_those_of_counting(
        a in "[a-d]( [a-d]){0,12}",
        b in "[a-d]( [a-d]){0,12}",
        gap in proptest::option::of(0usize..5),
    ) {
        let (x, y): (Vec<&str>, Vec<&str>) = (a.split(' ').collect(), b.split(' ').collect());
        let score = scorer(vec![Measure::S(gap)]).score(&a, &[&b])[0];
        let (mine, theirs) = (pairs(&x, gap), pairs(&y, gap));
        let hits = overlap(&mine, &theirs);
        prop_assert!(close(score.recall, hits, theirs.len()), "{:?} {}", score, hits);
        prop_assert!(close(score.precision, hits, mine.len()), "{:?} {}", score, hits);
        let singles = overlap(&x[..x.len() - 1], &y[..y.len() - 1]);
        let score = scorer(vec![Measure::SU(gap)]).score(&a, &[&b])[0];
        prop_assert!(close(score.recall, hits + singles, theirs.len() + y.len() - 1));
    }

    #[test]
    fn n_grams_are_those_of_counting(a in "[ab]( [ab]){0,12}", b in "[ab]( [ab]){0,12}", n in 1usize..6) {
        let (x, y): (Vec<&str>, Vec<&str>) = (a.split(' ').collect(), b.split(' ').collect());
        let (mine, theirs): (Vec<_>, Vec<_>) = (x.windows(n).collect(), y.windows(n).collect());
        let score = scorer(vec![Measure::N(n)]).score(&a, &[&b])[0];
        prop_assert!(close(score.recall, overlap(&mine, &theirs), theirs.len()));
    }

    #[test]
    fn a_subsequence_is_a_longest_one(a in "[a-d]( [a-d]){0,9}", b in "[a-d]( [a-d]){0,9}") {
        let (x, y): (Vec<&str>, Vec<&str>) = (a.split(' ').collect(), b.split(' ').collect());
        let score = scorer(vec![Measure::L]).score(&a, &[&b])[0];
        prop_assert!(close(score.recall, longest(&x, &y), y.len()));
    }

    #[test]
    fn subsequences_of_sentences_are_those_of_the_plain_table(
        a in "[a-f]( [a-f]){0,150}(\n[a-f]( [a-f]){0,70}){0,2}",
        b in "[a-h]( [a-h]){0,150}(\n[a-h]( [a-h]){0,70}){0,2}",
    ) {
        let cut = |text: &'static str| -> Vec<Vec<&str>> {
            text.split('\n').map(|line| line.split(' ').collect()).collect()
        };
        let (x, y) = (cut(a.clone().leak()), cut(b.clone().leak()));
        let score = scorer(vec![Measure::L]).score(&a, &[&b])[0];
        prop_assert!(close(score.recall, union(&y, &x), y.concat().len()));
    }

    #[test]
    fn recall_one_way_is_precision_the_other(a in "[a-d]( [a-d]){0,20}", b in "[a-d]( [a-d]){0,20}") {
        let measures = || all().into_iter().filter(|m| !matches!(m, Measure::W(_))).collect();
        let there = scorer(measures()).score(&a, &[&b]);
        let back = scorer(measures()).score(&b, &[&a]);
        for (there, back) in there.iter().zip(&back) {
            prop_assert_eq!((there.recall, there.f), (back.precision, back.f));
        }
    }

    #[test]
    fn any_text_scores_from_0_to_1(
        a in any::<String>(), b in any::<String>(), c in any::<String>(),
        stem: bool, wide: bool, best: bool, compat: bool, n in 1usize..30, cut in 0usize..3,
    ) {
        let options = Options {
            stem,
            alphabet: if wide { Alphabet::Unicode } else { Alphabet::Ascii },
            average: if best { Average::B } else { Average::A },
            cut: [None, Some(Cut::Words(n)), Some(Cut::Bytes(n))][cut],
            compat,
            ..Options::default()
        };
        let scorer = Scorer::new(all(), options, Rules::default()).unwrap();
        let references = scorer.prepare(&[&a, &b, &a]);
        for score in references.score(&c).into_iter().chain(references.jackknife(&c)) {
            prop_assert!([score.recall, score.precision, score.f].iter().all(|x| (0.0..=1.0).contains(x)));
        }
    }

    #[test]
    fn skip_totals_are_those_of_counting(n in 0usize..40, gap in proptest::option::of(0usize..10)) {
        let words = vec!["a"; n];
        prop_assert_eq!(Skip { gap, singles: false }.total(n), pairs(&words, gap).len() as u64);
    }
}

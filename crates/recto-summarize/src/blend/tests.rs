//! Golden vectors, brute force on small piles, and what holds of every selection.

use super::*;
use crate::budget::Policy;
use crate::{Chosen, PoolBuilder};
use proptest::prelude::*;
use recto_math::Silent;
use recto_math::similarity::dot;
use recto_testing::golden;
use recto_testing::golden::Entry;
use recto_testing::golden::Tolerance::Absolute;

fn blend() -> Blend {
    Blend::new(&Options::default()).expect("good options")
}

fn golden_pool(case: &Entry<'_>) -> Pool {
    let documents: Vec<Vec<String>> = case.at("documents").read();
    let stop: Vec<String> = case.at("stop").read();
    let mut builder = PoolBuilder::new();
    for document in &documents {
        let sentences: Vec<&str> = document.iter().map(String::as_str).collect();
        builder.push_words(&sentences, |word| stop.iter().any(|stop| stop == word));
    }
    builder.finish()
}

/// The objective over all rows, short ones too, as the golden file has it.
fn over_all<'a>(
    pool: &Pool,
    vectors: &'a CsrMatrix,
    rows: &'a [usize],
    budget: Budget,
) -> Objective<'a> {
    let decided = blend().decide(pool, rows);
    objective(pool, vectors, rows, &decided, budget)
}

fn all_rows(pool: &Pool) -> (CsrMatrix, Vec<usize>) {
    (vectors::tf_isf_plus_one(pool), pool.group(0).collect())
}

fn first_gains(concepts: &Concepts, n: usize) -> Vec<f64> {
    let covered = vec![false; concepts.weights.len()];
    (0..n).map(|row| concepts.gain(row, &covered)).collect()
}

#[test]
fn the_golden_piles_come_out() {
    for case in golden!("blend").entries() {
        let pool = golden_pool(&case);
        let budget = Budget::fit(Limit::Words(case.at("words").count()));
        let (vectors, rows) = all_rows(&pool);
        let mut objective = over_all(&pool, &vectors, &rows, budget);
        let near = Absolute(1e-6);
        case.at("welcome")
            .assert_all_near(&objective.similar.appeal, near);
        let alone = objective
            .similar
            .alone
            .iter()
            .zip(&objective.similar.appeal);
        let alone: Vec<f64> = alone.map(|(alone, appeal)| alone / appeal).collect();
        case.at("alone").assert_all_near(&alone, near);
        let pairs = first_gains(&objective.pairs, rows.len());
        case.at("bigram_first").assert_all_near(&pairs, near);
        let words = first_gains(&objective.words, rows.len());
        case.at("unigram_first").assert_all_near(&words, near);
        // The prototype counted pairs twice and had no factor for what cannot stand alone.
        objective.pair_weight = 2.0;
        let pull = case.at("c").number();
        let divisor = |sentence: &Sentence| divisor(sentence, pull, budget);
        objective.divisors = pool.sentences().iter().map(divisor).collect();
        let picks = select(&mut objective, &pool, &rows, budget);
        let chosen: Vec<usize> = picks.iter().map(|pick| pick.candidate).collect();
        case.at("chosen").assert_equal(&chosen);
    }
}

/// Selection with every value computed anew from its definition.
fn by_definition(
    pool: &Pool,
    vectors: &CsrMatrix,
    objective: &Objective<'_>,
    weights: &[f64],
    budget: Budget,
) -> Vec<(usize, f64)> {
    let n = pool.group(0).len();
    let cover =
        |j: usize, i: usize| objective.similar.appeal[j] * dot(vectors.row(i), vectors.row(j));
    let similar = |j: usize, chosen: &[usize]| -> f64 {
        let best = |i: usize| chosen.iter().map(|&k| cover(k, i)).fold(0.0, f64::max);
        (0..n)
            .map(|i| weights[i] * (cover(j, i) - best(i)).max(0.0))
            .sum()
    };
    let concepts = |of: &Concepts, j: usize, chosen: &[usize]| -> f64 {
        let is_new = |c: &&u32| !chosen.iter().any(|&k| of.of(k).contains(c));
        of.of(j)
            .iter()
            .filter(is_new)
            .map(|&c| of.weights[c as usize])
            .sum()
    };
    let parts = |j: usize, chosen: &[usize]| {
        let Objective { pairs, words, .. } = objective;
        [
            similar(j, chosen),
            concepts(pairs, j, chosen),
            concepts(words, j, chosen),
        ]
    };
    let mut purse = Purse::new(budget);
    let sentences = pool.sentences();
    let fits: Vec<usize> = (0..n).filter(|&j| purse.affords(&sentences[j])).collect();
    let most = |part: usize| {
        fits.iter()
            .map(|&j| parts(j, &[])[part])
            .fold(0.0, f64::max)
    };
    let scales = [most(0), most(1), most(2)];
    let mut open = fits.clone();
    let (mut chosen, mut scored) = (Vec::new(), Vec::new());
    loop {
        open.retain(|&j| {
            let is_repeated = chosen.iter().any(|&k| pool.are_near(j, k));
            purse.affords(&sentences[j]) && !is_repeated
        });
        let q = |j: usize| {
            let parts = parts(j, &chosen);
            let scaled = (0..3).filter(|&part| scales[part] > 0.0);
            let sum: f64 = scaled.map(|part| parts[part] / scales[part]).sum();
            sum / objective.divisors[j]
        };
        let best = open.iter().map(|&j| (j, q(j)));
        let best = best.reduce(|best, next| if next.1 > best.1 { next } else { best });
        let Some((j, q)) = best.filter(|best| best.1 > 1e-12) else {
            return scored;
        };
        purse.pay(&sentences[j]);
        chosen.push(j);
        scored.push((j, q));
    }
}

/// Documents of sentences of a few words from a small vocabulary, some of them stop words.
fn piles() -> impl Strategy<Value = Vec<Vec<Vec<u8>>>> {
    let sentence = proptest::collection::vec(0u8..12, 5..9);
    let document = proptest::collection::vec(sentence, 1..5);
    proptest::collection::vec(document, 1..4)
}

fn pool_of(documents: &[Vec<Vec<u8>>]) -> Pool {
    let mut builder = PoolBuilder::new();
    for document in documents {
        let text = |words: &Vec<u8>| {
            let words: Vec<String> = words.iter().map(|word| format!("w{word}")).collect();
            words.join(" ")
        };
        let sentences: Vec<String> = document.iter().map(text).collect();
        let sentences: Vec<&str> = sentences.iter().map(String::as_str).collect();
        builder.push_words(&sentences, |word| ["w0", "w1", "w2"].contains(&word));
    }
    builder.finish()
}

fn limits() -> impl Strategy<Value = Budget> {
    let limit = prop_oneof![
        (5usize..40).prop_map(Limit::Words),
        (1usize..6).prop_map(Limit::Sentences),
        (20usize..120).prop_map(Limit::Bytes),
    ];
    let policy = prop_oneof![Just(Policy::Fit), Just(Policy::Overshoot)];
    (limit, policy).prop_map(|(limit, policy)| Budget { limit, policy })
}

proptest! {
    #[test]
    fn lazy_selection_is_that_of_the_definition(documents in piles(), budget in limits()) {
        let pool = pool_of(&documents);
        prop_assume!(!pool.group(0).is_empty());
        let (vectors, rows) = all_rows(&pool);
        let mut objective = over_all(&pool, &vectors, &rows, budget);
        let decided = blend().decide(&pool, &rows);
        let mut weights = vec![0.0; rows.len()];
        for spot in ground::spots(&pool, &rows, decided.position) {
            weights[spot.candidate] += spot.weight;
        }
        let expected = by_definition(&pool, &vectors, &objective, &weights, budget);
        let picks = select(&mut objective, &pool, &rows, budget);
        // Sums in another order may part a tie, so scores are compared up to the first one.
        for (pick, (row, q)) in picks.iter().zip(&expected) {
            prop_assert!((pick.score - q).abs() < 1e-9, "{} for {q}", pick.score);
            if pick.candidate != *row {
                return Ok(());
            }
        }
        prop_assert_eq!(picks.len(), expected.len());
    }

    #[test]
    fn a_summary_keeps_its_budget_repeats_nothing_and_gains_ever_less(
        documents in piles(),
        budget in limits(),
    ) {
        let pool = pool_of(&documents);
        let run = Run::new(0, &Silent);
        let summary = blend().summarize(&pool, budget, &run).expect("done");
        let cost = |chosen: &Chosen| budget.cost(&pool.sentences()[chosen.sentence]);
        let costs: Vec<usize> = summary.chosen.iter().map(cost).collect();
        let kept = match budget.policy {
            Policy::Fit => costs.len(),
            Policy::Overshoot => costs.len().saturating_sub(1),
        };
        prop_assert!(costs[..kept].iter().sum::<usize>() <= budget.total());
        for pair in summary.chosen.windows(2) {
            prop_assert!(pair[1].score <= pair[0].score);
        }
        let rows = summary.rows();
        for (at, &row) in rows.iter().enumerate() {
            prop_assert!(rows[..at].iter().all(|&other| !pool.are_near(row, other)));
        }
    }
}

#[test]
fn a_heap_has_no_order_and_a_text_that_drifts_has() {
    let line =
        |i: usize, kind: usize| format!("w{kind} x{} y{} z{} v{}", i % 3, i % 5, i % 7, i % 2);
    let pile = |kind: &dyn Fn(usize) -> usize| {
        let lines: Vec<String> = (0..60).map(|i| line(i, kind(i))).collect();
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        let mut builder = PoolBuilder::new();
        builder.push_words(&lines, |_| false);
        let pool = builder.finish();
        let rows: Vec<usize> = pool.group(0).collect();
        blend().decide(&pool, &rows).position
    };
    let heap = pile(&|i| i * 7919 % 4);
    let text = pile(&|i| i / 15);
    assert!(heap < 0.1 && text > 0.4, "{heap} {text}");
}

#[test]
fn a_sentence_names_the_word_pairs_that_it_brings() {
    let mut builder = PoolBuilder::new();
    let stop = |word: &str| ["the", "is", "of", "a"].contains(&word);
    builder.push_words(&["the battery life of the phone is good"], stop);
    builder.push_words(&["battery life of the phone could be longer"], stop);
    builder.push_words(&["the phone has a bright screen indoors"], stop);
    let pool = builder.finish();
    let budget = Budget::fit(Limit::Sentences(1));
    let run = Run::new(0, &Silent);
    let summary = blend().summarize(&pool, budget, &run).expect("done");
    let phrases = &summary.chosen[0].phrases;
    assert_eq!(summary.chosen[0].sentence, 0);
    // The only one without a stop word; then one that all three documents have.
    let spelled: Vec<&str> = phrases.iter().map(|(phrase, _)| phrase.as_str()).collect();
    assert_eq!(spelled[..2], ["battery life", "the phone"]);
    assert_eq!((phrases[0].1, phrases[1].1), (2.0, 3.0));
    assert!(spelled.contains(&"life of"));
    assert!(!spelled.contains(&"of the"));
}

#[test]
fn a_sample_of_what_is_to_be_covered_changes_the_gain_little() {
    let documents: Vec<Vec<Vec<u8>>> = (0..40u8)
        .map(|d| {
            (0..20u8)
                .map(|s| (0..7).map(|w| (d + s * 3 + w * w) % 12).collect())
                .collect()
        })
        .collect();
    let pool = pool_of(&documents);
    let (vectors, rows) = all_rows(&pool);
    let weights = vec![1.0; rows.len()];
    let all = Similar::new(&vectors, &rows, &weights, RELEVANCE, rows.len());
    let some = Similar::new(&vectors, &rows, &weights, RELEVANCE, rows.len() / 2);
    for (all, some) in all.alone.iter().zip(&some.alone) {
        assert!((some / all - 1.0).abs() < 0.25, "{some} for {all}");
    }
}

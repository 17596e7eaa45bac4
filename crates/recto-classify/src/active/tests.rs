use super::simulate::{Asked, Plan, Start, simulate};
use super::*;
use crate::distil::factorise;
use crate::engine::{Input, word_targets};
use crate::tri::{self, Candidates, Problem, Targets};
use crate::{Corpus, CorpusBuilder, Filter, Supervision};
use proptest::prelude::*;
use recto_math::{Run, Silent, rng};
use std::collections::BTreeSet;
use std::num::NonZeroUsize;

/// Documents of `k` classes; a class uses its own words more than others do.
fn made(documents: usize, k: usize) -> (Corpus, Vec<usize>) {
    let mut draw = rng::stream(3, "made documents", 0);
    let truth: Vec<usize> = (0..documents).map(|j| j % k).collect();
    let mut builder = CorpusBuilder::new();
    for &class in &truth {
        let word = |_: usize| {
            let own = rng::uniform(&mut draw) < 0.6;
            let group = if own {
                class
            } else {
                rng::below(&mut draw, k + 2)
            };
            format!("g{group}w{}", rng::below(&mut draw, 8))
        };
        let words: Vec<String> = (0..12).map(word).collect();
        builder.push_terms(&words);
    }
    let filter = Filter {
        min_documents: 1,
        ..Filter::default()
    };
    (builder.finish(&filter).expect("words"), truth)
}

fn labelling(documents: usize, k: usize, strategy: &str) -> (Labelling, Vec<usize>) {
    let (corpus, truth) = made(documents, k);
    let known = Supervision::new((0..k).map(|class| format!("c{class}")), documents);
    let settings = Settings {
        strategy: strategy.parse().expect("a strategy"),
        pool: 10,
        ..Settings::default()
    };
    let state = Labelling::new(corpus, known, settings).expect("a state");
    (state, truth)
}

fn run() -> Run<'static> {
    Run::new(0, &Silent)
}

fn ask(state: &Labelling) -> Option<Question> {
    state
        .next(&BTreeSet::new(), &run())
        .expect("nobody cancels")
}

/// The reply of somebody who knows the words of the classes.
fn reply(state: &Labelling, truth: &[usize], item: Item) -> Reply {
    match item {
        Item::Document(j) => Reply::Class(truth[j]),
        Item::Word(word) => {
            let group = state.corpus().terms()[word as usize][1..2].parse();
            match group {
                Ok(class) if class < state.classes().len() => Reply::Class(class),
                _ => Reply::DontKnow,
            }
        }
    }
}

/// Asks and answers `n` times.
fn play(state: &mut Labelling, truth: &[usize], n: usize) -> Vec<Answer> {
    let mut log = Vec::new();
    for _ in 0..n {
        let Some(question) = ask(state) else { break };
        let answer = Answer::to(&question, reply(state, truth, question.item));
        state.answer(&answer);
        state.refit(&run()).expect("a fit");
        log.push(answer);
    }
    log
}

const NAMES: [&str; 8] = [
    "auto",
    "ere",
    "ere-local",
    "interleave:0.5",
    "interleave-ere:0.5",
    "elg",
    "uncertainty",
    "random",
];

#[test]
fn every_strategy_asks_everything_once_and_then_nothing() {
    for name in NAMES {
        let (mut state, truth) = labelling(14, 2, name);
        let all = 14 + state.corpus().n_terms();
        let log = play(&mut state, &truth, 2 * all);
        let items: BTreeSet<Item> = log.iter().map(|answer| answer.item).collect();
        assert_eq!(items.len(), log.len(), "{name} asks nothing twice");
        // Documents-only strategies have no use for words.
        let expected = if name == "uncertainty" { 14 } else { all };
        assert_eq!(log.len(), expected, "{name}");
    }
}

#[test]
fn auto_asks_for_the_document_of_most_doubt_and_likeness() {
    let (corpus, truth) = made(40, 2);
    let view = Input::new(&corpus).default_view();
    let cosine = |a: usize, b: usize| -> f64 {
        let (a, b) = (view.rows.row(a), view.rows.row(b));
        let shared = a.iter().filter_map(|(term, x)| {
            let at = b.columns.binary_search(&term).ok()?;
            Some(x * b.values[at])
        });
        shared.sum()
    };
    let settings = Settings {
        random_every: 0,
        // One word is all that auto spends on words here.
        word_cost: 100.0,
        ..Settings::default()
    };
    let known = Supervision::new(["c0", "c1"], 40);
    let mut state = Labelling::new(corpus.clone(), known, settings).expect("a state");
    let mut differs = 0;
    for _ in 0..20 {
        let question = ask(&state).expect("a question");
        if let (Item::Document(asked), Reason::Uncertain { .. }) = (question.item, &question.reason)
        {
            let p = state.predictions().documents;
            let doubt = |j: usize| 1.0 - (p[(j, 0)] - p[(j, 1)]).abs();
            let likeness = |j: usize| (0..40).map(|other| cosine(j, other)).sum::<f64>();
            let open: Vec<usize> = (0..40).filter(|&j| state.label_of(j).is_none()).collect();
            let most = |value: &dyn Fn(usize) -> f64| {
                let best = open.iter().copied();
                best.max_by(|&a, &b| value(a).total_cmp(&value(b)))
            };
            assert_eq!(most(&|j| doubt(j) * likeness(j).sqrt()), Some(asked));
            differs += usize::from(most(&doubt) != Some(asked));
        }
        let answer = Answer::to(&question, reply(&state, &truth, question.item));
        state.answer(&answer);
        state.refit(&run()).expect("a fit");
    }
    assert!(differs > 0, "doubt alone would have asked the same");
}

#[test]
fn with_a_lexicon_auto_asks_for_the_least_sure_documents_and_then_for_words() {
    let terms: Vec<String> = (0..240).map(|i| format!("w{i}")).collect();
    let mut draw = rng::stream(5, "lexicon", 0);
    let truth: Vec<usize> = (0..60).map(|j| j % 2).collect();
    let mut builder = CorpusBuilder::new();
    for &class in &truth {
        let word = |_: usize| {
            let half = usize::from(rng::uniform(&mut draw) < 0.3) ^ class;
            terms[120 * half + rng::below(&mut draw, 120)].clone()
        };
        builder.push_terms((0..12).map(word).collect::<Vec<String>>());
    }
    let filter = Filter {
        min_documents: 1,
        ..Filter::default()
    };
    let corpus = builder.finish(&filter).expect("words");
    let class_of = |term: &str| usize::from(term[1..].parse::<usize>().expect("a number") >= 120);
    for known_words in [99, 100] {
        let mut known = Supervision::new(["c0", "c1"], 60);
        for (id, term) in (0..).zip(corpus.terms()).take(known_words) {
            known.label_word(id, class_of(term));
        }
        let settings = Settings {
            random_every: 0,
            ..Settings::default()
        };
        let mut state = Labelling::new(corpus.clone(), known, settings).expect("a state");
        state.refit(&run()).expect("a fit");
        let first = ask(&state).expect("a question").item;
        if known_words == 99 {
            assert!(matches!(first, Item::Word(_)), "too few to be a lexicon");
            continue;
        }
        for _ in 0..60 {
            let question = ask(&state).expect("a question");
            let Item::Document(asked) = question.item else {
                panic!("documents first");
            };
            let p = state.predictions().documents;
            let margin = |j: usize| (p[(j, 0)] - p[(j, 1)]).abs();
            let mut open = (0..60).filter(|&j| state.label_of(j).is_none());
            assert!(open.all(|j| margin(asked) <= margin(j) + 1e-12));
            state.answer(&Answer::to(&question, Reply::Class(truth[asked])));
            state.refit(&run()).expect("a fit");
        }
        assert!(matches!(
            ask(&state).expect("a question").item,
            Item::Word(_)
        ));
    }
}

#[test]
fn questions_come_before_any_label_and_name_the_classes_without_one() {
    for name in NAMES {
        let (mut state, truth) = labelling(12, 3, name);
        let first = ask(&state).expect("a question");
        assert_eq!(first.drawn, Drawn::AtRandom);
        let classes = vec![0, 1, 2];
        assert_eq!(first.reason, Reason::Start { classes });
        play(&mut state, &truth, 1);
        let Some(Reason::Start { classes }) = ask(&state).map(|question| question.reason) else {
            panic!("{name}: one class is no model");
        };
        assert_eq!(classes.len(), 2);
    }
}

#[test]
fn a_class_without_labels_gets_probability_0_and_does_no_harm() {
    let (mut state, truth) = labelling(30, 3, "auto");
    for j in (0..30).filter(|&j| truth[j] < 2).take(6) {
        state.answer(&Answer {
            item: Item::Document(j),
            reply: Reply::Class(truth[j]),
            drawn: Drawn::Chosen,
            predicted: None,
        });
    }
    state.refit(&run()).expect("a fit");
    let found = state.predictions();
    for row in found.documents.rows().chain(found.words.rows()) {
        assert_eq!(row[2], 0.0);
        assert!((row.iter().sum::<f64>() - 1.0).abs() < 1e-9);
    }
}

#[test]
fn a_log_gives_the_same_state_for_any_number_of_threads_and_of_refits() {
    for name in NAMES {
        let (mut state, truth) = labelling(60, 2, name);
        let log = play(&mut state, &truth, 50);
        let question = ask(&state);
        for threads in [1, 3] {
            let run = run().with_threads(NonZeroUsize::new(threads).expect("above 0"));
            let (mut again, _) = labelling(60, 2, name);
            log.iter().for_each(|answer| again.answer(answer));
            run.install(|| again.refit(&run)).expect("a fit");
            assert_eq!(state.predictions(), again.predictions(), "{name}");
            assert_eq!(state.standing(), again.standing(), "{name}");
            let next = run.install(|| again.next(&BTreeSet::new(), &run));
            assert_eq!(next.expect("nobody cancels"), question, "{name}");
        }
    }
}

#[test]
fn the_last_answer_wins_and_an_answer_taken_back_is_as_if_never_given() {
    let (mut state, truth) = labelling(20, 2, "auto");
    play(&mut state, &truth, 12);
    let before = state.supervision();
    let Some(Question { item, .. }) = ask(&state) else {
        panic!("a question");
    };
    let answer = |class| Answer {
        item,
        reply: Reply::Class(class),
        drawn: Drawn::Chosen,
        predicted: None,
    };
    let class_of = |state: &Labelling| match item {
        Item::Document(j) => state.supervision().documents[j],
        Item::Word(word) => {
            let row = state.supervision().words.get(&word).cloned();
            row.map(|row| usize::from(row[1] > row[0]))
        }
    };
    state.answer(&answer(0));
    assert_eq!(class_of(&state), Some(0));
    state.answer(&answer(1));
    assert_eq!(class_of(&state), Some(1));
    state.retract(item);
    assert_eq!(state.supervision(), before);
}

#[test]
fn what_is_skipped_comes_last_and_what_nobody_knows_never_again() {
    let (mut state, truth) = labelling(10, 2, "uncertainty");
    let skipped = ask(&state).expect("a question");
    state.answer(&Answer::to(&skipped, Reply::Skip));
    let unknown = ask(&state).expect("a question");
    state.answer(&Answer::to(&unknown, Reply::DontKnow));
    let log = play(&mut state, &truth, 100);
    assert_eq!(log.len(), 9, "all but the two, then the skipped one");
    assert_eq!(log[8].item, skipped.item);
    assert!(log.iter().all(|answer| answer.item != unknown.item));
    let standing = state.standing();
    assert_eq!((standing.documents, standing.cost), (9, 50.0));
}

#[test]
fn a_document_with_the_words_of_a_labelled_one_is_not_asked() {
    let mut builder = CorpusBuilder::new();
    for text in ["a b c", "d e f", "a b c", "a d", "b e"] {
        builder.push_terms(text.split(' '));
    }
    let filter = Filter {
        min_documents: 1,
        ..Filter::default()
    };
    let corpus = builder.finish(&filter).expect("words");
    let known = Supervision::new(["x", "y"], 5);
    let settings = Settings {
        strategy: super::Strategy::Uncertainty,
        ..Settings::default()
    };
    let mut state = Labelling::new(corpus, known, settings).expect("a state");
    let log = play(&mut state, &[0, 1, 0, 0, 1], 10);
    let asked: BTreeSet<Item> = log.iter().map(|answer| answer.item).collect();
    assert_eq!(asked.len(), 4);
    assert!(!(asked.contains(&Item::Document(0)) && asked.contains(&Item::Document(2))));
}

#[test]
fn items_that_are_asked_elsewhere_are_avoided() {
    let (state, _) = labelling(10, 2, "auto");
    let first = ask(&state).expect("a question").item;
    let avoid: BTreeSet<Item> = [first].into();
    let second = state.next(&avoid, &run()).expect("nobody cancels");
    assert_ne!(second.expect("a question").item, first);
}

#[test]
fn a_further_class_keeps_the_answers_and_fewer_are_refused() {
    let (mut state, truth) = labelling(20, 2, "auto");
    play(&mut state, &truth, 10);
    let before = state.supervision();
    let names = |names: &[&str]| names.iter().map(|name| (*name).to_string()).collect();
    assert!(state.set_classes(names(&["one"])).is_err());
    assert!(state.set_classes(names(&["one", "one"])).is_err());
    assert_eq!(state.supervision(), before);
    state
        .set_classes(names(&["one", "two", "three"]))
        .expect("three names");
    assert_eq!(state.supervision().documents, before.documents);
    state.refit(&run()).expect("a fit");
    assert_eq!(state.predictions().documents.n_columns(), 3);
}

#[test]
fn answers_about_what_is_not_there_are_ignored() {
    let (mut state, _) = labelling(10, 2, "auto");
    let before = state.supervision();
    for (item, reply) in [
        (Item::Document(10), Reply::Class(0)),
        (Item::Word(u32::MAX), Reply::Class(0)),
        (Item::Document(0), Reply::Class(2)),
    ] {
        state.answer(&Answer {
            item,
            reply,
            drawn: Drawn::Chosen,
            predicted: None,
        });
    }
    assert_eq!(state.supervision(), before);
    assert_eq!(state.standing().cost, 0.0);
}

#[test]
fn a_large_corpus_is_worked_on_by_a_sample_and_all_its_documents_are_classified() {
    let (corpus, truth) = made(600, 2);
    let known = Supervision::new(["c0", "c1"], 600);
    let settings = Settings {
        sample: 150,
        ..Settings::default()
    };
    let mut state = Labelling::new(corpus, known, settings).expect("a state");
    // A document outside the sample may be answered too.
    for (j, &class) in truth.iter().enumerate().take(8) {
        state.answer(&Answer {
            item: Item::Document(j),
            reply: Reply::Class(class),
            drawn: Drawn::Chosen,
            predicted: None,
        });
    }
    state.refit(&run()).expect("a fit");
    play(&mut state, &truth, 25);
    let classes = state.predictions().classes;
    let right = classes.iter().zip(&truth).filter(|(a, b)| a == b).count();
    assert!(right > 540, "{right} of 600");
}

#[test]
fn shares_of_classes_come_from_documents_drawn_by_lot_alone() {
    let (mut state, _) = labelling(80, 2, "auto");
    let mut answer = |j, class, drawn| {
        state.answer(&Answer {
            item: Item::Document(j),
            reply: Reply::Class(class),
            drawn,
            predicted: None,
        });
    };
    (0..30).for_each(|j| answer(j, usize::from(j < 3), Drawn::AtRandom));
    (30..60).for_each(|j| answer(j, 1, Drawn::Chosen));
    let shares = state.supervision().class_shares().expect("uneven");
    assert!((shares[1] - 8.0 / 40.0).abs() < 1e-12, "{shares:?}");
}

#[test]
fn a_simulation_learns_and_repeats() {
    let (corpus, truth) = made(200, 2);
    let truth: Vec<Option<usize>> = truth.into_iter().map(Some).collect();
    let known = Supervision::new(["c0", "c1"], 200);
    for start in [Start::Nothing, Plan::default().start] {
        let plan = Plan {
            start,
            budget: 120.0,
            every: 20.0,
            oracle: 4,
            ..Plan::default()
        };
        let play = || simulate(&corpus, &truth, &known, &plan, &run()).expect("a simulation");
        let found = play();
        assert_eq!(found, play());
        let costs: Vec<f64> = found.curve.iter().map(|point| point.cost).collect();
        assert_eq!(costs, [0.0, 20.0, 40.0, 60.0, 80.0, 100.0, 120.0]);
        let last = found.curve.last().expect("points");
        assert!(last.accuracy > 0.85, "{last:?}");
        let paid = |asked: &Asked| if *asked == Asked::Document { 5.0 } else { 1.0 };
        assert!(found.asked.iter().map(paid).sum::<f64>() >= 120.0);
    }
}

#[test]
fn a_simulation_that_has_nothing_left_to_ask_ends() {
    let (corpus, truth) = made(12, 2);
    let truth: Vec<Option<usize>> = truth.into_iter().map(Some).collect();
    let known = Supervision::new(["c0", "c1"], 12);
    let plan = Plan {
        budget: 10_000.0,
        every: 1000.0,
        ..Plan::default()
    };
    let found = simulate(&corpus, &truth, &known, &plan, &run()).expect("a simulation");
    assert_eq!(found.curve.len(), 11);
}

#[test]
fn the_question_of_least_expected_error_is_that_of_all_candidates() {
    let (corpus, truth) = made(24, 2);
    let mut known = Supervision::new(["c0", "c1"], 24);
    (0..6).for_each(|j| known.label_document(j, truth[j]));
    let input = Input::new(&corpus);
    let view = input.default_view();
    let factors = factorise(&view, &known, None, tri::Params::default(), &run()).expect("a fit");
    let documents = Targets::of_documents(&known.documents, 2);
    let words = word_targets(&known, corpus.n_terms());
    let labels = (&documents, &words);
    let params = (2, tri::Params::default());
    let problem = Problem::new(&view.rows, &view.transposed, labels, None, params);
    let base = Candidates::new(&problem, &factors);
    let p = [factors.document_posteriors(), factors.word_posteriors()];
    let of_document = |j: usize| {
        (0..2)
            .map(|k| -p[0][(j, k)] * base.document(j, k).error)
            .sum()
    };
    let of_word = |i: usize| (0..2).map(|k| -p[1][(i, k)] * base.word(i, k).error).sum();
    let documents = (6..24).map(of_document);
    let all: Vec<f64> = documents
        .chain((0..corpus.n_terms()).map(of_word))
        .collect();
    let best = all.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let place = all
        .iter()
        .position(|value| *value == best)
        .expect("a best one");
    let settings = Settings {
        strategy: super::Strategy::Ere,
        learner: Learner::Tri,
        random_every: 0,
        ..Settings::default()
    };
    known.is_random_sample = false;
    let mut state = Labelling::new(corpus, known, settings).expect("a state");
    state.refit(&run()).expect("a fit");
    let question = ask(&state).expect("a question");
    let expected = if place < 18 {
        Item::Document(place + 6)
    } else {
        Item::Word((place - 18) as u32)
    };
    assert_eq!(question.item, expected);
    let Reason::Expected { utility, among, .. } = question.reason else {
        panic!("{:?}", question.reason);
    };
    assert!((utility - best).abs() < 1e-12 && among == all.len());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]
    #[test]
    fn no_sequence_of_answers_breaks_the_state(
        seed in 0u64..500,
        name in 0usize..7,
        k in 2usize..5,
        steps in proptest::collection::vec((0usize..5, 0usize..5), 1..25),
    ) {
        let (mut state, _) = labelling(9, k, NAMES[name]);
        let mut draw = rng::stream(seed, "answers", 0);
        for (kind, class) in steps {
            let item = match ask(&state) {
                Some(question) if kind != 0 => {
                    let sum: f64 = question.posterior.iter().sum();
                    prop_assert!((sum - 1.0).abs() < 1e-9, "{question:?}");
                    question.item
                }
                _ => Item::Document(rng::below(&mut draw, 9)),
            };
            let reply = match kind {
                1 => Reply::Skip,
                2 => Reply::DontKnow,
                _ => Reply::Class(class),
            };
            let drawn = if class == 0 { Drawn::AtRandom } else { Drawn::Chosen };
            state.answer(&Answer { item, reply, drawn, predicted: None });
            if kind == 4 {
                state.retract(item);
            }
            state.refit(&run()).expect("a fit");
            let standing = state.standing();
            prop_assert!(standing.cost.is_finite());
            if let Some(accuracy) = standing.accuracy {
                prop_assert!(accuracy.low <= accuracy.estimate && accuracy.estimate <= accuracy.high);
            }
        }
        prop_assert!(state.predictions().documents.values().iter().all(|p| p.is_finite()));
    }
}

use super::*;
use proptest::prelude::*;
use recto_math::Silent;
use recto_math::em::Iterate;
use recto_testing::golden;
use recto_testing::golden::Tolerance::Absolute;

/// The example of the golden file: two sub-events, one background topic.
fn example() -> (Model, Vec<Batch>, Vec<f64>) {
    let file = golden!("em");
    let counts: Vec<Vec<usize>> = file.at("counts").read();
    let mut batch = Batch {
        times: file.at("t").numbers(),
        starts: vec![0],
        words: Vec::new(),
    };
    for row in &counts {
        for (word, &count) in (0..).zip(row) {
            batch.words.extend(std::iter::repeat_n(word, count));
        }
        batch.starts.push(batch.words.len());
    }
    let mut corpus = vec![1e-12; 4];
    batch.words.iter().for_each(|&w| corpus[w as usize] += 1.0);
    let total: f64 = corpus.iter().sum();
    corpus.iter_mut().for_each(|count| *count /= total);
    let model = Model {
        n_events: 2,
        n_topics: 3,
        n_words: 4,
        corpus,
        lambda: 1.0,
        least_sigma: 5.0,
        duration: 160.0,
    };
    (model, vec![batch], file.at("R_init").matrix().concat())
}

#[test]
fn steps_and_objectives_are_those_of_the_prototype() {
    let file = golden!("em");
    let (model, batches, first) = example();
    let near = Absolute(1e-9);
    let parameters = model.start([(&batches[0], &first)]);
    let expected = file.at("after_first_mstep");
    let shares: Vec<f64> = parameters.log_share.iter().map(|x| x.exp()).collect();
    expected.at("pi").assert_all_near(&shares, near);
    expected.at("mu").assert_all_near(&parameters.mu, near);
    expected
        .at("sigma")
        .assert_all_near(&parameters.sigma, near);
    for (topic, row) in expected.at("p_w").entries().iter().enumerate() {
        let words: Vec<f64> = (0..4)
            .map(|w| parameters.log_word[w * 3 + topic].exp())
            .collect();
        row.assert_all_near(&words, near);
    }
    let (_, r) = model.step(&batches[0], first.clone(), &parameters);
    let rows = file.at("first_estep").at("R").entries();
    for (row, r) in rows.iter().zip(r.chunks(3)) {
        row.assert_all_near(r, near);
    }
    let start = Start {
        parameters,
        states: vec![first],
    };
    let stop = Stop {
        iterations: 5,
        tolerance: 0.0,
    };
    let run = Run::new(0, &Silent);
    let fit = em::fit(&model, &batches, start, stop, "", &run).expect("nobody cancels");
    file.at("objective_trace")
        .assert_all_near(&fit.history, near);
    file.at("final")
        .at("mu")
        .assert_all_near(&fit.parameters.mu, Absolute(1e-6));
}

fn run_fit(times: &[f64], words: &[Vec<u32>], windows: &[Window]) -> Vec<Topic> {
    let mut starts = vec![0];
    starts.extend(words.iter().scan(0, |end, words| {
        *end += words.len();
        Some(*end)
    }));
    let input = Input {
        times,
        starts: &starts,
        words: &words.concat(),
        n_words: 40,
        duration: 600.0,
        bin: 10.0,
    };
    let params = Params {
        init: Init::Window,
        ..Params::paper()
    };
    fit(&input, windows, &params, &Run::new(0, &Silent)).expect("nobody cancels")
}

#[test]
fn two_bursts_with_words_of_their_own_are_told_apart_where_they_overlap() {
    // Words 0 and 1 around 100 s, words 2 and 3 around 140 s, others all the time.
    let mut rows: Vec<(f64, Vec<u32>)> = Vec::new();
    for i in 0..60u32 {
        rows.push((f64::from(i) * 10.0, vec![4 + i % 36, 4 + (i * 7) % 36]));
        rows.push((95.0 + f64::from(i % 30), vec![0, 1, 4 + i % 18]));
        rows.push((125.0 + f64::from(i % 30), vec![2, 3, 22 + i % 18]));
    }
    rows.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (times, words): (Vec<f64>, Vec<Vec<u32>>) = rows.into_iter().unzip();
    let window = |start, end| Window {
        start,
        end,
        peak: start + 1,
    };
    let found = run_fit(&times, &words, &[window(9, 12), window(13, 15)]);
    assert_eq!(found.len(), 2);
    for (topic, own) in found.iter().zip([0u32, 2]) {
        let is_own = |m: &&u32| words[**m as usize].contains(&own);
        assert_eq!(topic.members.iter().filter(is_own).count(), 60);
        let is_other = |m: &&u32| words[**m as usize].contains(&(2 - own));
        assert_eq!(topic.members.iter().filter(is_other).count(), 0);
    }
}

proptest! {
    // Debug assertions inside the fit watch the objective.
    #[test]
    fn any_stream_fits_with_an_objective_that_never_falls(
        rows in prop::collection::vec((0.0f64..600.0, prop::collection::vec(0u32..8, 0..6)), 1..60),
        starts in prop::collection::vec(0usize..55, 1..5),
    ) {
        let mut rows = rows;
        rows.sort_by(|a, b| a.0.total_cmp(&b.0));
        let (times, words): (Vec<f64>, Vec<Vec<u32>>) = rows.into_iter().unzip();
        let windows: Vec<Window> = starts
            .iter()
            .map(|&start| Window { start, end: start + 3, peak: start + 1 })
            .collect();
        for topic in run_fit(&times, &words, &windows) {
            prop_assert!(topic.sigma >= 10.0 && topic.sigma <= 300.0);
            prop_assert!((0.0..=600.0).contains(&topic.peak) && topic.mu.is_finite());
            prop_assert!(topic.members.is_sorted());
        }
    }
}

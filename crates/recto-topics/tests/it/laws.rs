//! The laws that every method keeps.

use rand_chacha::rand_core::Rng;
use recto_math::partition::Overlap;
use recto_math::{Run, Silent, rng};
use recto_testing::laws::{self, Law, Names, Verdict, ensure, ensure_distributions, or_breach};
use recto_testing::text::with_lines;
use recto_text::{Analysis, Language};
use recto_topics::corpus::passages;
use recto_topics::heldout;
use recto_topics::model_selection::stability;
use recto_topics::{
    Corpus, CorpusBuilder, DenseMatrix, Filter, FittedTopics, Method, Options, TopicModel,
    TopicsError, methods, saved,
};

type TopicsLaw = Law<Options, dyn TopicModel, TopicsError>;

fn every_law() -> [TopicsLaw; 17] {
    let is_cancelled = |error: &TopicsError| matches!(error, TopicsError::Cancelled(_));
    let few_iterations = Options {
        iterations: Some(8),
        ..asking(6)
    };
    [
        laws::readable_row(Names::Letters),
        laws::parameters_survive_json(<dyn TopicModel>::parameters),
        Law::new("one document has topics", one_document),
        Law::new(
            "all shares are distributions, whatever the counts",
            distributions,
        ),
        laws::random_unicode("topic laws", 4, 600, fitted),
        Law::new(
            "a number of topics is kept, and refused at 0 and above the number of words",
            count_kept,
        ),
        Law::new(
            "a number of topics is chosen if none is given",
            count_chosen,
        ),
        Law::new(
            "a document without words is reported and its topics are even",
            empty_documents,
        ),
        Law::new("the objective never falls", never_falls),
        laws::same_bytes(few_iterations, on_corpus(made(3000, 50))),
        laws::cancels(asking(3), on_corpus(made(30, 9)), is_cancelled),
        Law::new("a corpus twice over has topics too", doubled),
        Law::new("the paper's parameters work too", as_published),
        Law::new(
            "permuting the documents permutes the topics, up to their order",
            permuted,
        ),
        Law::new("scoring held-out documents changes no model", scored),
        Law::new(
            "a saved model folds a document alone as in a batch",
            folds_alike,
        ),
        Law::new("a fit that would not fit is refused", memory_refused),
    ]
}

/// How the laws of all capabilities run a topic model: on a made corpus.
fn on_corpus(
    corpus: Corpus,
) -> impl Fn(&(dyn TopicModel + 'static), &Run<'_>) -> Result<FittedTopics, TopicsError> + Sync {
    move |model, run| model.fit(&corpus, run)
}

/// Documents of two segments about one of four subjects, and an empty one every
/// `empty_every`.
fn made(documents: usize, empty_every: usize) -> Corpus {
    let mut draw = rng::stream(0, "topic laws", 0);
    let mut builder = CorpusBuilder::new();
    for document in 0..documents {
        let n = if (document + 1) % empty_every == 0 {
            0
        } else {
            12
        };
        let mut word = || match draw.next_u32() % 4 {
            0 => format!("common{}", draw.next_u32() % 9),
            _ => format!("w{}x{}", document % 4, draw.next_u32() % 15),
        };
        let segments: Vec<Vec<String>> = (0..2).map(|_| (0..n).map(|_| word()).collect()).collect();
        builder.push_terms(segments.iter().map(|s| s.iter().map(String::as_str)));
    }
    let filter = Filter {
        min_documents: Some(1),
        ..Filter::default()
    };
    builder.finish(&filter).expect("terms")
}

fn asking(topics: usize) -> Options {
    Options {
        topics: Some(topics),
        iterations: Some(30),
        ..Options::default()
    }
}

fn fit(method: &Method, corpus: &Corpus, options: &Options) -> Result<FittedTopics, TopicsError> {
    (method.build)(options)?.fit(corpus, &Run::new(0, &Silent))
}

fn check_fit(found: &FittedTopics, corpus: &Corpus) -> Verdict {
    ensure_distributions("documents", &found.documents, corpus.n_documents())?;
    let table = |rows: Vec<Vec<f64>>| DenseMatrix::from_values(rows[0].len(), rows.concat());
    let segments = (0..corpus.n_segments()).map(|s| found.segment(corpus, s).into_owned());
    ensure_distributions("segments", &table(segments.collect()), corpus.n_segments())?;
    let compared = (0..corpus.n_documents()).map(|document| found.distribution(document).to_vec());
    ensure_distributions("compared", &table(compared.collect()), corpus.n_documents())?;
    let words = &found.model.words;
    let column = |z: usize| words.rows().map(move |row| row[z]);
    let columns = (0..words.n_columns()).flat_map(column).collect();
    let words = DenseMatrix::from_values(corpus.n_terms(), columns);
    ensure_distributions("words", &words, found.n_topics())?;
    let weights = DenseMatrix::from_values(found.n_topics(), found.weights.clone());
    ensure_distributions("weights", &weights, 1)?;
    let unigram = DenseMatrix::from_values(corpus.n_terms(), found.model.unigram.clone());
    ensure_distributions("unigram", &unigram, 1)?;
    if let Some(clusters) = &found.model.clusters {
        ensure_distributions("clusters", clusters, found.model.alpha.len())?;
    }
    let labelled = found.model.labels.len() == found.n_topics();
    ensure(
        labelled && found.model.labels.iter().all(|l| !l.is_empty()),
        || format!("labels {:?}", found.model.labels),
    )
}

fn one_document(method: &Method) -> Verdict {
    let corpus = made(1, 9);
    let found = or_breach(fit(method, &corpus, &asking(2)))?;
    check_fit(&found, &corpus)
}

fn distributions(method: &Method) -> Verdict {
    let mut draw = rng::stream(0, "topic laws", 1);
    for round in 0..12 {
        let mut builder = CorpusBuilder::new();
        let n_words = 1 + draw.next_u32() % 30;
        for _ in 0..6 + draw.next_u32() % 10 {
            let words: Vec<String> = (0..draw.next_u32() % 20)
                .map(|_| format!("word{}", draw.next_u32() % n_words))
                .collect();
            let segments = words.chunks(5).map(|s| s.iter().map(String::as_str));
            builder.push_terms(segments);
        }
        builder.push_terms([["word0", "word0", "other"], ["word0", "word1", "more"]]);
        builder.push_terms([["word0"], ["word2"]]);
        let corpus = or_breach(builder.finish(&Filter::default()))?;
        let found = or_breach(fit(method, &corpus, &asking(1 + round % 4)))?;
        check_fit(&found, &corpus)?;
    }
    Ok(())
}

/// A document of analysed text has topics, beside one of plain words so that there always
/// are some.
fn fitted(method: &Method, text: &str) -> Verdict {
    let mut builder = CorpusBuilder::new();
    with_lines(text, Analysis::Topic, Language::detect(text), |units| {
        builder.push(units, &passages(units, 5));
    });
    builder.push_terms([["harbour", "boat", "net"]]);
    let corpus = or_breach(builder.finish(&Filter::default()))?;
    check_fit(&or_breach(fit(method, &corpus, &asking(2)))?, &corpus)
}

fn count_kept(method: &Method) -> Verdict {
    let corpus = made(40, 99);
    for topics in [1, 2, 7, 40] {
        let found = or_breach(fit(method, &corpus, &asking(topics)))?;
        ensure(found.n_topics() == topics, || {
            format!("{} for {topics}", found.n_topics())
        })?;
        check_fit(&found, &corpus)?;
    }
    let tokens = corpus.n_tokens() as usize;
    for asked in [0, tokens + 1] {
        let found = fit(method, &corpus, &asking(asked)).map(|found| found.n_topics());
        let refused = found == Err(TopicsError::TopicCount { asked, tokens });
        ensure(refused, || format!("{found:?} for {asked}"))?;
    }
    Ok(())
}

fn count_chosen(method: &Method) -> Verdict {
    let corpus = made(80, 99);
    let options = Options {
        topics: None,
        ..asking(0)
    };
    let found = or_breach(fit(method, &corpus, &options))?;
    let Some(choice) = &found.choice else {
        return Err("no choice is told".into());
    };
    let sound = (2..=16).contains(&choice.n_topics)
        && found.n_topics() == choice.n_topics
        && choice
            .stability
            .is_none_or(|value| (0.0..=1.0).contains(&value))
        && !choice.tried.is_empty();
    ensure(sound, || format!("{choice:?}"))
}

fn empty_documents(method: &Method) -> Verdict {
    let corpus = made(20, 5);
    let found = or_breach(fit(method, &corpus, &asking(4)))?;
    check_fit(&found, &corpus)?;
    let is_even = |&d: &usize| found.documents.row(d).iter().all(|&p| p == 0.25);
    let sound = found.empty == [4, 9, 14, 19] && found.empty.iter().all(is_even);
    let said = found.warnings.iter().any(|w| w.message.contains("4 of 20"));
    ensure(sound && said, || {
        format!("{:?} {:?}", found.empty, found.warnings)
    })
}

fn never_falls(method: &Method) -> Verdict {
    let found = or_breach(fit(method, &made(60, 7), &asking(5)))?;
    let falls = |pair: &[f64]| pair[1] < pair[0] - 1e-9 * pair[0].abs();
    let fall = found.history.windows(2).position(falls);
    ensure(fall.is_none(), || {
        format!("at {fall:?} of {:?}", found.history)
    })
}

fn doubled(method: &Method) -> Verdict {
    let once = made(20, 9);
    let twice: Vec<usize> = (0..20).chain(0..20).collect();
    let corpus = once.subset(&twice);
    let found = or_breach(fit(method, &corpus, &asking(4)))?;
    check_fit(&found, &corpus)
}

fn as_published(method: &Method) -> Verdict {
    let corpus = made(30, 9);
    let options = Options {
        paper: true,
        ..asking(4)
    };
    check_fit(&or_breach(fit(method, &corpus, &options))?, &corpus)
}

/// The likeliest topic of each document.
fn main_topics(found: &FittedTopics) -> Vec<usize> {
    let likeliest = |row: &[f64]| {
        let better = |best: usize, z: usize| if row[z] > row[best] { z } else { best };
        (0..row.len()).fold(0, better)
    };
    found.documents.rows().map(likeliest).collect()
}

/// Starts are drawn by the index of a document, so a permuted corpus is fitted from another
/// start: the four subjects must be found all the same.
fn permuted(method: &Method) -> Verdict {
    if method.name == "sgm-literal" {
        // Its topics are those of the random start.
        return Ok(());
    }
    let corpus = made(120, 999);
    let options = Options {
        topics: Some(4),
        // Fewer clusters than subjects would leave the topics of ext-plsa undetermined.
        clusters: Some(4),
        restarts: Some(10),
        ..Options::default()
    };
    let mut order: Vec<usize> = (0..corpus.n_documents()).collect();
    rng::shuffle(&mut rng::stream(0, "topic laws", 2), &mut order);
    let found = or_breach(fit(method, &corpus, &options))?;
    let other = or_breach(fit(method, &corpus.subset(&order), &options))?;
    let topics = main_topics(&found);
    let expected: Vec<usize> = order.iter().map(|&document| topics[document]).collect();
    let accuracy = Overlap::new(&expected, &main_topics(&other)).accuracy();
    let agreement = stability(&[&found.model.words, &other.model.words]);
    ensure(accuracy > 0.97 && agreement > 0.9, || {
        format!("{accuracy} of the documents and {agreement} of the words agree")
    })
}

fn scored(method: &Method) -> Verdict {
    let split = or_breach(heldout::split(&made(40, 9), 0.2, 0))?;
    let found = or_breach(fit(method, &split.train, &asking(4)))?;
    let before = found.model.clone();
    let scores = heldout::document_scores(&found.model, &split);
    let perplexity = heldout::perplexity(&found.model, &split);
    let is_pure = found.model == before
        && scores == heldout::document_scores(&found.model, &split)
        && fit(method, &split.train, &asking(4)).is_ok_and(|again| again == found);
    ensure(is_pure, || "the model or its scores changed".into())?;
    ensure(perplexity.is_finite() && perplexity >= 1.0, || {
        format!("a perplexity of {perplexity}")
    })
}

fn folds_alike(method: &Method) -> Verdict {
    let corpus = made(30, 9);
    let found = or_breach(fit(method, &corpus, &asking(4)))?;
    let model = or_breach(saved::load(&saved::save(&found.model)))?;
    ensure(model == found.model, || "the saved model differs".into())?;
    let documents: Vec<Vec<_>> = (0..corpus.n_documents())
        .map(|d| {
            corpus
                .segments_of(d)
                .map(|s| corpus.segments().row(s))
                .collect()
        })
        .collect();
    let batch = model.fold(&documents);
    for (document, mixed) in documents.iter().zip(&batch) {
        let alone = model.fold(std::slice::from_ref(document));
        ensure(alone[0] == *mixed, || "alone differs from the batch".into())?;
        ensure_distributions(
            "folded",
            &DenseMatrix::from_values(4, mixed.topics.clone()),
            1,
        )?;
        let spelled = |row: &recto_math::SparseRow<'_>| -> Vec<&str> {
            let repeat = |(w, n): (u32, f64)| std::iter::repeat_n(w as usize, n as usize);
            row.iter()
                .flat_map(repeat)
                .map(|w| corpus.terms()[w].as_str())
                .collect()
        };
        let by_terms = model.fold_terms(&model.term_ids(), document.iter().map(spelled));
        ensure(by_terms == *mixed, || "terms differ from counts".into())?;
        ensure_distributions(
            "folded",
            &DenseMatrix::from_values(4, mixed.segments.concat()),
            document.len(),
        )?;
    }
    Ok(())
}

fn memory_refused(method: &Method) -> Verdict {
    let options = Options {
        memory_limit: Some(1000),
        ..asking(3)
    };
    let found = fit(method, &made(30, 9), &options);
    let refused = matches!(found, Err(TopicsError::TooMuchMemory { .. }));
    ensure(refused, || "it was not".into())
}

#[test]
fn every_method_keeps_every_law() {
    assert_eq!(laws::check_and_catch(methods(), &every_law()), Ok(()));
}

//! The laws that every method keeps.
//!
//! Tests run [`check`] over a table of methods: the built-in one, and any that a method
//! written elsewhere adds its row to.

use rand_chacha::rand_core::Rng;
use recto_math::{Observer, Progress, Run, Silent, rng};
use recto_topics::{
    Corpus, CorpusBuilder, Filter, FittedTopics, Method, Options, Table, TopicsError, saved,
};
use std::num::NonZeroUsize;

type Law = fn(&Method) -> Result<(), String>;

/// Every law with the fact that it states.
const LAWS: [(&str, Law); 13] = [
    ("one document has topics", one_document),
    (
        "all shares are distributions, whatever the counts",
        distributions,
    ),
    (
        "a number of topics is kept, and refused at 0 and above the number of words",
        count_kept,
    ),
    (
        "a number of topics is chosen if none is given",
        count_chosen,
    ),
    (
        "a document without words is reported and its topics are even",
        empty_documents,
    ),
    ("the objective never falls", never_falls),
    ("the same bytes come out at 1, 2 and 7 threads", same_bytes),
    ("a cancelled run returns at once", cancels),
    ("a corpus twice over has topics too", doubled),
    ("the paper's parameters work too", as_published),
    (
        "a saved model folds a document alone as in a batch",
        folds_alike,
    ),
    ("a fit that would not fit is refused", memory_refused),
    (
        "its row says what it is, and parameters survive JSON",
        row_is_readable,
    ),
];

/// Checks every law on every method.
///
/// # Errors
/// The first breach: which method, which law, and what happened.
fn check(methods: &[Method]) -> Result<(), String> {
    for method in methods {
        for (fact, law) in LAWS {
            law(method).map_err(|breach| format!("{}: {fact}: {breach}", method.name))?;
        }
    }
    Ok(())
}

fn expect(holds: bool, breach: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(breach()) }
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

fn told<T>(result: Result<T, TopicsError>) -> Result<T, String> {
    result.map_err(|error| error.to_string())
}

fn check_rows(name: &str, table: &Table, rows: usize) -> Result<(), String> {
    let sound = |row: &[f64]| {
        row.iter().all(|p| (0.0..=1.0 + 1e-9).contains(p))
            && (row.iter().sum::<f64>() - 1.0).abs() < 1e-6
    };
    expect(table.n_rows() == rows && table.rows().all(sound), || {
        format!(
            "{name}: {} rows of {rows}, or a row that is no distribution",
            table.n_rows()
        )
    })
}

fn check_fit(found: &FittedTopics, corpus: &Corpus) -> Result<(), String> {
    check_rows("documents", &found.documents, corpus.n_documents())?;
    check_rows("segments", &found.segments, corpus.n_segments())?;
    check_rows("pmfs", &found.pmfs, corpus.n_documents())?;
    let words = &found.model.words;
    let column = |z: usize| words.rows().map(move |row| row[z]);
    let columns = (0..words.width()).flat_map(column).collect();
    let words = Table::from_values(corpus.n_terms(), columns);
    check_rows("words", &words, found.n_topics())?;
    let weights = Table::from_values(found.n_topics(), found.weights.clone());
    check_rows("weights", &weights, 1)?;
    let labelled = found.model.labels.len() == found.n_topics();
    expect(
        labelled && found.model.labels.iter().all(|l| !l.is_empty()),
        || format!("labels {:?}", found.model.labels),
    )
}

fn one_document(method: &Method) -> Result<(), String> {
    let corpus = made(1, 9);
    let found = told(fit(method, &corpus, &asking(2)))?;
    check_fit(&found, &corpus)
}

fn distributions(method: &Method) -> Result<(), String> {
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
        let corpus = told(builder.finish(&Filter::default()))?;
        let found = told(fit(method, &corpus, &asking(1 + round % 4)))?;
        check_fit(&found, &corpus)?;
    }
    Ok(())
}

fn count_kept(method: &Method) -> Result<(), String> {
    let corpus = made(40, 99);
    for topics in [1, 2, 7, 40] {
        let found = told(fit(method, &corpus, &asking(topics)))?;
        expect(found.n_topics() == topics, || {
            format!("{} for {topics}", found.n_topics())
        })?;
        check_fit(&found, &corpus)?;
    }
    let tokens = corpus.n_tokens() as usize;
    for asked in [0, tokens + 1] {
        let found = fit(method, &corpus, &asking(asked)).map(|found| found.n_topics());
        let refused = found == Err(TopicsError::TopicCount { asked, tokens });
        expect(refused, || format!("{found:?} for {asked}"))?;
    }
    Ok(())
}

fn count_chosen(method: &Method) -> Result<(), String> {
    let corpus = made(80, 99);
    let options = Options {
        topics: None,
        ..asking(0)
    };
    let found = told(fit(method, &corpus, &options))?;
    let Some(choice) = &found.choice else {
        return Err("no choice is told".into());
    };
    let sound = (2..=16).contains(&choice.n_topics)
        && found.n_topics() == choice.n_topics
        && (0.0..=1.0).contains(&choice.stability)
        && !choice.tried.is_empty();
    expect(sound, || format!("{choice:?}"))
}

fn empty_documents(method: &Method) -> Result<(), String> {
    let corpus = made(20, 5);
    let found = told(fit(method, &corpus, &asking(4)))?;
    check_fit(&found, &corpus)?;
    let is_even = |&d: &usize| found.documents.row(d).iter().all(|&p| p == 0.25);
    let sound = found.empty == [4, 9, 14, 19] && found.empty.iter().all(is_even);
    let said = found.warnings.iter().any(|w| w.contains("4 of 20"));
    expect(sound && said, || {
        format!("{:?} {:?}", found.empty, found.warnings)
    })
}

fn never_falls(method: &Method) -> Result<(), String> {
    let found = told(fit(method, &made(60, 7), &asking(5)))?;
    let falls = |pair: &[f64]| pair[1] < pair[0] - 1e-9 * pair[0].abs();
    let fall = found.history.windows(2).position(falls);
    expect(fall.is_none(), || {
        format!("at {fall:?} of {:?}", found.history)
    })
}

fn same_bytes(method: &Method) -> Result<(), String> {
    let corpus = made(3000, 50);
    let model = told((method.build)(&Options {
        iterations: Some(8),
        ..asking(6)
    }))?;
    let at = |threads: usize| {
        let run = Run::new(0, &Silent).with_threads(NonZeroUsize::new(threads).expect("not zero"));
        run.install(|| model.fit(&corpus, &run))
    };
    let one = told(at(1))?;
    for threads in [2, 7] {
        let other = told(at(threads))?;
        expect(one == other, || {
            format!("{threads} threads differ from one")
        })?;
    }
    Ok(())
}

struct Refuses;
impl Observer for Refuses {
    fn on_progress(&self, _: &Progress<'_>) -> bool {
        false
    }
}

fn cancels(method: &Method) -> Result<(), String> {
    let model = told((method.build)(&asking(3)))?;
    let found = model.fit(&made(30, 9), &Run::new(0, &Refuses));
    let stopped = matches!(found, Err(TopicsError::Cancelled(_)));
    expect(stopped, || "it went on".into())
}

fn doubled(method: &Method) -> Result<(), String> {
    let once = made(20, 9);
    let twice: Vec<usize> = (0..20).chain(0..20).collect();
    let corpus = once.subset(&twice);
    let found = told(fit(method, &corpus, &asking(4)))?;
    check_fit(&found, &corpus)
}

fn as_published(method: &Method) -> Result<(), String> {
    let corpus = made(30, 9);
    let options = Options {
        paper: true,
        ..asking(4)
    };
    check_fit(&told(fit(method, &corpus, &options))?, &corpus)
}

fn folds_alike(method: &Method) -> Result<(), String> {
    let corpus = made(30, 9);
    let found = told(fit(method, &corpus, &asking(4)))?;
    let model = told(saved::load(&saved::save(&found.model)))?;
    expect(model == found.model, || "the saved model differs".into())?;
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
        expect(alone[0] == *mixed, || "alone differs from the batch".into())?;
        check_rows("folded", &Table::from_values(4, mixed.topics.clone()), 1)?;
        let spelled = |row: &recto_math::SparseRow<'_>| -> Vec<&str> {
            let repeat = |(w, n): (u32, f64)| std::iter::repeat_n(w as usize, n as usize);
            row.iter()
                .flat_map(repeat)
                .map(|w| corpus.terms()[w].as_str())
                .collect()
        };
        let by_terms = model.fold_terms(&model.places(), document.iter().map(spelled));
        expect(by_terms == *mixed, || "terms differ from counts".into())?;
        check_rows(
            "folded",
            &Table::from_values(4, mixed.segments.concat()),
            document.len(),
        )?;
    }
    Ok(())
}

fn memory_refused(method: &Method) -> Result<(), String> {
    let options = Options {
        memory_limit: Some(1000),
        ..asking(3)
    };
    let found = fit(method, &made(30, 9), &options);
    let refused = matches!(found, Err(TopicsError::TooMuchMemory { .. }));
    expect(refused, || "it was not".into())
}

fn row_is_readable(method: &Method) -> Result<(), String> {
    let is_letter = |c: char| c.is_ascii_lowercase() || c == '-';
    let named = !method.name.is_empty() && method.name.chars().all(is_letter);
    let told_so = !method.summary.contains('\n') && (10..=90).contains(&method.summary.len());
    expect(named && told_so, || {
        format!("{:?}: {:?}", method.name, method.summary)
    })?;
    let parameters = told((method.build)(&Options::default()))?.parameters();
    let parsed: serde_json::Value =
        serde_json::from_str(&parameters.to_string()).map_err(|error| error.to_string())?;
    expect(parameters.is_object() && parameters == parsed, || {
        parameters.to_string()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_method_keeps_every_law() {
        assert_eq!(check(recto_topics::methods()), Ok(()));
    }

    #[test]
    fn a_method_that_breaks_a_law_is_caught() {
        let mut row = recto_topics::methods()[0];
        row.summary = "short";
        assert!(check(&[row]).is_err_and(|breach| breach.contains("short")));
    }
}

//! The laws that every method keeps.

use rand_chacha::rand_core::Rng;
use recto_classify::{
    Abstention, Classifier, ClassifyError, Corpus, CorpusBuilder, Filter, FittedClasses, Leaning,
    Method, Options, Supervision, methods, saved, switches,
};
use recto_math::{DenseMatrix, Run, Silent, rng};
use recto_testing::laws::{self, Law, Names, Verdict, ensure, ensure_distributions, or_breach};
use recto_testing::text::with_lines;
use recto_text::{Analysis, Language};

type ClassifyLaw = Law<Options, dyn Classifier, ClassifyError>;

fn every_law() -> [ClassifyLaw; 17] {
    let is_cancelled = |error: &ClassifyError| matches!(error, ClassifyError::Cancelled(_));
    [
        laws::readable_row(Names::Letters),
        laws::parameters_survive_json(<dyn Classifier>::parameters),
        laws::same_bytes(Options::default(), on_made(900, 40)),
        laws::cancels(Options::default(), on_made(60, 25), is_cancelled),
        laws::random_unicode("classify laws", 3, 500, classified),
        Law::new(
            "posteriors are distributions for two to six classes",
            distributions,
        ),
        Law::new(
            "labels are needed, for every class, and must fit",
            bad_labels,
        ),
        Law::new(
            "a document without known words has the prior and is told",
            empty_documents,
        ),
        Law::new(
            "a threshold abstains from unsure documents only",
            thresholds,
        ),
        Law::new("contributions and bias add up to the lead", explanations),
        Law::new("a saved model predicts as the fitted one", saved_alike),
        Law::new(
            "probabilities are calibrated from twenty labels on",
            calibrated,
        ),
        Law::new("documents twice over get their class twice", doubled),
        Law::new(
            "one document, one word and equal documents do no harm",
            tiny,
        ),
        Law::new("the paper's parameters work too", as_published),
        Law::new("labels of one class alone do no harm", one_class),
        Law::new("guesses alone are enough, and do no harm", guessed),
    ]
}

fn on_made(
    documents: usize,
    labels: usize,
) -> impl Fn(&(dyn Classifier + 'static), &Run<'_>) -> Result<FittedClasses, ClassifyError> + Sync {
    let (corpus, known) = made(documents, 2, labels);
    let guessed = with_guesses(&known);
    // The method that takes guesses refuses what has none.
    move |method, run| match method.fit(&corpus, &known, run) {
        Err(ClassifyError::NeedsGuesses { .. }) => method.fit(&corpus, &guessed, run),
        fitted => fitted,
    }
}

/// Documents of `k` classes in turn, every thirteenth empty; two labelled words a class and
/// the first `labels` documents labelled.
fn made(documents: usize, k: usize, labels: usize) -> (Corpus, Supervision) {
    let mut draw = rng::stream(0, "classify laws", 0);
    let mut builder = CorpusBuilder::new();
    for document in 0..documents {
        let n = if document % 13 == 12 { 0 } else { 8 };
        let mut word = || match draw.next_u32() % 3 {
            0 => format!("common{}", draw.next_u32() % 20),
            _ => format!("w{}x{}", document % k, draw.next_u32() % 12),
        };
        let terms: Vec<String> = (0..n).map(|_| word()).collect();
        builder.push_terms(terms);
    }
    let corpus = builder.finish(&Filter::default()).expect("words");
    let mut known = Supervision::new((0..k).map(|class| format!("class{class}")), documents);
    (0..labels).for_each(|j| known.label_document(j, j % k));
    for class in 0..k {
        for word in 0..2 {
            let id = corpus
                .id(&format!("w{class}x{word}"))
                .expect("a frequent word");
            known.label_word(id, class);
        }
    }
    (corpus, known)
}

/// The same with a guess that is right for every document but each eighth and empty ones.
fn with_guesses(known: &Supervision) -> Supervision {
    let k = known.n_classes();
    let guess = |j: usize| {
        // The empty ones of forty documents say nothing.
        let is_silent = j % 40 % 13 == 12;
        let class = if j % 8 == 7 { (j + 1) % k } else { j % k };
        (0..k).map(move |other| {
            if is_silent {
                1.0 / k as f64
            } else if other == class {
                0.6
            } else {
                0.4 / (k - 1) as f64
            }
        })
    };
    let values = (0..known.documents.len()).flat_map(guess).collect();
    Supervision {
        guesses: Some(DenseMatrix::from_values(k, values)),
        ..known.clone()
    }
}

fn fit(
    method: &Method,
    corpus: &Corpus,
    known: &Supervision,
) -> Result<FittedClasses, ClassifyError> {
    fit_with(method, corpus, known, &Options::default())
}

fn fit_with(
    method: &Method,
    corpus: &Corpus,
    known: &Supervision,
    options: &Options,
) -> Result<FittedClasses, ClassifyError> {
    let built = (method.build)(options)?;
    let run = Run::new(0, &Silent);
    match built.fit(corpus, known, &run) {
        Err(ClassifyError::NeedsGuesses { .. }) => built.fit(corpus, &with_guesses(known), &run),
        fitted => fitted,
    }
}

fn check_fit(found: &FittedClasses, corpus: &Corpus) -> Verdict {
    ensure_distributions("documents", &found.documents, corpus.n_documents())?;
    if let Some(words) = &found.words {
        ensure_distributions("words", words, corpus.n_terms())?;
    }
    let finite = found.scores.values().iter().all(|score| score.is_finite());
    ensure(finite, || "a score is not finite".into())?;
    let sized = found.classes.len() == corpus.n_documents()
        && found.abstentions.len() == corpus.n_documents();
    ensure(sized, || "a document is missing".into())
}

/// Analysed text is classified, beside documents of plain words so that there always are
/// some.
fn classified(method: &Method, text: &str) -> Verdict {
    let mut builder = CorpusBuilder::new();
    with_lines(text, Analysis::Sentiment, Language::detect(text), |units| {
        for unit in 0..units.len() {
            let terms: Vec<&str> = units
                .terms(unit)
                .map(|id| units.vocabulary.term(id))
                .collect();
            builder.push_terms(terms);
        }
    });
    for line in [
        "good fine boat",
        "bad poor boat",
        "good boat",
        "bad boat fine",
    ] {
        builder.push_terms(line.split(' '));
    }
    let corpus = or_breach(builder.finish(&Filter::default()))?;
    let n = corpus.n_documents();
    let mut known = Supervision::new(["negative", "positive"], n);
    known.label_document(n - 4, 1);
    known.label_document(n - 3, 0);
    for (word, class) in [("good", 1), ("bad", 0)] {
        known.label_word(corpus.id(word).expect("a frequent word"), class);
    }
    check_fit(&or_breach(fit(method, &corpus, &known))?, &corpus)
}

fn distributions(method: &Method) -> Verdict {
    for k in [2, 3, 4, 6] {
        let (corpus, known) = made(120, k, 8 * k);
        let found = or_breach(fit(method, &corpus, &known))?;
        check_fit(&found, &corpus)?;
        ensure(found.n_classes() == k, || {
            format!("{} of {k} classes", found.n_classes())
        })?;
    }
    Ok(())
}

fn bad_labels(method: &Method) -> Verdict {
    let (corpus, known) = made(40, 2, 6);
    let refused = |known: &Supervision| fit(method, &corpus, known).map(|found| found.classes);
    let mut none = Supervision::new(["a", "b"], 40);
    ensure(refused(&none) == Err(ClassifyError::NoLabels), || {
        "no label".into()
    })?;
    none.label_document(0, 0);
    let missing = Err(ClassifyError::UnlabelledClass("b".into()));
    ensure(refused(&none) == missing, || {
        "a class without labels".into()
    })?;
    let bent = |bend: &dyn Fn(&mut Supervision)| {
        let mut known = known.clone();
        bend(&mut known);
        refused(&known).is_err()
    };
    let bends: [&dyn Fn(&mut Supervision); 6] = [
        &|known| known.documents[3] = Some(9),
        &|known| known.documents.truncate(5),
        &|known| known.label_word_softly(0, vec![0.7, 0.7]),
        &|known| known.label_word_softly(100_000, vec![0.5, 0.5]),
        &|known| known.prior = Some(vec![1.0, 0.0]),
        &|known| known.classes = vec!["a".into(), "a".into()],
    ];
    for (at, bend) in bends.iter().enumerate() {
        ensure(bent(bend), || format!("bad labels {at} were taken"))?;
    }
    Ok(())
}

fn empty_documents(method: &Method) -> Verdict {
    let (corpus, mut known) = made(40, 2, 6);
    known.prior = Some(vec![0.3, 0.7]);
    let found = or_breach(fit(method, &corpus, &known))?;
    let is_told = |&j: &usize| {
        found.documents.row(j) == [0.3, 0.7]
            && found.abstentions[j] == Some(Abstention::NoKnownWord)
            && found.explain(&corpus, j).leaning == Leaning::Neutral
    };
    let said = found.warnings.iter().any(|w| w.message.contains("3 of 40"));
    ensure(
        found.empty == [12, 25, 38] && found.empty.iter().all(is_told) && said,
        || format!("{:?} {:?}", found.empty, found.warnings),
    )
}

fn thresholds(method: &Method) -> Verdict {
    let (corpus, known) = made(60, 2, 30);
    let options = Options {
        threshold: Some(0.9),
        ..Options::default()
    };
    let found = or_breach(fit_with(method, &corpus, &known, &options))?;
    for j in 0..60 {
        let p = found.documents.row(j)[found.classes[j]];
        let unsure = found.abstentions[j] == Some(Abstention::BelowThreshold);
        let is_empty = found.abstentions[j] == Some(Abstention::NoKnownWord);
        ensure(is_empty || unsure == (p < 0.9), || {
            format!("document {j} with {p}")
        })?;
    }
    let options = Options {
        threshold: Some(1.5),
        ..Options::default()
    };
    ensure((method.build)(&options).is_err(), || {
        "a threshold of 1.5 was taken".into()
    })
}

fn explanations(method: &Method) -> Verdict {
    let (corpus, known) = made(60, 3, 24);
    let found = or_breach(fit(method, &corpus, &known))?;
    let scores = found.model.scores(corpus.counts());
    for j in (0..60).filter(|j| !found.empty.contains(j)) {
        let why = found.explain(&corpus, j);
        let lead = scores.row(j)[why.class] - scores.row(j)[why.against];
        let adds_up = !why.is_exact || (why.lead() - lead).abs() < 1e-9 * (1.0 + lead.abs());
        ensure(adds_up, || {
            format!("document {j}: {} for {lead}", why.lead())
        })?;
        let sorted = why.toward.is_sorted_by(|a, b| a.weight >= b.weight)
            && why.away.is_sorted_by(|a, b| a.weight <= b.weight);
        ensure(sorted, || format!("document {j}: the words are not sorted"))?;
    }
    or_breach(switches(&corpus, &known, &found, &Run::new(0, &Silent))).map(drop)
}

fn saved_alike(method: &Method) -> Verdict {
    let (corpus, known) = made(60, 2, 24);
    let found = or_breach(fit(method, &corpus, &known))?;
    let model = or_breach(saved::load(&saved::save(&found.model)))?;
    ensure(model == found.model, || "the saved model differs".into())?;
    // A model that was fitted with guesses takes them of new documents too.
    let guesses = with_guesses(&known).guesses;
    let guesses = guesses.filter(|_| model.guess_weight > 0.0);
    let batch = model.predict(corpus.counts(), guesses.as_ref());
    for (j, predicted) in batch.iter().enumerate() {
        let own = guesses
            .as_ref()
            .map(|all| DenseMatrix::from_values(2, all.row(j).to_vec()));
        let alone = model.predict(&corpus.counts().part(j..j + 1), own.as_ref());
        ensure(alone[0] == *predicted, || {
            format!("document {j} alone differs")
        })?;
        let sound = (predicted.posterior.iter().sum::<f64>() - 1.0).abs() < 1e-6;
        ensure(
            sound && predicted.has_words != found.empty.contains(&j),
            || format!("document {j}: {predicted:?}"),
        )?;
    }
    let terms = ["nowhere", "w0x0", "w0x0"];
    let counts = model.counts([terms]);
    ensure(counts.row(0).values == [2.0], || {
        "unknown terms are counted".into()
    })
}

fn calibrated(method: &Method) -> Verdict {
    let (corpus, known) = made(80, 2, 19);
    let found = or_breach(fit(method, &corpus, &known))?;
    let said = found
        .warnings
        .iter()
        .any(|w| w.message.contains("uncalibrated"));
    ensure(!found.is_calibrated() && said, || {
        format!("{:?}", found.warnings)
    })?;
    let (corpus, known) = made(80, 2, 20);
    let found = or_breach(fit(method, &corpus, &known))?;
    let folds = found
        .out_of_fold
        .as_ref()
        .map(|folds| folds.documents.len());
    ensure(found.is_calibrated() && folds == Some(20), || {
        format!("{folds:?}")
    })
}

fn doubled(method: &Method) -> Verdict {
    let (corpus, known) = made(40, 2, 10);
    let twice: Vec<usize> = (0..40).chain(0..40).collect();
    let corpus = corpus.subset(&twice);
    let mut both = known.clone();
    both.documents.extend(known.documents);
    let found = or_breach(fit(method, &corpus, &both))?;
    check_fit(&found, &corpus)?;
    let same = (0..40).all(|j| found.classes[j] == found.classes[j + 40]);
    ensure(same, || "equal documents have different classes".into())
}

fn tiny(method: &Method) -> Verdict {
    let one_word: &[&[&str]] = &[&["good"]];
    let one_document: &[&[&str]] = &[&["good", "boat", "fine"]];
    let equal: &[&[&str]] = &[["good", "boat", "bad"].as_slice(); 6];
    for documents in [one_word, one_document, equal] {
        let mut builder = CorpusBuilder::new();
        documents
            .iter()
            .for_each(|terms| builder.push_terms(terms.iter().copied()));
        let filter = Filter {
            min_documents: 1,
            ..Filter::default()
        };
        let corpus = or_breach(builder.finish(&filter))?;
        for n_classes in [2, 3] {
            let classes = (0..n_classes).map(|class| format!("class{class}"));
            let mut known = Supervision::new(classes, documents.len());
            known.allows_unlabelled_class = true;
            known.label_document(0, 0);
            for (word, class) in [("good", 0), ("bad", 1)] {
                if let Some(id) = corpus.id(word) {
                    known.label_word(id, class);
                }
            }
            // Without guesses, fewer documents than classes are an error.
            let known = with_guesses(&known);
            check_fit(&or_breach(fit(method, &corpus, &known))?, &corpus)?;
        }
    }
    Ok(())
}

fn as_published(method: &Method) -> Verdict {
    let (corpus, known) = made(40, 2, 10);
    let options = Options {
        paper: true,
        ..Options::default()
    };
    check_fit(
        &or_breach(fit_with(method, &corpus, &known, &options))?,
        &corpus,
    )
}

fn one_class(method: &Method) -> Verdict {
    let (corpus, mut known) = made(40, 2, 0);
    (0..24).step_by(2).for_each(|j| known.label_document(j, 0));
    check_fit(&or_breach(fit(method, &corpus, &known))?, &corpus)
}

fn guessed(method: &Method) -> Verdict {
    let (corpus, known) = made(60, 2, 12);
    let known = with_guesses(&known);
    let found = or_breach(fit(method, &corpus, &known))?;
    check_fit(&found, &corpus)?;
    let guesses = known.guesses.as_ref();
    let predicted = found.model.predict(corpus.counts(), guesses);
    let is_same = |(j, p): (usize, &recto_classify::Prediction)| {
        let fitted = found.documents.row(j).iter();
        found.model.guess_weight == 0.0
            || fitted.zip(&p.posterior).all(|(a, b)| (a - b).abs() < 1e-9)
    };
    ensure(predicted.iter().enumerate().all(is_same), || {
        "a document is predicted otherwise than it was fitted".into()
    })
}

#[test]
fn every_method_keeps_every_law() {
    assert_eq!(laws::check_and_catch(methods(), &every_law()), Ok(()));
}

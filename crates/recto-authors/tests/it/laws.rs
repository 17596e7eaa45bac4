//! The laws that every method keeps.

use recto_authors::{AuthorsError, Authorship, Decomposer, Method, MoreThanOne, Options, methods};
use recto_math::{Run, Silent};
use recto_testing::laws::{self, Law, Names, Verdict, ensure, or_breach};
use recto_testing::text::{self, two_hands};
use recto_text::{Analysis, Language, Units};

type AuthorsLaw = Law<Options, dyn Decomposer, AuthorsError>;

fn every_law() -> [AuthorsLaw; 12] {
    let is_cancelled = |error: &AuthorsError| matches!(error, AuthorsError::Cancelled(_));
    [
        laws::readable_row(Names::LettersAndDigits),
        laws::parameters_survive_json(<dyn Decomposer>::parameters),
        Law::new("no units is an error", no_units),
        Law::new("one unit is one author, short texts too", short_texts),
        Law::new("every unit has a label, whatever the text", valid_labels),
        laws::random_unicode("authors laws", 4, 900, labelled),
        Law::new(
            "a number of authors is a bound, and refused above the number of units or at 0",
            count_kept,
        ),
        Law::new("equal sentences have one author", equal_sentences),
        laws::same_bytes(Options::default(), on_lines(600)),
        laws::cancels(Options::default(), on_lines(100), is_cancelled),
        Law::new("the paper's parameters divide too", as_published),
        Law::new(
            "more than one author is undetermined unless the caller says so",
            undetermined,
        ),
    ]
}

fn with_lines<R>(text: &str, work: impl FnOnce(&Units<'_>) -> R) -> R {
    text::with_lines(text, Analysis::Style, Language::detect(text), work)
}

fn divide(method: &Method, text: &str, options: &Options) -> Result<Authorship, AuthorsError> {
    let decomposer = (method.build)(options)?;
    with_lines(text, |units| {
        decomposer.decompose(units, &Run::new(0, &Silent))
    })
}

/// How the laws of all capabilities run a decomposer: on made lines.
fn on_lines(
    lines: usize,
) -> impl Fn(&(dyn Decomposer + 'static), &Run<'_>) -> Result<Authorship, AuthorsError> + Sync {
    let text = two_hands(lines);
    move |decomposer, run| with_lines(&text, |units| decomposer.decompose(units, run))
}

fn no_units(method: &Method) -> Verdict {
    let found = divide(method, " \n\t\n", &Options::default());
    ensure(found == Err(AuthorsError::NoUnits), || format!("{found:?}"))
}

fn short_texts(method: &Method) -> Verdict {
    for text in [
        "Nets dry.",
        "Nets dry.\nBoats rest.\n",
        "a b c\nd e f\ng h i\n",
    ] {
        let found = or_breach(divide(method, text, &Options::default()))?;
        check_answer(&found, text.lines().count())?;
        ensure(found.count == 1, || format!("{} authors", found.count))?;
        ensure(method.uses.is_empty() || !found.warnings.is_empty(), || {
            "no warning that the text is too short".into()
        })?;
    }
    Ok(())
}

/// Labels count up from 0, segments are the runs of equal labels, and evidence,
/// certainty and alternatives fit them.
fn check_answer(found: &Authorship, n: usize) -> Verdict {
    let again = Authorship::from_labels(&found.labels);
    let sound = found.labels.len() == n
        && found.labels == again.labels
        && found.count == again.count
        && found.segments == again.segments;
    ensure(sound, || format!("labels {:?} of {n} units", found.labels))?;
    let certainty = found.certainty.as_ref().is_none_or(|all| all.len() == n);
    ensure(certainty, || "a certainty for each unit".into())?;
    let evidence = found.evidence.iter().enumerate();
    let mut terms = evidence.map(|(i, of)| of.author == i && of.terms.iter().all(|t| t.1 > 0.0));
    ensure(
        terms.all(|sound| sound) && [0, found.count].contains(&found.evidence.len()),
        || format!("{:?}", found.evidence),
    )?;
    let alternatives = &found.alternatives;
    let sound = alternatives.is_sorted_by(|a, b| a.authors < b.authors)
        && alternatives
            .iter()
            .all(|other| other.labels.len() == n && other.score.is_finite());
    ensure(sound, || "alternatives that do not fit".into())?;
    let numbers = found.agreement.map(|a| a.mean).into_iter();
    let numbers = numbers.chain(found.stability.iter().map(|s| s.agreement));
    let in_range = numbers.clone().all(|x| (0.0..=1.0).contains(&x));
    ensure(
        in_range && found.style_gain.is_none_or(f64::is_finite),
        || format!("{:?}", numbers.collect::<Vec<_>>()),
    )
}

fn valid_labels(method: &Method) -> Verdict {
    let texts = [
        two_hands(200),
        "the of and\n".repeat(80),
        "...\n!?\n\u{1F980}\n".repeat(90),
        "海港的船回来了。\nعاد الصيادون\n".repeat(40),
        (0..300).map(|i| format!("only{i} once{i}\n")).collect(),
    ];
    texts.iter().try_for_each(|text| labelled(method, text))
}

/// Every unit of a text has a label, with a number of authors and without.
fn labelled(method: &Method, text: &str) -> Verdict {
    let n = with_lines(text, |units| units.len());
    for authors in [None, Some(2), Some(7)] {
        let options = Options {
            authors,
            ..Options::default()
        };
        check_answer(&or_breach(divide(method, text, &options))?, n)?;
    }
    Ok(())
}

fn count_kept(method: &Method) -> Verdict {
    let asking = |k| Options {
        authors: Some(k),
        ..Options::default()
    };
    let text = two_hands(60);
    let zero = divide(method, &text, &asking(0));
    ensure(matches!(zero, Err(AuthorsError::Parameter(_))), || {
        format!("{zero:?} for 0")
    })?;
    if !method.uses.contains(&"authors") {
        return Ok(());
    }
    for k in [1, 2, 3, 7, 59, 60] {
        let found = or_breach(divide(method, &text, &asking(k)))?;
        check_answer(&found, 60)?;
        ensure((1..=k).contains(&found.count), || {
            format!("{} for {k}", found.count)
        })?;
        let told = found.more_than_one_author == MoreThanOne::Assumed;
        ensure(told, || "the number was the caller's".into())?;
    }
    let refused = divide(method, &text, &asking(61));
    let error = AuthorsError::TooManyAuthors {
        asked: 61,
        units: 60,
    };
    ensure(refused == Err(error), || {
        format!("{refused:?} for 61 of 60")
    })
}

fn equal_sentences(method: &Method) -> Verdict {
    let text = "the boats are in , and the nets are dry .\n".repeat(120);
    let found = or_breach(divide(method, &text, &Options::default()))?;
    ensure(found.count == 1, || format!("{} authors", found.count))
}

fn as_published(method: &Method) -> Verdict {
    let options = Options {
        paper: true,
        ..Options::default()
    };
    let found = or_breach(divide(method, &two_hands(120), &options))?;
    check_answer(&found, 120)
}

fn undetermined(method: &Method) -> Verdict {
    let found = divide(method, &two_hands(120), &Options::default());
    let found = or_breach(found)?;
    let answer = found.more_than_one_author;
    ensure(answer == MoreThanOne::Undetermined, || {
        format!("{answer:?}")
    })
}

#[test]
fn every_method_keeps_every_law() {
    assert_eq!(laws::check_and_catch(methods(), &every_law()), Ok(()));
}

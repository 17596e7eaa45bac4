//! The laws that every method keeps.
//!
//! Tests run [`check`] over a table of methods: the built-in one, and any that a method
//! written elsewhere adds its row to.

use rand_chacha::rand_core::Rng;
use recto_authors::{AuthorsError, Authorship, Method, MoreThanOne, Options};
use recto_math::{Observer, Progress, Run, Silent, rng};
use recto_text::{Analysis, Analyzer, Document, Language, UnitKind, Units};
use std::num::NonZeroUsize;

type Law = fn(&Method) -> Result<(), String>;

/// Every law with the fact that it states.
const LAWS: [(&str, Law); 11] = [
    ("no units is an error", no_units),
    ("one unit is one author, short texts too", short_texts),
    ("every unit has a label, whatever the text", valid_labels),
    (
        "a number of authors is a bound, and refused above the number of units or at 0",
        count_kept,
    ),
    ("equal sentences have one author", equal_sentences),
    ("the same bytes come out at 1, 2 and 7 threads", same_bytes),
    ("a cancelled run returns at once", cancels),
    ("the paper's parameters divide too", as_published),
    (
        "more than one author is undetermined unless the caller says so",
        undetermined,
    ),
    (
        "parameters survive a trip through JSON",
        parameters_round_trip,
    ),
    ("its row says what it is in one line", row_is_readable),
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

fn with_units<R>(text: &str, work: impl FnOnce(&Units<'_>) -> R) -> R {
    let document = Document::new("law", text);
    let analyzer = Analyzer::new(Analysis::Style, Language::detect(text));
    let units = analyzer
        .units(&document, UnitKind::Line, &Run::new(0, &Silent))
        .expect("nobody cancels");
    work(&units)
}

fn divide(method: &Method, text: &str, options: &Options) -> Result<Authorship, AuthorsError> {
    let decomposer = (method.build)(options)?;
    with_units(text, |units| {
        decomposer.decompose(units, &Run::new(0, &Silent))
    })
}

/// Lines of words in runs of 15 by two hands with preferences of their own.
fn made_text(lines: usize) -> String {
    let mut draw = rng::stream(0, "authors laws", 0);
    let mut word = |line: usize| {
        let hand = u32::try_from(line / 15 % 2).expect("0 or 1");
        let drawn = draw.next_u32() % 16;
        format!("w{} ", if drawn < 10 { drawn + hand * 5 } else { drawn })
    };
    (0..lines)
        .map(|line| (0..9).map(|_| word(line)).collect::<String>() + ".\n")
        .collect()
}

fn expect(holds: bool, breach: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(breach()) }
}

fn no_units(method: &Method) -> Result<(), String> {
    let found = divide(method, " \n\t\n", &Options::default());
    expect(found == Err(AuthorsError::NoUnits), || format!("{found:?}"))
}

fn short_texts(method: &Method) -> Result<(), String> {
    for text in [
        "Nets dry.",
        "Nets dry.\nBoats rest.\n",
        "a b c\nd e f\ng h i\n",
    ] {
        let found = divide(method, text, &Options::default()).map_err(|e| e.to_string())?;
        check_answer(&found, text.lines().count())?;
        expect(found.count == 1, || format!("{} authors", found.count))?;
        expect(method.uses.is_empty() || !found.warnings.is_empty(), || {
            "no warning that the text is too short".into()
        })?;
    }
    Ok(())
}

/// Labels count up from 0, segments are the runs of equal labels, and evidence,
/// certainty and alternatives fit them.
fn check_answer(found: &Authorship, n: usize) -> Result<(), String> {
    let again = Authorship::from_labels(&found.labels);
    let sound = found.labels.len() == n
        && found.labels == again.labels
        && found.count == again.count
        && found.segments == again.segments;
    expect(sound, || format!("labels {:?} of {n} units", found.labels))?;
    let certainty = found.certainty.as_ref().is_none_or(|all| all.len() == n);
    expect(certainty, || "a certainty for each unit".into())?;
    let evidence = found.evidence.iter().enumerate();
    let mut terms = evidence.map(|(i, of)| of.author == i && of.terms.iter().all(|t| t.1 > 0.0));
    expect(
        terms.all(|sound| sound) && [0, found.count].contains(&found.evidence.len()),
        || format!("{:?}", found.evidence),
    )?;
    let alternatives = &found.alternatives;
    let sound = alternatives.is_sorted_by(|a, b| a.authors < b.authors)
        && alternatives
            .iter()
            .all(|other| other.labels.len() == n && other.score.is_finite());
    expect(sound, || "alternatives that do not fit".into())?;
    let numbers = found.agreement.map(|a| a.mean).into_iter();
    let numbers = numbers.chain(found.stability.iter().map(|s| s.agreement));
    let in_range = numbers.clone().all(|x| (0.0..=1.0).contains(&x));
    expect(
        in_range && found.style_gain.is_none_or(f64::is_finite),
        || format!("{:?}", numbers.collect::<Vec<_>>()),
    )
}

fn valid_labels(method: &Method) -> Result<(), String> {
    let mut draw = rng::stream(0, "authors laws", 1);
    let mut texts = vec![
        made_text(200),
        "the of and\n".repeat(80),
        "...\n!?\n\u{1F980}\n".repeat(90),
        "海港的船回来了。\nعاد الصيادون\n".repeat(40),
        (0..300).map(|i| format!("only{i} once{i}\n")).collect(),
    ];
    for _ in 0..4 {
        let any = |draw: &mut rand_chacha::ChaCha8Rng| match draw.next_u32() % 4 {
            0 => '\n',
            1 => ' ',
            2 => char::from(b'a' + (draw.next_u32() % 26) as u8),
            _ => char::from_u32(draw.next_u32() % 0x11_0000).unwrap_or('.'),
        };
        texts.push((0..900).map(|_| any(&mut draw)).chain(['x']).collect());
    }
    for text in texts {
        let n = with_units(&text, |units| units.len());
        for authors in [None, Some(2), Some(7)] {
            let options = Options {
                authors,
                ..Options::default()
            };
            let found = divide(method, &text, &options).map_err(|error| error.to_string())?;
            check_answer(&found, n)?;
        }
    }
    Ok(())
}

fn count_kept(method: &Method) -> Result<(), String> {
    let asking = |k| Options {
        authors: Some(k),
        ..Options::default()
    };
    let text = made_text(60);
    let zero = divide(method, &text, &asking(0));
    expect(matches!(zero, Err(AuthorsError::Parameter { .. })), || {
        format!("{zero:?} for 0")
    })?;
    if !method.uses.contains(&"authors") {
        return Ok(());
    }
    for k in [1, 2, 3, 7, 59, 60] {
        let found = divide(method, &text, &asking(k)).map_err(|error| error.to_string())?;
        check_answer(&found, 60)?;
        expect((1..=k).contains(&found.count), || {
            format!("{} for {k}", found.count)
        })?;
        let told = found.more_than_one_author == MoreThanOne::Assumed;
        expect(told, || "the number was the caller's".into())?;
    }
    let refused = divide(method, &text, &asking(61));
    let error = AuthorsError::TooManyAuthors {
        asked: 61,
        units: 60,
    };
    expect(refused == Err(error), || {
        format!("{refused:?} for 61 of 60")
    })
}

fn equal_sentences(method: &Method) -> Result<(), String> {
    let text = "the boats are in , and the nets are dry .\n".repeat(120);
    let found = divide(method, &text, &Options::default()).map_err(|error| error.to_string())?;
    expect(found.count == 1, || format!("{} authors", found.count))
}

fn same_bytes(method: &Method) -> Result<(), String> {
    let text = made_text(600);
    let decomposer = (method.build)(&Options::default()).map_err(|error| error.to_string())?;
    let at = |threads: usize| {
        let run = Run::new(0, &Silent).with_threads(NonZeroUsize::new(threads).expect("not zero"));
        with_units(&text, |units| {
            run.install(|| decomposer.decompose(units, &run))
        })
    };
    let one = at(1);
    for threads in [2, 7] {
        let same = format!("{one:?}") == format!("{:?}", at(threads));
        expect(same, || format!("{threads} threads differ from one"))?;
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
    let decomposer = (method.build)(&Options::default()).map_err(|error| error.to_string())?;
    let found = with_units(&made_text(100), |units| {
        decomposer.decompose(units, &Run::new(0, &Refuses))
    });
    expect(matches!(found, Err(AuthorsError::Cancelled(_))), || {
        format!("{found:?}")
    })
}

fn as_published(method: &Method) -> Result<(), String> {
    let options = Options {
        paper: true,
        ..Options::default()
    };
    let found = divide(method, &made_text(120), &options).map_err(|error| error.to_string())?;
    check_answer(&found, 120)
}

fn undetermined(method: &Method) -> Result<(), String> {
    let found = divide(method, &made_text(120), &Options::default());
    let found = found.map_err(|error| error.to_string())?;
    let answer = found.more_than_one_author;
    expect(answer == MoreThanOne::Undetermined, || {
        format!("{answer:?}")
    })
}

fn parameters_round_trip(method: &Method) -> Result<(), String> {
    let decomposer = (method.build)(&Options::default()).map_err(|error| error.to_string())?;
    let parameters = decomposer.parameters();
    let parsed: serde_json::Value =
        serde_json::from_str(&parameters.to_string()).map_err(|error| error.to_string())?;
    expect(parameters.is_object() && parameters == parsed, || {
        parameters.to_string()
    })
}

fn row_is_readable(method: &Method) -> Result<(), String> {
    let named = !method.name.is_empty()
        && method
            .name
            .chars()
            .all(|c| c.is_ascii_lowercase() || c == '-' || c.is_ascii_digit());
    let told = !method.summary.contains('\n') && (10..=90).contains(&method.summary.len());
    expect(named && told, || {
        format!("{:?}: {:?}", method.name, method.summary)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_method_keeps_every_law() {
        assert_eq!(check(recto_authors::methods()), Ok(()));
    }

    #[test]
    fn a_method_that_breaks_a_law_is_caught() {
        let mut row = recto_authors::methods()[0];
        row.summary = "short";
        assert!(check(&[row]).is_err());
    }
}

//! The laws that every method keeps.
//!
//! Tests run [`check`] over a table of methods: the built-in one, and any that a method
//! written elsewhere adds its row to.

use rand_chacha::rand_core::Rng;
use recto_math::{Observer, Progress, Run, Silent, rng};
use recto_segment::{Method, Options, Preference, SegmentError, Segmentation, Segmenter};
use recto_text::{Analysis, Analyzer, Document, Language, UnitKind, Units};
use std::num::NonZeroUsize;

type Law = fn(&Method) -> Result<(), String>;

/// Every law with the fact that it states.
const LAWS: [(&str, Law); 12] = [
    ("no units is an error", no_units),
    ("one unit is one segment", one_unit),
    ("bounds segment the units, whatever the text", valid_bounds),
    (
        "a number of segments is kept, and refused above the number of units",
        count_kept,
    ),
    ("the same bytes come out at 1, 2 and 7 threads", same_bytes),
    ("a cancelled run returns at once", cancels),
    ("a text twice over is segmented too", doubled),
    ("the paper's parameters segment too", as_published),
    ("any window leaves a segmentation", any_window),
    (
        "similarities and preferences that do not fit the text are refused",
        misfits_refused,
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

fn with_units<R>(text: &str, kind: UnitKind, work: impl FnOnce(&Units<'_>) -> R) -> R {
    let document = Document::new("law", text);
    let analyzer = Analyzer::new(Analysis::Segment, Language::detect(text));
    let units = analyzer
        .units(&document, kind, &Run::new(0, &Silent))
        .expect("nobody cancels");
    work(&units)
}

fn segment(method: &Method, text: &str, options: &Options) -> Result<Segmentation, SegmentError> {
    let segmenter = (method.build)(options)?;
    with_units(text, UnitKind::Line, |units| {
        segmenter.segment(units, &Run::new(0, &Silent))
    })
}

/// Lines of words in blocks with vocabularies of their own.
fn made_text(lines: usize) -> String {
    let mut draw = rng::stream(0, "segment laws", 0);
    let mut word = |line: usize| format!("w{}x{} ", line / 25, draw.next_u32() % 12);
    (0..lines)
        .map(|line| (0..8).map(|_| word(line)).collect::<String>() + "\n")
        .collect()
}

fn expect(holds: bool, breach: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(breach()) }
}

fn no_units(method: &Method) -> Result<(), String> {
    let found = segment(method, " \n\t\n", &Options::default());
    expect(found == Err(SegmentError::NoUnits), || format!("{found:?}"))
}

fn one_unit(method: &Method) -> Result<(), String> {
    let found = segment(method, "Nets dry on the quay.", &Options::default());
    let bounds = found.map(|segmentation| segmentation.bounds);
    expect(bounds == Ok(vec![1]), || format!("{bounds:?}"))
}

fn check_bounds(found: &Segmentation, n: usize) -> Result<(), String> {
    let bounds = &found.bounds;
    let valid =
        bounds.is_sorted_by(|a, b| a < b) && bounds.first() > Some(&0) && bounds.last() == Some(&n);
    expect(valid, || format!("bounds {bounds:?} of {n} units"))?;
    expect(found.confidence.len() == bounds.len(), || {
        "a confidence for each segment".into()
    })?;
    let in_range = |c: &Option<f64>| c.is_none_or(|c| (0.0..=1.0).contains(&c));
    expect(found.confidence.iter().all(in_range), || {
        format!("{:?}", found.confidence)
    })?;
    expect(found.confidence[0].is_none(), || {
        "the first segment has no boundary".into()
    })?;
    check_centers(found)?;
    let path = &found.path;
    // More segments the higher a preference, fewer the higher a price.
    let one_way = path.is_sorted_by(|a, b| a.segments < b.segments)
        || path.is_sorted_by(|a, b| a.segments > b.segments);
    let in_order = path.is_sorted_by(|a, b| a.to <= b.from);
    expect(one_way && in_order, || format!("path {path:?}"))
}

/// Every segment has its centre inside, where a method gives centres.
fn check_centers(found: &Segmentation) -> Result<(), String> {
    let Some(centers) = &found.centers else {
        return Ok(());
    };
    let starts = [0].into_iter().chain(found.bounds.iter().copied());
    let mut segments = starts.zip(&found.bounds).zip(centers);
    let inside = segments.all(|((start, &end), center)| (start..end).contains(center));
    expect(inside && centers.len() == found.bounds.len(), || {
        format!("centres {centers:?} of segments {:?}", found.bounds)
    })
}

fn valid_bounds(method: &Method) -> Result<(), String> {
    let mut draw = rng::stream(0, "segment laws", 1);
    let mut texts = vec![
        made_text(200),
        "the of and\n".repeat(50),
        "net net\n".repeat(300),
        "...\n!?\n\u{1F980}\n".repeat(20),
        "海港的船回来了。\nعاد الصيادون\n".repeat(30),
    ];
    for _ in 0..20 {
        let any = |draw: &mut rand_chacha::ChaCha8Rng| match draw.next_u32() % 4 {
            0 => '\n',
            1 => ' ',
            2 => char::from(b'a' + (draw.next_u32() % 26) as u8),
            _ => char::from_u32(draw.next_u32() % 0x11_0000).unwrap_or('.'),
        };
        texts.push((0..300).map(|_| any(&mut draw)).chain(['x']).collect());
    }
    for text in texts {
        let n = with_units(&text, UnitKind::Line, |units| units.len());
        let found =
            segment(method, &text, &Options::default()).map_err(|error| error.to_string())?;
        check_bounds(&found, n)?;
    }
    Ok(())
}

fn count_kept(method: &Method) -> Result<(), String> {
    if !method.uses.contains(&"segments") {
        return Ok(());
    }
    let text = made_text(60);
    for k in [1, 2, 7, 59, 60] {
        let found = segment(method, &text, &asking(k)).map_err(|error| error.to_string())?;
        check_bounds(&found, 60)?;
        expect(found.bounds.len() == k, || {
            format!("{} for {k}", found.bounds.len())
        })?;
    }
    let refused = segment(method, &text, &asking(61));
    let error = SegmentError::TooManySegments {
        asked: 61,
        units: 60,
    };
    expect(refused == Err(error), || {
        format!("{refused:?} for 61 of 60")
    })
}

fn asking(k: usize) -> Options {
    let segments = Some(k.to_string().parse().expect("a number from 1"));
    Options {
        segments,
        ..Options::default()
    }
}

fn same_bytes(method: &Method) -> Result<(), String> {
    let text = made_text(3000);
    let segmenter = (method.build)(&Options::default()).map_err(|error| error.to_string())?;
    let at = |threads: usize| {
        let run = Run::new(0, &Silent).with_threads(NonZeroUsize::new(threads).expect("not zero"));
        with_units(&text, UnitKind::Line, |units| {
            run.install(|| segmenter.segment(units, &run))
        })
    };
    let one = at(1);
    for threads in [2, 7] {
        let other = at(threads);
        let same = format!("{one:?}") == format!("{other:?}");
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
    let segmenter = (method.build)(&Options::default()).map_err(|error| error.to_string())?;
    let text = made_text(100);
    let found = with_units(&text, UnitKind::Line, |units| {
        segmenter.segment(units, &Run::new(0, &Refuses))
    });
    expect(matches!(found, Err(SegmentError::Cancelled(_))), || {
        format!("{found:?}")
    })
}

fn doubled(method: &Method) -> Result<(), String> {
    let text = made_text(100).repeat(2);
    let found = segment(method, &text, &Options::default()).map_err(|error| error.to_string())?;
    check_bounds(&found, 200)
}

fn as_published(method: &Method) -> Result<(), String> {
    let options = Options {
        paper: true,
        ..Options::default()
    };
    let found = segment(method, &made_text(100), &options).map_err(|error| error.to_string())?;
    check_bounds(&found, 100)
}

fn any_window(method: &Method) -> Result<(), String> {
    for window in [0, 1, 7, usize::MAX] {
        let options = Options {
            window: Some(window),
            ..Options::default()
        };
        let found = segment(method, &made_text(60), &options).map_err(|error| error.to_string())?;
        check_bounds(&found, 60).map_err(|breach| format!("window {window}: {breach}"))?;
    }
    Ok(())
}

fn misfits_refused(method: &Method) -> Result<(), String> {
    let similarity = |text: &str| Options {
        similarity: text.parse().ok(),
        ..Options::default()
    };
    let preference = |preference| Options {
        preference: Some(preference),
        ..Options::default()
    };
    let misfits = [
        ("similarity", similarity("0\t60\t1\n")),
        ("preference", preference(Preference::Uniform(f64::NAN))),
        ("preference", preference(Preference::Each(vec![0.0; 59]))),
        (
            "preference",
            preference(Preference::Each(vec![f64::INFINITY; 60])),
        ),
    ];
    for (flag, options) in misfits {
        let found = segment(method, &made_text(60), &options);
        let refused = matches!(found, Err(SegmentError::Input { .. }));
        let listens = method.uses.contains(&flag);
        expect(refused == listens, || format!("{flag}: {found:?}"))?;
    }
    Ok(())
}

fn parameters_round_trip(method: &Method) -> Result<(), String> {
    let segmenter = (method.build)(&Options::default()).map_err(|error| error.to_string())?;
    let parameters = segmenter.parameters();
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
        assert_eq!(check(recto_segment::methods()), Ok(()));
    }

    /// Cuts before every unit that opens a paragraph: a method written elsewhere.
    struct Paragraphs;

    impl Segmenter for Paragraphs {
        fn segment(&self, units: &Units<'_>, run: &Run<'_>) -> Result<Segmentation, SegmentError> {
            run.report("paragraphs", 0, None)?;
            if units.is_empty() {
                return Err(SegmentError::NoUnits);
            }
            let opens = |&i: &usize| units.units[i].opens_paragraph;
            let mut bounds: Vec<usize> = (1..units.len()).filter(opens).collect();
            bounds.push(units.len());
            Ok(Segmentation::from_bounds(bounds))
        }

        fn parameters(&self) -> serde_json::Value {
            serde_json::json!({ "marks": "blank lines" })
        }
    }

    #[test]
    fn a_method_written_elsewhere_is_held_to_the_laws() {
        let new = Method {
            name: "paragraphs",
            summary: "cuts at every blank line, for texts that are well laid out",
            paper: None,
            uses: &[],
            build: |_| Ok(Box::new(Paragraphs)),
        };
        assert_eq!(check(&[new]), Ok(()));
        let lawless = Method {
            summary: "x",
            ..new
        };
        assert!(check(&[lawless]).is_err());
    }

    #[test]
    fn a_method_that_breaks_a_law_is_caught() {
        let mut row = recto_segment::methods()[0];
        row.summary = "short";
        assert!(check(&[row]).is_err());
        let mut none = *recto_segment::methods()
            .iter()
            .find(|m| m.name == "none")
            .expect("a row");
        none.uses = &["segments"];
        assert!(check(&[none]).is_err_and(|breach| breach.contains("1 for 2")));
    }
}

//! The laws that every method keeps, be it built in or written elsewhere.

use rand_chacha::rand_core::Rng;
use recto_math::{Run, Silent, rng};
use recto_segment::{
    Method, Options, Preference, SegmentError, Segmentation, Segmenter, methods, pieces,
};
use recto_testing::laws::{self, Law, Names, Verdict, ensure, or_breach};
use recto_testing::text;
use recto_text::{Analysis, Language, Units};
use serde_json::{Value, json};

type SegmentLaw = Law<Options, dyn Segmenter, SegmentError>;

fn every_law() -> [SegmentLaw; 14] {
    let is_cancelled = |error: &SegmentError| matches!(error, SegmentError::Cancelled(_));
    [
        laws::readable_row(Names::LettersAndDigits),
        laws::parameters_survive_json(<dyn Segmenter>::parameters),
        Law::new("no units is an error", no_units),
        Law::new("one unit is one segment", one_unit),
        Law::new("bounds segment the units, whatever the text", valid_bounds),
        laws::random_unicode("segment laws", 20, 300, segmented),
        Law::new(
            "a number of segments is kept, and refused above the number of units",
            count_kept,
        ),
        laws::same_bytes(Options::default(), on_lines(3000)),
        laws::cancels(Options::default(), on_lines(100), is_cancelled),
        Law::new("a text twice over is segmented too", doubled),
        Law::new("the paper's parameters segment too", as_published),
        Law::new("any window leaves a segmentation", any_window),
        Law::new("no segment of pieces is above the bound", bound_kept),
        Law::new(
            "similarities and preferences that do not fit the text are refused",
            misfits_refused,
        ),
    ]
}

fn with_lines<R>(text: &str, work: impl FnOnce(&Units<'_>) -> R) -> R {
    text::with_lines(text, Analysis::Segment, Language::detect(text), work)
}

fn segment(method: &Method, text: &str, options: &Options) -> Result<Segmentation, SegmentError> {
    let segmenter = (method.build)(options)?;
    with_lines(text, |units| {
        segmenter.segment(units, &Run::new(0, &Silent))
    })
}

/// How the laws of all capabilities run a segmenter: on made lines.
fn on_lines(
    lines: usize,
) -> impl Fn(&(dyn Segmenter + 'static), &Run<'_>) -> Result<Segmentation, SegmentError> + Sync {
    let text = made_text(lines);
    move |segmenter, run| with_lines(&text, |units| segmenter.segment(units, run))
}

/// Lines of words in blocks with vocabularies of their own.
fn made_text(lines: usize) -> String {
    let mut draw = rng::stream(0, "segment laws", 0);
    let mut word = |line: usize| format!("w{}x{} ", line / 25, draw.next_u32() % 12);
    (0..lines)
        .map(|line| (0..8).map(|_| word(line)).collect::<String>() + "\n")
        .collect()
}

fn no_units(method: &Method) -> Verdict {
    let found = segment(method, " \n\t\n", &Options::default());
    ensure(found == Err(SegmentError::NoUnits), || format!("{found:?}"))
}

fn one_unit(method: &Method) -> Verdict {
    let found = segment(method, "Nets dry on the quay.", &Options::default());
    let bounds = found.map(|segmentation| segmentation.bounds);
    ensure(bounds == Ok(vec![1]), || format!("{bounds:?}"))
}

fn check_bounds(found: &Segmentation, n: usize) -> Verdict {
    let bounds = &found.bounds;
    let valid =
        bounds.is_sorted_by(|a, b| a < b) && bounds.first() > Some(&0) && bounds.last() == Some(&n);
    ensure(valid, || format!("bounds {bounds:?} of {n} units"))?;
    ensure(found.confidence.len() == bounds.len(), || {
        "a confidence for each segment".into()
    })?;
    let in_range = |c: &Option<f64>| c.is_none_or(|c| (0.0..=1.0).contains(&c));
    ensure(found.confidence.iter().all(in_range), || {
        format!("{:?}", found.confidence)
    })?;
    ensure(found.confidence[0].is_none(), || {
        "the first segment has no boundary".into()
    })?;
    check_centers(found)?;
    let path = &found.path;
    // More segments the higher a preference, fewer the higher a price.
    let one_way = path.is_sorted_by(|a, b| a.segments < b.segments)
        || path.is_sorted_by(|a, b| a.segments > b.segments);
    let in_order = path.is_sorted_by(|a, b| a.to <= b.from);
    ensure(one_way && in_order, || format!("path {path:?}"))
}

/// Every segment has its centre inside, where a method gives centres.
fn check_centers(found: &Segmentation) -> Verdict {
    let Some(centers) = &found.centers else {
        return Ok(());
    };
    let starts = [0].into_iter().chain(found.bounds.iter().copied());
    let mut segments = starts.zip(&found.bounds).zip(centers);
    let inside = segments.all(|((start, &end), center)| (start..end).contains(center));
    ensure(inside && centers.len() == found.bounds.len(), || {
        format!("centres {centers:?} of segments {:?}", found.bounds)
    })
}

fn valid_bounds(method: &Method) -> Verdict {
    let texts = [
        made_text(200),
        "the of and\n".repeat(50),
        "net net\n".repeat(300),
        "...\n!?\n\u{1F980}\n".repeat(20),
        "海港的船回来了。\nعاد الصيادون\n".repeat(30),
    ];
    texts.iter().try_for_each(|text| segmented(method, text))
}

/// The default options segment a text.
fn segmented(method: &Method, text: &str) -> Verdict {
    let n = with_lines(text, |units| units.len());
    check_bounds(&or_breach(segment(method, text, &Options::default()))?, n)
}

fn count_kept(method: &Method) -> Verdict {
    if !method.uses.contains(&"segments") {
        return Ok(());
    }
    let text = made_text(60);
    for k in [1, 2, 7, 59, 60] {
        let found = or_breach(segment(method, &text, &asking(k)))?;
        check_bounds(&found, 60)?;
        ensure(found.bounds.len() == k, || {
            format!("{} for {k}", found.bounds.len())
        })?;
    }
    let refused = segment(method, &text, &asking(61));
    let error = SegmentError::TooManySegments {
        asked: 61,
        units: 60,
    };
    ensure(refused == Err(error), || {
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

fn doubled(method: &Method) -> Verdict {
    let text = made_text(100).repeat(2);
    let found = or_breach(segment(method, &text, &Options::default()))?;
    check_bounds(&found, 200)
}

fn as_published(method: &Method) -> Verdict {
    let options = Options {
        paper: true,
        ..Options::default()
    };
    let found = or_breach(segment(method, &made_text(100), &options))?;
    check_bounds(&found, 100)
}

fn any_window(method: &Method) -> Verdict {
    for window in [0, 1, 7, usize::MAX] {
        let options = Options {
            window: Some(window),
            ..Options::default()
        };
        let found = or_breach(segment(method, &made_text(60), &options))?;
        check_bounds(&found, 60).map_err(|breach| format!("window {window}: {breach}"))?;
    }
    Ok(())
}

/// Whatever the text: lines, one long sentence, one long word, no blanks, speakers, noise.
fn bound_kept(method: &Method) -> Verdict {
    if !method.uses.contains(&"max_words") {
        return Ok(());
    }
    let mut stream = rng::stream(1, "bounded segments", 0);
    let mut texts = vec![
        made_text(40),
        "nets dry on the quay ".repeat(80),
        format!("one {} two", "x".repeat(4000)),
        "=|=".repeat(900),
        "海港的船回来了".repeat(60),
        "Anna: Nets, dry - here!\nTom: No - not well-known.\n".repeat(12),
    ];
    texts.extend((0..6).map(|_| text::random_unicode(&mut stream, 300)));
    for text in &texts {
        for max in [1, 2, 7, 40] {
            let options = Options {
                max_words: Some(max),
                ..Options::default()
            };
            within(method, text, &options, max)
                .map_err(|breach| format!("at most {max} words of {text:?}: {breach}"))?;
        }
    }
    Ok(())
}

/// Segments the pieces of a text and counts words between blanks and tokens.
fn within(method: &Method, text: &str, options: &Options, max: usize) -> Verdict {
    let segmenter = or_breach((method.build)(options))?;
    with_lines(text, |units| {
        let units = pieces(units.clone(), max);
        let found = or_breach(segmenter.segment(&units, &Run::new(0, &Silent)))?;
        check_bounds(&found, units.len())?;
        let mut start = 0;
        for &end in &found.bounds {
            let span = units.opening(start)..units.units[end - 1].span.end;
            let blanks = units.text[span].split_whitespace().count();
            let tokens = units.token_range(start, end).len();
            ensure(blanks.max(tokens) <= max, || {
                format!("{blanks} runs, {tokens} tokens in units {start}..{end}")
            })?;
            start = end;
        }
        Ok(())
    })
}

fn misfits_refused(method: &Method) -> Verdict {
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
        ensure(refused == listens, || format!("{flag}: {found:?}"))?;
    }
    Ok(())
}

#[test]
fn every_method_keeps_every_law() {
    assert_eq!(laws::check(methods(), &every_law()), Ok(()));
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

    fn parameters(&self) -> Value {
        json!({ "marks": "blank lines" })
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
    assert_eq!(laws::check(&[new], &every_law()), Ok(()));
    let lawless = Method {
        summary: "x",
        ..new
    };
    let breach = laws::check(&[lawless], &every_law());
    assert!(breach.is_err_and(|breach| breach.starts_with("paragraphs: its row says")));
}

#[test]
fn a_method_that_breaks_a_law_is_caught() {
    let mut row = methods()[0];
    row.summary = "short";
    assert!(laws::check(&[row], &every_law()).is_err());
    let mut none = *methods().iter().find(|m| m.name == "none").expect("a row");
    none.uses = &["segments"];
    assert!(laws::check(&[none], &every_law()).is_err_and(|breach| breach.contains("1 for 2")));
}

#[test]
fn every_method_takes_a_bound_on_words() {
    let unbounded = methods()
        .iter()
        .filter(|row| !row.uses.contains(&"max_words"));
    assert_eq!(unbounded.map(|row| row.name).collect::<Vec<_>>(), [""; 0]);
}

use super::*;
use proptest::prelude::*;
use recto_math::Silent;
use recto_text::{Analysis, Analyzer, Document, Language, UnitKind};

/// Works on the pieces of a text.
fn with_pieces<R>(text: &str, max: usize, work: impl FnOnce(&Units<'_>) -> R) -> R {
    let document = Document::new("t", text);
    let analyzer = Analyzer::new(Analysis::Segment, Language::detect(text));
    let run = Run::new(0, &Silent);
    let units = analyzer.units(&document, UnitKind::Sentence, &run);
    work(&pieces(units.expect("nobody cancels"), max))
}

fn chunks(text: &str, max: usize) -> Vec<String> {
    let options = Options {
        max_words: Some(max),
        ..Options::default()
    };
    let method = Chunks::of(&options, true)
        .expect("a bound")
        .expect("a bound");
    with_pieces(text, max, |units| {
        let found = method.segment(units, &Run::new(0, &Silent)).expect("units");
        let mut start = 0;
        let chunk = |&end: &usize| {
            let from = units.opening(start);
            start = end;
            units.text[from..units.units[end - 1].span.end].to_string()
        };
        found.bounds.iter().map(chunk).collect()
    })
}

const QUAY: &str = "Nets dry on the quay. Boats rest in the bay. Ropes hang on the wall.";
const OVEN: &str = "Bread bakes in the oven. Flour lies on the floor. Dough rises in the bowl.";

#[test]
fn paragraphs_stay_whole_and_headings_with_their_text() {
    let text = format!("# Quay\n\n{QUAY}\n\n# Bakery\n\n{OVEN}\n");
    let expected = [format!("# Quay\n\n{QUAY}"), format!("# Bakery\n\n{OVEN}")];
    assert_eq!(chunks(&text, 25), expected);
}

#[test]
fn rows_and_items_are_cut_between_and_not_inside() {
    let items: String = (0..12)
        .map(|i| format!("- item {i} of the list\n"))
        .collect();
    for chunk in chunks(&items, 20) {
        assert!(
            chunk.starts_with("- item") && chunk.ends_with("list"),
            "{chunk}"
        );
    }
}

#[test]
fn without_structure_the_change_of_words_decides() {
    let text = format!("{QUAY} {QUAY} {OVEN} {OVEN}");
    let found = chunks(&text, 45);
    assert_eq!(found, [format!("{QUAY} {QUAY}"), format!("{OVEN} {OVEN}")]);
}

#[test]
fn a_word_is_one_word_however_long_it_is() {
    let giant = "x".repeat(5000);
    assert_eq!(chunks(&giant, 1), [giant.as_str()]);
    let text = format!("one {giant} two");
    assert_eq!(chunks(&text, 1), ["one", giant.as_str(), "two"]);
}

#[test]
fn text_without_blanks_is_cut_by_its_characters() {
    let text = "海港的船回来了网晒在码头上".repeat(40);
    let found = chunks(&text, 50);
    assert_eq!(found.concat(), text);
    assert!(found.iter().all(|chunk| chunk.chars().count() <= 51));
}

#[test]
fn labels_of_speakers_count_as_words() {
    let turns = "Anna Lee: Nets dry here.\nTom Ray: Boats rest there.\n".repeat(20);
    for chunk in chunks(&turns, 7) {
        assert!(chunk.split_whitespace().count() <= 7, "{chunk}");
    }
}

#[test]
fn length_costs_distance_from_the_aim_and_more_for_crumbs_and_lack() {
    // The aim is 16 / 1.6 = 10 words. By the definition:
    //   10 words: 0
    //   15 words: .2 * (1 - 1.5)^2 = .05, and 5 words the same, as half of the aim is no crumb
    //    2 words: .2 * (1 - .2)^2 + .6 * (1 - 2 * .2) = .128 + .36 = .488
    with_pieces(QUAY, 16, |units| {
        let layout = Layout::of(units, true);
        let cost = |min, words| Places::new(&layout, &[], (min, 16)).length(words);
        let expected = [(10, 0.0), (15, 0.05), (5, 0.05), (2, 0.488)];
        for (words, expected) in expected {
            let cost = cost(0, words);
            assert!((cost - expected).abs() < 1e-12, "{words} words: {cost}");
        }
        // Each word below the least number costs 1000.
        assert!((cost(4, 2) - 2000.488).abs() < 1e-9);
        assert!((cost(4, 5) - 0.05).abs() < 1e-12);
    });
}

/// The cost of chunks as the module says, for a search over all of them.
fn brute_force(places: &Places<'_>, n: usize) -> Vec<(f64, Vec<usize>)> {
    let cuts = 1u32 << (n - 1);
    let bounds = |mask: u32| {
        let inner = (1..n).filter(move |i| mask & (1 << (i - 1)) != 0);
        inner.chain([n]).collect::<Vec<_>>()
    };
    (0..cuts)
        .map(bounds)
        .filter_map(|bounds| Some((places.cost(&bounds)?, bounds)))
        .collect()
}

proptest! {
    #[test]
    fn the_search_finds_the_cheapest_of_all_chunks(
        words in proptest::collection::vec(("[a-d]{1,2}", "(, | |\\. |\n|\n\n|\n# )"), 2..14),
        max in 3usize..9,
    ) {
        let text: String = words.iter().map(|(word, after)| format!("{word}{after}")).collect();
        with_pieces(&text, max, |units| {
            let layout = Layout::of(units, true);
            let cohesion = cohesion::standardised(units, &layout);
            let n = units.len();
            prop_assume!(n <= 12);
            let places = Places::new(&layout, &cohesion, (0, max));
            let found = places.chunks(0..n, &Run::new(0, &Silent)).expect("nobody cancels");
            let cost = places.cost(&found).expect("within the bound");
            let all = brute_force(&places, n);
            let least = all.iter().map(|(cost, _)| *cost).fold(f64::INFINITY, f64::min);
            prop_assert!((cost - least).abs() < 1e-9, "{cost} against {least}");
            Ok(())
        })?;
    }

    #[test]
    fn no_chunk_is_above_the_bound_whatever_the_text(
        text in "([a-z]{1,9}[,.;: \n|#=-]{1,3}|\\PC{1,4}|[海港船]{1,30}|A: |\n\n){1,60}",
        max in 1usize..12,
    ) {
        for chunk in if text.trim().is_empty() { Vec::new() } else { chunks_or_none(&text, max) } {
            prop_assert!(chunk.split_whitespace().count() <= max, "{chunk:?}");
        }
    }
}

/// Chunks of a text that may have no unit at all.
fn chunks_or_none(text: &str, max: usize) -> Vec<String> {
    if with_pieces(text, max, |units| units.is_empty()) {
        return Vec::new();
    }
    chunks(text, max)
}

#[test]
fn a_large_bound_over_many_places_is_searched_over_the_best_of_them() {
    let text = format!("{QUAY}\n\n").repeat(3000);
    let max = 3 * PLACES;
    let found = chunks(&text, max);
    assert!(found.len() > 2);
    for chunk in found {
        assert!(chunk.split_whitespace().count() <= max);
        assert!(chunk.ends_with("wall."));
    }
}

#[test]
fn overlap_goes_back_by_words_or_units_and_stays_within_the_bound() {
    let text = format!("{QUAY} {OVEN}");
    with_pieces(&text, 40, |units| {
        let starts = |overlap: &str, max| {
            let overlap: Overlap = overlap.parse().expect("an overlap");
            let starts = overlap.starts(units, &[3, 6], max).into_iter();
            let word = |start: usize| text[start..].split_whitespace().next();
            starts.filter_map(word).collect::<Vec<_>>()
        };
        assert_eq!(starts("2", 40), ["Nets", "the"]);
        assert_eq!(starts("0", 40), ["Nets", "Bread"]);
        assert_eq!(starts("1s", 40), ["Nets", "Ropes"]);
        assert_eq!(starts("2s", 22), ["Nets", "Ropes"]);
        assert_eq!(starts("2s", 15), ["Nets", "Bread"]);
    });
    assert!("2x".parse::<Overlap>().is_err() && "s".parse::<Overlap>().is_err());
}

#[test]
fn structure_alone_is_told_by_headings_and_first_words() {
    let text = format!("# Quay\n\n{QUAY}\n\n{OVEN}\n");
    let options = Options {
        max_words: Some(25),
        ..Options::default()
    };
    let method = Chunks::of(&options, false)
        .expect("a bound")
        .expect("a bound");
    with_pieces(&text, 25, |units| {
        let found = method.segment(units, &Run::new(0, &Silent)).expect("units");
        assert!(found.by_structure);
        let told = crate::describe::outline(units, &found.bounds);
        let titles: Vec<&str> = told.iter().map(|told| told.title.as_str()).collect();
        assert_eq!(titles, ["# Quay", "Bread bakes in the oven."]);
        assert!(told.iter().all(|told| told.terms.is_empty()));
    });
}

#[test]
fn a_number_of_segments_that_the_bound_does_not_allow_is_told() {
    let text = format!("{QUAY} {OVEN}");
    let options = Options {
        max_words: Some(10),
        segments: Some("2".parse().expect("a number")),
        ..Options::default()
    };
    let row = crate::methods().iter().find(|row| row.name == "uniform");
    let method = (row.expect("a row").build)(&options).expect("options");
    with_pieces(&text, 10, |units| {
        let found = method.segment(units, &Run::new(0, &Silent)).expect("units");
        assert!(found.bounds.len() > 2);
        let said = found.warnings[0].to_string();
        assert!(
            said.starts_with("the bound on words needs more segments"),
            "{said}"
        );
    });
}

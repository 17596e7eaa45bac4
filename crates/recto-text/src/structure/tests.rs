use super::*;
use proptest::prelude::*;

/// The words that places open with, and their levels.
fn places(text: &str) -> Vec<(&str, Level)> {
    let found = Structure::find(text, &[]);
    let word = |place: &Place| {
        let word = text[place.at..].split_whitespace().next();
        (word.unwrap_or_default(), place.level)
    };
    found.places.iter().map(word).collect()
}

const MADE: &str = "# Quay\n\nBoats rest:\n- nets\n- ropes\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n\
                    ```\n# no heading\nx = 1\n```\nEnd.\n";

#[test]
fn headings_paragraphs_items_rows_and_code_are_places() {
    use Level::{Heading, Line, Paragraph};
    let expected = [
        ("#", Heading),
        ("Boats", Paragraph),
        ("-", Line),
        ("-", Line),
        ("|", Paragraph),
        ("|---|---|", Line),
        ("|", Line),
        ("```", Paragraph),
        ("#", Line),
        ("x", Line),
        ("```", Line),
        ("End.", Line),
    ];
    assert_eq!(places(MADE), expected);
}

#[test]
fn what_a_heading_or_a_colon_announces_is_tied_to_it() {
    let found = Structure::find(MADE, &[]);
    let ties: Vec<Tie> = found.places.iter().map(|place| place.tie).collect();
    assert_eq!(ties[..3], [Tie::Free, Tie::Bound, Tie::Announced]);
    // The rule below the head of the table.
    assert_eq!(ties[5], Tie::Bound);
    assert_eq!(ties[6], Tie::Free);
}

#[test]
fn lines_broken_at_a_fixed_width_are_no_places() {
    let line = "the boats come in late and their nets are hung to dry on\n";
    let paragraph = line.repeat(6) + "the quay.\n\n";
    let found = places(&paragraph.repeat(3)).len();
    assert_eq!(found, 3);
    let verse = "the boats\ncome in late and their nets\nare hung,\n".repeat(6);
    assert_eq!(places(&verse).len(), 18);
}

#[test]
fn a_line_of_ten_equal_signs_says_nothing() {
    let text = "First here.\n==========\nSecond there.\n";
    let levels = [("First", Level::Paragraph), ("Second", Level::Line)];
    assert_eq!(places(text), levels);
}

#[test]
fn paths_lead_from_the_outermost_heading_to_the_nearest() {
    let text = "= Quay =\nA.\n= = Boats = =\nB.\n= = Nets = =\nC.\n= Town =\nD.\n";
    let found = Structure::find(text, &[]);
    let at = |words: &str| text.find(words).expect("it is there");
    let offsets = ["A.", "B.", "= = Nets", "C.", "D."].map(at);
    let title = |&heading: &usize| &text[found.headings[heading].title.range()];
    let paths = found.paths(offsets);
    let paths: Vec<Vec<&str>> = paths
        .iter()
        .map(|path| path.iter().map(title).collect())
        .collect();
    let expected: [&[&str]; 5] = [
        &["Quay"],
        &["Quay", "Boats"],
        &["Quay", "Nets"],
        &["Quay", "Nets"],
        &["Town"],
    ];
    assert_eq!(paths, expected);
}

#[test]
fn a_source_marks_headings_with_their_depth() {
    let text = "the quay\n\nBoats rest.\n";
    let found = Structure::find(text, &[(Span::new(0, 8), 3)]);
    assert_eq!(found.headings.len(), 1);
    assert_eq!(found.headings[0].depth, 3);
    assert_eq!(found.places[1].tie, Tie::Bound);
}

#[test]
fn a_line_alone_that_looks_like_a_heading_is_one_unless_many_do() {
    let prose = "Boats rest.\nNets dry.\nGulls cry.\nRain falls.\nMen talk.\n\n";
    let text = format!("The quay\n\n{prose}");
    assert_eq!(places(&text)[0], ("The", Level::Heading));
    let verse = "Roses here\n\nViolets there\n\n".repeat(4);
    assert!(
        places(&verse)
            .iter()
            .all(|place| place.1 == Level::Paragraph)
    );
}

#[test]
fn clauses_open_behind_marks_and_before_brackets() {
    let text = "Boats, \"nets,\" and ropes (old) lie here; 3,000 of them";
    let found = clauses(text, Span::new(0, text.len()));
    let words: Vec<&str> = found
        .iter()
        .filter_map(|&at| text[at..].split_whitespace().next())
        .collect();
    assert_eq!(words, ["\"nets,\"", "and", "(old)", "3,000"]);
}

proptest! {
    #[test]
    fn places_rise_and_stand_on_words(text in "([-#=|*` ]{1,3}|[a-cA-C0-9:.]{1,4}|\\n|\\r\\n|\\PC){0,60}") {
        let found = Structure::find(&text, &[]);
        prop_assert!(found.places.is_sorted_by(|a, b| a.at < b.at));
        for place in &found.places {
            prop_assert!(text[place.at..].starts_with(|c: char| !c.is_whitespace()));
        }
        for heading in &found.headings {
            prop_assert!(!text[heading.title.range()].is_empty());
        }
        let at = clauses(&text, Span::new(0, text.len()));
        prop_assert!(at.iter().all(|&at| at > 0 && !text[at..].starts_with(char::is_whitespace)));
    }
}

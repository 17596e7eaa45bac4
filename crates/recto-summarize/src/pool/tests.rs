use super::*;
use recto_math::{Run, Silent};
use recto_text::{Analysis, Analyzer, Document, Language, UnitKind};

#[test]
fn candidates_have_three_words_and_a_term_and_copies_are_one_row() {
    let text = "The tide rises over the old quay. Yes, no. It is what it is. \
                The tide rises over the old quay. Boats wait outside.";
    let document = Document::new("a", text);
    let english = Language::from_code("en").expect("English is known");
    let analyzer = Analyzer::new(Analysis::Summary, english);
    let run = Run::new(0, &Silent);
    let units = analyzer
        .units(&document, UnitKind::Sentence, &run)
        .expect("nobody cancels");
    let mut builder = PoolBuilder::new();
    builder.push(&units, &[]);
    builder.ask(["boat", "submarin"]);
    let pool = builder.finish();
    let positions: Vec<usize> = pool.sentences().iter().map(|s| s.place.position).collect();
    assert_eq!(positions, [0, 4]);
    assert_eq!(pool.sentences()[0].copies[0].position, 3);
    assert_eq!(pool.sentences()[1].standing, Standing::Short);
    assert_eq!(pool.query().expect("something was asked").len(), 1);
    assert_eq!(pool.group(0), 0..2);
    assert_eq!(pool.group(1), 0..0);
}

fn pool_of(text: &str) -> Pool {
    let english = Language::from_code("en").expect("English is known");
    let analyzer = Analyzer::new(Analysis::Summary, english);
    let document = Document::new("a", text);
    let units = analyzer.units(&document, UnitKind::Sentence, &Run::new(0, &Silent));
    let mut builder = PoolBuilder::new();
    builder.push(&units.expect("nobody cancels"), &[]);
    builder.finish()
}

#[test]
fn the_same_terms_are_no_copies_across_a_negation() {
    let pool = pool_of(
        "The minister has resigned today. The minister has not resigned today. \
         The minister has never resigned today. The MINISTER has resigned, today!",
    );
    let copies: Vec<usize> = pool.sentences().iter().map(|s| s.copies.len()).collect();
    assert_eq!(copies, [1, 0, 0]);
}

#[test]
fn words_are_counted_everywhere_and_spelled_as_most_often() {
    let pool = pool_of(
        "They missed the boat that day. We miss it. Miss it! I miss the ferry's old bell. \
         The ferry's bell is what I miss.",
    );
    let term = |word: &str| pool.terms().iter().position(|term| term == word);
    let (miss, ferry) = (term("miss").expect("known"), term("ferri").expect("known"));
    assert_eq!(pool.spelling(miss), "miss");
    assert_eq!(pool.group_counts(0)[miss], 5);
    assert_eq!(pool.spelling(ferry), "ferry");
}

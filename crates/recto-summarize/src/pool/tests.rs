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

use super::*;
use proptest::prelude::*;
use recto_math::Silent;
use std::num::NonZeroUsize;

fn analyze(text: &str, analysis: Analysis, code: &str) -> Vec<Vec<String>> {
    let document = Document::new("t", text);
    let language = Language::from_code(code).expect("known");
    let units = Analyzer::new(analysis, language)
        .units(&document, UnitKind::Sentence, &Run::new(0, &Silent))
        .expect("nobody cancels");
    let name = |term| units.vocabulary.term(term).to_string();
    (0..units.len())
        .map(|unit| units.terms(unit).map(name).collect())
        .collect()
}

#[test]
fn each_analysis_sees_the_same_sentence_in_its_own_way() {
    let text = "The Boats' lamps weren't lit!";
    let cases: [(Analysis, &[&str]); 8] = [
        (Analysis::Segment, &["boat", "lamp", "lit"]),
        (
            Analysis::Style,
            &["The", "Boats", "'", "lamps", "weren't", "lit", "!"],
        ),
        (Analysis::Topic, &["boat", "lamp", "lit"]),
        (Analysis::Summary, &["boat", "lamp", "lit"]),
        (Analysis::Sentiment, &["boats", "lamps", "weren't", "lit"]),
        (Analysis::Message, &["boats", "lamps", "lit"]),
        (
            Analysis::Align,
            &["the", "boats", "lamps", "weren't", "lit"],
        ),
        (
            Analysis::Paper,
            &["The", "Boats'", "lamps", "weren't", "lit!"],
        ),
    ];
    assert_eq!(cases.len(), Analysis::ALL.len());
    for (analysis, expected) in cases {
        assert_eq!(analyze(text, analysis, "en"), [expected], "{analysis:?}");
    }
}

#[test]
fn a_language_without_a_list_drops_what_stands_everywhere() {
    let text = (0..40)
        .map(|i| format!("Ja word{i} ja other{i}. "))
        .collect::<String>();
    let terms = analyze(&text, Analysis::Segment, "und");
    assert!(terms.iter().flatten().all(|term| term != "ja"));
    assert_eq!(terms.iter().flatten().count(), 80);
}

#[test]
fn overlong_tokens_are_left_out_and_counted() {
    let document = Document::new("t", format!("short {} end", "x".repeat(5000)));
    let english = Language::from_code("en").expect("known");
    let units = Analyzer::new(Analysis::Segment, english)
        .units(&document, UnitKind::Sentence, &Run::new(0, &Silent))
        .expect("nobody cancels");
    assert_eq!((units.tokens.len(), units.overlong), (2, 1));
}

#[test]
fn any_number_of_threads_gives_the_same_terms() {
    let text: String = (0..120_000)
        .map(|i| format!("Word{} sees word{}.\n\n", i % 997, i % 31))
        .collect();
    assert!(text.len() > 8 * PART);
    let document = Document::new("t", text);
    let english = Language::from_code("en").expect("known");
    let at = |threads| {
        let threads = NonZeroUsize::new(threads).expect("not zero");
        let run = Run::new(0, &Silent).with_threads(threads);
        let analyzer = Analyzer::new(Analysis::Segment, english);
        run.install(|| {
            analyzer
                .units(&document, UnitKind::Sentence, &run)
                .expect("nobody cancels")
        })
    };
    let one = at(1);
    for threads in [2, 7] {
        let other = at(threads);
        assert_eq!(other.tokens, one.tokens);
        assert_eq!(other.vocabulary, one.vocabulary);
        assert_eq!(other.units, one.units);
    }
}

#[test]
fn a_term_is_spelt_as_it_is_mostly_written() {
    let document = Document::new("t", "Rising tides. The tide rises. Tides turn.");
    let english = Language::from_code("en").expect("known");
    let units = Analyzer::new(Analysis::Segment, english)
        .units(&document, UnitKind::Sentence, &Run::new(0, &Silent))
        .expect("nobody cancels");
    let tide = units.vocabulary.get("tide").expect("it is there");
    assert_eq!(units.spelling(tide, 0..units.tokens.len()), "tides");
}

proptest! {
    #[test]
    fn no_text_panics_an_analysis(text in any::<String>(), at in 0..Analysis::ALL.len()) {
        let document = Document::new("t", text);
        for language in [Language::detect(&document.text), Language::from_code("el").expect("known")] {
            let analyzer = Analyzer::new(Analysis::ALL[at].1, language);
            let units = analyzer.units(&document, UnitKind::Sentence, &Run::new(0, &Silent)).expect("nobody cancels");
            for token in &units.tokens {
                prop_assert!(document.text.is_char_boundary(token.span().start));
                prop_assert!(document.text.is_char_boundary(token.span().end));
            }
        }
    }
}

#[test]
fn a_turn_is_a_paragraph_where_nobody_speaks() {
    let english = Language::from_code("en").expect("English is known");
    let document = Document::new("a", "One goes\non.\n\nTwo.");
    let units = |kind| {
        let analyzer = Analyzer::new(Analysis::Segment, english);
        let units = analyzer.units(&document, kind, &Run::new(0, &Silent));
        units.expect("nobody cancels").units
    };
    assert_eq!(units(UnitKind::Turn), units(UnitKind::Paragraph));
}

#[test]
fn what_is_set_aside_is_part_of_no_unit() {
    let english = Language::from_code("en").expect("English is known");
    let text = "Terms apply.\nThe tide rises.\n3\nBoats wait. All is well.\n";
    let document = Document {
        aside: vec![Span::new(0, 13), Span::new(29, 31)],
        ..Document::new("a", text)
    };
    assert_eq!(
        document.content().collect::<String>(),
        text.replacen("Terms apply.\n", "", 1).replace("3\n", "")
    );
    let analyzer = Analyzer::new(Analysis::Segment, english);
    let units = analyzer.units(&document, UnitKind::Sentence, &Run::new(0, &Silent));
    let units = units.expect("nobody cancels");
    let said: Vec<&str> = (0..units.len()).map(|unit| units.text_of(unit)).collect();
    assert_eq!(said, ["The tide rises.", "Boats wait.", "All is well."]);
}

#[test]
fn words_of_the_user_are_left_out_or_kept_in_any_language() {
    let run = Run::new(0, &Silent);
    let terms = |text: &str, code: &str, list: Option<&str>| {
        let document = Document::new("t", text);
        let list = list.map(|list| Arc::new(StopWords::parse(list).expect("a list")));
        let units = Analyzer::new(Analysis::Segment, Language::from_code(code).expect("known"))
            .with_stop_words(list)
            .units(&document, UnitKind::Sentence, &run)
            .expect("nobody cancels");
        let terms = units.tokens.iter().filter_map(|token| token.term());
        let mut terms: Vec<String> = terms.map(|t| units.vocabulary.term(t).into()).collect();
        terms.dedup();
        terms
    };
    let text = "The keeper's lamp is not lit.";
    assert_eq!(terms(text, "en", None), ["keeper", "lamp", "lit"]);
    assert_eq!(
        terms(text, "en", Some("lamp\n-not")),
        ["keeper", "not", "lit"]
    );
    // The same thread has met these spellings under other lists.
    assert_eq!(terms(text, "en", Some("keeper")), ["lamp", "lit"]);
    assert_eq!(terms(text, "en", None), ["keeper", "lamp", "lit"]);
    let everywhere = "Ja. ".repeat(40);
    assert!(terms(&everywhere, "und", None).is_empty());
    assert_eq!(terms(&everywhere, "und", Some("-ja")), ["ja"]);
}

#[test]
fn units_that_are_cut_keep_their_tokens_and_lose_only_blanks() {
    let document = Document::new("t", "Nets dry, boats rest. Men talk.\n\nRain falls.");
    let english = Language::from_code("en").expect("known");
    let units = Analyzer::new(Analysis::Segment, english)
        .units(&document, UnitKind::Sentence, &Run::new(0, &Silent))
        .expect("nobody cancels");
    let at = |word: &str| document.text.find(word).expect("it is there");
    let cut = units.cut(&[at("Nets"), at("boats"), at("rest"), at("falls")]);
    let texts: Vec<&str> = (0..cut.len()).map(|unit| cut.text_of(unit)).collect();
    let expected = ["Nets dry,", "boats", "rest.", "Men talk.", "Rain", "falls."];
    assert_eq!(texts, expected);
    let tokens: Vec<usize> = (0..cut.len())
        .map(|unit| cut.tokens_of(unit).len())
        .collect();
    assert_eq!(tokens, [2, 1, 1, 2, 1, 1]);
    let opens: Vec<bool> = cut.units.iter().map(|unit| unit.opens_paragraph).collect();
    assert_eq!(opens, [true, false, false, false, true, false]);
}

use super::*;
use proptest::prelude::*;
use recto_math::{Run, Silent};
use recto_text::{Analysis, Analyzer, Document, Language, UnitKind};

fn scored(text: &str, lexicon: &Lexicon, rules: Rules, language: &str) -> Score {
    let language = Language::from_code(language).expect("a language");
    let document = Document::new("text", text);
    let analyzer = Analyzer::new(Analysis::Sentiment, language);
    let units = analyzer.units(&document, UnitKind::Sentence, &Run::new(0, &Silent));
    score(&units.expect("nothing stops it"), lexicon, rules)
}

fn value(text: &str) -> f64 {
    scored(text, &lexicon(), Rules::All, "en").value
}

/// Weights that are easy to follow.
fn lexicon() -> Lexicon {
    let words = "good\t2\nbad\t-2\nsuperb\t3\nslow\t-1\nrust\t-2\nbetter\t2\nworse\t-2\nnicer\t2\n\
                 nice\t2\nlet down\t-2\nas well\t0\nwell\t1\nnot_work\t-2\nterribly\t-3\n\
                 recommend\t2\nnot_recommend\t-2\npretty\t1\n";
    Lexicon::parse(words).expect("a lexicon").0
}

#[track_caller]
fn assert_value(text: &str, expected: f64) {
    let found = value(text);
    assert!((found - expected).abs() < 1e-9, "{text}: {found}");
}

#[test]
fn weights_are_added() {
    assert_value("A good boat and a good quay.", 4.0);
    assert_value("A boat and a quay.", 0.0);
    assert_value("", 0.0);
}

#[test]
fn negation_reverses_praise_more_than_blame() {
    assert_value("It is not good.", -1.6);
    assert_value("It is not bad.", 1.0);
    // Strong words are reversed as plain ones are.
    assert_value("It is not superb.", -1.6);
    assert_value("It hasn’t been good.", -1.6);
    assert_value("Hardly good.", -1.6);
    assert_value("It lacks a good quay.", -1.6);
    assert_value("Far from good.", -1.6);
    assert_value("Anything but good.", -1.6);
    assert_value("He failed to do good.", -1.6);
}

#[test]
fn negation_ends_at_marks_contrasts_and_after_some_words() {
    assert_value("No, it is good.", 2.0);
    assert_value("It did not rain because winds were good.", 2.0);
    assert_value("We never saw boats quays nets gulls good.", 2.0);
    assert_value("It is not slow and the quay is good.", 0.5 + 2.0);
    assert_value("No boats and good quays.", 2.0);
}

#[test]
fn a_second_negation_takes_the_first_back_unless_it_repeats_it() {
    assert_value("I wouldn't say it is not good.", 2.0);
    assert_value("Not without good reasons.", 2.0);
    assert_value("It is neither good nor superb.", -3.2);
}

#[test]
fn some_phrases_negate_nothing() {
    for text in [
        "Not only good.",
        "No doubt good.",
        "Nothing but good.",
        "Without a doubt good.",
    ] {
        assert_value(text, 2.0);
    }
}

#[test]
fn an_entry_for_the_negated_word_counts_instead() {
    assert_value("It does not work.", -2.0);
    assert_value("It does work.", 0.0);
    assert_value("I can't recommend it.", -2.0);
    assert_value("I can't recommend it enough.", 2.0 * 1.3);
}

#[test]
fn terms_have_the_weight_of_their_negated_words() {
    let weight = |term| negation::weight_of_term(&lexicon(), term);
    assert_eq!(weight("good"), Some(2.0));
    assert_eq!(weight("not_bad"), Some(1.0));
    assert_eq!(weight("not_work"), Some(-2.0));
    assert_eq!((weight("work"), weight("not_quay")), (None, None));
}

#[test]
fn phrases_count_instead_of_their_words() {
    assert_value("We were let down.", -2.0);
    assert_value("We saw quays as well.", 0.0);
    assert_value("They let us down.", 0.0);
}

#[test]
fn degree_makes_weights_larger_and_smaller() {
    assert_value("Very good.", 2.6);
    assert_value("Slightly bad.", -1.5);
    assert_value("A bit bad.", -1.5);
    // An adverb of degree is no opinion; alone it is.
    assert_value("Terribly good.", 2.6);
    assert_value("It went terribly.", -3.0);
    assert_value("Pretty good.", 1.5);
    assert_value("Less good.", -1.6);
    assert_value("Less than good.", -1.6);
    assert_value("At least good.", 2.0);
    assert_value("Few bad quays.", 1.0);
    assert_value("A few bad quays.", -2.0);
    assert_value("More than good.", 2.0);
}

#[test]
fn what_follows_but_and_what_is_not_granted_count_more() {
    assert_value("It is good but slow.", 1.0 - 1.5);
    assert_value("Although it is good, it is slow.", 0.8 - 1.0);
    assert_value("It is slow although good.", 0.8 - 1.0);
    assert_value("Despite good quays, slow.", 0.8 - 1.0);
    assert_value("Not only good but superb.", 5.0);
}

#[test]
fn praise_of_what_is_not_the_case_is_blame() {
    assert_value("It would have been good.", -1.2);
    assert_value("It could be better.", -1.2);
    assert_value("It would be good if it ran.", -1.2);
    assert_value("I wish it were good.", -1.2);
    assert_value("I expected good quays.", -0.8);
    assert_value("It used to be good.", -1.2);
    assert_value("The old quay was better.", -1.2);
    assert_value("I would recommend it.", 2.0);
}

#[test]
fn doubt_questions_and_other_sides_of_comparisons_count_less() {
    assert_value("It might be good.", 0.5);
    assert_value("If it is good we stay.", 0.5);
    assert_value("Is it good?", 0.5);
    assert_value("Why is it slow?", -0.8);
    assert_value("A nicer quay than the bad one.", 2.0 - 0.5);
}

#[test]
fn unsurpassed_is_praise_and_so_is_relief() {
    assert_value("It could not be better.", 2.6);
    assert_value("I have never seen a worse quay.", -2.6);
    assert_value("It is not better.", -1.6);
    assert_value("It prevents rust.", 1.0);
    assert_value("Too good.", -1.6);
    assert_value("Too slow.", -1.0);
}

#[test]
fn marks_and_capitals_count_a_little() {
    assert_value("It is good!", 2.2);
    assert_value("It is GOOD.", 2.4);
    assert_value("“It is GOOD”", 2.4);
    assert_value("IT IS GOOD.", 2.0);
    assert_value("It is goooood.", 2.0);
}

#[test]
fn a_contribution_has_its_place_and_its_reasons() {
    let text = "Été. It is not good!";
    let score = scored(text, &lexicon(), Rules::All, "en");
    let [part] = &score.contributions[..] else {
        panic!("{score:?}");
    };
    assert_eq!(
        (&text[part.span.range()], part.unit, part.weight),
        ("good", 1, 2.0)
    );
    let cue = |at: usize| part.reasons[at].cue.map(|span| &text[span.range()]);
    let rules: Vec<Rule> = part.reasons.iter().map(|reason| reason.rule).collect();
    assert_eq!(rules, [Rule::Negation, Rule::Emphasis]);
    assert_eq!((cue(0), cue(1)), (Some("not"), None));
}

#[test]
fn rules_can_be_left_out() {
    let value = |rules| scored("Not very good, but good!", &lexicon(), rules, "en").value;
    assert!((value(Rules::Plain) - 4.0).abs() < 1e-9);
    assert!((value(Rules::Negation) - 0.4).abs() < 1e-9);
    assert!((value(Rules::All) - (-1.6 * 0.5 * 1.1 + 2.0 * 1.5 * 1.1)).abs() < 1e-9);
}

#[test]
fn other_languages_have_negation_alone() {
    let (lexicon, _) = Lexicon::parse("gut\t2\nbon\t2\nschlecht\t-2\n").expect("a lexicon");
    let value = |text, language| scored(text, &lexicon, Rules::All, language).value;
    assert!((value("Das ist nicht gut.", "de") + 1.6).abs() < 1e-9);
    assert!((value("Es ist gut, aber schlecht!", "de")).abs() < 1e-9);
    // Two words, one negation.
    assert!((value("Ce n'est pas bon.", "fr") + 1.6).abs() < 1e-9);
}

#[test]
fn verdicts_follow_the_evidence() {
    let verdict = |text| scored(text, &lexicon(), Rules::All, "en").verdict();
    assert_eq!(verdict("Good."), Verdict::Positive);
    assert_eq!(verdict("Slow."), Verdict::Negative);
    assert_eq!(verdict("It might be good."), Verdict::Neutral);
    assert_eq!(verdict("Good boats, bad quays."), Verdict::Mixed);
    assert_eq!(Score::default().verdict(), Verdict::Neutral);
    assert_eq!(Score::default().balance(), 0.0);
    let score = scored("Good, good and bad.", &lexicon(), Rules::All, "en");
    assert!((score.balance() - 2.0 / 6.0).abs() < 1e-9);
    assert_eq!((score.n_positive, score.n_negative), (2, 1));
}

/// Words that all rules look at, beside opinions and words of no interest.
const TEXT: &str = "((not|no|never|but|although|despite|too|very|less|could|would|have|be|if|than|\
                    without|lacks|far|from|better|good|bad|slow|superb|quay|the|and|enough|wish|\
                    free|of|recommend|let|down|pretty|GOOD|’s|été|好的)[ ,.!?;’-]{1,2}|\\PC){0,30}";

proptest! {
    #[test]
    fn any_text_has_a_score_that_is_the_sum_of_places_in_it(text in TEXT) {
        for language in ["en", "fr", "zh", "und"] {
            for rules in [Rules::Plain, Rules::Negation, Rules::All] {
                let score = scored(&text, &lexicon(), rules, language);
                let mut end = 0;
                for part in &score.contributions {
                    prop_assert!(text.get(part.span.range()).is_some());
                    prop_assert!(part.span.start >= end && !part.span.is_empty());
                    end = part.span.end;
                    for cue in part.reasons.iter().filter_map(|reason| reason.cue) {
                        prop_assert!(text.get(cue.range()).is_some());
                    }
                }
                let sum: f64 = score.contributions.iter().map(|part| part.value).sum();
                prop_assert!((score.value - sum).abs() < 1e-9);
                prop_assert!((score.positive - score.negative - sum).abs() < 1e-9);
                prop_assert!(score.balance().abs() <= 1.0 + 1e-9);
            }
        }
    }

    #[test]
    fn without_words_of_the_lexicon_there_is_no_score(text in TEXT) {
        let (other, _) = Lexicon::parse("zzzyx\tpos\n").expect("a lexicon");
        let score = scored(&text, &other, Rules::All, "en");
        prop_assert_eq!(score, Score::default());
    }

    /// Rules that treat praise and blame alike: sums, degree, contrast, doubt, emphasis.
    #[test]
    fn opposite_weights_give_the_opposite_score(
        text in "((good|bad|slow|superb|very|slightly|but|although|might|if|than|quay|GOOD)[ ,.!]){0,20}"
    ) {
        let (flipped, _) = Lexicon::parse("good\t-2\nbad\t2\nslow\t1\nsuperb\t-3\n").expect("a lexicon");
        let (plain, _) = Lexicon::parse("good\t2\nbad\t-2\nslow\t-1\nsuperb\t3\n").expect("a lexicon");
        let found = |lexicon| scored(&text, lexicon, Rules::All, "en");
        prop_assert!((found(&plain).value + found(&flipped).value).abs() < 1e-9);
    }

    #[test]
    fn negated_terms_stand_where_negators_do(text in TEXT) {
        let english = Language::from_code("en").expect("a language");
        let document = Document::new("text", text);
        let analyzer = Analyzer::new(Analysis::Sentiment, english);
        let units = analyzer.units(&document, UnitKind::Sentence, &Run::new(0, &Silent));
        let units = units.expect("nothing stops it");
        for unit in 0..units.len() {
            let negators = negation::negators(&units, unit);
            let terms = negation::terms(&units, unit);
            prop_assert_eq!(negators.len(), units.tokens_of(unit).len());
            for (negator, term) in negators.iter().zip(&terms) {
                prop_assert!(negator.is_none_or(|at| at < negators.len()));
                let is_marked = term.as_ref().is_some_and(|term| term.starts_with("not_"));
                prop_assert_eq!(is_marked, negator.is_some() && term.is_some());
            }
        }
    }
}

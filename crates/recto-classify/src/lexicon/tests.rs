use super::*;
use proptest::prelude::*;
use recto_math::{Run, Silent};
use recto_text::{Analysis, Analyzer, Document, Language, UnitKind, folded};

fn parse(text: &str) -> (Lexicon, Vec<Notice>) {
    Lexicon::parse(text).expect("a lexicon")
}

fn error(text: &str) -> String {
    Lexicon::parse(text).expect_err("no lexicon").to_string()
}

/// The lines of the built-in list: entry and weight as written.
fn english_lines() -> Vec<(&'static str, &'static str)> {
    let lines = include_str!("english.tsv").lines();
    let lines = lines.filter(|line| !line.starts_with('#'));
    let pairs = lines.map(|line| line.split_once('\t').expect("two columns"));
    pairs.collect()
}

#[test]
fn every_line_of_the_english_list_is_an_entry_of_its_own_in_order() {
    let (lexicon, notices) = parse(include_str!("english.tsv"));
    assert_eq!(notices, []);
    let lines = english_lines();
    assert!(lines.len() >= 5000);
    assert_eq!(lexicon.len(), lines.len());
    assert!(lines.is_sorted_by(|a, b| a.0 < b.0));
    for (word, weight) in lines {
        assert_eq!(folded(word), word);
        let number: f64 = weight.parse().expect(word);
        assert_eq!(lexicon.weight(word), Some(number), "{word}");
        assert!(number.abs() <= MAX_WEIGHT && (2.0 * number).fract() == 0.0);
        assert_eq!(number == 0.0, weight == "0", "{word}");
        assert!(number != 0.0 || word.contains(' '), "{word}");
    }
}

/// Endings that keep the sense of a word, and what they replace.
const ENDINGS: [(&str, &str); 16] = [
    ("", "s"),
    ("", "es"),
    ("", "ed"),
    ("e", "ed"),
    ("", "ing"),
    ("e", "ing"),
    ("", "ly"),
    ("y", "ily"),
    ("", "ness"),
    ("y", "iness"),
    ("", "er"),
    ("y", "ier"),
    ("", "est"),
    ("y", "iest"),
    ("y", "ies"),
    ("y", "ied"),
];

#[test]
fn inflections_of_an_english_word_have_its_sign() {
    let lexicon = Lexicon::english();
    let mut compared = 0;
    for (word, weight) in lexicon.words() {
        for (old, new) in ENDINGS {
            let form = word.strip_suffix(old).map(|stem| format!("{stem}{new}"));
            if let Some(other) = form.and_then(|form| lexicon.weight(&form)) {
                assert!(weight * other > 0.0, "{word} {weight} {new} {other}");
                compared += 1;
            }
        }
    }
    assert!(compared > 1000);
}

/// A refund is bad news and none is worse; nothing is praised for not being cheap.
const BAD_EITHER_WAY: [&str; 2] = ["not_cheap", "not_refund"];

#[test]
fn a_negated_entry_has_the_opposite_sign_of_its_word() {
    let lexicon = Lexicon::english();
    for (entry, negated) in lexicon.words() {
        let word = entry.strip_prefix(NEGATED_PREFIX);
        if let Some(weight) = word.and_then(|word| lexicon.weight(word)) {
            let is_opposite = weight * negated < 0.0;
            assert!(is_opposite || BAD_EITHER_WAY.contains(&entry), "{entry}");
        }
    }
}

#[test]
fn names_numbers_comments_and_phrases_are_read() {
    let (lexicon, notices) =
        parse("\u{FEFF}# mine\r\n\r\nSuperb\tpos\r\nTop-Notch\tpositive\r\nnot_work\tNEG\t0.3\r\n");
    assert_eq!(notices, []);
    let entries: Vec<_> = lexicon.entries().collect();
    let expected = [("not_work", -2.0), ("superb", 2.0), ("top notch", 2.0)];
    assert_eq!(entries, expected);
    assert_eq!(lexicon.words().count(), 2);
}

#[test]
fn numbers_are_scaled_to_the_largest_weight() {
    let (lexicon, _) = parse("good\t2\nbad\t-4\nfine\t0\n");
    let weights = ["good", "bad", "fine"].map(|word| lexicon.weight(word));
    assert_eq!(weights, [Some(1.5), Some(-3.0), None]);
    assert_eq!(
        [-3.0, 0.0, 1.5, 9.0].map(positive_share),
        [0.0, 0.5, 0.75, 1.0]
    );
}

#[test]
fn a_word_of_both_signs_is_left_out_with_a_notice() {
    let (lexicon, notices) = parse("sick\tpos\nsick\tneg\nmild\t1\nmild\t2\n");
    assert_eq!(lexicon.weight("sick"), None);
    assert_eq!(lexicon.weight("mild"), Some(3.0));
    let texts: Vec<String> = notices.iter().map(Notice::to_string).collect();
    let expected = "lexicon: words that are both positive and negative were left out (1): sick";
    assert_eq!(texts, [expected]);
}

#[test]
fn errors_name_the_line() {
    let empty = "lexicon: no words; write a word, a tab and `pos`, `neg` or a number on each line";
    assert_eq!(error("# nothing\n"), empty);
    assert_eq!(
        error("good\tpos\nbad neg\n"),
        "lexicon: line 2 has no word and value with a tab between them: `bad neg`"
    );
    let polarity = "is not `pos`, `neg`, `neutral` or a number";
    assert_eq!(
        error("good\tyes\n"),
        format!("lexicon: line 1: `yes` {polarity}")
    );
}

#[test]
fn weights_that_are_not_finite_are_refused_with_their_line() {
    for value in ["NaN", "nan", "inf", "-infinity", "1e999"] {
        let message =
            format!("lexicon: line 2: `{value}` is not a finite number; write one such as -1.5");
        let text = format!("good\t2\nbad\t{value}\n");
        assert_eq!(error(&text), message);
        // Alone in a file, such values are not the names of classes either.
        for file in [text, format!("goal\tsport\nbad\t{value}\n")] {
            let refused = class_names(&file).expect_err("not a class");
            assert_eq!(refused.to_string(), message);
        }
    }
}

#[test]
fn subnormal_weights_are_finite() {
    let (lexicon, _) = parse("good\t1e-320\nas well\t0\n");
    assert_eq!(lexicon.weight("as well"), Some(0.0));
    assert!(lexicon.weight("good").is_some_and(f64::is_finite));
}

#[test]
fn overrides_are_in_the_units_of_the_lexicon_and_the_last_line_counts() {
    let (lexicon, _) = parse("good\t4\nbad\t-4\nodd\t-1\n");
    let overrides = "bad\t-2\nbad\t-1\nodd\tneutral\nneat\t4\nnone\t0\n";
    let (changed, notices) = lexicon.with_overrides(overrides).expect("overrides");
    let entries: Vec<_> = changed.entries().collect();
    assert_eq!(entries, [("bad", -0.75), ("good", 3.0), ("neat", 3.0)]);
    assert_eq!(notices.len(), 1);
}

#[test]
fn class_words_name_classes_and_leave_out_words_of_several() {
    let classes = ["Sport".to_string(), "Trade".to_string()];
    let found = class_words(
        "Goal\tsport\ntariff\tTRADE\nmatch\tsport\nmatch\ttrade\n",
        &classes,
    );
    let found = found.expect("words");
    assert_eq!(
        found.words,
        [("goal".to_string(), 0), ("tariff".to_string(), 1)]
    );
    assert_eq!(
        found.notices[0].to_string(),
        "lexicon: words that stand for several classes were left out (1): match"
    );
    let unknown = class_words("goal\tart\n", &classes).expect_err("no such class");
    let expected = "lexicon: line 1: there is no class `art`; classes are Sport, Trade";
    assert_eq!(unknown.to_string(), expected);
}

#[test]
fn coverage_counts_words_and_documents() {
    let english = Language::from_code("en").expect("a language");
    let analyzer = Analyzer::new(Analysis::Sentiment, english);
    let documents = ["A superb, superb quay.", "The tide turns."];
    let documents = documents.map(|text| Document::new("d", text));
    let run = Run::new(0, &Silent);
    let units = documents.each_ref().map(|document| {
        let units = analyzer.units(document, UnitKind::Sentence, &run);
        units.expect("nothing stops it")
    });
    let coverage = Lexicon::english().coverage(&units);
    let expected = Coverage {
        tokens: 7,
        known_tokens: 2,
        known_words: 1,
        documents: 2,
        known_documents: 1,
    };
    assert_eq!(coverage, expected);
    assert_eq!(coverage.notice(), None);
    let none = Lexicon::english().coverage(&units[1..]);
    assert!(none.notice().is_some());
    assert_eq!(Coverage::default().notice(), None);
}

proptest! {
    #[test]
    fn any_text_is_a_lexicon_or_an_error(text in "([a-c]{1,2}(\t(pos|neg|-?[0-9.]{1,3}|\\PC))?\n|\\PC|\t){0,20}") {
        if let Ok((lexicon, _)) = Lexicon::parse(&text) {
            for (_, weight) in lexicon.entries() {
                prop_assert!(weight.abs() <= MAX_WEIGHT);
            }
        }
    }
}

//! Reasons on sentences written for them, and what holds for every sentence.

use super::*;
use crate::{Evidence, Link};
use recto_math::rng;
use recto_text::Language;

/// Words of a text as recto cuts it: no marks.
fn words(text: &str) -> Vec<&str> {
    let cut = |c: char| c.is_whitespace() || matches!(c, ';' | '"' | '(' | ')');
    text.split(cut)
        .map(|word| word.trim_matches(['.', ',', ':']))
        .filter(|word| !word.is_empty())
        .collect()
}

/// Tokens separated by blanks, marks among them.
fn blanks(text: &str) -> Vec<&str> {
    text.split(' ').collect()
}

/// Sentences, one a line, as a side.
fn side(pairs: &mut Pairs, lines: &str, cut: fn(&str) -> Vec<&str>) -> Side {
    let (mut all, mut starts) = (Vec::new(), Vec::new());
    for line in lines.lines() {
        starts.push(all.len());
        all.extend(cut(line));
    }
    pairs.side(all, starts)
}

fn judge_as(
    code: &str,
    source: &str,
    summary: &str,
    cut: fn(&str) -> Vec<&str>,
) -> Vec<SentenceSupport> {
    let mut pairs = Pairs::new(Language::from_code(code).expect("a language"));
    let document = side(&mut pairs, source, cut);
    let summary = side(&mut pairs, summary, cut);
    pairs.push(document, summary);
    sentences(&pairs, 0, &Alignment::default())
}

fn judge(source: &str, summary: &str) -> SentenceSupport {
    judge_as("en", source, summary, words).remove(0)
}

fn because(source: &str, summary: &str) -> Vec<String> {
    judge(source, summary)
        .because
        .iter()
        .map(ToString::to_string)
        .collect()
}

const HARBOUR: &str = "The ferry left Leith at nine with 40 passengers on board.
Captain Moira Sinclair did not wait for the mail van from Stirling.
The harbour office thanked Duncan Reid after Moira Sinclair wrote a letter.
A storm closed 3 of the 12 piers in Orkney on Monday.";

#[test]
fn a_copied_sentence_has_full_support_and_no_reasons() {
    for sentence in HARBOUR.lines() {
        let found = judge(HARBOUR, sentence);
        assert_eq!(
            (found.support, found.because),
            (Some(1.0), vec![]),
            "{sentence}"
        );
    }
}

#[test]
fn a_number_that_the_source_lacks_is_named() {
    let found = because(
        HARBOUR,
        "A storm closed 7 of the 12 piers in Orkney on Monday.",
    );
    assert_eq!(found[0], "the source says \"3\" here, not \"7\"");
    let found = because(HARBOUR, "Orkney lost 55 piers in a storm.");
    assert_eq!(found[0], "the source does not have the number 55");
}

#[test]
fn a_number_is_the_same_in_words_with_separators_and_apart() {
    let source = "The fair drew 56 000 visitors.\nThe toll is 1,250 crowns for six horses.";
    assert_eq!(
        because(source, "The toll is 1250 crowns for 6 horses."),
        Vec::<String>::new()
    );
    let reasons = because(source, "The fair drew 56,000 visitors.");
    assert!(
        !reasons.iter().any(|reason| reason.contains("number")),
        "{reasons:?}"
    );
    assert!(because(source, "The fair drew 65,000 visitors.")[0].contains("65,000"));
}

#[test]
fn a_name_that_the_source_lacks_is_named() {
    let found = because(
        HARBOUR,
        "Captain Moira Sinclair did not wait for the mail van from Perth.",
    );
    assert_eq!(found[0], "the source says \"Stirling\" here, not \"Perth\"");
    let found = because(HARBOUR, "A letter from Agnes reached the harbour.");
    assert_eq!(found[0], "the source does not have the name Agnes");
}

#[test]
fn a_capital_at_the_start_names_nobody_alone() {
    let found = because(HARBOUR, "Sunshine closed the harbour office.");
    assert_eq!(found[0], "not in the source: Sunshine");
    let found = because(
        HARBOUR,
        "Aberdeen left Leith at nine with 40 passengers on board.",
    );
    assert!(
        found.iter().any(|reason| reason.contains("Aberdeen")),
        "{found:?}"
    );
}

#[test]
fn a_name_that_moved_to_the_end_took_nobodys_place() {
    let source = "On Monday the tide rose at Leith, said Moira Sinclair.";
    let told = because(
        source,
        "Moira Sinclair said the tide rose on Monday at Leith.",
    );
    assert!(
        !told.iter().any(|reason| reason.contains("other way round")),
        "{told:?}"
    );
}

#[test]
fn names_in_each_others_place_are_the_other_way_round() {
    let found = because(
        HARBOUR,
        "The harbour office thanked Moira Sinclair after Duncan Reid wrote a letter.",
    );
    let reason = "in the source the other way round: Moira Sinclair … Duncan Reid";
    assert_eq!(found[0], reason);
    assert_eq!(
        found
            .iter()
            .filter(|reason| reason.starts_with("the source says"))
            .count(),
        0
    );
}

#[test]
fn a_phrase_that_only_moved_contradicts_nothing() {
    let found = judge(
        HARBOUR,
        "On Monday a storm closed 3 of the 12 piers in Orkney.",
    );
    assert!(
        !found.because.iter().any(Reason::is_contradiction),
        "{:?}",
        found.because
    );
}

#[test]
fn a_negation_that_one_side_lacks_is_named() {
    let found = because(
        HARBOUR,
        "The ferry never left Leith at nine with 40 passengers on board.",
    );
    assert_eq!(found[0], "negated here, not in the source: \"never left\"");
    let found = because(
        HARBOUR,
        "Captain Moira Sinclair did wait for the mail van from Stirling.",
    );
    assert_eq!(found[0], "the source says \"not wait\" here");
}

#[test]
fn a_negation_in_other_words_is_no_contradiction() {
    let found = because(
        HARBOUR,
        "Captain Moira Sinclair didn't wait for the mail van from Stirling.",
    );
    assert_eq!(
        found
            .iter()
            .filter(|reason| reason.contains("negated"))
            .count(),
        0,
        "{found:?}"
    );
    let source = "The board refused to pay the pilots.";
    assert!(!because(source, "The board did not pay the pilots.")[0].contains("negated"));
    // With the refusal kept, the negation turns it round.
    let found = because(source, "The board never refused to pay the pilots.");
    assert_eq!(
        found[0],
        "negated here, not in the source: \"never refused\""
    );
}

#[test]
fn a_name_from_another_place_is_found_elsewhere() {
    let source = format!("{HARBOUR}\nFunchal lies in the south.");
    let sentence = "Captain Moira Sinclair and the mail van from Stirling did not wait in Funchal.";
    let found = because(&source, sentence);
    assert!(
        found.contains(&"found only elsewhere: Funchal".to_owned()),
        "{found:?}"
    );
}

#[test]
fn pieces_of_several_sentences_are_counted() {
    let found = because(
        HARBOUR,
        "The ferry left Leith after Moira Sinclair wrote a letter.",
    );
    assert_eq!(found, ["put together from 2 places"]);
}

#[test]
fn contradictions_come_first_and_all_of_them() {
    let found = judge(
        HARBOUR,
        "A gale closed 7 of the 15 piers in Shetland on Friday, said Fiona, Hamish and Isobel.",
    );
    let is_contradiction: Vec<bool> = found.because.iter().map(Reason::is_contradiction).collect();
    assert!(
        is_contradiction.is_sorted_by(|one, two| one >= two),
        "{is_contradiction:?}"
    );
    let all: String = found
        .because
        .iter()
        .map(|reason| format!("{reason}\n"))
        .collect();
    for word in ["7", "15", "Shetland", "Friday", "Fiona", "Hamish", "Isobel"] {
        assert!(all.contains(word), "{word} is not in {all}");
    }
    assert!(is_contradiction.iter().filter(|is| !**is).count() <= 3);
}

#[test]
fn long_lists_are_counted() {
    let sentence = "alpacas baked crusty dumplings every frosty grey holiday in June";
    let found = because("The ferry left.", sentence);
    assert!(
        found
            .iter()
            .any(|reason| reason.ends_with("grey and 1 more")),
        "{found:?}"
    );
}

#[test]
fn links_count_as_found() {
    let mut pairs = Pairs::new(Language::from_code("en").expect("a language"));
    let document = side(&mut pairs, "The doctor left.", words);
    let summary = side(&mut pairs, "The physician left.", words);
    pairs.push(document, summary);
    let mut alignment = Alignment::default();
    let without = sentences(&pairs, 0, &alignment)[0].support;
    alignment.links = vec![Link {
        document: 1,
        summary: 1,
        p: 0.9,
        by: Evidence::Related,
    }];
    let with = &sentences(&pairs, 0, &alignment)[0];
    assert!(with.support > without);
    assert!(
        with.because
            .iter()
            .all(|reason| !matches!(reason, Reason::Missing(_)))
    );
}

#[test]
fn treebank_tokens_and_plain_words_are_judged_alike() {
    let source = "`` The tide , '' said Reid 's friend , `` did n't turn at 6 . ''";
    let summary = "Reid 's friend said the tide did n't turn at 9 .";
    let treebank = &judge_as("en", source, summary, blanks)[0];
    let plain = judge(
        "The tide said Reid's friend didn't turn at 6",
        "Reid's friend said the tide didn't turn at 9",
    );
    let named = |one: &SentenceSupport| one.because[0].to_string();
    assert_eq!(named(treebank), "the source says \"6\" here, not \"9\"");
    assert_eq!(named(treebank), named(&plain));
}

#[test]
fn other_languages_have_their_negations_and_german_no_names() {
    let german = "Die Fähre verließ den Hafen am Montag.\nDer Kapitän wartete lange auf die Post.";
    let denied = "Die Fähre verließ den Hafen nicht am Montag.";
    let found = &judge_as("de", german, denied, words)[0];
    assert!(
        matches!(found.because[0], Reason::Negated(_)),
        "{:?}",
        found.because
    );
    let replaced = "Die Fähre verließ das Ufer am Montag.";
    let found = &judge_as("de", german, replaced, words)[0];
    assert!(
        found
            .because
            .iter()
            .all(|reason| !reason.is_contradiction()),
        "{:?}",
        found.because
    );
    let french = "Le bac a quitté Brest avec 40 passagers.";
    let found = &judge_as(
        "fr",
        french,
        "Le bac a quitté Brest avec 60 passagers.",
        words,
    )[0];
    assert!(
        matches!(found.because[0], Reason::Replaced { .. }),
        "{:?}",
        found.because
    );
}

#[test]
fn without_content_words_there_is_no_support() {
    let found = judge_as("en", HARBOUR, "It was not.\nThe ferry left.", words);
    assert_eq!((found[0].support, found[0].because.len()), (None, 0));
    assert!(found[1].support.is_some());
    assert_eq!(mean(&found), found[1].support);
    assert_eq!(mean(&found[..1]), None);
}

#[test]
fn without_a_source_every_content_word_is_missing() {
    assert_eq!(judge("", "The ferry left Leith.").support, Some(0.0));
    let foreign = judge("Nets dry on the quay.", "The ferry left Leith.");
    assert_eq!(foreign.support, Some(0.0));
    assert!(judge_as("en", HARBOUR, "", words).is_empty());
}

/// Sentences drawn from few words, so that they share many.
fn random_text(draw: &mut impl FnMut(usize) -> usize, sentences: usize) -> String {
    const WORDS: [&str; 24] = [
        "the", "of", "not", "n't", "never", "Reid", "Leith", "Oban", "Moira", "ferry", "left",
        "pilot", "tide", "storm", "12", "1,250", "56", "000", "six", "’s", ",", "“", "海",
        "refused",
    ];
    let lines: Vec<String> = (0..sentences)
        .map(|_| {
            let n = 1 + draw(14);
            let drawn: Vec<&str> = (0..n).map(|_| WORDS[draw(WORDS.len())]).collect();
            drawn.join(" ")
        })
        .collect();
    lines.join("\n")
}

#[test]
fn random_sentences_keep_the_laws() {
    let mut stream = rng::stream(7, "support", 0);
    let mut draw = |n| rng::below(&mut stream, n);
    for _ in 0..400 {
        let source = random_text(&mut draw, 6);
        let summary = random_text(&mut draw, 3);
        for (found, line) in judge_as("en", &source, &summary, blanks)
            .iter()
            .zip(summary.lines())
        {
            assert_eq!(found.words.len(), line.split(' ').count());
            assert!(
                found
                    .support
                    .is_none_or(|support| (0.0..=1.0).contains(&support))
            );
            let is_full = found.support.is_none_or(|support| support == 1.0);
            assert_eq!(
                is_full,
                found.because.is_empty(),
                "{source}\n{line}\n{found:?}"
            );
        }
        for found in judge_as("en", &source, &source, blanks) {
            assert!(
                found.support.is_none_or(|support| support == 1.0),
                "{source}\n{found:?}"
            );
        }
    }
}

#[test]
fn pairs_do_not_affect_each_other() {
    let texts = [
        (HARBOUR, "The ferry left Oban."),
        ("Rain fell.", "Snow fell in Leith."),
    ];
    let judged = |order: [usize; 2]| {
        let mut pairs = Pairs::new(Language::from_code("en").expect("a language"));
        for at in order {
            let document = side(&mut pairs, texts[at].0, words);
            let summary = side(&mut pairs, texts[at].1, words);
            pairs.push(document, summary);
        }
        [0, 1].map(|text| sentences(&pairs, order[text], &Alignment::default()))
    };
    assert_eq!(judged([0, 1]), judged([1, 0]));
}

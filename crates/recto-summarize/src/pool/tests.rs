use super::*;
use crate::{Budget, Limit, Options, methods};
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

#[test]
fn as_published_every_sentence_with_a_term_is_a_row_that_may_be_chosen() {
    let text = "LONDON (AB) - The tide rises over the old quay. Boats wait. \
                By Ada Brown. The tide rises over the old quay. It is what it is.";
    let english = Language::from_code("en").expect("English is known");
    let analyzer = Analyzer::new(Analysis::Summary, english);
    let document = Document::new("a", text);
    let run = Run::new(0, &Silent);
    let units = analyzer.units(&document, UnitKind::Sentence, &run);
    let units = units.expect("nobody cancels");
    let mut builder = PoolBuilder::new().as_published();
    builder.push(&units, &[]);
    let pool = builder.finish();
    // All but the last, which has no term, with the dateline and the copy.
    let positions: Vec<usize> = pool.sentences().iter().map(|s| s.place.position).collect();
    assert_eq!(positions, [0, 1, 2, 3]);
    assert_eq!(pool.sentences()[0].place.span.start, 0);
    let standings = pool.sentences().iter().map(|sentence| sentence.standing);
    assert!(standings.into_iter().all(|s| s == Standing::Choosable));
}

fn pool_of(text: &str) -> Pool {
    pool_in(text, "en")
}

fn pool_in(text: &str, code: &str) -> Pool {
    let language = Language::from_code(code).expect("known");
    let analyzer = Analyzer::new(Analysis::Summary, language);
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

/// Forty sentences about a harbour without a blank between their words, the first of every
/// eight of them short.
fn chinese() -> String {
    let who = ["渡轮公司", "港口的渔民", "市议会", "老船长", "岛上的学校"];
    let what = [
        "昨天没有来。",
        "决定从春天起增加早上的班次。",
        "认为新的票价对岛上的居民太高了。",
        "希望旧码头能在冬天之前修好。",
        "担心大风会让船队整个星期停航。",
        "同意把灯塔旁边的仓库改成市场。",
        "说北岸的水道今年又变浅了许多。",
        "请求政府为夜间的航线提供补助。",
    ];
    let sentences = who
        .iter()
        .flat_map(|who| what.map(|what| format!("{who}{what}")));
    sentences.collect()
}

#[test]
fn two_characters_are_a_word_where_no_blanks_are() {
    let pool = pool_in(&chinese(), "zh");
    assert_eq!(pool.sentences().len(), 40);
    let [first, second] = [0, 1].map(|row| &pool.sentences()[row]);
    assert_eq!((first.words, first.standing), (5, Standing::Choosable));
    assert_eq!((second.words, second.standing), (9, Standing::Choosable));
    let pool = pool_in(
        "渡轮来了。渔民都很高兴。旧码头的灯塔在冬天之前修好了。",
        "zh",
    );
    let standings: Vec<Standing> = pool.sentences().iter().map(|s| s.standing).collect();
    assert_eq!(standings, [Standing::Short, Standing::Choosable]);
}

#[test]
fn a_gist_without_blanks_is_not_made_of_the_shortest() {
    let pool = pool_in(&chinese(), "zh");
    let auto = methods().iter().find(|method| method.name == "auto");
    let auto = (auto.expect("there is a default").build)(&Options::default()).expect("made");
    let run = Run::new(0, &Silent);
    for limit in [Limit::Sentences(5), Limit::Words(50)] {
        let summary = auto
            .summarize(&pool, Budget::fit(limit), &run)
            .expect("done");
        let words = summary
            .rows()
            .into_iter()
            .map(|row| pool.sentences()[row].words);
        let words: Vec<usize> = words.collect();
        assert!(
            words.len() >= 4 && words.iter().sum::<usize>() <= 60,
            "{words:?}"
        );
        let long = words.iter().filter(|&&words| words > 6).count();
        assert!(2 * long > words.len(), "{words:?}");
    }
}

#[test]
fn short_answers_are_candidates_where_all_are_short() {
    let answers = "Too expensive. Slow. Not for the money. Very slow delivery today. Slow! Never.";
    let pool = pool_of(answers);
    let spans = pool
        .sentences()
        .iter()
        .map(|s| &answers[s.place.span.range()]);
    let found: Vec<&str> = spans.collect();
    let expected = [
        "Too expensive.",
        "Slow.",
        "Not for the money.",
        "Very slow delivery today.",
    ];
    assert_eq!(found, expected);
    assert_eq!(pool.sentences()[1].copies.len(), 1);
    let is_choosable = |s: &Sentence| s.standing == Standing::Choosable;
    assert!(pool.sentences().iter().all(is_choosable));
    let prose =
        "The ferry was far too expensive for the people of the island. ".to_string() + answers;
    assert_eq!(pool_of(&prose).sentences().len(), 3);
}

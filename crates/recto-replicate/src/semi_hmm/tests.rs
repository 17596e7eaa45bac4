//! The replication on made pairs.

use super::*;
use crate::made::Folder;
use recto::Answer;
use recto_math::Silent;
use recto_report::text::{TextOptions, render};

/// Three pairs by two people, one of whom leaves a link out.
const ROWS: &str = r#"{"id":"a","document":["The","old","mill","burned","down","."],"summary":["Mill","burned","."],"annotators":[{"sure":[[2,0],[3,1],[5,2]]},{"sure":[[2,0],[3,1]],"possible":[[5,2]]}]}
{"id":"b","document":["A","ferry","left","the","harbour","."],"summary":["Ferries","left","early"],"annotators":[{"sure":[[1,0],[2,1]]},{"sure":[[1,0],[2,1]]}]}
{"id":"c","document":["They","sold","grain"],"summary":["grain","was","sold"],"annotators":[{"sure":[[2,0],[1,2],[1,1]]},{"sure":[[2,0],[1,2]]}]}
"#;

fn replicated(folder: &Folder) -> Answer<Replicated> {
    let request = Request {
        data: folder.path().into(),
        ..Request::default()
    };
    SemiHmm::run(&request, &Run::new(0, &Silent)).unwrap()
}

#[test]
fn every_row_of_the_table_is_there_and_the_page_has_no_faults() {
    let folder = Folder::new();
    folder.write("alignment/made.jsonl", ROWS);
    folder.write(
        "alignment/plain.jsonl",
        "{\"id\":1,\"document\":\"a\",\"summary\":\"a\"}\n",
    );
    let answer = replicated(&folder);
    assert_eq!(answer.failed, []);
    let [set] = &answer.body.sets[..] else {
        panic!("one set has links");
    };
    for row in &answer.body.published {
        let found = set
            .systems
            .iter()
            .find(|own| own.called == Some(row.system));
        let is_built = !row.system.starts_with("Model 4");
        assert_eq!(found.unwrap().all.is_some(), is_built, "{}", row.system);
    }
    let report = SemiHmm::report(&answer);
    assert_eq!(report.faults(), [""; 0]);
    let options = TextOptions {
        width: 200,
        color: false,
    };
    let text = render(&report, options);
    assert!(text.contains("Model 4 Doc=Src (not built)"), "{text}");
}

#[test]
fn what_people_did_is_counted_by_hand() {
    let folder = Folder::new();
    folder.write("made.jsonl", ROWS);
    let answer = replicated(&folder);
    let set = &answer.body.sets[0];
    let people = &set.links[0];
    assert_eq!(
        (set.pairs, set.document_words, set.summary_words),
        (3, 15, 9)
    );
    // "early" has no link; 8 links, 6 of equal words, 1 more of one stem.
    assert_eq!(people.shares.unlinked, Some(1.0 / 9.0));
    assert_eq!(people.shares.unlinked_content, Some(1.0 / 9.0));
    assert_eq!(people.shares.equal, Some(6.0 / 8.0));
    assert_eq!(people.shares.stem, Some(7.0 / 8.0));
    // "sold" stands for "was sold": of seven phrases, six join single words.
    assert_eq!(people.lengths.one_to_one, Some(6.0 / 7.0));
    assert_eq!(people.lengths.summary[1], Some(1.0 / 7.0));
    // mill burned, burned ., ferry left, grain was, was sold.
    assert_eq!(people.jumps.jumps, 5);
    let next = people
        .jumps
        .shares
        .iter()
        .find(|(name, _)| *name == "the next word");
    assert_eq!(next.unwrap().1, 2.0 / 5.0);
    let human = &set.systems[0];
    assert_eq!(human.system, "Human 1 vs 2");
    assert_eq!(human.all.unwrap().recall, Some(1.0));
    assert_eq!(human.all.unwrap().precision, Some(7.0 / 8.0));
    let agreement = set.agreement.unwrap();
    assert!(agreement.possible > agreement.sure && agreement.sure < Some(1.0));
}

#[test]
fn wrong_rows_are_left_out_and_named() {
    let folder = Folder::new();
    let wrong = r#"{"id":1,"document":["a"],"summary":["b"],"sure":[[1,0]]}"#;
    let good = r#"{"id":2,"document":["mill"],"summary":["mill"],"sure":[[0,0]],"possible":[]}"#;
    folder.write("made.jsonl", &format!("{good}\n{wrong}\nnothing\n"));
    let answer = replicated(&folder);
    let messages: Vec<&str> = answer
        .failed
        .iter()
        .map(|one| one.message.as_str())
        .collect();
    assert!(messages[0].starts_with("line 2: the link [1, 0] is out of range"));
    assert!(messages[1].starts_with("line 3: "));
    assert_eq!(answer.body.sets[0].pairs, 1);
    assert_eq!(answer.body.sets[0].agreement, None);
}

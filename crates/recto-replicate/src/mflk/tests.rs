//! The replication on made reviews and letters.

use super::*;
use crate::made::Folder;
use crate::two_classes::made::{self, BLAME, PRAISE, request, rows};
use recto_math::Silent;

fn lexicon() -> String {
    let line = |class: &str, words: [&str; 4]| words.map(|word| format!("{word}\t{class}\n"));
    [line("pos", PRAISE), line("neg", BLAME)].concat().concat()
}

fn found<'s>(set: &'s ReplicatedSet, kind: Kind, system: &str) -> &'s SystemRow {
    let of = |experiment: &&Experiment| experiment.kind == kind;
    let experiment = set.experiments.iter().find(of).expect("an experiment");
    let row = experiment.rows.iter().find(|row| row.system == system);
    row.expect("a system")
}

#[test]
fn reviews_get_the_lexicon_and_their_domains_are_pooled() {
    let folder = Folder::new();
    folder.write("dual/shop_kitchen.jsonl", &rows(60, ["neg", "pos"]));
    folder.write("dual/shop_garden.jsonl", &rows(60, ["neg", "pos"]));
    folder.write("dual/letters.jsonl", &rows(60, ["ann", "bea"]));
    folder.write("dual/lexicon_made.tsv", &lexicon());
    let answer = made::replicated::<Mflk>(&folder);
    assert_eq!(answer.failed, []);
    let names: Vec<&str> = answer
        .body
        .sets
        .iter()
        .map(|set| set.name.as_str())
        .collect();
    assert_eq!(
        names,
        ["letters", "shop_garden", "shop_kitchen", "shop pooled"]
    );
    let [letters, garden, _, pooled] = &answer.body.sets[..] else {
        panic!("four sets");
    };
    assert_eq!((pooled.documents, garden.documents), (120, 60));
    assert_eq!(garden.lexicon_terms, Some(8));
    assert_eq!((garden.majority, letters.lexicon_terms), (Some(0.5), None));
    // Every document has two words of its class and none of the other.
    let vote = found(garden, Kind::Lexicon, "vote").accuracy[0].unwrap();
    assert_eq!(vote.mean, 1.0);
    let svm = found(garden, Kind::Labels, "SVM");
    assert_eq!((svm.accuracy.len(), svm.by_seed[0].len()), (5, 2));
    let green = found(garden, Kind::Labels, "Green");
    assert_eq!((green.by_seed[0].len(), green.by_seed[1].len()), (1, 0));
    let steps: Vec<&str> = letters.experiments[0]
        .steps
        .iter()
        .map(String::as_str)
        .collect();
    assert_eq!(steps, ["10-10"]);
    assert!(
        found(letters, Kind::Core, "tri, S0").accuracy[0]
            .unwrap()
            .mean
            > 0.8
    );
    let lead = &garden.leads[0];
    assert_eq!((lead.system, lead.over), ("MFLK paper", "centroid"));
}

#[test]
fn the_page_has_no_faults_and_fits_a_terminal() {
    let folder = Folder::new();
    folder.write("reviews.jsonl", &rows(60, ["negative", "positive"]));
    let answer = made::replicated::<Mflk>(&folder);
    let lexicons = &answer.body.lexicons;
    assert_eq!((lexicons.len(), lexicons[0].name.as_str()), (1, "recto"));
    let names = ["SSMFLK paper", "consistency", "Political", "IBM lexicon"];
    let text = made::assert_page::<Mflk>(&answer, &names);
    assert!(!text.contains('…'), "{text}");
}

#[test]
fn files_without_two_labels_are_no_sets_and_wrong_rows_are_named() {
    let folder = Folder::new();
    let three = rows(60, ["neg", "pos"]) + "{\"id\":1,\"label\":\"so-so\",\"text\":\"a kettle\"}\n";
    folder.write("three.jsonl", &three);
    folder.write("plain.jsonl", "{\"id\":1,\"text\":\"a kettle\"}\n");
    let error = Mflk::run(&request(&folder, 1), &Run::new(0, &Silent)).unwrap_err();
    assert!(matches!(error, ReplicateError::NoSets { .. }), "{error}");
    folder.write(
        "letters.jsonl",
        &format!("{}nothing\n", rows(60, ["ann", "bea"])),
    );
    let answer = made::replicated::<Mflk>(&folder);
    assert_eq!(answer.body.sets.len(), 1);
    let [failed] = &answer.failed[..] else {
        panic!("{:?}", answer.failed);
    };
    assert!(
        failed.message.starts_with("line 61: "),
        "{}",
        failed.message
    );
}

#[test]
fn the_same_seed_gives_the_same_figures_for_any_number_of_threads() {
    let folder = Folder::new();
    folder.write("letters.jsonl", &rows(60, ["ann", "bea"]));
    made::assert_same_for_threads::<Mflk>(&folder, 3);
}

#[test]
fn it_stops_when_it_is_asked_to() {
    let folder = Folder::new();
    folder.write("letters.jsonl", &rows(60, ["ann", "bea"]));
    made::assert_stops::<Mflk>(&folder, 2);
}

//! The replication on made reviews and letters.

use super::*;
use crate::made::Folder;
use crate::two_classes::made::{self, rows};

#[test]
fn every_strategy_has_a_curve_and_is_compared_on_the_same_splits() {
    let folder = Folder::new();
    folder.write("dual/letters.jsonl", &rows(40, ["ann", "bea"]));
    folder.write("dual/shop.jsonl", &rows(40, ["neg", "pos"]));
    let answer = made::replicated::<Ads>(&folder);
    assert_eq!(
        (&answer.failed[..], &answer.warnings[..]),
        (&[][..], &[][..])
    );
    let [letters, shop] = &answer.body.sets[..] else {
        panic!("two sets");
    };
    let kinds = |set: &ReplicatedSet| {
        set.experiments
            .iter()
            .map(|one| one.kind)
            .collect::<Vec<_>>()
    };
    assert!(!kinds(letters).contains(&Kind::FromLexicon));
    assert!(kinds(shop).contains(&Kind::FromLexicon));
    let strategies = &letters.experiments[0];
    assert_eq!((strategies.rows.len(), strategies.costs.len()), (13, 33));
    for row in &strategies.rows {
        assert_eq!(
            (row.by_split.len(), row.accuracy.len()),
            (2, 33),
            "{}",
            row.strategy
        );
        // Both words of every document are of its class.
        assert!(row.accuracy[32].unwrap().mean > 0.9, "{}", row.strategy);
    }
    let lead = &letters.leads[0];
    assert_eq!(
        (lead.strategy.as_str(), lead.over.as_str()),
        ("ere", "ere-local")
    );
}

#[test]
fn the_page_has_no_faults_and_fits_a_terminal() {
    let folder = Folder::new();
    folder.write("reviews.jsonl", &rows(40, ["negative", "positive"]));
    let names = ["interleave:0.8", "a word at 2.5", "med-space"];
    made::assert_page::<Ads>(&made::replicated::<Ads>(&folder), &names);
}

#[test]
fn the_same_seed_gives_the_same_figures_for_any_number_of_threads() {
    let folder = Folder::new();
    folder.write("letters.jsonl", &rows(40, ["ann", "bea"]));
    made::assert_same_for_threads::<Ads>(&folder, 1);
}

#[test]
fn it_stops_when_it_is_asked_to() {
    let folder = Folder::new();
    folder.write("letters.jsonl", &rows(40, ["ann", "bea"]));
    made::assert_stops::<Ads>(&folder, 1);
}

use super::*;
use crate::{Document, Pile};
use recto_math::Silent;

fn side(label: &str, text: &str) -> Side {
    Side {
        label: label.into(),
        files: Pile {
            documents: vec![Document::new(label, text)],
            ..Pile::default()
        },
    }
}

fn scored(reference: &str, outputs: &[&str], request: &Scoring) -> Result<Evaluated, Error> {
    let sides = Sides {
        reference: side("match.subevents.jsonl", reference),
        outputs: outputs
            .iter()
            .map(|text| side("match.json", text))
            .collect(),
    };
    let run = Run::new(0, &Silent);
    let answer = TIMELINE.score(&sides, request, &Attachments::default(), &run);
    answer.map(|answer| answer.body)
}

/// Rows at minutes of an hour, with their tiers.
fn rows(minutes: &[(u32, &str)]) -> String {
    let row = |&(minute, tier): &(u32, &str)| {
        format!(
            "{{\"time\": \"2025-03-10T20:{minute:02}:00Z\", \"tier\": \"{tier}\", \"what\": \"lights out\"}}\n"
        )
    };
    minutes.iter().map(row).collect()
}

const REFERENCE: [(u32, &str); 4] = [(10, "core"), (20, "core"), (30, "ext"), (40, "core")];

#[test]
fn a_reference_scored_against_itself_is_perfect() {
    let all = rows(&REFERENCE);
    let found = scored(&all, &[&all], &Scoring::default()).expect("scores");
    for tolerance in TOLERANCES {
        for name in ["precision", "recall", "f1", "corrected"] {
            assert_eq!(
                found.scores.get(&format!("{name}_{tolerance}")),
                Some(1.0),
                "{name}"
            );
        }
    }
    assert_eq!(found.scores.get("f1_content_120"), Some(1.0));
    assert_eq!(found.scores.get("reference_events"), Some(3.0));
}

#[test]
fn events_of_another_tier_count_neither_way() {
    let all = rows(&REFERENCE);
    // Two of three, one of another tier, one at a time when nothing happened.
    let output = rows(&[(10, "core"), (21, "core"), (30, "core"), (50, "core")]);
    let found = scored(&all, &[&output], &Scoring::default()).expect("scores");
    let score = |key: &str| found.scores.get(key).expect(key);
    assert!((score("precision_60") - 2.0 / 3.0).abs() < 1e-12);
    assert!((score("recall_60") - 2.0 / 3.0).abs() < 1e-12);
    assert!(score("chance_60") > 0.0 && score("corrected_60") < score("f1_60"));
    let random = found.baselines["random"].get("f1_60");
    assert_eq!(random, Some(score("chance_60")));
    let interval = found.intervals.expect("one stream")["recall_60"];
    assert!(interval[0] <= 2.0 / 3.0 && 2.0 / 3.0 <= interval[1]);
}

#[test]
fn a_window_leaves_out_what_happened_outside() {
    let all = rows(&REFERENCE);
    let request = Scoring {
        until: Some("2025-03-10T20:25:00Z".into()),
        ..Scoring::default()
    };
    let output = rows(&[(10, "core"), (40, "core")]);
    let found = scored(&all, &[&output], &request).expect("scores");
    assert_eq!(found.scores.get("recall_60"), Some(0.5));
    assert_eq!(found.scores.get("events"), Some(1.0));
    let wrong = Scoring {
        until: Some("noon".into()),
        ..Scoring::default()
    };
    assert!(matches!(
        TIMELINE.check(&wrong, &[]),
        Err(Error::Request(_))
    ));
}

#[test]
fn a_stream_without_core_events_has_no_scores() {
    let none = rows(&[(30, "ext")]);
    let found = scored(&none, &[&rows(&[(30, "core")])], &Scoring::default()).expect("scores");
    assert_eq!(found.scores.get("f1_60"), None);
    assert_eq!(found.scores.get("events"), Some(1.0));
}

#[test]
fn participants_are_scored_where_the_reference_names_them() {
    let who = "{\"name\": \"Leroy Fer\", \"names\": [\"Fer\", \"#fer\"]}\n";
    let about = "{\"time\": \"2025-03-10T20:10:00Z\", \"participants\": [\"Leroy Fer\"], \"what\": \"goal\"}\n";
    let reference = format!("{who}{about}");
    let output = r##"{"participants": [{"id": "fer", "name": "Fer", "names": ["Fer", "#fer"], "messages": 9, "volume": null}],
        "events": [{"id": "a", "start": "2025-03-10T20:09:00Z", "peak": "2025-03-10T20:10:30Z", "end": "2025-03-10T20:11:00Z",
        "participants": ["fer"], "title": "Fer: scores", "message": null, "more": [], "messages": 9, "members": [],
        "importance": 1.0, "share": 0.1, "keywords": [], "log10_p": null, "word_score": null}], "volume": null}"##;
    let found = scored(&reference, &[output], &Scoring::default()).expect("scores");
    let score = |key: &str| found.scores.get(key).expect(key);
    assert_eq!(score("participant_precision"), 1.0);
    assert_eq!(score("participant_recall"), 1.0);
    assert_eq!(score("mention_precision"), 1.0);
    assert!((score("mention_recall") - 2.0 / 3.0).abs() < 1e-12);
    assert_eq!(score("f1_by_participant_120"), 1.0);
    assert_eq!(score("f1_content_120"), 1.0);
}

#[test]
fn a_second_output_is_compared_with_the_first() {
    let all = rows(&REFERENCE);
    let found = scored(&all, &[&rows(&[(50, "core")]), &all], &Scoring::default());
    let found = found.expect("scores");
    let second = found.second.expect("two outputs");
    assert_eq!(second.get("f1_60"), Some(1.0));
    assert_eq!(found.scores.get("f1_60"), Some(0.0));
}

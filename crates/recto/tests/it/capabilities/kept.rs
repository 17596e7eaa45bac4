//! Answers that are kept: other counts of offsets, pages later, and copies elsewhere.

use super::{ask, json_of, requests};
use recto::report::Detail;
use recto::{
    AnyCapability, Attachments, Group, KeptAnswer, Pile, Reading, Run, Silent, Subject,
    capabilities, gather,
};
use serde_json::{Value, json};

const SEA: &str = "⚓ Nets dry on the quay – in the wind. Boats come in with the evening tide. \
    The harbour master counts the boats and the nets.\r\n\r\nGulls follow the boats to the \
    harbour wall. The tide le\u{301}aves the nets behind 😀. ";
const BREAD: &str = "The oven glows all night in the bäckerei. Bread rises slowly under a cloth. \
    The baker kneads dough and feeds the oven.\r\n\r\nFlour dusts the floor 🥖. Loaves cool on \
    the shelf by the oven. ";

/// Two groups of two documents behind one that is in neither.
fn pile(subject: Subject) -> (Pile, Vec<Group>) {
    if subject == Subject::Pairs {
        return (
            gather::text_pairs([("ä", SEA, BREAD), ("b", BREAD, BREAD)]),
            Vec::new(),
        );
    }
    let texts = [
        ("short", "É. A quay.".to_string()),
        ("sea/1", SEA.repeat(3)),
        ("sea/2", SEA.repeat(2)),
        ("bread/1", BREAD.repeat(3)),
        ("bread/2", BREAD.repeat(2)),
    ];
    let mut pile: Pile = texts.into_iter().collect();
    pile.documents[1].labels = vec!["pos".into()];
    pile.documents[3].labels = vec!["neg".into()];
    let group = |name: &str, documents| Group {
        name: name.into(),
        documents,
    };
    let groups = vec![group("sea", 1..3), group("bread", 3..5)];
    (pile, groups)
}

fn kept(capability: &'static dyn AnyCapability, request: &Value) -> Box<dyn KeptAnswer> {
    let (pile, groups) = pile(capability.subject());
    let how = Reading::of_nothing().with_groups(groups);
    let request = request.as_object().expect("an object");
    let run = Run::new(0, &Silent);
    let answer = capability.run_keeping(pile, how, request, Attachments::default(), &run);
    answer.unwrap_or_else(|error| panic!("{} {request:?}: {error}", capability.name()))
}

fn written(write: impl FnOnce(&mut Vec<u8>) -> std::io::Result<()>) -> String {
    let mut json = Vec::new();
    write(&mut json).expect("memory takes it");
    String::from_utf8(json).expect("UTF-8")
}

/// Every pair of numbers that differ, at the same place of two values of the same shape.
fn differing(one: &Value, other: &Value, found: &mut Vec<(u64, u64)>) {
    match (one, other) {
        (Value::Array(one), Value::Array(other)) => {
            assert_eq!(one.len(), other.len());
            let both = one.iter().zip(other);
            both.for_each(|(one, other)| differing(one, other, found));
        }
        (Value::Object(one), Value::Object(other)) => {
            for (key, value) in one {
                differing(value, &other[key], found);
            }
        }
        (Value::Number(one), Value::Number(other)) if one != other => {
            found.push((
                one.as_u64().expect("bytes"),
                other.as_u64().expect("characters"),
            ));
        }
        _ => assert_eq!(one, other),
    }
}

#[test]
fn offsets_are_all_that_code_points_change_and_each_is_a_place_of_a_text() {
    for &capability in capabilities() {
        for request in requests(capability) {
            let answer = kept(capability, &request);
            let bytes = written(|json| answer.write_json(json));
            let characters = written(|json| answer.write_json_in_code_points(json));
            let parse = |json: &str| serde_json::from_str::<Value>(json).expect("JSON");
            let mut found = Vec::new();
            differing(&parse(&bytes), &parse(&characters), &mut found);
            let has_offsets = !["classify", "events"].contains(&capability.name());
            assert_eq!(
                !found.is_empty(),
                has_offsets,
                "{} {request}",
                capability.name()
            );
            for (byte, character) in found {
                let is_there = answer.documents().iter().any(|document| {
                    let before = document.text.get(..byte as usize);
                    before.is_some_and(|before| before.chars().count() as u64 == character)
                });
                assert!(
                    is_there,
                    "{} {request}: {byte} {character}",
                    capability.name()
                );
            }
        }
    }
}

#[test]
fn quotes_are_the_characters_that_they_name() {
    let all = capabilities().iter();
    for &capability in all.filter(|row| ["summarize", "compare"].contains(&row.name())) {
        let answer = kept(capability, &json!({}));
        let json = written(|json| answer.write_json_in_code_points(json));
        let json: Value = serde_json::from_str(&json).expect("JSON");
        let one = json["sentences"].as_array().into_iter().flatten();
        let groups = json["groups"].as_array().into_iter().flatten();
        let of_groups = groups.flat_map(|group| group["sentences"].as_array().expect("a list"));
        let mut n = 0;
        for sentence in one.chain(of_groups) {
            let mut documents = answer.documents().iter();
            let document = documents.find(|document| document.id == sentence["document"]);
            let place = |key: &str| sentence[key].as_u64().expect("a number") as usize;
            let (start, end) = (place("start"), place("end"));
            let text = document.expect("a document").text.chars();
            let quoted: String = text.skip(start).take(end - start).collect();
            assert_eq!(quoted, sentence["text"].as_str().expect("a text"));
            n += 1;
        }
        assert!(n > 0, "{}", capability.name());
    }
}

#[test]
fn what_is_kept_is_what_is_answered_and_survives_a_copy() {
    for &capability in capabilities() {
        let answer = kept(capability, &json!({}));
        let (pile, groups) = pile(capability.subject());
        let reading = Reading::new(&pile).with_groups(groups);
        let lent = ask(capability, &reading, &json!({})).expect("an answer");
        let own = written(|json| answer.write_json(json));
        if capability.name() != "segment" {
            // A page of segments shows more, which the other answer was asked for.
            assert_eq!(own, json_of(&*lent), "{}", capability.name());
        }
        let snapshot = serde_json::to_string(&answer.snapshot()).expect("JSON");
        let snapshot = serde_json::from_str(&snapshot).expect("a snapshot");
        let copy = capability.restore(snapshot).expect("a copy");
        assert_eq!(written(|json| copy.write_json(json)), own);
        let points =
            |answer: &dyn KeptAnswer| written(|json| answer.write_json_in_code_points(json));
        assert_eq!(points(&*copy), points(&*answer), "{}", capability.name());
        for answer in [&answer, &copy] {
            let report = answer.report(Detail::Whole, &Run::new(0, &Silent));
            assert_eq!(report.expect("a report").command, capability.name());
        }
    }
}

#[test]
fn a_snapshot_of_something_else_is_refused() {
    let segment = capabilities()
        .iter()
        .find(|row| row.name() == "segment")
        .expect("a row");
    let align = capabilities()
        .iter()
        .find(|row| row.name() == "align")
        .expect("a row");
    let snapshot = kept(*segment, &json!({})).snapshot();
    assert!(align.restore(snapshot).is_err());
    let snapshot = kept(*align, &json!({})).snapshot();
    let whole = serde_json::to_value(&snapshot).expect("JSON");
    let no_documents = |value: &mut Value| value["documents"] = json!([]);
    let backwards = |value: &mut Value| value["pairs"][0][1] = json!({"start": 1, "end": 0});
    for damage in [&no_documents as &dyn Fn(&mut Value), &backwards] {
        let mut damaged = whole.clone();
        damage(&mut damaged);
        let damaged = serde_json::from_value(damaged).expect("a snapshot");
        let error = align.restore(damaged).err().expect("an error").to_string();
        assert_eq!(error, "damaged: it names documents that it lacks");
    }
}

//! What every capability keeps to, whichever it is.

mod kept;
mod requests;
mod schema;

use recto::report::Detail;
use recto::{
    AnyAnswer, AnyCapability, Attachments, Error, Group, Kind, Pile, Reading, Run, Silent, Usual,
    capabilities,
};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// Two groups of two documents each, on two subjects.
fn pile() -> Pile {
    let sea = "Nets dry on the quay in the wind. Boats come in with the evening tide. \
               The harbour master counts the boats and the nets.\n\n\
               Gulls follow the boats to the harbour wall. The tide leaves the nets behind.";
    let bread = "The oven glows all night in the bakery. Bread rises slowly under a cloth. \
                 The baker kneads dough and feeds the oven.\n\n\
                 Flour dusts the bakery floor. Loaves cool on the shelf by the oven.";
    let texts = [
        ("sea/1", sea.repeat(3)),
        ("sea/2", sea.repeat(2)),
        ("bread/1", bread.repeat(3)),
        ("bread/2", bread.repeat(2)),
    ];
    let mut pile: Pile = texts.into_iter().collect();
    // What learns from labels has two to learn from, and two documents without.
    pile.documents[0].labels = vec!["pos".into()];
    pile.documents[2].labels = vec!["neg".into()];
    pile
}

fn reading(pile: &Pile) -> Reading<'_> {
    let group = |name: &str, documents| Group {
        name: name.into(),
        documents,
    };
    Reading::new(pile).with_groups(vec![group("sea", 0..2), group("bread", 2..4)])
}

fn ask<'r>(
    capability: &'r dyn AnyCapability,
    reading: &'r Reading<'_>,
    request: &Value,
) -> Result<Box<dyn AnyAnswer + 'r>, Error> {
    let request = request.as_object().expect("an object");
    let files = Attachments::default();
    let run = Run::new(0, &Silent);
    capability.run(reading, request, &files, Detail::Whole, &run)
}

fn json_of(answer: &dyn AnyAnswer) -> String {
    let mut written = Vec::new();
    answer.write_json(&mut written).expect("memory takes it");
    String::from_utf8(written).expect("UTF-8")
}

/// Requests that name each method; what a method needs is added.
fn requests(capability: &dyn AnyCapability) -> Vec<Value> {
    let request = |name: &str| match name {
        "mincut" => json!({ "method": name, "segments": 2 }),
        "tmr" => json!({ "method": name, "query": "bread" }),
        name => json!({ "method": name }),
    };
    let methods = capability.methods();
    methods.iter().map(|row| request(row.name)).collect()
}

#[test]
fn the_table_of_fields_is_the_request() {
    for &capability in capabilities() {
        let fields = capability.fields().iter();
        let in_table: BTreeSet<&str> = fields
            .filter(|field| field.is_in_request())
            .map(|field| field.name)
            .collect();
        let defaults = capability.defaults();
        let in_request: BTreeSet<&str> = defaults.keys().map(String::as_str).collect();
        assert_eq!(in_table, in_request, "{}", capability.name());
    }
}

#[test]
fn fields_say_what_they_are_and_hold_what_they_say() {
    for &capability in capabilities() {
        let defaults = capability.defaults();
        let mut names = BTreeSet::new();
        for field in capability.fields() {
            let name = format!("{} {}", capability.name(), field.name);
            assert!(names.insert(field.name), "{name}: twice");
            assert!(field.help.len() > 8 && !field.help.ends_with('.'), "{name}");
            if let Usual::Value(text) = field.default {
                let value = field.parse(text).unwrap_or_else(|e| panic!("{name}: {e}"));
                let default = &defaults[field.name];
                let same = &value == default || value.as_f64() == default.as_f64();
                assert!(same, "{name}: {value} is not {default}");
            }
            for other in field.excludes {
                let known = capability.fields().iter().any(|field| field.name == *other);
                // What is a form of output stands in for a format of the front end.
                let is_form = matches!(field.kind, Kind::Form(..)) && *other == "format";
                assert!(known || is_form, "{name}: excludes {other}");
            }
            let Some(parameter) = field.by_method else {
                continue;
            };
            let mut methods = capability.methods().into_iter();
            assert!(
                methods.any(|row| row.uses.contains(&parameter)),
                "{name}: no method"
            );
        }
    }
}

#[test]
fn unknown_fields_and_wrong_values_are_refused() {
    let pile = pile();
    let reading = reading(&pile);
    for &capability in capabilities() {
        for request in [
            json!({ "mehtod": "auto" }),
            json!({ "method": 7 }),
            json!({ "method": "nothing-of-that-name" }),
        ] {
            let refused = ask(capability, &reading, &request).err();
            let is_request = matches!(refused, Some(Error::Request(_)));
            assert!(is_request, "{} {request}: {refused:?}", capability.name());
        }
        let unknown = ask(capability, &reading, &json!({ "mehtod": "auto" }));
        let said = unknown.err().map(|error| error.to_string());
        let names_it = said.as_ref().is_some_and(|said| said.contains("mehtod"));
        assert!(names_it, "{}: {said:?}", capability.name());
    }
}

#[test]
fn every_answer_fits_its_schema_and_can_be_read_back() {
    let pile = pile();
    let reading = reading(&pile);
    for &capability in capabilities() {
        let schema = capability.schema();
        for request in requests(capability) {
            let name = format!("{} {request}", capability.name());
            assert_eq!(
                schema::faults(&schema["request"], &request),
                [""; 0],
                "{name}"
            );
            let answer = ask(capability, &reading, &request);
            let answer = answer.unwrap_or_else(|error| panic!("{name}: {error}"));
            let written = json_of(&*answer);
            let value: Value = serde_json::from_str(&written).expect("JSON");
            assert_eq!(schema::faults(&schema["output"], &value), [""; 0], "{name}");
            let again = capability.read_answer(&reading, &written);
            let again = again.unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(json_of(&*again), written, "{name}");
            for detail in [Detail::Outline, Detail::Whole] {
                let report = again.report(detail);
                assert_eq!(report.faults(), [""; 0], "{name}");
                // JSON would turn it into null and hide it.
                assert!(!format!("{report:?}").contains("NaN"), "{name}");
            }
        }
    }
}

/// The JSON for a pile whose texts nobody needs afterwards.
fn json_dropping_texts(
    capability: &dyn AnyCapability,
    pile: Pile,
    how: &Reading<'_>,
    request: &Value,
) -> String {
    let request = request.as_object().expect("an object");
    let (files, run) = (Attachments::default(), Run::new(0, &Silent));
    let answer = capability.run_dropping_texts(pile, how, request, &files, &run);
    json_of(&*answer.unwrap_or_else(|error| panic!("{} {request:?}: {error}", capability.name())))
}

#[test]
fn dropping_texts_on_the_way_changes_no_answer() {
    let nothing = Pile::default();
    let how = reading(&nothing);
    for &capability in capabilities() {
        for request in requests(capability) {
            let name = format!("{} {request}", capability.name());
            let pile = pile();
            let asked = request.as_object().expect("an object");
            let (files, run) = (Attachments::default(), Run::new(0, &Silent));
            let reading = reading(&pile);
            let kept = capability.run(&reading, asked, &files, Detail::Outline, &run);
            let kept = json_of(&*kept.unwrap_or_else(|error| panic!("{name}: {error}")));
            let dropped = json_dropping_texts(capability, pile.clone(), &how, &request);
            assert_eq!(dropped, kept, "{name}");
        }
    }
}

/// Texts are dropped some thousands at a time.
#[test]
fn topics_of_many_documents_are_the_same_without_their_texts() {
    let subjects = ["salt wind boat", "bread oven flour", "loom wool thread"];
    let texts = (0..9_000).map(|i| format!("{} {}", subjects[i % 3], ["tide", "fire"][i % 2]));
    let pile = Pile::from(texts.collect::<Vec<_>>());
    let topics = capabilities().iter().find(|row| row.name() == "topics");
    let topics = *topics.expect("a row");
    let request = json!({ "method": "plsa", "topics": 3, "iterations": 3, "clusters": "none" });
    let reading = Reading::for_one_run(&pile);
    let kept = ask(topics, &reading, &request);
    let kept = json_of(&*kept.expect("an answer"));
    let nothing = Pile::default();
    let how = Reading::for_one_run(&nothing);
    let dropped = json_dropping_texts(topics, pile.clone(), &how, &request);
    assert!(dropped == kept, "the answers differ");
}

#[test]
fn a_schema_refuses_what_the_capability_refuses() {
    for &capability in capabilities() {
        let schema = &capability.schema()["request"];
        let defaults = Value::Object(capability.defaults());
        assert_eq!(
            schema::faults(schema, &defaults),
            [""; 0],
            "{}",
            capability.name()
        );
        let unknown = json!({ "mehtod": "auto" });
        assert_ne!(schema::faults(schema, &unknown), [""; 0]);
        assert_ne!(schema::faults(schema, &json!({ "method": "no" })), [""; 0]);
    }
}

#[test]
fn what_runs_on_one_reading_says_what_it_says_alone() {
    let pile = pile();
    let shared = reading(&pile);
    for &capability in capabilities() {
        // Twice on the shared reading: the second time from what it kept.
        let alone = reading(&pile);
        let request = json!({});
        let expected = json_of(&*ask(capability, &alone, &request).expect("an answer"));
        for _ in 0..2 {
            let answer = ask(capability, &shared, &request).expect("an answer");
            assert_eq!(json_of(&*answer), expected, "{}", capability.name());
        }
    }
}

#[test]
fn a_field_that_the_method_does_not_use_is_refused() {
    let request: Map<String, Value> =
        serde_json::from_value(json!({ "theta": 0.5 })).expect("an object");
    let refused = recto::segment::SEGMENT;
    let refused = AnyCapability::check(&refused, &request, &[]);
    let Err(Error::Unused {
        field,
        method,
        used_by,
    }) = refused
    else {
        panic!("{refused:?}");
    };
    assert_eq!(
        (field, method, used_by.as_str()),
        ("theta", "auto", "bayes")
    );
    // A file counts too.
    let attached = AnyCapability::check(&recto::segment::SEGMENT, &Map::new(), &["similarity"]);
    assert!(matches!(
        attached,
        Err(Error::Unused {
            field: "similarity",
            ..
        })
    ));
}

/// A program may have nothing to ask about: that is an error or an empty answer, no panic.
#[test]
fn no_documents_and_blank_ones_do_no_harm_to_any_method() {
    for pile in [
        Pile::default(),
        Pile::from(vec![" \n"]),
        Pile::from(vec!["", "net"]),
    ] {
        let reading = Reading::new(&pile);
        for &capability in capabilities() {
            for request in requests(capability) {
                let Ok(answer) = ask(capability, &reading, &request) else {
                    continue;
                };
                let value: Value = serde_json::from_str(&json_of(&*answer)).expect("JSON");
                let schema = &capability.schema()["output"];
                let name = format!("{} {request}", capability.name());
                assert_eq!(schema::faults(schema, &value), [""; 0], "{name}");
                let report = answer.report(Detail::Whole);
                assert_eq!(report.faults(), [""; 0], "{name}");
                assert!(!format!("{report:?}").contains("NaN"), "{name}");
            }
        }
    }
}

/// Bounds that depend on how many documents there are lie anywhere between one and a few dozen.
#[test]
fn any_small_number_of_documents_has_an_answer() {
    let two = pile();
    for n in 1..=45 {
        let text = |i: usize| two.documents[(i % 2) * 2].text.clone();
        let texts = (0..n).map(|i| format!("{} Pier {i} is closed.", text(i)));
        let pile = Pile::from(texts.collect::<Vec<_>>());
        let half = n.div_ceil(2);
        let groups = [("first", 0..half), ("second", half..n)];
        let groups = groups.map(|(name, documents)| Group {
            name: name.into(),
            documents,
        });
        let reading = Reading::new(&pile).with_groups(groups.into());
        for &capability in capabilities() {
            let Ok(answer) = ask(capability, &reading, &json!({})) else {
                continue;
            };
            let name = format!("{} of {n}", capability.name());
            assert!(!json_of(&*answer).contains("NaN"), "{name}");
            assert_eq!(answer.report(Detail::Whole).faults(), [""; 0], "{name}");
        }
    }
}

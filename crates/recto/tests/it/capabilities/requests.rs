//! Requests as JSON: nothing is lost on the way there and back.

use recto::{AnyCapability, Field, Kind, align, authors, capabilities, compare, segment};
use recto::{classify, events, read, summarize, topics};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// Texts among which every notation finds a value of its own.
const TYPED: [&str; 10] = [
    "true", "3", "0.25", "2..4", "5%", "tide", "document", "2,3", "neg=0.25", "topics",
];

/// A value for the field that is not its default; the only method is its default.
fn other(field: &Field, capability: &dyn AnyCapability) -> Value {
    let default = &capability.defaults()[field.name];
    if matches!(field.kind, Kind::Method) && capability.methods().len() == 1 {
        return default.clone();
    }
    let names: Vec<&str> = match field.kind {
        Kind::Method => capability.methods().iter().map(|row| row.name).collect(),
        Kind::Choice(choices) | Kind::NameOrFile(choices) => {
            choices.iter().map(|choice| choice.name).collect()
        }
        _ => TYPED.to_vec(),
    };
    let mut values = names.iter().filter_map(|text| field.parse(text).ok());
    let found = values.find(|value| value != default && !value.is_null());
    found.unwrap_or_else(|| panic!("no other value for {}", field.name))
}

/// A request of the capability in which no field has its default.
fn every_field(capability: &dyn AnyCapability) -> Map<String, Value> {
    let fields = capability.fields().iter();
    fields
        .filter(|field| field.is_in_request())
        .map(|field| (field.name.to_string(), other(field, capability)))
        .collect()
}

fn there_and_back<R: Serialize + DeserializeOwned>(request: &Map<String, Value>) -> Value {
    let request: R = serde_json::from_value(Value::Object(request.clone())).expect("a request");
    serde_json::to_value(&request).expect("plain data")
}

/// 3 and 3.0 are one number.
fn is_same(one: &Value, other: &Value) -> bool {
    one == other || (one.is_number() && one.as_f64() == other.as_f64())
}

#[test]
fn every_field_of_a_request_comes_back_from_json() {
    for &capability in capabilities() {
        let name = capability.name();
        let request = every_field(capability);
        let back = match name {
            "read" => there_and_back::<read::Request>(&request),
            "segment" => there_and_back::<segment::Request>(&request),
            "authors" => there_and_back::<authors::Request>(&request),
            "topics" => there_and_back::<topics::Request>(&request),
            "summarize" => there_and_back::<summarize::Request>(&request),
            "compare" => there_and_back::<compare::Request>(&request),
            "align" => there_and_back::<align::Request>(&request),
            "classify" => there_and_back::<classify::Request>(&request),
            "events" => there_and_back::<events::Request>(&request),
            other => panic!("no request is known of {other}"),
        };
        let back = back.as_object().expect("a struct");
        assert_eq!(back.len(), request.len(), "{name}");
        for (field, value) in &request {
            assert!(
                is_same(&back[field], value),
                "{name} {field}: {value} came back as {}",
                back[field]
            );
        }
    }
}

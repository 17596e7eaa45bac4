//! A validator of JSON Schema, for as much of it as recto's own schemas use. A keyword that
//! it does not know fails the test, so that nothing passes unchecked.

use serde_json::{Map, Value};

/// What is wrong with `value`: where and what. Empty if it fits the schema.
pub(crate) fn faults(schema: &Value, value: &Value) -> Vec<String> {
    let mut faults = Vec::new();
    let validator = Validator { root: schema };
    validator.check(schema, value, "$", &mut faults);
    faults
}

struct Validator<'s> {
    root: &'s Value,
}

impl Validator<'_> {
    fn fits(&self, schema: &Value, value: &Value) -> bool {
        let mut faults = Vec::new();
        self.check(schema, value, "", &mut faults);
        faults.is_empty()
    }

    fn check(&self, schema: &Value, value: &Value, at: &str, faults: &mut Vec<String>) {
        let Some(schema) = schema.as_object() else {
            if schema == &Value::Bool(false) {
                faults.push(format!("{at}: nothing is allowed here"));
            }
            return;
        };
        for (keyword, rule) in schema {
            let holds = match keyword.as_str() {
                "$schema" | "$defs" | "title" | "description" | "default" | "format" => true,
                // Notations are checked by their parsers.
                "pattern" => true,
                "$ref" => {
                    self.check(self.definition(rule), value, at, faults);
                    true
                }
                "type" => has_type(rule, value),
                "enum" => list(rule).contains(value),
                "const" => rule == value,
                "anyOf" | "oneOf" => list(rule).iter().any(|one| self.fits(one, value)),
                "allOf" => list(rule).iter().all(|one| self.fits(one, value)),
                "minimum" => at_least(value, rule),
                "maximum" => at_least(rule, value),
                "exclusiveMinimum" => value.as_f64() > rule.as_f64() || !value.is_number(),
                "minItems" => value
                    .as_array()
                    .is_none_or(|v| Some(v.len() as u64) >= rule.as_u64()),
                "maxItems" => value
                    .as_array()
                    .is_none_or(|v| Some(v.len() as u64) <= rule.as_u64()),
                "items" => {
                    let before = schema
                        .get("prefixItems")
                        .map_or(0, |items| list(items).len());
                    let items = value.as_array().into_iter().flatten().enumerate();
                    for (i, item) in items.skip(before) {
                        self.check(rule, item, &format!("{at}[{i}]"), faults);
                    }
                    true
                }
                "prefixItems" => {
                    let items = value.as_array().into_iter().flatten();
                    for (i, (item, rule)) in items.zip(list(rule)).enumerate() {
                        self.check(rule, item, &format!("{at}[{i}]"), faults);
                    }
                    true
                }
                "required" => {
                    let has = |name: &Value| value.get(name.as_str().unwrap_or_default()).is_some();
                    !value.is_object() || list(rule).iter().all(has)
                }
                "properties" => {
                    for (name, rule) in rule.as_object().into_iter().flatten() {
                        if let Some(value) = value.get(name) {
                            self.check(rule, value, &format!("{at}.{name}"), faults);
                        }
                    }
                    true
                }
                "additionalProperties" | "unevaluatedProperties" => {
                    for (name, value) in additional(schema, value) {
                        self.check(rule, value, &format!("{at}.{name}"), faults);
                    }
                    true
                }
                unknown => panic!("the validator does not know {unknown}"),
            };
            if !holds {
                let value: String = value.to_string().chars().take(80).collect();
                faults.push(format!("{at}: {keyword} {rule} does not hold of {value}"));
            }
        }
    }

    fn definition(&self, reference: &Value) -> &Value {
        let pointer = reference.as_str().and_then(|text| text.strip_prefix('#'));
        let found = pointer.and_then(|pointer| self.root.pointer(pointer));
        found.unwrap_or_else(|| panic!("no definition {reference}"))
    }
}

/// Properties of a value that the schema does not name.
fn additional<'v>(
    schema: &Map<String, Value>,
    value: &'v Value,
) -> impl Iterator<Item = (&'v String, &'v Value)> {
    let named = schema.get("properties").and_then(Value::as_object).cloned();
    let named = named.unwrap_or_default();
    let all = value.as_object().into_iter().flatten();
    all.filter(move |(name, _)| !named.contains_key(*name))
}

fn list(rule: &Value) -> &[Value] {
    rule.as_array().map_or(&[], Vec::as_slice)
}

fn at_least(value: &Value, least: &Value) -> bool {
    match (value.as_f64(), least.as_f64()) {
        (Some(value), Some(least)) => value >= least,
        _ => true,
    }
}

fn has_type(rule: &Value, value: &Value) -> bool {
    let is = |name: &Value| match name.as_str().unwrap_or_default() {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        "number" => value.is_number(),
        "integer" => value.as_f64().is_some_and(|x| x.fract() == 0.0),
        other => panic!("the validator does not know the type {other}"),
    };
    match rule {
        Value::Array(names) => names.iter().any(is),
        name => is(name),
    }
}

#[test]
fn the_validator_tells_right_from_wrong() {
    let schema = serde_json::json!({
        "type": "object",
        "properties": {
            "n": { "type": ["integer", "null"], "minimum": 1 },
            "pair": { "type": "array", "prefixItems": [{ "type": "string" }, { "$ref": "#/$defs/x" }],
                      "minItems": 2, "maxItems": 2 },
        },
        "required": ["n"],
        "additionalProperties": false,
        "$defs": { "x": { "anyOf": [{ "type": "number" }, { "const": "auto" }] } },
    });
    let check = |value: Value| faults(&schema, &value).len();
    assert_eq!(check(serde_json::json!({ "n": 1, "pair": ["a", 0.5] })), 0);
    assert_eq!(
        check(serde_json::json!({ "n": null, "pair": ["a", "auto"] })),
        0
    );
    for wrong in [
        serde_json::json!([]),
        serde_json::json!({}),
        serde_json::json!({ "n": 0 }),
        serde_json::json!({ "n": 1.5 }),
        serde_json::json!({ "n": 1, "m": 1 }),
        serde_json::json!({ "n": 1, "pair": ["a"] }),
        serde_json::json!({ "n": 1, "pair": ["a", "b"] }),
        serde_json::json!({ "n": 1, "pair": [1, 1] }),
    ] {
        assert_ne!(check(wrong.clone()), 0, "{wrong}");
    }
}

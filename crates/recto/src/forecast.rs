//! What a method takes, from the size of what was read: an estimate good to a factor of four
//! or so. Enough to know whether to wait, or to ask for less.

use serde_json::{Map, Value};

/// Memory of the program itself, in MB.
const BASE: f64 = 10.0;

/// Documents from which the number of topics is looked for.
const MANY: usize = 100;

/// What a method takes for each MB of text and for each thousand documents.
struct Cost {
    command: &'static str,
    method: &'static str,
    /// Seconds for a MB of text, on one core.
    text_seconds: f64,
    /// Seconds for a thousand documents, on one core.
    document_seconds: f64,
    /// MB of memory for a MB of text.
    text_memory: f64,
    /// MB of memory for a thousand documents.
    document_memory: f64,
}

const fn cost(
    (command, method): (&'static str, &'static str),
    (text_seconds, document_seconds): (f64, f64),
    (text_memory, document_memory): (f64, f64),
) -> Cost {
    Cost {
        command,
        method,
        text_seconds,
        document_seconds,
        text_memory,
        document_memory,
    }
}

/// Costs of the methods that were measured, in November 2026: a release build on two cores,
/// CPU seconds and peak memory of whole runs to a terminal's text. Texts were the examples
/// `harbour.txt` (one document, 11 MB) and `notices.jsonl` (30,000 and 120,000 documents)
/// repeated, and 2,127 news articles (5 MB). Copies of a text take less than text for
/// `summarize` and `compare`, whose costs lie between both. `align`, `classify` and `events`
/// were measured on 200 papers with their abstracts (3.6 MB), 2,000 reviews of films (7.8 MB)
/// and 24,000 messages.
const COSTS: &[Cost] = &[
    cost(("segment", "auto"), (0.3, 0.03), (5.0, 5.0)),
    cost(("segment", "exact"), (0.3, 0.03), (15.0, 5.0)),
    cost(("segment", "aps"), (1.5, 0.03), (50.0, 5.0)),
    cost(("segment", "bayes"), (1.4, 0.03), (5.0, 5.0)),
    cost(("authors", "auto"), (2.0, 0.0), (25.0, 1.0)),
    cost(("topics", "auto"), (2.2, 0.0), (6.0, 2.5)),
    cost(("topics", "lda"), (2.2, 0.0), (6.0, 2.5)),
    cost(("summarize", "auto"), (0.15, 0.0), (22.0, 0.0)),
    cost(("compare", "auto"), (1.0, 0.0), (20.0, 0.0)),
    cost(("align", "auto"), (2.0, 0.0), (10.0, 0.0)),
    cost(("classify", "auto"), (0.35, 0.0), (14.0, 0.0)),
    cost(("events", "auto"), (0.0, 0.08), (0.0, 1.2)),
];

/// Parts of `read` with the documents and the bytes of a document on average from which they
/// run. Others need more than sizes to be told.
const PARTS: [(&str, usize, usize); 5] = [
    ("summarize", 1, 0),
    ("topics", 20, 0),
    ("segment", 1, 3000),
    ("authors", 1, 7000),
    ("classify", 1, 0),
];

/// The part of the time of `topics` that a given number of topics takes.
const GIVEN_TOPICS: f64 = 0.35;

/// The part that it takes with few documents, where no words are held out.
const FEW_DOCUMENTS: f64 = 0.05;

/// Seconds on one core and MB of memory that a command takes for `bytes` of text in so many
/// documents; `None` for methods that were not measured.
pub fn estimate(
    command: &str,
    request: &Map<String, Value>,
    bytes: usize,
    documents: usize,
) -> Option<(f64, f64)> {
    if request.get("paper") == Some(&Value::Bool(true)) {
        return None;
    }
    if command == "read" {
        return Some(of_reading(request, bytes, documents));
    }
    let method = request.get("method").and_then(Value::as_str);
    let method = method.unwrap_or("auto");
    let row = COSTS
        .iter()
        .find(|row| row.command == command && row.method == method)?;
    let (text, thousands) = (bytes as f64 / 1e6, documents as f64 / 1e3);
    let share = match command {
        "topics" if documents < MANY => FEW_DOCUMENTS,
        "topics" if request.get("topics").is_some_and(Value::is_number) => GIVEN_TOPICS,
        _ => 1.0,
    };
    let seconds = share * (text * row.text_seconds + thousands * row.document_seconds);
    let memory = BASE + text * row.text_memory + thousands * row.document_memory;
    Some((seconds, memory))
}

/// What the parts of a reading take one after the other, at most their budget.
fn of_reading(request: &Map<String, Value>, bytes: usize, documents: usize) -> (f64, f64) {
    let names = |key: &str| request.get(key).and_then(Value::as_array);
    let is_in = |key: &str, name: &str| names(key).is_some_and(|all| all.iter().any(|n| n == name));
    let is_asked = |(name, many, long): &(&str, usize, usize)| match names("only") {
        Some(only) if !only.is_empty() => is_in("only", name),
        _ => documents >= *many && bytes >= documents * long && !is_in("skip", name),
    };
    let parts = PARTS.iter().filter(|part| is_asked(part));
    let each = parts.filter_map(|(name, ..)| estimate(name, &Map::new(), bytes, documents));
    let (seconds, memory) = each.fold((0.0, BASE), |(seconds, memory), part| {
        (seconds + part.0, part.1.max(memory))
    });
    let budget = request.get("budget").and_then(Value::as_f64);
    (seconds.min(budget.unwrap_or(f64::INFINITY)), memory)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn seconds(command: &str, request: &Value, bytes: usize, documents: usize) -> f64 {
        let request = request.as_object().expect("an object");
        estimate(command, request, bytes, documents).map_or(0.0, |(seconds, _)| seconds)
    }

    #[test]
    fn a_reading_takes_what_its_parts_take() {
        let (bytes, documents) = (50_000_000, 10_000);
        let of = |command| seconds(command, &json!({}), bytes, documents);
        let parts = ["summarize", "topics", "segment", "classify"];
        let sum: f64 = parts.into_iter().map(of).sum();
        assert!((of("read") - sum).abs() < 1e-9);
        let only = json!({ "only": ["topics"] });
        assert_eq!(seconds("read", &only, bytes, documents), of("topics"));
        let skip = json!({ "skip": ["topics"] });
        let rest = seconds("read", &skip, bytes, documents);
        assert!((rest + of("topics") - sum).abs() < 1e-9);
        let budget = json!({ "budget": 3.0 });
        assert_eq!(seconds("read", &budget, bytes, documents), 3.0);
    }

    #[test]
    fn every_row_is_a_method_of_a_command() {
        for row in COSTS {
            let mut all = crate::capabilities().iter();
            let capability = all.find(|capability| capability.name() == row.command);
            let methods = capability.expect(row.command).methods();
            assert!(methods.iter().any(|method| method.name == row.method));
        }
    }
}

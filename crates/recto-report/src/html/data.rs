//! The sources' texts, as data in the page.

use maud::{Markup, PreEscaped, html};
use serde_json::{Value, json};

use crate::Report;

/// Beyond this many bytes texts go into elements of their own, which the
/// script reads when it first needs them.
const AT_ONCE: usize = 20_000_000;

pub(super) fn elements(report: &Report) -> Markup {
    let total: usize = report.sources.iter().map(|source| source.text.len()).sum();
    let apart = total > AT_ONCE;
    let docs: Vec<Value> = report
        .sources
        .iter()
        .map(|source| {
            let mut doc = json!({"id": source.id, "what": source.what});
            if !apart {
                doc["text"] = source.text.as_str().into();
            }
            doc
        })
        .collect();
    html! {
        (element("data", &json!({"docs": docs})))
        @if apart {
            @for (i, source) in report.sources.iter().enumerate() {
                (element(&format!("text{i}"), &json!(source.text)))
            }
        }
    }
}

/// A data element. No `<` is left in it, so that no text can end it.
pub(super) fn element(id: &str, value: &Value) -> Markup {
    let json = value.to_string().replace('<', "\\u003c");
    html! { script type="application/json" id=(id) { (PreEscaped(json)) } }
}

//! The sources' texts, and the findings that open on demand, as data in the page.

use maud::{Markup, PreEscaped, html};
use serde_json::{Value, json};

use super::packed::Packed;
use crate::Report;
use recto_text::OffsetMap;

/// Up to this many bytes texts stand in the page as they are; beyond they are deflated.
const PLAIN: usize = 256 * 1024;

/// A page has at most this many bytes of texts, before they are deflated: browsers take long
/// to search more, and the page would pass some 35 MB.
const MOST: usize = 64 << 20;

/// The data of a page. `folded` holds the findings about each source, drawn; it is empty where
/// all findings are on the page.
pub(super) fn elements(report: &Report, folded: impl Iterator<Item = String>) -> Markup {
    let folded = Packed::of(folded);
    let sizes = report.sources.iter().map(|source| source.text.len());
    let is_plain = sizes.clone().sum::<usize>() <= PLAIN;
    let kept = if is_plain { 0 } else { kept(sizes) };
    let texts = report.sources[..kept].iter();
    let texts = Packed::of(texts.map(|source| source.text.clone()));
    let mut data = json!({"docs": docs(report, is_plain)});
    if !is_plain {
        data["texts"] = json!(texts.firsts);
        data["kept"] = kept.into();
    }
    if folded.len > 0 {
        data["folded"] = json!(folded.firsts);
    }
    // Where sources are all that was read, nothing needs saying of it.
    if report.read > report.sources.len() {
        data["read"] = report.read.into();
    }
    html! {
        (element("data", &data))
        (texts.elements("texts"))
        (folded.elements("folded"))
    }
}

fn docs(report: &Report, is_plain: bool) -> Vec<Value> {
    let sources = report.sources.iter();
    let doc = sources.map(|source| {
        let mut doc = json!({"id": source.id, "what": source.what});
        if is_plain {
            doc["text"] = source.text.as_str().into();
        }
        if !source.landmarks.is_empty() {
            let map = OffsetMap::new(&source.text);
            let places = source.landmarks.iter();
            let places = places.map(|(byte, name)| json!([map.utf16(byte), name]));
            doc["places"] = places.collect();
        }
        doc
    });
    doc.collect()
}

/// How many texts, from the first on, a page has room for; at least one.
fn kept(sizes: impl Iterator<Item = usize>) -> usize {
    let sums = sizes.scan(0, |sum, size| {
        *sum += size;
        Some(*sum)
    });
    sums.take_while(|&sum| sum <= MOST).count().max(1)
}

/// A data element. No `<` is left in it, so that no text can end it.
pub(super) fn element(id: &str, value: &Value) -> Markup {
    let json = value.to_string().replace('<', "\\u003c");
    html! { script type="application/json" id=(id) { (PreEscaped(json)) } }
}

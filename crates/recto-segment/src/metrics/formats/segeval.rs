//! segeval's JSON: the lengths of the segments (masses), by document and coder.
//!
//! ```json
//! {"items": {"story": {"ann": [2, 3, 3], "ben": [2, 6]}}, "segmentation_type": "linear"}
//! ```
//!
//! Documents and coders keep the order of the file. `segmentation_type` may be left out, other
//! keys are ignored.

use std::fmt;
use std::marker::PhantomData;

use indexmap::IndexMap;
use serde::de::{Deserializer, Error as _, MapAccess, Visitor};
use serde::{Deserialize, Serialize};

use super::{FormatError, Reference};

#[derive(Deserialize, Serialize)]
struct Dataset {
    items: Named<Named<Masses>>,
    #[serde(default)]
    segmentation_type: Kind,
}

/// A JSON object that keeps its order and refuses a name that comes twice: an ordinary map
/// would silently drop the first of two codings.
#[derive(Serialize)]
struct Named<V>(IndexMap<String, V>);

impl<V> Default for Named<V> {
    fn default() -> Self {
        Self(IndexMap::new())
    }
}

impl<'de, V: Deserialize<'de>> Deserialize<'de> for Named<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Once(PhantomData))
    }
}

/// Reads a [`Named`].
struct Once<V>(PhantomData<V>);

impl<'de, V: Deserialize<'de>> Visitor<'de> for Once<V> {
    type Value = Named<V>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object of names")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut named = IndexMap::new();
        while let Some((name, value)) = map.next_entry::<String, V>()? {
            if let Some((name, _)) = named.get_key_value(&name) {
                return Err(A::Error::custom(format!("the name {name:?} comes twice")));
            }
            named.insert(name, value);
        }
        Ok(Named(named))
    }
}

/// Only linear segmentations can be read; serde's message names any other with its line.
#[derive(Default, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    #[default]
    Linear,
}

/// Lengths of segments, already added up to bounds, so that an error knows its line.
#[derive(Clone, Deserialize, Serialize)]
#[serde(try_from = "Vec<u64>", into = "Vec<u64>")]
struct Masses(Vec<usize>);

impl TryFrom<Vec<u64>> for Masses {
    type Error = String;

    fn try_from(masses: Vec<u64>) -> Result<Self, String> {
        if masses.is_empty() {
            return Err("no segment".into());
        }
        let mut end = 0usize;
        let bound = |mass: u64| {
            let mass = usize::try_from(mass).ok().filter(|mass| *mass > 0);
            end = mass.and_then(|mass| end.checked_add(mass))?;
            Some(end)
        };
        let bounds: Option<Vec<usize>> = masses.into_iter().map(bound).collect();
        bounds
            .map(Self)
            .ok_or_else(|| "a segment length that is 0 or too large".into())
    }
}

impl From<Masses> for Vec<u64> {
    fn from(masses: Masses) -> Self {
        let bounds = masses.0.iter().map(|&bound| bound as u64);
        let before = std::iter::once(0).chain(bounds.clone());
        bounds
            .zip(before)
            .map(|(end, start)| end.saturating_sub(start))
            .collect()
    }
}

/// Reads all documents and coders.
///
/// # Errors
/// [`FormatError`] for text that is not such JSON, a segmentation that is not linear, a length
/// that is not a positive integer, or a file without documents.
pub fn parse(text: &str) -> Result<Vec<Reference>, FormatError> {
    let text = text.trim_start_matches('\u{feff}');
    let dataset: Dataset = serde_json::from_str(text).map_err(|error| unreadable(&error))?;
    let coded = dataset.items.0.into_iter().flat_map(|(item, coders)| {
        coders.0.into_iter().map(move |(coder, masses)| Reference {
            id: Some(item.clone()),
            coder: Some(coder),
            bounds: masses.0,
        })
    });
    let references: Vec<Reference> = coded.collect();
    if references.is_empty() {
        let remedy = r#"add one: {"items": {"name": {"coder": [2, 3]}}}"#;
        return Err(FormatError::new(1, "no document under \"items\"", remedy));
    }
    Ok(references)
}

fn unreadable(error: &serde_json::Error) -> FormatError {
    let remedy =
        r#"expected {"items": {"name": {"coder": [2, 3]}}, "segmentation_type": "linear"}"#;
    FormatError::new(error.line().max(1), error.to_string(), remedy)
}

/// Writes the JSON that [`parse`] reads back. A document without a name is called by its place,
/// one without a coder is coded by `reference`.
///
/// # Errors
/// [`FormatError`] for bounds that do not increase from above 0 and for a document and coder
/// that come twice.
pub fn write(references: &[Reference]) -> Result<String, FormatError> {
    let mut items = Named::<Named<Masses>>::default();
    for (index, reference) in references.iter().enumerate() {
        let increasing = reference.bounds.is_sorted_by(|a, b| a < b);
        if !increasing || reference.bounds.first().is_none_or(|&bound| bound == 0) {
            let problem = format!(
                "bounds of document {} do not increase from above 0",
                index + 1
            );
            return Err(FormatError::new(
                1,
                problem,
                "give the end offsets in order",
            ));
        }
        let id = reference
            .id
            .clone()
            .unwrap_or_else(|| (index + 1).to_string());
        let coder = reference
            .coder
            .clone()
            .unwrap_or_else(|| "reference".into());
        let masses = Masses(reference.bounds.clone());
        let coders = &mut items.0.entry(id).or_default().0;
        if coders.insert(coder, masses).is_some() {
            let problem = format!("document {} comes twice with the same coder", index + 1);
            return Err(FormatError::new(1, problem, "give each its own id"));
        }
    }
    let dataset = Dataset {
        items,
        segmentation_type: Kind::Linear,
    };
    serde_json::to_string(&dataset).map_err(|error| unreadable(&error))
}

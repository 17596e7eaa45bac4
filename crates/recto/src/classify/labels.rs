//! Labels of the documents: which classes there are, and whether labels train.

use super::request::{Request, share};
use super::words::{Sides, Words};
use crate::{Document, Error};
use recto_classify::Supervision;
use recto_math::Notice;
use std::collections::BTreeSet;

/// The names of all labels that documents came with, in the order of letters. Where they are
/// only one side of praise and blame, the other is there too.
pub(super) fn names(documents: &[Document]) -> Vec<String> {
    let all: BTreeSet<&String> = documents.iter().flat_map(|one| &one.labels).collect();
    let mut names: Vec<String> = all.into_iter().cloned().collect();
    if let [only] = &names[..] {
        let other = match only.as_str() {
            "pos" => "neg",
            "neg" => "pos",
            "positive" => "negative",
            "negative" => "positive",
            _ => return names,
        };
        names.push(other.into());
        names.sort();
    }
    names
}

/// The classes of a request.
pub(super) fn classes(request: &Request, labels: Vec<String>, words: &Words) -> Vec<String> {
    match words {
        _ if !request.classes.is_empty() => request.classes.clone(),
        Words::Classes(classes, _) => classes.clone(),
        Words::Opinion(_) | Words::None if labels.is_empty() => vec!["neg".into(), "pos".into()],
        Words::Opinion(_) | Words::None => labels,
    }
}

/// Whether labels are learned from: where some documents lack one, or where a field is named.
pub(super) fn train(request: &Request, documents: &[&Document]) -> bool {
    let labelled = documents.iter().filter(|one| !one.labels.is_empty());
    let n = labelled.count();
    request.labels.is_some() || (n > 0 && n < documents.len())
}

/// Puts the labels of documents into what is known; notices say which could not be used.
pub(super) fn label(documents: &[&Document], known: &mut Supervision) -> Vec<Notice> {
    let (mut several, mut foreign) = (0, BTreeSet::new());
    for (at, document) in documents.iter().enumerate() {
        match &document.labels[..] {
            [] => {}
            [only] => match known.classes.iter().position(|class| class == only) {
                Some(class) => known.label_document(at, class),
                None => drop(foreign.insert(only)),
            },
            _ => several += 1,
        }
    }
    let mut notices = Vec::new();
    if several > 0 {
        let text = format!("documents with several labels, which were not learned from: {several}");
        notices.push(text.into());
    }
    if !foreign.is_empty() {
        let names: Vec<&str> = foreign.iter().take(5).map(|name| name.as_str()).collect();
        let text = format!(
            "labels that are no class and were not learned from: {}",
            names.join(", ")
        );
        notices.push(text.into());
    }
    notices
}

/// The shares of classes that a request names, in the order of the classes.
pub(crate) fn prior(request: &Request, classes: &[String]) -> Result<Option<Vec<f64>>, Error> {
    if request.prior.is_empty() {
        return Ok(None);
    }
    let wrong = |why: String| Err(Error::request(format!("prior: {why}")));
    let mut shares = vec![None; classes.len()];
    for text in &request.prior {
        let Some((name, value)) = share(text) else {
            return wrong(format!(
                "`{text}` is not class=share with a share from 0 to 1"
            ));
        };
        match classes.iter().position(|class| class == name) {
            Some(class) => shares[class] = Some(value),
            None => {
                return wrong(format!(
                    "{name} is none of the classes {}",
                    classes.join(", ")
                ));
            }
        }
    }
    let given: f64 = shares.iter().flatten().sum();
    let open = shares.iter().filter(|share| share.is_none()).count();
    // What is not named shares the rest.
    let rest = (1.0 - given) / open.max(1) as f64;
    if rest < 0.0 || (open > 0 && rest <= 0.0) || (open == 0 && (given - 1.0).abs() > 1e-6) {
        return wrong(format!("the shares add up to {given}, not to 1"));
    }
    Ok(Some(
        shares
            .into_iter()
            .map(|share| share.unwrap_or(rest))
            .collect(),
    ))
}

/// Whether rules can read for and against.
pub(super) fn sides(words: &Words, classes: &[String]) -> Option<Sides> {
    words.lexicon().and_then(|_| Sides::among(classes))
}

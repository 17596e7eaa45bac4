//! What is new in a pile since an earlier pile, or since an earlier reading of it.

use super::body::{Body, Facts, News, PartAnswer};
use super::facts::digest;
use crate::summarize::SUMMARIZE;
use crate::{Answer, Attachments, Capability, Error, Reading};
use recto_math::Run;
use recto_text::Pile;
use rustc_hash::FxHashSet;

/// The name of the field, and of what is attached to it.
const SINCE: &str = "since";

/// Documents that were known before.
struct Known {
    /// Id and digest of each.
    documents: Vec<(String, String)>,
    ids: FxHashSet<String>,
    digests: FxHashSet<String>,
}

/// What is new since what is attached; `None` if nothing is.
pub(super) fn find(
    reading: &Reading<'_>,
    facts: &Facts,
    attachments: &Attachments,
    run: &Run<'_>,
) -> Result<Option<News>, Error> {
    let earlier = attachments.documents(SINCE);
    let known = match (earlier, attachments.file(SINCE)) {
        (Some(pile), _) => Known::of(
            pile.documents
                .iter()
                .map(|one| (one.id.clone(), digest(&one.text))),
        ),
        (None, Some(file)) => {
            let answer: Answer<Body> = serde_json::from_str(file.text()?).map_err(|error| {
                file.problem(format!(
                    "not the JSON of an earlier reading ({error}); write one with the format json"
                ))
            })?;
            let documents = answer.body.pile.documents.into_iter();
            Known::of(documents.map(|one| (one.id, one.digest)))
        }
        (None, None) => return Ok(None),
    };
    let is_old = |at: usize| known.digests.contains(&facts.documents[at].digest);
    let (old, new): (Vec<usize>, Vec<usize>) =
        (0..facts.documents.len()).partition(|&at| is_old(at));
    let id = |at: &usize| facts.documents[*at].id.clone();
    let (changed, added) = new.iter().map(id).partition(|id| known.ids.contains(id));
    let here: FxHashSet<&str> = facts.documents.iter().map(|one| &*one.id).collect();
    let digests: FxHashSet<&str> = facts.documents.iter().map(|one| &*one.digest).collect();
    let mut gone: Vec<String> = known
        .documents
        .iter()
        .filter(|(id, digest)| !here.contains(&**id) && !digests.contains(&**digest))
        .map(|(id, _)| id.clone())
        .collect();
    gone.sort_unstable();
    let pile = |places: &[usize]| Pile {
        documents: places
            .iter()
            .map(|&at| reading.documents()[at].clone())
            .collect(),
        ..Pile::default()
    };
    let before = earlier.cloned().unwrap_or_else(|| pile(&old));
    let gist = if new.is_empty() {
        None
    } else {
        gist(reading, pile(&new), before, run)?
    };
    Ok(Some(News {
        known: known.documents.len(),
        added,
        changed,
        gone,
        gist,
    }))
}

impl Known {
    fn of(documents: impl Iterator<Item = (String, String)>) -> Self {
        let documents: Vec<(String, String)> = documents.collect();
        Self {
            ids: documents.iter().map(|(id, _)| id.clone()).collect(),
            digests: documents.iter().map(|(_, digest)| digest.clone()).collect(),
            documents,
        }
    }
}

/// What new documents say that known ones do not; `None` where they hold no sentence.
fn gist(
    reading: &Reading<'_>,
    new: Pile,
    known: Pile,
    run: &Run<'_>,
) -> Result<Option<PartAnswer<crate::summarize::Body>>, Error> {
    let mut files = Attachments::default();
    files.add_documents(SINCE, known);
    let of_new = reading.over(&new);
    let answer = SUMMARIZE.run(&of_new, &Default::default(), &files, run)?;
    let is_empty = SUMMARIZE.is_empty(&answer.body);
    Ok((!is_empty).then(|| PartAnswer::of(answer, &new)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::{READ, Request};
    use crate::{Silent, to_json};

    fn read(pile: &Pile, files: &Attachments) -> Answer<Body> {
        let reading = Reading::for_one_run(pile);
        READ.run(&reading, &Request::default(), files, &Run::new(0, &Silent))
            .expect("text")
    }

    fn piles() -> (Pile, Pile) {
        let quay = "The nets dry on the quay. The boats come in with the morning tide.";
        let bread = "The baker lights the oven at night. Bread is sold from six in the morning.";
        let roof = "The roof of the school leaks again. The council has promised a new one.";
        let before: Pile = [("a", quay), ("b", bread), ("c", roof)]
            .into_iter()
            .collect();
        let tram = "A tram will run to the harbour from May. The fare is not yet known.";
        let again = "The baker has sold the oven. Bread now comes from the town by van.";
        let now = [("a", quay), ("b", again), ("d", tram)]
            .into_iter()
            .collect();
        (before, now)
    }

    fn said(news: &News) -> (Vec<&str>, Vec<&str>, Vec<&str>) {
        fn all(ids: &[String]) -> Vec<&str> {
            ids.iter().map(String::as_str).collect()
        }
        (all(&news.added), all(&news.changed), all(&news.gone))
    }

    #[test]
    fn what_was_added_changed_and_removed_is_told_since_a_pile_and_since_its_reading() {
        let (before, now) = piles();
        let mut earlier_pile = Attachments::default();
        earlier_pile.add_documents(SINCE, before.clone());
        let mut json = Vec::new();
        to_json(&read(&before, &Attachments::default()), &mut json).expect("memory");
        let mut earlier_reading = Attachments::default();
        earlier_reading.add_file(SINCE, "before.json", json);
        for files in [earlier_pile, earlier_reading] {
            let news = read(&now, &files).body.new.expect("since something");
            assert_eq!(said(&news), (vec!["d"], vec!["b"], vec!["c"]));
            assert_eq!(news.known, 3);
            let gist = news.gist.expect("two documents are new").body;
            let gist = gist.first().expect("one pile");
            assert!(gist.sentences.iter().all(|one| one.document != "a"));
        }
    }

    #[test]
    fn a_document_that_only_moved_is_not_new() {
        let (before, _) = piles();
        let mut moved = before.clone();
        moved.documents[0].id = "elsewhere".into();
        let mut files = Attachments::default();
        files.add_documents(SINCE, before);
        let news = read(&moved, &files).body.new.expect("since something");
        assert_eq!(said(&news), (vec![], vec![], vec![]));
        assert!(news.gist.is_none());
    }

    #[test]
    fn a_file_that_is_no_reading_is_named() {
        let (_, now) = piles();
        let mut files = Attachments::default();
        files.add_file(SINCE, "old.json", "{}");
        let reading = Reading::for_one_run(&now);
        let run = Run::new(0, &Silent);
        let refused = READ.run(&reading, &Request::default(), &files, &run);
        let message = refused.expect_err("not a reading").to_string();
        assert!(message.starts_with("old.json: not the JSON of an earlier reading"));
    }
}

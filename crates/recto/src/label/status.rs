//! A summary of a project.

use super::agreement::{Agreement, agreement};
use super::{Chooser, ItemKey, Judged, Project, ProjectError, Reply, Session, Verdict};
use recto_classify::active::Standing;
use serde::Serialize;
use std::collections::BTreeMap;

/// A summary of a project.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Status {
    /// Documents.
    pub documents: usize,
    /// Documents with a text of their own; copies are asked once.
    pub distinct: usize,
    /// Documents with a label that they came with and that is learned from.
    pub given: usize,
    /// Classes, with what people said.
    pub classes: Vec<ClassStatus>,
    /// Documents and words that nobody could tell.
    pub dont_know: usize,
    /// Documents and words that were skipped and not answered since.
    pub skipped: usize,
    /// Who answered.
    pub annotators: Vec<Annotator>,
    /// How far annotators agree.
    pub agreement: Agreement,
    /// How questions are chosen.
    pub strategy: String,
    /// Share of the documents that everybody is asked about.
    pub overlap: f64,
    /// How far the answers have come.
    pub standing: Standing,
    /// Schema version of the file.
    pub schema: i64,
    /// Rows of the log.
    pub rows: u64,
}

/// A class with what people said.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ClassStatus {
    /// Its name.
    pub name: String,
    /// Documents that people gave it.
    pub documents: usize,
    /// Words that people gave it.
    pub words: usize,
}

/// An annotator with what they did.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Annotator {
    /// The name.
    pub name: String,
    /// Documents that they gave a class.
    pub documents: usize,
    /// Words that they gave a class.
    pub words: usize,
    /// Documents and words that they could not tell.
    pub dont_know: usize,
    /// Documents and words that they skipped.
    pub skipped: usize,
    /// Median time of an answer in seconds; null if none has a time.
    pub seconds: Option<f64>,
}

/// The summary of a session's project; `chooser` must be fitted.
///
/// # Errors
/// [`ProjectError`] if the project cannot be read.
pub fn status(session: &Session, chooser: &Chooser) -> Result<Status, ProjectError> {
    let (project, texts) = (session.project(), session.texts());
    let state = project.state();
    let replies = |reply: Reply| {
        let held = state.items().filter_map(|(_, judged)| judged.verdict());
        // Of a dispute everybody could tell something.
        let held = held.filter(|verdict| *verdict != Verdict::Disputed);
        held.filter(|verdict| verdict.reply() == reply).count()
    };
    let pile = &texts.pile.documents;
    Ok(Status {
        documents: pile.len() + texts.copies().count(),
        distinct: pile.len(),
        given: pile.iter().filter(|one| !one.labels.is_empty()).count(),
        classes: classes(project),
        dont_know: replies(Reply::DontKnow),
        skipped: replies(Reply::Skip),
        annotators: state
            .annotators()
            .into_iter()
            .map(|name| annotator(project, name))
            .collect(),
        agreement: agreement(state),
        strategy: chooser.settings().strategy.to_string(),
        overlap: project.parsed("overlap")?,
        standing: chooser.standing(),
        schema: project.schema()?,
        rows: state.last(),
    })
}

fn classes(project: &Project) -> Vec<ClassStatus> {
    let state = project.state();
    let mut counts: BTreeMap<usize, (usize, usize)> = BTreeMap::new();
    for (item, judged) in state.items() {
        let Some(class) = judged.verdict().and_then(|verdict| verdict.class()) else {
            continue;
        };
        let (documents, words) = counts.entry(class).or_default();
        match item {
            ItemKey::Document(_) => *documents += 1,
            ItemKey::Word(_) => *words += 1,
        }
    }
    let of = |class: usize| counts.get(&class).copied().unwrap_or_default();
    let named = state.classes().iter().enumerate();
    named
        .map(|(class, name)| ClassStatus {
            name: name.clone(),
            documents: of(class).0,
            words: of(class).1,
        })
        .collect()
}

fn annotator(project: &Project, name: &str) -> Annotator {
    let own: Vec<(&ItemKey, Reply)> = project
        .state()
        .items()
        .filter_map(|(item, judged)| Some((item, Judged::answer_of(judged, name)?.reply)))
        .collect();
    let count = |fits: &dyn Fn(&ItemKey, Reply) -> bool| {
        own.iter()
            .filter(|(item, reply)| fits(item, *reply))
            .count()
    };
    let is_class = |reply| matches!(reply, Reply::Class(_));
    let answers = project.state().history(name);
    let mut seconds: Vec<f64> = answers
        .iter()
        .filter_map(|(_, said)| said.seconds)
        .collect();
    seconds.sort_by(f64::total_cmp);
    Annotator {
        name: name.into(),
        documents: count(&|item, reply| matches!(item, ItemKey::Document(_)) && is_class(reply)),
        words: count(&|item, reply| matches!(item, ItemKey::Word(_)) && is_class(reply)),
        dont_know: count(&|_, reply| reply == Reply::DontKnow),
        skipped: count(&|_, reply| reply == Reply::Skip),
        seconds: seconds.get(seconds.len() / 2).copied(),
    }
}

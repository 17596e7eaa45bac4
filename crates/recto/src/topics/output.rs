//! Files that belong to an answer: the saved model, the tree of groups, MALLET's tables.

use super::Body;
use crate::Error;
use crate::capability::OutputFile;
use recto_math::{Notice, Remedy};
use recto_topics::{Model, saved, tables};

/// Words in MALLET's table of topics.
const KEYS: usize = 20;

/// The names of MALLET's tables.
pub(super) const MALLET: [&str; 2] = ["topic-keys.txt", "doc-topics.txt"];

/// The files of an output field.
pub(super) fn files(found: &Body, field: &str, ending: &str) -> Result<Vec<OutputFile>, Error> {
    let Some(model) = &found.model else {
        return Ok(Vec::new());
    };
    let only = |bytes| vec![OutputFile { name: "", bytes }];
    match field {
        "save_model" => Ok(only(saved::save(model))),
        "tree" => Ok(only(tree(found, ending)?)),
        "mallet" => mallet(found, model).map_err(|error| Error::input(error.to_string())),
        _ => Ok(Vec::new()),
    }
}

/// The tree of groups, the leaves named by their documents.
fn tree(found: &Body, ending: &str) -> Result<Vec<u8>, Error> {
    let Some(grouped) = &found.grouped else {
        let notice = Notice::from("a tree needs groups, and none were asked for");
        return Err(Error::request(notice.with(Remedy::Omit("clusters"))));
    };
    let name = |point: usize| found.documents[grouped.points[point]].id.clone();
    let tree = if ending == "json" {
        grouped.tree.json(name).to_string()
    } else {
        grouped.tree.newick(name)
    };
    Ok(format!("{tree}\n").into_bytes())
}

fn mallet(found: &Body, model: &Model) -> std::io::Result<Vec<OutputFile>> {
    let (mut keys, mut documents) = (Vec::new(), Vec::new());
    let rows = found.documents.iter();
    let rows = rows.map(|document| (document.id.as_str(), &document.topics[..]));
    tables::write_topic_keys(model, KEYS, &mut keys)?;
    tables::write_doc_topics(rows, &mut documents)?;
    let files = MALLET.into_iter().zip([keys, documents]);
    let file = |(name, bytes)| OutputFile { name, bytes };
    Ok(files.map(file).collect())
}

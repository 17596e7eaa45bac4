//! Tasks that are scored document by document.

use super::sheet::{self, Scores, Sheet};
use super::{Evaluated, Named, ScoredDocument, Sides, files};
use crate::report::number::counted;
use crate::{Answer, Error, Notice, VERSION};
use files::Pair;
use indexmap::IndexMap;
use rayon::prelude::*;
use recto_math::{Remedy, Run};
use recto_text::{Document, Warning};
use serde_json::{Map, Value, json};
use std::sync::Arc;

/// What is scored document by document.
pub(crate) trait Task: Sync {
    /// What a file says of one document.
    type Item: Clone + Send + Sync;

    fn sheet(&self) -> Arc<Sheet>;

    /// What was asked for, by the names of the request.
    fn parameters(&self) -> Vec<(&'static str, Value)>;

    /// What one file says.
    fn parse(&self, document: &Document) -> Result<Vec<Named<Self::Item>>, Notice>;

    /// What a reader should know of such references.
    fn warning(&self, references: &[Named<Self::Item>]) -> Option<&'static str>;

    /// What a reader should know of such outputs.
    fn doubt(&self, _outputs: &[Named<Self::Item>]) -> Option<String> {
        None
    }

    /// Resamples of the documents for intervals of the means; 0 for none.
    fn resamples(&self) -> usize {
        0
    }

    /// The scores of one document, in the order of the sheet.
    fn score(
        &self,
        reference: &Self::Item,
        output: &Self::Item,
    ) -> Result<Vec<Option<f64>>, Notice>;

    /// Trivial answers to one document.
    fn trivial(&self, reference: &Self::Item) -> Vec<(&'static str, Self::Item)>;

    /// What trivial answers score.
    fn baselines(&self, reference: &Self::Item) -> Result<Vec<Baseline>, Notice> {
        let trivial = self.trivial(reference).into_iter();
        trivial
            .map(|(name, answer)| Ok((name, self.score(reference, &answer)?)))
            .collect()
    }
}

/// A trivial answer's name and its scores, in the order of the sheet.
pub(crate) type Baseline = (&'static str, Vec<Option<f64>>);

/// Scores document by document.
pub(crate) fn evaluate<T: Task>(
    task: &T,
    sides: &Sides,
    run: &Run<'_>,
) -> Result<Answer<Evaluated>, Error> {
    let references = files::parsed(&sides.reference, |document| task.parse(document))?;
    against(task, &references, sides, run)
}

/// Scores the outputs against references that were read.
pub(crate) fn against<T: Task>(
    task: &T,
    references: &[Named<T::Item>],
    sides: &Sides,
    run: &Run<'_>,
) -> Result<Answer<Evaluated>, Error> {
    let mut warnings = Vec::new();
    if let Some(message) = task.warning(references) {
        warnings.push(Warning::in_file(&sides.reference.label, message));
    }
    let mut scored = Vec::new();
    for side in &sides.outputs {
        let output = side.label.as_str();
        let found = files::parsed(side, |document| task.parse(document))?;
        if let Some(message) = task.doubt(&found) {
            warnings.push(Warning::in_file(output, message));
        }
        let pairs = files::pair(references, found, output, &mut warnings)?;
        scored.push(score_all(task, &pairs, output)?);
    }
    let mut scored = scored.into_iter();
    let first = scored.next().unwrap_or_default();
    let second = scored.next();
    let none = || Error::input(format!("{}: no document to score", sides.reference.label));
    let ids = references.iter().map(Named::name);
    let document = |(id, scores): (String, &Scores)| ScoredDocument {
        id,
        scores: scores.clone(),
    };
    let body = Evaluated {
        sheet: task.sheet(),
        scores: Scores::mean(&first).ok_or_else(none)?,
        intervals: sheet::intervals(&first, task.resamples(), run.seed),
        baselines: baselines(task, references)?,
        documents: ids.zip(&first).map(document).collect(),
        comparison: second
            .as_ref()
            .map(|second| sheet::compare(&first, second, run.seed)),
        second: second.and_then(|second| Scores::mean(&second)),
        tables: Vec::new(),
    };
    Ok(answer(body, task.parameters(), warnings, run.seed))
}

/// An answer with these scores.
pub(crate) fn answer(
    body: Evaluated,
    parameters: Vec<(&'static str, Value)>,
    warnings: Vec<Warning>,
    seed: u64,
) -> Answer<Evaluated> {
    let task = [("task", json!(body.sheet.task))];
    let all = task.into_iter().chain(parameters);
    let all = all.chain([("seed", json!(seed))]);
    Answer {
        recto: VERSION.into(),
        command: "eval".into(),
        parameters: all
            .map(|(name, value)| (name.to_string(), value))
            .collect::<Map<_, _>>(),
        warnings,
        failed: Vec::new(),
        body,
    }
}

pub(super) fn score_all<T: Task>(
    task: &T,
    pairs: &[Pair<'_, T::Item>],
    file: &str,
) -> Result<Vec<Scores>, Error> {
    let score = |(reference, output): &Pair<'_, T::Item>| {
        let scores = task.score(&reference.item, &output.item);
        let id = &reference.id;
        let failed = |notice: Notice| Error::Input(notice.at(format!("{file}: document `{id}`")));
        Ok(Scores::new(task.sheet(), scores.map_err(failed)?))
    };
    // All, then the first error: which one is met first must not depend on the threads.
    let scored: Vec<Result<Scores, Error>> = pairs.par_iter().map(score).collect();
    scored.into_iter().collect()
}

pub(super) fn baselines<T: Task>(
    task: &T,
    references: &[Named<T::Item>],
) -> Result<IndexMap<&'static str, Scores>, Error> {
    let scored = |reference: &Named<T::Item>| {
        let failed = |notice: Notice| Error::Input(notice.at(&reference.id));
        task.baselines(&reference.item).map_err(failed)
    };
    let scored: Vec<Result<_, Error>> = references.par_iter().map(scored).collect();
    let mut found: IndexMap<&'static str, Vec<Scores>> = IndexMap::new();
    for baselines in scored {
        for (name, values) in baselines? {
            let scores = Scores::new(task.sheet(), values);
            found.entry(name).or_default().push(scores);
        }
    }
    let means = found.into_iter();
    Ok(means
        .filter_map(|(name, scores)| Some((name, Scores::mean(&scores)?)))
        .collect())
}

/// What is said of two answers about different units.
pub(crate) fn units_differ(verb: &str, reference: usize, output: usize, remedy: Remedy) -> Notice {
    let units = counted(reference, "unit");
    let message = format!(
        "the reference has {units}, the output {output}; both must {verb} the same units, and a \
         reference with a unit a line needs an output with a unit a line"
    );
    Notice::from(message).with(remedy)
}

/// The scores of a task on texts in the place of files.
#[cfg(test)]
pub(crate) fn scored<T: Task>(task: &T, reference: &str, output: &str) -> Result<Scores, String> {
    let parse = |text: &str| {
        let parsed = task.parse(&Document::new("d", text));
        let parsed = parsed.map_err(|notice| notice.to_string())?;
        Ok::<_, String>(parsed.into_iter().next().expect("a document").item)
    };
    let values = task.score(&parse(reference)?, &parse(output)?);
    let values = values.map_err(|notice| notice.to_string())?;
    Ok(Scores::new(task.sheet(), values))
}

//! Which documents are scored, and what a reader is told of the files.

use super::Scoring;
use super::answers::Classes;
use super::read::Labelled;
use crate::evaluate::{Named, Sides};
use crate::report::number::counted;
use crate::{Error, Remedy};
use recto_text::Warning;
use rustc_hash::FxHashSet;

/// How far the sum of probabilities may be from 1: they are printed rounded.
const SUM_TOLERANCE: f64 = 0.01;

/// Refuses a reference with two documents of one id.
pub(super) fn ids(references: &[Named<Labelled>], label: &str) -> Result<(), Error> {
    let mut seen = FxHashSet::default();
    match references.iter().find(|row| !seen.insert(row.id.as_str())) {
        Some(twice) => Err(Error::input(format!(
            "{label}: two documents are called `{}`; each needs its own id",
            twice.id
        ))),
        None => Ok(()),
    }
}

/// The references that have a label and are not to be skipped; the rows of the others are
/// taken out of the outputs too.
pub(super) fn kept<'r>(
    request: &Scoring,
    sides: &Sides,
    references: &'r [Named<Labelled>],
    outputs: &mut [Vec<Labelled>],
    warnings: &mut Vec<Warning>,
) -> Result<Vec<&'r Named<Labelled>>, Error> {
    let label = sides.reference.label.as_str();
    let has_label = |i: usize| !references[i].item.labels.is_empty();
    let is_learned = |i: usize| outputs.iter().any(|output| output[i].is_learned);
    let labelled: Vec<bool> = (0..references.len()).map(has_label).collect();
    let learned: Vec<bool> = (0..references.len()).map(is_learned).collect();
    let n_unlabelled = labelled.iter().filter(|is| !**is).count();
    if n_unlabelled > 0 {
        let documents = counted(n_unlabelled, "document");
        let message = format!("{documents} without a label, left out");
        warnings.push(Warning::in_file(label, message));
    }
    let n_learned = (0..learned.len())
        .filter(|&i| learned[i] && labelled[i])
        .count();
    if n_learned > 0 {
        warnings.push(learned_warning(request, sides, n_learned));
    }
    let keep: Vec<bool> = (labelled.iter().zip(&learned))
        .map(|(labelled, learned)| *labelled && !(request.skip_learned && *learned))
        .collect();
    for output in outputs {
        let mut keep = keep.iter();
        output.retain(|_| *keep.next().expect("a flag for each reference"));
    }
    let kept: Vec<&Named<Labelled>> = (references.iter().zip(&keep))
        .filter_map(|(reference, keep)| keep.then_some(reference))
        .collect();
    if kept.is_empty() {
        return Err(Error::input(format!(
            "{label}: no document is left to score"
        )));
    }
    Ok(kept)
}

fn learned_warning(request: &Scoring, sides: &Sides, n: usize) -> Warning {
    let documents = counted(n, "document");
    let labels: Vec<&str> = sides
        .outputs
        .iter()
        .map(|side| side.label.as_str())
        .collect();
    let file = labels.join(", ");
    if request.skip_learned {
        return Warning::in_file(
            file,
            format!("{documents} left out: the output learned from the label"),
        );
    }
    let message = format!(
        "{documents} whose label the output learned from: scores say less of new documents"
    );
    let remedy = Remedy::When("to leave them out", &Remedy::Set(&["skip_learned"]));
    Warning::in_file(file, message).with(remedy)
}

/// What is doubtful about the answers of an output.
pub(super) fn doubts(classes: &Classes, label: &str, output: &[Labelled]) -> Vec<Warning> {
    let told = |found: Vec<(&Labelled, String)>| {
        let (row, message) = found.first()?;
        let more = match found.len() - 1 {
            0 => String::new(),
            n => format!(" ({n} more like this)"),
        };
        let warning = Warning::in_file(&*row.file, format!("{message}{more}"));
        Some(warning.at_line(row.line))
    };
    let unknown = output.iter().filter_map(|row| {
        let label = row.labels.first()?;
        let message = || format!("no document of the reference has the label `{label}`: wrong");
        (!classes.is_true(label)).then(|| (row, message()))
    });
    let unusable = output.iter().filter_map(|row| Some((row, fault(row)?)));
    let n_without = output.iter().filter(|row| row.usable_p().is_none()).count();
    let partly = (1..output.len()).contains(&n_without).then(|| {
        let message = format!(
            "{n_without} of {} without probabilities: calibration error, Brier score and area \
             are of the others",
            counted(output.len(), "document"),
        );
        Warning::in_file(label, message)
    });
    let first = [told(unknown.collect()), told(unusable.collect()), partly];
    first.into_iter().flatten().collect()
}

/// What is wrong with the probabilities of a row; `None` if nothing is or there are none.
fn fault(row: &Labelled) -> Option<String> {
    let p = row.p.as_ref()?;
    if let Some((class, p)) = p.iter().find(|(_, p)| !(0.0..=1.0).contains(*p)) {
        return Some(format!(
            "the probability of `{class}` is {p}, not between 0 and 1: probabilities not used"
        ));
    }
    let sum: f64 = p.values().sum();
    ((sum - 1.0).abs() > SUM_TOLERANCE).then(|| {
        let sum = (sum * 1e4).round() / 1e4;
        format!("probabilities add up to {sum}, not to 1: not used")
    })
}

impl Labelled {
    /// The probabilities, if they are some.
    pub(super) fn usable_p(&self) -> Option<&std::collections::BTreeMap<String, f64>> {
        self.p.as_ref().filter(|_| fault(self).is_none())
    }
}

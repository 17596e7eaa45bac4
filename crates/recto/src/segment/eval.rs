//! Boundaries against boundaries: recto's JSON, Choi, NLTK, segeval.

use crate::evaluate::{
    Evaluated, Evaluation, Measure, Named, Sheet, Sides, Task, evaluate, own, units_differ,
};
use crate::field::{Field, Group};
use crate::{About, Answer, Attachments, Error, Notice};
use recto_math::sample::Better::{Higher, Lower};
use recto_math::{Remedy, Run};
use recto_segment::metrics::{self, formats};
use recto_text::Document;
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::{Arc, LazyLock};

static SHEET: LazyLock<Arc<Sheet>> = LazyLock::new(|| {
    Arc::new(Sheet {
        task: "segmentation",
        title: "Evaluation of a segmentation",
        account: "WindowDiff and Pk are errors (0 is best) and reward silence: read them beside \
              the baselines. The others are 1 at best.",
        baselines: "none: no boundary at all; even: as many segments as the reference, evenly \
                spaced.",
        documents: "F1 ±2: boundaries within two units count. Found and True: segments of the \
                output and of the reference.",
        measures: vec![
            Measure::score("windowdiff", "WindowDiff", Lower).short("WindowDiff"),
            Measure::score("windowdiff_abs", "WindowDiff by size", Lower),
            Measure::score("windowdiff_units", "WindowDiff in units", Lower),
            Measure::score("pk", "Pk", Lower).short("Pk"),
            Measure::score("precision", "Precision", Higher),
            Measure::score("recall", "Recall", Higher),
            Measure::score("f1", "F1", Higher).short("F1"),
            Measure::score("f1_tol2", "F1 within 2 units", Higher).short("F1 ±2"),
            Measure::score("b", "Boundary similarity B", Higher).short("B"),
            Measure::count("segments", "Segments").short("Found"),
            Measure::count("reference_segments", "Reference segments")
                .given()
                .short("True"),
            Measure::count("k", "Window k").given(),
        ],
    })
});

/// Scores segment boundaries.
#[derive(Debug, Clone, Copy)]
pub struct EvaluateSegmentation;

/// The evaluation `segmentation`.
pub static SEGMENTATION: EvaluateSegmentation = EvaluateSegmentation;

static ABOUT: About = About {
    name: "segmentation",
    summary: "Score segment boundaries: WindowDiff, Pk, F1, B, beside trivial baselines",
    examples: EXAMPLES,
    fields: FIELDS,
};

impl Evaluation for EvaluateSegmentation {
    type Request = Scoring;
    const ABOUT: &'static About = &ABOUT;

    fn score(
        &self,
        sides: &Sides,
        request: &Scoring,
        _: &Attachments,
        run: &Run<'_>,
    ) -> Result<Answer<Evaluated>, Error> {
        evaluate(request, sides, run)
    }
}

const EXAMPLES: &str =
    "  recto eval segmentation corpus/ out.json             a folder of Choi files
  recto eval segmentation gold.json out.json           recto's JSON or segeval's
  recto eval segmentation gold.txt first.json second.json
                                                       and is the second better?";

static FIELDS: &[Field] = &[Field::count("k", "Window of WindowDiff and Pk, in units")
    .from_to(1, 1 << 32)
    .otherwise("half the mean length of a reference segment")
    .under(Group::Scoring)];

/// How segment boundaries are scored.
#[derive(Debug, Clone, Copy, PartialEq, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Scoring {
    /// Window of WindowDiff and Pk; `None` takes half the mean reference segment.
    pub k: Option<usize>,
}

/// Exclusive ends of the segments; the last is the number of units.
type Bounds = Vec<usize>;

impl Task for Scoring {
    type Item = Bounds;

    fn sheet(&self) -> Arc<Sheet> {
        Arc::clone(&SHEET)
    }

    fn parameters(&self) -> Vec<(&'static str, Value)> {
        vec![("k", json!(self.k))]
    }

    fn parse(&self, document: &Document) -> Result<Vec<Named<Bounds>>, Notice> {
        if let Some(parsed) = own::<OwnDocument>(&document.text, "segment") {
            return parsed?.into_iter().map(bounds).collect();
        }
        let references = formats::parse(&document.text, None).map_err(|error| error.to_string())?;
        let only = references.len() == 1;
        let named = references
            .into_iter()
            .enumerate()
            .map(|(i, reference)| Named {
                id: reference.id.unwrap_or_else(|| {
                    if only {
                        document.id.clone()
                    } else {
                        format!("{}#{}", document.id, i + 1)
                    }
                }),
                coder: reference.coder,
                item: reference.bounds,
            });
        Ok(named.collect())
    }

    fn warning(&self, references: &[Named<Bounds>]) -> Option<&'static str> {
        let is_whole = |reference: &Named<Bounds>| reference.item.len() == 1;
        references.iter().all(is_whole).then_some(
            "no boundary in the reference, so that the scores say little; \
             plain text needs a line of ten equal signs between segments",
        )
    }

    fn score(&self, reference: &Bounds, output: &Bounds) -> Result<Vec<Option<f64>>, Notice> {
        let n = n_units(reference);
        if n != n_units(output) {
            let remedy = Remedy::Make {
                capability: "segment",
                with: &[("unit", "line")],
            };
            return Err(units_differ("cut", n, n_units(output), remedy));
        }
        let scores = metrics::score(reference, output, n, self.k);
        let scores = scores.map_err(|error| error.to_string())?;
        Ok(scores.entries().map(|(_, value)| value).to_vec())
    }

    fn trivial(&self, reference: &Bounds) -> Vec<(&'static str, Bounds)> {
        let n = n_units(reference);
        let even = metrics::even_bounds(n, reference.len()).ok();
        let even = even.map(|even| ("even", even));
        [("none", vec![n])].into_iter().chain(even).collect()
    }
}

fn n_units(bounds: &Bounds) -> usize {
    bounds.last().copied().unwrap_or(0)
}

#[derive(Deserialize)]
struct OwnDocument {
    id: String,
    units: usize,
    segments: Vec<OwnSegment>,
}

#[derive(Deserialize)]
struct OwnSegment {
    end_unit: usize,
}

fn bounds(document: OwnDocument) -> Result<Named<Bounds>, Notice> {
    let ends = document.segments.iter().map(|segment| segment.end_unit);
    let bounds: Bounds = ends.collect();
    match bounds.last() {
        Some(&last) if last == document.units => Ok(Named::new(document.id, bounds)),
        last => Err(Notice::from(format!(
            "document {}: its segments end at unit {}, but it has {} units",
            document.id,
            last.unwrap_or(&0),
            document.units
        ))),
    }
}

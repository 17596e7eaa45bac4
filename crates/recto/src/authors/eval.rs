//! Who wrote which units: recto's JSON, PAN's JSON, or one label a line.
//!
//! Labels are names of groups, not of people: what counts is which units share one.
//! PAN's files come in two kinds: `paragraph-authors` lists a label for each unit;
//! `authors` lists, author by author, ranges of characters, for which the output must
//! carry its text (`with_text`) to know which characters a unit has.

use crate::evaluate::{
    Evaluated, Evaluation, Measure, Named, Sheet, Sides, Task, evaluate, own, units_differ,
};
use crate::field::{Field, Group};
use crate::{About, Answer, Attachments, Error, Notice};
use recto_math::partition::Overlap;
use recto_math::sample::Better::{Higher, Lower};
use recto_math::{Remedy, Run};
use recto_segment::metrics::window;
use recto_text::{Document, OffsetMap};
use serde::Deserialize;
use serde_json::{Value, json};
use std::ops::Range;
use std::sync::{Arc, LazyLock};

static SHEET: LazyLock<Arc<Sheet>> = LazyLock::new(|| {
    Arc::new(Sheet {
        task: "authors",
        title: "Evaluation of who wrote what",
        account: "Accuracy is the share of units in the best one-to-one matching of groups and \
              authors. Purity alone says little: it rises with the number of groups. Pk is an \
              error, the others are 1 at best.",
        baselines: "one: all units by one author.",
        documents: "Rand: adjusted Rand index. Found and True: groups of the output and authors of \
                the reference.",
        measures: vec![
            Measure::score("accuracy", "Accuracy", Higher).short("Accuracy"),
            Measure::score("purity", "Purity", Higher).short("Purity"),
            Measure::score("b_cubed_precision", "B-cubed precision", Higher),
            Measure::score("b_cubed_recall", "B-cubed recall", Higher),
            Measure::score("b_cubed_f", "B-cubed F", Higher).short("B-cubed"),
            Measure::score("adjusted_rand", "Adjusted Rand index", Higher).short("Rand"),
            Measure::score("pk", "Pk", Lower).short("Pk"),
            Measure::count("authors", "Groups").short("Found"),
            Measure::count("reference_authors", "Reference authors")
                .given()
                .short("True"),
            Measure::count("k", "Window k").given(),
        ],
    })
});

/// Scores who wrote which units.
#[derive(Debug, Clone, Copy)]
pub struct EvaluateAuthors;

/// The evaluation `authors`.
pub static AUTHORSHIP: EvaluateAuthors = EvaluateAuthors;

static ABOUT: About = About {
    name: "authors",
    summary: "Score who wrote which units: matching accuracy, B-cubed, adjusted Rand, Pk",
    examples: EXAMPLES,
    fields: FIELDS,
};

impl Evaluation for EvaluateAuthors {
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
    "  recto eval authors labels.txt out.json               one label a line, a line a unit
  recto eval authors problem.truth out.json            PAN's JSON; out.json with --with-text
  recto eval authors labels.txt first.json second.json
                                                       and is the second better?";

static FIELDS: &[Field] = &[Field::count("k", "Window of Pk, in units")
    .from_to(1, 1 << 32)
    .otherwise("half the mean run of an author")
    .under(Group::Scoring)];

/// How labels of units are scored.
#[derive(Debug, Clone, Copy, PartialEq, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Scoring {
    /// Window of Pk; `None` takes half the mean run of an author.
    pub k: Option<usize>,
}

/// What a file says of the authors of one document.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Labelling {
    /// A label for each unit, and where the units stand, if that is told.
    Units {
        labels: Vec<String>,
        places: Option<Places>,
    },
    /// Ranges of characters, each with the number of its author.
    Characters(Vec<(Range<usize>, usize)>),
}

/// Units in the text that they were cut from.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Places {
    spans: Vec<[usize; 2]>,
    text: String,
}

impl Task for Scoring {
    type Item = Labelling;

    fn sheet(&self) -> Arc<Sheet> {
        Arc::clone(&SHEET)
    }

    fn parameters(&self) -> Vec<(&'static str, Value)> {
        vec![("k", json!(self.k))]
    }

    fn parse(&self, document: &Document) -> Result<Vec<Named<Labelling>>, Notice> {
        if let Some(parsed) = own::<OwnDocument>(&document.text, "authors") {
            return Ok(parsed?.into_iter().map(OwnDocument::named).collect());
        }
        let labelling = match serde_json::from_str::<Pan>(&document.text) {
            Ok(pan) => pan.labelling()?,
            Err(error) if document.text.trim_start().starts_with('{') => {
                return Err(Notice::from(format!(
                    "neither the JSON of recto authors nor PAN's: {error}; PAN's has \
                     `authors` (lists of from and to) or `paragraph-authors`"
                )));
            }
            Err(_) => lines(&document.text)?,
        };
        Ok(vec![Named::new(document.id.clone(), labelling)])
    }

    fn warning(&self, references: &[Named<Labelling>]) -> Option<&'static str> {
        let has_one = |reference: &Named<Labelling>| match &reference.item {
            Labelling::Units { labels, .. } => labels.windows(2).all(|pair| pair[0] == pair[1]),
            Labelling::Characters(ranges) => ranges.iter().all(|(_, author)| *author == 0),
        };
        let all = references.iter().all(has_one);
        all.then_some("one author in the reference, so that one group is always right")
    }

    fn score(&self, reference: &Labelling, output: &Labelling) -> Result<Vec<Option<f64>>, Notice> {
        let Labelling::Units {
            labels: found,
            places,
        } = output
        else {
            return Err("the output gives characters, not units; score recto's JSON".into());
        };
        let truth = match reference {
            Labelling::Units { labels, .. } => labels.clone(),
            Labelling::Characters(ranges) => of_units(ranges, places.as_ref())?,
        };
        if truth.len() != found.len() {
            let remedy = Remedy::Make {
                capability: "authors",
                with: &[("unit", "line")],
            };
            return Err(units_differ("label", truth.len(), found.len(), remedy));
        }
        Ok(self.scores(&truth, found))
    }

    fn trivial(&self, reference: &Labelling) -> Vec<(&'static str, Labelling)> {
        let one = |n: usize| Labelling::Units {
            labels: vec![String::new(); n],
            places: None,
        };
        match reference {
            Labelling::Units { labels, .. } => vec![("one", one(labels.len()))],
            // How many units there are only the output knows.
            Labelling::Characters(_) => Vec::new(),
        }
    }
}

impl Scoring {
    fn scores(&self, truth: &[String], found: &[String]) -> Vec<Option<f64>> {
        let overlap = Overlap::new(found, truth);
        let b_cubed = overlap.b_cubed();
        let (reference, hypothesis) = (bounds(truth), bounds(found));
        let k = self
            .k
            .unwrap_or_else(|| window::default_window(&reference, truth.len()));
        let scores = [
            overlap.accuracy(),
            overlap.purity(),
            b_cubed.precision,
            b_cubed.recall,
            b_cubed.f,
            overlap.adjusted_rand(),
            window::pk(&reference, &hypothesis, k),
            overlap.n_groups() as f64,
            overlap.n_classes() as f64,
            k as f64,
        ];
        scores.map(Some).to_vec()
    }
}

/// Ends of the runs of equal labels.
fn bounds(labels: &[String]) -> Vec<usize> {
    let changes = labels.windows(2).enumerate();
    let changes = changes.filter(|(_, pair)| pair[0] != pair[1]);
    let ends = changes.map(|(i, _)| i + 1);
    ends.chain([labels.len()]).collect()
}

/// The author of most characters of each unit; earlier authors first.
fn of_units(
    ranges: &[(Range<usize>, usize)],
    places: Option<&Places>,
) -> Result<Vec<String>, Notice> {
    let Some(places) = places else {
        let notice = Notice::from(
            "the reference counts characters, and the output does not say where its units stand",
        );
        return Err(notice.with(Remedy::Make {
            capability: "authors",
            with: &[("with_text", ""), ("format", "json")],
        }));
    };
    let map = OffsetMap::new(&places.text);
    let n_authors = ranges
        .iter()
        .map(|(_, author)| author + 1)
        .max()
        .unwrap_or(1);
    let label = |span: &[usize; 2]| {
        let [from, to] = span.map(|byte| map.code_point(byte));
        let mut shares = vec![0; n_authors];
        for (range, author) in ranges {
            shares[*author] += range.end.min(to).saturating_sub(range.start.max(from));
        }
        let most = shares.iter().copied().max().unwrap_or(0);
        let author = shares.iter().position(|&share| share == most);
        author.unwrap_or(0).to_string()
    };
    Ok(places.spans.iter().map(label).collect())
}

#[derive(Deserialize)]
struct OwnDocument {
    id: String,
    labels: Vec<Value>,
    spans: Option<Vec<[usize; 2]>>,
    text: Option<String>,
}

impl OwnDocument {
    fn named(self) -> Named<Labelling> {
        let places = self.spans.zip(self.text);
        let item = Labelling::Units {
            labels: self.labels.iter().map(label).collect(),
            places: places.map(|(spans, text)| Places { spans, text }),
        };
        Named::new(self.id, item)
    }
}

fn label(value: &Value) -> String {
    match value {
        Value::String(name) => name.clone(),
        other => other.to_string(),
    }
}

/// PAN's truth and answer files.
#[derive(Deserialize)]
struct Pan {
    authors: Option<Value>,
    #[serde(rename = "paragraph-authors")]
    paragraph_authors: Option<Vec<Value>>,
}

#[derive(Deserialize)]
struct PanRange {
    from: usize,
    to: usize,
}

impl Pan {
    fn labelling(self) -> Result<Labelling, Notice> {
        if let Some(labels) = self.paragraph_authors {
            return Ok(Labelling::Units {
                labels: labels.iter().map(label).collect(),
                places: None,
            });
        }
        let authors = self.authors.unwrap_or_default();
        let authors: Vec<Vec<PanRange>> = serde_json::from_value(authors).map_err(|error| {
            Notice::from(format!(
                "`authors` is not PAN's list of lists of from and to: {error}"
            ))
        })?;
        let all = authors.into_iter().enumerate();
        let ranges = all.flat_map(|(author, ranges)| {
            // Both ends count in PAN's files.
            let range = move |range: PanRange| (range.from..range.to.saturating_add(1), author);
            ranges.into_iter().map(range)
        });
        Ok(Labelling::Characters(ranges.collect()))
    }
}

fn lines(text: &str) -> Result<Labelling, Notice> {
    let mut labels = Vec::new();
    for (i, line) in text.lines().enumerate() {
        match line.trim() {
            "" => {
                let at = i + 1;
                return Err(Notice::from(format!(
                    "line {at} is empty; write one label a line, a line a unit"
                )));
            }
            label => labels.push(label.to_string()),
        }
    }
    if labels.is_empty() {
        return Err("no label in it; write one label a line, a line a unit".into());
    }
    Ok(Labelling::Units {
        labels,
        places: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate::scored;

    #[test]
    fn names_of_authors_do_not_matter() {
        let scores = scored(&Scoring::default(), "ann\nann\nben\n", "2\n2\n7\n").expect("labels");
        assert_eq!(scores.get("accuracy"), Some(1.0));
        assert_eq!(scores.get("pk"), Some(0.0));
        assert_eq!(scores.get("reference_authors"), Some(2.0));
    }

    #[test]
    fn one_group_has_the_share_of_the_most_frequent_author() {
        let own = r#"{"documents": [{"id": "d", "labels": [0, 0, 0, 0]}]}"#;
        let scores = scored(&Scoring::default(), "a\nb\na\na\n", own).expect("labels");
        assert_eq!(scores.get("accuracy"), Some(0.75));
        assert_eq!(scores.get("authors"), Some(1.0));
    }

    #[test]
    fn pan_counts_characters_and_both_ends_of_a_range() {
        // Six characters, eight bytes: units of two, two and two characters.
        let pan = r#"{"authors": [[{"from": 0, "to": 1}, {"from": 4, "to": 5}], [{"from": 2, "to": 3}]]}"#;
        let own = |text: &str| {
            format!(
                r#"{{"documents": [{{"id": "d", "labels": [0, 1, 0],
                    "spans": [[0, 4], [4, 6], [6, 8]]{text}}}]}}"#
            )
        };
        let task = Scoring::default();
        let scores = scored(&task, pan, &own(r#", "text": "ééabcd""#)).expect("it has its text");
        assert_eq!(scores.get("accuracy"), Some(1.0));
        let refused = scored(&task, pan, &own("")).expect_err("nobody knows where units stand");
        assert!(refused.contains("`with_text`"), "{refused}");
    }

    #[test]
    fn pan_lists_authors_of_paragraphs() {
        let pan = r#"{"authors": 2, "paragraph-authors": [1, 2, 2]}"#;
        let scores = scored(&Scoring::default(), pan, "x\ny\ny\n").expect("labels");
        assert_eq!(scores.get("adjusted_rand"), Some(1.0));
        let count_alone = scored(&Scoring::default(), r#"{"authors": 2}"#, "x\n");
        assert!(count_alone.is_err_and(|message| message.contains("list of lists")));
    }
}

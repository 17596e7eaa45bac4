//! Links against links that people made: recto's JSON, JSON lines of pairs, Pharaoh lines.

mod count;
mod read;

use crate::evaluate::{
    self, Evaluated, Evaluation, Measure, Named, ScoredDocument, Scores, Sheet, Side, Sides,
};
use crate::{About, Answer, Attachments, Error};
use count::Counts;
use indexmap::IndexMap;
use read::Linked;
use recto_math::Run;
use recto_math::sample::Better::Higher;
use serde::Deserialize;
use std::sync::{Arc, LazyLock};

static SHEET: LazyLock<Arc<Sheet>> = LazyLock::new(|| {
    let score = |key: &'static str, said: &'static str| Measure::score(key, said, Higher);
    Arc::new(Sheet {
        task: "alignment",
        title: "Evaluation of an alignment",
        account: "Precision counts links that people called sure or possible, recall those that \
                  they called sure. 1 is best. Content scores leave function words and marks out; \
                  strict ones take a phrase for links of all its words with all words of its \
                  source, not word by word.",
        baselines: "identity: each word to the nearest equal word.",
        documents: "F1 and its content form of each pair; Null: F1 of the summary words without \
                    a link.",
        measures: vec![
            score("precision", "Precision"),
            score("recall", "Recall"),
            score("f1", "F1").short("F1"),
            score("precision_content", "Precision, content words"),
            score("recall_content", "Recall, content words"),
            score("f1_content", "F1, content words").short("Content"),
            score("precision_macro", "Precision, mean of pairs"),
            score("recall_macro", "Recall, mean of pairs"),
            score("f1_macro", "F1, mean of pairs"),
            score("f1_content_macro", "F1, content words, mean of pairs"),
            score("null_precision", "Precision of words without a link"),
            score("null_recall", "Recall of words without a link"),
            score("null_f1", "F1 of words without a link").short("Null"),
            score("kappa", "Kappa of links found and sure links"),
            score("precision_strict", "Precision, strict"),
            score("recall_strict", "Recall, strict"),
            score("f1_strict", "F1, strict"),
            score(
                "precision_content_strict",
                "Precision, content words, strict",
            ),
            score("recall_content_strict", "Recall, content words, strict"),
            score("f1_content_strict", "F1, content words, strict"),
            Measure::count("links", "Links").short("Found"),
            Measure::count("reference_links", "Sure links")
                .given()
                .short("Sure"),
        ],
    })
});

/// Where the means over pairs stand among the measures, and what each is a mean of.
const MACRO: [(usize, usize); 4] = [(6, 0), (7, 1), (8, 2), (9, 5)];

/// Scores links of words.
#[derive(Debug, Clone, Copy)]
pub struct EvaluateAlignment;

/// The evaluation `alignment`.
pub static ALIGNMENT: EvaluateAlignment = EvaluateAlignment;

static ABOUT: About = About {
    name: "alignment",
    summary: "Score links of words: precision, recall, F1, all and content words, kappa",
    examples: EXAMPLES,
    fields: &[],
};

const EXAMPLES: &str =
    "  recto eval alignment gold.jsonl out.json             pairs with sure and possible links
  recto eval alignment gold.jsonl links.txt            Pharaoh lines of another aligner
  recto eval alignment gold.jsonl first.json second.json
                                                       and is the second better?";

/// How links are scored: there is nothing to choose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Scoring {}

impl Evaluation for EvaluateAlignment {
    type Request = Scoring;
    const ABOUT: &'static About = &ABOUT;

    fn score(
        &self,
        sides: &Sides,
        _: &Scoring,
        _: &Attachments,
        run: &Run<'_>,
    ) -> Result<Answer<Evaluated>, Error> {
        let parsed = |side: &Side| evaluate::parsed(side, |document| read::parse(document, run));
        let references = parsed(&sides.reference)?;
        read::check_reference(&references, &sides.reference.label)?;
        let mut warnings = Vec::new();
        let mut scored = Vec::new();
        for side in &sides.outputs {
            let found = parsed(side)?;
            let pairs = evaluate::pair(&references, found, &side.label, &mut warnings)?;
            let counts = pairs.iter().map(|(reference, output)| {
                read::check(reference, output, &side.label)?;
                let output = &output.item;
                Ok(Counts::of(
                    &reference.item,
                    &output.all(),
                    &output.all_pairs(),
                ))
            });
            scored.push(counts.collect::<Result<Vec<Counts>, Error>>()?);
        }
        let body = body(&references, &scored, run.seed)
            .ok_or_else(|| Error::input(format!("{}: no pair to score", sides.reference.label)))?;
        Ok(evaluate::answer(body, Vec::new(), warnings, run.seed))
    }
}

fn body(references: &[Named<Linked>], scored: &[Vec<Counts>], seed: u64) -> Option<Evaluated> {
    let each: Vec<Vec<Scores>> = scored
        .iter()
        .map(|counts| {
            counts
                .iter()
                .map(|counts| scores(counts.values()))
                .collect()
        })
        .collect();
    let whole: Vec<Scores> = scored.iter().map(|counts| whole(counts)).collect();
    let document = |(reference, scores): (&Named<Linked>, &Scores)| ScoredDocument {
        id: reference.name(),
        scores: scores.clone(),
    };
    let identity: Option<Vec<Counts>> = references
        .iter()
        .map(|reference| {
            let found = reference.item.identity()?;
            Some(Counts::of(&reference.item, &found, &found))
        })
        .collect();
    let baselines = identity.map(|counts| ("identity", self::whole(&counts)));
    Some(Evaluated {
        sheet: Arc::clone(&SHEET),
        scores: whole.first()?.clone(),
        intervals: None,
        baselines: IndexMap::from_iter(baselines),
        documents: references.iter().zip(each.first()?).map(document).collect(),
        comparison: each
            .get(1)
            .map(|second| evaluate::compare(&each[0], second, seed)),
        second: whole.get(1).cloned(),
        tables: Vec::new(),
    })
}

fn scores(values: Vec<Option<f64>>) -> Scores {
    Scores::new(Arc::clone(&SHEET), values)
}

/// Scores of all links together, and the means over pairs.
fn whole(counts: &[Counts]) -> Scores {
    let mut all = Counts::default();
    counts.iter().for_each(|counts| all.add(counts));
    let mut values = all.values();
    let each: Vec<Vec<Option<f64>>> = counts.iter().map(Counts::values).collect();
    for (at, of) in MACRO {
        let known: Vec<f64> = each.iter().filter_map(|values| values[of]).collect();
        values[at] = (!known.is_empty()).then(|| known.iter().sum::<f64>() / known.len() as f64);
    }
    scores(values)
}

#[cfg(test)]
mod tests;

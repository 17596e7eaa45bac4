//! New documents seen with topics that were saved.

use super::corpus::analyse;
use super::{Found, Model, Request, SHOWN, SegmentTopics, Topic, TopicDocument, TopicsError};
use crate::{Answer, VERSION, each};
use recto_math::Run;
use recto_text::{Pile, TermId};
use recto_topics::describe::telling_terms;
use recto_topics::map;
use serde_json::{Value, json};

/// The topics of the documents of a pile by a saved model; every document gets the answer
/// that it would get alone.
///
/// # Errors
/// [`TopicsError`] if the observer asks to stop.
pub fn fold(
    pile: &Pile,
    model: &Model,
    request: &Request<'_>,
    run: &Run<'_>,
) -> Result<Answer<Found>, TopicsError> {
    let analysed = run.install(|| analyse(&pile.documents, request, run))?;
    let (mut warnings, mut failed) = (pile.warnings.clone(), pile.failed.clone());
    let places = model.places();
    let mut documents = Vec::new();
    let mut weights = vec![0.0; model.n_topics()];
    for (document, analysed) in pile.documents.iter().zip(analysed) {
        let analysed = match analysed {
            Ok(analysed) => analysed,
            Err(error) => {
                failed.push(each::failure(document, &error));
                continue;
            }
        };
        run.report("folding in", documents.len() as u64, None)?;
        warnings.extend(each::warnings(document, &analysed.units, Vec::new()));
        let units = &analysed.units;
        let term = |term: TermId| units.vocabulary.term(term);
        let mut start = 0;
        let segments = analysed.bounds.iter().map(|&end| {
            let range = start..end;
            start = end;
            range.flat_map(|unit| units.terms(unit)).map(term)
        });
        let mixed = model.fold_terms(&places, segments);
        weights
            .iter_mut()
            .zip(&mixed.topics)
            .for_each(|(sum, p)| *sum += p);
        let segment =
            |([start, end], topics): ([usize; 2], Vec<f64>)| SegmentTopics { start, end, topics };
        let segments = analysed
            .spans()
            .into_iter()
            .zip(mixed.segments)
            .map(segment);
        documents.push(TopicDocument {
            id: document.id.clone(),
            language: analysed.language.code,
            segments: request.with_segments.then(|| segments.collect()),
            topics: mixed.topics,
            cluster: None,
        });
    }
    let topics = topics(model, &weights, &documents);
    Ok(Answer {
        recto: VERSION,
        command: "topics",
        parameters: parameters(model, request, run.seed),
        warnings,
        failed,
        body: Found {
            topics,
            documents,
            clusters: None,
            clusters_reason: None,
            perplexity: None,
            choice: None,
            stability: None,
            paper_perplexity: None,
            time: None,
            map_shown: Some(map::map(&model.words).shown),
            fitted: None,
            grouped: None,
        },
    })
}

fn parameters(model: &Model, request: &Request<'_>, seed: u64) -> serde_json::Map<String, Value> {
    let named = [
        ("loaded", json!(true)),
        ("topics", json!(model.n_topics())),
        ("parts", json!(request.parts.name())),
    ];
    let own = model.parameters.clone();
    each::parameters(&model.method, &named, request.language, own, seed)
}

/// The topics of a model, heaviest in these documents first.
fn topics(model: &Model, weights: &[f64], documents: &[TopicDocument]) -> Vec<Topic> {
    let total: f64 = weights.iter().sum();
    let places = map::map(&model.words).places;
    let topic = |id: usize| {
        let terms = telling_terms(model, id, SHOWN).into_iter();
        let mut about: Vec<(String, f64)> = documents
            .iter()
            .map(|document| (document.id.clone(), document.topics[id]))
            .collect();
        about.sort_by(|a, b| b.1.total_cmp(&a.1));
        about.truncate(SHOWN);
        Topic {
            id,
            label: model.labels.get(id).cloned().unwrap_or_default(),
            weight: if total > 0.0 {
                weights[id] / total
            } else {
                0.0
            },
            terms: terms
                .map(|(w, p)| (model.spellings[w].clone(), p))
                .collect(),
            documents: about,
            segments: Vec::new(),
            npmi: None,
            c_v: None,
            place: places.get(id).copied(),
        }
    };
    let mut topics: Vec<Topic> = (0..model.n_topics()).map(topic).collect();
    topics.sort_by(|a, b| b.weight.total_cmp(&a.weight).then(a.id.cmp(&b.id)));
    topics
}

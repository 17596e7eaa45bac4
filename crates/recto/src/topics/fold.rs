//! New documents seen with topics that were saved.

use super::corpus::{Parts, analyse};
use super::memory;
use super::{Body, Model, Request, SHOWN, SegmentTopics, Topic, TopicDocument, TopicsError};
use crate::{Answer, Reading, per_document};
use recto_math::Run;
use recto_text::TermId;
use recto_topics::check_saved;
use recto_topics::describe::relevant_terms;
use recto_topics::map;
use serde_json::{Value, json};

/// The topics of the documents of a pile by a saved model; every document gets the answer
/// that it would get alone.
///
/// # Errors
/// [`TopicsError`] if the observer asks to stop.
pub(super) fn fold(
    reading: &Reading<'_>,
    model: &Model,
    request: &Request,
    parts: &Parts<'_>,
    run: &Run<'_>,
) -> Result<Answer<Body>, TopicsError> {
    let analysed = analyse(reading, parts, run)?;
    let segments = analysed.iter().flatten().map(|one| one.bounds.len()).sum();
    let limit = request.max_memory.or_else(memory::free);
    check_saved(model, analysed.len(), segments, limit)?;
    let parameters = parameters(model, reading, parts, run.seed);
    let mut answer = reading.answer("topics", parameters);
    let term_ids = model.term_ids();
    let mut documents = Vec::new();
    let mut weights = vec![0.0; model.n_topics()];
    for (document, analysed) in reading.documents().iter().zip(analysed) {
        let analysed = match analysed {
            Ok(analysed) => analysed,
            Err(error) => {
                let failure = per_document::failure(document, &error);
                answer.failed.push(failure);
                continue;
            }
        };
        run.report("folding in", documents.len() as u64, None)?;
        let warnings = per_document::warnings(document, &analysed.units, Vec::new());
        answer.warnings.extend(warnings);
        let units = &analysed.units;
        let term = |term: TermId| units.vocabulary.term(term);
        let mut start = 0;
        let segments = analysed.bounds.iter().map(|&end| {
            let range = start..end;
            start = end;
            range.flat_map(|unit| units.terms(unit)).map(term)
        });
        let mixed = model.fold_terms(&term_ids, segments);
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
            language: analysed.language.code.into(),
            segments: (!request.no_segments).then(|| segments.collect()),
            topics: mixed.topics,
            cluster: None,
        });
    }
    let map = map::map(&model.words);
    let topics = topics(model, &weights, &documents, &map.places);
    Ok(answer.with(Body {
        topics,
        documents,
        clusters: None,
        clusters_reason: None,
        perplexity: None,
        choice: None,
        stability: None,
        paper_perplexity: None,
        time: None,
        map_shown: Some(map.shown),
        fitted: None,
        grouped: None,
    }))
}

fn parameters(
    model: &Model,
    reading: &Reading<'_>,
    parts: &Parts<'_>,
    seed: u64,
) -> serde_json::Map<String, Value> {
    let named = [
        ("loaded", json!(true)),
        ("topics", json!(model.n_topics())),
        ("parts", json!(parts.name())),
    ];
    reading.parameters(&model.method, &named, model.parameters.clone(), seed)
}

/// The topics of a model with their `places` on the map, heaviest in these documents first.
fn topics(
    model: &Model,
    weights: &[f64],
    documents: &[TopicDocument],
    places: &[[f64; 2]],
) -> Vec<Topic> {
    let total: f64 = weights.iter().sum();
    let topic = |id: usize| {
        let terms = relevant_terms(model, id, SHOWN).into_iter();
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

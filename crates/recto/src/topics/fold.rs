//! New documents seen with topics that were saved.

use super::corpus::{Analysed, Parts, for_each};
use super::memory;
use super::{Body, Model, Request, SHOWN, SegmentTopics, Topic, TopicDocument, TopicsError};
use crate::{Answer, Reading, per_document};
use recto_math::Run;
use recto_text::{Document, TermId, Warning};
use recto_topics::check_saved;
use recto_topics::describe::relevant_terms;
use recto_topics::map;
use recto_topics::model::{DocumentTopics, TermIds};
use recto_topics::new_text::NewText;
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
    let n_documents = reading.documents().len();
    let limit = request.max_memory.or_else(memory::free);
    // Segments are counted as they come; every document has one at least.
    check_saved(model, n_documents, n_documents, limit)?;
    let parameters = parameters(model, reading, parts, run.seed);
    let mut answer = reading.answer("topics", parameters);
    let term_ids = model.term_ids();
    let mut documents = Vec::new();
    let mut weights = vec![0.0; model.n_topics()];
    let fold_in = model.fold_in();
    let mut new_text = NewText::default();
    for_each(reading, parts, run, |document, analysed| {
        let analysed = match analysed {
            Ok(analysed) => analysed,
            Err(error) => {
                let failure = per_document::failure(document, &error);
                answer.failed.push(failure);
                return;
            }
        };
        let warnings = per_document::warnings(document, &analysed.units, Vec::new());
        answer.warnings.extend(warnings);
        let units = &analysed.units;
        let terms = (0..units.len()).flat_map(|unit| units.terms(unit));
        let terms = terms.map(|term| units.vocabulary.term(term));
        new_text.add(&fold_in, model, &term_ids, terms);
        let mixed = mixed(model, &term_ids, &analysed);
        let sums = weights.iter_mut().zip(&mixed.topics);
        sums.for_each(|(sum, p)| *sum += p);
        let own = || segments(document, &analysed, mixed.segments);
        let segments = (!request.no_segments).then(own);
        documents.push(TopicDocument {
            id: document.id.clone(),
            title: document.shown_title(),
            language: analysed.language.code.into(),
            segments,
            topics: mixed.topics,
            cluster: None,
        });
    })?;
    let warnings = new_text.warnings().into_iter().map(Warning::new);
    answer.warnings.extend(warnings);
    let map = map::map(&model.words);
    let topics = topics(model, &weights, &documents, &map.places);
    Ok(answer.with(Body {
        topics,
        documents,
        clusters: None,
        clusters_reason: None,
        clusters_tried: Vec::new(),
        perplexity: None,
        choice: None,
        stability: None,
        paper_perplexity: None,
        time: None,
        map_shown: Some(map.shown),
        model: None,
        grouped: None,
    }))
}

/// The topics of a document and of its segments.
fn mixed(model: &Model, term_ids: &TermIds, analysed: &Analysed<'_>) -> DocumentTopics {
    let units = &analysed.units;
    let term = |term: TermId| units.vocabulary.term(term);
    let mut start = 0;
    let segments = analysed.bounds.iter().map(|&end| {
        let range = start..end;
        start = end;
        range.flat_map(|unit| units.terms(unit)).map(term)
    });
    model.fold_terms(term_ids, segments)
}

fn segments(
    document: &Document,
    analysed: &Analysed<'_>,
    topics: Vec<Vec<f64>>,
) -> Vec<SegmentTopics> {
    let segment = |([start, end], topics): ([usize; 2], Vec<f64>)| SegmentTopics {
        start,
        end,
        topics,
        place: document.place(start).map(String::from),
    };
    analysed
        .spans()
        .into_iter()
        .zip(topics)
        .map(segment)
        .collect()
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

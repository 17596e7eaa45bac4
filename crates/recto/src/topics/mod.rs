//! `recto topics`: what a pile is about, and which of its documents belong together.

mod corpus;
mod fold;
mod found;
mod page;

pub use crate::calendar::Grain;
use crate::calendar::Spans;
use crate::{Answer, VERSION, each};
use corpus::Read;
use recto_math::Run;
use recto_text::{Failure, Language, Limits, Pile, Warning};
use recto_topics::choose::stability_of;
pub use recto_topics::choose::{Choice, Tried};
use recto_topics::clusters::{Clusters, Linkage, cluster};
use recto_topics::coherence::{Coherence, coherence};
use recto_topics::describe::{Description, describe};
pub use recto_topics::heldout::Perplexity;
pub use recto_topics::{
    Cache, Filter, Guide, Method, Model, Options, TopicsError, methods, saved, tables,
};
use recto_topics::{Corpus, FittedTopics, heldout, map, time};
use serde_json::{Map, Value, json};

pub use corpus::Parts;
pub use fold::fold;
pub use found::{Cluster, Found, OverTime, Passage, SegmentTopics, Span, Topic, TopicDocument};
pub use page::report;

/// Terms, documents and passages that stand for a topic.
const SHOWN: usize = 10;

/// Fits that the stability of topics is measured on.
const STABILITY_FITS: u64 = 3;

/// What is asked.
#[derive(Debug, Clone)]
pub struct Request<'m> {
    /// A row of the table of methods.
    pub method: &'m Method,
    /// What is asked of the method.
    pub options: Options,
    /// What a segment of a document is.
    pub parts: Parts<'m>,
    /// Which terms are kept.
    pub filter: Filter,
    /// How many clusters of documents.
    pub clusters: Grouping,
    /// The part of the documents that is held out to measure perplexity.
    pub held_out: Option<f64>,
    /// Whether to measure how stable the topics are over seeds; costs as much as three fits.
    pub with_stability: bool,
    /// Whether the answer has the topics of every segment.
    pub with_segments: bool,
    /// The language of all documents; `None` detects each one's.
    pub language: Option<&'static Language>,
    /// Limits on the text.
    pub limits: Limits,
}

impl<'m> Request<'m> {
    /// A request that leaves all to the method.
    pub fn new(method: &'m Method) -> Self {
        Self {
            method,
            options: Options::default(),
            parts: Parts::Passages,
            filter: Filter::default(),
            clusters: Grouping::Chosen,
            held_out: None,
            with_stability: false,
            with_segments: true,
            language: None,
            limits: Limits::default(),
        }
    }
}

/// How many clusters of documents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Grouping {
    /// None at all.
    Off,
    /// As many as fit best.
    Chosen,
    /// So many.
    Count(usize),
}

/// Finds the topics of a pile.
///
/// # Errors
/// [`TopicsError`] if the method cannot take the options, if no word is left to count, or
/// if the observer asks to stop.
pub fn run(
    pile: &Pile,
    request: &Request<'_>,
    run: &Run<'_>,
) -> Result<Answer<Found>, TopicsError> {
    run.install(|| find(pile, request, run))
}

fn find(pile: &Pile, request: &Request<'_>, run: &Run<'_>) -> Result<Answer<Found>, TopicsError> {
    let model = (request.method.build)(&request.options)?;
    let read = corpus::read(&pile.documents, request, run)?;
    let corpus = &read.corpus;
    let memory = model.memory(corpus) >> 20;
    run.report(&format!("fitting, about {memory} MiB"), 0, None)?;
    let fitted = model.fit(corpus, run)?;
    let grouped = match request.clusters {
        Grouping::Off => None,
        Grouping::Chosen => Some(cluster(&fitted, None, linkage(request), run)?),
        Grouping::Count(n) => Some(cluster(&fitted, Some(n), linkage(request), run)?),
    };
    let perplexity = match request.held_out {
        Some(fraction) => Some(heldout::evaluate(model.as_ref(), corpus, fraction, run)?),
        None => None,
    };
    let stability = match request.with_stability {
        true => Some(stability_of(model.as_ref(), corpus, STABILITY_FITS, run)?),
        false => fitted.choice.as_ref().map(|choice| choice.stability),
    };
    let described = Described::of(&fitted, corpus);
    let mut warnings = pile.warnings.clone();
    warnings.extend(read.warnings.iter().cloned());
    warnings.extend(own_warnings(&fitted, grouped.as_ref()));
    Ok(Answer {
        recto: VERSION,
        command: "topics",
        parameters: parameters(request, model.parameters(), fitted.n_topics(), run.seed),
        warnings,
        failed: failed(pile, &read),
        body: Found {
            topics: described.topics(&read),
            documents: documents(&fitted, grouped.as_ref(), &read, request.with_segments),
            clusters: grouped.as_ref().map(|grouped| clusters(&fitted, grouped)),
            clusters_reason: grouped.as_ref().and_then(|grouped| grouped.reason.clone()),
            perplexity,
            choice: fitted.choice.clone(),
            stability,
            paper_perplexity: fitted.paper_perplexity,
            time: over_time(&fitted, &read),
            map_shown: Some(described.map.shown),
            fitted: Some(fitted),
            grouped,
        },
    })
}

fn failed(pile: &Pile, read: &Read<'_>) -> Vec<Failure> {
    let all = pile.failed.iter().chain(&read.failed);
    all.cloned().collect()
}

/// As published for the paper's own models, the better one otherwise.
fn linkage(request: &Request<'_>) -> Linkage {
    match request.options.paper {
        true => Linkage::Prototype,
        false => Linkage::Average,
    }
}

fn parameters(request: &Request<'_>, own: Value, n_topics: usize, seed: u64) -> Map<String, Value> {
    let clusters = match request.clusters {
        Grouping::Off => json!("none"),
        Grouping::Chosen => json!("auto"),
        Grouping::Count(n) => json!(n),
    };
    let named = [
        ("paper", json!(request.options.paper)),
        ("topics", json!(n_topics)),
        ("clusters", clusters),
        ("parts", json!(request.parts.name())),
        ("held_out", json!(request.held_out)),
        ("min_documents", json!(request.filter.min_documents)),
        ("max_share", json!(request.filter.max_share)),
    ];
    let own = match own {
        Value::Object(mut own) => {
            // What was asked of the command stands over what the method was told.
            own.retain(|name, _| !named.iter().any(|(other, _)| other == name));
            if request.options.guide.is_empty() {
                own.remove("guide");
            }
            Value::Object(own)
        }
        other => other,
    };
    each::parameters(request.method.name, &named, request.language, own, seed)
}

fn own_warnings(fitted: &FittedTopics, grouped: Option<&Clusters>) -> Vec<Warning> {
    let mut messages = fitted.warnings.clone();
    messages.extend(
        grouped
            .iter()
            .flat_map(|grouped| grouped.warnings.iter().cloned()),
    );
    let warn = |message| Warning {
        message,
        file: None,
        line: None,
    };
    messages.into_iter().map(warn).collect()
}

/// What topics are called and shown by.
struct Described {
    descriptions: Vec<Description>,
    order: Vec<usize>,
    coherence: Coherence,
    map: map::TopicMap,
}

impl Described {
    fn of(fitted: &FittedTopics, corpus: &Corpus) -> Self {
        Self {
            descriptions: describe(fitted, corpus, SHOWN),
            order: fitted.by_weight(),
            coherence: coherence(&fitted.model.words, corpus, SHOWN),
            map: map::map(&fitted.model.words),
        }
    }

    fn topics(&self, read: &Read<'_>) -> Vec<Topic> {
        self.order
            .iter()
            .map(|&topic| self.topic(topic, read))
            .collect()
    }

    fn topic(&self, topic: usize, read: &Read<'_>) -> Topic {
        let own = &self.descriptions[topic];
        let name =
            |&(document, share): &(usize, f64)| (read.documents[document].id.to_string(), share);
        let passage = |&(segment, share): &(usize, f64)| {
            let (document, [start, end]) = read.place(segment);
            Passage {
                document,
                start,
                end,
                share,
            }
        };
        Topic {
            id: topic,
            label: own.label.clone(),
            weight: own.weight,
            terms: own.terms.clone(),
            documents: own.documents.iter().map(name).collect(),
            segments: own.segments.iter().map(passage).collect(),
            npmi: self.coherence.npmi.get(topic).copied(),
            c_v: self.coherence.c_v.get(topic).copied(),
            place: self.map.places.get(topic).copied(),
        }
    }
}

fn documents(
    fitted: &FittedTopics,
    grouped: Option<&Clusters>,
    read: &Read<'_>,
    with_segments: bool,
) -> Vec<TopicDocument> {
    let document = |(i, document): (usize, &corpus::ReadDocument<'_>)| {
        let segments = read.corpus.segments_of(i);
        let segment = |s: usize| SegmentTopics {
            start: read.spans[s][0],
            end: read.spans[s][1],
            topics: fitted.segments.row(s).to_vec(),
        };
        TopicDocument {
            id: document.id.to_string(),
            language: document.language.code,
            topics: fitted.documents.row(i).to_vec(),
            cluster: grouped.and_then(|grouped| grouped.labels[i]),
            segments: with_segments.then(|| segments.map(segment).collect()),
        }
    };
    read.documents.iter().enumerate().map(document).collect()
}

/// The clusters, largest first; a cluster's topics are the means of its documents'.
fn clusters(fitted: &FittedTopics, grouped: &Clusters) -> Vec<Cluster> {
    let n_topics = fitted.n_topics();
    let mut sums = vec![(0usize, vec![0.0; n_topics]); grouped.n_clusters];
    for (document, label) in grouped.labels.iter().enumerate() {
        let Some(label) = *label else {
            continue;
        };
        sums[label].0 += 1;
        let topics = fitted.documents.row(document);
        sums[label]
            .1
            .iter_mut()
            .zip(topics)
            .for_each(|(sum, p)| *sum += p);
    }
    let cluster = |(id, (documents, sum)): (usize, (usize, Vec<f64>))| {
        let shares = sum.into_iter().map(|sum| sum / documents.max(1) as f64);
        let mut topics: Vec<(usize, f64)> = shares.enumerate().collect();
        topics.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        topics.truncate(3);
        Cluster {
            id,
            documents,
            topics,
        }
    };
    let mut clusters: Vec<Cluster> = sums.into_iter().enumerate().map(cluster).collect();
    clusters.sort_by_key(|cluster| (std::cmp::Reverse(cluster.documents), cluster.id));
    clusters
}

fn over_time(fitted: &FittedTopics, read: &Read<'_>) -> Option<OverTime> {
    let spans = Spans::of(read.documents.iter().map(|document| document.time))?;
    let n = spans.names.len();
    let found = time::timeline(fitted, &read.corpus, n, |document| {
        spans.of_document[document]
    });
    let span = |(i, name): (usize, String)| Span {
        name,
        documents: found.documents[i],
        topics: found.shares.row(i).to_vec(),
    };
    Some(OverTime {
        grain: spans.grain,
        undated: found.undated,
        spans: spans.names.into_iter().enumerate().map(span).collect(),
    })
}

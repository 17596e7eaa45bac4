//! `topics`: what a pile is about, and which of its documents belong together.

mod body;
mod clusters;
mod corpus;
pub mod eval;
mod fold;
mod memory;
mod output;
mod page;
pub mod parts;
mod request;

pub use crate::calendar::Grain;
use crate::calendar::Spans;
use crate::capability::{self, Capability, OutputFile};
use crate::report::{Detail, Report};
use crate::{About, Answer, Attachments, Error, Reading, segment};
use corpus::{Parts, Read};
use rayon::prelude::*;
use recto_math::{MethodInfo, Run};
use recto_text::{Pile, Warning};
use recto_topics::clusters::{Clusters, Linkage, cluster};
use recto_topics::coherence::{Coherence, coherence};
pub use recto_topics::describe::Apart;
use recto_topics::describe::{Description, describe};
use recto_topics::groups::group;
pub use recto_topics::heldout::Perplexity;
use recto_topics::model_selection::stability_of;
pub use recto_topics::model_selection::{Choice, Tried};
pub use recto_topics::{Cache, Method, Model, Options, methods};
use recto_topics::{Corpus, Filter, FittedTopics, Guide, TopicModel, TopicsError};
use recto_topics::{heldout, map, saved, time};
use serde_json::{Map, Value, json};

pub use body::{Body, Cluster, OverTime, Passage, SegmentTopics, Span, Topic, TopicDocument};
pub(crate) use page::labels;
pub use page::report;
pub use request::{BadGrouping, Grouping, Request};

/// Terms, documents and passages that stand for a topic.
const SHOWN: usize = 10;

/// Fits that the stability of topics is measured on.
const STABILITY_FITS: u64 = 3;

/// Finds what a collection is about.
#[derive(Debug, Clone, Copy)]
pub struct FindingTopics {
    /// The methods that can be asked for.
    pub methods: &'static [Method],
    /// The methods that can cut documents into parts.
    pub segmenters: &'static [segment::Method],
}

/// The capability `topics`, with the methods of recto.
pub static TOPICS: FindingTopics = FindingTopics {
    methods: methods(),
    segmenters: segment::methods(),
};

static ABOUT: About = About {
    name: "topics",
    summary: "Find what a collection is about, and which documents belong together",
    examples: EXAMPLES,
    fields: request::FIELDS,
};

impl Capability for FindingTopics {
    type Request = Request;
    type Body = Body;

    const ABOUT: &'static About = &ABOUT;
    const PAPER_METHOD: &'static str = "sgm-literal";

    fn methods(&self) -> Vec<MethodInfo> {
        self.methods.iter().map(Method::info).collect()
    }

    fn method_of(request: &Request) -> (&str, bool) {
        (&request.method, request.paper)
    }

    fn answer(
        &self,
        reading: &Reading<'_>,
        request: &Request,
        attachments: &Attachments,
        run: &Run<'_>,
    ) -> Result<Answer<Body>, Error> {
        let asked = self.asked(reading, request, attachments)?;
        if let Some(file) = attachments.file("load_model") {
            let model = saved::load(&file.bytes).map_err(|error| file.problem(&error))?;
            let folded = fold::fold(reading, &model, request, &asked.parts, run);
            return folded.map_err(refused);
        }
        let model = asked.model()?;
        let read = corpus::read(reading, &asked.parts, &asked.filter(), run);
        let found = read.and_then(|read| asked.find(&*model, read, run));
        found.map_err(refused)
    }

    fn answer_dropping_texts(
        &self,
        mut pile: Pile,
        how: &Reading<'_>,
        request: &Request,
        attachments: &Attachments,
        run: &Run<'_>,
    ) -> Result<Answer<Body>, Error> {
        if attachments.file("load_model").is_some() {
            return self.answer(&how.over(&pile), request, attachments, run);
        }
        let warning = how.over(&pile).unknown_languages();
        let how = &how.with_shares_of(&pile);
        pile.warnings.extend(warning);
        let documents = std::mem::take(&mut pile.documents);
        let reading = how.over(&pile);
        let asked = self.asked(&reading, request, attachments)?;
        let model = asked.model()?;
        let (parts, filter) = (&asked.parts, asked.filter());
        let read = corpus::read_dropping_texts(documents, how, parts, &filter, run);
        let found = read.and_then(|read| asked.find(&*model, read, run));
        found.map_err(refused)
    }

    fn is_empty(&self, body: &Body) -> bool {
        body.documents.is_empty()
    }

    fn report(&self, answer: &Answer<Body>, reading: &Reading<'_>, detail: Detail) -> Report {
        page::report(answer, reading.documents(), detail)
    }

    fn files(
        &self,
        answer: &Answer<Body>,
        field: &str,
        ending: &str,
    ) -> Result<Vec<OutputFile>, Error> {
        output::files(&answer.body, field, ending)
    }
}

impl FindingTopics {
    /// What a request asks for.
    fn asked<'a, 'p>(
        &self,
        reading: &'a Reading<'p>,
        request: &'a Request,
        attachments: &Attachments,
    ) -> Result<Asked<'a, 'p>, Error> {
        Ok(Asked {
            reading,
            request,
            method: capability::choose(self.methods, Self::chosen(request))?,
            options: options(request, attachments)?,
            parts: Parts::named(&request.parts, self.segmenters)?,
        })
    }
}

const EXAMPLES: &str =
    "  recto topics articles/                          topics and groups, on the terminal
  recto topics articles/ -o articles.html         the same as a page
  recto topics notices.jsonl --topics 8 --clusters 5 --format json
  recto topics news.jsonl --held-out 0.1          how well are unseen words foreseen?
  recto topics news.jsonl --seed-words wishes.txt
                                                  words that topics should have
  recto topics news.jsonl --save-model news.topics
  recto topics more.jsonl --load-model news.topics
                                                  new documents, the same topics";

/// A wrong parameter is the request's, everything else the input's.
pub(crate) fn refused(error: TopicsError) -> Error {
    match error {
        TopicsError::Cancelled(cancelled) => cancelled.into(),
        TopicsError::Parameter(_) => Error::request(&error),
        other => Error::input(&other),
    }
}

/// The request as the methods take it, with the files that belong to it.
pub(crate) fn options(request: &Request, attachments: &Attachments) -> Result<Options, Error> {
    let guide = match attachments.file("seed_words") {
        Some(file) => file
            .text()?
            .parse::<Guide>()
            .map_err(|error| file.problem(&error))?,
        None => Guide::default(),
    };
    Ok(Options {
        topics: request.topics,
        // The model with clusters of its own has as many.
        clusters: match request.clusters {
            Grouping::Count(n) => Some(n),
            Grouping::Off | Grouping::Chosen => None,
        },
        alpha: request.alpha,
        beta: request.beta,
        eta: request.eta,
        cache: request.cache,
        iterations: request.iterations,
        tolerance: request.tolerance,
        restarts: request.restarts,
        guide,
        memory_limit: request.max_memory.or_else(memory::free),
        paper: request.paper,
        paper_perplexity: request.paper_perplexity,
    })
}

/// A request and what it was resolved to.
struct Asked<'a, 'p> {
    reading: &'a Reading<'p>,
    request: &'a Request,
    method: &'static Method,
    options: Options,
    parts: Parts<'static>,
}

impl Asked<'_, '_> {
    /// The model of the method, with the options that were asked for.
    fn model(&self) -> Result<Box<dyn TopicModel>, Error> {
        (self.method.build)(&self.options).map_err(refused)
    }

    fn find(
        &self,
        model: &dyn TopicModel,
        read: Read,
        run: &Run<'_>,
    ) -> Result<Answer<Body>, TopicsError> {
        let request = self.request;
        let corpus = &read.corpus;
        let memory = model.memory(corpus) >> 20;
        run.report(&format!("fitting, about {memory} MiB"), 0, None)?;
        // Before the fit: groups come from words, and neither needs the other's memory.
        let by_words = self.grouped(|n| group(corpus, n, run), !request.paper)?;
        let mut fitted = model.fit(corpus, run)?;
        let published = |n| cluster(&fitted, n, Linkage::Prototype, run);
        let grouped = by_words.or(self.grouped(published, request.paper)?);
        fitted.distributions = None;
        let perplexity = match request.held_out {
            Some(fraction) => Some(heldout::evaluate(model, corpus, fraction, run)?),
            None => None,
        };
        let stability = if request.stability {
            Some(stability_of(model, corpus, STABILITY_FITS, run)?)
        } else {
            None
        };
        let described = Described::of(&fitted, corpus);
        let parameters = self.parameters(model.parameters(), fitted.n_topics(), run.seed);
        let mut answer = self.reading.answer("topics", parameters);
        let topics = described.topics(&read);
        let time = over_time(&fitted, &read);
        let segments = (!request.no_segments).then(|| segments(&fitted, &read));
        let told = grouped
            .as_ref()
            .map(|grouped| clusters::told(&fitted, grouped, corpus));
        answer.warnings.extend(read.warnings);
        answer
            .warnings
            .extend(own_warnings(&fitted, grouped.as_ref()));
        answer.failed.extend(read.failed);
        // The counts are not needed any more, and of many documents the topics are as large.
        drop(read.corpus);
        Ok(answer.with(Body {
            topics,
            documents: documents(&fitted, grouped.as_ref(), read.documents, segments),
            clusters: told,
            clusters_reason: grouped.as_ref().and_then(|grouped| grouped.reason.clone()),
            clusters_tried: grouped
                .as_ref()
                .map_or_else(Vec::new, |grouped| grouped.candidates.clone()),
            perplexity,
            choice: fitted.choice.clone(),
            stability,
            paper_perplexity: fitted.paper_perplexity,
            time,
            map_shown: Some(described.map.shown),
            model: Some(fitted.model),
            grouped,
        }))
    }

    /// Which words are kept.
    fn filter(&self) -> Filter {
        Filter {
            min_documents: self.request.min_documents,
            max_share: self.request.max_share,
            ..Filter::default()
        }
    }

    /// Groups of as many documents as were asked for, unless none were asked for or another
    /// way `is_used`.
    fn grouped(
        &self,
        by: impl FnOnce(Option<usize>) -> Result<Clusters, TopicsError>,
        is_used: bool,
    ) -> Result<Option<Clusters>, TopicsError> {
        match self.request.clusters {
            Grouping::Chosen if is_used => by(None).map(Some),
            Grouping::Count(n) if is_used => by(Some(n)).map(Some),
            _ => Ok(None),
        }
    }

    fn parameters(&self, own: Value, n_topics: usize, seed: u64) -> Map<String, Value> {
        let request = self.request;
        let named = [
            ("paper", json!(request.paper)),
            ("topics", json!(n_topics)),
            ("clusters", json!(request.clusters)),
            ("parts", json!(self.parts.name())),
            ("held_out", json!(request.held_out)),
            ("min_documents", json!(request.min_documents)),
            ("max_share", json!(request.max_share)),
        ];
        let own = match own {
            Value::Object(mut own) => {
                // What was asked of the capability stands over what the method was told.
                own.retain(|name, _| !named.iter().any(|(other, _)| other == name));
                if self.options.guide.is_empty() {
                    own.remove("guide");
                }
                Value::Object(own)
            }
            other => other,
        };
        self.reading.parameters(self.method.name, &named, own, seed)
    }
}

fn own_warnings(fitted: &FittedTopics, grouped: Option<&Clusters>) -> Vec<Warning> {
    let mut notices = fitted.warnings.clone();
    notices.extend(
        grouped
            .iter()
            .flat_map(|grouped| grouped.warnings.iter().cloned()),
    );
    notices.into_iter().map(Warning::new).collect()
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

    fn topics(&self, read: &Read) -> Vec<Topic> {
        self.order
            .iter()
            .map(|&topic| self.topic(topic, read))
            .collect()
    }

    fn topic(&self, topic: usize, read: &Read) -> Topic {
        let own = &self.descriptions[topic];
        let name = |&(document, share): &(usize, f64)| (read.documents[document].id.clone(), share);
        let passage = |&(segment, share): &(usize, f64)| {
            let (document, [start, end]) = read.place(segment);
            Passage {
                document,
                start,
                end,
                share,
                place: read.documents[document].place(start),
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

/// The topics of the segments of each document.
fn segments(fitted: &FittedTopics, read: &Read) -> Vec<Vec<SegmentTopics>> {
    let segment = |s: usize| {
        let (document, [start, end]) = read.place(s);
        SegmentTopics {
            start,
            end,
            topics: fitted.segment(&read.corpus, s).into_owned(),
            place: read.documents[document].place(start),
        }
    };
    let of_document = |i: usize| read.corpus.segments_of(i).map(segment).collect();
    (0..read.documents.len())
        .into_par_iter()
        .map(of_document)
        .collect()
}

fn documents(
    fitted: &FittedTopics,
    grouped: Option<&Clusters>,
    read: Vec<corpus::ReadDocument>,
    segments: Option<Vec<Vec<SegmentTopics>>>,
) -> Vec<TopicDocument> {
    let mut segments = segments.map(Vec::into_iter);
    let document = |(i, document): (usize, corpus::ReadDocument)| TopicDocument {
        id: document.id,
        title: document.title,
        language: document.language.code.into(),
        topics: fitted.documents.row(i).to_vec(),
        cluster: grouped.and_then(|grouped| grouped.labels[i]),
        segments: segments.as_mut().and_then(Iterator::next),
    };
    read.into_iter().enumerate().map(document).collect()
}

fn over_time(fitted: &FittedTopics, read: &Read) -> Option<OverTime> {
    let spans = Spans::of(
        read.documents
            .iter()
            .map(|document| document.time.as_deref()),
    )?;
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

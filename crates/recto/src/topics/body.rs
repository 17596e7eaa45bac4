//! What `topics` answers: the keys of the contract.

use crate::calendar::Grain;
use crate::offsets::{self, Offsets, TextOf, VisitOffset};
use recto_topics::Model;
use recto_topics::clusters::Clusters;
use recto_topics::describe::Apart;
use recto_topics::groups::Candidate;
use recto_topics::heldout::Perplexity;
use recto_topics::model_selection::Choice;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Topics and the documents that are about them, and what further files are made of.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Body {
    /// The topics, heaviest first.
    pub topics: Vec<Topic>,
    /// Every document, in the order of the input.
    pub documents: Vec<TopicDocument>,
    /// Clusters of documents, largest first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clusters: Option<Vec<Cluster>>,
    /// Why so many clusters, where no number was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clusters_reason: Option<String>,
    /// Numbers of clusters that could have been chosen, with what speaks for each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub clusters_tried: Vec<Candidate>,
    /// How well held-out words are foreseen, if asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub perplexity: Option<Perplexity>,
    /// How the number of topics was chosen, where it was not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub choice: Option<Choice>,
    /// How much topics from other seeds agree, if asked for; the agreement of two halves of
    /// the documents is in `choice`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stability: Option<f64>,
    /// The perplexity that the SGM paper prints, if asked for; comparable with nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub paper_perplexity: Option<f64>,
    /// Topics over time, where documents have dates.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<OverTime>,
    /// What part of the distances between topics their places on the plane show.
    pub map_shown: Option<f64>,
    /// The topics for new documents, where they were found in these; never in the JSON.
    #[serde(skip)]
    pub model: Option<Model>,
    /// The tree of clusters; never in the JSON.
    #[serde(skip)]
    pub grouped: Option<Clusters>,
}

/// A topic.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Topic {
    /// Its place in the `topics` of a document.
    pub id: usize,
    /// A phrase of the text, or its first words.
    pub label: String,
    /// Its share in all words.
    pub weight: f64,
    /// Its most telling words, with their probabilities.
    pub terms: Vec<(String, f64)>,
    /// Documents that are most about it, with its share in them.
    pub documents: Vec<(String, f64)>,
    /// Passages that are most about it.
    pub segments: Vec<Passage>,
    /// How often its words stand in the same documents, -1 to 1; null for topics that
    /// were loaded.
    pub npmi: Option<f64>,
    /// C_v coherence over segments, 0 to 1.
    pub c_v: Option<f64>,
    /// Its place on the plane.
    pub place: Option<[f64; 2]>,
}

/// A part of a document.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Passage {
    /// The document's place in `documents`.
    pub document: usize,
    /// Its first byte.
    pub start: usize,
    /// One past its last byte.
    pub end: usize,
    /// The topic's share in it.
    pub share: f64,
    /// Where it begins, if the document has named places, such as `page 3`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
}

/// A document and its topics.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TopicDocument {
    /// The document's id.
    pub id: String,
    /// Its title, where it has one; see [`Document::shown_title`](crate::Document::shown_title).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The code of the language that it was analysed in.
    pub language: String,
    /// The share of each topic; even where it has no word that was kept.
    pub topics: Vec<f64>,
    /// Its cluster; null without a word that was kept, and where none were asked for.
    pub cluster: Option<usize>,
    /// The topics of its segments, if asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub segments: Option<Vec<SegmentTopics>>,
}

/// A segment and its topics.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SegmentTopics {
    /// Its first byte.
    pub start: usize,
    /// One past its last byte.
    pub end: usize,
    /// The share of each topic.
    pub topics: Vec<f64>,
    /// Where it begins, if the document has named places, such as `page 3`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
}

/// A cluster of documents.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Cluster {
    /// The value of a document's `cluster`.
    pub id: usize,
    /// How many documents.
    pub documents: usize,
    /// Its heaviest topics, with their shares.
    pub topics: Vec<(usize, f64)>,
    /// Words that set it apart from the other clusters, most telling first.
    pub terms: Vec<Apart>,
    /// The document whose topics are nearest to those of the whole cluster, by its place.
    pub typical: Option<usize>,
}

/// Topics over time.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OverTime {
    /// How long a span is.
    pub grain: Grain,
    /// The spans in order.
    pub spans: Vec<Span>,
    /// Documents without a time that could be read.
    pub undated: usize,
}

/// A span of time.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Span {
    /// Its name: `2025`, `2025-03`, `2025-03-10`.
    pub name: String,
    /// How many documents.
    pub documents: usize,
    /// The share of each topic in its words.
    pub topics: Vec<f64>,
}

impl Offsets for Body {
    fn each_offset(&mut self, visit: &mut VisitOffset<'_>) {
        for passage in self.topics.iter_mut().flat_map(|topic| &mut topic.segments) {
            if let Some(document) = self.documents.get(passage.document) {
                let text = TextOf::Document(&document.id);
                offsets::range(visit, text, [&mut passage.start, &mut passage.end]);
            }
        }
        for document in &mut self.documents {
            let text = TextOf::Document(&document.id);
            for segment in document.segments.iter_mut().flatten() {
                offsets::range(visit, text, [&mut segment.start, &mut segment.end]);
            }
        }
    }
}

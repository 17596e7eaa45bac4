//! The report of topics: the topics, their map, groups of documents, time, documents.

use super::{Body, Cluster, OverTime, Perplexity, Topic, TopicDocument};
use crate::report::number::counted;
use crate::report::{
    Cell, Column, Detail, Dot, Kind, Matrix, Number, Plane, Reference, Report, RowsLink, Section,
    SourceText, Table,
};
use crate::{Answer, Document, made};
use rustc_hash::FxHashMap;

/// Characters for the words of a topic on a terminal of eighty columns.
const TERMS_ROOM: usize = 36;
/// Topics in the matrix over time: as many as have a colour.
const TIMED: usize = 8;
/// Topics that a cluster is told by.
const TOLD: usize = 2;
/// Words that a cluster is told by.
const APART: usize = 5;

/// The report of an answer about `documents`.
pub fn report(answer: &Answer<Body>, documents: &[Document], detail: Detail) -> Report {
    let found = &answer.body;
    let mut page = Page {
        found,
        detail,
        labels: labels(&found.topics),
        sources: Vec::new(),
        source_of: FxHashMap::default(),
        document_of: documents.iter().rev().map(|one| (&*one.id, one)).collect(),
    };
    let sections = page.sections();
    let report = Report {
        title: counted(found.documents.len(), "document"),
        account: format!(
            "{} in {}.",
            counted(found.topics.len(), "topic"),
            counted(found.documents.len(), "document")
        ),
        sections,
        sources: page.sources,
        ..made::report(answer, &super::ABOUT, super::methods(), documents, detail)
    };
    match documents {
        [only] => report.of_document(&only.id, only.shown_title().as_deref()),
        _ => report,
    }
}

/// A page in the making; texts come in when something refers to them.
struct Page<'a> {
    found: &'a Body,
    detail: Detail,
    sources: Vec<SourceText>,
    source_of: FxHashMap<&'a str, usize>,
    /// Documents by id, the first of those that share one.
    document_of: FxHashMap<&'a str, &'a Document>,
    /// What each topic is called, by its id.
    labels: FxHashMap<usize, String>,
}

/// The section of all documents.
const DOCUMENTS: &str = "documents";

impl<'a> Page<'a> {
    fn sections(&mut self) -> Vec<Section> {
        let mut sections = vec![self.topics_section()];
        if self.detail == Detail::Whole {
            sections.extend(self.map_section());
        }
        sections.extend(self.number_section());
        sections.extend(self.clusters_section());
        sections.extend(self.time_section());
        sections.extend(self.found.perplexity.as_ref().map(heldout_section));
        if self.detail == Detail::Whole {
            sections.push(self.documents_section());
        }
        sections
    }

    /// The source of a document, taken into the page if it is not there yet.
    fn source(&mut self, id: &str) -> Option<usize> {
        if let Some(&known) = self.source_of.get(id) {
            return Some(known);
        }
        let document = *self.document_of.get(id)?;
        let index = self.sources.len();
        let time = document.time.clone().unwrap_or_default();
        self.sources.push(SourceText::of(document, time));
        self.source_of.insert(&document.id, index);
        Some(index)
    }

    fn topics_section(&mut self) -> Section {
        let found = self.found;
        let account = found.stability.map_or_else(String::new, |stability| {
            let stability = Number::Probability.say(stability);
            format!("topics from other seeds agree by {stability} (1: the same topics)")
        });
        let has_coherence = found.topics.iter().any(|topic| topic.npmi.is_some());
        let mut columns = vec![
            Column::label("Topic"),
            Column::label("Words"),
            Column::number("Share", Number::Share),
        ];
        if has_coherence {
            columns.push(Column::number("NPMI", Number::Score));
        }
        if self.detail == Detail::Whole {
            columns.push(Column::number("Documents", Number::Count));
            columns.push(Column::of("Main passage", Kind::File));
        }
        let column = self.topic_column();
        let mut n_of = vec![0_usize; found.topics.len()];
        for (topic, _) in found.documents.iter().map(chief) {
            if let Some(n) = n_of.get_mut(topic) {
                *n += 1;
            }
        }
        let rows = found.topics.iter().map(|topic| {
            let label = self.label(topic.id).to_owned();
            let mut row = vec![
                label.as_str().into(),
                self.words(topic).into(),
                topic.weight.into(),
            ];
            if has_coherence {
                row.push(topic.npmi.into());
            }
            if self.detail == Detail::Whole {
                let n = n_of.get(topic.id).copied().unwrap_or_default();
                row.push(rows(n, column, label));
                row.push(self.passage(topic));
            }
            row
        });
        let table = Table {
            caption:
                "Largest first, labelled with words of the text. NPMI: coherence, how often the \
                 words occur in the same documents, -1 to 1."
                    .into(),
            rows: rows.collect(),
            columns,
        };
        Section::new("topics", "Topics")
            .account(account)
            .with(table)
    }

    fn words(&self, topic: &Topic) -> String {
        let room = match self.detail {
            Detail::Outline => TERMS_ROOM,
            Detail::Whole => usize::MAX,
        };
        let mut said = String::new();
        for (term, _) in &topic.terms {
            if !said.is_empty() && said.chars().count() + term.chars().count() + 2 > room {
                break;
            }
            if !said.is_empty() {
                said.push_str(", ");
            }
            said.push_str(term);
        }
        said
    }

    /// The passage that is most about a topic.
    fn passage(&mut self, topic: &Topic) -> Cell {
        let found = self.found;
        let Some(passage) = topic
            .segments
            .iter()
            .find(|passage| passage.start < passage.end)
        else {
            return Cell::Blank;
        };
        let id = &found.documents[passage.document].id;
        match self.source(id) {
            Some(source) => Reference::new(source, passage.start..passage.end).into(),
            None => Cell::Blank,
        }
    }

    fn map_section(&self) -> Option<Section> {
        let shown = self.found.map_shown?;
        let dot = |topic: &Topic| {
            Some(Dot {
                name: self.label(topic.id).to_owned(),
                at: topic.place?,
                weight: topic.weight,
            })
        };
        let dots: Vec<Dot> = self.found.topics.iter().filter_map(dot).collect();
        let plane = Plane {
            caption: format!(
                "Topics by word similarity; the area is the size of a topic. Two dimensions show \
                 {} of the squared distances, so read neighbours with care.",
                Number::Share.say(shown)
            ),
            dots,
        };
        (plane.dots.len() > 2).then(|| Section::new("map", "Map").with(plane))
    }

    fn number_section(&self) -> Option<Section> {
        let choice = self.found.choice.as_ref()?;
        let row = |tried: &super::Tried| {
            vec![
                (tried.topics as f64).into(),
                tried.perplexity.into(),
                tried.stability.into(),
            ]
        };
        let table = Table {
            caption: choice.reason.clone(),
            columns: vec![
                Column::number("Topics", Number::Count),
                Column::number("Perplexity of held-out words", Number::Score),
                Column::number("Agreement of halves", Number::Probability),
            ],
            rows: choice.tried.iter().map(row).collect(),
        };
        let section = Section::new("number", "How many");
        Some(
            section
                .account(counted(choice.n_topics, "topic"))
                .with(table),
        )
    }

    fn label(&self, topic: usize) -> &str {
        self.labels.get(&topic).map_or("", String::as_str)
    }

    fn has_titles(&self) -> bool {
        self.found.documents.iter().any(is_titled)
    }

    /// The column of the table of documents that names their main topic.
    fn topic_column(&self) -> usize {
        if self.has_titles() { 2 } else { 1 }
    }

    fn clusters_section(&self) -> Option<Section> {
        let clusters = self.found.clusters.as_ref()?;
        let row = |cluster: &Cluster| {
            let told = cluster.topics.iter().take(TOLD);
            let told = told
                .filter(|(_, share)| *share >= 0.1)
                .map(|&(topic, share)| {
                    format!("{} {}", self.label(topic), Number::Share.say(share))
                });
            let words = cluster.terms.iter().take(APART);
            let words: Vec<&str> = words.map(|word| &*word.term).collect();
            vec![
                cluster.id.to_string().into(),
                self.cluster_rows(cluster),
                words.join(", ").into(),
                told.collect::<Vec<_>>().join(", ").into(),
            ]
        };
        let table = Table {
            caption: "Groups of similar documents, largest first.".into(),
            columns: vec![
                Column::label("Cluster"),
                Column::number("Documents", Number::Count),
                Column::label("Words that set it apart"),
                Column::label("Chiefly"),
            ],
            rows: clusters.iter().map(row).collect(),
        };
        let reason = self.found.clusters_reason.clone().unwrap_or_default();
        Some(
            Section::new("clusters", "Groups of documents")
                .account(reason)
                .with(table),
        )
    }

    /// How many documents a cluster has; on a page they are listed.
    fn cluster_rows(&self, cluster: &Cluster) -> Cell {
        match self.detail {
            Detail::Outline => (cluster.documents as f64).into(),
            Detail::Whole => {
                let column = self.topic_column() + 2;
                rows(cluster.documents, column, cluster.id.to_string())
            }
        }
    }

    fn time_section(&self) -> Option<Section> {
        let OverTime { spans, undated, .. } = self.found.time.as_ref()?;
        let shown: Vec<&Topic> = self.found.topics.iter().take(TIMED).collect();
        let row = |span: &super::Span| shown.iter().map(|topic| span.topics[topic.id]).collect();
        let matrix = Matrix {
            caption: "Share of each topic in the words of a period; largest topics only.".into(),
            number: Number::Share,
            columns: shown
                .iter()
                .map(|topic| self.label(topic.id).into())
                .collect(),
            rows: spans.iter().map(|span| span.name.clone()).collect(),
            values: spans.iter().map(row).collect(),
        };
        let account = match undated {
            0 => String::new(),
            n => format!("{} without a date", counted(*n, "document")),
        };
        Some(
            Section::new("time", "Over time")
                .account(account)
                .with(matrix),
        )
    }

    fn documents_section(&mut self) -> Section {
        let found = self.found;
        let has_clusters = found.clusters.is_some();
        let has_titles = self.has_titles();
        let mut columns = if has_titles {
            vec![Column::label("Document"), Column::of("Place", Kind::File)]
        } else {
            vec![Column::of("Document", Kind::File)]
        };
        columns.extend([
            Column::label("Chiefly"),
            Column::number("Share", Number::Share),
        ]);
        if has_clusters {
            columns.push(Column::label("Cluster"));
        }
        let rows = found.documents.iter().map(|document| {
            let (topic, share) = chief(document);
            let mut row = vec![self.opening(document)];
            if has_titles {
                row.push(document.id.as_str().into());
            }
            let label = self.label(topic).into();
            row.extend([label, share.into()]);
            if has_clusters {
                let cluster = document.cluster.map(|cluster| cluster.to_string());
                row.push(cluster.unwrap_or_default().into());
            }
            row
        });
        let rows = rows.collect();
        Section::new(DOCUMENTS, "Documents").with(Table {
            caption: "Documents with their main topic.".into(),
            columns,
            rows,
        })
    }

    /// The title of a document, or its id, as a link to its first line.
    fn opening(&mut self, document: &TopicDocument) -> Cell {
        let name = document.title.as_deref().unwrap_or(&document.id);
        let Some(source) = self.source(&document.id) else {
            return name.into();
        };
        let text = &self.sources[source].text;
        let start = text.len() - text.trim_start().len();
        let line = text[start..].lines().next().map_or(0, str::len);
        match line {
            0 => name.into(),
            line => Cell::Linked {
                text: name.into(),
                at: Reference::new(source, start..start + line),
            },
        }
    }
}

/// A number of documents that leads to them.
fn rows(n: usize, column: usize, value: String) -> Cell {
    if n == 0 {
        return 0.0.into();
    }
    Cell::Rows(RowsLink {
        count: n,
        section: DOCUMENTS.into(),
        column,
        value,
    })
}

/// What each topic is called; the number of a topic stands behind a label that others share.
pub(crate) fn labels(topics: &[Topic]) -> FxHashMap<usize, String> {
    let mut n_of: FxHashMap<&str, usize> = FxHashMap::default();
    for topic in topics {
        *n_of.entry(&topic.label).or_default() += 1;
    }
    let named = topics.iter().map(|topic| {
        let is_shared = n_of[&*topic.label] > 1;
        let label = &topic.label;
        let number = topic.id;
        let said = if is_shared {
            format!("{label} ({number})")
        } else {
            label.clone()
        };
        (topic.id, said)
    });
    named.collect()
}

/// Whether a document has a title that its id does not say.
fn is_titled(document: &TopicDocument) -> bool {
    document
        .title
        .as_ref()
        .is_some_and(|title| *title != document.id)
}

/// The heaviest topic of a document; the first of equals.
fn chief(document: &TopicDocument) -> (usize, f64) {
    let mut best = (0, f64::NEG_INFINITY);
    for (topic, &share) in document.topics.iter().enumerate() {
        if share > best.1 {
            best = (topic, share);
        }
    }
    best
}

fn heldout_section(perplexity: &Perplexity) -> Section {
    let rows = [
        ("these topics", perplexity.perplexity),
        ("the document's own words, no topics", perplexity.cache_only),
        ("word frequencies alone", perplexity.unigram),
    ];
    let table = Table {
        caption: "Perplexity of held-out words, lower is better: half of the words of each \
                  held-out document are predicted from the other half."
            .into(),
        columns: vec![
            Column::label("by"),
            Column::number("perplexity", Number::Score),
        ],
        rows: rows
            .map(|(name, value)| vec![name.into(), value.into()])
            .to_vec(),
    };
    let account = format!(
        "{} words of {}",
        Number::Count.say(perplexity.tokens),
        counted(perplexity.documents, "document")
    );
    Section::new("heldout", "Held-out words")
        .account(account)
        .with(table)
}

//! What `read` answers: what the pile is, and the answers of the parts by their names.

use super::request::Part;
use crate::offsets::{self, Offsets, TextOf, VisitOffset};
use crate::reading::UNKNOWN_LANGUAGE;
use crate::{
    Answer, VERSION, align, authors, classify, compare, events, segment, summarize, topics,
};
use recto_report::Number;
use recto_text::{Failure, Pile, Warning};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The command's own keys.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Body {
    /// What the pile is.
    pub pile: Facts,
    /// What is new since an earlier pile or reading, if asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub new: Option<News>,
    /// Parts that were not run, or gave no answer, and why.
    pub left_out: Vec<LeftOut>,
    /// Parts that were run on some documents, as the budget asks.
    pub sampled: Vec<Sampled>,
    /// The gist.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summarize: Option<PartAnswer<summarize::Body>>,
    /// What the pile is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub topics: Option<PartAnswer<topics::Body>>,
    /// How folders differ.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub compare: Option<PartAnswer<compare::Body>>,
    /// Outlines.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub segment: Option<PartAnswer<segment::Body>>,
    /// A sentence for each segment of the documents whose outlines stand on the page.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub leads: Vec<Lead>,
    /// Styles within a document.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub authors: Option<PartAnswer<authors::Body>>,
    /// Opinions or classes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub classify: Option<PartAnswer<classify::Body>>,
    /// What happened when.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub events: Option<PartAnswer<events::Body>>,
    /// What supports what.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub align: Option<PartAnswer<align::Body>>,
}

impl Body {
    /// A body that says what the pile is, and nothing more yet.
    pub(super) fn about(pile: Facts) -> Self {
        Self {
            pile,
            new: None,
            left_out: Vec::new(),
            sampled: Vec::new(),
            summarize: None,
            topics: None,
            compare: None,
            segment: None,
            leads: Vec::new(),
            authors: None,
            classify: None,
            events: None,
            align: None,
        }
    }

    /// Whether a part gave an answer.
    pub(super) fn has(&self, part: Part) -> bool {
        match part {
            Part::Summarize => self.summarize.is_some(),
            Part::Topics => self.topics.is_some(),
            Part::Compare => self.compare.is_some(),
            Part::Segment => self.segment.is_some(),
            Part::Authors => self.authors.is_some(),
            Part::Classify => self.classify.is_some(),
            Part::Events => self.events.is_some(),
            Part::Align => self.align.is_some(),
        }
    }
}

/// The answer of a part: what its command answers, without what is said of the whole pile.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PartAnswer<B> {
    /// The method, its parameters and the seed.
    pub parameters: Map<String, Value>,
    /// What to know about this part.
    pub warnings: Vec<Warning>,
    /// Documents that this part could not use.
    pub failed: Vec<Failure>,
    /// The keys of the part's command.
    #[serde(flatten)]
    pub body: B,
}

impl<B> PartAnswer<B> {
    /// An answer about a pile, without the warnings and failures of the pile itself.
    pub(super) fn of(answer: Answer<B>, pile: &Pile) -> Self {
        let Answer {
            parameters,
            mut warnings,
            mut failed,
            body,
            ..
        } = answer;
        // The whole pile has the warning about its languages.
        warnings.retain(|warning| {
            !pile.warnings.contains(warning) && !warning.message.ends_with(UNKNOWN_LANGUAGE)
        });
        failed.retain(|failure| !pile.failed.contains(failure));
        Self {
            parameters,
            warnings,
            failed,
            body,
        }
    }

    /// The same as an answer of the part's command, for its report.
    pub(super) fn answer(&self, command: &'static str) -> Answer<B>
    where
        B: Clone,
    {
        Answer {
            recto: VERSION.into(),
            command: command.into(),
            parameters: self.parameters.clone(),
            warnings: self.warnings.clone(),
            failed: self.failed.clone(),
            body: self.body.clone(),
        }
    }
}

/// The sentence that tells most of a segment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Lead {
    /// The id of the document.
    pub document: String,
    /// The segment, from 0.
    pub segment: usize,
    /// Its first byte.
    pub start: usize,
    /// One past its last byte.
    pub end: usize,
    /// The text of these bytes.
    pub text: String,
    /// Where it begins, if the document has named places, such as `page 3`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
}

/// A part that is not there, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LeftOut {
    /// Which.
    pub part: Part,
    /// Why, as a clause without a full stop.
    pub reason: String,
}

/// A part that tells of some documents, evenly spread over the pile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Sampled {
    /// Which.
    pub part: Part,
    /// How many documents it read.
    pub documents: usize,
    /// How many there were to read.
    pub of: usize,
}

impl Sampled {
    /// As a clause without a full stop.
    pub(super) fn said(&self) -> String {
        let [documents, of] = [self.documents, self.of].map(|n| Number::Count.say(n as f64));
        format!("an even sample of {documents} of {of} documents, as the budget asks")
    }
}

/// What a pile is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Facts {
    /// What it was taken for.
    pub kind: PileKind,
    /// How many words.
    pub words: usize,
    /// Codes of languages with the number of their documents, most first.
    pub languages: Vec<(String, usize)>,
    /// First and last day, and how many documents have one; null where none has.
    pub dates: Option<Dates>,
    /// Labels that came with the documents, and how many have each, most first.
    pub labels: Vec<(String, usize)>,
    /// Folders at the top of the pile, where there are several.
    pub folders: Vec<Folder>,
    /// Documents that nearly repeat another.
    pub copies: Vec<CopyGroup>,
    /// Threads of mailboxes that have two messages and more, largest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub threads: Vec<MailThread>,
    /// Every document, in the order in which they were read.
    pub documents: Vec<DocumentFacts>,
}

/// What a pile was taken for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum PileKind {
    /// One document.
    Document,
    /// A few documents.
    Few,
    /// Many documents.
    Collection,
    /// Many short documents with times of day.
    Messages,
    /// Such messages, and other documents.
    Mixed,
    /// Documents with their summaries.
    Pairs,
}

impl PileKind {
    /// Whether the parts tell of a document of such a pile. What stands beside the documents
    /// of a pile has a part of its own: events of messages, support of summaries.
    pub(super) fn tells_of(self, document: &DocumentFacts) -> bool {
        match self {
            Self::Mixed | Self::Pairs => document.is_whole(),
            _ => true,
        }
    }
}

/// When documents are from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Dates {
    /// The first day, `2025-03-10`.
    pub from: String,
    /// The last day.
    pub to: String,
    /// Documents with a date.
    pub documents: usize,
}

/// A folder at the top of a pile.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Folder {
    /// Its name.
    pub name: String,
    /// Its documents.
    pub documents: usize,
    /// Their words.
    pub words: usize,
    /// The first of its documents, by its place.
    pub first: usize,
}

/// A conversation in a mailbox.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MailThread {
    /// The id of its first message.
    pub id: String,
    /// The subject of that message without `Re:` and the like; null if it has none.
    pub title: Option<String>,
    /// Its messages.
    pub documents: usize,
    /// The day of the earliest, `2025-03-10`; null where none has a date.
    pub from: Option<String>,
    /// The day of the latest.
    pub to: Option<String>,
}

/// Documents that say nearly the same.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CopyGroup {
    /// The id of the first.
    pub id: String,
    /// The ids of the others, with whether all their words are the same.
    pub others: Vec<(String, bool)>,
}

/// A document of the pile.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DocumentFacts {
    /// Its id.
    pub id: String,
    /// Its title, where it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Its words.
    pub words: usize,
    /// Whether it is a message of a stream: a short row with a time of day.
    pub is_message: bool,
    /// Whether it is the summary of another document.
    pub is_summary: bool,
    /// Who speaks in a transcript, most turns first, and in how many.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub speakers: Vec<(String, usize)>,
    /// The code of its language.
    pub language: String,
    /// Its day, `2025-03-10`, where it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// Who wrote it, where the source says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sender: Option<String>,
    /// The id of the thread that a message of a mailbox belongs to, if that has others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thread: Option<String>,
    /// A number made of its text, by which a later reading knows it again.
    pub digest: String,
}

impl DocumentFacts {
    /// Whether it is a document of its own: no message, no summary.
    pub(super) fn is_whole(&self) -> bool {
        !self.is_message && !self.is_summary
    }
}

/// What is new since an earlier pile or reading.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct News {
    /// Documents known before.
    pub known: usize,
    /// Ids of documents that were not there before.
    pub added: Vec<String>,
    /// Ids of documents that were there with another text.
    pub changed: Vec<String>,
    /// Ids of documents that are no longer there.
    pub gone: Vec<String>,
    /// What the new and changed ones say that the others do not; null where nothing is new.
    pub gist: Option<PartAnswer<summarize::Body>>,
}

impl<B: Offsets> Offsets for PartAnswer<B> {
    fn each_offset(&mut self, visit: &mut VisitOffset<'_>) {
        self.body.each_offset(visit);
    }
}

impl Offsets for Body {
    fn each_offset(&mut self, visit: &mut VisitOffset<'_>) {
        fn part<B: Offsets>(part: &mut Option<PartAnswer<B>>, visit: &mut VisitOffset<'_>) {
            part.iter_mut().for_each(|part| part.each_offset(visit));
        }
        part(&mut self.summarize, visit);
        part(&mut self.topics, visit);
        part(&mut self.compare, visit);
        part(&mut self.segment, visit);
        part(&mut self.authors, visit);
        part(&mut self.classify, visit);
        part(&mut self.events, visit);
        part(&mut self.align, visit);
        for lead in &mut self.leads {
            let text = TextOf::Document(&lead.document);
            offsets::range(visit, text, [&mut lead.start, &mut lead.end]);
        }
        if let Some(news) = &mut self.new {
            part(&mut news.gist, visit);
        }
    }
}

//! The report of a summary: the sentences, each a click from its place, and what they stand
//! for in each document.

use super::{Body, NamedSummary, Summarized, SummarySentence};
use crate::report::number::counted;
use crate::report::{
    Cell, Detail, Item, Matrix, Number, Quote, Ranked, Reference, Report, Section, SourceText,
};
use crate::{Answer, Document, made};
use rustc_hash::FxHashMap;

/// Covered sentences that are shown with each chosen one.
const SHOWN: usize = 5;

/// Word pairs that are named with each sentence.
const NAMED: usize = 3;

/// Documents in the picture of what is covered.
const PICTURED: usize = 40;

/// Summaries that a report shows in full.
const LISTED: usize = 200;

/// The report of an answer about `documents`.
pub fn report(answer: &Answer<Body>, documents: &[Document], detail: Detail) -> Report {
    let mut page = Sources::new(documents);
    let (title, account, sections) = match &answer.body {
        Body::One(summary) => (
            counted(documents.len(), "document"),
            format!("A summary of {}.", counted(summary.words, "word")),
            page.sections(summary, None, detail),
        ),
        Body::Set { summaries } => {
            let shown = summaries.iter().take(LISTED).enumerate();
            let sections = shown.flat_map(|(i, named)| {
                let NamedSummary { id, summary } = named;
                page.sections(summary, Some((i, id)), detail)
            });
            let sections = sections.collect();
            let more = if summaries.len() > LISTED {
                format!(" The first {LISTED} are shown; the JSON has all.")
            } else {
                String::new()
            };
            let n = match summaries.len() {
                1 => "1 summary".to_owned(),
                n => format!("{} summaries", Number::Count.say(n as f64)),
            };
            (n.clone(), format!("{n}.{more}"), sections)
        }
    };
    let report = Report {
        title,
        account,
        sections,
        sources: page.sources,
        ..made::report(answer, &super::ABOUT, super::methods(), documents, detail)
    };
    match (&answer.body, documents) {
        (Body::One(_), [only]) => report.of_document(&only.id, only.shown_title().as_deref()),
        _ => report,
    }
}

fn account(summary: &Summarized) -> String {
    format!(
        "{} of {}, standing for {} of them.",
        Number::Count.say(summary.sentences.len() as f64),
        counted(summary.candidates, "sentence"),
        Number::Share.say(summary.coverage),
    )
}

/// The texts of a page, taken in when something refers to them.
pub(crate) struct Sources<'a> {
    documents: FxHashMap<&'a str, &'a Document>,
    pub(crate) sources: Vec<SourceText>,
    places: FxHashMap<&'a str, usize>,
}

impl<'a> Sources<'a> {
    pub(crate) fn new(documents: &'a [Document]) -> Self {
        let named = documents
            .iter()
            .map(|document| (document.id.as_str(), document));
        Self {
            documents: named.collect(),
            sources: Vec::new(),
            places: FxHashMap::default(),
        }
    }

    fn place(&mut self, id: &str, start: usize, end: usize) -> Option<Reference> {
        let document = *self.documents.get(id)?;
        let source = *self.places.entry(&document.id).or_insert_with(|| {
            let time = document.time.clone().unwrap_or_default();
            self.sources.push(SourceText::of(document, time));
            self.sources.len() - 1
        });
        Some(Reference::new(source, start..end))
    }

    fn quote(&mut self, (id, start, end): &(String, usize, usize)) -> Option<Quote> {
        let at = self.place(id, *start, *end)?;
        let text = &self.documents.get(id.as_str())?.text[*start..*end];
        let words: Vec<&str> = text.split_whitespace().collect();
        Some(Quote {
            text: words.join(" "),
            at,
        })
    }

    /// A sentence as a link to its place.
    pub(crate) fn linked(&mut self, sentence: &SummarySentence) -> Cell {
        let text = sentence.line();
        match self.place(&sentence.document, sentence.start, sentence.end) {
            Some(at) => Cell::Linked { text, at },
            None => Cell::Text(text),
        }
    }

    fn item(&mut self, sentence: &SummarySentence, detail: Detail) -> Item {
        let shown = match detail {
            Detail::Whole => SHOWN,
            Detail::Outline => 0,
        };
        let covers = sentence.covers.iter().take(shown);
        let more = covers.filter_map(|place| self.quote(place)).collect();
        let document = self.documents.get(sentence.document.as_str());
        let time = document.and_then(|document| document.time.clone());
        let copies = match sentence.copies.len() {
            0 => String::new(),
            n => format!("said {} times", Number::Count.say(n as f64 + 1.0)),
        };
        let speaker = sentence.speaker.clone();
        let phrases = match detail {
            Detail::Whole => brought(sentence),
            Detail::Outline => String::new(),
        };
        let notes = speaker.into_iter().chain(time).chain([copies, phrases]);
        Item {
            text: sentence.line(),
            note: notes
                .filter(|note| !note.is_empty())
                .collect::<Vec<_>>()
                .join(", "),
            at: self.place(&sentence.document, sentence.start, sentence.end),
            value: Some((sentence.covers.len() + sentence.copies.len() + 1) as f64),
            more,
            ..Item::default()
        }
    }

    fn sections(
        &mut self,
        summary: &Summarized,
        named: Option<(usize, &str)>,
        detail: Detail,
    ) -> Vec<Section> {
        let section = |id: &str, heading: &str| match named {
            Some((i, name)) => Section::new(format!("s{i}-{id}"), format!("{heading}: {name}")),
            None => Section::new(id, heading),
        };
        let list = gist(self, &summary.sentences, detail);
        let gist = section("gist", "Gist").account(account(summary)).with(list);
        let mut sections = vec![gist];
        if detail == Detail::Whole {
            let picture = picture(&summary.sentences);
            sections.extend(picture.map(|matrix| section("coverage", "Coverage").with(matrix)));
        }
        sections
    }
}

/// The word pairs that a sentence is the first to bring.
fn brought(sentence: &SummarySentence) -> String {
    let pairs = sentence.phrases.iter().take(NAMED);
    let pairs: Vec<String> = pairs.map(|(pair, _)| format!("“{pair}”")).collect();
    if pairs.is_empty() {
        return String::new();
    }
    format!("brings in {}", pairs.join(", "))
}

/// The sentences as a list, in the order of the summary.
pub(crate) fn gist(
    page: &mut Sources<'_>,
    sentences: &[SummarySentence],
    detail: Detail,
) -> Ranked {
    Ranked {
        measure: "stands for".into(),
        unit: "sentences".into(),
        number: Number::Count,
        more: "Nearest of them".into(),
        items: sentences
            .iter()
            .map(|sentence| page.item(sentence, detail))
            .collect(),
        ..Ranked::default()
    }
}

/// How many sentences of each document each chosen sentence stands for; none where there is
/// a single document.
fn picture(sentences: &[SummarySentence]) -> Option<Matrix> {
    let mut documents: Vec<&str> = Vec::new();
    let mut number: FxHashMap<&str, usize> = FxHashMap::default();
    let mut counts: Vec<Vec<f64>> = Vec::new();
    for (column, sentence) in sentences.iter().enumerate() {
        let own = [&sentence.document];
        let covered = sentence.covers.iter().chain(&sentence.copies);
        for id in own.into_iter().chain(covered.map(|(id, _, _)| id)) {
            let row = *number.entry(id).or_insert_with(|| {
                documents.push(id);
                counts.push(vec![0.0; sentences.len()]);
                documents.len() - 1
            });
            counts[row][column] += 1.0;
        }
    }
    if documents.len() < 2 || sentences.len() < 2 {
        return None;
    }
    let mut order: Vec<usize> = (0..documents.len()).collect();
    let total = |row: usize| counts[row].iter().sum::<f64>();
    order.sort_by(|&a, &b| total(b).total_cmp(&total(a)).then(a.cmp(&b)));
    order.truncate(PICTURED);
    let columns = 1..=sentences.len();
    Some(Matrix {
        caption: "Number of sentences of each document that the summary represents.".into(),
        rows: order
            .iter()
            .map(|&row| documents[row].to_string())
            .collect(),
        columns: columns.map(|n| n.to_string()).collect(),
        values: order.iter().map(|&row| counts[row].clone()).collect(),
        ..Matrix::default()
    })
}

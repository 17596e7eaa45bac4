//! The report of a segmentation: outline, strip and text of each document.

use super::{Segment, Segmented, SegmentedDocument};
use crate::report::{
    Column, Cut, MarkedText, Number, Piece, Reference, Report, Section, SourceText, Strip, Table,
};
use crate::{Answer, Document};

/// A boundary from this confidence on is drawn as sure.
const SURE_FROM: f64 = 0.5;

/// How much a report shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Detail {
    /// Outlines and strips, for a terminal.
    Outline,
    /// The documents' text too, for a page.
    Whole,
}

/// The report of an answer about `documents`.
pub fn report(answer: &Answer<Segmented>, documents: &[Document], detail: Detail) -> Report {
    let segmented = &answer.body.documents;
    let mut report = Report {
        title: title(segmented),
        account: account(segmented),
        ..answer.report()
    };
    // Answers keep the order of the documents, so one walk meets them all.
    let mut documents = documents.iter();
    for found in segmented {
        let Some(document) = documents.find(|document| document.id == found.id) else {
            break;
        };
        let source = report.sources.len();
        report.sources.push(SourceText {
            id: found.id.clone(),
            what: format!("{} units, {}", found.units, found.language),
            text: document.text.clone(),
        });
        let only = segmented.len() == 1;
        report
            .sections
            .extend(sections(found, source, only, detail));
    }
    report
}

fn title(segmented: &[SegmentedDocument]) -> String {
    match segmented {
        [only] => only.id.clone(),
        many => format!("{} documents", many.len()),
    }
}

fn account(segmented: &[SegmentedDocument]) -> String {
    let sum = |f: fn(&SegmentedDocument) -> usize| segmented.iter().map(f).sum::<usize>() as f64;
    let words = sum(|document| document.segments.iter().map(|s| s.words).sum());
    format!(
        "{} words in {} units, cut into {}.",
        Number::Count.say(words),
        Number::Count.say(sum(|document| document.units)),
        counted(sum(|document| document.segments.len()) as usize, "segment"),
    )
}

fn counted(n: usize, noun: &str) -> String {
    let plural = if n == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", Number::Count.say(n as f64))
}

fn sections(found: &SegmentedDocument, source: usize, only: bool, detail: Detail) -> Vec<Section> {
    let (id, heading) = match only {
        true => (String::new(), "Outline".to_string()),
        false => (format!("d{source}-"), found.id.clone()),
    };
    let account = format!(
        "{} in {} units",
        counted(found.segments.len(), "segment"),
        found.units
    );
    let mut sections = vec![
        Section::new(format!("{id}outline"), heading)
            .account(account)
            .with(strip(found, source))
            .with(outline(found, source)),
    ];
    if detail == Detail::Whole {
        let heading = if only {
            "Text".to_string()
        } else {
            format!("Text of {}", found.id)
        };
        sections.push(Section::new(format!("{id}text"), heading).with(text(found, source)));
    }
    sections
}

fn outline(found: &SegmentedDocument, source: usize) -> Table {
    let has_confidence = found
        .segments
        .iter()
        .any(|segment| segment.confidence.is_some());
    let mut columns = vec![
        Column::label("About"),
        Column::label("Words that set it apart"),
        Column::number("Words", Number::Count),
        Column::label("Opens at"),
    ];
    columns[1].wide = true;
    if has_confidence {
        let sure = Column::number("Boundary", Number::Probability);
        columns.push(Column {
            weak_below: Some(SURE_FROM),
            ..sure
        });
    }
    let row = |segment: &Segment| {
        let terms: Vec<&str> = segment
            .terms
            .iter()
            .take(5)
            .map(|(term, _)| term.as_str())
            .collect();
        let mut row = vec![
            segment.title.as_str().into(),
            terms.join(", ").into(),
            (segment.words as f64).into(),
            opening(segment, source).into(),
        ];
        if has_confidence {
            row.push(segment.confidence.into());
        }
        row
    };
    Table {
        caption: "The segments in order, titled with words of the text.".into(),
        columns,
        rows: found.segments.iter().map(row).collect(),
    }
}

fn opening(segment: &Segment, source: usize) -> Reference {
    Reference::new(source, segment.start..segment.end)
}

fn strip(found: &SegmentedDocument, source: usize) -> Strip {
    let piece = |segment: &Segment| Piece {
        span: segment.start..segment.end,
        title: segment.title.clone(),
        p: segment.confidence,
        ..Piece::default()
    };
    Strip {
        caption: "The whole text from left to right; a cell is a segment, as wide as it is long \
                  and as high as its opening boundary is sure."
            .into(),
        source,
        sure_from: SURE_FROM,
        cells: found.segments.iter().map(piece).collect(),
        ..Strip::default()
    }
}

fn text(found: &SegmentedDocument, source: usize) -> MarkedText {
    let cut = |segment: &Segment| Cut {
        at: segment.start,
        title: segment.title.clone(),
        note: counted(segment.words, "word"),
        p: segment.confidence,
    };
    MarkedText {
        caption: "The text as it stands, with the title of each segment above it.".into(),
        source,
        sure_from: SURE_FROM,
        cuts: found.segments.iter().map(cut).collect(),
        ..MarkedText::default()
    }
}

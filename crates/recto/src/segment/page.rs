//! The report of a segmentation: outline, strip and text of each document.

use super::{Segment, Segmented, SegmentedDocument};
use crate::report::{
    Column, Cut, MarkedText, Number, Piece, Reference, Report, Section, SourceText, Strip, Table,
};
use crate::{Answer, Document};

/// A boundary from this confidence on is drawn as sure.
const SURE_FROM: f64 = 0.5;

/// Characters for the words of a segment on a terminal of eighty columns.
const TERMS_ROOM: usize = 34;

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
            what: format!("{}, {}", counted(found.units, "unit"), found.language),
            text: document.text.clone(),
        });
        let only = segmented.len() == 1;
        let lines = (detail == Detail::Outline).then(|| opening_lines(found, &document.text));
        report.sections.extend(sections(found, source, only, lines));
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
    let sum = |f: fn(&SegmentedDocument) -> usize| segmented.iter().map(f).sum::<usize>();
    let words = sum(|document| document.segments.iter().map(|s| s.words).sum());
    format!(
        "{} in {}, cut into {}.",
        counted(words, "word"),
        counted(sum(|document| document.units), "unit"),
        counted(sum(|document| document.segments.len()), "segment"),
    )
}

fn counted(n: usize, noun: &str) -> String {
    let plural = if n == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", Number::Count.say(n as f64))
}

/// `lines` are those at which the segments open; given for a terminal, which leaves out
/// the text.
fn sections(
    found: &SegmentedDocument,
    source: usize,
    only: bool,
    lines: Option<Vec<usize>>,
) -> Vec<Section> {
    let (id, heading) = match only {
        true => (String::new(), "Outline".to_string()),
        false => (format!("d{source}-"), found.id.clone()),
    };
    let account = format!(
        "{} in {}",
        counted(found.segments.len(), "segment"),
        counted(found.units, "unit")
    );
    let mut sections = vec![
        Section::new(format!("{id}outline"), heading)
            .account(account)
            .with(strip(found, source))
            .with(outline(found, source, lines.as_deref())),
    ];
    if lines.is_none() {
        let heading = if only {
            "Text".to_string()
        } else {
            format!("Text of {}", found.id)
        };
        sections.push(Section::new(format!("{id}text"), heading).with(text(found, source)));
    }
    sections
}

fn outline(found: &SegmentedDocument, source: usize, lines: Option<&[usize]>) -> Table {
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
    let row = |(i, segment): (usize, &Segment)| {
        // The heading above names the document; its name in every row would push the
        // words out of a terminal.
        let at = match lines {
            Some(lines) => format!("line {}", Number::Count.say(lines[i] as f64)).into(),
            None => opening(segment, source).into(),
        };
        let room = lines.map_or(usize::MAX, |_| TERMS_ROOM);
        let mut row = vec![
            segment.title.as_str().into(),
            terms(segment, room).into(),
            (segment.words as f64).into(),
            at,
        ];
        if has_confidence {
            row.push(segment.confidence.into());
        }
        row
    };
    Table {
        caption: "The segments in order, titled with words of the text.".into(),
        columns,
        rows: found.segments.iter().enumerate().map(row).collect(),
    }
}

/// The weightiest terms of a segment, at most five, as many as fit into `room`.
fn terms(segment: &Segment, room: usize) -> String {
    let mut said = String::new();
    for (term, _) in segment.terms.iter().take(5) {
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

/// The line at which each segment opens, from 1.
fn opening_lines(found: &SegmentedDocument, text: &str) -> Vec<usize> {
    let (mut line, mut at) = (1, 0);
    let segments = found.segments.iter();
    let line_of = |segment: &Segment| {
        let before = &text.as_bytes()[at..segment.start];
        line += before.iter().filter(|&&byte| byte == b'\n').count();
        at = segment.start;
        line
    };
    segments.map(line_of).collect()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::segment::{Options, Request, methods, run};
    use crate::{Pile, Run, Silent};

    /// The answer and its pile for a text of three paragraphs in three segments.
    fn answer() -> (Answer<Segmented>, Pile) {
        let text = "Nets dry on the quay. Boats rest.\n\nOvens glow\nat night. Bread bakes.\n\n\n\
                    Trams ring. Bells answer.\n";
        let pile = Pile {
            documents: vec![Document::new("note", text)],
            ..Pile::default()
        };
        let uniform = methods().iter().find(|row| row.name == "uniform");
        let request = Request {
            options: Options {
                segments: Some("3".parse().expect("a number")),
                ..Options::default()
            },
            ..Request::new(uniform.expect("a row"))
        };
        let answer = run(&pile, &request, &Run::new(0, &Silent)).expect("six units");
        (answer, pile)
    }

    #[test]
    fn segments_open_at_their_lines() {
        let (answer, pile) = answer();
        let found = &answer.body.documents[0];
        assert_eq!(opening_lines(found, &pile.documents[0].text), [1, 3, 7]);
    }

    #[test]
    fn reports_for_terminals_and_pages_are_sound() {
        let (answer, pile) = answer();
        for detail in [Detail::Outline, Detail::Whole] {
            let report = report(&answer, &pile.documents, detail);
            assert_eq!(report.faults(), [""; 0], "{detail:?}");
        }
    }

    #[test]
    fn words_fill_their_room_and_there_is_always_one() {
        let (answer, _) = answer();
        let segment = &answer.body.documents[0].segments[0];
        assert_eq!(terms(segment, 0).matches(", ").count(), 0);
        assert!(!terms(segment, 0).is_empty());
        assert!(terms(segment, usize::MAX).matches(", ").count() >= 2);
    }
}

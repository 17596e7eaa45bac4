//! The report of a segmentation: outline, strip and text of each document.

use super::{Body, Segment, SegmentedDocument};
use crate::report::number::counted;
use crate::report::{
    Band, Block, Cell, Column, Cut, Detail, Level, Levels, MarkedText, Number, Piece, Reference,
    Report, Section, Strip, Table,
};
use crate::{Answer, Document, made, per_document};
use recto_text::LineMap;

/// A boundary from this confidence on is drawn as sure: it is more probably right than wrong.
const SURE_FROM: f64 = 0.5;

/// Characters for the words of a segment on a terminal of eighty columns.
const TERMS_ROOM: usize = 34;

/// In a large pile, only documents of so many segments have a slider over levels and a picture
/// of likeness: of 2,000 documents with 10 MB, both would be 1.2 of 8.4 MB of the page.
const WHOLE_FROM: usize = 10;

/// Segments that a document of a large pile is told by.
const TOLD: usize = 2;

/// The report of an answer about `documents`.
pub fn report(answer: &Answer<Body>, documents: &[Document], detail: Detail) -> Report {
    let segmented = &answer.body.documents;
    let mut report = Report {
        account: account(segmented),
        ..made::report(answer, &super::ABOUT, super::methods(), documents, detail)
    };
    report = match segmented.as_slice() {
        [only] => report.of_document(&only.id, only.title.as_deref()),
        many => Report {
            title: counted(many.len(), "document"),
            ..report
        },
    };
    let what = |found: &SegmentedDocument| {
        let units = counted(found.units, "unit");
        (found.id.clone(), format!("{units}, {}", found.language))
    };
    let is_folded = per_document::is_folded(documents, detail);
    if is_folded {
        report.sections.push(list(segmented));
    }
    per_document::section(
        &mut report,
        segmented,
        documents,
        is_folded,
        what,
        |found, document, source| {
            let page = Page {
                found,
                source,
                document,
                lines: document.line_map(),
                is_only: segmented.len() == 1,
                is_folded,
                detail,
            };
            page.sections()
        },
    );
    report
}

/// The outline of a document as blocks, for a report on more than segments: the strip and the
/// table of its segments.
pub(crate) fn outline(
    found: &SegmentedDocument,
    document: &Document,
    source: usize,
    detail: Detail,
) -> Vec<Block> {
    let page = Page {
        found,
        source,
        document,
        lines: document.line_map(),
        is_only: false,
        is_folded: false,
        detail,
    };
    let segments = &found.segments;
    vec![page.strip(segments).into(), page.outline(segments).into()]
}

fn account(segmented: &[SegmentedDocument]) -> String {
    let sum = |f: fn(&SegmentedDocument) -> usize| segmented.iter().map(f).sum::<usize>();
    let words = sum(|document| document.segments.iter().map(|s| s.words).sum());
    let segments = sum(|document| document.segments.len());
    said(words, sum(|document| document.units), segments)
}

fn said(words: usize, units: usize, segments: usize) -> String {
    format!(
        "{} in {}, cut into {}.",
        counted(words, "word"),
        counted(units, "unit"),
        counted(segments, "segment"),
    )
}

/// The documents of a large pile, told by their longest segments.
fn list(segmented: &[SegmentedDocument]) -> Section {
    let mut about = Column::label("Longest segments");
    about.wide = true;
    let columns = vec![
        Column::number("Words", Number::Count),
        Column::number("Segments", Number::Count),
        about,
    ];
    let section = per_document::list(segmented, columns, |found| {
        let words: usize = found.segments.iter().map(|segment| segment.words).sum();
        let cells = vec![
            (words as f64).into(),
            (found.segments.len() as f64).into(),
            longest(&found.segments).into(),
        ];
        (found.title.as_deref(), &found.id, cells)
    });
    section.account(counted(segmented.len(), "document"))
}

/// Titles of the longest segments, in the order of the text.
pub(crate) fn longest(segments: &[Segment]) -> String {
    let mut places: Vec<usize> = (0..segments.len()).collect();
    places.sort_by_key(|&i| (std::cmp::Reverse(segments[i].words), i));
    places.truncate(TOLD);
    places.sort_unstable();
    let titles = places.iter().map(|&i| segments[i].title.as_str());
    titles.collect::<Vec<_>>().join("; ")
}

/// One document of a report.
struct Page<'a> {
    found: &'a SegmentedDocument,
    source: usize,
    document: &'a Document,
    /// The lines of its file.
    lines: LineMap,
    is_only: bool,
    /// Whether the document is one of a large pile and opens on demand.
    is_folded: bool,
    detail: Detail,
}

impl Page<'_> {
    fn sections(&self) -> Vec<Section> {
        let mut sections = vec![self.outline_section()];
        if self.detail == Detail::Whole {
            sections.extend(self.likeness_section());
            let text = self.text_block();
            sections.push(self.section("text", "Text").with(text));
        }
        sections
    }

    /// A section of this document; its name is in the heading where there are several.
    fn section(&self, id: &str, heading: &str) -> Section {
        if !self.is_only && !self.is_folded {
            Section::new(
                format!("d{}-{id}", self.source),
                format!("{heading}: {}", self.found.id),
            )
        } else {
            Section::new(id, heading)
        }
    }

    fn outline_section(&self) -> Section {
        let account = |segments: &[Segment]| {
            let units = counted(self.found.units, "unit");
            format!("{} in {units}", counted(segments.len(), "segment"))
        };
        let section = self.section("outline", "Outline");
        let section = section.account(account(&self.found.segments));
        let levels = self.found.levels.as_deref().unwrap_or_default();
        if levels.len() < 2 || self.is_brief() {
            return section
                .with(self.strip(&self.found.segments))
                .with(self.outline(&self.found.segments));
        }
        let level = |segments: &Vec<Segment>| Level {
            name: counted(segments.len(), "segment"),
            account: account(segments),
            head: self.head(segments),
            parts: vec![self.strip(segments).into(), self.outline(segments).into()],
        };
        section.levels(Levels {
            label: "Grain".into(),
            chosen: levels.len() - 1,
            steps: levels.iter().map(level).collect(),
        })
    }

    /// Whether the outline and the text say enough of a document.
    fn is_brief(&self) -> bool {
        self.is_folded && self.found.segments.len() < WHOLE_FROM
    }

    /// The account of the report where this document is all of it.
    fn head(&self, segments: &[Segment]) -> String {
        let words = segments.iter().map(|segment| segment.words).sum();
        if self.is_only {
            said(words, self.found.units, segments.len())
        } else {
            String::new()
        }
    }

    /// How alike neighbouring units are; none for a text too short to draw.
    fn likeness_section(&self) -> Option<Section> {
        let likeness = self.found.likeness.as_ref();
        let likeness = likeness.filter(|_| !self.is_brief())?;
        let starts = self.found.segments.iter().skip(1);
        let band = Band {
            caption: format!(
                "Each {} units compared with the units that follow, the nearest at the top; \
                 darker is more similar.",
                likeness.units_in_part
            ),
            source: self.source,
            units: likeness.parts.clone(),
            values: likeness.values.clone(),
            cuts: starts
                .map(|segment| likeness.part_at(segment.start_unit))
                .collect(),
        };
        Some(self.section("likeness", "Likeness").with(band))
    }

    fn outline(&self, segments: &[Segment]) -> Table {
        let has_confidence = segments.iter().any(|segment| segment.confidence.is_some());
        let row = |segment: &Segment| {
            let mut row = self.row(segment);
            if has_confidence {
                row.push(segment.confidence.into());
            }
            row
        };
        Table {
            caption: "Segments in order, titled with words of the text.".into(),
            columns: self.columns(has_confidence),
            rows: segments.iter().map(row).collect(),
        }
    }

    fn columns(&self, has_confidence: bool) -> Vec<Column> {
        let mut columns = vec![
            Column::label("About"),
            Column::label("Distinctive words"),
            Column::number("Words", Number::Count),
            Column::label("Opens at"),
        ];
        columns[1].wide = true;
        if self.detail == Detail::Whole {
            let mut change = Column::label("Words that change");
            change.wide = true;
            columns.push(change);
        }
        if has_confidence {
            columns.push(Column {
                weak_below: Some(SURE_FROM),
                ..Column::number("Boundary", Number::Probability)
            });
        }
        columns
    }

    fn row(&self, segment: &Segment) -> Vec<Cell> {
        let title = segment.title.as_str().into();
        let words = (segment.words as f64).into();
        match self.detail {
            // The heading above names the document; its name in every row would push
            // the words out of a terminal.
            Detail::Outline => {
                let place = self.place(segment.start).into();
                vec![
                    title,
                    terms(&segment.terms, TERMS_ROOM).into(),
                    words,
                    place,
                ]
            }
            Detail::Whole => vec![
                title,
                terms(&segment.terms, usize::MAX).into(),
                words,
                self.opening(segment).into(),
                change(segment).into(),
            ],
        }
    }

    /// A named place of the document, or a line of its file.
    fn place(&self, byte: usize) -> String {
        let line = || Number::Count.say(self.lines.at(byte) as f64);
        let named = self.document.place(byte).map(String::from);
        named.unwrap_or_else(|| format!("line {}", line()))
    }

    fn opening(&self, segment: &Segment) -> Reference {
        // An answer that was read from JSON does not say where its first units end.
        let end = if segment.opening_end > segment.start {
            segment.opening_end
        } else {
            segment.end
        };
        Reference::new(self.source, segment.start..end)
    }

    fn strip(&self, segments: &[Segment]) -> Strip {
        let piece = |segment: &Segment| Piece {
            span: segment.start..segment.end,
            title: segment.title.clone(),
            p: segment.confidence,
            ..Piece::default()
        };
        Strip {
            caption: "The text from left to right. Each cell is a segment: width is its length, \
                      height the confidence of its first boundary, dashed below .5."
                .into(),
            source: self.source,
            sure_from: SURE_FROM,
            cells: segments.iter().map(piece).collect(),
            ..Strip::default()
        }
    }

    fn text_block(&self) -> MarkedText {
        let cut = |segment: &Segment| Cut {
            at: segment.start,
            title: segment.title.clone(),
            note: counted(segment.words, "word"),
            p: segment.confidence,
        };
        MarkedText {
            caption: "The full text, with the title of each segment above it.".into(),
            source: self.source,
            sure_from: SURE_FROM,
            cuts: self.found.segments.iter().map(cut).collect(),
            ..MarkedText::default()
        }
    }
}

/// "from nets, boats to ovens, bread": the words on both sides of a boundary.
fn change(segment: &Segment) -> String {
    let Some(evidence) = &segment.evidence else {
        return String::new();
    };
    let side = |words: &[(String, f64)]| terms(&words[..words.len().min(3)], usize::MAX);
    format!("from {} to {}", side(&evidence.left), side(&evidence.right))
}

/// The weightiest terms of a segment, at most five, as many as fit into `room`.
fn terms(terms: &[(String, f64)], room: usize) -> String {
    let mut said = String::new();
    for (term, _) in terms.iter().take(5) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::segment::{Request, SEGMENT};
    use crate::{Pile, ask};

    /// The answer and its pile for a text of three paragraphs in three segments.
    fn answer() -> (Answer<Body>, Pile) {
        let text = "Nets dry on the quay. Boats rest.\n\nOvens glow\nat night. Bread bakes.\n\n\n\
                    Trams ring. Bells answer.\n";
        let pile: Pile = [("note", text)].into_iter().collect();
        let request = Request {
            method: "uniform".into(),
            segments: Some("3".parse().expect("a number")),
            levels: Some(2),
            with_likeness: true,
            ..Request::default()
        };
        let answer = ask(&SEGMENT, &pile, &request).expect("six units");
        (answer, pile)
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
        assert_eq!(terms(&segment.terms, 0).matches(", ").count(), 0);
        assert!(!terms(&segment.terms, 0).is_empty());
        assert!(terms(&segment.terms, usize::MAX).matches(", ").count() >= 2);
    }
}

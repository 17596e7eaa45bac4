//! The report of an attribution: groups, how many there may be, and the text.

use super::{Alternative, AttributedDocument, Body, Certainty as Sure, MoreThanOne, Third};
use crate::report::number::counted;
use crate::report::{
    Baseline, Block, Cell, Certainty, Column, Curve, Detail, Level, Levels, Mark, MarkedText,
    Meaning, Number, Piece, Point, Reference, Report, Section, State, Strip, Table, letters,
};
use crate::{Answer, Document, made, per_document};
use recto_authors::hmm::STYLE_GAIN_RANGES;
use std::ops::Range;

/// Characters for the words of a group on a terminal of eighty columns.
const TERMS_ROOM: usize = 32;

/// Terms that are shown on a page.
const TERMS_SHOWN: usize = 8;

/// Terms that stand for a group in a legend.
const TERMS_NAMED: usize = 3;

const UNSTABLE: &str =
    "The grouping is unstable: with other features many sentences change groups.";

/// The report of an answer about `documents`.
pub fn report(answer: &Answer<Body>, documents: &[Document], detail: Detail) -> Report {
    let attributed = &answer.body.documents;
    let mut report = Report {
        account: account(attributed),
        ..made::report(answer, &super::ABOUT, super::methods(), documents, detail)
    };
    report = match attributed.as_slice() {
        [only] => report.of_document(&only.id, only.title.as_deref()),
        many => Report {
            title: counted(many.len(), "document"),
            ..report
        },
    };
    let what = |found: &AttributedDocument| {
        let units = counted(found.units, "unit");
        (found.id.clone(), format!("{units}, {}", found.language))
    };
    let is_folded = per_document::is_folded(documents, detail);
    if is_folded {
        report.sections.push(list(attributed));
    }
    per_document::section(
        &mut report,
        attributed,
        documents,
        is_folded,
        what,
        |found, _, source| {
            let page = Page {
                found,
                source,
                is_named: attributed.len() > 1 && !is_folded,
                detail,
            };
            page.sections()
        },
    );
    report
}

/// The documents of a large pile.
fn list(attributed: &[AttributedDocument]) -> Section {
    let columns = vec![
        Column::number("Units", Number::Count),
        Column::number("Groups", Number::Count),
    ];
    let section = per_document::list(attributed, columns, |found| {
        let cells = vec![(found.units as f64).into(), (found.authors as f64).into()];
        (found.title.as_deref(), &found.id, cells)
    });
    section.account(counted(attributed.len(), "document"))
}

fn account(attributed: &[AttributedDocument]) -> String {
    let assumed = |found: &AttributedDocument| found.more_than_one_author == MoreThanOne::Assumed;
    if attributed.iter().all(assumed) {
        "Authors by style (words and punctuation); the number of authors was given.".into()
    } else {
        "Grouped by style. Whether there is more than one author is not determined: texts \
                  by one author yield groups too."
            .into()
    }
}

/// One document of a report.
struct Page<'a> {
    found: &'a AttributedDocument,
    source: usize,
    /// Whether headings need the document's name.
    is_named: bool,
    detail: Detail,
}

impl Page<'_> {
    fn sections(&self) -> Vec<Section> {
        let mut sections = vec![self.groups_section()];
        if self.detail == Detail::Whole {
            sections.extend(self.number_section());
            let text = self.section("text", "Text").with(self.text());
            sections.push(text);
        }
        sections
    }

    /// A section of this document; its name is in the heading where there are several.
    fn section(&self, id: &str, heading: &str) -> Section {
        if self.is_named {
            Section::new(
                format!("d{}-{id}", self.source),
                format!("{heading}: {}", self.found.id),
            )
        } else {
            Section::new(id, heading)
        }
    }

    /// "Author" only where the number of them was given.
    fn noun(&self) -> &'static str {
        match self.found.more_than_one_author {
            MoreThanOne::Assumed => "author",
            MoreThanOne::Undetermined => "style group",
        }
    }

    fn groups_section(&self) -> Section {
        let found = self.found;
        let account = |authors| {
            let units = counted(found.units, "unit");
            format!("{} in {units}", counted(authors, self.noun()))
        };
        let section = self.section("groups", "Groups");
        let section = section.account(account(found.authors));
        let strip = self.strip(&found.labels, found.certainty.as_deref());
        let own = vec![self.judged(strip.into()), self.groups().into()];
        let step = |other: &Alternative| Level {
            name: counted(other.authors, "group"),
            account: account(other.authors),
            head: String::new(),
            parts: if other.authors == found.authors {
                own.clone()
            } else {
                vec![self.strip(&other.labels, None).into()]
            },
        };
        let others = &found.alternatives;
        let chosen = others.iter().position(|k| k.authors == found.authors);
        match chosen {
            Some(chosen) if others.len() > 1 => section.levels(Levels {
                label: "Number of groups".into(),
                chosen,
                steps: others.iter().map(step).collect(),
            }),
            _ => own.into_iter().fold(section, Section::with),
        }
    }

    /// A block with what to mistrust of the grouping.
    fn judged(&self, block: Block) -> State {
        match self.found.agreement {
            Some(agreement) if agreement.third == Third::Low => State::Unsure {
                block,
                note: match self.found.more_than_one_author {
                    MoreThanOne::Assumed => format!("{UNSTABLE} More text would help."),
                    MoreThanOne::Undetermined => format!(
                        "{UNSTABLE} More text would help; so would the number of authors, if it \
                         is known."
                    ),
                },
            },
            _ => block.into(),
        }
    }

    /// What a legend calls the groups of the answer: by what they have more of.
    fn classes(&self) -> Vec<String> {
        let name = |group: usize| {
            let terms = self.evidence(group).iter().take(TERMS_NAMED);
            let terms: Vec<&str> = terms.map(|(term, _)| term.as_str()).collect();
            if terms.is_empty() {
                self.noun().into()
            } else {
                format!("{} with more of: {}", self.noun(), terms.join("  "))
            }
        };
        (0..self.found.authors).map(name).collect()
    }

    fn evidence(&self, group: usize) -> &[(String, f64)] {
        let own = self.found.evidence.iter().find(|own| own.author == group);
        own.map_or(&[], |own| &own.terms)
    }

    /// Runs of units with one label and one degree of sureness.
    fn runs(&self, labels: &[usize], certainty: Option<&[Sure]>) -> Vec<Run> {
        let key = |unit: usize| (labels[unit], certainty.map(|sure| sure[unit]));
        let units: Vec<usize> = (0..labels.len()).collect();
        let runs = units.chunk_by(|&a, &b| key(a) == key(b));
        let run = |units: &[usize]| {
            let (first, last) = (units[0], units[units.len() - 1]);
            let (label, sure) = key(first);
            Run {
                span: self.found.spans[first][0]..self.found.spans[last][1],
                units: units.len(),
                label,
                sure,
            }
        };
        runs.map(run).collect()
    }

    fn strip(&self, labels: &[usize], certainty: Option<&[Sure]>) -> Strip {
        let piece = |run: &Run| Piece {
            span: run.span.clone(),
            title: counted(run.units, "unit"),
            class: Some(run.label),
            band: run.sure.map(mark),
            ..Piece::default()
        };
        let n = labels.iter().max().map_or(0, |most| most + 1);
        let classes = if labels == self.found.labels {
            self.classes()
        } else {
            vec![self.noun().into(); n]
        };
        Strip {
            caption: match certainty {
                Some(_) => "The whole text from left to right; a cell is a run of units of one \
                            group. Filled: firm, right in about nine of ten cases; hollow: weak, \
                            about two of three; dashed: undecided."
                    .into(),
                None => "The whole text from left to right; a cell is a run of units of one group."
                    .into(),
            },
            source: self.source,
            classes,
            cells: self.runs(labels, certainty).iter().map(piece).collect(),
            ..Strip::default()
        }
    }

    fn groups(&self) -> Table {
        let has_certainty = self.found.certainty.is_some();
        let mut columns = vec![
            Column::label("Group"),
            Column::label("Words and marks that decide"),
            Column::number("Units", Number::Count),
            Column::number("Runs", Number::Count),
        ];
        if has_certainty {
            columns.push(Column::number("Firm", Number::Share));
        }
        if self.detail == Detail::Whole {
            columns.push(Column::label("Longest run"));
        }
        Table {
            caption: "Words and punctuation that each group uses more often than the whole text."
                .into(),
            columns,
            rows: (0..self.found.authors)
                .map(|group| self.group(group))
                .collect(),
        }
    }

    fn group(&self, group: usize) -> Vec<Cell> {
        let found = self.found;
        let of_group = |unit: &usize| found.labels[*unit] == group;
        let units: Vec<usize> = (0..found.units).filter(of_group).collect();
        let runs: Vec<_> = found
            .segments
            .iter()
            .filter(|run| run.author == group)
            .collect();
        let mut row = vec![
            letters(group, None).into(),
            self.terms(group).into(),
            (units.len() as f64).into(),
            (runs.len() as f64).into(),
        ];
        if let Some(certainty) = &found.certainty {
            let firm = units.iter().filter(|&&unit| certainty[unit] == Sure::Firm);
            row.push((firm.count() as f64 / units.len().max(1) as f64).into());
        }
        if self.detail == Detail::Whole {
            // The first of the longest.
            let longest = runs
                .iter()
                .rev()
                .max_by_key(|run| run.end_unit - run.start_unit);
            let opening = longest.map(|run| {
                let [start, end] = found.spans[run.start_unit];
                Cell::from(Reference::new(self.source, start..end))
            });
            row.push(opening.unwrap_or_default());
        }
        row
    }

    /// The weightiest terms of a group, as many as there is room for.
    fn terms(&self, group: usize) -> String {
        let room = match self.detail {
            Detail::Outline => TERMS_ROOM,
            Detail::Whole => usize::MAX,
        };
        let mut said = String::new();
        for (term, _) in self.evidence(group).iter().take(TERMS_SHOWN) {
            if !said.is_empty() && said.chars().count() + term.chars().count() + 2 > room {
                break;
            }
            if !said.is_empty() {
                said.push_str("  ");
            }
            said.push_str(term);
        }
        said
    }

    /// How well other numbers of groups fit, and how much there is to group.
    fn number_section(&self) -> Option<Section> {
        let others = &self.found.alternatives;
        let two = others.iter().find(|k| k.authors == 2)?.score;
        let point = |k: &Alternative| Point {
            x: k.authors as f64,
            y: k.score - two,
            low: k.score - two,
            high: k.score - two,
        };
        let points: Vec<Point> = others.iter().map(point).collect();
        let low = points.iter().map(|point| point.y).fold(0.0, f64::min);
        let high = points.iter().map(|point| point.y).fold(0.0, f64::max);
        let curve = Curve {
            caption: "How much better each number of groups explains the text than two do, in \
                      nats, a price for each group taken off. The number is a guess: on made \
                      documents it was exact in four of ten, and usually too low where there were \
                      more than two authors."
                .into(),
            x: "groups".into(),
            number: Number::Score,
            range: (low, high.max(low + 1.0)),
            points,
            baseline: Baseline {
                name: "always two".into(),
                value: 0.0,
            },
        };
        let section = self
            .section("number", "How many")
            .account(self.found.more_than_one_author.as_str())
            .with(curve);
        Some(match self.found.style_gain {
            Some(gain) => section.with(gains(gain)),
            None => section,
        })
    }

    fn text(&self) -> MarkedText {
        let found = self.found;
        let mark = |run: &Run| Mark {
            span: run.span.clone(),
            meaning: Meaning::Class {
                class: run.label,
                or: None,
                certainty: run.sure.map_or(Certainty::Filled, mark),
            },
        };
        let runs = self.runs(&found.labels, found.certainty.as_deref());
        MarkedText {
            caption: "The full text. The letter before a run is its group; a question mark behind \
                      it means weak evidence, a question mark alone undecided."
                .into(),
            source: self.source,
            classes: self.classes(),
            marks: runs.iter().map(mark).collect(),
            ..MarkedText::default()
        }
    }
}

/// Units in a row with one label and one degree of sureness.
struct Run {
    span: Range<usize>,
    units: usize,
    label: usize,
    sure: Option<Sure>,
}

/// Firm is filled, weak hollow, open dashed.
fn mark(sure: Sure) -> Certainty {
    match sure {
        Sure::Firm => Certainty::Filled,
        Sure::Weak => Certainty::Hollow,
        Sure::Open => Certainty::Dashed,
    }
}

/// The gain of two styles over one beside what texts of known authors have.
fn gains(gain: f64) -> Table {
    let names = ["from", "middle", "to"];
    let heads = names.map(|name| Column::number(name, Number::Score));
    let row = |who: String, [from, middle, to]: [f64; 3]| {
        vec![who.into(), from.into(), middle.into(), to.into()]
    };
    let this = vec!["this text".into(), Cell::Blank, gain.into(), Cell::Blank];
    let known = STYLE_GAIN_RANGES
        .into_iter()
        .flat_map(|(sentences, one, several)| {
            let sentences = counted(sentences, "sentence");
            [
                row(format!("one author, {sentences}"), one),
                row(format!("several authors, {sentences}"), several),
            ]
        });
    Table {
        caption: "How much better two styles explain a word than one does, in nats, beside made \
                  texts of that length whose authors are known: eight of ten lie between from \
                  and to. The ranges overlap, so that the figure decides nothing."
            .into(),
        columns: [Column::label("text")].into_iter().chain(heads).collect(),
        rows: [this].into_iter().chain(known).collect(),
    }
}

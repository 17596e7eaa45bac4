//! Whatever stands in a text: no markup, no control characters.

use std::io::Read;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::read::DeflateDecoder;
use proptest::prelude::*;
use recto_report::text::{TextOptions, render};
use recto_report::{
    AlignedText, Band, Baseline, Block, Cell, Certainty, Column, Curve, Cut, Dot, Event, Item,
    Lane, Mark, MarkedText, Matrix, Meaning, Number, Part, PhraseLink, Piece, Plane, Point, Quote,
    Ranked, Reference, Report, RowsLink, Score, Section, SourcePart, SourceText, State, Strip,
    SummaryPart, SupportGap, Table, Timeline, Voice, Warning, html,
};

/// Characters that do harm where they are not looked after, and any others.
fn nasty() -> impl Strategy<Value = String> {
    let pieces = prop_oneof![
        Just("</script>".to_owned()),
        Just("<img src=x onerror=alert(1)>".to_owned()),
        Just("\"'><b>".to_owned()),
        Just("\u{1b}]0;title\u{7}".to_owned()),
        Just("\u{9b}2J\r\n\t".to_owned()),
        Just("\u{202e}\u{2028}é😀漢e\u{301}\u{200d}".to_owned()),
        any::<char>().prop_map(String::from),
        "\\PC{0,12}",
    ];
    prop::collection::vec(pieces, 0..6).prop_map(|pieces| pieces.concat())
}

/// A report with the text in every field, and ranges that may be wrong.
fn report(s: &str, a: usize, z: usize) -> Report {
    let at = Reference::new(a % 3, a..z);
    let text = || s.to_owned();
    let rows = || RowsLink {
        count: z,
        section: text(),
        column: a,
        value: text(),
    };
    let item = |voice| Item {
        text: text(),
        voice,
        note: text(),
        at: Some(at.clone()),
        value: Some(a as f64),
        quote: text(),
        rows: Some(rows()),
        histogram: vec![0, a as u32],
        more: vec![Quote {
            text: text(),
            at: at.clone(),
        }],
        ..Item::default()
    };
    let ranked = Ranked {
        caption: text(),
        measure: text(),
        unit: text(),
        more: text(),
        items: vec![item(Voice::Source), item(Voice::Recto)],
        ..Ranked::default()
    };
    let table = Table {
        caption: text(),
        columns: vec![
            Column::quote(s),
            Column::label(s),
            Column::number(s, Number::Score),
        ],
        rows: vec![
            vec![
                Cell::Text(text()),
                Cell::Linked {
                    text: text(),
                    at: at.clone(),
                },
                Cell::Number(z as f64 / 7.0),
            ],
            vec![Cell::Place(at.clone())],
            vec![
                Cell::Opens {
                    text: text(),
                    source: a,
                },
                Cell::Rows(rows()),
                Cell::Histogram(vec![a as u32, 0]),
            ],
        ],
    };
    let mark = |meaning| Mark {
        span: a..z,
        meaning,
    };
    let marked = MarkedText {
        caption: text(),
        classes: vec![text()],
        marks: vec![
            mark(Meaning::Chosen),
            Mark {
                span: z..z + a,
                meaning: Meaning::Support {
                    p: 0.8,
                    to: vec![at.clone()],
                },
            },
            Mark {
                span: 0..2,
                meaning: Meaning::Class {
                    class: a,
                    or: Some(z),
                    certainty: Certainty::Dashed,
                },
            },
        ],
        cuts: vec![
            Cut {
                at: a,
                title: text(),
                note: text(),
                p: Some(0.4),
            },
            Cut {
                at: z,
                title: text(),
                ..Cut::default()
            },
        ],
        ..MarkedText::default()
    };
    let timeline = Timeline {
        caption: text(),
        step: 60,
        steps: a,
        lanes: vec![Lane {
            name: text(),
            account: text(),
            volume: vec![1.0, 5.0],
            parts: vec![
                Part {
                    event: 0,
                    chief: true,
                },
                Part {
                    event: z,
                    chief: false,
                },
            ],
        }],
        events: vec![Event {
            title: text(),
            start: a,
            peak: z,
            end: Some(a),
            account: text(),
            messages: vec![at.clone()],
            ..Event::default()
        }],
        ..Timeline::default()
    };
    let strip = Strip {
        caption: text(),
        classes: vec![text()],
        cells: vec![Piece {
            span: a..z,
            title: text(),
            p: Some(0.2),
            ..Piece::default()
        }],
        ..Strip::default()
    };
    let matrix = Matrix {
        caption: text(),
        columns: vec![text()],
        rows: vec![text()],
        values: vec![vec![f64::NAN]],
        ..Matrix::default()
    };
    let points = (0..a).map(|i| Point {
        x: i as f64,
        y: f64::NAN,
        low: -1.0,
        high: f64::INFINITY,
    });
    let curve = Curve {
        caption: text(),
        x: text(),
        points: points.collect(),
        baseline: Baseline {
            name: text(),
            value: f64::NEG_INFINITY,
        },
        ..Curve::default()
    };
    let band = Band {
        caption: text(),
        units: (0..a).map(|i| i..i + 1).collect(),
        values: vec![vec![f64::NAN, 0.5]; z],
        cuts: vec![z, a, 0],
        ..Band::default()
    };
    let plane = Plane {
        caption: text(),
        dots: vec![
            Dot {
                name: text(),
                at: [f64::NAN, z as f64],
                weight: f64::INFINITY,
            };
            z
        ],
    };
    let aligned = AlignedText {
        source: vec![SourcePart {
            at: at.clone(),
            is_far: a > z,
        }],
        summary: vec![SummaryPart {
            at: Reference::new(0, 0..z),
            support: Some(f64::NAN),
            because: vec![text()],
        }],
        links: vec![PhraseLink {
            summary: Reference::new(0, 1..a),
            source: at.clone(),
            p: f64::NAN,
        }],
        gaps: vec![SupportGap {
            at: Reference::new(z, a..z),
            nearest: Some((at.clone(), f64::INFINITY)),
        }],
    };
    let score = Score {
        value: Some(f64::NAN),
        meaning: text(),
        caution: text(),
    };
    let blocks: [Block; 11] = [
        score.into(),
        aligned.into(),
        plane.into(),
        curve.into(),
        band.into(),
        ranked.into(),
        table.into(),
        marked.into(),
        timeline.into(),
        strip.into(),
        matrix.into(),
    ];
    let mut section = Section::new(s, s).account(s);
    for block in blocks {
        section = section.with(State::Unsure {
            block,
            note: text(),
        });
    }
    section = section.with(State::Empty {
        reason: text(),
        remedy: text(),
    });
    section = section.with(State::Failed {
        what: text(),
        place: text(),
        instead: text(),
        remedy: text(),
    });
    Report {
        title: text(),
        place: text(),
        command: text(),
        version: text(),
        account: text(),
        sections: vec![section.clone(), section],
        sources: vec![SourceText {
            what: text(),
            ..SourceText::new(text(), s.repeat(3))
        }],
        made: vec![(text(), text())],
        internals: vec![(text(), text())],
        again: text(),
        warnings: vec![Warning::in_file(text(), text()).at_line(Some(z))],
        read: z,
    }
}

/// The markup that the script opens for each source: deflated JSON in base64.
fn folded(page: &str) -> Vec<String> {
    let chunk = page
        .split_once("data-packed=\"folded\">")
        .expect("a chunk")
        .1;
    let chunk = chunk.split_once("</script>").expect("its end").0;
    let bytes = STANDARD.decode(chunk).expect("base64");
    let mut json = String::new();
    let mut inflating = DeflateDecoder::new(bytes.as_slice());
    inflating.read_to_string(&mut json).expect("deflated text");
    serde_json::from_str(&json).expect("an array of strings")
}

/// Tags of a page, comments and scripts left out: every `<` begins one of ours.
fn tags_are_ours(page: &str) -> bool {
    const OURS: &str = " html head meta link title style body a svg defs pattern rect path circle div header span i form label input button h1 h2 h3 p nav ol ul li main section aside footer kbd dl dt dd b code figure figcaption details summary table caption thead tbody tr th td line text g output mark script sup ";
    page.match_indices('<').all(|(i, _)| {
        let name: String = page[i + 1..]
            .trim_start_matches('/')
            .chars()
            .take_while(char::is_ascii_alphanumeric)
            .collect();
        OURS.contains(&format!(" {name} ")) && !name.is_empty()
            || page[i..].starts_with("<!DOCTYPE html>")
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn text_never_becomes_markup(s in nasty(), a in 0_usize..60, z in 0_usize..60) {
        let page = html::page(&report(&s, a, z));
        let (markup, rest) = page.split_once("<script type=\"application/json\"").expect("the data");
        let markup = markup.split("<style>").next().unwrap_or_default().to_owned()
            + markup.split("</style>").nth(1).unwrap_or_default();
        prop_assert!(tags_are_ours(&markup));
        for harm in ["<img", "<b>\"", " onerror=alert(1)>", "</script>"] {
            prop_assert!(!markup.contains(harm), "{}", harm);
        }
        let data = rest.split("</script>").next().unwrap_or_default();
        prop_assert!(!data.contains('<'));
        let json = data.split_once('>').expect("the element").1;
        let value: serde_json::Value = serde_json::from_str(json).expect("valid data");
        let text = s.repeat(3);
        prop_assert_eq!(value["docs"][0]["text"].as_str(), Some(text.as_str()));
    }

    #[test]
    fn text_never_becomes_markup_in_what_the_script_opens(s in nasty(), a in 0_usize..60, z in 0_usize..60) {
        let mut report = report(&s, a, z);
        report.sources[0].sections = report.sections.clone();
        let opened = folded(&html::page(&report));
        prop_assert_eq!(opened.len(), 1);
        prop_assert!(tags_are_ours(&opened[0]));
        for harm in ["<img", "<b>\"", " onerror=alert(1)>", "</script>"] {
            prop_assert!(!opened[0].contains(harm), "{}", harm);
        }
    }

    #[test]
    fn nothing_but_line_ends_controls_the_terminal(s in nasty(), a in 0_usize..60, z in 0_usize..60, width in 1_usize..130) {
        let text = render(&report(&s, a, z), TextOptions { width, color: false });
        let raw = text.chars().find(|c| c.is_control() && *c != '\n');
        prop_assert_eq!(raw, None);
        let turns = text.contains(['\u{202e}', '\u{2028}']);
        prop_assert!(!turns);
    }
}

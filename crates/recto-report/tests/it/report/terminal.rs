//! The terminal: snapshots of every block, and widths kept.

use recto_report::text::{TextOptions, parts, render};
use recto_report::{Cell, Column, Report, Section, Table};

use crate::fixtures::{aligned_page, full_blocks, segment_page, sources, specimen};
use unicode_width::UnicodeWidthStr;

fn columns(width: usize) -> TextOptions {
    TextOptions {
        width,
        color: false,
    }
}

fn block(name: &str, width: usize) -> String {
    let (_, block) = full_blocks()
        .into_iter()
        .find(|(n, _)| *n == name)
        .expect("a block of that name");
    let report = Report {
        sections: vec![
            Section::new(name, name)
                .account("how it came about")
                .with(block),
        ],
        sources: sources(),
        ..Report::default()
    };
    render(&report, columns(width))
}

macro_rules! snapshot {
    ($($name:ident),*) => {$(
        #[test]
        fn $name() {
            insta::assert_snapshot!(block(stringify!($name), 80));
        }
    )*};
}
snapshot!(
    ranked, table, marked, timeline, curve, matrix, strip, band, plane
);

#[test]
fn the_whole_sheet_at_120_columns() {
    insta::assert_snapshot!(render(&specimen(), columns(120)));
}

#[test]
fn a_segment_report_at_80_and_40_columns() {
    insta::assert_snapshot!("segment_80", render(&segment_page(), columns(80)));
    insta::assert_snapshot!("segment_40", render(&segment_page(), columns(40)));
}

#[test]
fn a_summary_and_what_it_rests_on() {
    insta::assert_snapshot!("aligned_80", render(&aligned_page(), columns(80)));
}

#[test]
fn no_line_is_wider_than_the_terminal() {
    for width in [20, 33, 40, 80, 120, 200] {
        for report in [specimen(), segment_page(), aligned_page()] {
            for line in render(&report, columns(width)).lines() {
                assert!(line.width() <= width, "{width} columns: {line}");
            }
        }
    }
}

#[test]
fn colour_adds_nothing_but_codes() {
    for report in [specimen(), segment_page()] {
        let colored = render(
            &report,
            TextOptions {
                width: 80,
                color: true,
            },
        );
        assert!(colored.contains("\u{1b}[1m"));
        assert_eq!(without_codes(&colored), render(&report, columns(80)));
    }
}

fn without_codes(text: &str) -> String {
    let mut out = String::new();
    let mut parts = text.split("\u{1b}[");
    out += parts.next().unwrap_or_default();
    for part in parts {
        out += part.split_once('m').expect("a code ends with m").1;
    }
    out
}

#[test]
fn a_table_that_is_cut_says_where_the_rest_is_and_ends_a_part() {
    let row = |i: usize| vec![Cell::from(i.to_string())];
    let table = Table {
        columns: vec![Column::label("Document")],
        rows: (0..1234).map(row).collect(),
        ..Table::default()
    };
    let section = Section::new("documents", "Documents");
    let report = Report {
        title: "The weigh-house".into(),
        place: "note.txt".into(),
        sections: vec![section.with(table)],
        made: vec![("seed".into(), "0".into())],
        ..Report::default()
    };
    let parts = parts(&report, TextOptions::default());
    assert!(parts[0].starts_with("The weigh-house\nnote.txt\n"));
    assert!(parts[0].ends_with("The first 200 of 1,234 rows; the JSON has all.\n"));
    assert_eq!(parts.len(), 2);
}

//! The page: snapshots of every block, and what holds for any page.

use recto_report::{
    Block, Cell, Column, Kind, Number, Reference, Report, Section, SourceText, Table, html,
};

use crate::fixtures::{aligned_page, segment_page, specimen};

/// A section of a page, a tag a line.
fn section(page: &str, id: &str) -> String {
    let start = page
        .find(&format!("<section class=\"block\" id=\"{id}\""))
        .expect("the section");
    let rest = &page[start..];
    let end = rest[1..]
        .find("<section class=\"block\"")
        .expect("a section follows")
        + 1;
    rest[..end].replace("><", ">\n<")
}

macro_rules! snapshot {
    ($($name:ident),*) => {$(
        #[test]
        fn $name() {
            let page = html::page(&specimen());
            insta::assert_snapshot!(section(&page, stringify!($name)));
        }
    )*};
}
snapshot!(
    ranked, table, marked, timeline, curve, matrix, strip, band, plane, few
);

#[test]
fn a_segment_page_has_its_outline_strip_picture_and_text() {
    let page = html::page(&segment_page());
    insta::assert_snapshot!("segment_outline", section(&page, "outline"));
    insta::assert_snapshot!("segment_text", section(&page, "text"));
}

#[test]
fn a_source_stands_beside_its_summary() {
    let page = html::page(&aligned_page());
    assert!(page.contains("<div class=\"page full\">"));
    insta::assert_snapshot!("aligned_score", section(&page, "support"));
    insta::assert_snapshot!("aligned_text", section(&page, "phrases"));
}

#[test]
fn fixtures_keep_to_the_rules_of_reports() {
    assert_eq!(specimen().faults(), Vec::<String>::new());
    assert_eq!(segment_page().faults(), Vec::<String>::new());
    assert_eq!(aligned_page().faults(), Vec::<String>::new());
}

#[test]
fn faults_are_named() {
    let mut report = segment_page();
    report.sections[2].id = "outline".into();
    let table = Table {
        columns: vec![Column::label("a")],
        rows: vec![vec![], vec![Cell::Place(Reference::new(7, 0..1))]],
        ..Table::default()
    };
    report.sections[1] = Section::new("x", "x").with(table);
    assert_eq!(report.faults().len(), 3, "{:?}", report.faults());
}

#[test]
fn the_title_cannot_end_the_script() {
    let page = html::page(&specimen());
    assert!(page.contains("specimen of &lt;/script&gt; blocks"));
    assert!(!page.contains("</script> blocks"));
}

#[test]
fn a_text_cannot_end_its_data() {
    let report = Report {
        sources: vec![SourceText::new(
            "</script><b>",
            "</script><!--<script>\u{2028}",
        )],
        ..Report::default()
    };
    let page = html::page(&report);
    assert!(page.contains(r"\u003c/script>\u003c!--\u003cscript>"));
    assert_eq!(
        page.matches("</script>").count(),
        2,
        "the data's end and the script's"
    );
}

#[test]
fn there_is_one_first_heading_and_no_inline_style_or_handler() {
    for report in [specimen(), segment_page()] {
        let page = html::page(&report);
        assert_eq!(page.matches("<h1>").count(), 1);
        let body = &page[page.find("<body>").unwrap()..page.find("<script type").unwrap()];
        assert!(!body.contains(" style=") && !body.contains(" onclick="));
        assert!(!body.contains("http://") && !body.contains("https://"));
        for landmark in [
            "<header class=\"mast\"",
            "<nav ",
            "<main ",
            "<aside ",
            "<footer ",
        ] {
            assert!(body.contains(landmark), "{landmark}");
        }
    }
}

#[test]
fn five_thousand_rows_stay_out_of_the_markup() {
    let row = |i: usize| vec![Cell::Text(format!("document {i}")), Cell::Number(i as f64)];
    let table = Table {
        columns: vec![
            Column::of("Document", Kind::File),
            Column::number("Words", Number::Count),
        ],
        rows: (0..5000).map(row).collect(),
        ..Table::default()
    };
    let report = Report {
        sections: vec![Section::new("documents", "Documents").with(Block::from(table))],
        ..Report::default()
    };
    let page = html::page(&report);
    assert_eq!(page.matches("<tr>").count(), 201);
    assert!(page.contains("The first 200 of 5,000 rows."));
    assert!(page.contains(r#"["document 4999"],["4,999","4999"]"#));
}

#[test]
fn a_very_long_document_shows_openings_only() {
    let mut report = segment_page();
    let text = "It is all one paragraph of words. ".repeat(60_000);
    report.sources[0].text = text;
    let page = html::page(&report);
    assert!(page.contains("Read on in the source"));
    let body = page.find("<script type").unwrap();
    assert!(body < 200_000, "{body} bytes of markup");
}

#[test]
fn a_report_of_nothing_is_still_a_page() {
    let page = html::page(&Report::default());
    assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>"));
}

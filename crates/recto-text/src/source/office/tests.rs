use super::*;
use crate::source::Row;
use recto_testing::zip::zipped;

fn only(file: FileRows) -> Row {
    assert_eq!(file.failures, []);
    file.rows.into_iter().next().expect("a document")
}

const STYLES: &str = r#"<w:styles><w:style w:styleId="H1"><w:name w:val="heading 1"/></w:style><w:style w:styleId="T1"><w:name w:val="toc 1"/></w:style></w:styles>"#;
const NOTES: &str = r#"<w:footnotes><w:footnote w:type="separator" w:id="0"><w:p><w:r><w:t>no</w:t></w:r></w:p></w:footnote><w:footnote w:id="2"><w:p><w:r><w:t>Of hemp.</w:t></w:r></w:p></w:footnote></w:footnotes>"#;

fn word(body: &str) -> Vec<u8> {
    let document = format!("<w:document><w:body>{body}</w:body></w:document>");
    zipped(&[
        ("word/document.xml", document.as_bytes()),
        ("word/styles.xml", STYLES.as_bytes()),
        ("word/footnotes.xml", NOTES.as_bytes()),
    ])
}

fn paragraph(inner: &str) -> String {
    format!("<w:p>{inner}</w:p>")
}

fn run(text: &str) -> String {
    format!("<w:r><w:t>{text}</w:t></w:r>")
}

#[test]
fn a_word_document_has_headings_notes_and_tables() {
    let body = [
        paragraph(&format!(r#"<w:pPr><w:pStyle w:val="T1"/></w:pPr>{}"#, run("Tides 1"))),
        paragraph(&format!(r#"<w:pPr><w:pStyle w:val="H1"/></w:pPr>{}"#, run("Tides"))),
        paragraph(&format!(r#"{}<w:r><w:footnoteReference w:id="2"/></w:r>{}<w:del><w:r><w:delText>never</w:delText></w:r></w:del>"#, run("Nets &amp; oa"), run("rs dry."))),
        format!("<w:tbl><w:tr><w:tc>{}</w:tc><w:tc>{}</w:tc></w:tr></w:tbl>", paragraph(&run("Leith")), paragraph(&run("4 m"))),
        paragraph(&format!("<w:r><mc:AlternateContent><mc:Choice><w:txbxContent>{}</w:txbxContent></mc:Choice><mc:Fallback><w:txbxContent>{}</w:txbxContent></mc:Fallback></mc:AlternateContent></w:r>{}", paragraph(&run("In a box.")), paragraph(&run("In a box.")), run("Around it."))),
    ]
    .concat();
    let row = only(docx(&word(&body), &SourceOptions::default()));
    assert_eq!(
        row.text,
        "Tides\n\nNets & oars dry.\n\nOf hemp.\n\nLeith\t4 m\n\nIn a box.\n\nAround it."
    );
    assert_eq!(row.headings.len(), 1);
    assert_eq!(row.landmarks.at(20), Some("section Tides"));
}

#[test]
fn pages_are_those_of_the_last_layout() {
    let body = paragraph(&format!(
        "{}<w:r><w:lastRenderedPageBreak/><w:t>Two.</w:t></w:r>",
        run("One. ")
    ));
    let row = only(docx(&word(&body), &SourceOptions::default()));
    assert_eq!(
        (row.landmarks.at(0), row.landmarks.at(5)),
        (Some("page 1"), Some("page 2"))
    );
}

#[test]
fn damaged_documents_are_named() {
    let failed = |file: FileRows| file.failures[0].message.clone();
    let options = SourceOptions::default();
    let cut = zipped(&[("word/document.xml", b"<w:document><w:body><w:p>")]);
    assert!(failed(docx(&cut, &options)).contains("cut short"));
    let empty = zipped(&[("other.xml", b"<a/>")]);
    assert!(failed(docx(&empty, &options)).contains("it has no word/document.xml"));
    assert!(failed(docx(&word(""), &options)).contains("no text in it"));
    let whole = word(&paragraph(&run("Nets dry.")));
    assert!(failed(docx(&whole[..whole.len() - 30], &options)).contains("table of contents"));
    let locked = zipped(&[
        ("content.xml", b"x"),
        (
            "META-INF/manifest.xml",
            b"<m><manifest:encryption-data/></m>",
        ),
    ]);
    assert!(failed(odt(&locked, &options)).contains("encrypted"));
}

#[test]
fn an_open_document_has_headings_notes_and_blanks() {
    let content = r#"<office:document-content><office:body><office:text><text:tracked-changes><text:p>never</text:p></text:tracked-changes>
        <text:h text:outline-level="2">Tides</text:h><text:p>Nets<text:s text:c="2"/>dry<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>Of hemp.</text:p></text:note-body></text:note> on
        the quay.<text:line-break/>Boats.</text:p>
        <table:table><table:table-row><table:table-cell><text:p>Leith</text:p></table:table-cell><table:table-cell><text:p>4 m</text:p></table:table-cell></table:table-row></table:table>
        <text:p>Before.<text:soft-page-break/> Behind.</text:p></office:text></office:body></office:document-content>"#;
    let bytes = zipped(&[
        ("content.xml", content.as_bytes()),
        ("meta.xml", b"<m><dc:title>Harbour</dc:title></m>"),
    ]);
    let row = only(odt(&bytes, &SourceOptions::default()));
    assert_eq!(
        row.text,
        "Tides\n\nNets dry on the quay.\nBoats.\n\nOf hemp.\n\nLeith\t4 m\n\nBefore. Behind."
    );
    assert_eq!(row.title.as_deref(), Some("Harbour"));
    assert_eq!(row.heading_depths, [2]);
    let behind = row.text.find("Behind").expect("there");
    assert_eq!(row.landmarks.at(behind), Some("page 2"));
}

#[test]
fn rich_text_has_code_pages_and_characters_by_number() {
    let text = br"{\rtf1\ansi\ansicpg1252{\fonttbl{\f0\fcharset0 Times;}{\f1\fcharset204 Times;}}{\stylesheet{\s1 heading 1;}{\s2 Normal;}}{\info{\title Harbour}{\author Ann}}{\header\pard never\par}\pard\s1 Tides\par\pard\plain Caf\'e9 \u8364?\u-10179?\u-8704? {\f1 \'cd\'e5\'f2}{\*\unknown never}{\footnote Of hemp.} dry.\par {\v never}\trowd\cellx1 a\cell b\cell\row\pard Last\line one\~.}";
    let row = only(rtf(text));
    assert_eq!(
        row.text,
        "Tides\n\nCafé €😀 Нет dry.\n\nOf hemp.\n\na\tb\n\nLast\none\u{A0}."
    );
    assert_eq!(row.title.as_deref(), Some("Harbour"));
    assert_eq!(row.headings.len(), 1);
}

#[test]
fn rich_text_that_breaks_off_is_named_and_depth_does_no_harm() {
    assert!(
        rtf(br"{\rtf1 Nets {dry").failures[0]
            .message
            .contains("cut short")
    );
    let deep = format!("{{\\rtf1 {}x{}}}", "{".repeat(100_000), "}".repeat(100_000));
    assert_eq!(only(rtf(deep.as_bytes())).text, "x");
}

/// The paragraph was once read again up to each page that begins in it.
#[test]
fn a_paragraph_over_very_many_pages_is_read_in_linear_time() {
    let pages = "<w:r><w:lastRenderedPageBreak/><w:t> hi </w:t></w:r>".repeat(100_000);
    let body = paragraph(&pages);
    let row = only(docx(&word(&body), &SourceOptions::default()));
    assert_eq!(row.text.len(), 3 * 100_000 - 1);
    assert_eq!(row.landmarks.at(0), Some("page 2"));
    assert_eq!(row.landmarks.at(row.text.len() - 1), Some("page 100001"));
    let blank = paragraph("<w:r><w:lastRenderedPageBreak/></w:r>").repeat(100_000);
    let row = only(docx(
        &word(&(blank + &paragraph(&run("Nets.")))),
        &SourceOptions::default(),
    ));
    assert_eq!(row.landmarks.at(0), Some("page 100001"));
}

#[test]
fn a_note_stands_once_however_often_it_is_named() {
    let mark = r#"<w:r><w:footnoteReference w:id="2"/></w:r>"#;
    let body = paragraph(&format!("{}{}", run("Nets."), mark.repeat(1000)));
    let row = only(docx(&word(&body), &SourceOptions::default()));
    assert_eq!(row.text, "Nets.\n\nOf hemp.");
}

#[test]
fn a_document_that_unpacks_to_very_much_is_refused() {
    let document = format!("<w:document>{}</w:document>", run(&"a ".repeat(2 << 20)));
    let bytes = recto_testing::zip::deflated(&[("word/document.xml", document.as_bytes())]);
    let failed = |options: &SourceOptions| docx(&bytes, options).failures[0].to_string();
    let mut options = SourceOptions::default();
    assert_eq!(
        failed(&options),
        "word/document.xml: unpacks to more than 200 times its size, as harmful files do; raise `max_archive_ratio`"
    );
    options.limits.archive.ratio = 2000;
    assert_eq!(docx(&bytes, &options).failures, []);
    options.limits.file = 1 << 20;
    assert_eq!(
        failed(&options),
        "word/document.xml: unpacks to more than 1048576 bytes; raise `max_file_bytes`"
    );
}

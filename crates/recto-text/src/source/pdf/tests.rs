use super::*;
use recto_testing::pdf::{lines, pdf, pdf_with};

pub(super) fn only(bytes: &[u8]) -> Row {
    let file = read(bytes, &SourceOptions::default());
    assert_eq!(file.failures, []);
    file.rows.into_iter().next().expect("a document")
}

pub(super) fn failed(bytes: &[u8]) -> String {
    let file = read(bytes, &SourceOptions::default());
    file.failures[0].message.clone()
}

#[test]
fn lines_of_a_page_are_a_paragraph_and_pages_are_places() {
    let pages = [
        lines(
            72,
            700,
            &[
                "Nets dry on the quay (all of them) when the sun",
                "is out, and boats rest.",
            ],
        ),
        lines(72, 700, &["The second page is short."]),
    ];
    let row = only(&pdf(&pages.each_ref().map(String::as_str)));
    assert_eq!(
        row.text,
        "Nets dry on the quay (all of them) when the sun is out, and boats rest.\n\nThe second page is short."
    );
    let second = row.text.find("The second").expect("there");
    assert_eq!(row.landmarks.at(0), Some("page 1"));
    assert_eq!(row.landmarks.at(second), Some("page 2"));
}

#[test]
fn strings_are_moved_spaced_and_escaped() {
    let page = r"BT /F2 10 Tf 1 0 0 1 72 700 Tm [(N) 20 (ets) -300 (dry)] TJ 0 -12 Td (caf\351 \050x\051) Tj ET BI /W 1 ID (no) Tj EI q 2 0 0 2 0 0 cm BT /F1 5 Tf 36 300 Td <4F6172732E> Tj ET Q";
    assert_eq!(only(&pdf(&[page])).text, "Nets dry café (x)\n\nOars.");
}

#[test]
fn what_the_file_calls_furniture_is_left_out_and_what_it_names_is_taken() {
    let page = "/Artifact BMC BT /F1 10 Tf 72 760 Td (Head) Tj ET EMC BT /F1 10 Tf 72 700 Td (Nets ) Tj /Span << /ActualText (quay) >> BDC (qx) Tj (y) Tj EMC ( dry.) Tj ET";
    assert_eq!(only(&pdf(&[page])).text, "Nets quay dry.");
}

#[test]
fn files_without_text_are_named_with_what_to_do() {
    assert!(failed(b"Nets dry.").contains("does not open with %PDF-"));
    assert!(failed(b"%PDF-1.4\n").contains("no page in it"));
    assert!(failed(&pdf(&["0 0 m 1 1 l S"])).contains("a scan"));
    assert!(failed(&pdf_with(&[""], "/Encrypt << /Filter /Standard >>")).contains("encrypted"));
}

#[test]
fn a_stream_that_grows_beyond_the_limit_is_named() {
    use std::io::Write;
    let mut packer = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
    packer.write_all(&vec![b' '; 100 << 20]).expect("memory");
    let packed = packer.finish().expect("memory");
    let mut bytes = b"%PDF-1.4\n1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj 2 0 obj << /Type /Pages /Kids [3 0 R] >> endobj 3 0 obj << /Type /Page /Contents 4 0 R >> endobj 4 0 obj << /Filter /FlateDecode >> stream\n".to_vec();
    bytes.extend_from_slice(&packed);
    bytes.extend_from_slice(b"\nendstream endobj trailer << /Root 1 0 R >>");
    assert!(failed(&bytes).contains("unpack to more than"));
}

#[test]
fn forms_that_draw_themselves_end() {
    let page = "/X Do BT /F1 10 Tf 72 700 Td (Nets.) Tj ET";
    let bytes = pdf(&[page]);
    let text = String::from_utf8(bytes).expect("ASCII").replace(
        "/Contents 11 0 R",
        "/Contents 11 0 R /Resources << /Font << /F1 3 0 R >> /XObject << /X 50 0 R >> >>",
    );
    let form = "50 0 obj << /Subtype /Form /Resources << /XObject << /X 50 0 R >> >> >> stream\n/X Do /X Do\nendstream endobj\ntrailer";
    assert_eq!(only(text.replace("trailer", form).as_bytes()).text, "Nets.");
}

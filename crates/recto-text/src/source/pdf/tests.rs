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

/// A page with these operators, and more among its resources and objects.
fn page_with(content: &str, resources: &str, objects: &str) -> Vec<u8> {
    let text = String::from_utf8(pdf(&[content])).expect("ASCII");
    let entries = format!("/Contents 11 0 R /Resources << /Font << /F1 3 0 R >> {resources} >>");
    let text = text.replace("/Contents 11 0 R", &entries);
    text.replace("trailer", &format!("{objects}\ntrailer"))
        .into_bytes()
}

fn warning(bytes: &[u8]) -> String {
    let file = read(bytes, &SourceOptions::default());
    assert_eq!(file.failures, []);
    assert!(file.rows[0].text.starts_with("Nets dry."));
    file.warnings[0].to_string()
}

/// Each of these once filled some gigabytes.
#[test]
fn a_page_that_draws_without_end_is_read_up_to_a_limit() {
    let text = "BT /F1 10 Tf 72 700 Td (Nets dry.) Tj ET ";
    let form = format!(
        "50 0 obj << /Subtype /Form >> stream\nBT /F1 0.01 Tf ({}) Tj ET\nendstream endobj",
        "Nets ".repeat(10)
    );
    let content = format!("{text} {}", "/X Do ".repeat(100_000));
    let drawn = page_with(&content, "/XObject << /X 50 0 R >>", &form);
    assert!(warning(&drawn).starts_with("the rest of page 1 was skipped: more is drawn"));
    let streams = format!("/Contents [{}]", "11 0 R ".repeat(20_000));
    let listed = String::from_utf8(pdf(&[text])).expect("ASCII");
    let listed = listed.replace("/Contents 11 0 R", &streams);
    assert!(warning(listed.as_bytes()).starts_with("the rest of page 1 was skipped"));
}

#[test]
fn a_file_that_draws_without_end_is_read_up_to_a_limit() {
    let form = format!(
        "50 0 obj << /Subtype /Form >> stream\n{}\nendstream endobj",
        "q Q ".repeat(1000)
    );
    let content = format!(
        "BT /F1 10 Tf 72 700 Td (Nets dry.) Tj ET {}",
        "/X Do ".repeat(100)
    );
    let bytes = page_with(&content, "/XObject << /X 50 0 R >>", &form);
    let text = String::from_utf8(bytes).expect("ASCII");
    let start = text.find("/Contents").expect("a page");
    let end = start + text[start..].find("endobj").expect("its end");
    let page = format!("<< /Type /Page {} ", &text[start..end]).repeat(50);
    let text = text.replace("/Kids [10 0 R]", &format!("/Kids [{page}]"));
    let warning = warning(text.as_bytes());
    assert!(warning.contains("pages behind it"), "{warning}");
}

/// Letters under a hundred thousand marks, a text of 300 kB for each letter, and hundreds of
/// fonts with a large table that they share.
#[test]
fn marks_and_fonts_take_a_limited_time() {
    let marks = format!(
        "BT /F1 10 Tf 72 700 Td {} ({}) Tj ET",
        "/P BMC ".repeat(100_000),
        "Nets ".repeat(10_000)
    );
    assert!(only(&pdf(&[&marks])).text.starts_with("Nets Nets"));
    let actual = format!(
        "/Properties << /A << /ActualText ({}) >> >>",
        "word ".repeat(60_000)
    );
    let spans = "/Span /A BDC (x) Tj EMC ".repeat(5_000);
    let page = page_with(&format!("BT /F1 10 Tf 72 700 Td {spans} ET"), &actual, "");
    assert_eq!(only(&page).text.len(), 5_000);
    let numbers = 100..300;
    let fonts: String = numbers.clone().map(|i| format!("/G{i} {i} 0 R ")).collect();
    let font = |i| format!("{i} 0 obj << /Subtype /Type0 /ToUnicode 99 0 R >> endobj\n");
    let table =
        "99 0 obj << >> stream\n1 beginbfrange <0000> <FFFF> <0041> endbfrange\nendstream endobj\n";
    let objects: String = numbers.clone().map(font).collect();
    let shown: String = numbers.map(|i| format!("/G{i} 10 Tf (Nets) Tj ")).collect();
    let page = page_with(&format!("BT 72 700 Td {shown} ET"), "", &(objects + table));
    let page = String::from_utf8(page).expect("ASCII");
    let page = page.replace("/Font << /F1 3 0 R >>", &format!("/Font << {fonts} >>"));
    let _ = read(page.as_bytes(), &SourceOptions::default());
}

/// A list of two nodes that have this list as their kids has more leaves than atoms exist.
#[test]
fn a_tree_of_pages_that_grows_without_end_is_left() {
    let bytes = b"%PDF-1.4\n1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj 2 0 obj << /Kids 5 0 R >> endobj 5 0 obj [<< /Kids 5 0 R >> << /Kids 5 0 R >>] endobj trailer << /Root 1 0 R >>";
    assert!(failed(bytes).contains("no page in it"));
}

/// One long list was once read again by each font, form, stream or trailer that names it.
#[test]
fn lists_that_many_objects_share_are_read_up_to_a_limit() {
    let list = format!("90 0 obj [{}] endobj\n", "/N ".repeat(300_000));
    let text = "BT /F1 10 Tf 72 700 Td (Nets dry.) Tj ET ";
    let form = "50 0 obj << /Subtype /Form /Matrix 90 0 R >> stream\n\nendstream endobj\n";
    let font = format!(
        "80 0 obj << /Subtype /Type0 /DescendantFonts [<< /W [{}] >>] >> endobj\n",
        "0 90 0 R ".repeat(100_000)
    );
    let packed = |i: usize| format!("{i} 0 obj << /Filter 90 0 R >> stream\n\nendstream endobj\n");
    let streams: String = (100..5100).map(packed).collect();
    let content = format!("{text} /F2 10 Tf {}", "/X Do ".repeat(20_000));
    let page = page_with(
        &content,
        "/XObject << /X 50 0 R >>",
        &[&list, form, &font, &streams].concat(),
    );
    let page = String::from_utf8(page).expect("ASCII");
    let numbers: String = (100..5100).map(|i| format!("{i} 0 R ")).collect();
    let page = page
        .replace("/F1 3 0 R >>", "/F1 3 0 R /F2 80 0 R >>")
        .replace("/Contents 11 0 R", &format!("/Contents [{numbers} 11 0 R]"));
    assert_eq!(only(page.as_bytes()).text, "Nets dry.");
    let strings = format!(
        "/U <{}> /UE <{}> /O <{0}>",
        "00".repeat(48),
        "00".repeat(32)
    );
    let lock = format!("<< /Encrypt << /Filter /Standard /V 5 /R 6 /CF << >> {strings} >> >>");
    let locked = String::from_utf8(pdf(&[text])).expect("ASCII");
    let locked = locked + &format!("trailer {lock}\n").repeat(10_000);
    assert!(failed(locked.as_bytes()).contains("encrypted"));
}

//! Files of many formats that are damaged, locked or misnamed: named with a remedy, and the
//! rest is done.

use crate::common::{Scratch, recto};
use recto_testing::encrypted_pdf::WITH_PASSWORD;
use recto_testing::pdf::{lines, pdf, pdf_with};
use recto_testing::tar::tarred;
use recto_testing::zip::{deflated, encrypted, zipped};

/// Name of the file, its bytes, what is said of it.
type Case = (&'static str, Vec<u8>, &'static str);

fn word(text: &str) -> Vec<u8> {
    let document = format!(
        "<w:document><w:body><w:p><w:r><w:t>{text}</w:t></w:r></w:p></w:body></w:document>"
    );
    zipped(&[("word/document.xml", document.as_bytes())])
}

fn open_document(text: &str) -> Vec<u8> {
    let content = format!("<office:text><text:p>{text}</text:p></office:text>");
    zipped(&[
        ("mimetype", b"application/vnd.oasis.opendocument.text"),
        ("content.xml", content.as_bytes()),
    ])
}

fn book(text: &str) -> Vec<u8> {
    let page = format!("<html><body><h1>One</h1><p>{text}</p></body></html>");
    zipped(&[
        ("mimetype", b"application/epub+zip"),
        (
            "META-INF/container.xml",
            b"<c><rootfile full-path=\"b.opf\"/></c>",
        ),
        (
            "b.opf",
            b"<p><item id=\"a\" href=\"a.xhtml\" media-type=\"application/xhtml+xml\"/><itemref idref=\"a\"/></p>",
        ),
        ("a.xhtml", page.as_bytes()),
    ])
}

const TEXT: &str = "Nets dry on the quay. Boats rest.";

/// Whole files, each with its one text.
fn whole() -> Vec<(&'static str, Vec<u8>)> {
    let page = lines(72, 700, &[TEXT]);
    vec![
        ("a.pdf", pdf(&[&page])),
        ("a.docx", word(TEXT)),
        ("a.odt", open_document(TEXT)),
        ("a.epub", book(TEXT)),
        ("a.rtf", format!("{{\\rtf1\\ansi {TEXT}}}").into()),
        (
            "a.srt",
            format!("1\n00:00:01,000 --> 00:00:02,000\n{TEXT}\n").into(),
        ),
        (
            "a.vtt",
            format!("WEBVTT\n\n00:01.000 --> 00:02.000\n{TEXT}\n").into(),
        ),
        (
            "a.eml",
            format!("From: a@b\nSubject: Nets\n\n{TEXT}\n").into(),
        ),
        (
            "a.mbox",
            format!("From a@b Mon Mar  3 10:11:12 2025\nFrom: a@b\nSubject: Nets\n\n{TEXT}\n")
                .into(),
        ),
        ("a.json", format!("[{{\"text\": \"{TEXT}\"}}]").into()),
        ("a.zip", deflated(&[("in/note.txt", TEXT.as_bytes())])),
        ("a.tar", tarred(&[("in/note.txt", TEXT.as_bytes())])),
    ]
}

#[test]
fn every_format_is_read_and_says_its_place() {
    let scratch = Scratch::new();
    for (name, bytes) in whole() {
        let file = scratch.write(name, bytes);
        let answer = recto(&["segment", &file, "--format", "json", "--with-text"])
            .ends(0)
            .json();
        let text = answer["documents"][0]["text"].as_str().expect(name);
        assert!(text.contains(TEXT), "{name}: {text}");
        let place = &answer["documents"][0]["segments"][0]["place"];
        let expected = match name {
            "a.pdf" => "page 1",
            "a.epub" => "chapter 1, One",
            "a.srt" | "a.vtt" => "00:00:01",
            "a.mbox" => "message 1",
            "a.json" => "entry 1",
            _ => "",
        };
        assert_eq!(place.as_str().unwrap_or_default(), expected, "{name}");
    }
}

fn bad() -> Vec<Case> {
    let blank = pdf(&["0 0 m 9 9 l S"]);
    let locked = pdf_with(&["BT (x) Tj ET"], "/Encrypt << /V 2 >>");
    let zip = deflated(&[("note.txt", TEXT.as_bytes())]);
    let bomb = deflated(&[("zeros.txt", &vec![b' '; 8 << 20])]);
    let mut nested = zipped(&[("note.txt", TEXT.as_bytes())]);
    for _ in 0..6 {
        nested = zipped(&[("inner.zip", &nested)]);
    }
    let tar = tarred(&[("note.txt", &[b'x'; 2000])]);
    let mut damaged = zip.clone();
    damaged[45] ^= 0xFF;
    let mut office_before = b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1".to_vec();
    let mut office_locked = office_before.clone();
    office_before.extend_from_slice(&[0; 64]);
    let marker = "EncryptedPackage".encode_utf16().flat_map(u16::to_le_bytes);
    office_locked.extend(marker);
    vec![
        ("scan.pdf", blank, "the pages are pictures (a scan)"),
        (
            "locked.pdf",
            locked,
            "encrypted; save it without a password",
        ),
        (
            "secret.pdf",
            WITH_PASSWORD.file(),
            "encrypted; save it without a password",
        ),
        ("cut.pdf", b"%PDF-1.7\n1 0 obj <<".to_vec(), "no page in it"),
        ("empty.pdf", Vec::new(), "the file is empty"),
        ("random.pdf", vec![0x91; 400], "does not open as a PDF does"),
        (
            "page.pdf",
            b"<html>Nets</html>".to_vec(),
            "does not open as a PDF does",
        ),
        ("empty.docx", Vec::new(), "the file is empty"),
        (
            "text.docx",
            TEXT.into(),
            "does not open as a Word document does",
        ),
        (
            "cut.docx",
            word(TEXT)[..80].to_vec(),
            "table of contents at its end is missing",
        ),
        ("blank.docx", word(" "), "no text in it"),
        (
            "locked.docx",
            office_locked,
            "this is an encrypted Office document",
        ),
        (
            "old.doc",
            office_before,
            "an Office document of before 2007",
        ),
        (
            "cut.odt",
            open_document(TEXT)[..120].to_vec(),
            "table of contents",
        ),
        ("cut.epub", book(TEXT)[..120].to_vec(), "table of contents"),
        (
            "cut.rtf",
            b"{\\rtf1 Nets {dry".to_vec(),
            "a group in it is not closed",
        ),
        ("empty.rtf", Vec::new(), "the file is empty"),
        ("none.srt", TEXT.into(), "subtitles without a line of times"),
        ("none.eml", TEXT.into(), "no header lines such as"),
        (
            "cut.json",
            b"[{\"text\": \"Nets\"".to_vec(),
            "not JSON (line 1",
        ),
        (
            "cut.zip",
            zip[..zip.len() - 30].to_vec(),
            "table of contents",
        ),
        ("damaged.zip", damaged, "damaged: "),
        (
            "locked.zip",
            encrypted("note.txt"),
            "locked.zip/note.txt: encrypted",
        ),
        ("empty.zip", Vec::new(), "the file is empty"),
        (
            "bomb.zip",
            bomb,
            "more than 200 times its size, as harmful files do; raise --max-archive-ratio",
        ),
        (
            "nested.zip",
            nested,
            "more than 4 deep; raise --max-archive-depth",
        ),
        ("cut.tar", tar[..1500].to_vec(), "a file in it breaks off"),
        (
            "a.svg",
            b"<svg><text>Nets dry.</text></svg>".to_vec(),
            "an SVG drawing, not text",
        ),
        (
            "a.png",
            b"\x89PNG\r\n\x1a\n\0\0\0".to_vec(),
            "a PNG picture, not text",
        ),
        (
            "a.xlsx",
            zipped(&[("xl/workbook.xml", b"<a/>")]),
            "a spreadsheet; save the sheet as CSV",
        ),
    ]
}

#[test]
fn a_bad_file_is_named_with_what_to_do_and_the_rest_is_done() {
    let scratch = Scratch::new();
    let good = scratch.write("good.txt", TEXT);
    for (name, bytes, part) in bad() {
        let file = scratch.write(name, bytes);
        let ran = recto(&["segment", &good, &file, "--format", "json"]).ends(1);
        let answer = ran.json();
        let count = answer["documents"].as_array().map_or(0, Vec::len);
        assert_eq!(count, 1, "{name}: the good file is read");
        let ran = ran.says(name).says(part);
        assert!(!ran.err.contains("panicked"), "{name}: {}", ran.err);
    }
}

#[test]
fn a_wrong_ending_is_told_and_the_contents_decide() {
    let scratch = Scratch::new();
    let page = lines(72, 700, &[TEXT]);
    let file = scratch.write("paper.txt", pdf(&[&page]));
    let ran = recto(&["segment", &file, "--format", "json", "--with-text"]).ends(0);
    let ran = ran.says("named .txt, but it is a PDF; read as such");
    assert_eq!(ran.json()["documents"][0]["text"], TEXT);
    recto(&["segment", &file, "--input-format", "text"])
        .ends(1)
        .says("this is a PDF");
}

#[test]
fn limits_of_archives_are_flags() {
    let scratch = Scratch::new();
    let files: Vec<(String, &[u8])> = (0..5)
        .map(|i| (format!("{i}.txt"), TEXT.as_bytes()))
        .collect();
    let files: Vec<(&str, &[u8])> = files
        .iter()
        .map(|(name, text)| (name.as_str(), *text))
        .collect();
    let file = scratch.write("five.zip", zipped(&files));
    let ran = recto(&[
        "segment",
        &file,
        "--max-archive-files",
        "3",
        "--format",
        "json",
    ])
    .ends(1);
    let ran = ran
        .says("holds more than 3 files")
        .says("raise --max-archive-files");
    assert_eq!(ran.json()["documents"].as_array().map(Vec::len), Some(3));
    let large = scratch.write("large.zip", zipped(&[("a.txt", &[b'a'; 5000])]));
    recto(&[
        "segment",
        &large,
        "--max-file-bytes",
        "6000",
        "--max-token-bytes",
        "9000",
    ])
    .ends(0);
    let packed = scratch.write("packed.zip", deflated(&[("a.txt", &[b'a'; 5000])]));
    recto(&["segment", &packed, "--max-file-bytes", "4000"])
        .ends(1)
        .says("unpacks to more than 4000 bytes")
        .says("raise --max-file-bytes");
}

#[test]
fn names_in_archives_lead_nowhere() {
    let scratch = Scratch::new();
    let files: [(&str, &[u8]); 3] = [
        ("../../out.txt", TEXT.as_bytes()),
        ("/abs/x.txt", TEXT.as_bytes()),
        (".hidden", b"never"),
    ];
    let file = scratch.write("a.zip", zipped(&files));
    let ran = recto(&["segment", &file, "--format", "json"]).ends(0);
    let answer = ran.json();
    assert_eq!(answer["documents"][0]["id"], "a.zip/out.txt");
    assert_eq!(answer["documents"][1]["id"], "a.zip/abs/x.txt");
    ran.says("1 hidden files left out");
    assert!(!scratch.path("out.txt").exists());
}

#[test]
fn in_a_folder_what_is_no_text_is_left_out_and_the_rest_is_done() {
    let scratch = Scratch::new();
    scratch.write("pile/a.svg", "<svg><text>Nets dry.</text></svg>");
    scratch.write("pile/a.png", b"\x89PNG\r\n\x1a\n\0\0\0");
    scratch.write("pile/a.xlsx", zipped(&[("xl/workbook.xml", b"<a/>")]));
    let ran = recto(&["segment", &scratch.arg("pile")]).ends(1);
    ran.says("pile: no text there that recto could read");
    scratch.write("pile/note.txt", TEXT);
    let ran = recto(&["segment", &scratch.arg("pile"), "--format", "json"]).ends(0);
    assert_eq!(ran.json()["documents"].as_array().map(Vec::len), Some(1));
    let told = ran.says("1 spreadsheets left out (the first:");
    told.says("2 pictures and fonts left out");
}

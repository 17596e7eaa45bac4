//! Files that recto does not read: refused by name with a remedy, left out of a folder.

use crate::common::{Scratch, recto};

/// Name of the file, its bytes, what is said of it.
const KINDS: [(&str, &[u8], &str); 11] = [
    (
        "a.pdf",
        b"%PDF-1.4\nNets dry.",
        "this is a PDF; convert it with `pdftotext FILE`",
    ),
    ("hidden-pdf.txt", b"%PDF-1.4\nNets dry.", "this is a PDF"),
    (
        "a.docx",
        b"PK\x03\x04\x14\0word/document.xml",
        "this is a Word document; convert",
    ),
    (
        "a.odt",
        b"PK\x03\x04mimetypeapplication/vnd.oasis.opendocument.text",
        "OpenDocument",
    ),
    (
        "a.epub",
        b"PK\x03\x04mimetypeapplication/epub+zip",
        "this is an EPUB book; convert",
    ),
    (
        "a.rtf",
        b"{\\rtf1\\ansi Nets dry.}",
        "this is an RTF document; convert",
    ),
    (
        "a.srt",
        b"1\n00:00:01,000 --> 00:00:02,000\nNets dry.\n",
        "a file of subtitles",
    ),
    (
        "a.eml",
        b"Received: x\nFrom: a@b\n\nNets dry.",
        "this is mail; save",
    ),
    (
        "a.json",
        b"[{\"text\": \"Nets dry.\"}]",
        "not JSON lines; write an object a line",
    ),
    (
        "a.svg",
        b"<svg><text>Nets dry.</text></svg>",
        "this is an SVG drawing, not text",
    ),
    (
        "a.png",
        b"\x89PNG\r\n\x1a\n\0\0\0",
        "this is a PNG picture, not text",
    ),
];

#[test]
fn a_file_that_is_no_text_is_named_with_what_to_do() {
    let scratch = Scratch::new();
    for (name, bytes, part) in KINDS {
        let file = scratch.write(name, bytes);
        let ran = recto(&["segment", &file]).ends(1).says(name).says(part);
        let is_text = ran.err.contains("set --input-format text");
        let read = recto(&["segment", &file, "--input-format", "text"]);
        assert_eq!(
            read.code == Some(0),
            is_text,
            "{name}: {} {}",
            ran.err,
            read.err
        );
    }
}

#[test]
fn in_a_folder_they_are_left_out_and_the_rest_is_done() {
    let scratch = Scratch::new();
    for (name, bytes, _) in KINDS {
        scratch.write(&format!("pile/{name}"), bytes);
    }
    let ran = recto(&["segment", &scratch.arg("pile")]).ends(1);
    ran.says("pile: no text there that recto could read");
    scratch.write("pile/note.txt", "Nets dry on the quay. Boats rest.");
    let ran = recto(&["segment", &scratch.arg("pile"), "--format", "json"]).ends(0);
    assert_eq!(ran.json()["documents"].as_array().map(Vec::len), Some(1));
    let told = ran.says("2 PDF files left out (the first:");
    told.says("2 pictures and fonts left out");
}

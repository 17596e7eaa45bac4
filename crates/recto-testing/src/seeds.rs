//! Valid files of each format: what fuzzers begin with.

use crate::encrypted_pdf;
use crate::pdf::{lines, pdf};
use crate::tar::tarred;
use crate::zip::{deflated, zipped};
use std::io::Write;

/// Sentences with the marks of many languages.
pub const PROSE: &str = "Dr. A. B. Moor met Mrs. Vane (see p. 4) at 5 p.m. “Why?” Anna asked. z. B. \
    am 3. Mai. Он родился в 1871 г. в селе и т. д. 我们走。“你去哪儿？”她问。「行こう。」と言った。 \
    أين الكتاب؟ लोग खुश थे। Πού πας; 's Avonds… Well... #tag @name http://t.co/x 3.14 l’été.\n\n1. one\n- two";

const TEXT: &str = "Nets dry on the quay. Boats rest.";

/// Files for the reader of this name; empty for an unknown one.
pub fn seeds(reader: &str) -> Vec<Vec<u8>> {
    match reader {
        "text" => text(),
        "packed" => packed(),
        "pdf" => pdf_files(),
        "docx" => vec![WORD.into()],
        "word-zip" => word_archives(),
        "epub" => vec![BOOK.into()],
        "epub-zip" => vec![zipped(&book(BOOK)), deflated(&book(BOOK))],
        "mail" => vec![MESSAGE[40..].into()],
        "mailbox" => vec![MESSAGE.into(), MESSAGE.repeat(3).into()],
        "zip" => vec![zipped(&archive()), deflated(&archive())],
        "tar" => vec![tarred(&archive())],
        other => plain(other).iter().map(|&text| text.into()).collect(),
    }
}

fn plain(reader: &str) -> &'static [&'static str] {
    match reader {
        "csv" => &[TABLE, TABLE_OF_SEMICOLONS],
        "json" => &[
            "[\"a\", {\"text\": \"b\", \"id\": 7}, 3]",
            "{\n\"r\": {\"items\": [{\"text\": \"a\"}], \"n\": [1]}}",
        ],
        "jsonl" => &[ROWS, SETS],
        "html" => &[PAGE],
        "markdown" => &[MARKDOWN],
        "subtitles" => &[
            "1\n00:00:01,000 --> 00:00:02,000\n<i>Nets</i> {\\an8}dry\n\n2\n00:00:09,000 --> 00:00:10,000\nBoats &amp; oars\n",
            "WEBVTT\n\nSTYLE\nx\n\n00:01.000 --> 00:02.000 a:b\n<v.x Ann>Nets<00:01.5>\n",
        ],
        "odt" => &[OPEN_DOCUMENT],
        "rtf" => &[RICH_TEXT],
        "pairs" => &[
            PAIRS,
            "nets dry ||| nets\n||| x\nboats rest ||| boats ||| 0-0\n",
        ],
        "messages" => &[MESSAGES],
        "times" => &[
            "2025-03-10T21:19:00+01:00",
            "Mon Mar 10 20:19:00 +0000 2025",
            "1741637940",
            "Mon, 3 Mar 2025 10:11:12 +0100",
            "2025-03-10 21:19",
            "3. Mai 1871",
            "-1e300",
        ],
        "lexicon" => &[
            "good\t1.5\nbad\t-2\n# x\nso-so neutral\n",
            "fine,positive\npoor,negative\n",
        ],
        "references" => &[
            "0100\n001\n",
            "==========\none\n==========\ntwo\n==========\n",
            "{\"items\": {\"a\": {\"x\": [2, 3], \"y\": [5]}}}",
        ],
        "preferences" => &["0.5\n", "1\n-2.5\n3e2\n"],
        "trees" => &["(S (NP-SBJ (PRP We)) (VP (VBD left)))\n"],
        "seed-words" => &[
            "oil crude -wheat\n\n!grain\n# x\n",
            "{\"seeds\": [[\"oil\"]], \"strength\": 2.0}",
        ],
        "labels" => &[
            "id,label,annotator\na,pos,ada\nb,neg,\n",
            "{\"text\": \"It floats.\", \"label\": [\"pos\"]}\n",
            "{\"number\": 1, \"time\": 5, \"annotator\": \"ada\", \"action\": \"add-class\", \"name\": \"pos\"}\n",
        ],
        _ => &[],
    }
}

const ROWS: &str = "{\"id\": 7, \"text\": \"a \\u00e9\", \"labels\": [\"x\", 1], \"time\": 12}\n{\"text\": \"b\"}\n";
const SETS: &str = "{\"id\": \"a\", \"documents\": [\"One.\\nTwo\", \"Three.\"], \"titles\": [\"T\", \"U\"], \
         \"dates\": [\"2020\", \"2021\"], \"query\": \"q\"}\n{\"documents\": [\"Four.\"], \"queries\": \
         [{\"query\": \"r\"}, \"s\"], \"since\": [\"Old.\"], \"since_dates\": [\"2019-01-02\"]}\n\
         {\"documents\": []}\n{\"text\": \"b\"}\n";
const TABLE: &str = "id,label,text\n1,x,\"a \"\"b\"\"\nc\"\n2,y,z\n";
const TABLE_OF_SEMICOLONS: &str = "id;label;text\n1;x;\"a \"\"b\"\"\nc\"\n2;y;z\n";
const MARKDOWN: &str = "---\ntitle: T\n---\n# H *x*\n\np [l](u) `c`\n\n```\ncode\n```\n- a\n  - b\n\n|a|b|\n|-|-|\n|1|2|\n\nx[^1]\n\n[^1]: y\n";
const PAGE: &str = "<!DOCTYPE html><html><head><title>T</title><script>a<b</script></head><body><nav><a href=x>n</a></nav><article class='x menu'><h1>H</h1><p>Text &eacute; <b>b</b><br>c</p><pre>x\ny</pre><table><tr><td>1<td>2</table></article></body></html>";
const OPEN_DOCUMENT: &str = "<office:text><text:h text:outline-level=\"1\">x</text:h><text:p>Nets dry.<text:s text:c=\"3\"/><text:note><text:note-body><text:p>n</text:p></text:note-body></text:note><text:soft-page-break/></text:p><table:table-row><table:table-cell><text:p>c</text:p></table:table-cell></table:table-row></office:text>";
const RICH_TEXT: &str = r"{\rtf1\ansi\ansicpg1252{\fonttbl{\f0\fcharset204 T;}}{\stylesheet{\s1 heading 1;}}\pard\s1 Tides\par\pard Caf\'e9 \u8364?\u-10179?\u-8704?{\footnote x}{\*\x y}\trowd a\cell b\cell\row\bin3 abc \line}";
const PAIRS: &str = "{\"document\": \"Nets dry.\", \"summary\": \"Nets\", \"id\": \"a\"}\n";
const MESSAGES: &str = "{\"time\": \"2025-03-10T20:19:00Z\", \"text\": \"Lights out\", \"id\": 7}\n{\"created_at\": \"Mon Mar 10 20:19:00 +0000 2025\", \"full_text\": \"@a gol #b\", \"user\": {\"id\": 1}, \"lang\": \"en\"}\n";
const MESSAGE: &str = "From a@b Mon Mar  3 10:11:12 2025\nFrom: =?utf-8?q?A=C3=BC?= <a@b>\nSubject: x\nDate: Mon, 3 Mar 2025 10:11:12 +0100\nMessage-ID: <1@b>\nReferences: <0@b> <1@b>\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=q\n\n--q\nContent-Type: text/plain; charset=iso-8859-1\nContent-Transfer-Encoding: quoted-printable\n\nNets =E9.\n\nOn 2 Mar, Ben wrote:\n> Old.\n\n-- \nAnn\n--q\nContent-Type: text/html\nContent-Transfer-Encoding: base64\n\nPHA+TmV0czwvcD4=\n--q--\n\n";
const WORD: &str = "<w:document><w:body><w:p><w:pPr><w:pStyle w:val=\"H\"/></w:pPr><w:r><w:t>Nets dry.</w:t><w:tab/><w:footnoteReference w:id=\"2\"/><w:lastRenderedPageBreak/></w:r></w:p><w:tbl><w:tr><w:tc><w:p/></w:tc></w:tr></w:tbl><w:txbxContent><w:p/></w:txbxContent></w:body></w:document>";
const NOTES: &str = "<w:footnotes><w:footnote w:id=\"2\"><w:p><w:r><w:t>x</w:t></w:r></w:p></w:footnote></w:footnotes>";
const STYLES: &str = "<s><w:style w:styleId=\"H\"><w:name w:val=\"heading 1\"/></w:style></s>";
const CONTAINER: &str = "<c><rootfile full-path=\"o/b.opf\"/></c>";
const BOOK: &str = "<p><dc:title>T</dc:title><item id=\"a\" href=\"a%20b.xhtml\" media-type=\"application/xhtml+xml\"/><itemref idref=\"a\"/></p>";

fn text() -> Vec<Vec<u8>> {
    let utf16: Vec<u8> = PROSE.encode_utf16().flat_map(u16::to_le_bytes).collect();
    vec![PROSE.into(), utf16, b"caf\xE9 \x93x\x94".to_vec()]
}

fn packed() -> Vec<Vec<u8>> {
    let gzip = |text: &str| {
        let mut writer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        writer.write_all(text.as_bytes()).expect("memory");
        writer.finish().expect("memory")
    };
    vec![gzip(PROSE), gzip(&PROSE.repeat(40)), gzip("")]
}

fn pdf_files() -> Vec<Vec<u8>> {
    let pages = [
        lines(72, 700, &[TEXT, "second line of the har-", "bour 1"]),
        lines(320, 700, &[TEXT; 6]) + &lines(60, 700, &[TEXT; 6]),
    ];
    let operators = "q 1 0 0 1 0 0 cm BT /F1 12 Tf 1 0 0 1 72 700 Tm [(Ne) -20 (ts)] TJ T* (x) ' 1 2 (y) \" ET Q /A BDC EMC BI ID x EI /X Do";
    let mut files = vec![
        pdf(&pages.each_ref().map(String::as_str)),
        pdf(&[operators]),
    ];
    files.extend(encrypted_pdf::OPEN.map(|one| one.file()));
    files.push(pdf_of_packed_objects());
    files
}

/// A PDF whose catalogue and pages are in an object stream, with a packed page.
fn pdf_of_packed_objects() -> Vec<u8> {
    let mut packer = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
    let page = lines(72, 700, &[TEXT; 4]);
    packer.write_all(page.as_bytes()).expect("memory");
    let packed = packer.finish().expect("memory");
    let start = "%PDF-1.5\n1 0 obj << /Type /ObjStm /N 3 /First 16 /Length 200 >> stream\n2 0 3 33 4 73 9 99 << /Type /Catalog /Pages 3 0 R >> << /Type /Pages /Kids [4 0 R] /Count 1 >> << /Type /Page /Contents 5 0 R /Resources << /Font << /F1 6 0 R >> >> >>\nendstream endobj 6 0 obj << /Subtype /Type0 /DescendantFonts [<< /W [1 [500] 2 9 600] /DW 500 >>] /ToUnicode 7 0 R >> endobj 7 0 obj << >> stream\n1 beginbfrange <0000> <FFFF> <0020> endbfrange\nendstream endobj 5 0 obj << /Filter /FlateDecode /DecodeParms << /Predictor 1 >> >> stream\n";
    let end = "\nendstream endobj trailer << /Root 2 0 R >>";
    [start.as_bytes(), &packed, end.as_bytes()].concat()
}

fn word_archives() -> Vec<Vec<u8>> {
    let files: [(&str, &[u8]); 3] = [
        ("word/document.xml", WORD.as_bytes()),
        ("word/footnotes.xml", NOTES.as_bytes()),
        ("word/styles.xml", STYLES.as_bytes()),
    ];
    vec![zipped(&files), deflated(&files)]
}

/// The files of a book whose package document is `package`.
pub fn book(package: &str) -> [(&str, &[u8]); 4] {
    [
        ("mimetype", b"application/epub+zip"),
        ("META-INF/container.xml", CONTAINER.as_bytes()),
        ("o/b.opf", package.as_bytes()),
        ("o/a b.xhtml", b"<html><h1>One</h1><p>Nets dry.</p></html>"),
    ]
}

fn archive() -> Vec<(&'static str, &'static [u8])> {
    vec![
        ("a.txt", TEXT.as_bytes()),
        ("b/c.md", b"# Boats\n\nThey rest."),
        ("d.json", b"[\"x\"]"),
    ]
}

//! Mutated input for every reader: no panic, no hang, every span valid.

mod mutate;

use mutate::{Draws, LONGEST, fuzz};
use recto_math::{Run, Silent};
use recto_text::source::{self, SourceOptions};
use recto_text::{Analysis, Analyzer, Document, Language, Limits, Pile, UnitKind, decode};
use std::io::Write;
use std::time::Instant;

fn options() -> SourceOptions {
    let limits = Limits {
        file: 4 << 20,
        ..Limits::default()
    };
    SourceOptions {
        limits,
        ..SourceOptions::default()
    }
}

fn read_as(name: &str) -> impl Fn(Vec<u8>, &mut Draws) {
    let name = name.to_string();
    move |bytes, _| check_pile(&source::read_bytes(&name, bytes, &options()))
}

fn check_pile(pile: &Pile) {
    for document in &pile.documents {
        let mut last = 0;
        for span in &document.headings {
            assert!(last <= span.start && span.start < span.end);
            assert!(document.text.get(span.range()).is_some());
            last = span.end;
        }
        for span in &document.aside {
            assert!(document.text.get(span.range()).is_some());
        }
        for (byte, name) in document.landmarks.iter() {
            assert!(document.text.is_char_boundary(byte) && !name.is_empty());
        }
    }
}

/// Units and tokens in order, inside, on character boundaries.
fn check_units(document: &Document, analysis: Analysis, language: &'static Language) {
    for kind in [UnitKind::Sentence, UnitKind::Paragraph, UnitKind::Line] {
        let units = Analyzer::new(analysis, language)
            .units(document, kind, &Run::new(0, &Silent))
            .expect("nobody cancels");
        let (mut end, mut first_token) = (0, 0);
        for (i, unit) in units.units.iter().enumerate() {
            assert!(end <= unit.span.start && unit.span.start < unit.span.end);
            assert_eq!(units.text_of(i).trim(), units.text_of(i));
            assert_eq!(unit.first_token, first_token);
            for token in units.tokens_of(i) {
                let span = token.span();
                assert!(unit.span.start <= span.start && span.end <= unit.span.end);
                assert!(document.text.get(span.range()).is_some());
            }
            (end, first_token) = (unit.span.end, unit.end_token);
        }
        assert_eq!(first_token, units.tokens.len());
    }
}

const PROSE: &str = "Dr. A. B. Moor met Mrs. Vane (see p. 4) at 5 p.m. “Why?” Anna asked. z. B. \
    am 3. Mai. Он родился в 1871 г. в селе и т. д. 我们走。“你去哪儿？”她问。「行こう。」と言った。 \
    أين الكتاب؟ लोग खुश थे। Πού πας; 's Avonds… Well... #tag @name http://t.co/x 3.14 l’été.\n\n1. one\n- two";

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut writer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    writer.write_all(bytes).expect("memory");
    writer.finish().expect("memory")
}

fn zstd(bytes: &[u8]) -> Vec<u8> {
    use ruzstd::encoding::{CompressionLevel, compress_to_vec};
    compress_to_vec(bytes, CompressionLevel::Fastest)
}

#[test]
fn bytes_are_decoded_or_refused() {
    let utf16: Vec<u8> = PROSE.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let samples = [
        PROSE.as_bytes().to_vec(),
        utf16,
        b"caf\xE9 \x93x\x94".to_vec(),
    ];
    let names = ["utf-8", "utf-16le", "shift_jis", "gb18030", "iso-2022-jp"];
    fuzz(&samples, |bytes, draws| {
        let named = decode::encoding(names[draws.below(names.len())]);
        let _ = decode::decode(bytes.clone(), named);
        let _ = decode::decode(bytes, None);
    });
}

#[test]
fn json_lines_are_rows_or_named() {
    let rows = "{\"id\": 7, \"text\": \"a \\u00e9\", \"labels\": [\"x\", 1], \"time\": 12}\n{\"text\": \"b\"}\n";
    fuzz(&[rows.into()], read_as("a.jsonl"));
}

#[test]
fn rows_of_sets_are_sets_or_named() {
    let rows = "{\"id\": \"a\", \"documents\": [\"One.\\nTwo\", \"Three.\"], \"titles\": [\"T\", \"U\"], \
         \"dates\": [\"2020\", \"2021\"], \"query\": \"q\"}\n{\"documents\": [\"Four.\"], \"queries\": \
         [{\"query\": \"r\"}, \"s\"], \"since\": [\"Old.\"], \"since_dates\": [\"2019-01-02\"]}\n\
         {\"documents\": []}\n{\"text\": \"b\"}\n";
    fuzz(&[rows.into()], |bytes, _| {
        let pile = source::read_bytes("a.jsonl", bytes, &options());
        check_pile(&pile);
        for set in &pile.sets {
            assert!(pile.documents.get(set.documents.clone()).is_some());
        }
    });
}

#[test]
fn tables_are_rows_or_named() {
    let table = "id,label,text\n1,x,\"a \"\"b\"\"\nc\"\n2,y,z\n";
    fuzz(
        &[table.into(), table.replace(',', ";").into()],
        read_as("a.csv"),
    );
}

#[test]
fn markdown_is_always_text() {
    let sample = "---\ntitle: T\n---\n# H *x*\n\np [l](u) `c`\n\n```\ncode\n```\n- a\n  - b\n\n|a|b|\n|-|-|\n|1|2|\n\nx[^1]\n\n[^1]: y\n";
    fuzz(&[sample.into()], read_as("a.md"));
}

#[test]
fn pages_are_always_text() {
    let sample = "<!DOCTYPE html><html><head><title>T</title><script>a<b</script></head><body><nav><a href=x>n</a></nav><article class='x menu'><h1>H</h1><p>Text &eacute; <b>b</b><br>c</p><pre>x\ny</pre><table><tr><td>1<td>2</table></article></body></html>";
    fuzz(&[sample.into()], read_as("a.html"));
}

#[test]
fn packed_streams_are_unpacked_or_named() {
    let long = PROSE.repeat(40);
    for (name, pack) in [
        ("a.txt.gz", gzip as fn(&[u8]) -> Vec<u8>),
        ("a.txt.zst", zstd),
    ] {
        let samples = [pack(PROSE.as_bytes()), pack(long.as_bytes()), pack(b"")];
        fuzz(&samples, read_as(name));
    }
}

#[test]
fn units_and_tokens_are_valid_in_every_language() {
    fuzz(&[PROSE.into()], |bytes, draws| {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let codes: Vec<&str> = Language::codes().collect();
        let language = Language::from_code(codes[draws.below(codes.len())]).expect("known");
        let (_, analysis) = Analysis::ALL[draws.below(Analysis::ALL.len())];
        check_units(&Document::new("t", text), analysis, language);
    });
}

#[test]
fn pathological_input_takes_linear_time() {
    let pieces = [
        " ",
        "\n",
        "\t \n",
        "\u{A0}",
        ".",
        ". ",
        "(",
        "( ",
        ")",
        ".) ",
        "…",
        "–\" \"A",
        "z. ",
        "A. ",
        "a.b.",
        "'",
        "a'",
        "-",
        "#",
        "@",
        "é",
        "。",
        "」",
        "<",
        "<a ",
        "<b>",
        "</b>",
        "<!--",
        "&",
        "[",
        "![",
        "](",
        "> ",
        "*",
        "_",
        "`",
        "~",
        "|",
        "\"",
        "{",
        "1. ",
        "No. ",
        "- \n",
        "e.g. ",
        "Mr. ",
        "\u{301}",
        "\u{200D}",
        "猫",
        "A\" ",
        "http://",
        "\"\n",
        ",\"a\n",
        "<!--",
        "<a b=\"",
        "<script>",
    ];
    let english = Language::from_code("en").expect("known");
    for piece in pieces {
        let text = piece.repeat(300_000 / piece.len());
        let start = Instant::now();
        check_units(
            &Document::new("t", text.as_str()),
            Analysis::Message,
            english,
        );
        for name in ["a.txt", "a.md", "a.html", "a.csv", "a.jsonl"] {
            check_pile(&source::read_bytes(
                name,
                text.clone().into_bytes(),
                &options(),
            ));
        }
        assert!(
            start.elapsed() < LONGEST,
            "{piece:?} took {:?}",
            start.elapsed()
        );
    }
}

/// Valid files of each format, for the readers behind features.
#[cfg(all(
    feature = "archive",
    feature = "epub",
    feature = "mail",
    feature = "office",
    feature = "pdf"
))]
mod formats {
    use super::*;
    use recto_testing::pdf::{lines, pdf};
    use recto_testing::tar::tarred;
    use recto_testing::zip::{deflated, zipped};

    const TEXT: &str = "Nets dry on the quay. Boats rest.";

    #[test]
    fn pdf_files_are_text_or_named() {
        let pages = [
            lines(72, 700, &[TEXT, "second line of the har-", "bour 1"]),
            lines(320, 700, &[TEXT; 6]) + &lines(60, 700, &[TEXT; 6]),
        ];
        let plain = pdf(&pages.each_ref().map(String::as_str));
        let operators = "q 1 0 0 1 0 0 cm BT /F1 12 Tf 1 0 0 1 72 700 Tm [(Ne) -20 (ts)] TJ T* (x) ' 1 2 (y) \" ET Q /A BDC EMC BI ID x EI /X Do";
        fuzz(&[plain, pdf(&[operators])], read_as("a.pdf"));
    }

    #[test]
    fn encrypted_pdf_files_are_text_or_named() {
        let files = recto_testing::encrypted_pdf::OPEN.map(|one| one.file());
        fuzz(&files, read_as("a.pdf"));
    }

    #[test]
    fn packed_pdf_objects_are_read_or_named() {
        let mut packer = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
        let page = lines(72, 700, &[TEXT; 4]);
        packer.write_all(page.as_bytes()).expect("memory");
        let packed = packer.finish().expect("memory");
        let mut bytes = b"%PDF-1.5\n1 0 obj << /Type /ObjStm /N 3 /First 16 /Length 200 >> stream\n2 0 3 33 4 73 9 99 << /Type /Catalog /Pages 3 0 R >> << /Type /Pages /Kids [4 0 R] /Count 1 >> << /Type /Page /Contents 5 0 R /Resources << /Font << /F1 6 0 R >> >> >>\nendstream endobj 6 0 obj << /Subtype /Type0 /DescendantFonts [<< /W [1 [500] 2 9 600] /DW 500 >>] /ToUnicode 7 0 R >> endobj 7 0 obj << >> stream\n1 beginbfrange <0000> <FFFF> <0020> endbfrange\nendstream endobj 5 0 obj << /Filter /FlateDecode /DecodeParms << /Predictor 1 >> >> stream\n".to_vec();
        bytes.extend_from_slice(&packed);
        bytes.extend_from_slice(b"\nendstream endobj trailer << /Root 2 0 R >>");
        fuzz(&[bytes], read_as("a.pdf"));
    }

    #[test]
    fn word_documents_are_text_or_named() {
        let document = format!(
            "<w:document><w:body><w:p><w:pPr><w:pStyle w:val=\"H\"/></w:pPr><w:r><w:t>{TEXT}</w:t><w:tab/><w:footnoteReference w:id=\"2\"/><w:lastRenderedPageBreak/></w:r></w:p><w:tbl><w:tr><w:tc><w:p/></w:tc></w:tr></w:tbl><w:txbxContent><w:p/></w:txbxContent></w:body></w:document>"
        );
        let notes = "<w:footnotes><w:footnote w:id=\"2\"><w:p><w:r><w:t>x</w:t></w:r></w:p></w:footnote></w:footnotes>";
        let files: [(&str, &[u8]); 3] = [
            ("word/document.xml", document.as_bytes()),
            ("word/footnotes.xml", notes.as_bytes()),
            (
                "word/styles.xml",
                b"<s><w:style w:styleId=\"H\"><w:name w:val=\"heading 1\"/></w:style></s>",
            ),
        ];
        fuzz(&[zipped(&files), deflated(&files)], read_as("a.docx"));
        // What is inside, without a checksum in the way.
        let options = options();
        fuzz(&[document.clone().into()], |bytes, _| {
            let word = zipped(&[("word/document.xml", &bytes)]);
            check_pile(&source::read_bytes("a.docx", word, &options));
        });
    }

    #[test]
    fn open_documents_are_text_or_named() {
        let content = format!(
            "<office:text><text:h text:outline-level=\"1\">x</text:h><text:p>{TEXT}<text:s text:c=\"3\"/><text:note><text:note-body><text:p>n</text:p></text:note-body></text:note><text:soft-page-break/></text:p><table:table-row><table:table-cell><text:p>c</text:p></table:table-cell></table:table-row></office:text>"
        );
        let options = options();
        fuzz(&[content.into()], |bytes, _| {
            let odt = zipped(&[
                ("mimetype", b"application/vnd.oasis.opendocument.text"),
                ("content.xml", &bytes),
            ]);
            check_pile(&source::read_bytes("a.odt", odt, &options));
        });
    }

    #[test]
    fn rich_text_is_text_or_named() {
        let text = r"{\rtf1\ansi\ansicpg1252{\fonttbl{\f0\fcharset204 T;}}{\stylesheet{\s1 heading 1;}}\pard\s1 Tides\par\pard Caf\'e9 \u8364?\u-10179?\u-8704?{\footnote x}{\*\x y}\trowd a\cell b\cell\row\bin3 abc \line}";
        fuzz(&[text.into()], read_as("a.rtf"));
    }

    #[test]
    fn books_are_text_or_named() {
        let files: [(&str, &[u8]); 4] = [
            ("mimetype", b"application/epub+zip"),
            (
                "META-INF/container.xml",
                b"<c><rootfile full-path=\"o/b.opf\"/></c>",
            ),
            (
                "o/b.opf",
                b"<p><dc:title>T</dc:title><item id=\"a\" href=\"a%20b.xhtml\" media-type=\"application/xhtml+xml\"/><itemref idref=\"a\"/></p>",
            ),
            (
                "o/a b.xhtml",
                b"<html><h1>One</h1><p>Nets dry.</p></html>",
            ),
        ];
        fuzz(&[zipped(&files), deflated(&files)], read_as("a.epub"));
        let options = options();
        fuzz(&[files[2].1.to_vec()], |bytes, _| {
            let book = zipped(&[files[0], files[1], ("o/b.opf", &bytes), files[3]]);
            check_pile(&source::read_bytes("a.epub", book, &options));
        });
    }

    #[test]
    fn mail_is_text_or_named() {
        let message = "From a@b Mon Mar  3 10:11:12 2025\nFrom: =?utf-8?q?A=C3=BC?= <a@b>\nSubject: x\nDate: Mon, 3 Mar 2025 10:11:12 +0100\nMessage-ID: <1@b>\nReferences: <0@b> <1@b>\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=q\n\n--q\nContent-Type: text/plain; charset=iso-8859-1\nContent-Transfer-Encoding: quoted-printable\n\nNets =E9.\n\nOn 2 Mar, Ben wrote:\n> Old.\n\n-- \nAnn\n--q\nContent-Type: text/html\nContent-Transfer-Encoding: base64\n\nPHA+TmV0czwvcD4=\n--q--\n\n";
        fuzz(
            &[message.into(), message.repeat(3).into()],
            read_as("a.mbox"),
        );
        fuzz(&[message[40..].into()], read_as("a.eml"));
        let by_thread = SourceOptions {
            by_thread: true,
            ..options()
        };
        fuzz(&[message.repeat(3).into()], |bytes, _| {
            check_pile(&source::read_bytes("a.mbox", bytes, &by_thread));
        });
    }

    #[test]
    fn archives_are_opened_or_named() {
        let inner = deflated(&[("c.txt", TEXT.as_bytes())]);
        let files: [(&str, &[u8]); 3] = [
            ("a.txt", TEXT.as_bytes()),
            ("b/in.zip", &inner),
            ("d.json", b"[\"x\"]"),
        ];
        fuzz(&[zipped(&files), deflated(&files)], read_as("a.zip"));
        fuzz(&[tarred(&files)], read_as("a.tar"));
    }
}

#[test]
fn subtitles_are_text_or_named() {
    let srt = "1\n00:00:01,000 --> 00:00:02,000\n<i>Nets</i> {\\an8}dry\n\n2\n00:00:09,000 --> 00:00:10,000\nBoats &amp; oars\n";
    let vtt = "WEBVTT\n\nSTYLE\nx\n\n00:01.000 --> 00:02.000 a:b\n<v.x Ann>Nets<00:01.5>\n";
    fuzz(&[srt.into()], read_as("a.srt"));
    fuzz(&[vtt.into()], read_as("a.vtt"));
}

#[test]
fn json_documents_are_rows_or_named() {
    let list = "[\"a\", {\"text\": \"b\", \"id\": 7}, 3]";
    let object = "{\n\"r\": {\"items\": [{\"text\": \"a\"}], \"n\": [1]}}";
    fuzz(&[list.into(), object.into()], read_as("a.json"));
}

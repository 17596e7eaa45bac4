//! Mutated input for every reader: no panic, no hang, every span valid.

mod mutate;

use mutate::{Draws, LONGEST, fuzz};
use recto_math::{Run, Silent};
use recto_testing::seeds::{PROSE, seeds};
use recto_testing::spans::assert_spans_fit;
use recto_text::source::{self, SourceOptions};
use recto_text::{Analysis, Analyzer, Document, Language, Limits, UnitKind, decode};
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
    move |bytes, _| assert_spans_fit(&source::read_bytes(&name, bytes, &options()))
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

fn zstd(bytes: &[u8]) -> Vec<u8> {
    use ruzstd::encoding::{CompressionLevel, compress_to_vec};
    compress_to_vec(bytes, CompressionLevel::Fastest)
}

#[test]
fn bytes_are_decoded_or_refused() {
    let names = ["utf-8", "utf-16le", "shift_jis", "gb18030", "iso-2022-jp"];
    fuzz(&seeds("text"), |bytes, draws| {
        let named = decode::encoding(names[draws.below(names.len())]);
        let _ = decode::decode(bytes.clone(), named);
        let _ = decode::decode(bytes, None);
    });
}

#[test]
fn json_lines_are_rows_or_named() {
    fuzz(&seeds("jsonl"), read_as("a.jsonl"));
}

#[test]
fn tables_are_rows_or_named() {
    fuzz(&seeds("csv"), read_as("a.csv"));
}

#[test]
fn markdown_is_always_text() {
    fuzz(&seeds("markdown"), read_as("a.md"));
}

#[test]
fn pages_are_always_text() {
    fuzz(&seeds("html"), read_as("a.html"));
}

#[test]
fn packed_streams_are_unpacked_or_named() {
    fuzz(&seeds("packed"), read_as("a.txt.gz"));
    let long = PROSE.repeat(40);
    let samples = [zstd(PROSE.as_bytes()), zstd(long.as_bytes()), zstd(b"")];
    fuzz(&samples, read_as("a.txt.zst"));
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
            assert_spans_fit(&source::read_bytes(
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
    use recto_testing::seeds::book;
    use recto_testing::zip::zipped;

    #[test]
    fn pdf_files_are_text_or_named() {
        fuzz(&seeds("pdf"), read_as("a.pdf"));
    }

    #[test]
    fn word_documents_are_text_or_named() {
        fuzz(&seeds("word-zip"), read_as("a.docx"));
        // What is inside, without a checksum in the way.
        let options = options();
        fuzz(&seeds("docx"), |bytes, _| {
            let word = zipped(&[("word/document.xml", &bytes)]);
            assert_spans_fit(&source::read_bytes("a.docx", word, &options));
        });
    }

    #[test]
    fn open_documents_are_text_or_named() {
        let options = options();
        fuzz(&seeds("odt"), |bytes, _| {
            let odt = zipped(&[
                ("mimetype", b"application/vnd.oasis.opendocument.text"),
                ("content.xml", &bytes),
            ]);
            assert_spans_fit(&source::read_bytes("a.odt", odt, &options));
        });
    }

    #[test]
    fn rich_text_is_text_or_named() {
        fuzz(&seeds("rtf"), read_as("a.rtf"));
    }

    #[test]
    fn books_are_text_or_named() {
        fuzz(&seeds("epub-zip"), read_as("a.epub"));
        let options = options();
        fuzz(&seeds("epub"), |bytes, _| {
            let mut files = book("");
            files[2].1 = &bytes;
            assert_spans_fit(&source::read_bytes("a.epub", zipped(&files), &options));
        });
    }

    #[test]
    fn mail_is_text_or_named() {
        fuzz(&seeds("mailbox"), read_as("a.mbox"));
        fuzz(&seeds("mail"), read_as("a.eml"));
        let by_thread = SourceOptions {
            by_thread: true,
            ..options()
        };
        fuzz(&seeds("mailbox"), |bytes, _| {
            assert_spans_fit(&source::read_bytes("a.mbox", bytes, &by_thread));
        });
    }

    #[test]
    fn archives_are_opened_or_named() {
        let inner = zipped(&[("c.txt", b"Boats rest.")]);
        let nested = zipped(&[("b/in.zip", &inner)]);
        fuzz(&[seeds("zip"), vec![nested]].concat(), read_as("a.zip"));
        fuzz(&seeds("tar"), read_as("a.tar"));
    }
}

#[test]
fn subtitles_are_text_or_named() {
    fuzz(&seeds("subtitles"), read_as("a.srt"));
    fuzz(&seeds("subtitles"), read_as("a.vtt"));
}

#[test]
fn json_documents_are_rows_or_named() {
    fuzz(&seeds("json"), read_as("a.json"));
}

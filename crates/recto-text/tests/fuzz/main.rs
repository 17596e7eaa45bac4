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

//! Marked-up and packed files, good and bad, through the public reader.

use recto_math::{Remedy, Run, Silent};
use recto_testing::Scratch;
use recto_text::source::{self, Format};
use recto_text::{Analysis, Analyzer, Document, Language, Limits, Pile, SourceOptions, UnitKind};
use std::io::Write;

fn read(name: &str, bytes: impl AsRef<[u8]>) -> Pile {
    read_with(name, bytes, &SourceOptions::default())
}

/// Reads a file of this name and content.
fn read_with(name: &str, bytes: impl AsRef<[u8]>, options: &SourceOptions) -> Pile {
    let file = Scratch::new();
    let argument = file.write(name, bytes);
    source::read(&[argument], options, &Run::new(0, &Silent)).expect("nobody cancels")
}

fn only(pile: Pile) -> Document {
    assert_eq!(pile.failed, []);
    assert_eq!(pile.documents.len(), 1);
    pile.documents.into_iter().next().expect("one")
}

fn headings(document: &Document) -> Vec<&str> {
    let spans = document.headings.iter();
    spans.map(|span| &document.text[span.range()]).collect()
}

type Pack = fn(&[u8]) -> Vec<u8>;

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut writer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    writer.write_all(bytes).expect("memory");
    writer.finish().expect("memory")
}

fn zstd(bytes: &[u8]) -> Vec<u8> {
    use ruzstd::encoding::{CompressionLevel, compress_to_vec};
    compress_to_vec(bytes, CompressionLevel::Fastest)
}

const MARKDOWN: &str = "---\ntitle: \"Tide tables\"\n---\n\n# Tides *today*\n\nThe [harbour](https://example.org/x) opens\nat nine. Use `tide --now`.\n\n```sh\ntide --secret\n```\n\n- ropes\n- two hooks\n  - and nails\n\n| port | depth |\n|---|---|\n| Leith | 4 m |\n\n![chart](chart.png)\n\nA note.[^1]\n\n[^1]: Measured at noon.\n";

#[test]
fn markdown_is_read_as_it_is_shown() {
    let document = only(read("a.md", MARKDOWN));
    assert_eq!(document.title.as_deref(), Some("Tide tables"));
    assert_eq!(headings(&document), ["Tides today"]);
    let blocks: Vec<&str> = document.text.split("\n\n").collect();
    let expected = [
        "Tides today",
        "The harbour opens at nine. Use tide --now.",
        "ropes",
        "two hooks",
        "and nails",
        "port\tdepth",
        "Leith\t4 m",
        "A note.",
        "Measured at noon.",
    ];
    assert_eq!(blocks, expected);
}

#[test]
fn blocks_of_markdown_are_units() {
    let document = only(read("a.markdown", MARKDOWN));
    let english = Language::from_code("en").expect("English");
    let units = Analyzer::new(Analysis::Segment, english)
        .units(&document, UnitKind::Sentence, &Run::new(0, &Silent))
        .expect("nobody cancels");
    assert_eq!(units.len(), 10);
    assert_eq!(units.text_of(1), "The harbour opens at nine.");
}

#[test]
fn broken_markdown_is_text_all_the_same() {
    for text in [
        "",
        "[",
        "```",
        "| a |\n|-",
        "---\ntitle:",
        "<div>\n\nx",
        "[^1]: ",
    ] {
        only(read("a.md", text));
    }
    let deep = ">".repeat(50_000) + " x\n" + &"- ".repeat(5_000) + "y";
    assert!(only(read("deep.md", deep)).text.contains('y'));
}

const PAGE: &str = "<!DOCTYPE html><html><head><title>Tides &amp; winds\n</title>\
<style>p { color: red }</style><script>if (a < b) { alert('no'); }</script></head><body>\
<nav><ul><li><a href=/>Home</a></li></ul></nav><div class='main-menu menu'>Menu words</div>\
<article><header><h1>The caf&eacute; on the quay</h1></header>\
<p>Boats come in at <b>nine</b>.<br>They leave\n   at ten &mdash; or later, if the wind says so.</p>\
<ul><li>ropes<li>hooks</ul><pre>two\n  lines</pre><pre><code>let x = 1;</code></pre>\
<aside>Buy our rope!</aside><p><a href=x>Read more of this</a></p></article>\
<footer>All rights reserved</footer></body></html>";

#[test]
fn a_page_gives_its_article_and_title() {
    let document = only(read("a.html", PAGE));
    assert_eq!(document.title.as_deref(), Some("Tides & winds"));
    assert_eq!(headings(&document), ["The café on the quay"]);
    let expected = "The café on the quay\n\nBoats come in at nine.\nThey leave at ten — or \
                    later, if the wind says so.\n\nropes\n\nhooks\n\ntwo\n  lines\n\nlet x = 1;\n\n\
                    Read more of this";
    assert_eq!(document.text, expected);
}

#[test]
fn an_element_that_is_never_closed_does_not_swallow_the_page() {
    let text = "Long enough to be an article of its own, one would think. ".repeat(5);
    let page = format!("<body><nav>Home<p>{text}<p>{text}</body>");
    let document = only(read("a.htm", page));
    assert!(document.text.contains("an article of its own"));
}

#[test]
fn broken_pages_are_text_all_the_same() {
    for page in [
        "",
        "<",
        "<p",
        "</",
        "<!--",
        "<p>&",
        "&#x110000;",
        "<script>",
        "<![CDATA[x]]>",
    ] {
        only(read("a.html", page));
    }
    let deep = "<div>".repeat(200_000) + "deep" + &"</b>".repeat(200_000);
    assert_eq!(only(read("deep.html", deep)).text, "deep");
    let xhtml = "<?xml version='1.0'?><html><head><script src='x'/><title>T</title></head><body><p>Kept</p></body></html>";
    assert_eq!(only(read("a.xhtml", xhtml)).text, "Kept");
}

#[test]
fn a_page_may_name_its_encoding() {
    let page = b"<meta charset=\"windows-1251\"><p>\xCF\xF0\xE8\xE2\xE5\xF2</p>";
    let pile = read("a.html", page);
    assert_eq!(pile.warnings, []);
    assert_eq!(only(pile).text, "Привет");
}

#[test]
fn packed_files_are_read_by_their_inner_ending() {
    let rows = b"{\"text\": \"one\"}\n{\"text\": \"two\"}\n";
    for (ending, pack) in [("gz", gzip as Pack), ("zst", zstd)] {
        let pile = read(&format!("x.jsonl.{ending}"), pack(rows));
        let ids: Vec<&str> = pile.documents.iter().map(|d| d.id.as_str()).collect();
        let expected = [format!("x.jsonl.{ending}#1"), format!("x.jsonl.{ending}#2")];
        assert_eq!(ids, expected);
        let page = only(read(&format!("a.html.{ending}"), pack(PAGE.as_bytes())));
        assert!(page.title.is_some() && page.id == format!("a.html.{ending}"));
        let plain = only(read(&format!("a.txt.{ending}"), pack(b"")));
        assert_eq!(plain.text, "");
    }
}

#[test]
fn several_streams_in_a_file_are_one_text() {
    for (name, pack) in [("a.gz", gzip as Pack), ("a.zst", zstd)] {
        let both = [pack(b"one "), pack(b"two")].concat();
        assert_eq!(only(read(name, both)).text, "one two");
    }
    let skipped = [&[0x50, 0x2A, 0x4D, 0x18, 2, 0, 0, 0, 9, 9][..], &zstd(b"x")].concat();
    assert_eq!(only(read("s.zst", skipped)).text, "x");
}

#[test]
fn a_bomb_is_refused_with_the_parameter() {
    let limits = Limits {
        file: 1 << 16,
        ..Limits::default()
    };
    let options = SourceOptions {
        limits,
        ..SourceOptions::default()
    };
    let large = vec![b'a'; 1 << 22];
    for (name, bytes) in [("a.txt.gz", gzip(&large)), ("a.txt.zst", zstd(&large))] {
        assert!(bytes.len() < 1 << 16);
        let pile = read_with(name, bytes, &options);
        let failure = &pile.failed[0];
        assert_eq!(failure.message, "unpacks to more than 65536 bytes");
        assert_eq!(failure.remedy, Some(Remedy::Raise("max_file_bytes")));
    }
}

#[test]
fn a_stream_that_is_packed_too_tightly_is_refused() {
    let large = vec![b'a'; 1 << 22];
    for (name, bytes) in [("a.txt.gz", gzip(&large)), ("a.txt.zst", zstd(&large))] {
        let pile = read(name, bytes);
        let failure = &pile.failed[0];
        assert_eq!(
            failure.message,
            "unpacks to more than 200 times its size, as harmful files do"
        );
        assert_eq!(failure.remedy, Some(Remedy::Raise("max_archive_ratio")));
    }
}

/// The entries of the archive all lead to one file, as the table at its end allows.
#[cfg(feature = "archive")]
#[test]
fn files_of_an_archive_that_lie_over_each_other_count_together() {
    let bytes = recto_testing::zip::overlapping(&vec![b'a'; 1 << 20], 1000);
    let pile = read("a.zip", bytes);
    assert!(pile.documents.len() < 100);
    assert_eq!(
        pile.failed[0].remedy,
        Some(Remedy::Raise("max_archive_ratio"))
    );
}

#[test]
fn a_damaged_stream_is_named_and_the_rest_is_read() {
    let scratch = Scratch::new();
    let text: String = (0..4000)
        .map(|i| format!("Line {i} of the log.\n"))
        .collect();
    let good = scratch.write("good.txt", "good");
    for (name, packed) in [
        ("a.gz", gzip(text.as_bytes())),
        ("a.zst", zstd(text.as_bytes())),
    ] {
        let mut flipped = packed.clone();
        let middle = packed.len() / 2;
        flipped[middle] ^= 0x55;
        let cut = packed[..packed.len() - 9].to_vec();
        for bytes in [cut, flipped, b"no such format".to_vec(), Vec::new()] {
            let arguments = [scratch.write(name, &bytes), good.clone()];
            let pile = source::read(&arguments, &SourceOptions::default(), &Run::new(0, &Silent))
                .expect("nobody cancels");
            assert_eq!(pile.documents.len(), 1, "{name}");
            assert!(pile.failed[0].file.ends_with(name));
            assert!(pile.failed[0].message.contains("damaged or cut short"));
        }
    }
}

#[test]
fn a_named_format_stands_over_the_ending() {
    let options = SourceOptions {
        format: Some(Format::Html),
        ..SourceOptions::default()
    };
    let pile = read_with("a.txt", "<p>x &lt; y</p>", &options);
    assert_eq!(only(pile).text, "x < y");
}

#[test]
fn many_bad_rows_are_counted_not_listed() {
    let table = format!("id,text\n{}", "1,2,3\n".repeat(5000));
    for (name, content) in [("a.csv", table), ("a.jsonl", "{\n".repeat(5000))] {
        let pile = read(name, content);
        assert_eq!(pile.failed.len(), 11);
        assert_eq!(pile.failed[10].message, "4990 more lines like these");
    }
}

/// The line of the file on which the text has each word.
fn lines_of<const N: usize>(document: &Document, words: [&str; N]) -> [usize; N] {
    let lines = document.line_map();
    words.map(|word| lines.at(document.text.find(word).expect("the word is there")))
}

#[test]
fn lines_of_markdown_are_those_of_the_file() {
    let document = only(read("a.md", MARKDOWN));
    let words = [
        "Tides", "harbour", "at nine", "ropes", "nails", "Leith", "A note", "noon",
    ];
    assert_eq!(lines_of(&document, words), [5, 7, 8, 14, 16, 20, 24, 26]);
    let windows = only(read("a.md", MARKDOWN.replace('\n', "\r\n")));
    assert_eq!(lines_of(&windows, words), [5, 7, 8, 14, 16, 20, 24, 26]);
}

#[test]
fn lines_of_a_page_are_those_of_the_file() {
    let page = "<html>\n<head><title>Port</title>\n<script>\nlet a = 1;\n</script></head>\n\
        <body>\n<h1>Harbour</h1>\n<p>The tide\nrises &amp; falls\nover the quay.</p>\n\n\
        <!-- a\ncomment -->\n<p\nclass=\"x\">Boats wait.</p>\n<pre>\nNets\ndry</pre>\n</body></html>\n";
    let words = ["Harbour", "tide", "rises", "quay", "Boats", "Nets", "dry"];
    let expected = [7, 8, 9, 10, 15, 17, 18];
    assert_eq!(lines_of(&only(read("a.html", page)), words), expected);
    let windows = page.replace('\n', "\r\n");
    assert_eq!(lines_of(&only(read("a.html", windows)), words), expected);
}

#[test]
fn a_row_stands_on_its_own_line() {
    let pile = read(
        "a.jsonl",
        "{\"text\": \"One.\"}\n{\"text\": \"Two.\\nThree.\"}\n",
    );
    assert_eq!(lines_of(&pile.documents[1], ["Two", "Three"]), [2, 2]);
}

/// A build without a reader names the file, the feature and what to do.
#[cfg(not(feature = "pdf"))]
#[test]
fn without_its_feature_a_format_is_named_with_what_to_do() {
    let pile = read("a.pdf", b"%PDF-1.4\n");
    let message = &pile.failed[0].message;
    assert!(message.contains("without its feature `pdf`"), "{message}");
    assert!(message.contains("pdftotext"), "{message}");
}

//! The inputs, made in a folder of the test.

use crate::common::{Scratch, text::made};

/// Every input: its name and its path. Long lines and long words have `length` bytes.
pub(crate) fn inputs(scratch: &Scratch, length: usize) -> Vec<(&'static str, String)> {
    let mut inputs: Vec<(&str, String)> = Vec::new();
    for (name, file, bytes) in files(length) {
        inputs.push((name, scratch.write(file, bytes)));
    }
    inputs.push(("missing", scratch.arg("missing.txt")));
    std::fs::create_dir_all(scratch.path("empty-folder")).expect("a folder");
    inputs.push(("empty folder", scratch.arg("empty-folder")));
    scratch.write("binaries/a.bin", binary());
    inputs.push(("folder without text", scratch.arg("binaries")));
    inputs.push(("pattern without match", scratch.arg("*.nothing")));
    inputs
}

fn files(length: usize) -> Vec<(&'static str, &'static str, Vec<u8>)> {
    let text = |text: &str| text.as_bytes().to_vec();
    vec![
        ("empty", "empty.txt", Vec::new()),
        ("blanks", "blanks.txt", text(" \t\r\n\n \u{a0}\u{3000}\n")),
        ("300 kB of blanks", "many-blanks.txt", vec![b' '; 300 << 10]),
        ("one word", "word.txt", text("harbour")),
        ("binary", "binary.bin", binary()),
        ("only NULs", "nuls.txt", vec![0; 4096]),
        ("a NUL in text", "nul.txt", text("Nets dry.\0 Boats rest.")),
        (
            "latin-1",
            "latin1.txt",
            b"Le caf\xe9 est ferm\xe9. La mer est calme.".to_vec(),
        ),
        (
            "utf-16 with mark",
            "utf16.txt",
            utf16("\u{FEFF}Nets dry. Boats rest."),
        ),
        (
            "utf-16 without mark",
            "utf16le.txt",
            utf16("Nets dry on the quay. Boats rest."),
        ),
        (
            "utf-16 cut off",
            "utf16cut.txt",
            utf16("\u{FEFF}Nets dry.")[..11].to_vec(),
        ),
        (
            "utf-8 with mark",
            "utf8.txt",
            text("\u{FEFF}Nets dry. Boats rest."),
        ),
        ("crlf", "crlf.txt", text("Nets dry.\r\n\r\nBoats rest.\r\n")),
        (
            "a long line",
            "long.txt",
            made(length, 3).replace('\n', " ").into_bytes(),
        ),
        ("a long word", "solid.txt", vec![b'x'; length]),
        (
            "identical lines",
            "same.txt",
            text(&"The nets dry on the quay.\n".repeat(500)),
        ),
        ("stop words", "stop.txt", text(&"the of and. ".repeat(50))),
        (
            "cjk",
            "cjk.txt",
            text(&"海港的船回来了。面包在炉子里。".repeat(20)),
        ),
        (
            "right to left",
            "rtl.txt",
            text(&"عاد الصيادون إلى الميناء. الخبز في الفرن. ".repeat(20)),
        ),
        ("emoji", "emoji.txt", text(&"🦀🌊⚓ 👩‍👩‍👧‍👦 ".repeat(200))),
        (
            "malformed JSONL",
            "bad.jsonl",
            text("{\"text\": \"Nets dry.\"\n[1, 2]\n"),
        ),
        (
            "JSONL without text",
            "body.jsonl",
            text("{\"body\": \"Nets dry.\"}\n"),
        ),
        (
            "CSV with an open quote",
            "quote.csv",
            text("text\n\"Nets dry on the quay today.\nBoats rest in the bay tonight.\n"),
        ),
        ("PDF", "paper.txt", text("%PDF-1.4 Nets dry.")),
        ("malformed CSV", "bad.csv", text("id,text\n1,Nets,dry\n2\n")),
        (
            "CSV without text",
            "body.csv",
            text("id,body\n1,Nets dry.\n"),
        ),
        (
            "markup",
            "page.txt",
            text("</script><script>alert(1)</script> \u{1b}[2J Nets dry."),
        ),
    ]
}

fn utf16(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

/// Every byte value, over and over, as in a compressed file.
fn binary() -> Vec<u8> {
    (0..64u32 << 10)
        .map(|i| (i.wrapping_mul(2_654_435_761) >> 24) as u8)
        .collect()
}

//! Numbers and models that ask for too much: refused, or done, never a panic.

use crate::common::{self, Scratch, recto, text::made};

/// The command line with the text in the place of `INPUT`.
fn run(scratch: &Scratch, line: &str) -> common::Ran {
    let file = scratch.write("in.txt", made(2000, 1));
    let words = line.split(' ');
    let words = words.map(|word| if word == "INPUT" { &file } else { word });
    recto(&words.collect::<Vec<_>>())
}

#[test]
fn numbers_at_the_end_of_their_range_are_refused_or_done() {
    let scratch = Scratch::new();
    let rows = [
        (
            "segment INPUT --method bayes --theta 1e308",
            2,
            "at most 1000000",
        ),
        (
            "authors INPUT --method bayes-ad --theta 1e308",
            2,
            "at most 1000000",
        ),
        (
            "topics INPUT --topics 18446744073709551615",
            1,
            "lower --topics",
        ),
        (
            "topics INPUT --method ext-plsa --topics 9223372036854775807",
            1,
            "lower --topics",
        ),
        (
            "summarize INPUT --method nmf --iterations 4294967296",
            0,
            "",
        ),
        (
            "summarize INPUT --method bstm --iterations 18446744073709551615",
            0,
            "",
        ),
        (
            "eval rouge INPUT INPUT --measures 4294967296",
            2,
            "from 1 to 100",
        ),
        (
            "eval rouge INPUT INPUT --resamples 4294967296",
            2,
            "from 0 to 1000000",
        ),
        ("authors INPUT --authors 4294967296", 1, "lower --authors"),
        ("segment INPUT --threads 1025", 2, "from 1 to 1024"),
        ("segment INPUT --threads 1024", 0, ""),
    ];
    for (line, code, part) in rows {
        let ran = run(&scratch, line);
        assert_eq!(ran.code, Some(code), "`{line}`: {}", ran.err);
        assert!(
            ran.err.contains(part),
            "`{line}`: no {part:?} in {}",
            ran.err
        );
    }
}

#[test]
fn any_width_of_the_terminal_is_survived() {
    let scratch = Scratch::new();
    let file = scratch.write("in.txt", made(2000, 1));
    for columns in ["0", "1", "18446744073709551615", "x"] {
        let output = common::command(&["segment", &file])
            .env("COLUMNS", columns)
            .output();
        let ran = common::ran(output.expect("recto runs")).ends(0);
        let longest = ran.text().lines().map(str::len).max();
        assert!(longest < Some(4000), "{columns}: {longest:?}");
    }
}

/// A model as it is saved, with any header and as many numbers, and a checksum that fits.
fn model(header: &str, numbers: usize) -> Vec<u8> {
    let mut body = (header.len() as u64).to_le_bytes().to_vec();
    body.extend(header.bytes());
    body.extend(std::iter::repeat_n(0.5f64.to_le_bytes(), numbers).flatten());
    let mut crc = u32::MAX;
    for byte in &body {
        crc ^= u32::from(*byte);
        for _ in 0..8 {
            crc = crc >> 1 ^ (0xEDB8_8320 & 0u32.wrapping_sub(crc & 1));
        }
    }
    let opening = [
        b"RECTOPIC".as_slice(),
        &1u32.to_le_bytes(),
        &(!crc).to_le_bytes(),
    ];
    [opening.concat(), body].concat()
}

#[test]
fn a_model_that_asks_for_more_memory_than_there_is_is_refused() {
    let scratch = Scratch::new();
    let topics = 1_000_000;
    let labels = vec!["\"\""; topics].join(",");
    let header = format!(
        "{{\"method\":\"plsa\",\"parameters\":{{}},\"cache\":\"off\",\"topics\":{topics},\
         \"clusters\":0,\"terms\":[\"harbour\"],\"spellings\":[\"harbour\"],\"labels\":[{labels}]}}"
    );
    let file = scratch.write("large.topics", model(&header, 4 + 1 + topics + topics));
    run(&scratch, &format!("topics INPUT --load-model {file}"))
        .ends(1)
        .says("1000000 topics and 1 terms need about")
        .says("raise --max-memory");
}

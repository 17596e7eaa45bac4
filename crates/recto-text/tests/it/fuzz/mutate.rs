//! A small fuzzer with a fixed seed: it takes a valid sample, damages it a few times
//! and reads it. A normal run does some hundred rounds a reader; `RECTO_FUZZ_SECONDS`
//! sets how long each reader is tried instead. A failure prints the seed of the round;
//! `RECTO_FUZZ_SEED` runs from there.

use std::time::{Duration, Instant};

/// Rounds of a normal run.
const ROUNDS: u64 = 300;
/// No round may take longer; inputs have at most some hundred kilobytes.
pub(crate) const LONGEST: Duration = Duration::from_secs(10);

/// SplitMix64.
pub(crate) struct Draws(u64);

impl Draws {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    pub(crate) fn below(&mut self, n: usize) -> usize {
        (self.next() % n.max(1) as u64) as usize
    }

    /// A place in `bytes`, the end included.
    fn place(&mut self, bytes: &[u8]) -> usize {
        self.below(bytes.len() + 1)
    }
}

/// Pieces that mean something to one reader or another.
const PIECES: [&str; 40] = [
    "\n\n",
    "\r\n",
    "\0",
    "\u{FEFF}",
    "\u{2028}",
    "é",
    "e\u{301}",
    "。",
    "「",
    "」",
    "…",
    "“",
    "”",
    "’s",
    ". ",
    ".",
    "?! ",
    "(",
    ")",
    "\"",
    ",",
    ";",
    "\t",
    "{\"text\":\"",
    "\":[",
    "],\"",
    "null",
    "\\ud800",
    "}",
    "[",
    "](",
    "```",
    "---\n",
    "> ",
    "- ",
    "| ",
    "<div>",
    "</div>",
    "<!--",
    "&amp;&#x1F600;",
];

fn mutate(bytes: &mut Vec<u8>, draws: &mut Draws) {
    let at = draws.place(bytes);
    let length = draws.below(1 + bytes.len().min(64));
    let end = (at + length).min(bytes.len());
    match draws.below(8) {
        0 if at < bytes.len() => bytes[at] ^= 1 << draws.below(8),
        1 if at < bytes.len() => bytes[at] = draws.next() as u8,
        2 => drop(bytes.drain(at..end)),
        3 => bytes.truncate(at),
        4 => {
            let piece = PIECES[draws.below(PIECES.len())];
            bytes.splice(at..at, piece.bytes());
        }
        5 => {
            let piece = bytes[at..end].to_vec();
            bytes.splice(at..at, piece);
        }
        6 if bytes.len() < 50_000 => {
            let piece = PIECES[draws.below(PIECES.len())];
            let times = 1 << draws.below(12);
            bytes.splice(at..at, piece.repeat(times).bytes());
        }
        _ => {
            let piece = bytes[at..end].to_vec();
            let to = draws.place(bytes);
            bytes.splice(to..to, piece);
        }
    }
}

/// Reads mutations of the samples until the rounds or the seconds are over.
pub(crate) fn fuzz(samples: &[Vec<u8>], read: impl Fn(Vec<u8>, &mut Draws)) {
    let setting = |name: &str| std::env::var(name).ok().and_then(|v| v.parse::<u64>().ok());
    let seconds = setting("RECTO_FUZZ_SECONDS").map(Duration::from_secs);
    let first = setting("RECTO_FUZZ_SEED").unwrap_or(0);
    let start = Instant::now();
    let goes_on = |round| match seconds {
        Some(seconds) => start.elapsed() < seconds,
        None => round < ROUNDS,
    };
    let mut seed = first;
    while goes_on(seed - first) {
        let mut draws = Draws(seed);
        let mut bytes = samples[draws.below(samples.len())].clone();
        for _ in 0..=draws.below(6) {
            mutate(&mut bytes, &mut draws);
        }
        let round = Instant::now();
        let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            read(bytes, &mut draws);
        }));
        assert!(outcome.is_ok(), "seed {seed}");
        assert!(round.elapsed() < LONGEST, "seed {seed}: too slow");
        seed += 1;
    }
}

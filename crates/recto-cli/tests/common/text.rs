//! Made text: topics with words of their own, drawn from a fixed stream.

use std::fmt::Write;

/// A small generator; the texts must be the same on every machine and for ever.
pub(crate) struct Draw(pub(crate) u64);

impl Draw {
    pub(crate) fn below(&mut self, n: u64) -> u64 {
        // Knuth's MMIX constants; the high bits are the good ones.
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }
}

const COMMON: [&str; 12] = [
    "the", "of", "and", "in", "with", "was", "that", "from", "they", "were", "into", "over",
];
const SYLLABLES: [&str; 16] = [
    "bar", "den", "fil", "gor", "hul", "jem", "kes", "lor", "min", "nal", "pod", "quen", "ras",
    "sel", "tov", "wim",
];

/// At least `bytes` of sentences in paragraphs; the topic changes every six paragraphs.
pub(crate) fn made(bytes: usize, seed: u64) -> String {
    let mut draw = Draw(seed);
    let mut text = String::with_capacity(bytes + 1024);
    let mut paragraph = 0;
    while text.len() < bytes {
        let topic = paragraph / 6;
        for _ in 0..4 + draw.below(3) {
            sentence(&mut text, topic, &mut draw);
        }
        text.push_str("\n\n");
        paragraph += 1;
    }
    text
}

fn sentence(text: &mut String, topic: u64, draw: &mut Draw) {
    let begin = ["Then", "Here", "Once", "There", "Soon"];
    text.push_str(begin[draw.below(5) as usize]);
    for _ in 0..8 + draw.below(8) {
        match draw.below(2) {
            0 => write!(text, " {}", COMMON[draw.below(12) as usize]),
            _ => {
                let word = topic * 7 + draw.below(20);
                let part = |shift: u32| SYLLABLES[(word >> shift) as usize % 16];
                write!(text, " {}{}{}", part(8), part(4), part(0))
            }
        }
        .expect("a string takes it");
    }
    text.push_str(". ");
}

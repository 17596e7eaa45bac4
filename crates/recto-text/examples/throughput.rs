//! How fast text is read, decoded, cut into sentences and words with normal forms.
//!
//! ```text
//! throughput generate FOLDER MEGABYTES   writes one.txt, and the same in many/
//! throughput run PATH [THREADS]          one cold run, printed as a line
//! throughput digest PATH [THREADS]       a digest of all units, tokens and terms
//! ```
//!
//! The generated text is made up: word lengths and frequencies follow those of prose
//! (Zipf's law over 120,000 words, the first of them function words), one character
//! in a hundred is not ASCII, and the same seed gives the same bytes. The digest is the
//! same for any number of threads, and before and after a change that only makes the
//! analysis faster.

#![expect(
    clippy::print_stdout,
    reason = "a program for measuring prints what it measured"
)]

use rayon::prelude::*;
use recto_math::{Run, Silent};
use recto_text::{Analysis, Analyzer, Document, Language, SourceOptions, UnitKind, Units, source};
use std::error::Error;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::num::NonZeroUsize;
use std::path::Path;
use std::time::Instant;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["generate", folder, megabytes] => generate(Path::new(folder), megabytes.parse()?),
        ["run", path] => measure(path, 2),
        ["run", path, threads] => measure(path, threads.parse()?),
        ["digest", path] => digest(path, 2),
        ["digest", path, threads] => digest(path, threads.parse()?),
        _ => Err(
            "usage: throughput generate FOLDER MEGABYTES | run PATH [THREADS] | digest PATH [THREADS]"
                .into(),
        ),
    }
}

fn measure(path: &str, threads: usize) -> Result<(), Box<dyn Error>> {
    let start = Instant::now();
    let threads = NonZeroUsize::new(threads).ok_or("at least one thread")?;
    let run = Run::new(0, &Silent).with_threads(threads);
    let (bytes, sentences, tokens, read) = run.install(|| {
        let pile = source::read(&[path.to_string()], &SourceOptions::default(), &run)?;
        let read = start.elapsed();
        let units = analyze(&pile.documents, &run)?;
        let bytes: usize = pile.documents.iter().map(|d| d.text.len()).sum();
        let sentences: usize = units.iter().map(Units::len).sum();
        let tokens: usize = units.iter().map(|units| units.tokens.len()).sum();
        Ok::<_, recto_math::Cancelled>((bytes, sentences, tokens, read))
    })?;
    let seconds = start.elapsed().as_secs_f64();
    let megabytes = bytes as f64 / 1e6;
    println!(
        "{megabytes:.0} MB, {sentences} sentences, {tokens} tokens: {seconds:.3} s ({:.3} s of it reading), {:.0} MB/s",
        read.as_secs_f64(),
        megabytes / seconds
    );
    Ok(())
}

fn analyze<'d>(
    documents: &'d [Document],
    run: &Run<'_>,
) -> Result<Vec<Units<'d>>, recto_math::Cancelled> {
    let english = Language::from_code("en").expect("English is known");
    let analyzer = Analyzer::new(Analysis::Segment, english);
    documents
        .par_iter()
        .map(|document| analyzer.units(document, UnitKind::Sentence, run))
        .collect()
}

/// Every analysis and kind of unit over small texts, the usual one over large ones.
fn digest(path: &str, threads: usize) -> Result<(), Box<dyn Error>> {
    let threads = NonZeroUsize::new(threads).ok_or("at least one thread")?;
    let run = Run::new(0, &Silent).with_threads(threads);
    let digest = run.install(|| {
        let pile = source::read(&[path.to_string()], &SourceOptions::default(), &run)?;
        let mut hasher = DefaultHasher::new();
        for document in &pile.documents {
            let language = Language::detect(&document.text);
            (language.code, &document.id, &document.text).hash(&mut hasher);
            let n_analyses = if document.text.len() < 1 << 20 { 9 } else { 1 };
            for (_, analysis) in &Analysis::ALL[..n_analyses] {
                for kind in [UnitKind::Sentence, UnitKind::Paragraph, UnitKind::Line] {
                    let units = Analyzer::new(*analysis, language).units(document, kind, &run)?;
                    hash_units(&units, &mut hasher);
                }
            }
        }
        Ok::<_, recto_math::Cancelled>(hasher.finish())
    })?;
    println!("{digest:016x}");
    Ok(())
}

fn hash_units(units: &Units<'_>, hasher: &mut DefaultHasher) {
    for unit in &units.units {
        (
            unit.span,
            unit.first_token,
            unit.end_token,
            unit.opens_paragraph,
        )
            .hash(hasher);
    }
    for token in &units.tokens {
        (token.span(), token.term()).hash(hasher);
    }
    units.vocabulary.iter().for_each(|term| term.hash(hasher));
    (units.overlong, units.unspaced).hash(hasher);
}

/// Files in the folder of many.
const FILES: usize = 1000;

fn generate(folder: &Path, megabytes: usize) -> Result<(), Box<dyn Error>> {
    let mut writer = Prose::new(1);
    let many = folder.join("many");
    std::fs::create_dir_all(&many)?;
    let mut whole = String::new();
    for i in 0..FILES {
        let text = writer.text(megabytes * 1_000_000 / FILES);
        std::fs::write(many.join(format!("{i:04}.txt")), &text)?;
        whole.push_str(&text);
    }
    std::fs::write(folder.join("one.txt"), &whole)?;
    let wide = whole.chars().filter(|c| !c.is_ascii()).count();
    let share = 100.0 * wide as f64 / whole.chars().count() as f64;
    println!(
        "{} bytes, {share:.2} % of the characters not ASCII",
        whole.len()
    );
    Ok(())
}

/// The most frequent words of the made-up prose.
const FUNCTION: [&str; 40] = [
    "the", "of", "and", "to", "in", "a", "is", "that", "it", "was", "for", "on", "with", "as",
    "be", "at", "by", "not", "this", "are", "from", "but", "had", "have", "they", "which", "or",
    "one", "you", "were", "all", "her", "she", "there", "would", "their", "we", "him", "been",
    "has",
];
const ONSETS: [&str; 20] = [
    "b", "c", "d", "f", "g", "h", "l", "m", "n", "p", "r", "s", "t", "v", "st", "tr", "pl", "sh",
    "gr", "br",
];
const VOWELS: [&str; 8] = ["a", "e", "i", "o", "u", "ea", "ai", "ou"];
const ENDINGS: [&str; 12] = [
    "", "", "n", "r", "s", "ing", "ed", "er", "ness", "ment", "ly", "tion",
];
const WORDS: usize = 120_000;

/// Writes made-up prose.
struct Prose {
    words: Vec<String>,
    /// Cumulated frequencies of the words, up to 1.
    cumulated: Vec<f64>,
    state: u64,
}

impl Prose {
    fn new(seed: u64) -> Self {
        let mut prose = Self {
            words: FUNCTION.map(String::from).to_vec(),
            cumulated: Vec::new(),
            state: seed,
        };
        while prose.words.len() < WORDS {
            let word = prose.word();
            prose.words.push(word);
        }
        let weight = |rank: usize| (rank as f64 + 2.7).powf(-1.1);
        let total: f64 = (0..WORDS).map(weight).sum();
        let mut sum = 0.0;
        prose.cumulated = (0..WORDS)
            .map(|rank| {
                sum += weight(rank) / total;
                sum
            })
            .collect();
        prose
    }

    /// SplitMix64: small, portable, good enough for prose.
    fn draw(&mut self) -> f64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64
    }

    fn below(&mut self, n: usize) -> usize {
        (self.draw() * n as f64) as usize
    }

    fn word(&mut self) -> String {
        let mut word = String::new();
        for _ in 0..=self.below(3) {
            word.push_str(ONSETS[self.below(ONSETS.len())]);
            word.push_str(VOWELS[self.below(VOWELS.len())]);
        }
        word.push_str(ENDINGS[self.below(ENDINGS.len())]);
        if self.below(100) < 7 {
            word = word.replacen('a', "é", 1).replacen('o', "ö", 1);
        }
        word
    }

    fn text(&mut self, bytes: usize) -> String {
        let mut text = String::with_capacity(bytes + 1000);
        while text.len() < bytes {
            for _ in 0..3 + self.below(5) {
                self.sentence(&mut text);
                text.push(' ');
            }
            text.pop();
            text.push_str("\n\n");
        }
        text
    }

    fn sentence(&mut self, text: &mut String) {
        let length = 5 + self.below(26);
        for i in 0..length {
            let draw = self.draw();
            let at = self.cumulated.partition_point(|&sum| sum < draw);
            let word = &self.words[at.min(WORDS - 1)];
            let is_name = i == 0 || (at > 400 && at % 13 == 0);
            if is_name {
                text.extend(capitalized(word))
            } else {
                text.push_str(word)
            }
            self.after_word(text, i + 1 == length);
        }
        text.push_str([".", ".", ".", ".", "?", "!", ".”"][self.below(7)]);
    }

    fn after_word(&mut self, text: &mut String, is_last: bool) {
        if is_last {
            return;
        }
        let number = self.below(3000);
        match self.below(100) {
            0..8 => text.push_str(", "),
            8 => text.push_str(" – "),
            9 => text.push_str(&format!(" {number} ")),
            10 => text.push_str("’s "),
            11 => text.push_str(" (e.g. Dr. "),
            12 => text.push_str(") "),
            _ => text.push(' '),
        }
    }
}

fn capitalized(word: &str) -> impl Iterator<Item = char> {
    let mut letters = word.chars();
    letters
        .next()
        .into_iter()
        .flat_map(char::to_uppercase)
        .chain(letters)
}

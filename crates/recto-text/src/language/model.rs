//! The weights of the features, as `bench/text/fit_languages.py` fitted them.
//!
//! The score of a class is `step * sum(weights of the features) / sqrt(features) + bias`: the
//! logarithm of its probability, up to a constant that all classes share. Weights are integers
//! of four bits, so that their sums are exact, in any order and on any machine.
//!
//! A table serves one script. Its first classes are languages that recto knows; the others are
//! groups of related languages that it does not know, which are there to be preferred to them.

use super::LANGUAGES;
use super::features::for_each_feature;
use super::script::Script;
use std::sync::LazyLock;

static BYTES: &[u8] = include_bytes!("weights.bin");

const MAGIC: &[u8] = b"recto language 1\n";

/// Four-bit weights are stored as unsigned numbers, this much higher.
const OFFSET: i64 = 8;

/// Features after which 16-bit sums of numbers up to 15 must be emptied.
const MAX_IN_SUM: u32 = 4_000;

/// Classes of the table for Latin letters, and of the others at most.
const LATIN_LANES: usize = 32;
const OTHER_LANES: usize = 16;

static MODEL: LazyLock<Model> = LazyLock::new(|| Model::parse(BYTES));

struct Model {
    latin: Table<LATIN_LANES>,
    /// Cyrillic, Arabic, Devanagari.
    others: [Table<OTHER_LANES>; 3],
}

struct Table<const LANES: usize> {
    /// Shift that leaves the bucket of a hash.
    shift: u32,
    rows: Vec<[u8; LANES]>,
    classes: Vec<Class>,
}

/// A language, or a group of languages that recto does not know.
struct Class {
    /// Row of [`LANGUAGES`].
    language: usize,
    step: f64,
    bias: f64,
}

/// Scores of the classes of one script, and of how many features.
pub(super) struct Scores {
    /// Rows of [`LANGUAGES`], several times where several groups are not known, with scores.
    pub(super) classes: Vec<(usize, f64)>,
    pub(super) features: u32,
}

/// Sums of the weights of the features of a text in one script.
pub(super) enum Sums {
    Latin(Accumulator<LATIN_LANES>),
    Other(usize, Accumulator<OTHER_LANES>),
}

pub(super) struct Accumulator<const LANES: usize> {
    full: [u32; LANES],
    current: [u16; LANES],
    in_current: u32,
    features: u32,
}

impl Sums {
    /// No features yet; `None` for a script that has no table.
    pub(super) fn new(script: Script) -> Option<Self> {
        match script {
            Script::Latin => Some(Self::Latin(Accumulator::new())),
            Script::Cyrillic => Some(Self::Other(0, Accumulator::new())),
            Script::Arabic => Some(Self::Other(1, Accumulator::new())),
            Script::Devanagari => Some(Self::Other(2, Accumulator::new())),
            Script::Greek | Script::Kana | Script::Han | Script::Other => None,
        }
    }

    pub(super) fn add(&mut self, text: &str) {
        match self {
            Self::Latin(sums) => sums.add(text, Script::Latin, &MODEL.latin),
            Self::Other(table, sums) => {
                let scripts = [Script::Cyrillic, Script::Arabic, Script::Devanagari];
                sums.add(text, scripts[*table], &MODEL.others[*table]);
            }
        }
    }

    pub(super) fn scores(&self) -> Scores {
        match self {
            Self::Latin(sums) => sums.scores(&MODEL.latin),
            Self::Other(table, sums) => sums.scores(&MODEL.others[*table]),
        }
    }
}

impl<const LANES: usize> Accumulator<LANES> {
    fn new() -> Self {
        Self {
            full: [0; LANES],
            current: [0; LANES],
            in_current: 0,
            features: 0,
        }
    }

    fn add(&mut self, text: &str, script: Script, table: &Table<LANES>) {
        let rows = &table.rows[..];
        for_each_feature(text, script, |hash| {
            let row = &rows[(hash >> table.shift) as usize];
            for (sum, &weight) in self.current.iter_mut().zip(row) {
                *sum += u16::from(weight);
            }
            self.in_current += 1;
            if self.in_current == MAX_IN_SUM {
                self.empty_current();
            }
        });
        self.empty_current();
    }

    fn empty_current(&mut self) {
        for (full, current) in self.full.iter_mut().zip(&mut self.current) {
            *full += u32::from(std::mem::take(current));
        }
        self.features += std::mem::take(&mut self.in_current);
    }

    fn scores(&self, table: &Table<LANES>) -> Scores {
        let norm = f64::from(self.features.max(1)).sqrt();
        let score = |(class, &sum): (&Class, &u32)| {
            let sum = i64::from(sum) - OFFSET * i64::from(self.features);
            (class.language, class.step * sum as f64 / norm + class.bias)
        };
        Scores {
            classes: table.classes.iter().zip(&self.full).map(score).collect(),
            features: self.features,
        }
    }
}

impl Model {
    fn parse(bytes: &[u8]) -> Self {
        let mut rest = bytes
            .strip_prefix(MAGIC)
            .expect("the file of weights opens with its name");
        let latin = Table::parse(&mut rest);
        let others = std::array::from_fn(|_| Table::parse(&mut rest));
        assert!(rest.is_empty(), "the file of weights has bytes left over");
        Self { latin, others }
    }
}

impl<const LANES: usize> Table<LANES> {
    fn parse(rest: &mut &[u8]) -> Self {
        let [_script, bits, n_classes, n_known] = *take::<4>(rest);
        let class = |i: u8| {
            let [c0, c1, c2, numbers @ ..] = take::<11>(rest);
            let code = [*c0, *c1, *c2];
            let language = LANGUAGES
                .iter()
                .position(|row| code.starts_with(row.code.as_bytes()))
                .expect("the file of weights names rows of the table");
            assert_eq!(
                i < n_known,
                language + 1 < LANGUAGES.len(),
                "known classes come first"
            );
            let number = |at: usize| {
                let bytes = [
                    numbers[at],
                    numbers[at + 1],
                    numbers[at + 2],
                    numbers[at + 3],
                ];
                f64::from(f32::from_le_bytes(bytes))
            };
            Class {
                language,
                step: number(0),
                bias: number(4),
            }
        };
        let classes: Vec<Class> = (0..n_classes).map(class).collect();
        let bytes_in_row = classes.len().div_ceil(2);
        let n_rows = 1 << bits;
        let (packed, after) = rest.split_at(n_rows * bytes_in_row);
        *rest = after;
        let row = |packed: &[u8]| {
            let mut row = [0; LANES];
            for (pair, &byte) in row.chunks_exact_mut(2).zip(packed) {
                pair[0] = byte & 0xF;
                pair[1] = byte >> 4;
            }
            row
        };
        Self {
            shift: 32 - u32::from(bits),
            rows: packed.chunks_exact(bytes_in_row).map(row).collect(),
            classes,
        }
    }
}

fn take<'b, const N: usize>(rest: &mut &'b [u8]) -> &'b [u8; N] {
    let (first, after) = rest
        .split_first_chunk()
        .expect("the file of weights is whole");
    *rest = after;
    first
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_small_enough_and_whole() {
        assert!(BYTES.len() <= 300_000, "{}", BYTES.len());
        assert_eq!(MODEL.latin.classes.len(), LATIN_LANES);
        assert_eq!(MODEL.latin.rows.len(), 1 << 14);
    }

    /// 16-bit sums hold 4,000 numbers of 15 at most, and longer texts are summed in parts.
    #[test]
    fn a_long_text_has_the_sums_of_its_parts() {
        assert!(MAX_IN_SUM * 15 <= u32::from(u16::MAX));
        let sentence = "The boats come back to the harbour with the evening tide. ";
        let mut parts = Accumulator::new();
        for _ in 0..200 {
            parts.add(sentence, Script::Latin, &MODEL.latin);
        }
        let mut whole = Accumulator::new();
        whole.add(&sentence.repeat(200), Script::Latin, &MODEL.latin);
        assert_eq!(whole.full, parts.full);
        assert_eq!(whole.features, parts.features);
        assert!(whole.features > 2 * MAX_IN_SUM);
    }
}

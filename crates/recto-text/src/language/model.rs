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

/// Bytes in a row of weights, two classes each: Latin letters, and the other scripts.
const LATIN_ROW: usize = 16;
const OTHER_ROW: usize = 4;

/// Features that are looked up together. The processor fetches several rows at once if nothing
/// else stands between the lookups, which is five times as fast as one after the other.
const BATCH: usize = 256;

/// Buckets of the largest table.
const BUCKETS: usize = 1 << 14;

/// Times that a feature of a text counts on average, at most; in prose of 3 kB it is about four.
const MAX_REPETITION: u32 = 10;

/// Numbers up to 15 that a sum of eight bits has room for.
const MAX_IN_BYTE: usize = 16;

static MODEL: LazyLock<Model> = LazyLock::new(|| Model::parse(BYTES));

struct Model {
    latin: Table<LATIN_ROW>,
    /// Cyrillic, Arabic, Devanagari.
    others: [Table<OTHER_ROW>; 3],
}

struct Table<const ROW: usize> {
    /// Shift that leaves the bucket of a hash.
    shift: u32,
    /// Each byte holds the weights of two classes, the first in its low half.
    rows: &'static [[u8; ROW]],
    classes: Vec<Class>,
}

/// A language, or a group of languages that recto does not know.
struct Class {
    /// Row of [`LANGUAGES`].
    language: usize,
    step: f64,
    bias: f64,
}

/// Scores of the classes of one script, and the number of features they come from.
pub(super) struct Scores {
    /// Rows of [`LANGUAGES`] with scores; the last row once for each group of unknown languages.
    pub(super) classes: Vec<(usize, f64)>,
    pub(super) features: u32,
}

/// Sums of the weights of the features of a text in one script.
pub(super) enum Sums {
    Latin(Accumulator<LATIN_ROW>),
    Other(usize, Accumulator<OTHER_ROW>),
}

pub(super) struct Accumulator<const ROW: usize> {
    /// Sums of the classes in the low halves of a row, and of those in the high halves.
    low: [u32; ROW],
    high: [u32; ROW],
    features: u32,
    /// The buckets that occurred, a bit each.
    seen: [u64; BUCKETS / 64],
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

impl<const ROW: usize> Accumulator<ROW> {
    fn new() -> Self {
        Self {
            low: [0; ROW],
            high: [0; ROW],
            features: 0,
            seen: [0; BUCKETS / 64],
        }
    }

    /// Number of features that count as evidence: a word that is repeated a thousand times says
    /// hardly more about the language than once.
    fn effective_features(&self) -> u32 {
        let distinct: u32 = self.seen.iter().map(|bits| bits.count_ones()).sum();
        self.features.min(distinct * MAX_REPETITION)
    }

    fn add(&mut self, text: &str, script: Script, table: &Table<ROW>) {
        let (mut batch, mut n_in_batch) = ([0; BATCH], 0);
        for_each_feature(text, script, |hash| {
            batch[n_in_batch] = hash >> table.shift;
            n_in_batch += 1;
            if n_in_batch == BATCH {
                self.add_rows(&batch, table.rows);
                n_in_batch = 0;
            }
        });
        self.add_rows(&batch[..n_in_batch], table.rows);
    }

    fn add_rows(&mut self, buckets: &[u32], rows: &[[u8; ROW]]) {
        for part in buckets.chunks(MAX_IN_BYTE) {
            let (mut low, mut high) = ([0_u8; ROW], [0_u8; ROW]);
            for &bucket in part {
                self.seen[bucket as usize / 64] |= 1 << (bucket % 64);
                let row = &rows[bucket as usize];
                for i in 0..ROW {
                    low[i] += row[i] & 0xF;
                    high[i] += row[i] >> 4;
                }
            }
            for i in 0..ROW {
                self.low[i] += u32::from(low[i]);
                self.high[i] += u32::from(high[i]);
            }
        }
        self.features += buckets.len() as u32;
    }

    fn scores(&self, table: &Table<ROW>) -> Scores {
        // The mean weight times the root of the number of features that count.
        let norm =
            f64::from(self.features.max(1)) / f64::from(self.effective_features().max(1)).sqrt();
        let score = |(i, class): (usize, &Class)| {
            let sums = if i % 2 == 0 { &self.low } else { &self.high };
            let sum = i64::from(sums[i / 2]) - OFFSET * i64::from(self.features);
            (class.language, class.step * sum as f64 / norm + class.bias)
        };
        Scores {
            classes: table.classes.iter().enumerate().map(score).collect(),
            features: self.features,
        }
    }
}

impl Model {
    fn parse(bytes: &'static [u8]) -> Self {
        let mut rest = bytes
            .strip_prefix(MAGIC)
            .expect("the file of weights opens with its name");
        let latin = Table::parse(&mut rest);
        let others = std::array::from_fn(|_| Table::parse(&mut rest));
        assert!(rest.is_empty(), "the file of weights has bytes left over");
        Self { latin, others }
    }
}

impl<const ROW: usize> Table<ROW> {
    fn parse(rest: &mut &'static [u8]) -> Self {
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
        let (packed, after) = rest.split_at(ROW << bits);
        *rest = after;
        Self {
            shift: 32 - u32::from(bits),
            rows: packed.as_chunks().0,
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
        assert_eq!(MODEL.latin.classes.len(), 2 * LATIN_ROW);
        assert_eq!(MODEL.latin.rows.len(), 1 << 14);
        for table in &MODEL.others {
            assert!(table.classes.len() <= 2 * OTHER_ROW);
        }
    }

    #[test]
    fn a_long_text_has_the_sums_of_its_parts() {
        assert!(MAX_IN_BYTE * 15 <= usize::from(u8::MAX));
        let sentence = "The boats come back to the harbour with the evening tide. ";
        let mut parts = Accumulator::new();
        for _ in 0..200 {
            parts.add(sentence, Script::Latin, &MODEL.latin);
        }
        let mut whole = Accumulator::new();
        whole.add(&sentence.repeat(200), Script::Latin, &MODEL.latin);
        assert_eq!((whole.low, whole.high), (parts.low, parts.high));
        assert_eq!(whole.features, parts.features);
        assert!(whole.features as usize > 10 * BATCH);
    }
}

//! What each summary word can come from: candidates of one pair, and their probabilities.
//!
//! ```text
//! rewrite(s|d) = w_identity [s = d] + w_stem [one stem] / Z_d + w_wordnet exp(-eta dist) / Z_d + w_table t(s|d)
//! ```
//!
//! Phrases of several words are candidates if they agree word by word up to stem; other
//! phrases are left out. They are found by looking words up, never by comparing all words of
//! both sides.

use super::inference::{Candidate, Emissions};
use super::parameters::{COMPONENTS, Parameters};
use super::table::Table;
use crate::{Pair, Pairs};
use recto_text::TermId;
use rustc_hash::FxHashMap;

/// What the pairs alone say of words: fixed during EM.
#[derive(Debug)]
pub(crate) struct Known<'p> {
    pub(crate) pairs: &'p Pairs,
    pub(crate) table: Table,
    /// Number of distinct words of the summary side that share a stem.
    stem_sizes: Vec<u32>,
    /// Longest phrase.
    pub(crate) longest: usize,
}

impl<'p> Known<'p> {
    pub(crate) fn new(pairs: &'p Pairs, table: Table, longest: usize) -> Self {
        let mut in_summary = vec![false; pairs.vocabulary().len()];
        for pair in &pairs.pairs {
            for word in &pair.summary.words {
                in_summary[word.index()] = true;
            }
        }
        let mut stem_sizes = vec![0; pairs.n_forms()];
        for (word, is_in) in (0..).zip(in_summary) {
            stem_sizes[pairs.form(TermId(word)).index()] += u32::from(is_in);
        }
        Self {
            pairs,
            table,
            stem_sizes,
            longest,
        }
    }

    /// Z of the component `stem`: how many words it may have been.
    fn stem_size(&self, stem: TermId) -> f64 {
        f64::from(self.stem_sizes[stem.index()].max(1))
    }
}

/// What the components say of a pair of phrases, before their weights.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Part {
    /// Value of each component.
    pub(crate) values: [f64; COMPONENTS],
    /// The entry of the lexical table, if it has one.
    pub(crate) entry: Option<u32>,
}

/// The candidates of one pair.
#[derive(Debug)]
pub(crate) struct Offers {
    pub(crate) emissions: Emissions,
    /// Distinct parts, and which each candidate has.
    pub(crate) parts: Vec<Part>,
    pub(crate) part_of: Vec<u32>,
}

/// Words of a document by stem, and their places from 1.
struct Places {
    /// (stem, place), ascending.
    sorted: Vec<(TermId, u32)>,
    ranges: FxHashMap<TermId, (u32, u32)>,
}

impl Places {
    fn new(pairs: &Pairs, words: &[TermId]) -> Self {
        let mut sorted: Vec<(TermId, u32)> = words
            .iter()
            .zip(1..)
            .map(|(&word, place)| (pairs.form(word), place))
            .collect();
        sorted.sort_unstable();
        let mut ranges: FxHashMap<TermId, (u32, u32)> = FxHashMap::default();
        for (&(stem, _), at) in sorted.iter().zip(0..) {
            ranges.entry(stem).or_insert((at, at)).1 = at + 1;
        }
        Self { sorted, ranges }
    }

    fn of_stem(&self, stem: TermId) -> impl Iterator<Item = u32> {
        let (from, to) = self.ranges.get(&stem).copied().unwrap_or((0, 0));
        self.sorted[from as usize..to as usize]
            .iter()
            .map(|&(_, place)| place)
    }
}

/// Lists the candidates of a pair. `t` gives the value of an entry of the lexical table.
pub(crate) fn offers(
    known: &Known<'_>,
    pair: &Pair,
    parameters: &Parameters,
    t: impl Fn(usize) -> f64,
) -> Offers {
    let mut list = List {
        known,
        pair,
        parameters,
        places: Places::new(known.pairs, &pair.document.words),
        found: Vec::new(),
        parts: Vec::new(),
    };
    let mut emissions = Emissions {
        document: pair.document.len(),
        offsets: vec![0],
        ..Emissions::default()
    };
    let mut part_of = Vec::new();
    for j in 0..pair.summary.len() {
        list.same_stem(j);
        list.from_table(j, &t);
        list.found.sort_by_key(|(one, _)| (one.start, one.words));
        emissions
            .candidates
            .extend(list.found.iter().map(|(one, _)| *one));
        part_of.extend(list.found.drain(..).map(|(_, part)| part));
        emissions.offsets.push(emissions.candidates.len());
        let word = pair.summary.words[j];
        emissions
            .null
            .push(parameters.p_null * parameters.null(word));
    }
    Offers {
        emissions,
        parts: list.parts,
        part_of,
    }
}

struct List<'a, 'p> {
    known: &'a Known<'p>,
    pair: &'a Pair,
    parameters: &'a Parameters,
    places: Places,
    /// Candidates of the current word, and the part of each.
    found: Vec<(Candidate, u32)>,
    parts: Vec<Part>,
}

impl List<'_, '_> {
    fn push(&mut self, start: u32, length: usize, part: Part) {
        let number = match self.parts.last() {
            Some(last) if *last == part => self.parts.len() - 1,
            _ => {
                self.parts.push(part);
                self.parts.len() - 1
            }
        };
        let weights = &self.parameters.weights;
        let rewrite: f64 = weights
            .iter()
            .zip(part.values)
            .map(|(w, value)| w * value)
            .sum();
        if rewrite <= 0.0 {
            return;
        }
        let candidate = Candidate {
            start,
            length: length as u8,
            words: length as u8,
            value: rewrite / self.known.longest as f64,
        };
        self.found.push((candidate, number as u32));
    }

    /// Words and phrases of the same stems.
    fn same_stem(&mut self, j: usize) {
        let pairs = self.known.pairs;
        let (source, summary) = (&self.pair.document.words, &self.pair.summary.words);
        let places: Vec<u32> = self.places.of_stem(pairs.form(summary[j])).collect();
        for place in places {
            let at = place as usize - 1;
            let mut is_equal = true;
            let mut stem = 1.0;
            for length in 1..=self.known.longest {
                let (Some(&s), Some(&d)) =
                    (summary.get(j + length - 1), source.get(at + length - 1))
                else {
                    break;
                };
                if pairs.form(s) != pairs.form(d) {
                    break;
                }
                is_equal &= s == d;
                stem /= self.known.stem_size(pairs.form(d));
                let part = Part {
                    values: [f64::from(is_equal), stem, 0.0, 0.0],
                    entry: None,
                };
                self.push(place, length, part);
            }
        }
    }

    /// Words that the lexical table relates.
    fn from_table(&mut self, j: usize, t: &impl Fn(usize) -> f64) {
        let word = self.pair.summary.words[j];
        for (entry, other) in self.known.table.row(word) {
            let value = t(entry);
            if value <= 0.0 {
                continue;
            }
            let part = Part {
                values: [0.0, 0.0, 0.0, value],
                entry: Some(entry as u32),
            };
            let stem = self.known.pairs.form(other);
            let places: Vec<u32> = self.places.of_stem(stem).collect();
            for place in places {
                if self.pair.document.words[place as usize - 1] == other {
                    self.push(place, 1, part);
                }
            }
        }
    }
}

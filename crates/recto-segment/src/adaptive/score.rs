//! The two segment scores and their sum, a row at a time.

use recto_math::seq::SegmentScores;

/// A term of a unit and how often it stands there, with all that the scores need of the
/// term: rows are read in order, tables of terms would be read at random.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Entry {
    pub(super) term: u32,
    pub(super) count: u32,
    /// `T / C_w`.
    pub(super) weight: f64,
    /// Where the term's row of logs opens.
    row: u32,
}

/// Units as counts of terms that occur at least twice in the document. A term that
/// occurs once matches nothing: it only counts in the length of its unit.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Repeats {
    entries: Vec<Entry>,
    starts: Vec<usize>,
    /// Tokens of each unit, all terms counted.
    pub(super) lengths: Vec<u32>,
    /// How often each term occurs in the document.
    pub(super) counts: Vec<u32>,
}

impl Repeats {
    pub(super) fn new<'u>(units: impl Iterator<Item = Vec<u32>> + 'u, n_terms: usize) -> Self {
        let units: Vec<Vec<u32>> = units.collect();
        let mut counts = vec![0; n_terms];
        for &term in units.iter().flatten() {
            counts[term as usize] += 1;
        }
        let mut repeats = Self {
            entries: Vec::new(),
            starts: vec![0],
            lengths: Vec::with_capacity(units.len()),
            counts,
        };
        for mut unit in units {
            repeats
                .lengths
                .push(u32::try_from(unit.len()).unwrap_or(u32::MAX));
            unit.retain(|&term| repeats.counts[term as usize] > 1);
            unit.sort_unstable();
            let entry = |run: &[u32]| Entry {
                term: run[0],
                count: u32::try_from(run.len()).unwrap_or(u32::MAX),
                weight: 0.0,
                row: 0,
            };
            repeats
                .entries
                .extend(unit.chunk_by(|a, b| a == b).map(entry));
            repeats.starts.push(repeats.entries.len());
        }
        repeats
    }

    /// Writes what the scores need of its term into each entry.
    pub(super) fn place(&mut self, base: &BaseMeasure, tokens: f64) {
        for entry in &mut self.entries {
            let count = self.counts[entry.term as usize];
            entry.weight = tokens / f64::from(count);
            entry.row = base.row_of[count as usize];
        }
    }

    pub(super) fn n_units(&self) -> usize {
        self.lengths.len()
    }

    pub(super) fn n_terms(&self) -> usize {
        self.counts.len()
    }

    pub(super) fn unit(&self, unit: usize) -> &[Entry] {
        &self.entries[self.starts[unit]..self.starts[unit + 1]]
    }

    pub(super) fn run(&self, start: usize, end: usize) -> &[Entry] {
        &self.entries[self.starts[start]..self.starts[end]]
    }
}

/// Score 1, the excess of same-word pairs over chance:
/// `E = (P - r * mu * Q) / sqrt(V2)`.
#[derive(Debug)]
pub(super) struct PairExcess {
    /// `r * mu`.
    pub(super) threshold: f64,
    /// `1 / sqrt(V2)`.
    pub(super) scale: f64,
}

/// Score 2, the Dirichlet-multinomial with the document as its base measure, as tables.
#[derive(Debug)]
pub(super) struct BaseMeasure {
    /// For each count of a term in the document, where its row of `logs` opens.
    row_of: Vec<u32>,
    /// `ln(a_w + i)`.
    logs: Vec<f64>,
    /// `sum_{i<m} ln(A + i)` for every m.
    totals: Vec<f64>,
}

impl BaseMeasure {
    /// `a_w = A * C_w^exponent / sum C^exponent` over the terms that occur twice or more.
    pub(super) fn new(counts: &[u32], concentration: f64, exponent: f64) -> Self {
        let base = |count: u32| f64::from(count).powf(exponent);
        let repeated = || counts.iter().copied().filter(|&count| count > 1);
        let sum: f64 = repeated().map(base).sum();
        let most = repeated().max().unwrap_or(0) as usize;
        let mut row_of = vec![u32::MAX; most + 1];
        let mut logs = Vec::new();
        for count in repeated() {
            let row = &mut row_of[count as usize];
            if *row == u32::MAX {
                *row = u32::try_from(logs.len()).expect("fewer logs than tokens");
                let a = concentration * base(count) / sum;
                logs.extend((0..count).map(|i| (a + f64::from(i)).ln()));
            }
        }
        let tokens = repeated().map(|count| count as usize).sum::<usize>();
        let mut total = 0.0;
        let mut totals = Vec::with_capacity(tokens + 1);
        for i in 0..=tokens {
            totals.push(total);
            total += (concentration + i as f64).ln();
        }
        Self {
            row_of,
            logs,
            totals,
        }
    }
}

/// A weighted sum of the two scores.
#[derive(Debug)]
pub(super) struct Mixed<'s> {
    pub(super) repeats: &'s Repeats,
    pub(super) pairs: &'s PairExcess,
    pub(super) base: Option<&'s BaseMeasure>,
    /// Weight of score 1.
    pub(super) of_pairs: f64,
    /// Weight of score 2.
    pub(super) of_base: f64,
}

impl SegmentScores for Mixed<'_> {
    type Scratch = Vec<u32>;

    fn n_units(&self) -> usize {
        self.repeats.n_units()
    }

    fn scratch(&self) -> Vec<u32> {
        vec![0; self.repeats.n_terms()]
    }

    fn row(&self, start: usize, row: &mut [f64], counts: &mut Vec<u32>) {
        let end = start + row.len();
        match self.base {
            Some(base) => self.row_of_both(base, start, row, counts),
            None => self.row_of_pairs(start, row, counts),
        }
        for entry in self.repeats.run(start, end) {
            counts[entry.term as usize] = 0;
        }
    }
}

impl Mixed<'_> {
    fn row_of_pairs(&self, start: usize, row: &mut [f64], counts: &mut [u32]) {
        let (mut same, mut pairs, mut tokens) = (0.0, 0.0, 0.0);
        for (i, score) in row.iter_mut().enumerate() {
            for entry in self.repeats.unit(start + i) {
                let term = entry.term as usize;
                let before = counts[term];
                same += f64::from(entry.count * before) * entry.weight;
                counts[term] = before + entry.count;
            }
            let length = f64::from(self.repeats.lengths[start + i]);
            pairs += tokens * length;
            tokens += length;
            *score = self.of_pairs * self.excess(same, pairs);
        }
    }

    fn row_of_both(&self, base: &BaseMeasure, start: usize, row: &mut [f64], counts: &mut [u32]) {
        let (mut same, mut pairs, mut tokens) = (0.0, 0.0, 0.0);
        let (mut logs, mut repeated) = (0.0, 0);
        for (i, score) in row.iter_mut().enumerate() {
            for entry in self.repeats.unit(start + i) {
                let term = entry.term as usize;
                let before = counts[term];
                // Most terms of a unit are new to a short segment: nothing to multiply.
                if before > 0 {
                    same += f64::from(entry.count * before) * entry.weight;
                }
                let row = (entry.row + before) as usize;
                logs += base.logs[row];
                for log in &base.logs[row + 1..row + entry.count as usize] {
                    logs += log;
                }
                repeated += entry.count as usize;
                counts[term] = before + entry.count;
            }
            let length = f64::from(self.repeats.lengths[start + i]);
            pairs += tokens * length;
            tokens += length;
            let likelihood = logs - base.totals[repeated];
            *score = self.of_pairs * self.excess(same, pairs) + self.of_base * likelihood;
        }
    }

    fn excess(&self, same: f64, pairs: f64) -> f64 {
        (same - self.pairs.threshold * pairs) * self.pairs.scale
    }
}

//! The two segment scores and their sum, row by row.

use super::repeats::{Entry, Repeats};
use recto_math::seq::{STRIP, SegmentScores};

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

    /// Where the logs of a term open that occurs `count` times in the document.
    pub(super) fn row_of(&self, count: u32) -> u32 {
        self.row_of[count as usize]
    }

    /// The sum of `count` logs from a place of the table on.
    fn logs(&self, from: u32, count: u32) -> f64 {
        let from = from as usize;
        // Most terms stand in a unit once.
        match count {
            1 => self.logs[from],
            _ => self.logs[from..from + count as usize].iter().sum(),
        }
    }
}

/// A weighted sum of the two scores.
///
/// A row is a running sum of what each unit adds to a segment that grows over it. Rows of
/// neighbouring starts share most of it: when the first unit leaves, only units that
/// share a term with it add something else, and the lists of a term's places lead to
/// them. A row then costs its length and those places, not all terms of its units.
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

/// What units `start..end` add to a segment that opens at `start`.
#[derive(Debug)]
pub(super) struct Steps {
    start: usize,
    end: usize,
    /// By unit: what its terms add, weights of the scores in.
    added: Vec<f64>,
    /// By term: how often it stands in `start..end`.
    counts: Vec<u32>,
}

impl Steps {
    /// Whether the row of `start` may be made from these.
    fn lead_to(&self, start: usize) -> bool {
        let holds_first = self.start < self.end;
        holds_first && start == self.start + 1 && !start.is_multiple_of(STRIP)
    }
}

impl SegmentScores for Mixed<'_> {
    type Scratch = Steps;

    fn n_units(&self) -> usize {
        self.repeats.n_units()
    }

    fn scratch(&self) -> Steps {
        Steps {
            start: 0,
            end: 0,
            added: vec![0.0; self.repeats.n_units()],
            counts: vec![0; self.repeats.n_terms()],
        }
    }

    fn row(&self, start: usize, row: &mut [f64], steps: &mut Steps) {
        if steps.lead_to(start) {
            self.drop_first(steps)
        } else {
            self.open(start, steps)
        }
        self.extend(start + row.len(), steps);
        let mut terms = 0.0;
        for (i, (score, added)) in row.iter_mut().zip(&steps.added[start..]).enumerate() {
            terms += added;
            *score = terms - self.of_lengths(start, start + i + 1);
        }
    }
}

impl Mixed<'_> {
    /// What the lengths of the units alone take off a segment.
    fn of_lengths(&self, start: usize, end: usize) -> f64 {
        let pairs = self.pairs.threshold * self.pairs.scale * self.repeats.pairs(start, end);
        let base = self
            .base
            .map_or(0.0, |base| base.totals[self.repeats.tokens(start, end)]);
        self.of_pairs * pairs + self.of_base * base
    }

    fn open(&self, start: usize, steps: &mut Steps) {
        for entry in self.repeats.run(steps.start, steps.end) {
            steps.counts[entry.term as usize] = 0;
        }
        (steps.start, steps.end) = (start, start);
    }

    fn extend(&self, end: usize, steps: &mut Steps) {
        for unit in steps.end..end {
            let mut added = 0.0;
            for entry in self.repeats.unit(unit) {
                let count = &mut steps.counts[entry.term as usize];
                added += self.adds(entry, *count, entry.count);
                *count += entry.count;
            }
            steps.added[unit] = added;
        }
        steps.end = steps.end.max(end);
    }

    /// Takes the first unit out, and what it had to do with the others.
    fn drop_first(&self, steps: &mut Steps) {
        for entry in self.repeats.unit(steps.start) {
            steps.counts[entry.term as usize] -= entry.count;
            let mut before = entry.count;
            for place in self.repeats.places_after(entry) {
                let unit = place.unit as usize;
                if unit >= steps.end {
                    break;
                }
                let (with, without) = (before, before - entry.count);
                steps.added[unit] +=
                    self.adds(entry, without, place.count) - self.adds(entry, with, place.count);
                before += place.count;
            }
        }
        steps.start += 1;
    }

    /// What `count` more of a term add to a segment that holds it `before` times.
    fn adds(&self, entry: &Entry, before: u32, count: u32) -> f64 {
        let same = f64::from(count) * f64::from(before) * entry.weight * self.pairs.scale;
        let logs = self
            .base
            .map_or(0.0, |base| base.logs(entry.row + before, count));
        self.of_pairs * same + self.of_base * logs
    }
}

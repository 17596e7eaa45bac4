//! Counts of repeated terms in units, and the positions of each.

use super::score::BaseMeasure;

/// A term of a unit and how often it stands there, with all that the scores need of the
/// term: rows are read in order, tables of terms would be read at random.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Entry {
    pub(super) term: u32,
    pub(super) count: u32,
    /// `T / C_w`.
    pub(super) weight: f64,
    /// Where the term's row of logs opens.
    pub(super) row: u32,
    /// The number of this place among the places of all terms.
    place: u32,
}

/// A unit with a term in it.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Place {
    pub(super) unit: u32,
    pub(super) count: u32,
}

/// Units as counts of terms that occur at least twice in the document. A term that
/// occurs once matches nothing: it only counts in the length of its unit.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Repeats {
    entries: Vec<Entry>,
    starts: Vec<usize>,
    /// Places of term 0 by unit, then those of term 1, …
    places: Vec<Place>,
    /// Where the places of each term end.
    place_ends: Vec<u32>,
    /// Tokens of each unit, all terms counted.
    pub(super) lengths: Vec<u32>,
    /// How often each term occurs in the document.
    pub(super) counts: Vec<u32>,
    /// Running sums of lengths, of their squares, and of the tokens of repeated terms.
    sums: Vec<(f64, f64, usize)>,
}

impl Repeats {
    pub(super) fn new(units: impl Iterator<Item = Vec<u32>>, n_terms: usize) -> Self {
        let units: Vec<Vec<u32>> = units.collect();
        let mut counts = vec![0; n_terms];
        for &term in units.iter().flatten() {
            counts[term as usize] += 1;
        }
        let mut repeats = Self {
            starts: vec![0],
            sums: vec![(0.0, 0.0, 0)],
            counts,
            ..Self::default()
        };
        units.into_iter().for_each(|unit| repeats.push(unit));
        repeats.index();
        repeats
    }

    fn push(&mut self, mut unit: Vec<u32>) {
        let length = u32::try_from(unit.len()).unwrap_or(u32::MAX);
        self.lengths.push(length);
        unit.retain(|&term| self.counts[term as usize] > 1);
        let (sum, squares, tokens) = self.sums[self.sums.len() - 1];
        let length = f64::from(length);
        self.sums
            .push((sum + length, squares + length * length, tokens + unit.len()));
        unit.sort_unstable();
        let entry = |run: &[u32]| Entry {
            term: run[0],
            count: u32::try_from(run.len()).unwrap_or(u32::MAX),
            weight: 0.0,
            row: 0,
            place: 0,
        };
        self.entries.extend(unit.chunk_by(|a, b| a == b).map(entry));
        self.starts.push(self.entries.len());
    }

    /// Sorts the places by term: counted first, then each put where its term has got to.
    fn index(&mut self) {
        let mut next = vec![0u32; self.counts.len() + 1];
        for entry in &self.entries {
            next[entry.term as usize + 1] += 1;
        }
        for term in 1..next.len() {
            next[term] += next[term - 1];
        }
        self.places = vec![Place::default(); self.entries.len()];
        for unit in 0..self.lengths.len() {
            for entry in &mut self.entries[self.starts[unit]..self.starts[unit + 1]] {
                let place = &mut next[entry.term as usize];
                self.places[*place as usize] = Place {
                    unit: u32::try_from(unit).unwrap_or(u32::MAX),
                    count: entry.count,
                };
                entry.place = *place;
                *place += 1;
            }
        }
        next.pop();
        self.place_ends = next;
    }

    /// Writes what the scores need of its term into each entry.
    pub(super) fn weigh(&mut self, base: &BaseMeasure, tokens: f64) {
        for entry in &mut self.entries {
            let count = self.counts[entry.term as usize];
            entry.weight = tokens / f64::from(count);
            entry.row = base.row_of(count);
        }
    }

    pub(super) fn n_units(&self) -> usize {
        self.lengths.len()
    }

    pub(super) fn n_terms(&self) -> usize {
        self.counts.len()
    }

    pub(super) fn unit(&self, unit: usize) -> &[Entry] {
        self.run(unit, unit + 1)
    }

    pub(super) fn run(&self, start: usize, end: usize) -> &[Entry] {
        &self.entries[self.starts[start]..self.starts[end]]
    }

    /// Where the term of an entry stands in later units.
    pub(super) fn places_after(&self, entry: &Entry) -> &[Place] {
        let end = self.place_ends[entry.term as usize];
        &self.places[entry.place as usize + 1..end as usize]
    }

    /// Q: pairs of tokens across the units `start..end`.
    pub(super) fn pairs(&self, start: usize, end: usize) -> f64 {
        let ((sum, squares, _), (sum_before, squares_before, _)) =
            (self.sums[end], self.sums[start]);
        let sum = sum - sum_before;
        (sum * sum - (squares - squares_before)) / 2.0
    }

    /// Tokens of repeated terms in the units `start..end`.
    pub(super) fn tokens(&self, start: usize, end: usize) -> usize {
        self.sums[end].2 - self.sums[start].2
    }
}

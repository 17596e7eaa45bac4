//! Exact inference in the semi-HMM: forward, backward, posteriors of segments.
//!
//! With A\[t\]\[e\] the probability of having produced t summary words and of having used a
//! document phrase that ends at e last (0: none yet):
//!
//! ```text
//! B[t][i] = sum_e A[t][e] jump(i|e)
//! A[t][e] = A[t-1][e] null(t-1) + sum_{k,l} B[t-k][e-l+1] E(t-k, k, e-l+1, l)
//! K[t][e] = null(t) K[t+1][e] + sum_i jump(i|e) G[t][i],   G[t][i] = sum_{k,l} E(t,k,i,l) K[t+k][i+l-1]
//! ```
//!
//! A jump depends on where the last phrase ended and on where the next one starts, so that
//! the sum over pairs of phrases is never formed. Rows are kept in linear space with one
//! logarithm of their scale each, and only where they are not zero: emissions are sparse,
//! and so are the rows that they lead to. [`Beam`] drops what is left of a row far below
//! its maximum; backward rows are computed where forward ones survived.

use super::jump::Moves;
use std::ops::Range;

/// One way to produce summary words from a phrase of the document.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Candidate {
    /// First word of the document's phrase, from 1.
    pub(crate) start: u32,
    /// Length of the document's phrase.
    pub(crate) length: u8,
    /// Number of summary words produced.
    pub(crate) words: u8,
    /// Probability of the length and of the words.
    pub(crate) value: f64,
}

impl Candidate {
    /// The links of the candidate for the summary words from `t`: word by word if both sides
    /// are equally long, else all with all.
    pub(crate) fn links(self, t: usize) -> impl Iterator<Item = (usize, usize)> {
        let (length, words) = (usize::from(self.length), usize::from(self.words));
        let first = self.start as usize - 1;
        let all = (0..length).flat_map(move |i| (0..words).map(move |j| (i, j)));
        all.filter(move |(i, j)| length != words || i == j)
            .map(move |(i, j)| (first + i, t + j))
    }

    pub(crate) fn end(&self) -> u32 {
        self.start + u32::from(self.length) - 1
    }
}

/// What each summary word can be produced by.
#[derive(Debug, Clone, Default)]
pub(crate) struct Emissions {
    /// Candidates that produce the summary words from t on, ascending by start, in
    /// `candidates[offsets[t]..offsets[t + 1]]`.
    pub(crate) candidates: Vec<Candidate>,
    pub(crate) offsets: Vec<usize>,
    /// Probability of choosing null for word t and producing it there.
    pub(crate) null: Vec<f64>,
    /// Number of words of the document.
    pub(crate) document: usize,
}

impl Emissions {
    pub(crate) fn words(&self) -> usize {
        self.null.len()
    }

    /// Number of words of the longest summary phrase.
    pub(crate) fn longest(&self) -> usize {
        let words = self.candidates.iter().map(|one| usize::from(one.words));
        words.max().unwrap_or(1)
    }

    /// The candidates that produce words from t on, as indices.
    pub(crate) fn range(&self, t: usize) -> Range<usize> {
        self.offsets[t]..self.offsets[t + 1]
    }

    pub(crate) fn at(&self, t: usize) -> &[Candidate] {
        &self.candidates[self.range(t)]
    }
}

/// Which entries of a row are kept.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Beam {
    /// All that are not zero.
    All,
    /// Those of at least this share of the largest, and the 64 largest in any case.
    Share(f64),
    /// This share of the state space, the largest ones, as in the paper.
    Fraction(f64),
}

/// Entries that a beam by share keeps in any case.
const ALWAYS: usize = 64;

/// Entries that a beam by share keeps in all rows together, 12 bytes each. Where a text repeats
/// one word, nothing falls far below the maximum, and every row would hold all places.
const ALL_ENTRIES: usize = 1 << 25;

/// A sparse row over ends of phrases, ascending; the values sum to 1.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Row {
    pub(crate) ends: Vec<u32>,
    pub(crate) values: Vec<f64>,
}

impl Row {
    /// Before the first word: nothing of the document was used.
    fn start() -> Self {
        Self {
            ends: vec![0],
            values: vec![1.0],
        }
    }

    /// Collects what is not zero of a dense row at `touched`, clears it there, applies the
    /// beam and normalises. Returns the row and the sum that it was divided by.
    fn collect(
        dense: &mut [f64],
        touched: &mut Vec<u32>,
        beam: Beam,
        widest: usize,
    ) -> (Self, f64) {
        touched.sort_unstable();
        touched.dedup();
        let limit = beam.limit(dense, touched);
        let cut = match beam {
            Beam::Share(_) if touched.len() > widest => largest(dense, touched, widest),
            _ => 0.0,
        };
        let above = touched.iter().filter(|&&end| dense[end as usize] > cut);
        let mut ties = widest.saturating_sub(above.count());
        let mut row = Self::default();
        for &end in touched.iter() {
            let value = std::mem::take(&mut dense[end as usize]);
            let is_tie = cut > 0.0 && value == cut && ties > 0;
            ties -= usize::from(is_tie);
            if value > 0.0 && value >= limit && (value > cut || is_tie) {
                row.ends.push(end);
                row.values.push(value);
            }
        }
        touched.clear();
        let sum: f64 = row.values.iter().sum();
        row.values.iter_mut().for_each(|value| *value /= sum);
        (row, sum)
    }
}

impl Beam {
    /// The smallest value that is kept.
    fn limit(self, dense: &[f64], touched: &[u32]) -> f64 {
        match self {
            Self::All => 0.0,
            Self::Share(share) if touched.len() > ALWAYS => {
                let values = touched.iter().map(|&end| dense[end as usize]);
                let top = values.fold(0.0, f64::max);
                (share * top).min(largest(dense, touched, ALWAYS))
            }
            Self::Share(_) => 0.0,
            Self::Fraction(share) => {
                let count = (share * dense.len() as f64).ceil() as usize;
                largest(dense, touched, count)
            }
        }
    }
}

/// The smallest of the `count` largest values; 0 if there are no more.
fn largest(dense: &[f64], touched: &[u32], count: usize) -> f64 {
    let mut values: Vec<f64> = touched.iter().map(|&end| dense[end as usize]).collect();
    if count == 0 || values.len() <= count {
        return 0.0;
    }
    let (_, kept, _) = values.select_nth_unstable_by(count - 1, |a, b| b.total_cmp(a));
    *kept
}

/// The forward pass.
#[derive(Debug)]
pub(crate) struct Forward {
    /// A\[t\], each divided by its sum.
    pub(crate) rows: Vec<Row>,
    /// log of what rows were divided by, accumulated.
    scale: Vec<f64>,
    /// B\[t\]\[i\] of every candidate, in the scale of A\[t\].
    arrival: Vec<f64>,
    /// log Z: the log-likelihood of the summary.
    pub(crate) log_likelihood: f64,
}

/// Why a pair has no alignment: a row without mass, which floors on the probabilities of
/// null rule out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ZeroMass;

/// Runs forward over the summary (SemiHMM sec. 3.5).
pub(crate) fn forward(
    emissions: &Emissions,
    moves: &mut impl Moves,
    beam: Beam,
) -> Result<Forward, ZeroMass> {
    let words = emissions.words();
    let longest = emissions.longest();
    let mut dense = vec![0.0; emissions.document + 1];
    let mut touched = Vec::new();
    let mut scale: Vec<f64> = vec![0.0; words + 1];
    let mut arrival = vec![0.0; emissions.candidates.len()];
    let mut rows = Vec::with_capacity(words + 1);
    rows.push(Row::start());
    let mut starts = Starts::default();
    let widest = (ALL_ENTRIES / words.max(1)).max(ALWAYS);
    for t in 1..=words {
        let from: &Row = &rows[t - 1];
        moves.turn_to(t - 1);
        starts.gather(emissions.at(t - 1));
        starts.arrive(from, moves);
        for (at, arrival) in arrival[emissions.range(t - 1)].iter_mut().enumerate() {
            *arrival = starts.value(at);
        }
        for (&end, value) in from.ends.iter().zip(&from.values) {
            dense[end as usize] += value * emissions.null[t - 1];
            touched.push(end);
        }
        for back in 1..=longest.min(t) {
            let factor = (scale[t - back] - scale[t - 1]).exp();
            let range = emissions.range(t - back);
            for (candidate, arrival) in emissions.candidates[range.clone()]
                .iter()
                .zip(&arrival[range])
            {
                if usize::from(candidate.words) == back {
                    dense[candidate.end() as usize] += arrival * candidate.value * factor;
                    touched.push(candidate.end());
                }
            }
        }
        let (row, sum) = Row::collect(&mut dense, &mut touched, beam, widest);
        if sum <= 0.0 || !sum.is_finite() {
            return Err(ZeroMass);
        }
        scale[t] = scale[t - 1] + sum.ln();
        rows.push(row);
    }
    let last = &rows[words];
    let ends = last.ends.iter().zip(&last.values);
    let end: f64 = ends.map(|(&end, value)| value * moves.end(end)).sum();
    if end <= 0.0 {
        return Err(ZeroMass);
    }
    Ok(Forward {
        log_likelihood: scale[words] + end.ln(),
        rows,
        scale,
        arrival,
    })
}

/// The distinct starts of candidates, and a value for each.
#[derive(Debug, Default)]
pub(crate) struct Starts {
    starts: Vec<u32>,
    values: Vec<f64>,
    /// The start of each candidate, as an index.
    of: Vec<u32>,
}

impl Starts {
    /// The distinct starts of candidates that ascend by start.
    fn gather(&mut self, candidates: &[Candidate]) {
        self.starts.clear();
        self.of.clear();
        for candidate in candidates {
            if self.starts.last() != Some(&candidate.start) {
                self.starts.push(candidate.start);
            }
            self.of.push(self.starts.len() as u32 - 1);
        }
        self.values.clear();
        self.values.resize(self.starts.len(), 0.0);
    }

    fn arrive(&mut self, from: &Row, moves: &mut impl Moves) {
        if !self.starts.is_empty() {
            moves.arrive(from, &self.starts, &mut self.values);
        }
    }

    fn value(&self, candidate: usize) -> f64 {
        self.values[self.of[candidate] as usize]
    }

    fn add(&mut self, candidate: usize, value: f64) {
        self.values[self.of[candidate] as usize] += value;
    }
}

/// Posteriors of all segments of a pair.
#[derive(Debug, Default)]
pub(crate) struct Posteriors {
    /// Of each candidate.
    pub(crate) candidates: Vec<f64>,
    /// Of null, for each summary word.
    pub(crate) null: Vec<f64>,
}

/// Runs backward; with `counts`, also adds the expected jumps to what `moves` counts.
pub(crate) fn backward(
    emissions: &Emissions,
    moves: &mut impl Moves,
    forward: &Forward,
    count: bool,
) -> Posteriors {
    let (n, words) = (emissions.document, emissions.words());
    let depth = 1 + emissions.longest();
    // K[t] on the ends of A[t], dense for the last rows, with the log of its scale.
    let mut dense = vec![vec![0.0; n + 1]; depth];
    let mut scale: Vec<f64> = vec![0.0; words + 1];
    let mut found = Posteriors {
        candidates: vec![0.0; emissions.candidates.len()],
        null: vec![0.0; words],
    };
    let end = Row {
        ends: forward.rows[words].ends.clone(),
        values: forward.rows[words]
            .ends
            .iter()
            .map(|&end| moves.end(end))
            .collect(),
    };
    scale[words] = place(&mut dense[words % depth], &end).ln();
    if count {
        let weight = (forward.scale[words] - forward.log_likelihood).exp();
        let last = &forward.rows[words];
        for (&end, &value) in last.ends.iter().zip(&last.values) {
            moves.count_end(end, value * moves.end(end) * weight);
        }
    }
    let mut starts = Starts::default();
    let mut leaving = Vec::new();
    for t in (0..words).rev() {
        moves.turn_to(t);
        let row = &forward.rows[t];
        let candidates = emissions.at(t);
        starts.gather(candidates);
        for (at, candidate) in candidates.iter().enumerate() {
            let to = t + usize::from(candidate.words);
            let onward = dense[to % depth][candidate.end() as usize];
            if to > words || onward == 0.0 {
                continue;
            }
            // In the scale of K[t + 1] until row t has one of its own.
            let onward = candidate.value * onward * (scale[to] - scale[t + 1]).exp();
            starts.add(at, onward);
            let index = emissions.offsets[t] + at;
            let weight = (forward.scale[t] + scale[t + 1] - forward.log_likelihood).exp();
            found.candidates[index] = forward.arrival[index] * onward * weight;
        }
        leaving.clear();
        leaving.resize(row.ends.len(), 0.0);
        if !starts.starts.is_empty() {
            moves.leave(&starts.starts, &starts.values, &row.ends, &mut leaving);
        }
        let weight = (forward.scale[t] + scale[t + 1] - forward.log_likelihood).exp();
        if count && !starts.starts.is_empty() {
            starts.values.iter_mut().for_each(|value| *value *= weight);
            moves.count(row, &starts.starts, &starts.values);
        }
        let stay = &dense[(t + 1) % depth];
        let null = emissions.null[t];
        let mut nulls = 0.0;
        for ((&end, value), leaving) in row.ends.iter().zip(&row.values).zip(&mut leaving) {
            let stay = null * stay[end as usize];
            nulls += value * stay;
            *leaving += stay;
        }
        found.null[t] = nulls * weight;
        let next = Row {
            ends: row.ends.clone(),
            values: std::mem::take(&mut leaving),
        };
        clear(&mut dense[t % depth], forward.rows.get(t + depth));
        let top = place(&mut dense[t % depth], &next);
        scale[t] = scale[t + 1] + top.ln();
        leaving = next.values;
    }
    found
}

/// Puts a row divided by its maximum into a dense one and returns the maximum.
fn place(dense: &mut [f64], row: &Row) -> f64 {
    let top = row.values.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
    for (&end, value) in row.ends.iter().zip(&row.values) {
        dense[end as usize] = value / top;
    }
    top
}

/// Removes the row that stood in a dense one.
fn clear(dense: &mut [f64], row: Option<&Row>) {
    for &end in row.map_or(&[][..], |row| &row.ends) {
        dense[end as usize] = 0.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_of_equal_values_is_cut_to_its_widest() {
        let mut dense = vec![0.5; 1000];
        dense[700] = 1.0;
        let mut touched: Vec<u32> = (0..1000).collect();
        let (row, sum) = Row::collect(&mut dense, &mut touched, Beam::Share(1e-10), 100);
        assert_eq!(row.ends.len(), 100);
        assert!(row.ends.contains(&700));
        assert_eq!(sum, 99.0 * 0.5 + 1.0);
        assert!(dense.iter().all(|&value| value == 0.0) && touched.is_empty());
    }
}

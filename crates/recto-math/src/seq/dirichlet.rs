//! Dirichlet-multinomial score of a segment: log-likelihood of its words under one word
//! distribution, which is integrated out.
//!
//! With base measure `a_w`, `A = sum a_w`, counts `c_w` and `m = sum c_w`:
//!
//! ```text
//! LL = sum_w sum_{i<c_w} ln(a_w + i)  -  sum_{i<m} ln(A + i)
//! ```
//!
//! (Eisenstein and Barzilay 2008; the normalising terms ln Γ(A) - sum ln Γ(a_w) cancel in
//! the products). Written as sums over counts, a segment is extended by one token with two
//! table look-ups; ln Γ in the inner loop would cost far more.

use super::SegmentScores;

/// Units as lists of term ids.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct TermLists {
    terms: Vec<u32>,
    starts: Vec<usize>,
    n_terms: usize,
}

impl TermLists {
    /// Lists of term ids, all below `n_terms`.
    pub fn new<U: IntoIterator<Item = u32>>(
        units: impl IntoIterator<Item = U>,
        n_terms: usize,
    ) -> Self {
        let mut lists = Self {
            terms: Vec::new(),
            starts: vec![0],
            n_terms,
        };
        for unit in units {
            lists.terms.extend(unit);
            lists.starts.push(lists.terms.len());
        }
        lists
    }

    /// Number of units.
    pub fn n_units(&self) -> usize {
        self.starts.len() - 1
    }

    /// Size of the vocabulary; ids are below it.
    pub fn n_terms(&self) -> usize {
        self.n_terms
    }

    /// Number of tokens in all units.
    pub fn n_tokens(&self) -> usize {
        self.terms.len()
    }

    /// Term ids of a unit, in order and with repetitions.
    pub fn unit(&self, unit: usize) -> &[u32] {
        &self.terms[self.starts[unit]..self.starts[unit + 1]]
    }

    /// Term ids of units `start..end`, in order and with repetitions.
    pub fn run(&self, start: usize, end: usize) -> &[u32] {
        &self.terms[self.starts[start]..self.starts[end]]
    }

    /// Number of occurrences of each term.
    pub fn counts(&self) -> Vec<u32> {
        let mut counts = vec![0; self.n_terms];
        for &term in &self.terms {
            counts[term as usize] += 1;
        }
        counts
    }
}

/// Score with a symmetric prior: the same `theta` for each of the V terms that occur.
#[derive(Debug)]
pub struct Symmetric<'t> {
    lists: &'t TermLists,
    /// `ln(theta + i)`.
    of_term: Vec<f64>,
    /// `ln(V * theta + i)`.
    of_all: Vec<f64>,
}

impl<'t> Symmetric<'t> {
    /// Score of `lists` with the concentration `theta` (above 0) for each term.
    pub fn new(lists: &'t TermLists, theta: f64) -> Self {
        let counts = lists.counts();
        let n_occurring = counts.iter().filter(|&&count| count > 0).count();
        let most = counts.iter().copied().max().unwrap_or(0) as usize;
        let logs = |base: f64, n: usize| (0..n).map(|i| (base + i as f64).ln()).collect();
        Self {
            lists,
            of_term: logs(theta, most),
            of_all: logs(n_occurring as f64 * theta, lists.n_tokens()),
        }
    }
}

impl SegmentScores for Symmetric<'_> {
    type Scratch = Vec<u32>;

    fn n_units(&self) -> usize {
        self.lists.n_units()
    }

    fn scratch(&self) -> Vec<u32> {
        vec![0; self.lists.n_terms()]
    }

    /// Eisenstein08 def. DCM: likelihood of a segment with its word distribution integrated
    /// out. The counts are cleared term by term afterwards: a segment has far fewer terms
    /// than the vocabulary.
    fn row(&self, start: usize, row: &mut [f64], counts: &mut Vec<u32>) {
        let (mut sum, mut tokens) = (0.0, 0);
        for (i, score) in row.iter_mut().enumerate() {
            for &term in self.lists.unit(start + i) {
                let count = &mut counts[term as usize];
                sum += self.of_term[*count as usize] - self.of_all[tokens];
                *count += 1;
                tokens += 1;
            }
            *score = sum;
        }
        for &term in self.lists.run(start, start + row.len()) {
            counts[term as usize] = 0;
        }
    }
}

/// Score with a prior in proportion to term frequency: `a_w` is the concentration times
/// the term's share of all tokens.
#[derive(Debug)]
pub struct Proportional<'t> {
    lists: &'t TermLists,
    /// `ln(a_w + i)` for i below the count of w, concatenated over terms: one value for
    /// each token.
    of_term: Vec<f64>,
    /// Index in `of_term` at which each term begins.
    starts: Vec<usize>,
    /// `ln(A + i)`.
    of_all: Vec<f64>,
}

impl<'t> Proportional<'t> {
    /// Score of `lists`; `concentration` (above 0) is the sum of the prior over all terms.
    pub fn new(lists: &'t TermLists, concentration: f64) -> Self {
        let n = lists.n_tokens();
        let mut of_term = Vec::with_capacity(n);
        let mut starts = Vec::with_capacity(lists.n_terms());
        for count in lists.counts() {
            starts.push(of_term.len());
            let base = concentration * f64::from(count) / n as f64;
            of_term.extend((0..count).map(|i| (base + f64::from(i)).ln()));
        }
        Self {
            lists,
            of_term,
            starts,
            of_all: (0..n).map(|i| (concentration + i as f64).ln()).collect(),
        }
    }
}

impl SegmentScores for Proportional<'_> {
    type Scratch = Vec<u32>;

    fn n_units(&self) -> usize {
        self.lists.n_units()
    }

    fn scratch(&self) -> Vec<u32> {
        vec![0; self.lists.n_terms()]
    }

    fn row(&self, start: usize, row: &mut [f64], counts: &mut Vec<u32>) {
        let (mut sum, mut tokens) = (0.0, 0);
        for (i, score) in row.iter_mut().enumerate() {
            for &term in self.lists.unit(start + i) {
                let count = &mut counts[term as usize];
                let at = self.starts[term as usize] + *count as usize;
                sum += self.of_term[at] - self.of_all[tokens];
                *count += 1;
                tokens += 1;
            }
            *score = sum;
        }
        for &term in self.lists.run(start, start + row.len()) {
            counts[term as usize] = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_that_are_all_as_frequent_have_the_symmetric_score() {
        let lists = TermLists::new([vec![0, 1], vec![2, 0], vec![], vec![2, 1]], 3);
        let (flat, shared) = (Symmetric::new(&lists, 0.5), Proportional::new(&lists, 1.5));
        for start in 0..4 {
            let mut rows = [vec![0.0; 4 - start], vec![0.0; 4 - start]];
            flat.row(start, &mut rows[0], &mut flat.scratch());
            shared.row(start, &mut rows[1], &mut shared.scratch());
            for (a, b) in rows[0].iter().zip(&rows[1]) {
                assert!((a - b).abs() < 1e-12);
            }
        }
    }
}

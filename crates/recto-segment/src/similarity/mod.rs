//! Similarities of the units of a text, for affinity propagation and minimum cuts.
//!
//! Steps:
//! 1. count the terms of each unit: `x_i`;
//! 2. smooth over neighbouring units ([`smooth`]):
//!    `y_i = x_i + sum over d = 1..w of exp(-a d) (x_{i+d} + x_{i-d})`, the second term only
//!    if smoothing is symmetric;
//! 3. optionally spread each term over those that it occurs with ([`cooccurrence`]);
//! 4. weigh each term by `ln(C / df)`, with `df` of `C` chunks of the text that hold it
//!    ([`weigh`]);
//! 5. similarity is the cosine; a unit without weight has 0 with everything.
//!
//! | symbol | meaning | name in code |
//! |---|---|---|
//! | w | neighbours that are added | `neighbours` |
//! | a | how fast their share falls | `decay` |
//! | C | chunks for the document frequency | `idf` |
//! | H | units at most between a unit and its centre | `window` |
//!
//! A user's own similarities ([`SimilarityTable`]) take the place of all of this.
//!
//! # References
//! Igor Malioutov and Regina Barzilay, 2006, Minimum Cut Model for Spoken Lecture
//! Segmentation. Taken over by Kazantseva and Szpakowicz, 2011,
//! section 5.

pub mod cooccurrence;
mod given;
#[cfg(test)]
mod tests;

pub use cooccurrence::CoOccurrence;
pub use given::{Preference, SimilarityTable};

use crate::SegmentError;
use recto_math::band::{Band, Columns, Cosines, Order, Pairs};
use recto_math::weight::idf;
use recto_math::{BadParameter, Cancelled, CsrBuilder, CsrMatrix, Run};
use recto_text::{Corpus, Units};
use serde::{Deserialize, Serialize};

/// Neighbours with which the counts of a unit are smoothed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Direction {
    /// Those after it.
    Forward,
    /// Those on both sides.
    Symmetric,
}

/// What a document is for the document frequency of a term.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Idf {
    /// One of this many chunks of equal length.
    Chunks(usize),
    /// A unit.
    Units,
    /// Nothing: counts are not weighed.
    None,
}

/// Parameters of the similarities.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Params {
    /// Neighbours on a side whose counts are added; 0 does not smooth.
    pub neighbours: usize,
    /// A neighbour at distance `d` counts `exp(-decay * d)`; at least 0.
    pub decay: f64,
    /// Whether neighbours after a unit or on both sides are added.
    pub direction: Direction,
    /// Document frequency by which terms are weighted.
    pub idf: Idf,
    /// Maximum distance of a unit from its centre, in units.
    pub window: usize,
    /// Co-occurrence smoothing; `None` for none.
    pub co_occurrence: Option<CoOccurrence>,
}

impl Default for Params {
    /// The most even of twenty settings over lectures, a textbook and novels.
    fn default() -> Self {
        Self {
            direction: Direction::Symmetric,
            idf: Idf::Units,
            ..Self::paper()
        }
    }
}

impl Params {
    /// The literal parameters of the paper and its authors' program: smoothing with the
    /// units after a unit, thirty chunks.
    pub fn paper() -> Self {
        Self {
            neighbours: 2,
            decay: 1.45,
            direction: Direction::Forward,
            idf: Idf::Chunks(30),
            window: 100,
            co_occurrence: None,
        }
    }

    /// Names the first parameter that is out of its range.
    ///
    /// # Errors
    /// [`SegmentError::Parameter`].
    pub fn check(&self) -> Result<(), SegmentError> {
        if !(self.decay >= 0.0 && self.decay.is_finite()) {
            return Err(BadParameter::new("decay", self.decay, "a finite number from 0").into());
        }
        if self.idf == Idf::Chunks(0) {
            return Err(BadParameter::new("chunks", 0, "at least 1").into());
        }
        self.co_occurrence.map_or(Ok(()), |params| params.check())
    }

    /// Weighted vectors of the units.
    pub fn vectors(&self, units: &Units<'_>) -> CsrMatrix {
        self.vectors_of(&Corpus::of_units(units).counts)
    }

    /// Weighted vectors from the term counts of units, whose cosines (APS eq. 20) are the
    /// similarities.
    ///
    /// APS sec. 5: counts smoothed with those of adjacent sentences, then tf.idf.
    pub fn vectors_of(&self, counts: &CsrMatrix) -> CsrMatrix {
        let smoothed = smooth(counts, self.neighbours, self.decay, self.direction);
        let spread = match self.co_occurrence {
            Some(params) => cooccurrence::spread(&smoothed, counts, params),
            None => smoothed,
        };
        weigh(&spread, counts, self.idf)
    }
}

/// Adds the counts of neighbouring units, less the farther away they are.
pub fn smooth(
    counts: &CsrMatrix,
    neighbours: usize,
    decay: f64,
    direction: Direction,
) -> CsrMatrix {
    let n = counts.n_rows();
    let mut smoothed = CsrBuilder::new(counts.n_columns());
    for i in 0..n {
        let last = neighbours.min(n - 1 - i);
        let after = (1..=last).map(|d| (i + d, d));
        let first = match direction {
            Direction::Symmetric => neighbours.min(i),
            Direction::Forward => 0,
        };
        let before = (1..=first).map(|d| (i - d, d));
        let near = [(i, 0)].into_iter().chain(after).chain(before);
        smoothed.push_weights(near.flat_map(|(unit, distance)| {
            let share = (-decay * distance as f64).exp();
            let row = counts.row(unit).iter();
            row.map(move |(term, count)| (term, share * count))
        }));
    }
    smoothed.finish()
}

/// Weighs terms by how few chunks of the text hold them; frequencies are those of the
/// counts before smoothing. A term in every chunk weighs nothing.
pub fn weigh(vectors: &CsrMatrix, counts: &CsrMatrix, by: Idf) -> CsrMatrix {
    let n = counts.n_rows();
    let n_chunks = match by {
        Idf::None => return vectors.clone(),
        Idf::Units => n,
        Idf::Chunks(chunks) => chunks.min(n),
    };
    let frequencies = chunk_frequencies(counts, n_chunks);
    vectors
        .map(|_, term, value| value * idf(n_chunks as f64, f64::from(frequencies[term as usize])))
}

/// In how many of `n_chunks` equal chunks each term occurs; edges at `floor(N i / C)`.
fn chunk_frequencies(counts: &CsrMatrix, n_chunks: usize) -> Vec<u32> {
    let n = counts.n_rows();
    let mut frequencies = vec![0; counts.n_columns()];
    let mut last_seen = vec![usize::MAX; counts.n_columns()];
    for chunk in 0..n_chunks {
        for unit in n * chunk / n_chunks..n * (chunk + 1) / n_chunks {
            for &term in counts.row(unit).columns {
                if last_seen[term as usize] != chunk {
                    last_seen[term as usize] = chunk;
                    frequencies[term as usize] += 1;
                }
            }
        }
    }
    frequencies
}

/// Similarities of a text's units, wherever they come from.
#[derive(Debug)]
pub(crate) enum Source {
    Vectors(CsrMatrix),
    Given(CsrMatrix),
}

impl Source {
    /// The user's own similarities if there are any, else those of the words.
    pub(crate) fn new(
        units: &Units<'_>,
        params: &Params,
        given: Option<&SimilarityTable>,
    ) -> Result<Self, SegmentError> {
        match given {
            Some(table) => Ok(Source::Given(table.by_column(units.len())?)),
            None => Ok(Source::Vectors(params.vectors(units))),
        }
    }

    /// Calls `work` with the columns: stored if they fit, else made anew in each pass.
    pub(crate) fn with_columns<R>(
        &self,
        window: usize,
        run: &Run<'_>,
        work: impl FnOnce(&dyn Columns) -> R,
    ) -> Result<R, Cancelled> {
        let columns: Box<dyn Columns + '_> = match self {
            Source::Vectors(vectors) => Box::new(Cosines::new(vectors, window)),
            Source::Given(pairs) => Box::new(Pairs::new(pairs, window)),
        };
        if columns.n_slots() <= STORED_SLOTS {
            return Ok(work(&Band::store(columns.as_ref(), run)?));
        }
        Ok(work(columns.as_ref()))
    }

    /// Hands every column to `visit`, in order.
    pub(crate) fn visit(
        &self,
        window: usize,
        run: &Run<'_>,
        visit: &mut dyn FnMut(usize, &[f64]),
    ) -> Result<(), Cancelled> {
        let order = Order::Forward;
        match self {
            Source::Vectors(vectors) => Cosines::new(vectors, window).visit(order, run, visit),
            Source::Given(pairs) => Pairs::new(pairs, window).visit(order, run, visit),
        }
    }

    /// The stored band.
    pub(crate) fn band(&self, window: usize, run: &Run<'_>) -> Result<Band, Cancelled> {
        match self {
            Source::Vectors(vectors) => Band::store(&Cosines::new(vectors, window), run),
            Source::Given(pairs) => Band::store(&Pairs::new(pairs, window), run),
        }
    }
}

/// Bands up to this many values (128 MB) are stored: most solvers pass over the columns
/// several times.
pub(crate) const STORED_SLOTS: usize = 1 << 24;

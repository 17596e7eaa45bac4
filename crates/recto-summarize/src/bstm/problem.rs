//! Input of the sentence-based topic models: the matrices `Y` (units) and `B` (base models).

use crate::pool::{Place, Pool};
use recto_math::{CsrBuilder, CsrMatrix};

/// Sentences of a single document that make up a pseudo-document.
const BLOCK: usize = 10;

/// Units of text, and the base models that explain them.
pub(crate) struct Problem {
    pub(crate) bases: Bases,
    pub(crate) units: Units,
}

/// The base models: given, and the same for all units.
pub(crate) struct Bases {
    /// `B'`: a row for each base model, its distribution over words.
    pub(crate) base: CsrMatrix,
    /// `B`: a row for each word, its probability in each base model.
    pub(crate) by_word: CsrMatrix,
    /// The unit that a base model may not explain; `None` for all in the literal form.
    pub(crate) unit_of: Vec<Option<usize>>,
    /// Where in the row of that unit each word of the base model stands.
    pub(crate) own_places: Vec<Vec<usize>>,
    /// The distribution of words in the whole pile, where a background takes part.
    pub(crate) background: Option<Vec<f64>>,
}

/// Units of text: a batch of a fit.
pub(crate) struct Units {
    /// `Y'`: a row for each unit, its counts of words.
    pub(crate) counts: CsrMatrix,
    /// A row for each word: the units that have it, and where in their rows.
    pub(crate) places: CsrMatrix,
    /// The base models that may not explain a unit, increasing; empty in the literal form.
    pub(crate) own: Vec<Vec<usize>>,
}

impl Problem {
    /// The model as published: every base model may explain every unit.
    pub(crate) fn literal(base: CsrMatrix, units: CsrMatrix) -> Self {
        let n = base.n_rows();
        Self::new(base, units, vec![None; n], None)
    }

    /// The repair: a base model may not explain the unit that it comes from, and a
    /// background takes what no other unit says.
    pub(crate) fn leave_own_out(
        base: CsrMatrix,
        units: CsrMatrix,
        unit_of: Vec<Option<usize>>,
    ) -> Self {
        let mut background = units.column_sums();
        let total: f64 = background.iter().sum();
        background.iter_mut().for_each(|p| *p /= total.max(1e-300));
        Self::new(base, units, unit_of, Some(background))
    }

    fn new(
        base: CsrMatrix,
        counts: CsrMatrix,
        unit_of: Vec<Option<usize>>,
        background: Option<Vec<f64>>,
    ) -> Self {
        let mut own = vec![Vec::new(); counts.n_rows()];
        let mut own_places = vec![Vec::new(); base.n_rows()];
        for (model, unit) in unit_of.iter().enumerate() {
            if let Some(unit) = *unit {
                own[unit].push(model);
                let known = counts.row(unit).columns;
                let place = |word: &u32| known.binary_search(word).expect("it is in its unit");
                own_places[model] = base.row(model).columns.iter().map(place).collect();
            }
        }
        Self {
            bases: Bases {
                by_word: base.transpose(),
                base,
                unit_of,
                own_places,
                background,
            },
            units: Units::new(counts, own),
        }
    }
}

impl Units {
    /// Units with their counts of words, and for each the base models that may not explain
    /// it.
    pub(crate) fn new(counts: CsrMatrix, own: Vec<Vec<usize>>) -> Self {
        Self {
            places: numbered(&counts).transpose(),
            counts,
            own,
        }
    }
}

/// The same pattern with each value replaced by its number in its row.
fn numbered(matrix: &CsrMatrix) -> CsrMatrix {
    let (mut at, mut next) = (usize::MAX, 0.0);
    matrix.map(|row, _, _| {
        next = if row == at { next + 1.0 } else { 0.0 };
        at = row;
        next
    })
}

/// `B'` of the first group: the share of each word in each sentence.
pub(crate) fn sentences(pool: &Pool) -> CsrMatrix {
    let mut builder = CsrBuilder::new(pool.counts().n_columns());
    for row in pool.group(0) {
        let row = pool.row(row);
        let n = row.sum();
        builder.push_weights(row.iter().map(|(word, count)| (word, count / n)));
    }
    builder.finish()
}

/// Which unit each place of each sentence of the first group belongs to: its document, and
/// for a single document a block of ten sentences or, where sentences are units, each
/// place by itself.
pub(crate) fn units_of(pool: &Pool, sentences_are_units: bool) -> Vec<Vec<usize>> {
    let sentences = &pool.sentences()[pool.group(0)];
    let all = sentences.iter().map(|sentence| {
        let copies = sentence.copies.iter();
        std::iter::once(&sentence.place)
            .chain(copies)
            .copied()
            .collect()
    });
    let places: Vec<Vec<Place>> = all.collect();
    let mut documents: Vec<usize> = places.iter().flatten().map(|p| p.document).collect();
    documents.sort_unstable();
    documents.dedup();
    if documents.len() > 1 {
        let number = |p: &Place| documents.binary_search(&p.document).unwrap_or(0);
        return places
            .iter()
            .map(|own| own.iter().map(number).collect())
            .collect();
    }
    let mut next = 0;
    let unit = |(row, own): (usize, &Vec<Place>)| {
        if sentences_are_units {
            next += own.len();
            (next - own.len()..next).collect()
        } else {
            vec![row / BLOCK; own.len()]
        }
    };
    places.iter().enumerate().map(unit).collect()
}

/// `Y'`: the words of each unit, a sentence counted at each of its places.
pub(crate) fn counts(pool: &Pool, units_of: &[Vec<usize>]) -> CsrMatrix {
    let n = units_of.iter().flatten().max().map_or(0, |last| last + 1);
    let mut words: Vec<Vec<(u32, f64)>> = vec![Vec::new(); n];
    for (row, units) in pool.group(0).zip(units_of) {
        for &unit in units {
            words[unit].extend(pool.row(row).iter());
        }
    }
    let mut builder = CsrBuilder::new(pool.counts().n_columns());
    words
        .into_iter()
        .for_each(|unit| builder.push_weights(unit));
    builder.finish()
}

/// The one unit that all places of a sentence belong to. A sentence that stands in several
/// units may explain them all: what one says, another says too.
pub(crate) fn only(units: &[usize]) -> Option<usize> {
    let first = units.first().copied();
    first.filter(|first| units.iter().all(|unit| unit == first))
}

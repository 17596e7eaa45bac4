//! What a fit of the tri-factorisation reads: the matrix, the targets, the penalties.

use super::{Constraint, Params, Scale};
use recto_math::{CsrMatrix, DenseMatrix};

/// Targets of some rows of a factor.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Targets {
    /// For each row of the factor the row of `labels`, or `u32::MAX`.
    slots: Vec<u32>,
    /// Distributions over the classes, one for each labelled row.
    labels: DenseMatrix,
}

impl Targets {
    /// Targets of a factor of `n_rows` from the rows that have labels, increasing.
    pub(crate) fn new<'a>(
        n_rows: usize,
        n_classes: usize,
        labelled: impl IntoIterator<Item = (usize, &'a [f64])>,
    ) -> Self {
        let mut slots = vec![u32::MAX; n_rows];
        let mut labels = Vec::new();
        for (slot, (row, label)) in (0..).zip(labelled) {
            slots[row] = slot;
            labels.extend_from_slice(label);
        }
        let labels = DenseMatrix::from_values(n_classes, labels);
        Self { slots, labels }
    }

    /// Targets of documents with hard labels.
    pub(crate) fn of_documents(documents: &[Option<usize>], n_classes: usize) -> Self {
        let one_hot = DenseMatrix::identity(n_classes);
        let labelled = documents.iter().enumerate();
        let labelled = labelled.filter_map(|(j, class)| Some((j, one_hot.row((*class)?))));
        Self::new(documents.len(), n_classes, labelled)
    }

    /// The label of a row, a distribution; `None` if it has none.
    pub(crate) fn get(&self, row: usize) -> Option<&[f64]> {
        let slot = self.slots[row];
        (slot != u32::MAX).then(|| self.labels.row(slot as usize))
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.labels.n_rows() == 0
    }

    /// Labelled rows with their labels, increasing.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (usize, &[f64])> {
        (0..self.slots.len()).filter_map(|row| Some((row, self.get(row)?)))
    }

    /// Sum of the labels of each class.
    pub(crate) fn mass(&self) -> Vec<f64> {
        self.labels.column_sums()
    }
}

/// A matrix with its labels and parameters.
pub(crate) struct Problem<'a> {
    pub(crate) x: &'a CsrMatrix,
    pub(crate) transposed: &'a CsrMatrix,
    pub(crate) documents: &'a Targets,
    pub(crate) words: &'a Targets,
    pub(crate) n_classes: usize,
    pub(crate) params: Params,
    /// `||X||^2`.
    pub(super) squares: f64,
    /// α' and β'.
    pub(super) alpha: f64,
    pub(super) beta: f64,
    pub(super) gamma: f64,
    /// Diagonal of `S0`.
    pub(super) core_target: Vec<f64>,
    /// Entry of a labelled document, of a labelled word, in the column of its class.
    pub(super) document_scale: Vec<f64>,
    pub(super) word_scale: Vec<f64>,
}

impl<'a> Problem<'a> {
    /// The problem with class shares, which may be unknown.
    pub(crate) fn new(
        x: &'a CsrMatrix,
        transposed: &'a CsrMatrix,
        (documents, words): (&'a Targets, &'a Targets),
        shares: Option<&[f64]>,
        (n_classes, params): (usize, Params),
    ) -> Self {
        let squares: f64 = x.rows().flat_map(|row| row.values).map(|v| v * v).sum();
        let k = n_classes as f64;
        let even = vec![1.0 / k; n_classes];
        let shares = match params.constraint {
            Constraint::Closed => shares.unwrap_or(&even),
            Constraint::Balanced | Constraint::Off => &even,
        };
        let unit = match params.scale {
            Scale::Orthonormal => squares / k,
            Scale::Literal => 1.0,
        };
        let entries = |n: usize, shares: &[f64]| -> Vec<f64> {
            let entry = |share: &f64| match params.scale {
                Scale::Orthonormal => 1.0 / (n as f64 * share).sqrt(),
                Scale::Literal => 1.0,
            };
            shares.iter().map(entry).collect()
        };
        let gamma = match params.constraint {
            Constraint::Off => 0.0,
            _ => params.gamma,
        };
        Self {
            x,
            transposed,
            documents,
            words,
            n_classes,
            params,
            squares,
            alpha: params.alpha * unit,
            beta: params.beta * unit,
            gamma,
            core_target: core_target(squares, shares),
            document_scale: entries(x.n_rows(), shares),
            word_scale: entries(x.n_columns(), &even),
        }
    }
}

/// Diagonal of the target of the core: `sqrt(π_k ||X||^2)`, whose squares sum to `||X||^2`
/// as ADS eq. 5 asks; with equal shares ADS eq. 6.
pub(super) fn core_target(squares: f64, shares: &[f64]) -> Vec<f64> {
    shares
        .iter()
        .map(|share| (share * squares).sqrt())
        .collect()
}

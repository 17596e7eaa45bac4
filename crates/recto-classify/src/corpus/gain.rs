//! Information gain of the presence of a term about the class of a document.

use recto_math::CsrMatrix;

/// What the presence of each term tells about the classes.
#[derive(Debug, Clone, PartialEq)]
pub struct Gain {
    /// Information gain of each term in nats.
    pub gains: Vec<f64>,
    /// The class in which most labelled documents contain the term; ties to the lowest.
    pub classes: Vec<usize>,
}

/// [`Gain`] of the terms of `counts`; documents without a class are left out.
pub fn information_gain(counts: &CsrMatrix, classes: &[Option<usize>]) -> Gain {
    Gain::of(counts, classes)
}

impl Gain {
    pub(super) fn of(counts: &CsrMatrix, classes: &[Option<usize>]) -> Self {
        let n_classes = classes.iter().flatten().max().map_or(1, |most| most + 1);
        let mut sizes = vec![0.0; n_classes];
        let mut with = vec![0.0; counts.n_columns() * n_classes];
        for (row, class) in counts.rows().zip(classes) {
            let Some(class) = *class else { continue };
            sizes[class] += 1.0;
            for &term in row.columns {
                with[term as usize * n_classes + class] += 1.0;
            }
        }
        let with: Vec<&[f64]> = with.chunks(n_classes).collect();
        Self {
            gains: with.iter().map(|with| gain(with, &sizes)).collect(),
            classes: with
                .iter()
                .map(|with| crate::arithmetic::argmax(with))
                .collect(),
        }
    }
}

/// H(class) - H(class | presence) from the documents of each class with the term.
fn gain(with: &[f64], sizes: &[f64]) -> f64 {
    let without: Vec<f64> = sizes
        .iter()
        .zip(with)
        .map(|(all, with)| all - with)
        .collect();
    let total: f64 = sizes.iter().sum();
    if total == 0.0 {
        return 0.0;
    }
    let part = |counts: &[f64]| counts.iter().sum::<f64>() / total * entropy(counts);
    (entropy(sizes) - part(with) - part(&without)).max(0.0)
}

fn entropy(counts: &[f64]) -> f64 {
    let total: f64 = counts.iter().sum();
    let terms = counts.iter().filter(|&&n| n > 0.0);
    -terms.map(|n| n / total * (n / total).ln()).sum::<f64>()
}

//! Named weightings, with the document frequencies of the corpus that they were made on.

use recto_math::{CsrBuilder, CsrMatrix, SparseRow};
use serde::{Deserialize, Serialize};

/// How a count becomes a weight, before rows are normalised.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scheme {
    /// Presence times inverse document frequency: the best measured, and safe for long
    /// documents.
    #[default]
    BinIdf,
    /// Presence, as the ADS paper has it.
    Binary,
    /// The count, as the MFLK paper has it.
    Tf,
    /// `1 + ln count`.
    Log,
    /// Count times inverse document frequency.
    TfIdf,
}

impl Scheme {
    /// Every scheme with its name.
    pub const ALL: [(&'static str, Scheme); 5] = [
        ("binidf", Scheme::BinIdf),
        ("binary", Scheme::Binary),
        ("tf", Scheme::Tf),
        ("log", Scheme::Log),
        ("tfidf", Scheme::TfIdf),
    ];
}

/// How rows are scaled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Norm {
    /// To a sum of squares of 1.
    #[default]
    L2,
    /// To a sum of 1.
    L1,
    /// Not at all.
    None,
}

/// A weighting with its document frequencies, which new documents are weighted by too.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Weighting {
    /// How a count becomes a weight.
    pub scheme: Scheme,
    /// How rows are scaled.
    pub norm: Norm,
    /// Factor of each term: `ln((1 + n) / (1 + df)) + 1`, or 1 without idf.
    pub idf: Vec<f64>,
}

impl Weighting {
    /// The weighting of a corpus.
    pub fn new(counts: &CsrMatrix, scheme: Scheme, norm: Norm) -> Self {
        let n = counts.n_rows() as f64;
        let has_idf = matches!(scheme, Scheme::BinIdf | Scheme::TfIdf);
        let idf = counts.column_counts().into_iter().map(|df| match has_idf {
            true => ((1.0 + n) / (1.0 + f64::from(df))).ln() + 1.0,
            false => 1.0,
        });
        Self {
            scheme,
            norm,
            idf: idf.collect(),
        }
    }

    /// The weighted matrix.
    pub fn apply(&self, counts: &CsrMatrix) -> CsrMatrix {
        let mut builder = CsrBuilder::new(counts.n_columns());
        for row in counts.rows() {
            builder.push_sorted(&self.row(row));
        }
        builder.finish()
    }

    /// A weighted row; a row without terms stays empty.
    pub fn row(&self, counts: SparseRow<'_>) -> Vec<(u32, f64)> {
        let weigh = |(term, count): (u32, f64)| {
            let tf = match self.scheme {
                Scheme::BinIdf | Scheme::Binary => 1.0,
                Scheme::Tf | Scheme::TfIdf => count,
                Scheme::Log => 1.0 + count.ln(),
            };
            (term, tf * self.idf[term as usize])
        };
        let mut row: Vec<(u32, f64)> = counts.iter().map(weigh).collect();
        let size = match self.norm {
            Norm::L2 => row.iter().map(|(_, x)| x * x).sum::<f64>().sqrt(),
            Norm::L1 => row.iter().map(|(_, x)| x).sum(),
            Norm::None => 1.0,
        };
        if size > 0.0 {
            row.iter_mut().for_each(|(_, x)| *x /= size);
        }
        row
    }
}

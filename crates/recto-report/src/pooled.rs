//! A band made small enough to draw, and what it says stretch by stretch.

use super::{Band, Reference};

/// At most so many columns and rows are drawn.
const COLUMNS: usize = 200;
const ROWS: usize = 20;

/// A band in few cells, as tints from 0 (unlike) to 4.
#[derive(Debug, Clone, PartialEq)]
pub struct Pooled {
    /// Cells in a row.
    pub columns: usize,
    /// `rows[d][i]`: cell i and the cell d + 1 rows further.
    pub rows: Vec<Vec<u8>>,
    /// How far right a row moves against the one above, in columns.
    pub shift: f64,
    /// The largest mean of a cell, which the tints refer to.
    pub most: f64,
}

impl Pooled {
    /// A band in at most 200 columns and 20 rows.
    #[must_use]
    pub fn of(band: &Band) -> Self {
        Self::within(band, COLUMNS, ROWS)
    }

    /// A band in at most so many columns and rows, both at least 1: means over blocks of
    /// units and of distances. A band of nothing has no cells.
    #[must_use]
    pub fn within(band: &Band, columns: usize, rows: usize) -> Self {
        let n = band.units.len();
        let wide = n.div_ceil(columns).max(1);
        let reach = band.values.iter().map(Vec::len).max().unwrap_or(0);
        let deep = reach.div_ceil(rows).max(1);
        let (columns, rows) = (n.div_ceil(wide), reach.div_ceil(deep));
        let mut sums = vec![vec![(0.0, 0_u32); columns]; rows];
        for (i, values) in band.values.iter().enumerate().take(n) {
            for (d, value) in values
                .iter()
                .enumerate()
                .filter(|(d, v)| i + d + 1 < n && v.is_finite())
            {
                let cell = &mut sums[d / deep][i / wide];
                *cell = (cell.0 + value, cell.1 + 1);
            }
        }
        let mean = |&(sum, count): &(f64, u32)| {
            if count > 0 {
                sum / f64::from(count)
            } else {
                0.0
            }
        };
        let most = sums.iter().flatten().map(mean).fold(0.0, f64::max);
        let tint = |cell| {
            if most > 0.0 {
                (5.0 * mean(cell) / most).clamp(0.0, 4.0) as u8
            } else {
                0
            }
        };
        Self {
            columns,
            rows: sums
                .iter()
                .map(|row| row.iter().map(tint).collect())
                .collect(),
            shift: deep as f64 / (2.0 * wide as f64),
            most,
        }
    }
}

/// What a band says of the stretch between two cuts.
#[derive(Debug, Clone, PartialEq)]
pub struct Summary {
    /// Where the stretch stands.
    pub at: Reference,
    /// Mean likeness, 0 to 1, of units within it; `None` where no pair is known.
    pub within: Option<f64>,
    /// Mean likeness to the units of the next stretch; `None` for the last, and where no
    /// pair is known.
    pub next: Option<f64>,
}

/// Mean likeness within each stretch, and to the one after it, in the order of the text.
#[must_use]
pub fn summaries(band: &Band) -> Vec<Summary> {
    let n = band.units.len();
    let mut starts: Vec<usize> = band
        .cuts
        .iter()
        .copied()
        .filter(|&cut| cut > 0 && cut < n)
        .collect();
    starts.insert(0, 0);
    starts.sort_unstable();
    starts.dedup();
    let end = |k: usize| starts.get(k + 1).copied().unwrap_or(n);
    (0..starts.len())
        .filter(|_| n > 0)
        .map(|k| {
            let own = starts[k]..end(k);
            let mean = |to: std::ops::Range<usize>| mean(band, own.clone(), to);
            let bytes = band.units[own.start].start..band.units[own.end - 1].end;
            Summary {
                at: Reference::new(band.source, bytes),
                within: mean(own.clone()),
                next: if k + 1 < starts.len() {
                    mean(end(k)..end(k + 1))
                } else {
                    None
                },
            }
        })
        .collect()
}

/// Mean of the known values between two ranges of units.
fn mean(band: &Band, from: std::ops::Range<usize>, to: std::ops::Range<usize>) -> Option<f64> {
    let (mut sum, mut count) = (0.0, 0_u32);
    for i in from {
        let Some(values) = band.values.get(i) else {
            continue;
        };
        for j in to.start.max(i + 1)..to.end.min(i + 1 + values.len()) {
            sum += values[j - i - 1];
            count += 1;
        }
    }
    (count > 0).then(|| sum / f64::from(count))
}

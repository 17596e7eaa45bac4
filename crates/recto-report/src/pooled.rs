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
    /// The mean that the tints begin at: no cell with this mean or less has any.
    pub least: f64,
    /// The mean that the tints end at: all cells with this mean or more have the darkest.
    pub most: f64,
}

/// Tints begin at the mean that this share of the cells is below, and end at that which this
/// share is below. The largest mean is no measure: one passage that repeats another would
/// leave all the rest of a book blank.
const LEAST: f64 = 0.2;
const MOST: f64 = 0.95;

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
        let mean = |&(sum, count): &(f64, u32)| (count > 0).then(|| sum / f64::from(count));
        let mut means: Vec<f64> = sums.iter().flatten().filter_map(mean).collect();
        means.sort_by(f64::total_cmp);
        let (least, most) = (quantile(&means, LEAST), quantile(&means, MOST));
        // Where nearly all cells are alike, as in a text of very few parts, the scale is that
        // of the values themselves.
        let least = if most > least { least.max(0.0) } else { 0.0 };
        let tint = |cell| match mean(cell) {
            Some(mean) if most > 0.0 => {
                (5.0 * (mean - least) / (most - least)).clamp(0.0, 4.0) as u8
            }
            _ => 0,
        };
        Self {
            columns,
            rows: sums
                .iter()
                .map(|row| row.iter().map(tint).collect())
                .collect(),
            shift: deep as f64 / (2.0 * wide as f64),
            least,
            most,
        }
    }

    /// The mean from which on a cell has at least this tint.
    #[must_use]
    pub fn threshold(&self, tint: u8) -> f64 {
        self.least + f64::from(tint) / 5.0 * (self.most - self.least)
    }
}

/// The value that a share of sorted values is below; 0 for none.
fn quantile(sorted: &[f64], share: f64) -> f64 {
    let last = sorted.len().saturating_sub(1) as f64;
    let at = (share * last).round() as usize;
    sorted.get(at).copied().unwrap_or_default()
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Forty units whose neighbours are alike as `value` says by place and distance.
    fn pooled(value: impl Fn(usize, usize) -> f64) -> Pooled {
        let row = |i: usize| (0..(39 - i).min(8)).map(|d| value(i, d)).collect();
        Pooled::of(&Band {
            units: (0..40).map(|i| i * 10..i * 10 + 9).collect(),
            values: (0..40).map(row).collect(),
            ..Band::default()
        })
    }

    fn tinted(pooled: &Pooled) -> f64 {
        let cells: Vec<&u8> = pooled.rows.iter().flatten().collect();
        let tinted = cells.iter().filter(|&&&tint| tint > 0).count();
        tinted as f64 / cells.len() as f64
    }

    #[test]
    fn one_repeated_passage_leaves_no_picture_blank() {
        let book = |i: usize, d: usize| match (i, d) {
            (20, 0) => 1.0,
            _ => 0.1 + ((i * 7 + d * 3) % 10) as f64 / 120.0,
        };
        assert!(tinted(&pooled(book)) > 0.4);
    }

    #[test]
    fn patches_stay_darker_than_what_is_between_them() {
        let patches = |i: usize, d: usize| {
            if i / 10 == (i + d + 1) / 10 {
                0.5
            } else {
                0.05
            }
        };
        let found = pooled(patches);
        assert_eq!((found.rows[0][4], found.rows[0][9]), (4, 0));
        assert!((found.threshold(4) - 0.41).abs() < 1e-9);
    }

    #[test]
    fn a_text_that_shares_nothing_has_no_tint() {
        assert_eq!(tinted(&pooled(|_, _| 0.0)), 0.0);
        // All but the cells behind the end of the text.
        assert!(tinted(&pooled(|_, _| 0.3)) > 0.85);
    }
}

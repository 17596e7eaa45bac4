//! Ranks of similarities among their neighbours.

use recto_math::chunk;

/// A square matrix.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Square {
    n: usize,
    cells: Vec<f32>,
}

impl Square {
    pub(super) fn new(n: usize) -> Self {
        let cells = vec![0.0; n * n];
        Self { n, cells }
    }

    pub(super) fn cell(&mut self, row: usize, column: usize) -> &mut f32 {
        &mut self.cells[row * self.n + column]
    }

    pub(super) fn row(&self, row: usize) -> &[f32] {
        &self.cells[row * self.n..(row + 1) * self.n]
    }

    /// Sums of the cells above and to the left.
    pub(super) fn sums(&self) -> Sums {
        let width = self.n + 1;
        let mut sums = vec![0.0; width * width];
        for i in 0..self.n {
            let (done, ahead) = sums.split_at_mut((i + 1) * width);
            let above = &done[i * width..];
            let mut sum = 0.0;
            for (j, &cell) in self.row(i).iter().enumerate() {
                sum += f64::from(cell);
                ahead[j + 1] = above[j + 1] + sum;
            }
        }
        Sums { n: self.n, sums }
    }
}

/// Two-dimensional running sums of a symmetric matrix.
#[derive(Debug)]
pub(super) struct Sums {
    n: usize,
    sums: Vec<f64>,
}

impl Sums {
    pub(super) fn n_units(&self) -> usize {
        self.n
    }

    /// Row `a`: element `b` is the sum of the cells of rows below `a`, columns below `b`.
    pub(super) fn row(&self, a: usize) -> &[f64] {
        &self.sums[a * (self.n + 1)..(a + 1) * (self.n + 1)]
    }

    /// The sum over the square of rows and columns `a..b`.
    pub(super) fn block(&self, a: usize, b: usize) -> f64 {
        self.row(b)[b] - 2.0 * self.row(a)[b] + self.row(a)[a]
    }
}

/// Choi00 sec. 3.2: each value becomes the share of its neighbours in the mask that are
/// smaller, itself left out.
pub(super) fn ranks(similarities: &Square, mask: usize) -> Square {
    let n = similarities.n;
    let rows: Vec<usize> = (0..n).collect();
    let made = chunk::map(&rows, 16, |rows| {
        let of = |&row: &usize| rank_row(similarities, row, mask / 2);
        rows.iter().flat_map(of).collect::<Vec<f32>>()
    });
    Square {
        n,
        cells: made.into_iter().flatten().collect(),
    }
}

/// One row of ranks, an offset of the mask at a time: the inner loop has no branches.
fn rank_row(similarities: &Square, i: usize, radius: usize) -> Vec<f32> {
    let n = similarities.n;
    let own = similarities.row(i);
    let mut smaller = vec![0u32; n];
    let (top, bottom) = (i.saturating_sub(radius), (i + radius).min(n - 1));
    for k in top..=bottom {
        let other = similarities.row(k);
        for d in 1..=radius.min(n - 1) {
            for ((count, own), other) in smaller[d..].iter_mut().zip(&own[d..]).zip(other) {
                *count += u32::from(other < own);
            }
            for ((count, own), other) in smaller.iter_mut().zip(own).zip(&other[d..]) {
                *count += u32::from(other < own);
            }
        }
        for ((count, own), other) in smaller.iter_mut().zip(own).zip(other) {
            *count += u32::from(other < own);
        }
    }
    let share = |(j, &count): (usize, &u32)| {
        let across = (j + radius).min(n - 1) + 1 - j.saturating_sub(radius);
        let neighbours = (bottom + 1 - top) * across - 1;
        count as f32 / neighbours.max(1) as f32
    };
    smaller.iter().enumerate().map(share).collect()
}

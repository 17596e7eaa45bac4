//! The two-scan dynamic programme over centres.
//!
//! Given its centre, a segment's left and right ends contribute independently. With
//! `F(t)` the best net similarity of units `0..t`, column `c` of the similarities is used
//! once: a scan to the left finds the best start, a scan to the right pushes every end.
//! When `c` is reached, `F(0..=c)` is final, because a segment that ends at or before `c`
//! has its centre before `c`.

use recto_math::band::{Columns, Order};
use recto_math::{Cancelled, Run};

/// A segmentation with a centre in each segment.
#[derive(Debug, Clone, PartialEq)]
pub struct Centred {
    /// Exclusive ends of the segments.
    pub bounds: Vec<usize>,
    /// The centre of each segment.
    pub centers: Vec<usize>,
    /// Its net similarity.
    pub net: f64,
}

/// The best segmentation with any number of segments; `shift` is added to every
/// preference. Maximises the objective of APS eq. 7. Ties go to the shorter left part and
/// the smaller centre. O(N * H) time, O(N) memory.
///
/// # Errors
/// [`Cancelled`] if the observer asks to stop.
///
/// # Panics
/// If there is not one preference for each unit.
pub fn free(
    columns: &dyn Columns,
    preference: &[f64],
    shift: f64,
    run: &Run<'_>,
) -> Result<Centred, Cancelled> {
    let n = columns.n_units();
    assert_eq!(preference.len(), n, "one preference for each unit");
    let mut best = vec![f64::NEG_INFINITY; n + 1];
    best[0] = 0.0;
    let mut centre_of = vec![0u32; n + 1];
    let mut start_of = vec![0u32; n];
    columns.visit(Order::Forward, run, &mut |c, column| {
        let centre = c - columns.rows(c).start;
        let (before, ahead) = best.split_at_mut(c + 1);
        let (mut sum, mut value, mut start) = (0.0, before[c], c);
        let starts = before[..c].iter().enumerate().rev();
        for (&s, (a, &best)) in column[..centre].iter().rev().zip(starts) {
            sum += s;
            if best + sum > value {
                (value, start) = (best + sum, a);
            }
        }
        start_of[c] = start as u32;
        value += preference[c] + shift;
        // The centre's own cell is no similarity: the preference takes its place.
        let steps = [0.0].iter().chain(&column[centre + 1..]);
        let ends = ahead.iter_mut().zip(&mut centre_of[c + 1..]);
        for (s, (best, centre)) in steps.zip(ends) {
            value += s;
            if value > *best {
                (*best, *centre) = (value, c as u32);
            }
        }
    })?;
    let (mut bounds, mut centers, mut end) = (Vec::new(), Vec::new(), n);
    while end > 0 {
        let c = centre_of[end] as usize;
        bounds.push(end);
        centers.push(c);
        end = start_of[c] as usize;
    }
    bounds.reverse();
    centers.reverse();
    let net = best[n];
    Ok(Centred {
        bounds,
        centers,
        net,
    })
}

/// The best segmentations with exactly 1, 2, … `k` segments; `None` where the window
/// allows none. O(k * N * H) time, O(k * N) memory.
///
/// # Errors
/// [`Cancelled`] if the observer asks to stop.
pub fn counted(
    columns: &dyn Columns,
    preference: &[f64],
    k: usize,
    run: &Run<'_>,
) -> Result<Vec<Option<Centred>>, Cancelled> {
    let (n, width) = (columns.n_units(), k + 1);
    let mut table = Table {
        n,
        width,
        best: vec![f64::NEG_INFINITY; (n + 1) * width],
        centre: vec![0; (n + 1) * width],
        start: vec![0; n * width],
    };
    table.best[0] = 0.0;
    let mut values = vec![0.0; width];
    columns.visit(Order::Forward, run, &mut |c, column| {
        table.push(
            c,
            c - columns.rows(c).start,
            column,
            preference[c],
            &mut values,
        );
    })?;
    Ok((1..=k).map(|k| table.solution(k)).collect())
}

/// `best[t * width + k]`: the best value of units `0..t` in `k` segments.
struct Table {
    n: usize,
    width: usize,
    best: Vec<f64>,
    centre: Vec<u32>,
    /// `start[c * width + k]`: where the `k`-th segment starts if its centre is `c`.
    start: Vec<u32>,
}

impl Table {
    fn push(&mut self, c: usize, centre: usize, column: &[f64], own: f64, values: &mut [f64]) {
        let width = self.width;
        let (before, ahead) = self.best.split_at_mut((c + 1) * width);
        let rows = before.chunks_exact(width);
        let starts = &mut self.start[c * width..(c + 1) * width];
        values.fill(f64::NEG_INFINITY);
        let mut sum = 0.0;
        let steps = [0.0].iter().chain(column[..centre].iter().rev());
        for (s, (a, best)) in steps.zip(rows.enumerate().rev()) {
            sum += s;
            for k in 1..width {
                if best[k - 1] + sum > values[k] {
                    (values[k], starts[k]) = (best[k - 1] + sum, a as u32);
                }
            }
        }
        let mut sum = own;
        let centres = self.centre[(c + 1) * width..].chunks_exact_mut(width);
        let ends = ahead.chunks_exact_mut(width).zip(centres);
        let steps = [0.0].iter().chain(&column[centre + 1..]);
        for (s, (best, centres)) in steps.zip(ends) {
            sum += s;
            for k in 1..width {
                if values[k] + sum > best[k] {
                    (best[k], centres[k]) = (values[k] + sum, c as u32);
                }
            }
        }
    }

    fn solution(&self, k: usize) -> Option<Centred> {
        let net = self.best[self.n * self.width + k];
        if net == f64::NEG_INFINITY {
            return None;
        }
        let (mut bounds, mut centers) = (Vec::new(), Vec::new());
        let mut end = self.n;
        for k in (1..=k).rev() {
            let c = self.centre[end * self.width + k] as usize;
            bounds.push(end);
            centers.push(c);
            end = self.start[c * self.width + k] as usize;
        }
        bounds.reverse();
        centers.reverse();
        Some(Centred {
            bounds,
            centers,
            net,
        })
    }
}

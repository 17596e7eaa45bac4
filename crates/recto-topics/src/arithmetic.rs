//! Vector arithmetic of the inner loops: sums, inner products, sums of logarithms.
//!
//! In every matrix of this crate topics are the columns, so that each loop reads
//! consecutive memory.

/// Adds one vector to another.
pub(crate) fn add_to(sums: &mut [f64], row: &[f64]) {
    sums.iter_mut().zip(row).for_each(|(sum, x)| *sum += x);
}

const LANES: usize = 4;

/// Inner product in four independent sums: one running sum would make each addition wait
/// for the last, and the compiler may not reorder floating-point additions itself.
#[inline(always)]
pub(crate) fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut lanes = [0.0; LANES];
    let (a_parts, a_rest) = a.as_chunks::<LANES>();
    let (b_parts, b_rest) = b.as_chunks::<LANES>();
    for (a, b) in a_parts.iter().zip(b_parts) {
        for lane in 0..LANES {
            lanes[lane] += a[lane] * b[lane];
        }
    }
    let mut rest = 0.0;
    for (a, b) in a_rest.iter().zip(b_rest) {
        rest += a * b;
    }
    (lanes[0] + lanes[1]) + (lanes[2] + lanes[3]) + rest
}

/// `a += f * x` and `b += f * y` in one pass.
#[inline(always)]
pub(crate) fn add_both(a: &mut [f64], x: &[f64], b: &mut [f64], y: &[f64], f: f64) {
    let n = a.len();
    let (x, b, y) = (&x[..n], &mut b[..n], &y[..n]);
    for z in 0..n {
        a[z] += f * x[z];
        b[z] += f * y[z];
    }
}

/// A sum of logarithms that computes few of them: factors are multiplied, and the logarithm
/// taken only when the product nears underflow or overflow, because a logarithm costs as
/// much as tens of multiplications. Values below 1e-300 count as 1e-300.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LnSum {
    sum: f64,
    product: f64,
}

/// Products are flushed below this. The next factor is at least the cube of
/// [`LnSum::SMALL`], so the product before the flush is above 1e-200 and never underflows.
const LOW: f64 = 1e-140;

impl LnSum {
    const SMALL: f64 = 1e-20;

    pub(crate) fn new() -> Self {
        Self {
            sum: 0.0,
            product: 1.0,
        }
    }

    /// Adds `n ln x` for a count `n`.
    #[inline(always)]
    pub(crate) fn add(&mut self, x: f64, n: f64) {
        if x > Self::SMALL && x < 1e20 && (n == 1.0 || n == 2.0 || n == 3.0) {
            self.product *= match n {
                1.0 => x,
                2.0 => x * x,
                _ => x * x * x,
            };
            if self.product < LOW || self.product > 1e140 {
                self.flush();
            }
        } else {
            self.sum += n * x.max(1e-300).ln();
        }
    }

    fn flush(&mut self) {
        self.sum += self.product.ln();
        self.product = 1.0;
    }

    pub(crate) fn total(mut self) -> f64 {
        self.flush();
        self.sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_of_logarithms_are_those_of_the_logarithms() {
        let values = [0.3, 1e-18, 0.0, 1e-310, 0.9, 1e-5, 0.2, 7.0];
        let (mut fast, mut plain) = (LnSum::new(), 0.0);
        for round in 0..200 {
            for (i, &x) in values.iter().enumerate() {
                let n = 1.0 + ((round + i) % 5) as f64;
                fast.add(x, n);
                plain += n * f64::max(x, 1e-300).ln();
            }
        }
        assert!((fast.total() - plain).abs() < 1e-9 * plain.abs());
    }

    #[test]
    fn the_inner_product_takes_every_number() {
        for n in 0..11 {
            let x: Vec<f64> = (0..n).map(f64::from).collect();
            let plain: f64 = x.iter().map(|x| x * x).sum();
            assert_eq!(dot(&x, &x), plain);
        }
    }
}

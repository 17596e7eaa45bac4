//! Unconstrained minimisation of a smooth function by L-BFGS.

use crate::dense::{axpy, dot, norm};

/// When [`minimize`] stops.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stop {
    /// Share of the norm of the first gradient below which the norm has to fall.
    pub tolerance: f64,
    /// Maximum number of steps.
    pub max_steps: usize,
}

impl Default for Stop {
    fn default() -> Self {
        Self {
            tolerance: 1e-6,
            max_steps: 200,
        }
    }
}

/// Number of pairs of steps and gradient changes that L-BFGS keeps.
const MEMORY: usize = 8;

/// The point that L-BFGS with backtracking line search reaches from `at`. `objective` writes
/// the gradient into its second argument and returns the value.
///
/// ```
/// use recto_math::minimize::{Stop, minimize};
/// let bowl = |x: &[f64], gradient: &mut [f64]| {
///     gradient[0] = 2.0 * (x[0] - 3.0);
///     (x[0] - 3.0).powi(2)
/// };
/// assert!((minimize(bowl, vec![0.0], &Stop::default())[0] - 3.0).abs() < 1e-6);
/// ```
pub fn minimize(
    mut objective: impl FnMut(&[f64], &mut [f64]) -> f64,
    mut at: Vec<f64>,
    stop: &Stop,
) -> Vec<f64> {
    let mut gradient = vec![0.0; at.len()];
    let mut value = objective(&at, &mut gradient);
    let small = stop.tolerance * norm(&gradient).max(1e-12);
    let mut memory: Vec<(Vec<f64>, Vec<f64>)> = Vec::new();
    let (mut next, mut next_gradient) = (at.clone(), gradient.clone());
    for _ in 0..stop.max_steps {
        if norm(&gradient) <= small {
            break;
        }
        let direction = direction(&gradient, &memory);
        let slope = dot(&direction, &gradient);
        let mut length = if memory.is_empty() {
            1.0 / norm(&gradient).max(1.0)
        } else {
            1.0
        };
        let mut lower = None;
        for _ in 0..40 {
            next.copy_from_slice(&at);
            axpy(length, &direction, &mut next);
            let found = objective(&next, &mut next_gradient);
            if found <= value + 1e-4 * length * slope {
                lower = Some(found);
                break;
            }
            length /= 2.0;
        }
        let Some(found) = lower else {
            break;
        };
        let step: Vec<f64> = next.iter().zip(&at).map(|(a, b)| a - b).collect();
        let change = next_gradient.iter().zip(&gradient).map(|(a, b)| a - b);
        let change: Vec<f64> = change.collect();
        if dot(&step, &change) > 1e-12 * norm(&step) * norm(&change) {
            if memory.len() == MEMORY {
                memory.remove(0);
            }
            memory.push((step, change));
        }
        std::mem::swap(&mut at, &mut next);
        std::mem::swap(&mut gradient, &mut next_gradient);
        value = found;
    }
    at
}

/// Search direction: minus the approximate inverse Hessian times the gradient (two-loop
/// recursion).
fn direction(gradient: &[f64], memory: &[(Vec<f64>, Vec<f64>)]) -> Vec<f64> {
    let mut direction: Vec<f64> = gradient.iter().map(|g| -g).collect();
    let mut shares = Vec::with_capacity(memory.len());
    for (step, change) in memory.iter().rev() {
        let share = dot(step, &direction) / dot(step, change);
        axpy(-share, change, &mut direction);
        shares.push(share);
    }
    if let Some((step, change)) = memory.last() {
        let scale = dot(step, change) / dot(change, change);
        direction.iter_mut().for_each(|x| *x *= scale);
    }
    for ((step, change), share) in memory.iter().zip(shares.iter().rev()) {
        let back = dot(change, &direction) / dot(step, change);
        axpy(share - back, step, &mut direction);
    }
    direction
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Step (2, 0) changed the gradient by (1, 0), so the curvature there is 1/2 and the
    /// approximate inverse Hessian 2 in every direction that is not known better.
    #[test]
    fn directions_are_scaled_by_the_latest_curvature() {
        let memory = [(vec![2.0, 0.0], vec![1.0, 0.0])];
        assert_eq!(direction(&[0.0, 3.0], &memory), [0.0, -6.0]);
        assert_eq!(direction(&[1.0, 0.0], &memory), [-2.0, 0.0]);
        assert_eq!(direction(&[1.0, 3.0], &[]), [-1.0, -3.0]);
    }
}

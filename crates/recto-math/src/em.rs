//! The loop of every iterative fit: EM, variational and multiplicative updates.
//!
//! A model is three pure functions: [`Iterate::step`] takes sufficient statistics of one
//! batch under the current parameters, [`Iterate::merge`] adds them up, and
//! [`Iterate::update`] turns the sum into new parameters. [`fit`] runs the steps in
//! parallel over batches that depend on the input alone and merges them in order, so that
//! any number of threads gives the same bytes; at most two statistics a thread are alive
//! at a time. Nothing in a model knows how many threads or machines there are.

use crate::{Cancelled, Progress, Run};
use rayon::prelude::*;

/// One iteration of a fit.
pub trait Iterate: Sync {
    /// What is fitted.
    type Parameters: Sync;
    /// What a batch says about it.
    type Statistics: Send;

    /// Into how many batches the input is cut; at least 1, and the same on every machine.
    fn n_batches(&self) -> usize;

    /// The statistics of one batch.
    fn step(&self, batch: usize, parameters: &Self::Parameters) -> Self::Statistics;

    /// Adds the statistics of the next batch to those of the batches before.
    fn merge(&self, before: &mut Self::Statistics, next: Self::Statistics);

    /// Makes new parameters from the statistics of all batches and returns the objective
    /// of the parameters that the statistics were taken with: an iteration costs no pass
    /// of its own for it. The objective must never fall.
    fn update(&self, statistics: Self::Statistics, parameters: &mut Self::Parameters) -> f64;
}

/// When to stop.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stop {
    /// After this many updates.
    pub iterations: usize,
    /// When the objective gains less than this part of its size.
    pub tolerance: f64,
}

/// A fit that came to its end.
#[derive(Debug, Clone, PartialEq)]
pub struct Fit<P> {
    /// The parameters after the last update.
    pub parameters: P,
    /// The objective before each update.
    pub history: Vec<f64>,
    /// Whether it stopped by the tolerance.
    pub has_converged: bool,
    /// How often the objective fell by more than rounding: 0 unless a model is wrong or
    /// gives no such guarantee.
    pub n_falls: usize,
}

impl<P> Fit<P> {
    /// The last objective that was measured.
    pub fn objective(&self) -> f64 {
        self.history.last().copied().unwrap_or(f64::NEG_INFINITY)
    }
}

/// What rounding may take from an objective, as a part of its size.
const ROUNDING: f64 = 1e-10;

/// Iterates from `start` until a reason to stop; `stage` is what people are told.
///
/// # Errors
/// [`Cancelled`] if the observer asks to stop, within one iteration.
pub fn fit<I: Iterate>(
    model: &I,
    start: I::Parameters,
    stop: Stop,
    stage: &str,
    run: &Run<'_>,
) -> Result<Fit<I::Parameters>, Cancelled> {
    let mut fit = Fit {
        parameters: start,
        history: Vec::with_capacity(stop.iterations),
        has_converged: false,
        n_falls: 0,
    };
    for iteration in 0..stop.iterations {
        tell(run, stage, iteration, stop.iterations, &fit.history)?;
        let statistics = all_steps(model, &fit.parameters);
        let objective = model.update(statistics, &mut fit.parameters);
        let before = fit.history.last().copied();
        fit.history.push(objective);
        if let Some(before) = before {
            let gain = objective - before;
            fit.n_falls += usize::from(gain < -ROUNDING * objective.abs());
            if gain.abs() <= stop.tolerance * objective.abs() {
                fit.has_converged = true;
                break;
            }
        }
    }
    Ok(fit)
}

fn tell(
    run: &Run<'_>,
    stage: &str,
    done: usize,
    total: usize,
    history: &[f64],
) -> Result<(), Cancelled> {
    let progress = Progress {
        stage,
        done: done as u64,
        total: Some(total as u64),
        objective: history.last().copied(),
    };
    match run.observer.on_progress(&progress) {
        true => Ok(()),
        false => Err(Cancelled),
    }
}

/// The statistics of all batches, merged in their order. Batches are worked on a few at a
/// time; how many does not matter for the result.
fn all_steps<I: Iterate>(model: &I, parameters: &I::Parameters) -> I::Statistics {
    let n_batches = model.n_batches().max(1);
    let mut all = model.step(0, parameters);
    let ahead = 2 * rayon::current_num_threads();
    let mut first = 1;
    while first < n_batches {
        let end = n_batches.min(first + ahead);
        if ahead <= 2 {
            model.merge(&mut all, model.step(first, parameters));
            first += 1;
            continue;
        }
        let parts: Vec<I::Statistics> = (first..end)
            .into_par_iter()
            .map(|batch| model.step(batch, parameters))
            .collect();
        parts
            .into_iter()
            .for_each(|part| model.merge(&mut all, part));
        first = end;
    }
    all
}

/// Fits from each of `n_restarts` starts and keeps the one with the highest objective;
/// ties go to the first. Restarts run one after the other, each in parallel inside.
///
/// # Errors
/// [`Cancelled`] if the observer asks to stop.
pub fn best_of<P, E: From<Cancelled>>(
    n_restarts: usize,
    mut fit: impl FnMut(u64) -> Result<Fit<P>, E>,
) -> Result<Fit<P>, E> {
    let mut best = fit(0)?;
    for restart in 1..n_restarts {
        let other = fit(restart as u64)?;
        if other.objective() > best.objective() {
            best = other;
        }
    }
    Ok(best)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Observer, Silent};
    use std::num::NonZeroUsize;

    /// The mean of numbers by steps halfway towards it; the objective is minus the squared
    /// distance.
    struct Mean(Vec<f64>);

    impl Iterate for Mean {
        type Parameters = f64;
        type Statistics = (f64, f64);

        fn n_batches(&self) -> usize {
            self.0.len().div_ceil(10)
        }

        fn step(&self, batch: usize, mean: &f64) -> (f64, f64) {
            let end = self.0.len().min(batch * 10 + 10);
            let part = &self.0[batch * 10..end];
            let squares = part.iter().map(|x| (x - mean).powi(2)).sum();
            (part.iter().map(|x| (x - mean).sin()).sum(), squares)
        }

        fn merge(&self, before: &mut (f64, f64), next: (f64, f64)) {
            before.0 += next.0;
            before.1 += next.1;
        }

        fn update(&self, (gradient, squares): (f64, f64), mean: &mut f64) -> f64 {
            *mean += 0.5 * gradient / self.0.len() as f64;
            -squares
        }
    }

    fn numbers() -> Mean {
        Mean((0..997).map(|i| f64::from(i % 17) / 10.0).collect())
    }

    const STOP: Stop = Stop {
        iterations: 50,
        tolerance: 1e-12,
    };

    #[test]
    fn any_number_of_threads_gives_the_same_bits() {
        let at = |threads| {
            let run = Run::new(0, &Silent).with_threads(NonZeroUsize::new(threads).expect("some"));
            run.install(|| fit(&numbers(), 0.0, STOP, "fitting", &run).expect("nobody cancels"))
        };
        let one = at(1);
        assert_eq!(one.n_falls, 0);
        assert!(one.has_converged && one.history.len() < 50);
        assert_eq!(one, at(2));
        assert_eq!(one, at(7));
    }

    #[test]
    fn the_best_restart_wins_and_the_first_of_equals() {
        let made = |objective: f64, parameters: u64| Fit {
            parameters,
            history: vec![objective],
            has_converged: true,
            n_falls: 0,
        };
        let scores = [1.0, 3.0, 3.0, 2.0];
        let best = best_of(4, |i| Ok::<_, Cancelled>(made(scores[i as usize], i)));
        assert_eq!(best.map(|fit| fit.parameters), Ok(1));
    }

    struct StopAt(u64);
    impl Observer for StopAt {
        fn on_progress(&self, progress: &Progress<'_>) -> bool {
            progress.done < self.0
        }
    }

    #[test]
    fn a_cancelled_fit_ends_within_one_iteration() {
        let observer = StopAt(3);
        let run = Run::new(0, &observer);
        assert_eq!(fit(&numbers(), 0.0, STOP, "fitting", &run), Err(Cancelled));
    }
}

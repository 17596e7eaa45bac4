//! Driver of iterative fits: EM, variational Bayes, multiplicative updates.
//!
//! A model is a few pure functions over four kinds of data:
//!
//! | type | holds | who needs it |
//! |---|---|---|
//! | [`Iterate::Batch`] | a part of the input | the worker of the batch |
//! | [`Iterate::State`] | parameters of the documents of one batch | the worker of the batch |
//! | [`Iterate::Parameters`] | parameters that all batches share, such as topics | all workers |
//! | [`Iterate::Statistics`] | sufficient statistics of a batch for the parameters | the update |
//!
//! [`Iterate::step`] reads one batch with its state and the parameters, and returns
//! statistics and the next state; [`Iterate::merge`] adds statistics up;
//! [`Iterate::update`] turns their sum into new parameters. [`fit`] runs the steps in
//! parallel over batches that depend on the input alone and merges them in order, so that
//! any number of threads gives the same bytes; one statistic a thread is alive at a time,
//! beside their sum.
//!
//! # Several machines
//! Nothing in a model knows how many threads or machines there are. An engine gives each
//! worker some batches with their states, which stay there. In each iteration it sends the
//! parameters to all workers, each runs `step` on its batches and sends statistics back,
//! and the engine merges them in the order of batches and calls `update`. After the last
//! update each worker calls [`Iterate::finish`]. One statistic a batch gives the bytes of
//! [`fit`]. A worker that merges the statistics of its own batches first sends less; sums
//! are then rounded differently, in their last digits. Parameters, statistics and states
//! are serde; of a model itself `step` reads settings and what is given and small, never
//! another batch.

use crate::{Cancelled, Progress, Run};
use rayon::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// A model as the parts of one iteration.
pub trait Iterate: Sync {
    /// A part of the input: all of the data that a step reads.
    type Batch: Sync;
    /// Parameters of the documents of one batch; `()` if there are none.
    type State: Send + Sync + Serialize + DeserializeOwned;
    /// Parameters that all batches share.
    type Parameters: Sync + Serialize + DeserializeOwned;
    /// Sufficient statistics of a batch for the parameters.
    type Statistics: Send + Serialize + DeserializeOwned;

    /// The statistics of one batch under the parameters, and the next state of its
    /// documents.
    fn step(
        &self,
        batch: &Self::Batch,
        state: Self::State,
        parameters: &Self::Parameters,
    ) -> (Self::Statistics, Self::State);

    /// Adds the statistics of the next batch to those of the batches before.
    fn merge(&self, before: &mut Self::Statistics, next: Self::Statistics);

    /// Computes new parameters from the statistics of all batches and returns the objective
    /// of the old ones, which the statistics were computed with: the objective then needs
    /// no pass of its own. It must never fall.
    fn update(&self, statistics: Self::Statistics, parameters: &mut Self::Parameters) -> f64;

    /// Updates a state for the parameters of the last update, if it is not up to date. Only
    /// a model whose states are computed from the new parameters needs it; its `step`
    /// begins with the same update.
    fn finish(
        &self,
        batch: &Self::Batch,
        state: Self::State,
        parameters: &Self::Parameters,
    ) -> Self::State {
        let _ = (batch, parameters);
        state
    }
}

/// Start values of a fit.
#[derive(Debug, Clone, PartialEq)]
pub struct Start<P, S> {
    /// Initial parameters.
    pub parameters: P,
    /// Initial state of each batch, in the order of batches.
    pub states: Vec<S>,
}

/// Stopping rule.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stop {
    /// Maximum number of iterations.
    pub iterations: usize,
    /// The fit stops when the objective changes by at most this share of its magnitude.
    pub tolerance: f64,
}

impl Stop {
    /// Whether the last two objectives of a fit differ by no more than the tolerance.
    pub fn has_converged(&self, history: &[f64]) -> bool {
        match history {
            [.., before, last] => (last - before).abs() <= self.tolerance * last.abs(),
            _ => false,
        }
    }
}

/// A finished fit.
#[derive(Debug, Clone, PartialEq)]
pub struct Fit<P, S = ()> {
    /// Parameters after the last update.
    pub parameters: P,
    /// State of each batch after the last update, in the order of batches.
    pub states: Vec<S>,
    /// Objective before each update.
    pub history: Vec<f64>,
    /// Whether the fit stopped by its tolerance.
    pub has_converged: bool,
    /// Number of times that the objective fell by more than rounding: 0, unless a model is
    /// wrong or does not guarantee a monotone objective.
    pub n_falls: usize,
}

impl<P, S> Fit<P, S> {
    /// The last objective that was measured.
    pub fn objective(&self) -> f64 {
        self.history.last().copied().unwrap_or(f64::NEG_INFINITY)
    }

    /// Joins parameters and states of all batches.
    pub fn join<Q>(self, join: impl FnOnce(P, Vec<S>) -> Q) -> Fit<Q> {
        Fit {
            parameters: join(self.parameters, self.states),
            states: Vec::new(),
            history: self.history,
            has_converged: self.has_converged,
            n_falls: self.n_falls,
        }
    }
}

/// A fall of the objective below this share of its magnitude counts as rounding.
const ROUNDING: f64 = 1e-10;

/// Iterates over `batches` from `start` until the stopping rule holds; `stage` names the
/// work in progress reports.
///
/// # Errors
/// [`Cancelled`] if the observer asks to stop, within one iteration.
///
/// # Panics
/// If there is no batch, or not one state for each.
pub fn fit<I: Iterate>(
    model: &I,
    batches: &[I::Batch],
    start: Start<I::Parameters, I::State>,
    stop: Stop,
    stage: &str,
    run: &Run<'_>,
) -> Result<Fit<I::Parameters, I::State>, Cancelled> {
    assert!(!batches.is_empty(), "no batch");
    assert_eq!(batches.len(), start.states.len(), "one state a batch");
    let mut fit = Fit {
        parameters: start.parameters,
        states: start.states,
        // Not reserved: the limit may be any number, and most fits converge long before.
        history: Vec::new(),
        has_converged: false,
        n_falls: 0,
    };
    for iteration in 0..stop.iterations {
        tell(run, stage, iteration, stop.iterations, &fit.history)?;
        let states = std::mem::take(&mut fit.states);
        let (statistics, states) = all_steps(model, batches, states, &fit.parameters);
        fit.states = states;
        let objective = model.update(statistics, &mut fit.parameters);
        let before = fit.history.last().copied();
        fit.history.push(objective);
        let has_fallen = |before| objective - before < -ROUNDING * objective.abs();
        fit.n_falls += usize::from(before.is_some_and(has_fallen));
        fit.has_converged = stop.has_converged(&fit.history);
        if fit.has_converged {
            break;
        }
    }
    let states = batches.par_iter().zip(fit.states);
    let finish = |(batch, state)| model.finish(batch, state, &fit.parameters);
    fit.states = states.map(finish).collect();
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
    if run.observer.on_progress(&progress) {
        Ok(())
    } else {
        Err(Cancelled)
    }
}

/// The statistics of all batches, merged in their order, and all next states. Batches are
/// worked on a few at a time; how many does not matter for the result.
fn all_steps<I: Iterate>(
    model: &I,
    batches: &[I::Batch],
    states: Vec<I::State>,
    parameters: &I::Parameters,
) -> (I::Statistics, Vec<I::State>) {
    // Statistics are as large as the parameters, so few of them may wait to be merged.
    // Batches take about the same time, so that one a thread keeps all threads busy.
    let n_at_once = rayon::current_num_threads();
    let mut all: Option<I::Statistics> = None;
    let mut next_states = Vec::with_capacity(batches.len());
    let mut states = states.into_iter();
    for some in batches.chunks(n_at_once) {
        let own: Vec<I::State> = states.by_ref().take(some.len()).collect();
        let parts: Vec<(I::Statistics, I::State)> = some
            .par_iter()
            .zip(own)
            .map(|(batch, state)| model.step(batch, state, parameters))
            .collect();
        for (statistics, state) in parts {
            match &mut all {
                Some(all) => model.merge(all, statistics),
                None => all = Some(statistics),
            }
            next_states.push(state);
        }
    }
    (all.expect("there is a batch"), next_states)
}

/// Fits from each of `n_restarts` starts and keeps the one with the highest objective;
/// ties go to the first. Restarts run one after the other, each in parallel inside.
///
/// # Errors
/// [`Cancelled`] if the observer asks to stop.
pub fn best_of<P, S, E: From<Cancelled>>(
    n_restarts: usize,
    mut fit: impl FnMut(u64) -> Result<Fit<P, S>, E>,
) -> Result<Fit<P, S>, E> {
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
    /// distance. The state counts the steps of its batch.
    struct Mean(usize);

    impl Iterate for Mean {
        type Batch = Vec<f64>;
        type State = u32;
        type Parameters = f64;
        type Statistics = (f64, f64);

        fn step(&self, part: &Vec<f64>, n_steps: u32, mean: &f64) -> ((f64, f64), u32) {
            let squares = part.iter().map(|x| (x - mean).powi(2)).sum();
            let gradient = part.iter().map(|x| (x - mean).sin()).sum();
            ((gradient, squares), n_steps + 1)
        }

        fn merge(&self, before: &mut (f64, f64), next: (f64, f64)) {
            before.0 += next.0;
            before.1 += next.1;
        }

        fn update(&self, (gradient, squares): (f64, f64), mean: &mut f64) -> f64 {
            *mean += 0.5 * gradient / self.0 as f64;
            -squares
        }
    }

    fn fit_mean(run: &Run<'_>) -> Result<Fit<f64, u32>, Cancelled> {
        let numbers: Vec<f64> = (0..997).map(|i| f64::from(i % 17) / 10.0).collect();
        let batches: Vec<Vec<f64>> = numbers.chunks(10).map(<[f64]>::to_vec).collect();
        let start = Start {
            parameters: 0.0,
            states: vec![0; batches.len()],
        };
        fit(&Mean(997), &batches, start, STOP, "fitting", run)
    }

    /// A fit that may go on for ever converges all the same.
    const STOP: Stop = Stop {
        iterations: usize::MAX,
        tolerance: 1e-12,
    };

    #[test]
    fn any_number_of_threads_gives_the_same_bits() {
        let at = |threads| {
            let run = Run::new(0, &Silent).with_threads(NonZeroUsize::new(threads).expect("some"));
            run.install(|| fit_mean(&run).expect("nobody cancels"))
        };
        let one = at(1);
        assert_eq!(one.n_falls, 0);
        assert!(one.has_converged && one.history.len() < 50);
        assert_eq!(one.states, vec![one.history.len() as u32; 100]);
        assert_eq!(one, at(2));
        assert_eq!(one, at(7));
    }

    #[test]
    fn the_best_restart_wins_and_the_first_of_equals() {
        let made = |objective: f64, parameters: u64| Fit {
            parameters,
            states: Vec::<()>::new(),
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
        assert_eq!(fit_mean(&run), Err(Cancelled));
    }
}

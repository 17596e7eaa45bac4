//! A fit split over workers that exchange nothing but bytes.
//!
//! A worker is a thread with a model, some batches and their states. It reads parameters
//! and writes statistics as bytes, and keeps its states as bytes between steps, as a worker
//! in another process would that is stopped and started again.

use recto_math::em::{self, Fit, Iterate, Start, Stop};
use recto_math::{Run, Silent};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::ops::Range;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

/// How many statistics a worker sends in an iteration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sends {
    /// One for each of its batches.
    EachBatch,
    /// One, with its own batches merged.
    OneSum,
}

/// What a worker is told.
enum Order {
    /// Run a step with these parameters.
    Step(Vec<u8>),
    /// Bring all states up to these parameters, send them and end.
    Finish(Vec<u8>),
}

/// Checks that a fit over two workers is the fit in one process. With one statistic a batch
/// parameters, states and objectives have the same bytes; with one a worker the last
/// objective is the same to 1e-9 of its size.
///
/// # Panics
/// If they differ, or if there are fewer than three batches: a worker must have several.
pub fn assert_splits<I: Iterate>(
    model: &I,
    batches: &[I::Batch],
    start: impl Fn() -> Start<I::Parameters, I::State>,
    iterations: usize,
) {
    assert!(batches.len() > 2, "a worker must have several batches");
    let stop = Stop {
        iterations,
        tolerance: 0.0,
    };
    let run = Run::new(0, &Silent);
    let whole = em::fit(model, batches, start(), stop, "testing", &run).expect("nobody cancels");
    let n = whole.history.len();
    let split = fit(model, batches, start(), n, Sends::EachBatch);
    assert_eq!(bytes(&split.history), bytes(&whole.history), "objectives");
    let (found, expected) = (bytes(&split.parameters), bytes(&whole.parameters));
    assert!(found == expected, "parameters differ");
    assert!(
        bytes(&split.states) == bytes(&whole.states),
        "states differ"
    );
    let merged = fit(model, batches, start(), n, Sends::OneSum);
    let (found, expected) = (merged.objective(), whole.objective());
    let error = (found - expected).abs();
    assert!(error <= 1e-9 * expected.abs(), "{found} is not {expected}");
}

fn bytes(value: &impl Serialize) -> Vec<u8> {
    postcard::to_allocvec(value).expect("plain data has bytes")
}

fn read<T: DeserializeOwned>(bytes: &[u8]) -> T {
    postcard::from_bytes(bytes).expect("these bytes were written from such a value")
}

/// The fit over two workers.
fn fit<I: Iterate>(
    model: &I,
    batches: &[I::Batch],
    start: Start<I::Parameters, I::State>,
    iterations: usize,
    sends: Sends,
) -> Fit<I::Parameters, I::State> {
    // Two batches for the first worker, the rest for the second.
    let parts: [Range<usize>; 2] = [0..2, 2..batches.len()];
    let states: Vec<Vec<u8>> = start.states.iter().map(bytes).collect();
    let mut parameters = start.parameters;
    let mut history = Vec::with_capacity(iterations);
    thread::scope(|scope| {
        let start = |part: Range<usize>| {
            let (orders, received) = channel();
            let (send, answers) = channel();
            let (own, states) = (&batches[part.clone()], states[part].to_vec());
            scope.spawn(move || work(model, own, states, sends, &received, &send));
            (orders, answers)
        };
        let workers: Vec<(Sender<Order>, Receiver<Vec<u8>>)> =
            parts.clone().into_iter().map(start).collect();
        let tell = |order: &dyn Fn() -> Order| {
            for (orders, _) in &workers {
                orders.send(order()).expect("the worker is there");
            }
        };
        for _ in 0..iterations {
            let sent = bytes(&parameters);
            tell(&|| Order::Step(sent.clone()));
            let answers = workers.iter().zip(&parts).flat_map(|((_, answers), part)| {
                let n = match sends {
                    Sends::EachBatch => part.len(),
                    Sends::OneSum => 1,
                };
                answers.iter().take(n)
            });
            let statistics = answers.map(|answer| read::<I::Statistics>(&answer));
            let sum = merged(model, statistics);
            history.push(model.update(sum, &mut parameters));
        }
        let sent = bytes(&parameters);
        tell(&|| Order::Finish(sent.clone()));
        let states = workers
            .iter()
            .zip(&parts)
            .flat_map(|((_, answers), part)| answers.iter().take(part.len()));
        Fit {
            states: states.map(|state| read(&state)).collect(),
            parameters,
            history,
            has_converged: false,
            n_falls: 0,
        }
    })
}

fn work<I: Iterate>(
    model: &I,
    batches: &[I::Batch],
    mut states: Vec<Vec<u8>>,
    sends: Sends,
    orders: &Receiver<Order>,
    send: &Sender<Vec<u8>>,
) {
    let answer = |bytes| send.send(bytes).expect("the fit is there");
    for order in orders {
        match order {
            Order::Step(parameters) => {
                let parameters: I::Parameters = read(&parameters);
                let steps = batches.iter().zip(&mut states).map(|(batch, state)| {
                    let (statistics, next) = model.step(batch, read(state), &parameters);
                    *state = bytes(&next);
                    statistics
                });
                match sends {
                    Sends::EachBatch => steps.for_each(|statistics| answer(bytes(&statistics))),
                    Sends::OneSum => answer(bytes(&merged(model, steps))),
                }
            }
            Order::Finish(parameters) => {
                let parameters: I::Parameters = read(&parameters);
                for (batch, state) in batches.iter().zip(&states) {
                    answer(bytes(&model.finish(batch, read(state), &parameters)));
                }
                return;
            }
        }
    }
}

/// The sum of statistics in their order.
fn merged<I: Iterate>(
    model: &I,
    mut statistics: impl Iterator<Item = I::Statistics>,
) -> I::Statistics {
    let mut sum = statistics.next().expect("every worker has a batch");
    statistics.for_each(|next| model.merge(&mut sum, next));
    sum
}

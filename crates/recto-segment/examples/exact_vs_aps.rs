//! What the exact solver costs beside one iteration of messages, on the same similarities.
//!
//! ```text
//! exact_vs_aps [UNITS] [WINDOW] [RUNS]
//! ```
//!
//! The units are made up: a lecture's length by default, thirty terms each, a new topic
//! every fifty units. An iteration is a difference, so that setting up the messages is not
//! counted: a hundred and one iterations less one, over a hundred.

#![expect(
    clippy::print_stdout,
    reason = "a program for measuring prints what it measured"
)]

use rand_chacha::rand_core::Rng;
use recto_math::band::{Band, Cosines};
use recto_math::max_sum::{self, Schedule};
use recto_math::{Cancelled, CsrBuilder, CsrMatrix, Run, Silent, rng};
use recto_segment::exact::solve::free;
use std::error::Error;
use std::hint::black_box;
use std::num::NonZeroUsize;
use std::time::Instant;

const ITERATIONS: usize = 100;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<usize> = std::env::args()
        .skip(1)
        .map(|argument| argument.parse())
        .collect::<Result<_, _>>()?;
    let or = |i: usize, default| arguments.get(i).copied().unwrap_or(default);
    let (units, window, runs) = (or(0, 605), or(1, 100), or(2, 101));
    let run = Run::new(0, &Silent).with_threads(NonZeroUsize::MIN);
    let (exact, iteration) = run.install(|| measure(units, window, runs, &run))?;
    println!(
        "{units} units, window {window}, median of {runs}: exact {:.1} µs, one iteration of \
         messages {:.1} µs, exact / iteration {:.2}",
        exact * 1e6,
        iteration * 1e6,
        exact / iteration
    );
    Ok(())
}

/// Median seconds of the exact solver and of one iteration.
fn measure(
    units: usize,
    window: usize,
    runs: usize,
    run: &Run<'_>,
) -> Result<(f64, f64), Cancelled> {
    let vectors = vectors(units);
    let band = Band::store(&Cosines::new(&vectors, window), run)?;
    let preference = vec![-3.0; units];
    let mut times = (Vec::new(), Vec::new());
    for _ in 0..runs {
        times
            .0
            .push(seconds(|| free(&band, &preference, 0.0, run).map(|_| ()))?);
        let settled = |max_iterations| {
            let schedule = Schedule {
                damping: 0.9,
                convergence: usize::MAX,
                max_iterations,
            };
            seconds(|| max_sum::run(&band, &preference, schedule, run).map(|_| ()))
        };
        let (many, one) = (settled(ITERATIONS + 1)?, settled(1)?);
        times.1.push((many - one) / ITERATIONS as f64);
    }
    Ok((median(times.0), median(times.1)))
}

fn seconds<E>(work: impl FnOnce() -> Result<(), E>) -> Result<f64, E> {
    let start = Instant::now();
    black_box(work()?);
    Ok(start.elapsed().as_secs_f64())
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn vectors(units: usize) -> CsrMatrix {
    let mut rng = rng::stream(0, "exact_vs_aps", 0);
    let mut builder = CsrBuilder::new(4000);
    for unit in 0..units {
        let topic = (unit / 50) as u64;
        let term = |_| {
            let draw = rng.next_u64();
            match draw % 3 {
                0 => (topic * 40 + (draw >> 8) % 60) % 4000,
                _ => (draw >> 8) % 4000,
            }
        };
        builder.push_counts((0..30).map(term).map(|term| term as u32));
    }
    builder.finish()
}

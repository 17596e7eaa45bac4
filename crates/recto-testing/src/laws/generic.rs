//! Laws that hold for a method of any capability.
//!
//! Each takes a closure that says how to run a method of the capability on an input of the
//! closure's own.

use super::{Law, Verdict, ensure, or_breach};
use crate::observers::{StopAfter, StopAtOnce};
use crate::text;
use recto_math::{Method, Run, Silent, rng};
use serde_json::Value;
use std::fmt::{Debug, Display};
use std::num::NonZeroUsize;

/// The same bytes come out at 1, 2 and 7 threads.
///
/// The method is built from `options`. Results are compared as values and as text: `==`
/// does not tell 0 from -0, and text does not tell NaN from NaN.
pub fn same_bytes<O, T, E, R>(
    options: O,
    run_on: impl Fn(&T, &Run<'_>) -> Result<R, E> + Sync + 'static,
) -> Law<O, T, E>
where
    O: 'static,
    T: ?Sized + Sync,
    E: Display + Send,
    R: Debug + PartialEq + Send,
{
    let fact = "the same bytes come out at 1, 2 and 7 threads";
    Law::new(fact, move |row: &Method<O, T, E>| {
        let method: Box<T> = or_breach((row.build)(&options))?;
        let method = method.as_ref();
        let at = |threads: usize| {
            let threads = NonZeroUsize::new(threads).expect("not zero");
            let run = Run::new(0, &Silent).with_threads(threads);
            or_breach(run.install(|| run_on(method, &run)))
        };
        let one = at(1)?;
        for threads in [2, 7] {
            let other = at(threads)?;
            let same = one == other && format!("{one:?}") == format!("{other:?}");
            ensure(same, || format!("{threads} threads differ from one"))?;
        }
        Ok(())
    })
}

/// A cancelled run returns at once: with the error that `is_cancelled` knows, and with
/// nothing else once it was told to stop, be it at its first report or later.
///
/// The method is built from `options`.
pub fn cancels<O, T, E, R>(
    options: O,
    run_on: impl Fn(&T, &Run<'_>) -> Result<R, E> + 'static,
    is_cancelled: fn(&E) -> bool,
) -> Law<O, T, E>
where
    O: 'static,
    T: ?Sized,
    E: Display + 'static,
{
    Law::new(
        "a cancelled run returns at once",
        move |row: &Method<O, T, E>| {
            let method = or_breach((row.build)(&options))?;
            let stopped = |found: Result<R, E>| match found {
                Err(error) => ensure(is_cancelled(&error), || error.to_string()),
                Ok(_) => Err("it went on".into()),
            };
            stopped(run_on(&method, &Run::new(0, &StopAtOnce)))?;
            for n_passed in [1, 2, 5] {
                let observer = StopAfter::new(n_passed);
                let found = run_on(&method, &Run::new(0, &observer));
                if observer.has_stopped() {
                    stopped(found)
                        .map_err(|breach| format!("after report {n_passed}: {breach}"))?;
                }
            }
            Ok(())
        },
    )
}

/// Parameters survive a trip through JSON, and are an object of names and values.
///
/// The method is built from the default options.
pub fn parameters_survive_json<O: Default, T: ?Sized + 'static, E: Display>(
    parameters: fn(&T) -> Value,
) -> Law<O, T, E> {
    let fact = "parameters survive a trip through JSON";
    Law::new(fact, move |row: &Method<O, T, E>| {
        let method = or_breach((row.build)(&O::default()))?;
        let parameters = parameters(&method);
        let parsed: Value = or_breach(serde_json::from_str(&parameters.to_string()))?;
        ensure(parameters.is_object() && parameters == parsed, || {
            parameters.to_string()
        })
    })
}

/// Characters of a method's name beside the hyphen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Names {
    /// Letters from a to z.
    Letters,
    /// Letters from a to z, and digits.
    LettersAndDigits,
}

impl Names {
    fn takes(self, c: char) -> bool {
        let is_digit = self == Self::LettersAndDigits && c.is_ascii_digit();
        c.is_ascii_lowercase() || c == '-' || is_digit
    }
}

/// A row says what it is in one line: a name of `names`, a summary of 10 to 90 bytes.
pub fn readable_row<O, T: ?Sized, E>(names: Names) -> Law<O, T, E> {
    let fact = "its row says what it is in one line";
    Law::new(fact, move |row: &Method<O, T, E>| {
        let named = !row.name.is_empty() && row.name.chars().all(|c| names.takes(c));
        let told = !row.summary.contains('\n') && (10..=90).contains(&row.summary.len());
        ensure(named && told, || {
            format!("{:?}: {:?}", row.name, row.summary)
        })
    })
}

/// Random Unicode is an input like any other: no method panics on it, and `check` holds of
/// each of `n_texts` texts of `length` characters. `purpose` names the stream of random
/// numbers that they are drawn from.
pub fn random_unicode<O, T: ?Sized, E>(
    purpose: &'static str,
    n_texts: usize,
    length: usize,
    check: impl Fn(&Method<O, T, E>, &str) -> Verdict + 'static,
) -> Law<O, T, E> {
    Law::new("random Unicode is an input like any other", move |row| {
        let mut stream = rng::stream(0, purpose, 1);
        (0..n_texts).try_for_each(|_| {
            let text = text::random_unicode(&mut stream, length);
            check(row, &text).map_err(|breach| format!("{text:?}: {breach}"))
        })
    })
}

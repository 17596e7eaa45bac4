//! Facts that hold for every row of a table of methods.
//!
//! A [`Law`] is a fact and a check of one row; [`check`] runs a list of laws over a table.
//! Laws that hold for a method of any capability are made here ([`same_bytes`],
//! [`cancels`], …) from a closure that says how such a method is run; the others are
//! written in the tests of their capability, with [`ensure`] and [`or_breach`].
//!
//! ```
//! use recto_math::Method;
//! use recto_testing::laws::{Law, Names, check, ensure, readable_row};
//!
//! trait Doubles { fn double(&self, x: u32) -> u32; }
//! struct Sum;
//! impl Doubles for Sum { fn double(&self, x: u32) -> u32 { x + x } }
//! type Row = Method<(), dyn Doubles, String>;
//!
//! let laws = [
//!     readable_row(Names::Letters),
//!     Law::new("two and two is four", |row: &Row| {
//!         let found = (row.build)(&())?.double(2);
//!         ensure(found == 4, || format!("it is {found}"))
//!     }),
//! ];
//! let sum = Row {
//!     name: "sum",
//!     summary: "adds a number to itself",
//!     paper: None,
//!     uses: &[],
//!     build: |()| Ok(Box::new(Sum)),
//! };
//! assert_eq!(check(&[sum], &laws), Ok(()));
//! ```

mod generic;

pub use generic::{
    Names, cancels, parameters_survive_json, random_unicode, readable_row, same_bytes,
};

use recto_math::{DenseMatrix, Method};
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// `Err` says how a law was broken.
pub type Verdict = Result<(), String>;

type Check<O, T, E> = dyn Fn(&Method<O, T, E>) -> Verdict;

/// A fact that holds for every row of a table of methods, and how to check it.
pub struct Law<O, T: ?Sized, E> {
    fact: &'static str,
    check: Box<Check<O, T, E>>,
}

impl<O, T: ?Sized, E> Law<O, T, E> {
    /// A law of one capability: the fact as a sentence, and the check of one row.
    pub fn new(fact: &'static str, check: impl Fn(&Method<O, T, E>) -> Verdict + 'static) -> Self {
        let check = Box::new(check);
        Self { fact, check }
    }

    /// A panic is a breach like any other, so that it is reported with the method's name.
    fn verdict(&self, row: &Method<O, T, E>) -> Verdict {
        let checked = catch_unwind(AssertUnwindSafe(|| (self.check)(row)));
        checked.unwrap_or_else(|panic| {
            let text = panic.downcast_ref::<String>().map(String::as_str);
            let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
            Err(format!("it panicked: {}", text.unwrap_or("no message")))
        })
    }
}

impl<O, T: ?Sized, E> fmt::Debug for Law<O, T, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Law").field(&self.fact).finish()
    }
}

/// Checks every law on every row.
///
/// # Errors
/// The first breach, as `method: fact: breach`.
pub fn check<O, T: ?Sized, E>(rows: &[Method<O, T, E>], laws: &[Law<O, T, E>]) -> Verdict {
    for row in rows {
        for law in laws {
            let verdict = law.verdict(row);
            verdict.map_err(|breach| format!("{}: {}: {breach}", row.name, law.fact))?;
        }
    }
    Ok(())
}

/// [`check`], and that the laws are checked at all: a row whose summary is too short for
/// [`readable_row`] must be a breach.
///
/// # Errors
/// The first breach of a row of the table, or that the bad row was not noticed.
pub fn check_and_catch<O, T: ?Sized, E>(
    rows: &[Method<O, T, E>],
    laws: &[Law<O, T, E>],
) -> Verdict {
    check(rows, laws)?;
    let mut bad_row = *rows.first().ok_or("the table is empty")?;
    bad_row.summary = "short";
    let caught = check(&[bad_row], laws).is_err_and(|breach| breach.contains("short"));
    ensure(caught, || "a summary of one word breaks no law".into())
}

/// A breach unless `table` has as many rows as `n_rows` and each is a probability
/// distribution.
///
/// # Errors
/// Names the table.
pub fn ensure_distributions(name: &str, table: &DenseMatrix, n_rows: usize) -> Verdict {
    let is_distribution = |row: &[f64]| {
        row.iter().all(|p| (0.0..=1.0 + 1e-9).contains(p))
            && (row.iter().sum::<f64>() - 1.0).abs() < 1e-6
    };
    let holds = table.n_rows() == n_rows && table.rows().all(is_distribution);
    ensure(holds, || {
        let rows = table.n_rows();
        format!("{name}: {rows} rows of {n_rows}, or a row that is no distribution")
    })
}

/// A breach unless the condition holds.
///
/// # Errors
/// What `breach` says, if not.
pub fn ensure(holds: bool, breach: impl FnOnce() -> String) -> Verdict {
    if holds { Ok(()) } else { Err(breach()) }
}

/// The value of a method that must not fail.
///
/// # Errors
/// The method's error as a breach.
pub fn or_breach<R, E: fmt::Display>(result: Result<R, E>) -> Result<R, String> {
    result.map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests;

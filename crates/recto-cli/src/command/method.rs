//! The method that was asked for, and whether it listens to the flags that were given.

use crate::exit::Failure;

/// A row of a table of methods, whichever command it belongs to.
pub(crate) trait Row {
    fn name(&self) -> &'static str;
    fn summary(&self) -> &'static str;
    fn paper(&self) -> Option<&'static str>;
    fn uses(&self) -> &'static [&'static str];
}

impl<O, T: ?Sized, E> Row for recto::Method<O, T, E> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn summary(&self) -> &'static str {
        self.summary
    }

    fn paper(&self) -> Option<&'static str> {
        self.paper
    }

    fn uses(&self) -> &'static [&'static str] {
        self.uses
    }
}

/// The row of `name`; with `--paper` that of the command's paper system, if no other was
/// named.
pub(super) fn choose<'m, R: Row>(
    rows: &'m [R],
    name: &str,
    paper: bool,
    paper_method: &str,
) -> Result<&'m R, Failure> {
    let name = match paper && name == "auto" {
        true => paper_method,
        false => name,
    };
    match rows.iter().find(|row| row.name() == name) {
        Some(row) if paper && row.paper().is_none() => Err(Failure::usage(format!(
            "the method {name} has no paper form; leave out --paper, or choose one of: {}",
            names(rows, |row| row.paper().is_some())
        ))),
        Some(row) => Ok(row),
        None => Err(Failure::usage(format!(
            "the method {name} is not built in; choose one of: {}",
            names(rows, |_| true)
        ))),
    }
}

/// A flag that the method does not listen to would be silently ignored: refuse it.
pub(super) fn check_flags<R: Row>(
    rows: &[R],
    method: &R,
    given: &[(&'static str, bool)],
) -> Result<(), Failure> {
    for &(flag, is_given) in given {
        let name = flag.replace('-', "_");
        if is_given && !method.uses().contains(&name.as_str()) {
            return Err(Failure::usage(format!(
                "--{flag} means nothing to the method {}; it is for: {}",
                method.name(),
                names(rows, |row| row.uses().contains(&name.as_str()))
            )));
        }
    }
    Ok(())
}

fn names<R: Row>(rows: &[R], keep: impl Fn(&R) -> bool) -> String {
    let names = rows.iter().filter(|row| keep(row)).map(Row::name);
    names.collect::<Vec<_>>().join(", ")
}

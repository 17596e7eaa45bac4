//! Rows of a table of methods, the same for every capability.
//!
//! The values of a `method` parameter, help, documentation and the shared tests are all
//! made from such rows, so that adding a method means adding one row.

use std::fmt;

/// A named method and its constructor.
///
/// `O` is the capability's options, `T` the trait that its methods implement (`dyn
/// Segmenter`), `E` its error.
pub struct Method<O, T: ?Sized, E> {
    /// The value of the parameter `method`.
    pub name: &'static str,
    /// One line that names the algorithm.
    pub summary: &'static str,
    /// Key of the paper in docs/PAPERS.md; `None` if there is none.
    pub paper: Option<&'static str>,
    /// Names of the optional parameters that it uses; all others have no effect on it.
    pub uses: &'static [&'static str],
    /// Builds the method; an option out of its range is an error.
    pub build: fn(&O) -> Result<Box<T>, E>,
}

// Derived implementations would ask the same of `O`, `T` and `E`.
impl<O, T: ?Sized, E> Clone for Method<O, T, E> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<O, T: ?Sized, E> Copy for Method<O, T, E> {}

impl<O, T: ?Sized, E> fmt::Debug for Method<O, T, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.info().fmt(f)
    }
}

impl<O, T: ?Sized, E> Method<O, T, E> {
    /// The row without its constructor.
    pub const fn info(&self) -> MethodInfo {
        MethodInfo {
            name: self.name,
            summary: self.summary,
            paper: self.paper,
            uses: self.uses,
        }
    }
}

/// A row of a table of methods without the constructor, for callers that only list methods.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MethodInfo {
    /// The value of the parameter `method`.
    pub name: &'static str,
    /// One line that names the algorithm.
    pub summary: &'static str,
    /// Key of the paper; `None` if there is none.
    pub paper: Option<&'static str>,
    /// Names of the optional parameters that it uses.
    pub uses: &'static [&'static str],
}

//! The native module of recto's Python package: arguments in, answers out, no algorithm.
//!
//! Python's `recto` package knows how its users write things; this module knows the facade.
//! Between them pass plain values: JSON for requests and answers, texts and bytes.
//!
//! | module | answers |
//! |---|---|
//! | [`registry`] | what can be asked for, as JSON, from which the package's functions are made |
//! | [`input`] | what is read: texts, paths, groups, pairs, messages |
//! | [`options`] | how it is read |
//! | [`call`] | work without Python's lock, which progress and signals reach |
//! | [`answer`] | an answer that Python holds on to |
//! | [`ask`], [`matrix`], [`parts`] | the functions themselves |
//! | [`arrow`] | columns of Arrow: texts that are read, and results |
//! | [`error`] | why there is no answer, as Python's exceptions |

mod answer;
mod arrow;
mod ask;
mod call;
mod error;
mod input;
mod matrix;
mod options;
mod parts;
mod registry;

/// What recto's Python package is made of. Not for users: everything here may change.
#[pyo3::pymodule]
mod _recto {
    #[pymodule_export]
    use crate::answer::{NativeAnswer, table, tables};
    #[pymodule_export]
    use crate::arrow::arrow_table;
    #[pymodule_export]
    use crate::ask::{ask, evaluate, replicate};
    #[pymodule_export]
    use crate::call::fail;
    #[pymodule_export]
    use crate::input::NativeInput;
    #[pymodule_export]
    use crate::matrix::{NativeClasses, NativeCounts, NativeTopics, group};
    #[pymodule_export]
    use crate::parts::{
        NativeCounter, NativeFit, NativeStep, NativeTermCounts, merge_statistics, merge_term_counts,
    };
    #[pymodule_export]
    use crate::registry::registry;

    /// The version of recto.
    #[pymodule_export]
    const VERSION: &str = recto::VERSION;
}

//! What libraries say, in the words of the command line.

use recto::{Notice, Remedy};

/// The flag of a field.
pub(crate) fn flag(field: &str) -> String {
    format!("--{}", field.replace('_', "-"))
}

/// What is wrong and what to do about it.
pub(crate) fn notice(notice: &Notice) -> String {
    notice.worded(remedy)
}

/// What to do, with flags.
pub(crate) fn remedy(remedy: &Remedy) -> String {
    remedy.words(|field, value| {
        let flag = flag(field);
        if value.is_empty() {
            flag
        } else {
            format!("{flag} {value}")
        }
    })
}

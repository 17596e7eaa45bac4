//! What libraries say, in the words of the command line.

use recto::{Complaint, Remedy};

/// The flag of a field.
pub(crate) fn flag(field: &str) -> String {
    format!("--{}", field.replace('_', "-"))
}

/// What is wrong and what to do about it.
pub(crate) fn complaint(complaint: &Complaint) -> String {
    match &complaint.remedy {
        Some(remedy) => format!("{}; {}", complaint.message, self::remedy(remedy)),
        None => complaint.message.clone(),
    }
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

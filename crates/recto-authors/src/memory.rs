//! What would take too much memory, refused before it is begun.

use crate::AuthorsError;

/// What is said to be compared.
pub(crate) const AUTHORS: &str = "authors";
const PARTS: &str = "parts of the text";

/// Bytes that numbers of one decomposition may take.
const LIMIT: usize = 4 << 30;

/// Refuses more authors than can be told apart in memory: there is a number for each pair of
/// them and for each unit and author, and up to three parts of the text for each author are
/// compared with each other.
pub(crate) fn check_authors(authors: usize, units: usize) -> Result<(), AuthorsError> {
    let pairs = authors.saturating_mul(authors).saturating_mul(10);
    check(
        AUTHORS,
        authors,
        pairs.saturating_add(units.saturating_mul(authors)),
    )
}

/// Refuses more parts than can be compared with each other, with a copy.
pub(crate) fn check_parts(parts: usize) -> Result<(), AuthorsError> {
    check(PARTS, parts, parts.saturating_mul(parts).saturating_mul(2))
}

fn check(what: &'static str, count: usize, numbers: usize) -> Result<(), AuthorsError> {
    let needed = numbers.saturating_mul(8);
    if needed <= LIMIT {
        return Ok(());
    }
    Err(AuthorsError::TooMuchMemory {
        count,
        what,
        mebibytes: needed.div_ceil(1 << 20),
        limit: LIMIT >> 20,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use recto_math::{Notice, Remedy};

    #[test]
    fn what_is_too_much_is_told_with_what_helps() {
        assert_eq!(check_authors(1000, 100_000), Ok(()));
        assert_eq!(check_parts(10_000), Ok(()));
        let error = check_authors(100_000, 150_000).expect_err("pairs of 100,000");
        assert_eq!(error.remedy(), Some(Remedy::Lower("authors")));
        let told = Notice::from(&error).to_string();
        assert!(
            told.starts_with("100000 authors need about 877381 MiB, more than"),
            "{told}"
        );
        let error = check_parts(150_000).expect_err("pairs of 150,000");
        assert_eq!(error.remedy(), Some(Remedy::Method("auto")));
        assert!(check_parts(usize::MAX).is_err());
    }
}

//! What holds for every kind of saved model.

use std::fmt::{Debug, Display};

/// Asserts that a model comes back bit for bit, and that a file is refused if it is of another
/// version, cut anywhere or changed in any bit.
///
/// # Panics
/// If one of these does not hold.
pub fn assert_whole_or_refused<M: PartialEq + Debug, E: Display + Debug>(
    model: &M,
    save: impl Fn(&M) -> Vec<u8>,
    load: impl Fn(&[u8]) -> Result<M, E>,
) {
    let bytes = save(model);
    assert_eq!(load(&bytes).as_ref().expect("a saved model"), model);
    let mut other = bytes.clone();
    // The version stands behind the eight bytes that name the format.
    other[8] = 9;
    let error = load(&other).expect_err("an unknown version").to_string();
    assert!(error.contains("version 9"), "{error}");
    assert_damage_is_refused(&bytes, |bytes| load(bytes).map(drop));
}

/// Asserts that saved bytes are refused if they are cut anywhere or changed in any bit.
///
/// # Panics
/// If this does not hold.
pub fn assert_damage_is_refused<E>(bytes: &[u8], load: impl Fn(&[u8]) -> Result<(), E>) {
    let mut changed = bytes.to_vec();
    for at in 0..bytes.len() {
        assert!(load(&bytes[..at]).is_err(), "cut to {at} bytes");
        for bit in 0..8 {
            changed[at] ^= 1 << bit;
            assert!(load(&changed).is_err(), "bit {bit} of byte {at}");
            changed[at] ^= 1 << bit;
        }
    }
}

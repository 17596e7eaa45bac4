//! Saved classifiers with a correct checksum.
#![no_main]

use recto_classify::saved;
use recto_fuzz::with_checksum;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let Ok(model) = saved::load(&with_checksum(bytes)) else {
        return;
    };
    assert_eq!(saved::load(&saved::save(&model)).as_ref(), Ok(&model));
    let words = model.terms.iter().map(String::as_str).take(9);
    let found = model.predict(&model.counts([words.collect::<Vec<_>>(), vec![]]), None);
    assert!(found[0].posterior.iter().all(|p| p.is_finite()));
});

//! Saved topic models with a correct checksum.
#![no_main]

use recto_fuzz::with_checksum;
use recto_math::CsrBuilder;
use recto_topics::{check_saved, saved};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let Ok(model) = saved::load(&with_checksum(bytes)) else {
        return;
    };
    if check_saved(&model, 1, 1, Some(1 << 24)).is_err() {
        return;
    }
    assert_eq!(saved::load(&saved::save(&model)).as_ref(), Ok(&model));
    let mut builder = CsrBuilder::new(model.terms.len());
    builder.push_counts((0..model.terms.len() as u32).take(9));
    let counts = builder.finish();
    let rows: Vec<_> = counts.rows().collect();
    let found = model.fold_in().fold(&rows);
    assert!(found.topics.iter().all(|share| share.is_finite()));
});

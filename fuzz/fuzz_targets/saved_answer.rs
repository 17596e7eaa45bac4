//! Answers that were written as plain data, and restored.
#![no_main]

use recto::{Snapshot, capabilities};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let Ok(snapshot) = serde_json::from_slice::<Snapshot>(bytes) else {
        return;
    };
    let mut rows = capabilities().iter();
    let Some(row) = rows.find(|row| row.name() == snapshot.capability) else {
        return;
    };
    if let Ok(answer) = row.restore(snapshot) {
        let _ = answer.snapshot();
    }
});

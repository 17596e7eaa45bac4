//! Saved alignment models with a correct checksum.
#![no_main]

use recto_align::{Model, Options, Pairs, methods};
use recto_fuzz::{run, with_checksum};
use recto_text::Language;
use std::sync::Arc;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let Ok(model) = Model::from_bytes(&with_checksum(bytes)) else {
        return;
    };
    assert_eq!(Model::from_bytes(&model.to_bytes()).as_ref(), Ok(&model));
    let mut pairs = Pairs::new(Language::from_code("en").expect("a language"));
    let source = pairs.side("the tide took the old pier away".split(' '), vec![0]);
    let summary = pairs.side("the pier was taken".split(' '), vec![0]);
    pairs.push(source, summary);
    let options = Options {
        model: Some(Arc::new(model)),
        ..Options::default()
    };
    let method = methods().iter().find(|method| method.name == "semi-hmm");
    let Ok(aligner) = (method.expect("a row").build)(&options) else {
        return;
    };
    let found = aligner.align(&pairs, &run()).expect("nobody cancels");
    let links = &found.alignments[0].links;
    assert!(
        links
            .iter()
            .all(|link| (0.0..=1.0 + 1e-9).contains(&link.p))
    );
});

//! Sentences and words in every language; the first byte chooses one.
#![no_main]

use recto_fuzz::run;
use recto_text::{Analysis, Analyzer, Document, Language, UnitKind};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let Some((&first, rest)) = bytes.split_first() else {
        return;
    };
    let codes: Vec<&str> = Language::codes().collect();
    let language = Language::from_code(codes[usize::from(first) % codes.len()]).expect("known");
    let (_, analysis) = Analysis::ALL[usize::from(first) % Analysis::ALL.len()];
    let document = Document::new("a", String::from_utf8_lossy(rest));
    for kind in [UnitKind::Sentence, UnitKind::Paragraph, UnitKind::Line] {
        let units = Analyzer::new(analysis, language).units(&document, kind, &run());
        let units = units.expect("nobody cancels");
        for i in 0..units.units.len() {
            assert_eq!(units.text_of(i).trim(), units.text_of(i));
        }
    }
});

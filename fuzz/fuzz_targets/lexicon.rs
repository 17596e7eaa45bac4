//! Lists of words with their sentiment.
#![no_main]

use recto_classify::lexicon::Lexicon;

libfuzzer_sys::fuzz_target!(|text: &str| {
    let _ = Lexicon::parse(text);
    let _ = Lexicon::english().with_overrides(text);
});

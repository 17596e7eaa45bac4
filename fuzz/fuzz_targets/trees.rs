//! Parse trees in brackets.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| {
    let _ = recto_align::syntax::trees(text);
});

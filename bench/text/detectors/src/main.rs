//! Detects the language of each line of standard input: `language-detectors NAME < lines`.
//!
//! Prints one ISO 639-1 code a line, `und` where the detector has no answer, and the CPU time of
//! detection without loading to standard error. Started by `bench/text/languages.py`.

use lingua::{Language as Lingua, LanguageDetectorBuilder};
use recto_text::Language;
use recto_text::language::{LanguageEvidence, LanguageShares};
use std::io::{Read, Write};
use std::time::Instant;

type Detect = Box<dyn Fn(&str) -> String>;

fn main() {
    let name = std::env::args().nth(1).expect("the name of a detector");
    let mut input = String::new();
    std::io::stdin().read_to_string(&mut input).expect("UTF-8");
    let lines: Vec<&str> = input.lines().collect();
    let detect: Detect = match &*name {
        "recto" => Box::new(|text| Language::detect(text).code.into()),
        "recto, one pile" => {
            let evidence: Vec<_> = lines
                .iter()
                .map(|text| LanguageEvidence::of(text))
                .collect();
            let shares = LanguageShares::estimate(&evidence);
            Box::new(move |text| shares.language(&LanguageEvidence::of(text)).code.into())
        }
        "whatlang" => Box::new(|text| {
            whatlang::detect(text).map_or("und".into(), |info| two_letters(info.lang().code()))
        }),
        "whichlang" => {
            Box::new(|text| two_letters(whichlang::detect_language(text).three_letter_code()))
        }
        "lingua" => {
            let mut builder = LanguageDetectorBuilder::from_all_languages();
            let detector = builder.with_preloaded_language_models().build();
            Box::new(move |text| {
                let language = detector.detect_language_of(text);
                language.map_or("und".into(), |language: Lingua| {
                    language.iso_code_639_1().to_string().to_lowercase()
                })
            })
        }
        other => panic!("no detector {other}"),
    };
    // The first call loads what is loaded lazily.
    detect("The boats come back to the harbour.");
    let start = Instant::now();
    let codes: Vec<String> = lines.iter().map(|line| detect(line)).collect();
    eprintln!("{:.4}", start.elapsed().as_secs_f64());
    let mut output = std::io::stdout().lock();
    writeln!(output, "{}", codes.join("\n")).expect("standard output is open");
}

/// The code of two letters where a language has one.
fn two_letters(code: &str) -> String {
    const CODES: [(&str, &str); 32] = [
        ("eng", "en"),
        ("deu", "de"),
        ("fra", "fr"),
        ("spa", "es"),
        ("ita", "it"),
        ("por", "pt"),
        ("nld", "nl"),
        ("swe", "sv"),
        ("dan", "da"),
        ("nob", "no"),
        ("fin", "fi"),
        ("rus", "ru"),
        ("pol", "pl"),
        ("ron", "ro"),
        ("hun", "hu"),
        ("tur", "tr"),
        ("ell", "el"),
        ("ara", "ar"),
        ("hin", "hi"),
        ("vie", "vi"),
        ("cmn", "zh"),
        ("jpn", "ja"),
        ("ces", "cs"),
        ("hrv", "hr"),
        ("ind", "id"),
        ("est", "et"),
        ("afr", "af"),
        ("lat", "la"),
        ("ukr", "uk"),
        ("cat", "ca"),
        ("slk", "sk"),
        ("slv", "sl"),
    ];
    let code_pair = CODES.iter().find(|(three, _)| *three == code);
    code_pair.map_or(code, |(_, two)| two).into()
}

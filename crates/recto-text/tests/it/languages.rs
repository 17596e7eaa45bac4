//! Eight languages from detection to terms, and the stop lists of all.

use recto_math::{Run, Silent};
use recto_text::language::{LANGUAGES, StopKind};
use recto_text::{Analysis, Analyzer, Document, Language, UnitKind};
use std::path::Path;

struct Case {
    code: &'static str,
    text: &'static str,
    sentences: usize,
    /// Terms of the segment analysis that must be there.
    terms: &'static [&'static str],
    /// Stop words, which must not be.
    dropped: &'static [&'static str],
    unspaced: bool,
}

const CASES: [Case; 8] = [
    Case {
        code: "de",
        text: "Der Hafen liegt am Rand der Stadt, und die Boote kommen früh am Morgen zurück. \
               Am 3. Mai wurden z. B. keine Häfen geöffnet. Warum hat niemand gefragt?",
        sentences: 3,
        terms: &["haf", "boot", "stadt"],
        dropped: &["der", "und", "kein"],
        unspaced: false,
    },
    Case {
        code: "fr",
        text: "Les bateaux rentrent au port avant la nuit, et les pêcheurs vendent leurs poissons. \
               M. Lenoir n'a pas acheté de bateau. Pourquoi ? Personne ne le sait.",
        sentences: 4,
        terms: &["bateau", "pêcheur", "port"],
        dropped: &["les", "et", "pas"],
        unspaced: false,
    },
    Case {
        code: "es",
        text: "Los barcos llegan al puerto por la mañana y los pescadores venden sus peces. \
               ¿Dónde está el barco de la Sra. Molina? Nadie lo ha visto desde ayer.",
        sentences: 3,
        terms: &["barc", "puert"],
        dropped: &["los", "y", "la"],
        unspaced: false,
    },
    Case {
        code: "ru",
        text: "Лодки возвращаются в гавань рано утром, и рыбаки продают рыбу на берегу. \
               А. П. Громов не видел лодку с 1871 г. в маленьком селе. Где она теперь?",
        sentences: 3,
        terms: &["лодк", "рыбак"],
        dropped: &["и", "на", "не"],
        unspaced: false,
    },
    Case {
        code: "zh",
        text: "渔船每天早上回到港口，渔民在岸边卖鱼。港口很小，但是很热闹！你去过港口吗？",
        sentences: 3,
        terms: &["港口", "渔船"],
        dropped: &["的", "在", "但是"],
        unspaced: true,
    },
    Case {
        code: "ja",
        text: "船は朝早く港に戻ります。漁師たちは岸で魚を売っています。「港は小さい」と彼は言った。",
        sentences: 3,
        terms: &["漁師", "小さ"],
        dropped: &["は", "に"],
        unspaced: true,
    },
    Case {
        code: "ar",
        text: "تعود القوارب إلى الميناء في الصباح ويبيع الصيادون السمك على الشاطئ. أين القارب الكبير؟ لا أحد يعرف ذلك.",
        sentences: 3,
        terms: &[],
        dropped: &["إلى", "في", "على"],
        unspaced: false,
    },
    Case {
        code: "vi",
        text: "Những chiếc thuyền trở về bến cảng vào buổi sáng và ngư dân bán cá trên bờ. \
               TS. Nguyễn Văn Hòa không thấy chiếc thuyền nào. Thuyền của ông ở đâu?",
        sentences: 3,
        terms: &["thuyền", "cảng"],
        dropped: &["và", "không", "của"],
        unspaced: false,
    },
];

#[test]
fn eight_languages_are_detected_cut_and_stemmed() {
    for case in CASES {
        let language = Language::detect(case.text);
        assert_eq!(language.code, case.code);
        let document = Document::new("t", case.text);
        let units = Analyzer::new(Analysis::Segment, language)
            .units(&document, UnitKind::Sentence, &Run::new(0, &Silent))
            .expect("nobody cancels");
        assert_eq!(units.len(), case.sentences, "{}", case.code);
        let terms: Vec<&str> = units.vocabulary.iter().collect();
        for term in case.terms {
            assert!(terms.contains(term), "{}: {term} in {terms:?}", case.code);
        }
        for word in case.dropped {
            assert!(!terms.contains(word), "{}: {word} in {terms:?}", case.code);
            assert!(language.stop_words().contains_key(word) || *word == "kein");
        }
        assert_eq!(units.unspaced, case.unspaced, "{}", case.code);
        assert!(!terms.is_empty());
    }
}

#[test]
fn inflected_arabic_words_share_a_stem() {
    let arabic = Language::from_code("ar").expect("Arabic");
    let document = Document::new("t", "قارب قاربي القارب");
    let units = Analyzer::new(Analysis::Segment, arabic)
        .units(&document, UnitKind::Line, &Run::new(0, &Silent))
        .expect("nobody cancels");
    assert_eq!((units.tokens.len(), units.vocabulary.len()), (3, 1));
}

#[test]
fn a_foreign_word_does_not_make_a_text_unspaced() {
    let english = Language::from_code("en").expect("English");
    let text = "The harbour is called 港口 in the letters that the captain wrote home each week.";
    let document = Document::new("t", text);
    let unspaced = |analysis| {
        Analyzer::new(analysis, english)
            .units(&document, UnitKind::Sentence, &Run::new(0, &Silent))
            .expect("nobody cancels")
            .unspaced
    };
    assert!(!unspaced(Analysis::Segment));
    assert!(!unspaced(Analysis::Paper));
}

/// The words of a stop list, as the file has them.
fn stop_list(code: &str) -> Vec<String> {
    let name = format!("src/stop/{code}.txt");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    let content = std::fs::read_to_string(path).expect("every language has a stop list");
    let words = content.lines().map(str::trim);
    words
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(str::to_string)
        .collect()
}

#[test]
fn every_stop_list_is_of_the_stated_size_and_clean() {
    for language in LANGUAGES.iter().filter(|language| language.code != "und") {
        let code = language.code;
        let words = stop_list(code);
        let size = match code {
            "en" => 300..=350,
            _ => 100..=250,
        };
        assert!(size.contains(&words.len()), "{code}: {}", words.len());
        // Turkish İ and the like: a word must be what the analysis looks up.
        for word in &words {
            assert_eq!(*word, word.to_lowercase(), "{code}");
        }
        let list = language.stop_words();
        assert_eq!(list.len(), words.len(), "{code}: a word stands twice");
        let negations = list.values().filter(|kind| **kind == StopKind::Negation);
        assert!(negations.count() >= 2, "{code}: no negation");
    }
}

#[test]
fn the_page_for_users_lists_every_language() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/formats.md");
    let page = std::fs::read_to_string(path).expect("the page is there");
    for language in LANGUAGES.iter().filter(|language| language.code != "und") {
        let stems = if language.has_stemmer() { "yes" } else { "no" };
        let (code, name, n) = (language.code, language.name, language.stop_words().len());
        let row = format!("| `{code}` | {name} | {stems} | {n} |");
        assert!(page.contains(&row), "docs/formats.md has no row {row}");
    }
}

/// The shortcut for plain English gives what the detector would.
#[test]
fn english_is_told_from_other_languages_with_english_in_them() {
    let english = "The tide was high, and they could not see where the boats had gone.";
    assert_eq!(Language::detect(english).code, "en");
    for case in &CASES {
        assert_eq!(Language::detect(case.text).code, case.code);
        // A quotation in English does not make the whole English.
        let quoting = format!("{} {english}", case.text.repeat(4));
        assert_eq!(Language::detect(&quoting).code, case.code, "{quoting}");
    }
}

//! Eight languages from detection to terms, and the stop lists of all.

use proptest::prelude::*;
use recto_math::{Run, Silent};
use recto_text::language::{LANGUAGES, LanguageEvidence, LanguageShares, StopKind};
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

/// A quotation in English does not make the whole English.
#[test]
fn a_text_that_quotes_english_keeps_its_language() {
    let english = "The tide was high, and they could not see where the boats had gone.";
    assert_eq!(Language::detect(english).code, "en");
    for case in &CASES {
        let quoting = format!("{} {english}", case.text.repeat(4));
        assert_eq!(Language::detect(&quoting).code, case.code, "{quoting}");
    }
}

#[test]
fn one_sentence_is_enough_for_every_language_with_word_lists() {
    for (code, text) in [
        ("en", "nobody knows where the boats went last night"),
        ("de", "Niemand weiß, wohin die Boote gestern gefahren sind."),
        ("fr", "Personne ne sait où les bateaux sont partis hier."),
        ("es", "Nadie sabe adónde fueron los barcos anoche."),
        ("it", "Nessuno sa dove sono andate le barche ieri sera."),
        (
            "pt",
            "Ninguém sabe para onde foram os barcos ontem à noite.",
        ),
        (
            "nl",
            "Niemand weet waar de boten gisteren heen zijn gegaan.",
        ),
        (
            "sv",
            "Ingen vet vart båtarna åkte i går kväll, och jag frågade alla.",
        ),
        (
            "da",
            "Ingen ved, hvor bådene sejlede hen i går aftes, og jeg spurgte mange af dem.",
        ),
        (
            "no",
            "Ingen vet hvor båtene dro i går kveld, og jeg spurte mange av dem.",
        ),
        (
            "fi",
            "Kukaan ei tiedä, minne veneet lähtivät eilen illalla.",
        ),
        ("ru", "Никто не знает, куда вчера ушли лодки."),
        (
            "pl",
            "Nikt nie wie, dokąd wczoraj wieczorem popłynęły łodzie.",
        ),
        ("ro", "Nimeni nu știe unde au plecat bărcile aseară."),
        ("hu", "Senki sem tudja, hová mentek tegnap este a csónakok."),
        ("tr", "Dün gece teknelerin nereye gittiğini kimse bilmiyor."),
        ("el", "Κανείς δεν ξέρει πού πήγαν οι βάρκες χθες."),
        ("ar", "لا أحد يعرف إلى أين ذهبت القوارب أمس."),
        ("hi", "कोई नहीं जानता कि कल नावें कहाँ गईं।"),
        ("vi", "Không ai biết những chiếc thuyền đã đi đâu tối qua."),
        ("zh", "没有人知道昨晚船去了哪里。"),
        ("ja", "昨夜、船がどこへ行ったのか誰も知らない。"),
    ] {
        assert_eq!(Language::detect(text).code, code, "{text}");
        assert_eq!(Language::detect(&text.to_lowercase()).code, code, "{text}");
    }
}

#[test]
fn diacritics_that_are_missing_do_not_change_the_language() {
    for (code, text) in [
        (
            "fr",
            "personne ne sait ou les bateaux sont alles hier apres le diner",
        ),
        ("ro", "nimeni nu stie unde au plecat barcile aseara"),
        (
            "es",
            "nadie sabe adonde fueron los barcos manana por la noche",
        ),
    ] {
        assert_eq!(Language::detect(text).code, code, "{text}");
    }
}

#[test]
fn languages_without_word_lists_are_unknown() {
    for (name, text) in [
        (
            "Czech",
            "Nikdo neví, kam včera večer odpluly lodě z přístavu.",
        ),
        (
            "Slovak",
            "Nikto nevie, kam včera večer odišli lode z prístavu.",
        ),
        (
            "Croatian",
            "Nitko ne zna kamo su sinoć otišli brodovi iz luke.",
        ),
        (
            "Estonian",
            "Keegi ei tea, kuhu paadid eile õhtul sadamast läksid.",
        ),
        (
            "Indonesian",
            "Tidak ada yang tahu ke mana perahu itu pergi tadi malam.",
        ),
        (
            "Afrikaans",
            "Niemand weet waarheen die bote gisteraand gegaan het nie.",
        ),
        (
            "Latin",
            "Nemo scit quo naves heri vespere e portu profectae sint.",
        ),
        (
            "Catalan",
            "Ningú no sap on van anar les barques ahir al vespre.",
        ),
        (
            "Swahili",
            "Hakuna anayejua mashua zilikwenda wapi jana usiku.",
        ),
        (
            "Fijian",
            "E sega ni dua e kila na vanua era lako kina na waqa enanoa.",
        ),
        (
            "Ukrainian",
            "Ніхто не знає, куди вчора ввечері попливли човни.",
        ),
        ("Persian", "هیچ کس نمی‌داند قایق‌ها دیشب کجا رفتند."),
        ("Marathi", "काल रात्री होड्या कुठे गेल्या हे कोणालाच माहीत नाही."),
        ("Korean", "어젯밤 배가 어디로 갔는지 아무도 모른다."),
        ("Hebrew", "איש אינו יודע לאן הפליגו הסירות אמש."),
        (
            "Georgian",
            "არავინ იცის, სად წავიდნენ ნავები გუშინ საღამოს.",
        ),
    ] {
        assert_eq!(Language::detect(text).code, "und", "{name}");
    }
}

#[test]
fn a_text_without_words_is_english_alone_and_else_in_the_language_of_its_pile() {
    let norwegian = LanguageShares::from_codes([("no", 1.0)]).expect("a known code");
    for text in [
        "",
        "  ",
        "12:30",
        "— !?",
        "https://example.org/boats",
        "@boats #harbour",
        "🙂",
    ] {
        assert_eq!(Language::detect(text).code, "en", "{text}");
        assert_eq!(Language::detect_surely(text), None, "{text}");
        let evidence = LanguageEvidence::of(text);
        assert_eq!(norwegian.language(&evidence).code, "no", "{text}");
    }
}

#[test]
fn shares_that_make_no_sense_are_refused() {
    assert_eq!(LanguageShares::from_codes([]), None);
    for wrong in [
        ("en", -1.0),
        ("en", f64::NAN),
        ("en", f64::INFINITY),
        ("en", 0.0),
        ("xx", 1.0),
    ] {
        assert_eq!(LanguageShares::from_codes([wrong]), None, "{wrong:?}");
    }
}

#[test]
fn shares_are_estimated_from_the_pile_whatever_its_order() {
    let english = "The boats come back to the harbour before the night.";
    let german = [
        "Die Boote kommen vor der Nacht in den Hafen zurück.",
        "Niemand wartet am Ufer auf die Männer und ihre Netze.",
        "Der Wind hat sich gedreht, und das Wasser steht hoch.",
    ];
    let mut pile: Vec<_> = [english, german[0], german[1], german[2]]
        .map(LanguageEvidence::of)
        .into();
    let shares = LanguageShares::estimate(&pile);
    let listed: Vec<_> = shares.iter().collect();
    assert_eq!(
        listed.iter().map(|(code, _)| *code).collect::<Vec<_>>(),
        ["de", "en"]
    );
    // Three of four texts, each weighted by its number of features.
    assert!((0.7..0.8).contains(&listed[0].1), "{listed:?}");
    pile.rotate_left(1);
    assert_eq!(LanguageShares::estimate(&pile), shares);
    assert_eq!(LanguageShares::from_codes(listed), Some(shares));
    assert_eq!(LanguageShares::estimate(&[]), LanguageShares::default());
}

proptest! {
    #[test]
    fn any_text_has_a_language_and_always_the_same(text in any::<String>()) {
        let language = Language::detect(&text);
        prop_assert!(Language::from_code(language.code).is_some());
        prop_assert_eq!(LanguageEvidence::of(&text), LanguageEvidence::of(&text));
        let pile = [LanguageEvidence::of(&text), LanguageEvidence::of("Boats")];
        let sum: f64 = LanguageShares::estimate(&pile).iter().map(|(_, share)| share).sum();
        prop_assert!((sum - 1.0).abs() < 0.01, "{}", sum);
    }

    /// Where a long text is cut into pieces does not matter much, and never panics.
    #[test]
    fn any_long_text_is_sampled_on_character_boundaries(
        text in "[a-zå-ö港 ]{0,40}",
        times in 0_usize..300,
        cut in 0_usize..12_000,
    ) {
        let long = text.repeat(times);
        let (head, tail) = long.split_at(long.floor_char_boundary(cut.min(long.len())));
        let pieces = LanguageEvidence::of_pieces([head, tail].into_iter());
        prop_assert_eq!(pieces.is_empty(), LanguageEvidence::of(&long).is_empty());
    }
}

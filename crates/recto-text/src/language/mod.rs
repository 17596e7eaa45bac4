//! Languages: how they are recognised, and the word lists of each.
//!
//! [`LanguageEvidence`] says how well each language explains a text, [`LanguageShares`] which
//! languages are likely in its pile; together they decide. A script that only one language is
//! written in decides alone (`script`); Latin, Cyrillic, Arabic and Devanagari letters are weighed
//! in runs of one to four (`features`, `model`).
//!
//! A row of [`LANGUAGES`] names the stemmer, the stop list and the abbreviations of
//! a language. A language without a row is analysed too: words are not stemmed, and
//! words that stand in more than half of the text's parts count as stop words.

mod evidence;
mod features;
mod model;
mod script;
mod shares;

pub use evidence::LanguageEvidence;
pub use shares::LanguageShares;

use rust_stemmers::{Algorithm, Stemmer};
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::sync::{LazyLock, OnceLock};

static DEFAULT_SHARES: LazyLock<LanguageShares> = LazyLock::new(LanguageShares::default);

/// What recto knows of a language.
pub struct Language {
    /// ISO 639-1 code; `und` for a language that recto has no row for.
    pub code: &'static str,
    /// The English name.
    pub name: &'static str,
    /// The Snowball stemmer.
    pub(crate) stemmer: Option<Algorithm>,
    stop_text: &'static str,
    abbreviation_text: &'static str,
    stop_words: OnceLock<FxHashMap<&'static str, StopKind>>,
    abbreviations: OnceLock<FxHashMap<&'static str, Abbreviation>>,
}

/// Why a word is on a stop list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StopKind {
    /// "not", "never", "without": some analyses keep these.
    Negation,
    /// Any other function word.
    Function,
}

/// What a dot behind an abbreviation may mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Abbreviation {
    /// "Dr.", "Mrs.": a name follows.
    BeforeName,
    /// "No.", "Fig.", "Jan.": the sentence goes on if a number follows.
    BeforeNumber,
    /// "etc.", "Inc.", "p.m.": a capital behind it ends the sentence.
    MayEnd,
    /// "e.g.", "cf.": the sentence always goes on.
    NeverEnds,
}

macro_rules! language {
    ($code:literal, $name:literal, $stemmer:expr, $stop:expr, $abbreviations:expr) => {
        Language {
            code: $code,
            name: $name,
            stemmer: $stemmer,
            stop_text: $stop,
            abbreviation_text: $abbreviations,
            stop_words: OnceLock::new(),
            abbreviations: OnceLock::new(),
        }
    };
}
macro_rules! stop {
    ($code:literal) => {
        include_str!(concat!("../stop/", $code, ".txt"))
    };
}
macro_rules! dots {
    ($code:literal) => {
        include_str!(concat!("../abbreviations/", $code, ".txt"))
    };
}

/// Every language that recto has lists for; the last row is for all others.
pub static LANGUAGES: [Language; 23] = [
    language!(
        "en",
        "English",
        Some(Algorithm::English),
        stop!("en"),
        dots!("en")
    ),
    language!(
        "de",
        "German",
        Some(Algorithm::German),
        stop!("de"),
        dots!("de")
    ),
    language!(
        "fr",
        "French",
        Some(Algorithm::French),
        stop!("fr"),
        dots!("fr")
    ),
    language!(
        "es",
        "Spanish",
        Some(Algorithm::Spanish),
        stop!("es"),
        dots!("es")
    ),
    language!(
        "it",
        "Italian",
        Some(Algorithm::Italian),
        stop!("it"),
        dots!("it")
    ),
    language!(
        "pt",
        "Portuguese",
        Some(Algorithm::Portuguese),
        stop!("pt"),
        dots!("pt")
    ),
    language!(
        "nl",
        "Dutch",
        Some(Algorithm::Dutch),
        stop!("nl"),
        dots!("nl")
    ),
    language!(
        "sv",
        "Swedish",
        Some(Algorithm::Swedish),
        stop!("sv"),
        dots!("sv")
    ),
    language!(
        "da",
        "Danish",
        Some(Algorithm::Danish),
        stop!("da"),
        dots!("da")
    ),
    language!(
        "no",
        "Norwegian",
        Some(Algorithm::Norwegian),
        stop!("no"),
        dots!("no")
    ),
    language!(
        "fi",
        "Finnish",
        Some(Algorithm::Finnish),
        stop!("fi"),
        dots!("fi")
    ),
    language!(
        "ru",
        "Russian",
        Some(Algorithm::Russian),
        stop!("ru"),
        dots!("ru")
    ),
    language!("pl", "Polish", None, stop!("pl"), dots!("pl")),
    language!(
        "ro",
        "Romanian",
        Some(Algorithm::Romanian),
        stop!("ro"),
        dots!("ro")
    ),
    language!(
        "hu",
        "Hungarian",
        Some(Algorithm::Hungarian),
        stop!("hu"),
        dots!("hu")
    ),
    language!(
        "tr",
        "Turkish",
        Some(Algorithm::Turkish),
        stop!("tr"),
        dots!("tr")
    ),
    language!(
        "el",
        "Greek",
        Some(Algorithm::Greek),
        stop!("el"),
        dots!("el")
    ),
    language!(
        "ar",
        "Arabic",
        Some(Algorithm::Arabic),
        stop!("ar"),
        dots!("ar")
    ),
    language!("hi", "Hindi", None, stop!("hi"), dots!("hi")),
    language!("vi", "Vietnamese", None, stop!("vi"), dots!("vi")),
    language!("zh", "Chinese", None, stop!("zh"), ""),
    language!("ja", "Japanese", None, stop!("ja"), ""),
    language!("und", "another language", None, "", ""),
];

impl Language {
    /// The language with that ISO 639-1 code ("en", "de" …).
    pub fn from_code(code: &str) -> Option<&'static Language> {
        LANGUAGES.iter().find(|language| language.code == code)
    }

    /// The codes that [`Language::from_code`] knows.
    pub fn codes() -> impl Iterator<Item = &'static str> {
        LANGUAGES.iter().map(|language| language.code)
    }

    /// The language of a text, when nothing is known about the pile that it is in.
    ///
    /// A text without words is taken for English; one in a language that recto does not know
    /// has the code `und`. See [`LanguageShares`] for texts that come together.
    ///
    /// ```
    /// use recto_text::Language;
    /// let text = "Der Hafen liegt am Rand der Stadt, und die Boote kommen früh am Morgen zurück.";
    /// assert_eq!(Language::detect(text).code, "de");
    /// ```
    pub fn detect(text: &str) -> &'static Language {
        DEFAULT_SHARES.language(&LanguageEvidence::of(text))
    }

    /// The language that most of a pile of texts is in. A text that is repeated counts once.
    pub fn of_pile<'t>(texts: impl IntoIterator<Item = &'t str>) -> &'static Language {
        let evidence: Vec<_> = texts.into_iter().map(LanguageEvidence::of).collect();
        LanguageShares::estimate(&evidence).main_language()
    }

    /// The language of a text, if the text leaves no doubt about it.
    pub fn detect_surely(text: &str) -> Option<&'static Language> {
        DEFAULT_SHARES.certain_language(&LanguageEvidence::of(text))
    }

    /// Whether words are stemmed.
    pub fn has_stemmer(&self) -> bool {
        self.stemmer.is_some()
    }

    /// The stop list: function words in lower case, and which of them negate.
    pub fn stop_words(&self) -> &FxHashMap<&'static str, StopKind> {
        self.stop_words.get_or_init(|| {
            grouped(self.stop_text, |group| match group {
                "negation" => StopKind::Negation,
                _ => StopKind::Function,
            })
        })
    }

    pub(crate) fn abbreviations(&self) -> &FxHashMap<&'static str, Abbreviation> {
        self.abbreviations.get_or_init(|| {
            grouped(self.abbreviation_text, |group| match group {
                "before a name" => Abbreviation::BeforeName,
                "before a number" => Abbreviation::BeforeNumber,
                "never at an end" => Abbreviation::NeverEnds,
                _ => Abbreviation::MayEnd,
            })
        })
    }
}

/// The stemmer of a language, for callers that have words and not text.
///
/// ```
/// use recto_text::{Language, language::Stems};
/// let stems = Stems::new(Language::from_code("en").expect("a language"));
/// assert_eq!(stems.stem("ferries"), stems.stem("ferry"));
/// ```
pub struct Stems(Option<Stemmer>);

impl Stems {
    /// The stemmer of `language`; words of a language that has none are their own stems.
    pub fn new(language: &Language) -> Self {
        Self(language.stemmer.map(Stemmer::create))
    }

    /// The stem of a word in lower case.
    pub fn stem<'w>(&self, word: &'w str) -> Cow<'w, str> {
        match &self.0 {
            Some(stemmer) => stemmer.stem(word),
            None => Cow::Borrowed(word),
        }
    }
}

impl std::fmt::Debug for Stems {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if self.0.is_some() {
            "Stems"
        } else {
            "no stems"
        })
    }
}

/// Reads a list: a word a line, under group names on lines that open with `#`.
fn grouped<K: Copy>(text: &'static str, kind_of: impl Fn(&str) -> K) -> FxHashMap<&'static str, K> {
    let mut kind = kind_of("");
    let mut words = FxHashMap::default();
    for line in text.lines().map(str::trim) {
        match line.strip_prefix('#') {
            Some(group) => kind = kind_of(group.trim()),
            None if line.is_empty() => {}
            None => {
                words.insert(line, kind);
            }
        }
    }
    words
}

impl std::fmt::Debug for Language {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Language({})", self.code)
    }
}

impl PartialEq for Language {
    fn eq(&self, other: &Self) -> bool {
        self.code == other.code
    }
}

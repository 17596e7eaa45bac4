//! Languages: how one is recognised, and what recto knows of each.
//!
//! A row of [`LANGUAGES`] names the stemmer, the stop list and the abbreviations of
//! a language. A language without a row is analysed too: words are not stemmed, and
//! words that stand in more than half of the text's parts count as stop words.

use rust_stemmers::{Algorithm, Stemmer};
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Cow;
use std::sync::{LazyLock, OnceLock};

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
        include_str!(concat!("stop/", $code, ".txt"))
    };
}
macro_rules! dots {
    ($code:literal) => {
        include_str!(concat!("abbreviations/", $code, ".txt"))
    };
}

/// Every language that recto has lists for; the last row stands for all others.
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

/// Bytes from the start of a text that decide its language.
const SAMPLE: usize = 16 << 10;

/// The share of its words that are function words of a language, for a text whose letters
/// leave the language open: running text has a third or more.
const FUNCTION_SHARE: f64 = 0.25;

/// How many times as many of them there are as English ones.
const FUNCTION_LEAD: f64 = 1.5;

/// Function words of English that no other stop list has.
static ENGLISH_ALONE: LazyLock<FxHashSet<&'static str>> = LazyLock::new(|| {
    let (english, others) = LANGUAGES.split_first().expect("English is the first row");
    let is_elsewhere = |word: &str| others.iter().any(|row| row.stop_words().contains_key(word));
    let words = english.stop_words().keys().copied();
    words.filter(|word| !is_elsewhere(word)).collect()
});

/// The least share of the words of a text, as one in so many, that are English alone.
const ENGLISH_ONE_IN: usize = 4;

/// The least number of such words.
const ENGLISH_LEAST: usize = 3;

/// Whether a quarter of the words are function words of English alone: a shortcut around the
/// detector, which compares a text with the trigrams of forty languages and takes most of
/// the time of a short one. Prose that is half in another language does not pass, nor a text
/// with a tenth of its letters in words of another alphabet, in which a sentence may be one
/// word.
fn is_plainly_english(text: &str) -> bool {
    let mut lower = String::new();
    let (mut words, mut hits) = (0, 0);
    let (mut letters, mut foreign) = (0, 0);
    let runs = text.split(|c: char| !c.is_alphabetic() && c != '\'');
    for word in runs.filter(|word| !word.is_empty()) {
        words += 1;
        letters += word.len();
        if !word.is_ascii() {
            foreign += word.len();
            continue;
        }
        lower.clear();
        lower.push_str(word);
        lower.make_ascii_lowercase();
        hits += usize::from(ENGLISH_ALONE.contains(lower.as_str()));
    }
    hits >= ENGLISH_LEAST && hits * ENGLISH_ONE_IN >= words && foreign * 10 <= letters
}

impl Language {
    /// The language with that ISO 639-1 code ("en", "de" …).
    pub fn from_code(code: &str) -> Option<&'static Language> {
        LANGUAGES.iter().find(|language| language.code == code)
    }

    /// The codes that [`Language::from_code`] knows.
    pub fn codes() -> impl Iterator<Item = &'static str> {
        LANGUAGES.iter().map(|language| language.code)
    }

    /// The language of a text, from its first 16 KiB. A short or mixed text in Latin
    /// letters, for which no language is certain, is taken for English; in Cyrillic,
    /// Arabic or Devanagari letters for Russian, Arabic or Hindi.
    ///
    /// ```
    /// use recto_text::Language;
    /// let text = "Der Hafen liegt am Rand der Stadt, und die Boote kommen früh am Morgen zurück.";
    /// assert_eq!(Language::detect(text).code, "de");
    /// ```
    pub fn detect(text: &str) -> &'static Language {
        let sample = &text[..text.floor_char_boundary(SAMPLE)];
        if is_plainly_english(sample) {
            return &LANGUAGES[0];
        }
        let Some(info) = whatlang::detect(sample) else {
            return &LANGUAGES[0];
        };
        let language = Self::from_detected(info.lang());
        if info.is_reliable() {
            language
        } else if info.script() == whatlang::Script::Latin {
            Self::by_function_words(sample)
        } else {
            Self::from_script(info.script(), language)
        }
    }

    /// The language whose function words a text has most of, English in doubt: near relations
    /// such as Danish and Norwegian are never told apart reliably by their letters, and
    /// either is a better guess than English.
    fn by_function_words(sample: &str) -> &'static Language {
        let words: Vec<String> = sample
            .split(|c: char| !c.is_alphabetic())
            .filter(|word| !word.is_empty())
            .map(str::to_lowercase)
            .collect();
        let known = |language: &&'static Language| {
            let stop_words = language.stop_words();
            let own = words
                .iter()
                .filter(|word| stop_words.contains_key(&***word));
            own.count()
        };
        let english = &LANGUAGES[0];
        let (mut best, mut most) = (english, known(&english));
        let needed = (FUNCTION_SHARE * words.len() as f64).max(FUNCTION_LEAD * most as f64);
        for language in LANGUAGES.iter().skip(1).filter(|one| one.is_latin()) {
            let n = known(&language);
            if n > most && n as f64 >= needed {
                (best, most) = (language, n);
            }
        }
        best
    }

    /// Whether it is written in Latin letters.
    fn is_latin(&self) -> bool {
        !matches!(self.code, "ru" | "el" | "ar" | "hi" | "zh" | "ja" | "und")
    }

    /// The language of a text, if the text leaves no doubt about it.
    pub fn detect_surely(text: &str) -> Option<&'static Language> {
        let sample = &text[..text.floor_char_boundary(SAMPLE)];
        if is_plainly_english(sample) {
            return Some(&LANGUAGES[0]);
        }
        let info = whatlang::detect(sample).filter(whatlang::Info::is_reliable)?;
        Some(Self::from_detected(info.lang()))
    }

    /// Where the letters leave it open: `guess` if the script has no language that
    /// stands for it, or if recto knows the guess and the script is not Latin.
    fn from_script(script: whatlang::Script, guess: &'static Language) -> &'static Language {
        use whatlang::Script;
        let usual = match script {
            Script::Cyrillic => "ru",
            Script::Arabic => "ar",
            Script::Devanagari => "hi",
            _ => return guess,
        };
        match guess.code {
            "und" => Self::from_code(usual).unwrap_or(guess),
            _ => guess,
        }
    }

    fn from_detected(lang: whatlang::Lang) -> &'static Language {
        use whatlang::Lang;
        let code = match lang {
            Lang::Eng => "en",
            Lang::Deu => "de",
            Lang::Fra => "fr",
            Lang::Spa => "es",
            Lang::Ita => "it",
            Lang::Por => "pt",
            Lang::Nld => "nl",
            Lang::Swe => "sv",
            Lang::Dan => "da",
            Lang::Nob => "no",
            Lang::Fin => "fi",
            Lang::Rus => "ru",
            Lang::Pol => "pl",
            Lang::Ron => "ro",
            Lang::Hun => "hu",
            Lang::Tur => "tr",
            Lang::Ell => "el",
            Lang::Ara => "ar",
            Lang::Hin => "hi",
            Lang::Vie => "vi",
            Lang::Cmn => "zh",
            Lang::Jpn => "ja",
            _ => "und",
        };
        Self::from_code(code).expect("every code above has a row")
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
